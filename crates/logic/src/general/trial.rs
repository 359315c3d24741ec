//! Trial: a candidate is taken for true, and singles, rules and locked candidates lead to a dead end.
//!
//! Of all candidates that fall in this way the one with the fewest steps is told. A person would
//! call it bifurcation, and it is named for what it is.

use super::position::Position;
use super::rules::{self, Quiet, Said};
use super::step::{Dead, Effect, Reason, Step};
use super::{first, locked, singles};
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{COMMON, Family};
use crate::technique::Technique;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::{Cell, Digit};

/// Steps that may follow from one candidate before it is let be.
const MOST_STEPS: usize = 60;

/// A candidate that leads to a dead end.
pub static TRIAL: Entry =
    Entry::new("trial", "Trial", Family::LastResort, COMMON).elsewhere().taught_by(&Lesson {
        what: "A candidate is taken for true, and singles, rules and locked candidates follow, until a \
               cell has no candidate left, a digit no place, or a rule no filling: so the candidate \
               goes.",
        why: "If the candidate were true, everything that followed from it would be true as well. Its \
              end is impossible, so the candidate is false.",
        when: "When no pattern is left to find. Of all candidates that fall in this way the one with \
               the fewest steps is told.",
        other_names: &["Bifurcation", "Nishio where it is one digit only"],
        example: r#"{"puzzle": "....................................", "candidates": [ "12", "123456", "123456", "13", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "23", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456", "123456"]}"#,
    });

/// The candidate that is refuted in the fewest steps; cells with few candidates first.
pub(super) fn find(
    position: &Position,
    quiet: &Quiet,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Step>, Stop> {
    let mut cells: Vec<Cell> = position.open().collect();
    cells.sort_by_key(|&cell| position.candidates(cell).len());
    let mut best: Option<(Vec<Step>, Cell, Digit, Dead)> = None;
    for cell in cells {
        for digit in position.candidates(cell).iter() {
            let most = best.as_ref().map_or(MOST_STEPS, |(steps, ..)| steps.len());
            if most == 0 {
                break;
            }
            let followed = follow(position, (cell, digit), quiet, most, pulse)?;
            if let Some(dead) = followed.dead {
                best = Some((followed.steps, cell, digit, dead));
            }
        }
        // A short refutation in a cell with few candidates is not improved upon.
        if best.as_ref().is_some_and(|(steps, ..)| steps.len() <= 6) {
            break;
        }
    }
    Ok(best.map(|(steps, cell, digit, dead)| Step {
        technique: Technique::Trial,
        effect: Effect { eliminations: vec![(cell, digit)], ..Effect::default() },
        reason: Reason::Trial { tried: (cell, digit), steps, dead },
    }))
}

/// What followed from a candidate.
pub(super) struct Followed {
    pub(super) steps: Vec<Step>,
    pub(super) dead: Option<Dead>,
    /// Where the steps led.
    pub(super) position: Position,
}

/// Follows a candidate by singles, rules and locked candidates, for so many steps at the most.
pub(super) fn follow(
    position: &Position,
    tried: (Cell, Digit),
    quiet: &Quiet,
    most: usize,
    pulse: &mut Pulse<'_>,
) -> Result<Followed, Stop> {
    let mut position = position.clone();
    let mut quiet = quiet.clone();
    position.place(tried.0, tried.1);
    let mut steps: Vec<Step> = Vec::new();
    // Each round looks at every candidate. Counted as one piece like the choices of a fish, rounds on a
    // large board kept a limit waiting for a second.
    let candidates = position.board().n_cells() * position.board().size();
    loop {
        pulse.beat(candidates as u64)?;
        if let Some(dead) = position.dead() {
            return Ok(Followed { steps, dead: Some(dead), position });
        }
        if steps.len() + 1 >= most {
            return Ok(Followed { steps, dead: None, position });
        }
        let single = first(|visit| singles::naked(&position, visit))
            .or_else(|| first(|visit| singles::hidden(&position, visit)));
        let step = match single {
            Some(step) => step,
            None => match rules::find(&position, &mut quiet, pulse)? {
                Said::Step(step) => step,
                Said::Dead(dead) => return Ok(Followed { steps, dead: Some(dead), position }),
                Said::Nothing => match first(|visit| locked::find(&position, visit)) {
                    Some(step) => step,
                    None => return Ok(Followed { steps, dead: None, position }),
                },
            },
        };
        position.apply(&step.effect);
        steps.push(step);
    }
}
