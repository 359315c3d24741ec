//! Forcing: every candidate of a cell, or every place of a digit in a group, leads to the same.
//!
//! Each case is followed by singles, rules and locked candidates; what goes in all of them goes. A
//! case that ends dead adds nothing. This comes after [`trial`](super::trial), which needs one case
//! only.

use super::position::Position;
use super::rules::Quiet;
use super::step::{Effect, Reason, Step, Supposed};
use super::trial::follow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{COMMON, Family};
use crate::technique::Technique;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::{Cell, Digit};

/// What all cases lead to.
pub static FORCING: Entry =
    Entry::new("forcing", "Forcing", Family::LastResort, COMMON).elsewhere().taught_by(&Lesson {
        what: "Each candidate of a cell, or each place of a digit in a house, is followed by itself; \
               what goes in every one of these cases goes.",
        why: "One of the cases is true, although nobody knows which. What holds in all of them holds \
              in the true one too.",
        when: "When patterns and trials find nothing, at cells with two or three candidates and digits \
               with two or three places.",
        other_names: &["Cell Forcing Chains and Region Forcing Chains on the classic board"],
        example: r#"{"puzzle": "................................................................", "candidates": [ "12", "12345678", "12345678", "12345678", "14", "26", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "15", "12345678", "12345678", "12345678", "345", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "27", "12345678", "12345678", "12345678", "12345678", "367", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678", "12345678"]}"#,
    });

/// Cases that a person keeps apart.
const MOST_CASES: usize = 3;

/// Steps of one case.
const MOST_STEPS: usize = 60;

/// Steps of all cases together with which nobody looks for a shorter one.
const FEW_STEPS: usize = 12;

/// What every case of one choice takes away; the choice with the fewest steps.
pub(super) fn find(
    position: &Position,
    quiet: &Quiet,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Step>, Stop> {
    let mut best: Option<(usize, Step)> = None;
    for (group, choice) in choices(position) {
        let Some((n_steps, step)) = forced(position, quiet, group, &choice, pulse)? else {
            continue;
        };
        if best.as_ref().is_none_or(|(n, _)| n_steps < *n) {
            best = Some((n_steps, step));
        }
        if n_steps <= FEW_STEPS {
            break;
        }
    }
    Ok(best.map(|(_, step)| step))
}

type Choice = Vec<(Cell, Digit)>;

/// Cells with few candidates, digits with few places; the smallest first.
fn choices(position: &Position) -> Vec<(Option<usize>, Choice)> {
    let mut all: Vec<(Option<usize>, Choice)> = Vec::new();
    for cell in position.open() {
        let digits = position.candidates(cell).iter();
        all.push((None, digits.map(|digit| (cell, digit)).collect()));
    }
    for (number, group) in position.ground().groups().iter().enumerate() {
        for digit in position.board().digits().iter().filter(|_| group.is_full) {
            if !position.has(number, digit) {
                let places = position.places(number, digit);
                all.push((Some(number), places.into_iter().map(|cell| (cell, digit)).collect()));
            }
        }
    }
    all.retain(|(_, choice)| (2..=MOST_CASES).contains(&choice.len()));
    all.sort_by_key(|(_, choice)| choice.len());
    all
}

fn forced(
    position: &Position,
    quiet: &Quiet,
    group: Option<usize>,
    choice: &Choice,
    pulse: &mut Pulse<'_>,
) -> Result<Option<(usize, Step)>, Stop> {
    // What goes in every case so far.
    let mut gone: Option<Vec<(Cell, Digit)>> = None;
    let mut cases = Vec::new();
    for &tried in choice {
        let followed = follow(position, tried, quiet, MOST_STEPS, pulse)?;
        if followed.dead.is_none() {
            let lost = |&(cell, digit): &(Cell, Digit)| {
                !followed.position.candidates(cell).contains(digit)
            };
            let all = match gone {
                Some(gone) => gone,
                None => {
                    let open = position.open();
                    let all = open.flat_map(|cell| {
                        position.candidates(cell).iter().map(move |digit| (cell, digit))
                    });
                    all.collect()
                }
            };
            let left: Vec<(Cell, Digit)> = all.into_iter().filter(lost).collect();
            if left.is_empty() {
                return Ok(None);
            }
            gone = Some(left);
        }
        cases.push(Supposed { tried, steps: followed.steps, dead: followed.dead });
    }
    let Some(eliminations) = gone else { return Ok(None) };
    let n_steps = cases.iter().map(|case| case.steps.len()).sum();
    let step = Step {
        technique: Technique::Forcing,
        effect: Effect { eliminations, ..Effect::default() },
        reason: Reason::Forcing { group, cases },
    };
    Ok(Some((n_steps, step)))
}
