//! Confirms a step from its reason, without the finders.
//!
//! What a rule leaves is counted out: every filling of its cells with the removed candidate is asked
//! whether the rule's demands are kept, in their plain meaning. Where that would be too many fillings
//! the check says so; it never confirms what it has not looked at.

use super::ground::variables;
use super::position::Position;
use super::step::{Dead, Reason, Step};
use std::fmt;
use sudolab_grid::rule::{Demand, Lowering};
use sudolab_grid::{Cell, Digit, DigitSet};

/// Why a step is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It does not follow from its reason.
    Wrong(&'static str),
    /// There are too many fillings to count out.
    TooLarge,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Wrong(what) => f.write_str(what),
            Fault::TooLarge => f.write_str("too many fillings to count out"),
        }
    }
}

impl std::error::Error for Fault {}

/// Fillings that are counted out at the most.
const MOST_FILLINGS: u64 = 400_000;

/// Whether a step follows from its reason in a position.
///
/// # Errors
/// When it does not, or when that is too much to count out.
pub fn check(position: &Position, step: &Step) -> Result<(), Fault> {
    let ground = position.ground();
    let removed = &step.effect.eliminations;
    let goes = |cell: Cell, digit: Digit| {
        position.digit(cell).is_none() && position.candidates(cell).contains(digit)
    };
    if !removed.iter().all(|&(cell, digit)| goes(cell, digit)) {
        return Err(Fault::Wrong("a removed candidate was not there"));
    }
    let lies_in = |group: usize, cell: Cell| ground.groups()[group].cells.contains(&cell);
    match &step.reason {
        Reason::NakedSingle => match step.effect.placements[..] {
            [(cell, digit)] if position.candidates(cell).single() == Some(digit) => Ok(()),
            _ => Err(Fault::Wrong("the cell has other candidates")),
        },
        Reason::HiddenSingle { group } => match step.effect.placements[..] {
            [(cell, digit)]
                if ground.groups()[*group].is_full
                    && !position.has(*group, digit)
                    && position.places(*group, digit) == [cell] =>
            {
                Ok(())
            }
            _ => Err(Fault::Wrong("the digit has another place")),
        },
        Reason::Locked { group, digit, cells } => {
            let all_there = ground.groups()[*group].is_full
                && !position.has(*group, *digit)
                && position.places(*group, *digit) == *cells;
            let sees_all = |cell: Cell| cells.iter().all(|&place| ground.sees(cell, place));
            let right = removed.iter().all(|&(cell, gone)| gone == *digit && sees_all(cell));
            verdict(all_there && right, "the digit stands elsewhere, or is not seen")
        }
        Reason::NakedSubset { group, cells, digits } => {
            let held = cells.iter().all(|&cell| {
                lies_in(*group, cell) && (position.candidates(cell) - *digits).is_empty()
            });
            let right = removed.iter().all(|&(cell, gone)| {
                digits.contains(gone) && lies_in(*group, cell) && !cells.contains(&cell)
            });
            verdict(held && right && cells.len() == digits.len(), "the cells hold more")
        }
        Reason::HiddenSubset { group, cells, digits } => {
            let placed = ground.groups()[*group].is_full
                && digits.iter().all(|digit| {
                    !position.has(*group, digit)
                        && position.places(*group, digit).iter().all(|cell| cells.contains(cell))
                });
            let right =
                removed.iter().all(|&(cell, gone)| cells.contains(&cell) && !digits.contains(gone));
            verdict(placed && right && cells.len() == digits.len(), "the digits stand elsewhere")
        }
        Reason::Fish { digit, base, cover } => {
            let disjoint = base.iter().enumerate().all(|(i, &a)| {
                base[..i]
                    .iter()
                    .all(|&b| ground.groups()[a].cells.iter().all(|&cell| !lies_in(b, cell)))
            });
            let covered = base.iter().all(|&line| {
                ground.groups()[line].is_full
                    && !position.has(line, *digit)
                    && position
                        .places(line, *digit)
                        .iter()
                        .all(|&cell| cover.iter().any(|&other| lies_in(other, cell)))
            });
            let right = removed.iter().all(|&(cell, gone)| {
                gone == *digit
                    && cover.iter().any(|&line| lies_in(line, cell))
                    && !base.iter().any(|&line| lies_in(line, cell))
            });
            verdict(
                disjoint && covered && right && base.len() == cover.len(),
                "the places are not covered",
            )
        }
        Reason::Rule { rule, .. } => rule_leaves(position, *rule, removed),
        Reason::Trial { tried, steps, dead } => {
            if *removed != [*tried] {
                return Err(Fault::Wrong("another candidate was tried"));
            }
            let mut trial = position.clone();
            trial.place(tried.0, tried.1);
            for step in steps {
                check(&trial, step)?;
                trial.apply(&step.effect);
            }
            is_dead(&trial, *dead)
        }
    }
}

fn verdict(holds: bool, otherwise: &'static str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault::Wrong(otherwise)) }
}

fn is_dead(position: &Position, dead: Dead) -> Result<(), Fault> {
    match dead {
        Dead::Cell(cell) => {
            verdict(position.candidates(cell).is_empty(), "the cell has candidates left")
        }
        Dead::Digit { group, digit } => {
            let group = &position.ground().groups()[group];
            let none = group.cells.iter().all(|&cell| !position.candidates(cell).contains(digit));
            verdict(group.is_full && none, "the digit has a place left")
        }
        Dead::Rule(rule) => {
            // No candidate of any cell is left by the rule, so it is enough to look at one cell.
            let demands = demands_of(position, rule);
            let Some(cell) = demands.iter().flat_map(variables).next() else {
                return Err(Fault::Wrong("the rule asks nothing"));
            };
            let gone: Vec<(Cell, Digit)> =
                position.marks()[cell.index()].iter().map(|digit| (cell, digit)).collect();
            rule_leaves(position, rule, &gone)
        }
    }
}

/// What a rule asks, and that cells differ which see each other is asked besides.
fn demands_of(position: &Position, rule: usize) -> Vec<Demand> {
    let puzzle = position.ground().puzzle();
    let mut lowering = Lowering::new(puzzle.board());
    let mut demands = Vec::new();
    for (number, each) in puzzle.rules().iter().enumerate() {
        let before = lowering.demands().len();
        each.lower(puzzle.board(), &mut lowering);
        if number == rule {
            demands = lowering.demands()[before..].to_vec();
        }
    }
    demands
}

/// Whether no filling of the rule's cells keeps what it asks with any of these candidates.
fn rule_leaves(position: &Position, rule: usize, gone: &[(Cell, Digit)]) -> Result<(), Fault> {
    let demands = demands_of(position, rule);
    let all: Vec<Cell> = {
        let mut cells: Vec<Cell> = demands.iter().flat_map(variables).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    for &(cell, digit) in gone {
        // A rule about many cells is looked at demand by demand: one that refutes is enough.
        let together = counts_out(position, &demands, &all, (cell, digit));
        let verdict = match together {
            Some(refuted) => refuted,
            None => {
                let mut answer = None;
                for demand in demands.iter().filter(|demand| variables(demand).contains(&cell)) {
                    let own = variables(demand);
                    match counts_out(position, std::slice::from_ref(demand), &own, (cell, digit)) {
                        Some(true) => {
                            answer = Some(true);
                            break;
                        }
                        Some(false) => answer = answer.or(Some(false)),
                        None => return Err(Fault::TooLarge),
                    }
                }
                answer.unwrap_or(false)
            }
        };
        if !verdict {
            return Err(Fault::Wrong("some filling keeps the rule"));
        }
    }
    Ok(())
}

/// Whether no filling with the candidate keeps the demands; `None` when there are too many.
fn counts_out(
    position: &Position,
    demands: &[Demand],
    cells: &[Cell],
    (cell, digit): (Cell, Digit),
) -> Option<bool> {
    let ground = position.ground();
    let sets: Vec<DigitSet> = cells
        .iter()
        .map(|&other| match other == cell {
            true => DigitSet::only(digit),
            false => position.marks()[other.index()],
        })
        .collect();
    let mut held = vec![digit; ground.lowering().n_variables()];
    let mut budget = MOST_FILLINGS;
    let kept =
        |held: &[Digit]| demands.iter().all(|demand| demand.is_kept(held, ground.lowering()));
    fn fill(
        at: usize,
        cells: &[Cell],
        sets: &[DigitSet],
        held: &mut Vec<Digit>,
        budget: &mut u64,
        sees: &dyn Fn(Cell, Cell) -> bool,
        kept: &dyn Fn(&[Digit]) -> bool,
    ) -> Option<bool> {
        *budget = budget.checked_sub(1)?;
        if at == cells.len() {
            return Some(kept(held));
        }
        for digit in sets[at].iter() {
            let clash = |&other: &Cell| held[other.index()] == digit && sees(cells[at], other);
            if cells[..at].iter().any(clash) {
                continue;
            }
            held[cells[at].index()] = digit;
            if fill(at + 1, cells, sets, held, budget, sees, kept)? {
                return Some(true);
            }
        }
        Some(false)
    }
    let sees = |a: Cell, b: Cell| ground.sees(a, b);
    fill(0, cells, &sets, &mut held, &mut budget, &sees, &kept).map(|found| !found)
}
