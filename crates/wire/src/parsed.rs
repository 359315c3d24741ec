//! What a text says: the board it describes, its digits and marks, ready to be shown.

use crate::error::{Error, elsewhere};
use crate::request::PuzzleInput;
use crate::rule_mark::RuleMark;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudolab_grid::formats::{
    Document, Format, FormatError, ReadOptions, Record, WriteOptions, read_all, read_plain,
};
use sudolab_grid::module::PLAIN;
use sudolab_grid::{Cell, DigitSet, Grid};

/// Asks what a puzzle looks like.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ParseRequest {
    /// The puzzle.
    pub puzzle: PuzzleInput,
}

/// How the digits so far break a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct BreachEntry {
    /// The cells that break it together.
    pub cells: Vec<usize>,
    /// What is wrong with them: `they sum to 12, not to 10`.
    pub text: String,
}

/// A rule beside the houses, as it is written in puzzle files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RuleEntry {
    /// How the digits so far break it, if they do.
    pub breach: Option<BreachEntry>,
    /// The cells it speaks of, in its own order.
    pub cells: Vec<usize>,
    /// Its kind, such as `cage`.
    pub kind: String,
    /// How it is drawn.
    pub marks: Vec<RuleMark>,
    /// All of it, as text.
    pub text: String,
}

/// A house of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HouseEntry {
    /// Its cells by number, row by row from 0.
    pub cells: Vec<usize>,
    /// Its name, such as `row 1`.
    pub name: String,
}

/// A puzzle as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Parsed {
    /// The digits each cell may hold, where the puzzle or the player says so.
    pub candidates: Option<Vec<Vec<u16>>>,
    /// How many givens there are.
    pub clues: usize,
    /// How many columns the board has.
    pub columns: usize,
    /// All of it as a puzzle object on one line: every request takes it in place of the text.
    pub document: String,
    /// The format it was written in.
    pub format: String,
    /// The given digit of each cell, 0 for a blank.
    pub givens: Vec<u16>,
    /// The houses: no digit stands twice in one.
    pub houses: Vec<HouseEntry>,
    /// What is told about it: title, author and so on.
    pub meta: BTreeMap<String, String>,
    /// What should be known about the reading.
    pub notes: Vec<String>,
    /// The row and column of each cell, both from 0; nothing for a cell beside the grid, which nobody
    /// draws. Places that are in no cell are holes.
    pub places: Vec<Option<[usize; 2]>>,
    /// Whether the candidates are a player's notes and no part of the puzzle.
    pub player_notes: bool,
    /// The clues as a line.
    pub puzzle: String,
    /// The box or irregular region of each cell from 0, where the board has such.
    pub regions: Option<Vec<usize>>,
    /// How many rows the board has.
    pub rows: usize,
    /// Rules beside the houses.
    pub rules: Vec<RuleEntry>,
    /// How many digits there are: the side of a square board.
    pub size: usize,
    /// How each digit is written, the first one first.
    pub symbols: Vec<String>,
    /// The digit of each cell, given or placed, 0 for a blank.
    pub values: Vec<u16>,
}

impl ParseRequest {
    /// Reads the puzzle.
    ///
    /// # Errors
    /// When it is no puzzle: what is wrong, where, and what would help.
    pub fn answer(&self) -> Result<Parsed, Error> {
        Ok(Parsed::new(&self.puzzle.record()?))
    }
}

impl Parsed {
    /// What a record says.
    pub fn new(record: &Record) -> Parsed {
        let document = &record.document;
        let (board, puzzle) = (document.board(), document.to_puzzle());
        let digits = |set: &DigitSet| set.iter().map(|d| u16::from(d.value())).collect();
        let values =
            |grid: &Grid| grid.values().iter().map(|&v| u16::from(v)).collect::<Vec<u16>>();
        let houses = board.houses().iter().map(|house| HouseEntry {
            cells: house.cells().iter().map(|cell| cell.index()).collect(),
            name: house.to_string(),
        });
        let indices = |cells: &[Cell]| cells.iter().map(|cell| cell.index()).collect();
        let rules = puzzle.rules().iter().map(|rule| RuleEntry {
            breach: rule
                .holds(document.values())
                .err()
                .map(|breach| BreachEntry { cells: indices(&breach.cells), text: breach.what }),
            cells: indices(&rule.cells()),
            kind: rule.name().to_owned(),
            marks: rule.marks(board).into_iter().filter_map(RuleMark::of).collect(),
            text: rule.text(board),
        });
        let symbol = |digit| match board.symbol(digit) {
            Some(symbol) => symbol.to_string(),
            None => board.value(digit).to_string(),
        };
        let meta = document.meta.names().filter_map(|name| {
            document.meta.field(name).map(|text| (name.to_owned(), text.to_owned()))
        });
        Parsed {
            candidates: document.candidates().map(|sets| sets.iter().map(digits).collect()),
            clues: puzzle.n_clues(),
            columns: board.columns(),
            document: document_text(document),
            format: record.format.name().to_owned(),
            givens: values(document.givens()),
            houses: houses.collect(),
            meta: meta.collect(),
            notes: record.notes.iter().map(|note| note.text.clone()).collect(),
            places: board.cells().map(|cell| board.place(cell).map(Into::into)).collect(),
            player_notes: document.has_notes(),
            puzzle: puzzle.to_string(),
            regions: board.cells().map(|cell| board.box_of(cell)).collect(),
            rows: board.rows(),
            rules: rules.collect(),
            size: board.size(),
            symbols: board.digits().iter().map(symbol).collect(),
            values: values(document.values()),
        }
    }
}

/// A document as an object on one line; the plain line where an object cannot carry it.
fn document_text(document: &Document) -> String {
    match Format::Json.write(document, &WriteOptions::default()) {
        Ok(written) => written.text.trim_end().to_owned(),
        Err(_) => document.to_puzzle().to_string(),
    }
}

/// Asks for every puzzle of a text, such as the content of a file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RecordsRequest {
    /// The text, in any format that is read.
    pub text: String,
}

/// One record of a text.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct RecordEntry {
    /// How many givens there are; nothing for a record that is no puzzle.
    pub clues: Option<usize>,
    /// The puzzle as an object on one line.
    pub document: Option<String>,
    /// The line of the text it begins on, from 1.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub problem: Option<Error>,
    /// The clues as a line.
    pub puzzle: Option<String>,
    /// Its title or name, where the text gives it one.
    pub title: Option<String>,
}

impl RecordsRequest {
    /// Reads all of them; what cannot be read keeps its place.
    ///
    /// # Errors
    /// Never, but for a module of the page that leaves most formats out.
    pub fn answer(&self) -> Result<Vec<RecordEntry>, Error> {
        let entry = |read: &Result<Record, FormatError>| match read {
            Ok(record) => {
                let puzzle = record.document.to_puzzle();
                let meta = &record.document.meta;
                RecordEntry {
                    clues: Some(puzzle.n_clues()),
                    document: Some(document_text(&record.document)),
                    line: Some(record.line),
                    problem: None,
                    puzzle: Some(puzzle.to_string()),
                    title: meta.title.clone().or_else(|| meta.id.clone()),
                }
            }
            Err(error) => RecordEntry {
                clues: None,
                document: None,
                line: error.line(),
                problem: Some(error.into()),
                puzzle: None,
                title: None,
            },
        };
        if PLAIN {
            return read_plain(&self.text).ok_or_else(elsewhere).map(|read| vec![entry(&read)]);
        }
        Ok(read_all(&self.text, &ReadOptions::default()).iter().map(entry).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parsed_puzzle_travels_back_as_its_document() {
        let request = ParseRequest { puzzle: "1.3.............".into() };
        let parsed = request.answer().expect("a puzzle");
        assert_eq!((parsed.size, parsed.clues, parsed.houses.len()), (4, 2, 12));
        assert_eq!(parsed.regions.as_ref().map(|r| r[2]), Some(1));
        let again = ParseRequest { puzzle: parsed.document.as_str().into() };
        let again = again.answer().expect("the document is a puzzle");
        assert_eq!((again.givens, again.regions), (parsed.givens, parsed.regions));
    }

    #[test]
    fn rules_tell_how_they_look_and_how_the_digits_break_them() {
        let text = r#"{"v":1,"size":4,"box":[2,2],"givens":"12..............","rules":["cage 4 r1c1 r1c2","even r3c3"]}"#;
        let parsed = ParseRequest { puzzle: text.into() }.answer().expect("a puzzle");
        let [cage, even] = &parsed.rules[..] else { panic!("two rules") };
        let breach = cage.breach.as_ref().expect("1 and 2 are not 4");
        assert_eq!((&breach.cells[..], breach.text.contains('3')), (&[0, 1][..], true));
        let outline = RuleMark::Cage { cells: vec![0, 1], label: Some("4".to_owned()) };
        assert_eq!(cage.marks, [outline]);
        assert!(even.breach.is_none());
        let sign = crate::rule_mark::CellSign::Square;
        assert_eq!(even.marks, [RuleMark::Sign { cell: 10, sign }]);
        assert_eq!(parsed.symbols, ["1", "2", "3", "4"]);
    }

    #[test]
    fn a_board_with_holes_says_where_its_cells_lie() {
        let row = |text: &str| text.to_owned();
        let corner = row(".........###.........").repeat(6);
        let bridge = row(".....................").repeat(3);
        let middle = row("######.........######").repeat(3);
        let text = format!("1{}{bridge}{middle}{bridge}{corner}", &corner[1..]);
        let parsed = ParseRequest { puzzle: text.as_str().into() }.answer().expect("a puzzle");
        assert_eq!((parsed.rows, parsed.columns, parsed.size), (21, 21, 9));
        assert_eq!(parsed.places.len(), 369);
        assert_eq!(parsed.places[9], Some([0, 12]));
    }

    #[test]
    fn a_bad_record_of_a_text_keeps_its_place() {
        let request = RecordsRequest {
            text: "1.3.............\n1.3.........x9..\n..3.4...........\n".into(),
        };
        let records = request.answer().expect("records");
        assert_eq!(records.len(), 3);
        assert!(records[1].problem.is_some() && records[1].puzzle.is_none());
        assert_eq!(records[2].line, Some(3));
    }
}
