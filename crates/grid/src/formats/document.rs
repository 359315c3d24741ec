//! One document model for all formats.
//!
//! What most converters lose is the difference between a given, a digit that was placed later
//! and a candidate; a document keeps the three apart through every step.

use super::error::{Code, FormatError};
use super::unread::Unread;
use super::value::Json;
use crate::rule::{Rule, RuleError, Rules};
use crate::{Board, BoardError, Cell, DigitSet, Grid, Puzzle};
use indexmap::IndexMap;
use std::sync::Arc;

/// A puzzle as a file holds it: givens, placed digits, candidates and what is told about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    givens: Grid,
    values: Grid,
    candidates: Option<Box<[DigitSet]>>,
    /// The rules beyond the houses, which fit the board.
    rules: Vec<Rule>,
    /// Whether the candidates are what a player noted down, which binds nobody.
    are_notes: bool,
    /// The solution the file tells, unchecked.
    pub solution: Option<Grid>,
    /// What is told about the puzzle.
    pub meta: Meta,
    /// Keys of our own JSON that we do not know, kept for the way back.
    pub other: Extra,
    /// What the reader did not understand. [`Document::to_puzzle`] does not look at it,
    /// [`Document::puzzle`] does.
    pub unread: Vec<Unread>,
}

/// What is told about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Meta {
    /// Its title.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// When, in free text.
    pub date: Option<String>,
    /// Where it was found.
    pub source: Option<String>,
    /// An address about it.
    pub url: Option<String>,
    /// Its level in words.
    pub level: Option<String>,
    /// A remark.
    pub comment: Option<String>,
    /// Its rating, as written.
    pub rating: Option<String>,
    /// Its name or number in a collection.
    pub id: Option<String>,
    /// Everything else.
    pub extra: Extra,
}

/// The names of the fields of [`Meta`] that are not extra, in the order we write them.
pub(crate) const META_FIELDS: [&str; 9] =
    ["id", "title", "author", "date", "source", "url", "level", "rating", "comment"];

impl Meta {
    /// A named field, for readers and writers that go by names.
    pub fn field(&self, name: &str) -> Option<&str> {
        let field = match name {
            "id" => &self.id,
            "title" => &self.title,
            "author" => &self.author,
            "date" => &self.date,
            "source" => &self.source,
            "url" => &self.url,
            "level" => &self.level,
            "rating" => &self.rating,
            "comment" => &self.comment,
            other => return self.extra.text(other),
        };
        field.as_deref()
    }

    /// Fills a field by its name; a name that is none goes to `extra`.
    pub fn set_field(&mut self, name: &str, value: impl Into<String>) {
        let field = match name {
            "id" => &mut self.id,
            "title" => &mut self.title,
            "author" => &mut self.author,
            "date" => &mut self.date,
            "source" => &mut self.source,
            "url" => &mut self.url,
            "level" => &mut self.level,
            "rating" => &mut self.rating,
            "comment" => &mut self.comment,
            other => return self.extra.set(other, Json::Text(value.into())),
        };
        *field = Some(value.into());
    }

    /// The names of the fields that say something, `extra` included.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let known = META_FIELDS.into_iter().filter(|name| self.field(name).is_some());
        known.chain(self.extra.iter().map(|(name, _)| name))
    }

    /// Whether nothing is told.
    pub fn is_empty(&self) -> bool {
        self.names().next().is_none()
    }
}

/// Named values in the order they were found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Extra(IndexMap<String, Json>);

impl Extra {
    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }

    /// The value of a name, when it is a text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.text()
    }

    /// Gives a name a value, in place of what it had.
    pub fn set(&mut self, name: &str, value: impl Into<Json>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Takes a name out.
    pub(crate) fn remove(&mut self, name: &str) {
        self.0.shift_remove(name);
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Document {
    /// A document of givens alone.
    pub fn new(givens: Grid) -> Document {
        Document {
            values: givens.clone(),
            givens,
            candidates: None,
            rules: Vec::new(),
            are_notes: false,
            solution: None,
            meta: Meta::default(),
            other: Extra::default(),
            unread: Vec::new(),
        }
    }

    /// The same document with further digits placed. Cells that hold a given keep it.
    pub fn with_placed(mut self, placed: &Grid) -> Document {
        if placed.board() == self.board() {
            for (cell, digit) in placed.filled() {
                if self.givens.get(cell).is_none() {
                    self.values.set(cell, digit);
                }
            }
        }
        self
    }

    /// The same document with candidates stated, one set for each cell; cells beyond the list may
    /// hold any digit. A cell that holds a digit and lists no candidate is taken to list that one.
    pub fn with_candidates(mut self, candidates: &[DigitSet]) -> Document {
        let all = self.board().digits();
        let of = |cell: Cell| {
            let set = candidates.get(cell.index()).map_or(all, |&set| set & all);
            match self.values.get(cell) {
                Some(digit) if set.is_empty() || set.contains(digit) => DigitSet::only(digit),
                _ => set,
            }
        };
        self.candidates = Some(self.board().cells().map(of).collect());
        self.are_notes = false;
        self
    }

    /// The same document with these rules beyond the houses, in place of those it had.
    pub fn with_rules(self, rules: Vec<Rule>) -> Result<Document, RuleError> {
        Rules::new(rules.clone(), self.board())?;
        Ok(Document { rules, ..self })
    }

    /// The rules beyond the houses.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The same document with notes of a player: the cells that list some digits show them, and the
    /// others may hold any. They bind nobody: see [`Document::as_notes`].
    pub(crate) fn with_notes(self, notes: &[DigitSet]) -> Document {
        self.with_listed(notes).as_notes()
    }

    /// The same document, in which the cells that list some digits state them as candidates and
    /// the others may hold any; no list in an empty cell at all states nothing.
    pub(crate) fn with_listed(self, notes: &[DigitSet]) -> Document {
        let all = self.board().digits();
        let stated = |(i, set): (usize, &DigitSet)| {
            !set.is_empty() && *set != all && self.values.values()[i] == 0
        };
        if !notes.iter().enumerate().any(stated) {
            return self;
        }
        let open: Vec<DigitSet> =
            notes.iter().map(|&set| if set.is_empty() { all } else { set }).collect();
        let blank_filled: Vec<DigitSet> = open
            .iter()
            .enumerate()
            .map(|(i, &set)| if self.values.values()[i] == 0 { set } else { DigitSet::EMPTY })
            .collect();
        self.with_candidates(&blank_filled)
    }

    /// The same document, whose candidates are what a player noted down: they may be wrong, so
    /// [`Document::to_puzzle`] does not hold the puzzle to them.
    pub fn as_notes(mut self) -> Document {
        self.are_notes = self.candidates.is_some();
        self
    }

    /// Whether the candidates are a player's notes and not part of the puzzle.
    pub fn has_notes(&self) -> bool {
        self.are_notes
    }

    /// The notes that [`Document::with_notes`] would read back: what the empty cells state, where
    /// it is not everything.
    pub(crate) fn notes(&self) -> Option<Vec<DigitSet>> {
        let all = self.board().digits();
        let candidates = self.candidates.as_deref()?;
        let note = |(i, &set): (usize, &DigitSet)| {
            if self.values.values()[i] != 0 || set == all { DigitSet::EMPTY } else { set }
        };
        Some(candidates.iter().enumerate().map(note).collect())
    }

    /// The same document on another board of the same size; `None` when the sizes differ.
    pub fn on_board(self, board: &Arc<Board>) -> Option<Document> {
        let moved = |grid: &Grid| Grid::from_values(board.clone(), grid.values());
        let solution = match &self.solution {
            Some(grid) => Some(moved(grid)?),
            None => None,
        };
        let (givens, values) = (moved(&self.givens)?, moved(&self.values)?);
        Rules::new(self.rules.clone(), board).ok()?;
        Some(Document { givens, values, solution, ..self })
    }

    /// The same document on its board with more cells beside the grid, which are blank. A solution that
    /// does not tell them is none any more.
    pub(crate) fn with_side(self, name: &str, count: usize) -> Result<Document, BoardError> {
        let board = self.board().with_side(name, count)?;
        let wider = |grid: &Grid| {
            let mut wider = Grid::empty(board.clone());
            grid.filled().for_each(|(cell, digit)| wider.set(cell, digit));
            wider
        };
        let all = board.digits();
        let candidates = self
            .candidates
            .as_ref()
            .map(|sets| sets.iter().copied().chain(std::iter::repeat_n(all, count)).collect());
        let (givens, values) = (wider(&self.givens), wider(&self.values));
        Ok(Document { givens, values, candidates, solution: None, ..self })
    }

    /// The board.
    pub fn board(&self) -> &Arc<Board> {
        self.givens.board()
    }

    /// The givens.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// The givens and the digits placed since.
    pub fn values(&self) -> &Grid {
        &self.values
    }

    /// The candidates the document states: one set for each cell. `None` means "not stated", not
    /// "all allowed".
    pub fn candidates(&self) -> Option<&[DigitSet]> {
        self.candidates.as_deref()
    }

    /// The stated candidates, or else what givens and placed digits leave open; a filled cell
    /// lists its digit. For formats that must list something.
    pub fn shown_candidates(&self) -> Vec<DigitSet> {
        match &self.candidates {
            Some(stated) => stated.to_vec(),
            None => {
                let shown = |cell| match self.values.get(cell) {
                    Some(digit) => DigitSet::only(digit),
                    None => self.values.open_digits(cell),
                };
                self.board().cells().map(shown).collect()
            }
        }
    }

    /// How many digits were placed.
    pub fn n_placed(&self) -> usize {
        self.values.n_filled() - self.givens.n_filled()
    }

    /// How many candidates are stated in empty cells.
    pub fn n_candidates(&self) -> usize {
        let stated = self.candidates.iter().flat_map(|sets| sets.iter().enumerate());
        stated.filter(|(i, _)| self.values.values()[*i] == 0).map(|(_, set)| set.len()).sum()
    }

    /// The puzzle of the givens and the candidates stated for the other cells. Placed digits are
    /// not trusted: their cells may hold anything; nor are a player's notes. What was not understood
    /// is left out.
    pub fn to_puzzle(&self) -> Puzzle {
        if self.are_notes {
            return self.ruled(Puzzle::new(self.givens.clone()));
        }
        let all = self.board().digits();
        self.puzzle_of(&self.givens, |cell, stated| match self.values.get(cell) {
            Some(_) if self.givens.get(cell).is_none() => all,
            _ => stated,
        })
    }

    /// The puzzle in which placed digits count as clues.
    pub fn to_puzzle_with_placed(&self) -> Puzzle {
        self.puzzle_of(&self.values, |_, stated| stated)
    }

    fn puzzle_of(&self, clues: &Grid, allow: impl Fn(Cell, DigitSet) -> DigitSet) -> Puzzle {
        self.ruled(match &self.candidates {
            None => Puzzle::new(clues.clone()),
            Some(stated) => {
                let sets = self.board().cells().map(|c| allow(c, stated[c.index()])).collect();
                Puzzle::with_candidates(clues.clone(), sets)
                    .expect("there is one set for each cell")
            }
        })
    }

    fn ruled(&self, puzzle: Puzzle) -> Puzzle {
        if self.rules.is_empty() {
            return puzzle;
        }
        puzzle.with_rules(self.rules.clone()).expect("the rules fit the board of the document")
    }

    /// What the document says that cannot be true: equal digits in a house (E05), digits that the
    /// candidates exclude and empty cells without candidates (E06).
    pub fn content_errors(&self) -> Vec<FormatError> {
        let board = self.board();
        let mut errors = Vec::new();
        for conflict in Puzzle::new(self.values.clone()).conflicts() {
            let last = conflict.cells.last().copied();
            let name = last.map(|c| board.name(c)).unwrap_or_default();
            let what = conflict.describe(board);
            let error = FormatError::new(Code::Conflict, what)
                .in_cell(name)
                .found(conflict.digit.to_string(), "each digit once in a house");
            errors.push(error.hint("change or clear one of them"));
        }
        let stated = self.candidates.as_ref().filter(|_| !self.are_notes);
        for (cell, &set) in board.cells().zip(stated.into_iter().flatten()) {
            let error = match self.values.get(cell) {
                Some(digit) if !set.contains(digit) => {
                    let what = format!("{digit} stands in a cell whose candidates are {set}");
                    FormatError::new(Code::CandidateConflict, what)
                        .found(digit.to_string(), format!("one of {set}"))
                        .hint("remove the digit or put it back among the candidates")
                }
                None if set.is_empty() => {
                    FormatError::new(Code::CandidateConflict, "the cell has no candidate left")
                        .found("no candidate", "at least one")
                        .hint("with --lenient such a cell may hold any digit")
                }
                _ => continue,
            };
            errors.push(error.in_cell(board.name(cell)));
        }
        errors
    }
}

impl From<&Puzzle> for Document {
    /// The clues as givens, the stated candidates as candidates, the rules as rules.
    fn from(puzzle: &Puzzle) -> Document {
        let rules = puzzle.rules().as_slice().to_vec();
        let document = Document { rules, ..Document::new(puzzle.clues().clone()) };
        match puzzle.stated_candidates() {
            Some(stated) => document.with_candidates(stated),
            None => document,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Digit;

    fn grid(line: &str) -> Grid {
        line.parse::<Puzzle>().unwrap().clues().clone()
    }

    #[test]
    fn givens_placed_digits_and_candidates_are_kept_apart() {
        let mut placed = Grid::empty(Board::of_size(4).unwrap());
        placed.set(Cell::new(0), Digit::from_number(3).unwrap());
        placed.set(Cell::new(1), Digit::from_number(2).unwrap());
        let givens = Grid::from_values(placed.board().clone(), &[1; 16].map(|_| 0u8)).unwrap();
        let mut document = Document::new(givens).with_placed(&placed);
        document = document.with_candidates(&[DigitSet::EMPTY; 16]);
        assert_eq!((document.n_placed(), document.n_candidates()), (2, 0));
        assert_eq!(document.to_puzzle().n_clues(), 0);
        assert_eq!(document.to_puzzle().allowed(Cell::new(0)).len(), 4);
        assert_eq!(document.to_puzzle_with_placed().n_clues(), 2);
        let codes: Vec<Code> = document.content_errors().iter().map(|e| e.code()).collect();
        assert_eq!(codes, [Code::CandidateConflict; 14]);
    }

    #[test]
    fn a_conflict_names_house_and_cells() {
        let document = Document::new(grid("11.............."));
        let errors: Vec<String> = document.content_errors().iter().map(|e| e.to_string()).collect();
        assert_eq!(errors.len(), 2);
        assert_eq!(
            errors[0],
            "r1c2: digit 1 twice in row 1 (r1c1, r1c2); change or clear one of them [E05]"
        );
    }

    #[test]
    fn a_puzzle_and_its_document_are_the_same_thing() {
        let puzzle: Puzzle = "1..............4".parse().unwrap();
        assert_eq!(Document::from(&puzzle).to_puzzle(), puzzle);
        let stated = vec![DigitSet::all(4); 16];
        let sukaku = Puzzle::with_candidates(Grid::empty(puzzle.board().clone()), stated).unwrap();
        assert_eq!(Document::from(&sukaku).to_puzzle(), sukaku);
    }
}
