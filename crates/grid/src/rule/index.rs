//! Indexing: a cell says where on a line a value stands.

use super::judge::judge;
use super::parts::Parts;
use super::{Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, DigitSet, Grid};

/// A cell whose value says at which place of a line something stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Index {
    /// The first cell of the line says where in it the value stands: numbered rooms.
    Room(Box<[Cell]>, i64),
    /// A cell says where in a line the value stands.
    Fixed(Cell, Box<[Cell]>, i64),
    /// A cell says where in a line the value of another cell stands: first that other cell, then the
    /// one that says where.
    Other(Cell, Cell, Box<[Cell]>),
}

impl Index {
    /// A line, from the border on, and the value that stands where its first cell says.
    pub fn room(line: Vec<Cell>, value: i64) -> Result<Index, RuleError> {
        Index::from_parts("numbered-room", Parts::numbered(value, &line))
    }

    /// The cell that says where, the line, and the value that stands there.
    pub fn fixed(says: Cell, line: Vec<Cell>, value: i64) -> Result<Index, RuleError> {
        let parts =
            Parts { numbers: vec![value], lists: vec![vec![says], line], words: Vec::new() };
        Index::from_parts("index", parts)
    }

    /// The cell whose value is sought, the cell that says where, and the line.
    pub fn other(value: Cell, says: Cell, line: Vec<Cell>) -> Result<Index, RuleError> {
        let lists = vec![vec![value, says], line];
        Index::from_parts("value-index", Parts { lists, ..Parts::default() })
    }

    fn says(&self) -> Cell {
        match self {
            Index::Room(line, _) => line[0],
            Index::Fixed(says, ..) | Index::Other(_, says, _) => *says,
        }
    }

    fn line(&self) -> &[Cell] {
        match self {
            Index::Room(line, _) | Index::Fixed(_, line, _) | Index::Other(_, _, line) => line,
        }
    }
}

impl RuleKind for Index {
    const NAMES: &'static [&'static str] = &["numbered-room", "index", "value-index"];

    fn name(&self) -> &'static str {
        match self {
            Index::Room(..) => "numbered-room",
            Index::Fixed(..) => "index",
            Index::Other(..) => "value-index",
        }
    }

    fn parts(&self) -> Parts {
        let lists = match self {
            Index::Room(line, value) => return Parts::numbered(*value, line),
            Index::Fixed(says, line, _) => vec![vec![*says], line.to_vec()],
            Index::Other(value, says, line) => vec![vec![*value, *says], line.to_vec()],
        };
        let numbers = if let Index::Fixed(_, _, value) = self { vec![*value] } else { Vec::new() };
        Parts { numbers, lists, words: Vec::new() }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Index, RuleError> {
        if name == "numbered-room" {
            let (value, line) = parts.numbered_line(name, 1)?;
            return Ok(Index::Room(line.into(), value));
        }
        parts.expect(name, 0, usize::from(name == "index"), 2)?;
        let line: Box<[Cell]> = parts.lists[1].clone().into();
        if line.is_empty() {
            return Err(RuleError::TooFewCells { kind: name, needed: 1 });
        }
        match (parts.lists[0].as_slice(), parts.numbers.first()) {
            (&[says], Some(&value)) => Ok(Index::Fixed(says, line, value)),
            (&[value, says], None) => Ok(Index::Other(value, says, line)),
            _ => {
                let what = if name == "index" {
                    "1 cell before the line"
                } else {
                    "2 cells before the line"
                };
                Err(RuleError::Needs { kind: name, what: what.to_owned() })
            }
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let mut cells = vec![self.says()];
        cells.extend(self.line());
        if let Index::Other(value, ..) = self {
            cells.push(*value);
        }
        judge(grid, &cells, |values| {
            let line = &values[1..=self.line().len()];
            let wanted = match self {
                Index::Room(_, value) | Index::Fixed(_, _, value) => *value,
                Index::Other(..) => values[values.len() - 1],
            };
            let place = usize::try_from(values[0] - 1).ok();
            match place.and_then(|place| line.get(place)) {
                Some(&held) if held == wanted => Ok(()),
                Some(held) => Err(format!("place {} holds {held}, not {wanted}", values[0])),
                None => Err(format!("{} is no place of the line", values[0])),
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let (says, line) = (self.says(), self.line());
        let places = (1..=line.len()).filter_map(|place| board.digit_of(place as i64));
        let digits: DigitSet = places.collect();
        lowering.demand(Demand::Allowed { cell: says, digits });
        for digit in digits.iter() {
            let at = line[(board.value(digit) - 1) as usize];
            let elsewhere = Demand::Allowed { cell: says, digits: digits - DigitSet::only(digit) };
            match *self {
                Index::Other(value, ..) if value == at => {}
                Index::Other(value, ..) => {
                    let same = Demand::pair(value, at, lowering, |x, y| x == y);
                    lowering.demand(Demand::Either(vec![vec![elsewhere], vec![same]]));
                }
                Index::Room(_, value) | Index::Fixed(_, _, value) if at == says => {
                    if value != board.value(digit) {
                        lowering.demand(elsewhere);
                    }
                }
                Index::Room(_, value) | Index::Fixed(_, _, value) => {
                    let fits = |x, y| x != digit || board.value(y) == value;
                    lowering.demand(Demand::pair(says, at, lowering, fits));
                }
            }
        }
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        let name = |cell: Cell| board.name(cell);
        match self {
            Index::Room(line, value) => {
                vec![Mark::Outside { line: line.to_vec(), text: value.to_string() }]
            }
            Index::Fixed(says, line, value) => {
                let (from, to) = (name(line[0]), name(line[line.len() - 1]));
                let what =
                    format!("{} says where from {from} to {to} the {value} stands.", name(*says));
                vec![Mark::Note(what)]
            }
            Index::Other(value, says, line) => {
                let cells = [&[*value, *says], &line[..]].concat();
                let (colour, from) = (super::marks::Colour::Blue, super::marks::End::Circle);
                vec![Mark::Line { cells, colour, from, to: super::marks::End::Arrow }]
            }
        }
    }
}
