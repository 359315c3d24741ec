//! The order of hints: what a person sees first.
//!
//! A rating takes techniques in the order of its profile; there a hidden pair that yields a
//! single comes before a plain naked single, which looks absurd to a player, and a Skyscraper is
//! a "forcing X-chain of six nodes". Here singles come first, then locked candidates, then small
//! sets, then the patterns that have names, and only then what the profile finds: the two orders
//! are two settings of one search. The order for
//! a person is that of [`Catalogue::human`]; [`next_by`] takes any other, also with techniques of
//! your own.

use crate::catalogue::{Catalogue, first_for_a_person};
use crate::position::Position;
use crate::rating::Tenths;
use crate::rating::se::{self, Rater, SeProfile};
use crate::step::Step;
use crate::unstopped::unstopped;
use sudolab_grid::halt::{Halt, Stop};

/// In which order techniques are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As the rating counts them.
    Rating,
    /// Easiest to see first.
    Human,
}

/// The next step, and what the profile `se-1.2.1` asks for it when it knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// Technique, effect and reason.
    pub step: Step,
    /// The difficulty; `None` for a technique that the profile has not.
    pub difficulty: Option<Tenths>,
}

/// The next step in an order, unless the search is stopped before it is found.
///
/// `profile` says whether techniques may assume that there is one solution.
///
/// # Errors
/// What stopped the search.
pub fn next_within(
    rater: &mut Rater,
    position: &Position,
    profile: &SeProfile,
    order: Order,
    halt: &Halt<'_>,
) -> Result<Option<Hint>, Stop> {
    let seen = match order {
        Order::Human => first_for_a_person(position, profile.uniqueness, &mut halt.pulse())?,
        Order::Rating => None,
    };
    or_rated(seen, rater, position, profile, halt)
}

/// The first step that a catalogue finds; where it finds none, the one the rating would take.
///
/// # Errors
/// What stopped the search.
pub fn next_by(
    catalogue: &Catalogue,
    rater: &mut Rater,
    position: &Position,
    profile: &SeProfile,
    halt: &Halt<'_>,
) -> Result<Option<Hint>, Stop> {
    let seen = catalogue.first(position, profile.uniqueness, &mut halt.pulse())?;
    or_rated(seen, rater, position, profile, halt)
}

fn or_rated(
    seen: Option<Step>,
    rater: &mut Rater,
    position: &Position,
    profile: &SeProfile,
    halt: &Halt<'_>,
) -> Result<Option<Hint>, Stop> {
    if let Some(step) = seen {
        let difficulty = se::price(&step);
        return Ok(Some(Hint { step, difficulty }));
    }
    let hint = rater.next_within(position, profile, halt)?;
    Ok(hint.map(|hint| Hint { step: hint.step, difficulty: Some(hint.difficulty) }))
}

/// The first of the patterns with names in the order a person would see them; `None` when only
/// chains are left. `uniqueness` says whether one may assume that there is one solution.
///
/// ```
/// use sudolab_logic::{hint, position::Position, technique::Technique};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let step = hint::easiest_to_see(&Position::from_line(line).unwrap(), true).unwrap();
/// assert_eq!(step.technique, Technique::HiddenSingle);
/// ```
pub fn easiest_to_see(position: &Position, uniqueness: bool) -> Option<Step> {
    unstopped(|halt| first_for_a_person(position, uniqueness, &mut halt.pulse()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::technique::Technique;
    use std::sync::atomic::AtomicBool;

    const PUZZLE: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    #[test]
    fn both_orders_reach_the_same_solution_by_other_steps() {
        let start = Position::from_line(PUZZLE).expect("a puzzle line");
        let mut ends = Vec::new();
        let mut techniques = Vec::new();
        for order in [Order::Rating, Order::Human] {
            let mut position = start.clone();
            let mut rater = Rater::new();
            let mut used = Vec::new();
            while !position.is_solved() {
                let (profile, never) = (SeProfile::default(), Halt::never());
                let next = next_within(&mut rater, &position, &profile, order, &never);
                let hint = next.expect("nobody stops it").expect("a proper puzzle");
                crate::check::check(&position, &hint.step).expect("a sound step");
                used.push(hint.step.technique);
                hint.step.effect.apply(&mut position);
            }
            ends.push(position.values().to_vec());
            techniques.push(used);
        }
        assert_eq!(ends[0], ends[1]);
        assert_ne!(techniques[0], techniques[1]);
    }

    #[test]
    fn a_player_is_shown_a_single_where_the_rating_takes_a_direct_elimination() {
        let start = Position::from_line(PUZZLE).expect("a puzzle line");
        let mut n_direct = 0;
        Rater::new().rate_with(&start, &SeProfile::default(), |at, step| {
            let direct = [
                Technique::DirectPointing,
                Technique::DirectClaiming,
                Technique::DirectHiddenPair,
                Technique::DirectHiddenTriple,
            ];
            let seen = easiest_to_see(at, true);
            if direct.contains(&step.step.technique) {
                n_direct += 1;
                let seen = seen.expect("the elimination itself at least").technique;
                assert!(!direct.contains(&seen), "{seen:?}");
            }
            std::ops::ControlFlow::Continue(())
        });
        assert!(n_direct > 0);
        assert_eq!(easiest_to_see(&Position::empty(), true), None);
    }

    #[test]
    fn a_search_that_is_told_to_stop_says_so() {
        let hard =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let position = Position::from_line(hard).expect("a puzzle line");
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let (mut rater, profile) = (Rater::new(), SeProfile::default());
        let stopped = next_within(&mut rater, &position, &profile, Order::Human, &halt);
        assert_eq!(stopped, Err(Stop::Cancelled));
    }
}
