//! Puzzles on paper: sheets and books, asked for by a door.

use crate::answer::limited;
use crate::error::{Error, ErrorCode};
use crate::request::{PuzzleInput, Seconds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab::sheets::{Book, Fonts, Marks, Paper, PerPage, Printable, Style, pdf, svg};
use sudolab::{ExactSolver, Halt, Profile, Raters, Rating, UniquePuzzle};

/// The most puzzles of one sheet or book.
pub const MOST_PUZZLES: usize = 500;

/// What is told about difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PrintRatings {
    /// The Explainer rating; 9x9 only.
    Er,
    /// HoDoKu's level; 9x9 only.
    Level,
    /// Nothing.
    #[default]
    None,
}

/// What stands in empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PencilMarks {
    /// What the clues leave open.
    Open,
    /// Every digit, pale.
    All,
    /// Nothing.
    #[default]
    None,
}

/// Asks for puzzles on paper.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PrintRequest {
    /// Paper: a4, a5 or letter.
    pub paper: String,
    /// What stands in empty cells.
    pub pencil_marks: PencilMarks,
    /// Puzzles on one page: 1, 2, 4 or 6.
    pub per_page: usize,
    /// The puzzles, at most 500.
    pub puzzles: Vec<PuzzleInput>,
    /// What is told about difficulty.
    pub ratings: PrintRatings,
    /// Whether the solutions stand at the back.
    pub solutions: bool,
    /// The longest time.
    pub time_limit: Option<Seconds>,
    /// The title of the book.
    pub title: String,
}

impl Default for PrintRequest {
    fn default() -> PrintRequest {
        PrintRequest {
            paper: "a4".to_owned(),
            pencil_marks: PencilMarks::None,
            per_page: 2,
            puzzles: Vec::new(),
            ratings: PrintRatings::None,
            solutions: true,
            time_limit: None,
            title: String::new(),
        }
    }
}

/// Pages as pictures.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Pages {
    /// Each page as an SVG document.
    pub pages: Vec<String>,
}

impl PrintRequest {
    /// The book as a PDF.
    ///
    /// # Errors
    /// When a puzzle is not proper, an option cannot be meant, or what stopped it.
    pub fn pdf(&self, halt: &Halt<'_>) -> Result<Vec<u8>, Error> {
        let fonts = Fonts::built_in();
        let halt = limited(halt, self.time_limit)?;
        let book = self.book(&fonts, &halt)?;
        pdf::write(&book, &fonts, &halt).map_err(|e| match e {
            pdf::PdfError::Stopped(stop) => stop.into(),
            other => Error::new(ErrorCode::Usage, other.to_string()),
        })
    }

    /// The pages as pictures.
    ///
    /// # Errors
    /// As [`PrintRequest::pdf`].
    pub fn pages(&self, halt: &Halt<'_>) -> Result<Pages, Error> {
        let fonts = Fonts::built_in();
        let halt = limited(halt, self.time_limit)?;
        let book = self.book(&fonts, &halt)?;
        let one = |page| halt.check().map(|()| svg::write(&book, page, &fonts));
        Ok(Pages { pages: book.pages.iter().map(one).collect::<Result<_, _>>()? })
    }

    fn book(&self, fonts: &Fonts<'_>, halt: &Halt<'_>) -> Result<Book, Error> {
        let style = self.style(fonts)?;
        let n = self.puzzles.len();
        if n == 0 || n > MOST_PUZZLES {
            let text = format!("there are {n} puzzles to print");
            let remedy = format!("send between 1 and {MOST_PUZZLES}");
            return Err(Error::new(ErrorCode::Usage, text).remedy(remedy).in_field("puzzles"));
        }
        let mut solver = ExactSolver::new();
        let mut raters = Raters::new().counts(false);
        let entries: Result<Vec<Printable>, Error> = (1..)
            .zip(&self.puzzles)
            .map(|(number, puzzle)| self.entry(number, puzzle, &mut solver, &mut raters, halt))
            .collect();
        Ok(sudolab::print(&entries?, &style, fonts, halt)?)
    }

    fn entry(
        &self,
        number: usize,
        puzzle: &PuzzleInput,
        solver: &mut ExactSolver,
        raters: &mut Raters,
        halt: &Halt<'_>,
    ) -> Result<Printable, Error> {
        let document = puzzle.document().map_err(|e| e.in_field("puzzles"))?;
        let proper = UniquePuzzle::prove_within(solver, document.to_puzzle(), halt)?;
        let puzzle = proper.map_err(|why| {
            Error::new(ErrorCode::Multiple, format!("puzzle {number} is not printed: {why}"))
                .remedy("only puzzles with exactly one solution go on paper")
                .in_field("puzzles")
        })?;
        let profile = match self.ratings {
            PrintRatings::None => None,
            PrintRatings::Er => Some(Profile::Explainer),
            PrintRatings::Level => Some(Profile::Hodoku),
        };
        let rated = profile.filter(|_| puzzle.puzzle().board().is_classic());
        let rating = match rated.map(|profile| raters.rate(&puzzle, profile, halt)) {
            Some(Ok(Rating::Hodoku { rating, .. })) => Some(rating.level.name().to_owned()),
            Some(Ok(Rating::Explainer { rating, .. })) => Some(format!("ER {}", rating.er)),
            _ => None,
        };
        halt.check()?;
        Ok(Printable { puzzle, name: document.meta.title.clone(), rating })
    }

    fn style(&self, fonts: &Fonts<'_>) -> Result<Style, Error> {
        let usage = |text: String, field| Error::new(ErrorCode::Usage, text).in_field(field);
        let paper: Paper = self.paper.parse().map_err(|e| usage(e, "paper"))?;
        let per_page = PerPage::new(self.per_page).ok_or_else(|| {
            let text = format!("{} puzzles on one page are not possible", self.per_page);
            usage(text, "per_page").remedy("use 1, 2, 4 or 6")
        })?;
        let missing = fonts.missing(&self.title);
        if !missing.is_empty() {
            let text = format!("the font at hand cannot set {missing:?} of the title");
            return Err(usage(text, "title").remedy("use Latin, Greek or Cyrillic letters"));
        }
        Ok(Style {
            paper,
            per_page,
            title: self.title.split_whitespace().collect::<Vec<_>>().join(" "),
            first_number: 1,
            solutions: self.solutions,
            marks: match self.pencil_marks {
                PencilMarks::None => Marks::None,
                PencilMarks::Open => Marks::Candidates,
                PencilMarks::All => Marks::All,
            },
            ..Style::default()
        })
    }
}
