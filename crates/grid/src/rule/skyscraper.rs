//! Skyscrapers: how many values are seen along a line, or which is the first one hidden.

use super::judge::judge;
use super::parts::Parts;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, Grid};

/// A line of buildings as high as their values, looked at from the first one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Skyscraper {
    /// So many are seen: each that is higher than all before it. A value of 0 is no building.
    Seen(Box<[Cell]>, i64),
    /// The first that is not seen has this value.
    Hidden(Box<[Cell]>, i64),
    /// The first values rise (1) or fall (-1): a rossini clue.
    Rossini(Box<[Cell]>, i64),
}

impl Skyscraper {
    /// A line and how many are seen.
    pub fn seen(cells: Vec<Cell>, n: i64) -> Result<Skyscraper, RuleError> {
        Skyscraper::from_parts("skyscraper", Parts::numbered(n, &cells))
    }

    /// A line and the first value that is not seen.
    pub fn hidden(cells: Vec<Cell>, value: i64) -> Result<Skyscraper, RuleError> {
        Skyscraper::from_parts("hidden-skyscraper", Parts::numbered(value, &cells))
    }

    /// The cells near the border, whose values rise towards the middle or fall.
    pub fn rossini(cells: Vec<Cell>, rises: bool) -> Result<Skyscraper, RuleError> {
        let sense = if rises { 1 } else { -1 };
        Skyscraper::from_parts("rossini", Parts::numbered(sense, &cells))
    }

    fn cells(&self) -> &[Cell] {
        let (Skyscraper::Seen(cells, _)
        | Skyscraper::Hidden(cells, _)
        | Skyscraper::Rossini(cells, _)) = self;
        cells
    }

    fn number(&self) -> i64 {
        let (Skyscraper::Seen(_, n) | Skyscraper::Hidden(_, n) | Skyscraper::Rossini(_, n)) = self;
        *n
    }
}

impl RuleKind for Skyscraper {
    const NAMES: &'static [&'static str] = &["skyscraper", "hidden-skyscraper", "rossini"];

    fn name(&self) -> &'static str {
        match self {
            Skyscraper::Seen(..) => "skyscraper",
            Skyscraper::Hidden(..) => "hidden-skyscraper",
            Skyscraper::Rossini(..) => "rossini",
        }
    }

    fn parts(&self) -> Parts {
        Parts::numbered(self.number(), self.cells())
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Skyscraper, RuleError> {
        let (number, cells) = parts.numbered_line(name, 1)?;
        let cells = cells.into();
        match name {
            "skyscraper" => Ok(Skyscraper::Seen(cells, number)),
            "hidden-skyscraper" => Ok(Skyscraper::Hidden(cells, number)),
            _ if number.abs() == 1 => Ok(Skyscraper::Rossini(cells, number)),
            _ => Err(RuleError::Needs { kind: name, what: "the number 1 or -1".to_owned() }),
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        judge(grid, self.cells(), |values| match self {
            Skyscraper::Seen(_, n) => {
                let (mut highest, mut seen) = (0, 0);
                for &value in values {
                    if value > highest {
                        (highest, seen) = (value, seen + 1);
                    }
                }
                if seen == *n { Ok(()) } else { Err(format!("{seen} are seen, not {n}")) }
            }
            Skyscraper::Hidden(_, wanted) => {
                let below = |i: &usize| values[..*i].iter().any(|value| *value >= values[*i]);
                match (0..values.len()).find(below).map(|i| values[i]) {
                    Some(first) if first == *wanted => Ok(()),
                    Some(first) => Err(format!("the first hidden one is {first}, not {wanted}")),
                    None => Err(format!("none is hidden, and {wanted} should be")),
                }
            }
            Skyscraper::Rossini(_, sense) => {
                match values.windows(2).all(|pair| (pair[1] - pair[0]).signum() == *sense) {
                    true => Ok(()),
                    false => Err("they do not go on in one direction".to_owned()),
                }
            }
        })
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let cells = self.cells().to_vec();
        let automaton = match *self {
            Skyscraper::Seen(_, n) => Automaton::explore(
                (0, 0),
                board.digits(),
                |&(highest, seen): &(i64, i64), digit| {
                    let value = board.value(digit);
                    let next = if value > highest { (value, seen + 1) } else { (highest, seen) };
                    (next.1 <= n).then_some(next)
                },
                |&(_, seen)| seen == n,
            ),
            Skyscraper::Hidden(_, wanted) => Automaton::explore(
                (None, false),
                board.digits(),
                |&(highest, done): &(Option<i64>, bool), digit| {
                    let value = board.value(digit);
                    match highest {
                        _ if done => Some((None, true)),
                        Some(highest) if value <= highest => {
                            (value == wanted).then_some((None, true))
                        }
                        _ => Some((Some(value), false)),
                    }
                },
                |&(_, done)| done,
            ),
            Skyscraper::Rossini(_, sense) => {
                for (a, b) in super::judge::steps(&cells) {
                    let fits = |x, y| (board.value(y) - board.value(x)).signum() == sense;
                    lowering.demand(Demand::pair(a, b, lowering, fits));
                }
                return;
            }
        };
        let automaton = automaton.expect("there are few heights and few that are seen");
        lowering.demand(Demand::Line { cells, automaton });
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        let text = match self {
            Skyscraper::Rossini(_, 1) => "\u{2191}".to_owned(),
            Skyscraper::Rossini(..) => "\u{2193}".to_owned(),
            _ => self.number().to_string(),
        };
        vec![Mark::Outside { line: self.cells().to_vec(), text }]
    }
}
