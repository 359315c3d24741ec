//! `sudolab print`.

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Chunk, Entry};
use crate::output::{Output, numbered};
use crate::{interrupt, pipeline, say};
use clap::{Args, ValueEnum};
use std::io::IsTerminal;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_grid::formats::Meta;
use sudolab_logic::position::Position;
use sudolab_logic::rating::hodoku::{self, HodokuProfile};
use sudolab_logic::rating::se::{self, SeProfile};
use sudolab_print::{Book, Fonts, Marks, Note, Paper, PerPage, Style, layout, pdf, svg};

/// Print puzzles: sheets and books as PDF or SVG
///
/// Boards of any size from 4x4 to 25x25, with irregular boxes and extra regions. Every puzzle is
/// proved to have exactly one solution; the others are reported and left out. Fonts are embedded
/// (PDF) or drawn as outlines (SVG), and the same puzzles and options give the same bytes.
#[derive(Args, Debug)]
#[command(after_help = "\
A PDF is one file. An SVG holds one page: several pages are written as NAME-1.svg, NAME-2.svg and so on.

Examples:
  sudolab print puzzles.txt --output book.pdf
  sudolab print puzzles.txt --per-page 6 --title Sunday --ratings er --output book.pdf
  sudolab print puzzles.txt --paper a5 --per-page 1 --no-solutions --pencil-marks --output sheet.svg
  sudolab print 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --no-solutions --to svg")]
pub struct Print {
    #[command(flatten)]
    input: Input,

    /// Kind of file [default: as the name of the output says, else pdf]
    #[arg(long, value_name = "KIND", value_enum)]
    to: Option<Kind>,

    /// Paper: a4, a5 or letter
    #[arg(long, value_name = "PAPER", default_value = "a4")]
    paper: String,

    /// Puzzles on one page: 1, 2, 4 or 6
    #[arg(long, value_name = "N", default_value_t = 2)]
    per_page: usize,

    /// Title of the book
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,

    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1)]
    first_number: usize,

    /// Solutions at the back (this is the default)
    #[arg(long, overrides_with = "no_solutions")]
    solutions: bool,

    /// No solutions at the back
    #[arg(long)]
    no_solutions: bool,

    /// Difficulty beside the number
    #[arg(long, value_name = "WHICH", value_enum, default_value = "none")]
    ratings: Ratings,

    /// Small digits in the empty cells: those the clues leave open, or all, pale, to strike out
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, default_missing_value = "open", require_equals = true)]
    pencil_marks: Option<PencilMarks>,

    /// A TrueType or OpenType file for characters of titles and names that our font lacks
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
}

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// One file with all pages
    Pdf,
    /// One file for each page
    Svg,
}

/// What is told about difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Ratings {
    /// The Explainer rating (9x9 only)
    Er,
    /// HoDoKu's level, from easy to extreme (9x9 only)
    Level,
    /// The level or rating that the input tells
    Told,
    /// Nothing
    None,
}

/// What stands in empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PencilMarks {
    /// What the clues leave open
    Open,
    /// Every digit, pale
    All,
}

impl Print {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        common.refuse_format("--to says which kind of file")?;
        let style = self.style()?;
        let kind = self.kind(common)?;
        let own = self.font.as_deref().map(read_font).transpose()?;
        let fonts = match (&self.font, &own) {
            (Some(path), Some(data)) => Fonts::built_in()
                .with_own(data)
                .map_err(|e| Failure::Usage(format!("--font {}: {e}", path.display())))?,
            _ => Fonts::built_in(),
        };
        let missing = fonts.missing(&style.title);
        if !missing.is_empty() {
            return Err(Failure::Usage(format!(
                "no font at hand can set {missing:?} of the title; name one with --font FILE \
                 (scripts that run from right to left cannot be set)"
            )));
        }
        if kind == Kind::Pdf && common.output.is_none() && std::io::stdout().is_terminal() {
            let text = "a PDF is no text for a terminal; name a file with --output book.pdf";
            return Err(Failure::Usage(text.to_owned()));
        }
        let (entries, exit) = self.collect(common)?;
        if exit == Exit::Interrupted {
            return Ok(exit);
        }
        if entries.is_empty() {
            if exit == Exit::Fine {
                say::problem(
                    "the input holds no puzzle; give puzzles, files, or lines on standard input",
                );
            } else {
                say::problem("nothing is left to print");
            }
            return Ok(exit.and(Exit::SomeFailed));
        }
        let book = layout::book(&entries, &style, &fonts);
        match kind {
            Kind::Pdf => {
                let bytes = pdf::write(&book, &fonts).map_err(|e| Failure::Usage(e.to_string()))?;
                let mut output = Output::open(common.output.as_deref())?;
                output.put(&bytes)?;
                output.finish()?;
            }
            Kind::Svg => write_svg(&book, &fonts, common)?,
        }
        if !common.quiet {
            tell(&book, common);
        }
        Ok(exit)
    }

    fn style(&self) -> Result<Style, Failure> {
        let per_page = PerPage::new(self.per_page).ok_or_else(|| {
            Failure::Usage(format!(
                "--per-page {} is not possible; use 1, 2, 4 or 6",
                self.per_page
            ))
        })?;
        let paper: Paper = self.paper.parse().map_err(Failure::Usage)?;
        let marks = match self.pencil_marks {
            None => Marks::None,
            Some(PencilMarks::Open) => Marks::Candidates,
            Some(PencilMarks::All) => Marks::All,
        };
        Ok(Style {
            paper,
            per_page,
            title: self.title.split_whitespace().collect::<Vec<_>>().join(" "),
            first_number: self.first_number,
            solutions: !self.no_solutions,
            marks,
            alphabet: self.input.read_options()?.alphabet.unwrap_or_default(),
        })
    }

    fn kind(&self, common: &Common) -> Result<Kind, Failure> {
        if let Some(kind) = self.to {
            return Ok(kind);
        }
        match common.output.as_deref().and_then(Path::extension) {
            None => Ok(Kind::Pdf),
            Some(ending) if ending.eq_ignore_ascii_case("pdf") => Ok(Kind::Pdf),
            Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(Kind::Svg),
            Some(ending) => Err(Failure::Usage(format!(
                "PDF and SVG are written, not {}; name the output .pdf or .svg, or say which with --to",
                ending.display()
            ))),
        }
    }

    /// The puzzles that may be printed; what may not is told.
    fn collect(&self, common: &Common) -> Result<(Vec<sudolab_print::Entry>, Exit), Failure> {
        let (mut chunks, _) = self.input.open()?;
        let mut entries = Vec::new();
        let mut exit = Exit::Fine;
        let fail_fast = self.input.fail_fast;
        let ended: ControlFlow<()> = pipeline::in_order(
            common.n_jobs(),
            || if interrupt::is_raised() { None } else { chunks.next() },
            || {
                let mut proof = Proof {
                    solver: ExactSolver::new(),
                    explainer: se::Rater::new(),
                    hodoku: hodoku::Rater::new(),
                    ratings: self.ratings,
                    time_limit: common.time_limit,
                };
                move |chunk: Chunk| -> Vec<Proved> {
                    chunk.entries.iter().map(|entry| proof.entry(entry)).collect()
                }
            },
            |proved: Vec<Proved>| {
                for Proved { entry, problem } in proved {
                    entries.extend(entry);
                    if let Some((message, status)) = problem {
                        say::problem(&message);
                        exit = exit.and(status);
                    }
                    if fail_fast && exit != Exit::Fine {
                        return ControlFlow::Break(());
                    }
                }
                ControlFlow::Continue(())
            },
        );
        if ended.is_break() {
            return Err(Failure::Stopped);
        }
        if interrupt::is_raised() {
            exit = Exit::Interrupted;
        }
        Ok((entries, exit))
    }
}

/// What became of a record: an entry to print, something to tell, or both.
struct Proved {
    entry: Option<sudolab_print::Entry>,
    problem: Option<(String, Exit)>,
}

/// Proves puzzles and rates them.
struct Proof {
    solver: ExactSolver,
    explainer: se::Rater,
    hodoku: hodoku::Rater,
    ratings: Ratings,
    time_limit: Option<Duration>,
}

impl Proof {
    fn entry(&mut self, entry: &Entry) -> Proved {
        let place = entry.place();
        let refused = |why: String, status| Proved { entry: None, problem: Some((why, status)) };
        let (puzzle, meta) = match entry {
            Entry::Nine { clues, .. } => (input::puzzle(clues), Meta::default()),
            Entry::Record(record) => (record.document.to_puzzle(), record.document.meta.clone()),
            Entry::Bad { error, .. } => return refused(error.to_string(), Exit::SomeFailed),
            Entry::Failed(failure) => return refused(failure.to_string(), failure.exit()),
        };
        let text = puzzle.to_string();
        let deadline = self.time_limit.map(|limit| Instant::now() + limit);
        let over = move || interrupt::is_raised() || deadline.is_some_and(|d| Instant::now() >= d);
        let poll = |_| if over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let proper = match UniquePuzzle::prove_until(&mut self.solver, puzzle, poll) {
            Ok(Ok(proper)) => proper,
            Ok(Err(why)) => {
                return refused(format!("{place}: {text}: not printed: {why}"), Exit::SomeFailed);
            }
            Err(_) => {
                let why = "not proved within the time limit; allow more with --time-limit";
                return refused(format!("{place}: {text}: not printed: {why}"), Exit::Limit);
            }
        };
        let mut problem = None;
        let rating = match self.ratings {
            Ratings::None => None,
            Ratings::Told => meta.level.clone().or_else(|| meta.rating.clone()),
            Ratings::Er | Ratings::Level => match self.rated(&proper, over) {
                Ok(rating) => rating,
                Err(why) => {
                    let text = format!("{place}: {text}: printed without rating: {why}");
                    problem = Some((text, Exit::Limit));
                    None
                }
            },
        };
        Proved {
            entry: Some(sudolab_print::Entry { puzzle: proper, name: meta.title, rating }),
            problem,
        }
    }

    /// The rating; none on boards for which it is not defined.
    fn rated(
        &mut self,
        proper: &UniquePuzzle,
        over: impl Fn() -> bool + 'static,
    ) -> Result<Option<String>, String> {
        if !proper.puzzle().board().is_classic() {
            return Ok(None);
        }
        let position = Position::from_puzzle(proper.puzzle()).map_err(|e| e.to_string())?;
        let stopped = || "stopped by the time limit or an interrupt".to_owned();
        Ok(Some(if self.ratings == Ratings::Level {
            let profile = HodokuProfile { uniqueness: true };
            let go_on = |_: &_, _: &_| ControlFlow::Continue(());
            let rated = self.hodoku.rate_unless(&position, &profile, over, go_on);
            rated.map_err(|_| stopped())?.level.name().to_owned()
        } else {
            let profile = SeProfile { uniqueness: true };
            let go_on = |_: &_, _: &_| ControlFlow::Continue(());
            let rated = self.explainer.rate_unless(&position, &profile, over, go_on);
            format!("ER {}", rated.map_err(|_| stopped())?.er)
        }))
    }
}

fn read_font(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|e| Failure::file("read", &path.display().to_string(), &e))
}

fn write_svg(book: &Book, fonts: &Fonts<'_>, common: &Common) -> Result<(), Failure> {
    let names: Vec<Option<PathBuf>> = match (&common.output, book.pages.len()) {
        (None, 1) => vec![None],
        (Some(name), 1) => vec![Some(name.clone())],
        (Some(name), n) => (1..=n).map(|i| Some(numbered(name, i))).collect(),
        (None, n) => {
            return Err(Failure::Usage(format!(
                "these are {n} pages, and an SVG holds one; name the files with --output sheet.svg \
                 (sheet-1.svg to sheet-{n}.svg), or use --to pdf"
            )));
        }
    };
    for (page, name) in book.pages.iter().zip(&names) {
        let mut output = Output::open(name.as_deref())?;
        output.put(svg::write(book, page, fonts).as_bytes())?;
        output.finish()?;
    }
    Ok(())
}

fn tell(book: &Book, common: &Common) {
    for note in &book.notes {
        say::note(&match note {
            Note::Small { number, points } => format!(
                "symbols of puzzle {number} are only {points:.1} points high; print fewer on a page, \
                 on larger paper, or without pencil marks"
            ),
            Note::Missing { characters } => format!(
                "no font at hand can set {characters:?} of names or ratings; '?' stands for them \
                 (--font FILE names a font that can)"
            ),
        });
    }
    if common.verbose > 0 {
        say::note(&format!("{} pages of {}", book.pages.len(), book.paper));
    }
}
