//! Which demands exclude each other: some of them without which there would be a timetable.
//!
//! By deletion: as long as the rest still has no solution, demands are left out, many at a time and
//! then one by one. What is left cannot be made smaller: each of it, left out alone, opens a way.

use sudolab_exact::ExactSolver;
use sudolab_grid::Timetable;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::timetable::Term;

/// Demands that exclude each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clashing {
    /// The demands, in the order of the timetable.
    pub terms: Vec<Term>,
    /// Whether none of them can be spared; not known when it was stopped on the way.
    pub is_minimal: bool,
}

impl Clashing {
    /// The clashing demands of a timetable that is known to be impossible.
    pub fn of(table: &Timetable, halt: &Halt<'_>) -> Clashing {
        let mut kept = table.terms().to_vec();
        let is_minimal = shrink(table, &mut kept, halt).is_ok();
        Clashing { terms: kept, is_minimal }
    }
}

fn shrink(table: &Timetable, kept: &mut Vec<Term>, halt: &Halt<'_>) -> Result<(), Stop> {
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < kept.len() {
            let end = (at + size).min(kept.len());
            let rest: Vec<Term> = kept[..at].iter().chain(&kept[end..]).copied().collect();
            if is_impossible(&table.with_terms(rest.clone()), halt)? {
                *kept = rest;
            } else {
                at = end;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Ok(())
}

fn is_impossible(table: &Timetable, halt: &Halt<'_>) -> Result<bool, Stop> {
    let puzzle = table.puzzle().expect("a timetable is checked when it is made");
    let count = ExactSolver::kept(|solver| solver.count_within(&puzzle, 1, halt))?;
    Ok(count.solutions == 0)
}
