//! The step that a lesson's example shows.
//!
//! ```
//! use sudolab_logic::technique::Technique;
//! let (position, step) = sudolab_logic::example::of(Technique::XWing).unwrap();
//! assert_eq!(step.technique, Technique::XWing);
//! assert!(sudolab_logic::check::check(&position, &step).is_ok());
//! ```

use crate::general;
use crate::position::Position;
use crate::rating::se::{Rater, SeProfile};
use crate::step::{Because, ChainNode, Chains, Claim, Reason, Step};
use crate::technique::Technique;
use crate::techniques::{brute_force, first, fish, named};
use crate::unstopped::unstopped;
use std::ops::ControlFlow;
use sudolab_grid::formats::{ReadOptions, read_one};
use sudolab_grid::halt::Halt;
use sudolab_grid::nine::{Candidate, House};

/// The position of a technique's example and the step that is there; none for a technique without
/// lesson, which is one of your own.
pub fn of(technique: Technique) -> Option<(Position, Step)> {
    let position = technique.entry().lesson?.position().ok()?;
    let mut found = None;
    let searched = named::find(&position, technique, &mut |step| {
        found = Some(step);
        ControlFlow::Break(())
    });
    if searched.is_err() {
        // Not searched for by itself: the solution tells it, or the rating takes it.
        found = match technique {
            Technique::BruteForce => brute_force::find(&position).map(|chosen| chosen.step),
            Technique::GeneralizedXWing => ring_of_four(&position),
            _ => {
                let (mut rater, profile) = (Rater::new(), SeProfile::default());
                let next = unstopped(|halt| rater.next_within(&position, &profile, halt));
                next.map(|hint| hint.step)
            }
        };
    }
    Some((position, found.filter(|step| step.technique == technique)?))
}

/// The same of a technique that is found on other boards and with rules alone.
pub fn elsewhere(technique: Technique) -> Option<(general::Position, general::Step)> {
    let lesson = technique.entry().lesson.filter(|_| technique.entry().elsewhere)?;
    let record = read_one(lesson.example, &ReadOptions::default()).ok()?;
    let position = general::Position::new(&record.document.to_puzzle_with_placed()).ok()?;
    let halt = Halt::never();
    let (position, step) = general::Path::new(position, &halt).next()?;
    Some((position, step)).filter(|(_, step)| step.technique == technique)
}

/// An X-Wing told as a ring. The rating takes X-Wings and locked candidates before it looks for
/// rings, so its own search never meets one of four places.
fn ring_of_four(position: &Position) -> Option<Step> {
    let x_wing = first(position, |position, visit| fish::find(position, 2, visit))?;
    let Reason::Fish { digit, base, cover, .. } = x_wing.reason else { return None };
    let ([row, other_row], [column, other_column]) = (&base[..], &cover[..]) else { return None };
    let crossing = |row: &House, column: &House| row.cells().intersection(column.cells()).first();
    let steps = [
        (crossing(row, column)?, true, Because::Assumed),
        (crossing(other_row, column)?, false, Because::HouseHasIt(*column)),
        (crossing(other_row, other_column)?, true, Because::LastInHouse(*other_row)),
        (crossing(row, other_column)?, false, Because::HouseHasIt(*other_column)),
        (crossing(row, column)?, true, Because::LastInHouse(*row)),
    ];
    let nodes = steps.into_iter().zip(0u32..).map(|((cell, on, because), index)| ChainNode {
        candidate: Candidate::new(cell, digit),
        on,
        because,
        parents: index.checked_sub(1).into_iter().collect(),
    });
    let chains = Chains { claim: Claim::Cycle { end: 4 }, level: 0, nodes: nodes.collect() };
    let (technique, effect) = (Technique::GeneralizedXWing, x_wing.effect);
    Some(Step { technique, effect, reason: Reason::Chains(chains) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use std::collections::HashSet;

    #[test]
    fn every_technique_is_taught_with_a_position_in_which_it_is_found() {
        let mut texts = HashSet::new();
        for &technique in Technique::ALL {
            let id = technique.id();
            let lesson = technique.entry().lesson.unwrap_or_else(|| panic!("{id} has no lesson"));
            for text in [lesson.what, lesson.why, lesson.when] {
                assert!(text.len() > 30 && text.ends_with('.'), "{id}: {text}");
            }
            assert!(texts.insert(lesson.what), "{id} is told as another");
            if technique.entry().elsewhere {
                let (position, step) = elsewhere(technique)
                    .unwrap_or_else(|| panic!("{id} is not the first step of its example"));
                assert_eq!(general::check(&position, &step), Ok(()), "{id}");
                continue;
            }
            let (position, step) =
                of(technique).unwrap_or_else(|| panic!("{id} is not found in its example"));
            if let Err(error) = check(&position, &step) {
                panic!("{id}: {error}");
            }
        }
    }
}
