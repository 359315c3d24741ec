//! Every step that a position offers now, not only the next one.
//!
//! Techniques are asked in the order of the catalogue, if their entry says so. Two steps of a technique with the same effect
//! are one: the first is kept. Left out is what a person would not look through: mutant fish, forcing
//! chains and nets, templates, unless it is asked for by name. Where nothing else is found, the step
//! that the rating would take stands for them.

use crate::hint::Hint;
use crate::origin::Premise;
use crate::position::Position;
use crate::rating::se::{self, Rater, SeProfile};
use crate::step::Effect;
use crate::technique::Technique;
use crate::techniques::named;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Halt, Stop};

/// Hands out every step of a position; what was handed out before a stop stands.
///
/// `profile` says whether techniques may assume that there is one solution; `asked` which techniques
/// are looked for, the listed ones where it names none. One that is not searched for by itself is
/// there when the rating would take it.
///
/// # Errors
/// What stopped the search.
pub fn every_step_within(
    rater: &mut Rater,
    position: &Position,
    profile: &SeProfile,
    asked: &[Technique],
    halt: &Halt<'_>,
    tell: &mut dyn FnMut(Hint),
) -> Result<(), Stop> {
    let mut found_any = false;
    let allowed = |t: Technique| profile.uniqueness || t.kind() != Premise::AssumesUnique;
    let wanted = |t: Technique| match asked {
        [] => t.entry().listed,
        asked => asked.contains(&t),
    };
    for &technique in Technique::ALL.iter().filter(|t| wanted(**t) && allowed(**t)) {
        let mut seen: Vec<Effect> = Vec::new();
        let _ = named::find_within(position, technique, halt, &mut |step| {
            if !seen.contains(&step.effect) {
                seen.push(step.effect.clone());
                let difficulty = se::price(&step);
                tell(Hint { step, difficulty });
            }
            ControlFlow::Continue(())
        })?;
        found_any |= !seen.is_empty();
    }
    if !found_any
        && let Some(hint) = rater.next_within(position, profile, halt)?
        && (asked.is_empty() || asked.contains(&hint.step.technique))
    {
        tell(Hint { step: hint.step, difficulty: Some(hint.difficulty) });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;

    fn all(line: &str, uniqueness: bool) -> Vec<Hint> {
        let position = Position::from_line(line).expect("a puzzle line");
        let mut found = Vec::new();
        let told = every_step_within(
            &mut Rater::new(),
            &position,
            &SeProfile { uniqueness },
            &[],
            &Halt::never(),
            &mut |hint| found.push(hint),
        );
        told.expect("nobody stops it");
        found
    }

    #[test]
    fn every_step_is_sound_and_stands_once() {
        let line =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
        let position = Position::from_line(line).expect("a puzzle line");
        let steps = all(line, true);
        for (i, hint) in steps.iter().enumerate() {
            check(&position, &hint.step).expect("a sound step");
            let same = |other: &Hint| {
                other.step.technique == hint.step.technique && other.step.effect == hint.step.effect
            };
            assert!(!steps[..i].iter().any(same), "twice: {:?}", hint.step);
        }
        let kinds: std::collections::BTreeSet<_> = steps.iter().map(|h| h.step.technique).collect();
        assert!(kinds.len() > 1, "{kinds:?}");
    }

    #[test]
    fn uniqueness_is_used_only_where_it_is_allowed() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        assert!(all(line, false).iter().all(|h| h.step.technique.kind() != Premise::AssumesUnique));
        assert!(!all(line, true).is_empty());
    }

    #[test]
    fn where_only_chains_are_left_the_step_of_the_rating_stands_for_them() {
        let line =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        assert!(!all(line, true).is_empty());
    }

    /// What is found of these techniques.
    fn asked(position: &Position, techniques: &[Technique]) -> Vec<Technique> {
        let (mut rater, mut found) = (Rater::new(), Vec::new());
        let profile = SeProfile::default();
        let told = &mut |hint: Hint| found.push(hint.step.technique);
        every_step_within(&mut rater, position, &profile, techniques, &Halt::never(), told)
            .expect("nobody stops it");
        found
    }

    #[test]
    fn what_is_not_listed_is_found_when_it_is_asked_for() {
        let technique = Technique::AlignedPairExclusion;
        assert!(!technique.entry().listed);
        let (position, _) = crate::example::of(technique).expect("it has an example");
        let found = asked(&position, &[technique]);
        assert!(!found.is_empty() && found.iter().all(|t| *t == technique), "{found:?}");
        assert!(!asked(&position, &[]).contains(&technique));
    }

    #[test]
    fn the_step_of_the_rating_stands_for_its_own_technique_alone() {
        let line =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let position = Position::from_line(line).expect("a puzzle line");
        let next = Rater::new()
            .next_within(&position, &SeProfile::default(), &Halt::never())
            .expect("nobody stops it")
            .expect("the rating goes on");
        let technique = next.step.technique;
        assert!(asked(&position, &[technique]).contains(&technique), "{technique:?}");
        assert_eq!(asked(&position, &[Technique::XWing]), [], "there is no X-Wing");
    }

    #[test]
    fn a_stop_is_told() {
        let raised = std::sync::atomic::AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let position = Position::empty();
        let (mut rater, profile) = (Rater::new(), SeProfile::default());
        let told = every_step_within(&mut rater, &position, &profile, &[], &halt, &mut |_| {});
        assert_eq!(told, Err(Stop::Cancelled));
    }
}
