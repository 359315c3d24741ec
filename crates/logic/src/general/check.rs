//! Confirms a step from its reason, without the finders.
//!
//! What a rule leaves is counted out: every filling of its cells with the removed candidate is asked
//! whether the rule's demands are kept, in their plain meaning, and a beginning of a filling with which a
//! demand cannot be kept any more is not gone on with. Where that would be too many fillings
//! the check says so; it never confirms what it has not looked at.

use super::ground::{Ground, variables};
use super::may::may_be_kept;
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
const MOST_FILLINGS: u64 = 100_000;

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
        Reason::Total { groups, rules, .. } => {
            let Some((terms, sum)) = total_of(ground, groups, rules) else {
                return Err(Fault::Wrong("the houses share cells, or a rule says no sum"));
            };
            demands_leave(position, &[Demand::equation(terms, sum)], removed)
        }
        Reason::Forcing { group, cases } => {
            let tried: Vec<(Cell, Digit)> = cases.iter().map(|case| case.tried).collect();
            let Some(&(cell, digit)) = tried.first() else {
                return Err(Fault::Wrong("there is no case"));
            };
            let all: Vec<(Cell, Digit)> = match *group {
                None => position.candidates(cell).iter().map(|digit| (cell, digit)).collect(),
                Some(group) if !ground.groups()[group].is_full || position.has(group, digit) => {
                    return Err(Fault::Wrong("the digit need not stand there"));
                }
                Some(group) => {
                    position.places(group, digit).into_iter().map(|cell| (cell, digit)).collect()
                }
            };
            if !all.iter().all(|case| tried.contains(case)) {
                return Err(Fault::Wrong("a case is missing"));
            }
            for case in cases {
                let mut trial = position.clone();
                trial.place(case.tried.0, case.tried.1);
                for step in &case.steps {
                    check(&trial, step)?;
                    trial.apply(&step.effect);
                }
                match case.dead {
                    Some(dead) => is_dead(&trial, dead)?,
                    None => {
                        let gone = |&(cell, digit): &(Cell, Digit)| {
                            !trial.candidates(cell).contains(digit)
                        };
                        verdict(removed.iter().all(gone), "a case does not lead there")?;
                    }
                }
            }
            Ok(())
        }
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
            // Some cell is left nothing by the rule, and it is enough to find one.
            let demands = demands_of(position.ground(), rule);
            let mut cells: Vec<Cell> = demands.iter().flat_map(variables).collect();
            cells.sort_unstable();
            cells.dedup();
            let mut answer = Err(Fault::Wrong("the rule asks nothing"));
            for cell in cells {
                let gone: Vec<(Cell, Digit)> =
                    position.marks()[cell.index()].iter().map(|digit| (cell, digit)).collect();
                match demands_leave(position, &demands, &gone) {
                    Ok(()) => return Ok(()),
                    Err(fault) if answer != Err(Fault::TooLarge) => answer = Err(fault),
                    Err(_) => {}
                }
            }
            answer
        }
    }
}

/// What a rule asks, and that cells differ which see each other is asked besides.
fn demands_of(ground: &Ground, rule: usize) -> Vec<Demand> {
    let puzzle = ground.puzzle();
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

/// The sum that is left when the sums of rules are taken away from that of houses.
pub(super) fn total_of(
    ground: &Ground,
    groups: &[usize],
    rules: &[usize],
) -> Option<(Vec<(Cell, i32)>, i64)> {
    let board = ground.board();
    let mut weights = vec![0i32; board.n_cells()];
    for &group in groups {
        let group = ground.groups().get(group).filter(|group| group.is_full)?;
        for cell in &group.cells {
            weights[cell.index()] += 1;
        }
    }
    if weights.iter().any(|&weight| weight > 1) {
        return None;
    }
    let of_house: i64 = board.digits().iter().map(|digit| board.value(digit)).sum();
    let mut sum = of_house * groups.len() as i64;
    for &rule in rules {
        let demands = demands_of(ground, rule);
        let told = demands.iter().find_map(|demand| match demand {
            Demand::Sum { terms, low, high } if low == high => Some((terms, *low)),
            _ => None,
        });
        let (terms, own) = told?;
        sum -= own;
        for &(cell, weight) in terms {
            *weights.get_mut(cell.index())? -= weight;
        }
    }
    let left = board.cells().map(|cell| (cell, weights[cell.index()]));
    Some((left.filter(|(_, weight)| *weight != 0).collect(), sum))
}

/// Whether no filling of the rule's cells keeps what it asks with any of these candidates.
fn rule_leaves(position: &Position, rule: usize, gone: &[(Cell, Digit)]) -> Result<(), Fault> {
    demands_leave(position, &demands_of(position.ground(), rule), gone)
}

fn demands_leave(
    position: &Position,
    demands: &[Demand],
    gone: &[(Cell, Digit)],
) -> Result<(), Fault> {
    let all: Vec<Cell> = {
        let mut cells: Vec<Cell> = demands.iter().flat_map(variables).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    for &(cell, digit) in gone {
        // A rule about many cells is looked at demand by demand: one that refutes is enough.
        let together = counts_out(position, demands, &all, (cell, digit));
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
                        // Too many fillings, but perhaps none can be begun.
                        None if cannot_begin(position, demand, (cell, digit)) => {
                            answer = Some(true);
                            break;
                        }
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

/// Whether a demand cannot be kept with the candidate, each variable taken by itself: those that see
/// one another strike their digits first.
fn cannot_begin(position: &Position, demand: &Demand, (cell, digit): (Cell, Digit)) -> bool {
    let cells = variables(demand);
    let mut sets: Vec<DigitSet> =
        cells.iter().map(|other| position.marks()[other.index()]).collect();
    let mut certain = vec![(cell, digit)];
    while let Some((cell, digit)) = certain.pop() {
        for (other, set) in cells.iter().zip(&mut sets) {
            let before = *set;
            if *other == cell {
                *set &= DigitSet::only(digit);
            } else if position.ground().sees(cell, *other) {
                set.remove(digit);
            }
            match set.single() {
                Some(left) if before.len() > 1 && *other != cell => certain.push((*other, left)),
                _ => {}
            }
        }
    }
    if sets.iter().any(|set| set.is_empty()) {
        return true;
    }
    let of = |cell: Cell| cells.binary_search(&cell).map_or(DigitSet::EMPTY, |place| sets[place]);
    !may_be_kept(demand, &of, position.ground().lowering())
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
    // The plain meaning of a full filling; of one that has begun whether it may still be kept.
    let kept = |held: &[Digit], at: usize| {
        if at == cells.len() {
            return demands.iter().all(|demand| demand.is_kept(held, ground.lowering()));
        }
        let of = |cell: Cell| match cells.binary_search(&cell) {
            Ok(place) if place < at => DigitSet::only(held[cell.index()]),
            Ok(place) => sets[place],
            Err(_) => DigitSet::EMPTY,
        };
        demands.iter().all(|demand| may_be_kept(demand, &of, ground.lowering()))
    };
    fn fill(
        at: usize,
        cells: &[Cell],
        sets: &[DigitSet],
        held: &mut Vec<Digit>,
        budget: &mut u64,
        sees: &dyn Fn(Cell, Cell) -> bool,
        kept: &dyn Fn(&[Digit], usize) -> bool,
    ) -> Option<bool> {
        *budget = budget.checked_sub(1)?;
        if !kept(held, at) {
            return Some(false);
        }
        if at == cells.len() {
            return Some(true);
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
