//! What a step points at, as data, so that whoever shows it draws in its own manner: the SVG of
//! [`crate::picture`], the board of [`crate::terminal`] and the page read nothing else.

use crate::rule_mark::RuleMark;
use crate::step::{CellDigit, marks};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use sudolab::formats::Document;
use sudolab::{Told, Wrong};
use sudolab_grid::nine::{Candidate, Cell};
use sudolab_grid::{Board, HouseKind, Puzzle};
use sudolab_logic::explain::shown::Shown;
use sudolab_logic::position::{Breach, Position, PositionError};
use sudolab_logic::start::WrongEntry;
use sudolab_logic::step::Effect;

/// A line from one candidate to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Link {
    /// Where it begins.
    pub from: CellDigit,
    /// Whether it belongs to a step that the chain leans on on its way.
    #[serde(default)]
    pub nested: bool,
    /// Whether one of both has to be true; a weak link says that not both are.
    pub strong: bool,
    /// Where it ends.
    pub to: CellDigit,
}

/// The position before a step, and what its reason points at.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Drawing {
    /// The board, where it is not the plain 9x9 one. It stays here: who reads a drawing knows the
    /// board from the puzzle.
    #[serde(skip)]
    pub board: Option<Arc<Board>>,
    /// Placed digits that keep a digit from the other cells of a house.
    #[serde(default)]
    pub blockers: Vec<CellDigit>,
    /// The candidates of each cell before the step, as digits; one text for a filled cell.
    pub candidates: Vec<String>,
    /// The cells that hold the pattern.
    pub cells: Vec<String>,
    /// The clues as a line.
    #[serde(default)]
    pub clues: String,
    /// The candidates that go.
    #[serde(default)]
    pub eliminations: Vec<CellDigit>,
    /// The houses it lies in, such as `row 2`.
    pub houses: Vec<String>,
    /// Lines between candidates.
    pub links: Vec<Link>,
    /// Candidates that are false on the way.
    pub off: Vec<CellDigit>,
    /// Candidates that are true on the way, or that hold the pattern.
    pub on: Vec<CellDigit>,
    /// The digits that are placed.
    #[serde(default)]
    pub placements: Vec<CellDigit>,
    /// What the rules of the puzzle look like. It stays here as the board does.
    #[serde(skip)]
    pub rules: Vec<RuleMark>,
    /// What is shown, in a few words.
    #[serde(default)]
    pub title: String,
    /// The digits before the step as a line.
    pub values: String,
    /// Cells that are wrong.
    #[serde(default)]
    pub wrong: Vec<String>,
}

/// What a sign of a drawing means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sign {
    /// A house of the pattern.
    House,
    /// A cell of the pattern.
    Cell,
    /// A digit that is placed.
    Placed,
    /// A candidate that goes.
    Removed,
    /// A candidate that is true on the way.
    On,
    /// A candidate that is false on the way.
    Off,
    /// A placed digit that blocks.
    Blocker,
    /// A cell that is wrong.
    Wrong,
    /// One of two candidates is true.
    Strong,
    /// Not both of two candidates are.
    Weak,
    /// A link of a step on the way.
    Nested,
}

impl Sign {
    /// Every sign, in the order of a legend.
    pub const ALL: [Sign; 11] = [
        Sign::House,
        Sign::Cell,
        Sign::Placed,
        Sign::Removed,
        Sign::On,
        Sign::Off,
        Sign::Blocker,
        Sign::Wrong,
        Sign::Strong,
        Sign::Weak,
        Sign::Nested,
    ];

    /// Its meaning.
    pub fn words(self) -> &'static str {
        match self {
            Sign::House => "house the pattern lies in",
            Sign::Cell => "cell of the pattern",
            Sign::Placed => "is placed",
            Sign::Removed => "goes",
            Sign::On => "holds the pattern, or true on the way",
            Sign::Off => "false on the way",
            Sign::Blocker => "blocks the other cells of the house",
            Sign::Wrong => "is wrong",
            Sign::Strong => "if one end is false, the other is true",
            Sign::Weak => "if one end is true, the other is false",
            Sign::Nested => "link of a step on the way",
        }
    }
}

impl Drawing {
    /// What a step points at.
    pub fn new(told: &Told) -> Drawing {
        let (position, step) = (&told.position, &told.hint.step);
        let shown = Shown::of_step(position, step);
        Drawing::of(position, step.technique.name(), &step.effect, &shown)
    }

    /// A position, what changes in it, and what is pointed at.
    pub fn of(position: &Position, title: &str, effect: &Effect, shown: &Shown) -> Drawing {
        let mark = |c: Candidate| marks(&[c]).swap_remove(0);
        let link = |nested: bool| {
            move |&(from, to, strong): &(Candidate, Candidate, bool)| Link {
                from: mark(from),
                nested,
                strong,
                to: mark(to),
            }
        };
        Drawing {
            blockers: marks(&shown.blockers),
            cells: shown.cells.into_iter().map(|cell| cell.to_string()).collect(),
            eliminations: marks(&effect.eliminations),
            houses: shown.houses.iter().map(ToString::to_string).collect(),
            links: shown
                .links
                .iter()
                .map(link(false))
                .chain(shown.nested.iter().map(link(true)))
                .collect(),
            off: marks(&shown.off),
            on: marks(&shown.on),
            placements: marks(&effect.placements),
            ..Drawing::position(position, title)
        }
    }

    /// A position with its pencil marks, nothing pointed at.
    pub fn position(position: &Position, title: &str) -> Drawing {
        let candidates = |cell: Cell| match position.value(cell) {
            Some(digit) => digit.to_string(),
            None => position.marks().candidates(cell).into_iter().map(|d| d.to_string()).collect(),
        };
        let symbol =
            |cell: Cell| position.value(cell).map_or_else(|| ".".into(), |d| d.to_string());
        let clue = |cell: Cell| match position.givens().contains(cell) {
            true => symbol(cell),
            false => ".".into(),
        };
        Drawing {
            candidates: Cell::all().map(candidates).collect(),
            clues: Cell::all().map(clue).collect(),
            title: title.to_owned(),
            values: Cell::all().map(symbol).collect(),
            ..Drawing::default()
        }
    }

    /// A puzzle of any kind before its first step, without pencil marks.
    pub fn clues(puzzle: &Puzzle, title: &str) -> Drawing {
        let board = puzzle.board();
        let value = |cell| puzzle.clues().get(cell).map(|digit| board.value(digit).to_string());
        let plain = board.is_classic() && !puzzle.has_rules();
        let marks = puzzle.rules().iter().flat_map(|rule| rule.marks(board));
        Drawing {
            board: (!plain).then(|| board.clone()),
            candidates: board.cells().map(|cell| value(cell).unwrap_or_default()).collect(),
            clues: puzzle.clues().to_string(),
            rules: marks.filter_map(RuleMark::of).collect(),
            title: title.to_owned(),
            values: puzzle.clues().to_string(),
            ..Drawing::default()
        }
    }

    /// A position of the classic board in which something is wrong, with the cells marked; none for
    /// other boards.
    pub fn wrong(document: &Document, wrong: &Wrong) -> Option<Drawing> {
        const TITLE: &str = "This position is wrong";
        let puzzle = document.to_puzzle_with_placed();
        if !puzzle.board().is_classic() {
            return None;
        }
        let mut drawing = match Position::from_puzzle(&puzzle) {
            Ok(position) => Drawing::position(&position, TITLE),
            Err(_) => Drawing {
                candidates: vec![String::new(); 81],
                title: TITLE.to_owned(),
                values: puzzle.clues().to_string(),
                ..Drawing::default()
            },
        };
        drawing.clues = document.givens().to_string();
        let cells = match wrong {
            Wrong::Clash(PositionError::Conflict { first, second, .. }) => vec![*first, *second],
            Wrong::Entry(WrongEntry::Digit { cell, .. } | WrongEntry::Marks { cell })
            | Wrong::Broken(Breach::EmptyCell(cell)) => vec![*cell],
            Wrong::Broken(Breach::NoPlace { house, .. }) => {
                drawing.houses.push(house.to_string());
                Vec::new()
            }
            Wrong::Clash(_) | Wrong::Lost => Vec::new(),
        };
        drawing.wrong = cells.iter().map(ToString::to_string).collect();
        Some(drawing)
    }

    /// The signs that occur in it, in the order of a legend.
    pub fn signs(&self) -> Vec<Sign> {
        let has = |sign: &Sign| match sign {
            Sign::House => !self.houses.is_empty(),
            Sign::Cell => !self.cells.is_empty(),
            Sign::Placed => !self.placements.is_empty(),
            Sign::Removed => !self.eliminations.is_empty(),
            Sign::On => self.on.iter().any(|mark| self.sign_of(mark) == Some(Sign::On)),
            Sign::Off => self.off.iter().any(|mark| self.sign_of(mark) == Some(Sign::Off)),
            Sign::Blocker => !self.blockers.is_empty(),
            Sign::Wrong => !self.wrong.is_empty(),
            Sign::Strong => self.links.iter().any(|link| link.strong && !link.nested),
            Sign::Weak => self.links.iter().any(|link| !link.strong && !link.nested),
            Sign::Nested => self.links.iter().any(|link| link.nested),
        };
        Sign::ALL.into_iter().filter(has).collect()
    }

    /// The sign that a candidate bears: what happens to it goes before what is said on the way.
    pub fn sign_of(&self, mark: &CellDigit) -> Option<Sign> {
        match () {
            () if self.placements.contains(mark) => Some(Sign::Placed),
            () if self.eliminations.contains(mark) => Some(Sign::Removed),
            () if self.on.contains(mark) => Some(Sign::On),
            () if self.off.contains(mark) => Some(Sign::Off),
            () => None,
        }
    }
}

/// Whether some value of a board has more than one figure.
pub(crate) fn is_wide(board: &Board) -> bool {
    board.digits().iter().any(|digit| !(0..=9).contains(&board.value(digit)))
}

/// Whether no box ends between two cells; so it is where neither has a box.
pub(crate) fn same_box(board: &Board, a: sudolab_grid::Cell, b: sudolab_grid::Cell) -> bool {
    let boxes = |cell| {
        let of = board.houses_of(cell).iter().map(|&house| &board.houses()[house]);
        of.filter(|house| house.kind() == HouseKind::Box)
    };
    boxes(a).any(|house| house.cells().contains(&b))
        || (boxes(a).next().is_none() && boxes(b).next().is_none())
}
