//! Counting: circles that count themselves, and cells that count the different values of others.

use super::judge::judge;
use super::marks::{Colour, InnerSign};
use super::parts::{Parts, check_cells};
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Board, Cell, DigitSet, Grid};
use std::collections::BTreeSet;

/// Values that count.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// A value in one of these cells stands in so many of them.
    Circles(Box<[Cell]>),
    /// A cell says how many different values the others hold.
    Distinct(Cell, Box<[Cell]>),
}

impl Counting {
    /// Circles that count themselves.
    pub fn circles(cells: Vec<Cell>) -> Result<Counting, RuleError> {
        Counting::from_parts("counting-circles", Parts::cells(&cells))
    }

    /// A cell that says how many different values others hold.
    pub fn distinct(says: Cell, cells: Vec<Cell>) -> Result<Counting, RuleError> {
        let lists = vec![vec![says], cells];
        Counting::from_parts("count-distinct", Parts { lists, ..Parts::default() })
    }
}

impl RuleKind for Counting {
    const NAMES: &'static [&'static str] = &["counting-circles", "count-distinct"];

    fn name(&self) -> &'static str {
        match self {
            Counting::Circles(_) => "counting-circles",
            Counting::Distinct(..) => "count-distinct",
        }
    }

    fn parts(&self) -> Parts {
        match self {
            Counting::Circles(cells) => Parts::cells(cells),
            Counting::Distinct(says, cells) => {
                Parts { lists: vec![vec![*says], cells.to_vec()], ..Parts::default() }
            }
        }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Counting, RuleError> {
        if name == "counting-circles" {
            let cells = parts.line(name, 1)?;
            return match cells.len() {
                0..=255 => Ok(Counting::Circles(cells.into())),
                _ => Err(RuleError::Needs { kind: name, what: "at most 255 cells".to_owned() }),
            };
        }
        parts.expect(name, 0, 0, 2)?;
        check_cells(name, &parts.lists[1], 1)?;
        match parts.lists[0].as_slice() {
            &[says] => Ok(Counting::Distinct(says, parts.lists[1].clone().into())),
            _ => {
                let what = "1 cell before the cells it counts".to_owned();
                Err(RuleError::Needs { kind: name, what })
            }
        }
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        match self {
            Counting::Circles(cells) => judge(grid, cells, |values| {
                for &value in values {
                    let times = values.iter().filter(|&&other| other == value).count();
                    if times as i64 != value {
                        return Err(format!("{value} stands in {times} circles"));
                    }
                }
                Ok(())
            }),
            Counting::Distinct(says, cells) => {
                let all = [&[*says], &cells[..]].concat();
                judge(grid, &all, |values| {
                    let distinct: BTreeSet<&i64> = values[1..].iter().collect();
                    match distinct.len() as i64 == values[0] {
                        true => Ok(()),
                        false => {
                            Err(format!("{} values differ, not {}", distinct.len(), values[0]))
                        }
                    }
                })
            }
        }
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        match self {
            Counting::Circles(cells) => {
                for digit in board.digits().iter() {
                    let value = board.value(digit);
                    let among = |times: u8| Demand::Among {
                        cells: cells.to_vec(),
                        multiset: vec![(digit, times, times)],
                    };
                    match u8::try_from(value) {
                        Ok(value @ 1..) if usize::from(value) <= cells.len() => lowering
                            .demand(Demand::Either(vec![vec![among(0)], vec![among(value)]])),
                        _ => lowering.demand(among(0)),
                    }
                }
            }
            Counting::Distinct(says, cells) => {
                // The set of what was read; the last digit read may be the one that counts.
                let automaton = Automaton::explore(
                    (0u64, 0u8),
                    board.digits(),
                    |&(seen, _), digit| {
                        let n = i64::from(seen.count_ones());
                        let counted = u8::from(board.value(digit) == n);
                        Some((seen | 1 << digit.index(), counted))
                    },
                    |&(_, counted)| counted == 1,
                );
                match automaton {
                    Some(automaton) => {
                        let cells = [&cells[..], &[*says]].concat();
                        lowering.demand(Demand::Line { cells, automaton });
                    }
                    None => lower_by_helpers(*says, cells, board, lowering),
                }
            }
        }
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        match self {
            Counting::Circles(cells) => {
                let sign = InnerSign::Circle;
                cells.iter().map(|&cell| Mark::Sign { cell, sign }).collect()
            }
            Counting::Distinct(says, cells) => vec![
                Mark::Shade { cells: cells.to_vec(), colour: Colour::Yellow },
                Mark::Sign { cell: *says, sign: InnerSign::Circle },
            ],
        }
    }
}

/// With many digits: one helper for each says whether it occurs, and their sum is the count.
fn lower_by_helpers(says: Cell, cells: &[Cell], board: &Board, lowering: &mut Lowering) {
    let (no, yes) = (DigitSet::from_bits(1), DigitSet::from_bits(2));
    let mut terms = vec![(says, -1)];
    for digit in board.digits().iter() {
        let helper = lowering.helper(DigitSet::all(2), vec![0, 1]);
        terms.push((helper, 1));
        let way = |digits, low, high| {
            let multiset = vec![(digit, low, high)];
            vec![
                Demand::Allowed { cell: helper, digits },
                Demand::Among { cells: cells.to_vec(), multiset },
            ]
        };
        let most = cells.len().min(255) as u8;
        lowering.demand(Demand::Either(vec![way(no, 0, 0), way(yes, 1, most)]));
    }
    lowering.demand(Demand::equation(terms, 0));
}
