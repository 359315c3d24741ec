//! Siamese fish: two fish with the same base houses and different eliminations,
//! taken as one step. Each half holds by itself.
//!
//! Order: that of the single fish, the earlier half first; the step bears the name of
//! the earlier half.

use super::{Flow, dual, finned_fish, franken_fish, mutant_fish};
use crate::position::Position;
use crate::step::{Reason, Step};
use crate::technique::Technique;
use crate::unstopped::unstopped;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Digit, House};

/// Hands out every Siamese fish under this name; nothing for what is no finned, Franken or
/// mutant fish.
pub fn find(
    position: &Position,
    technique: Technique,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    unstopped(|halt| find_within(position, technique, &mut halt.pulse(), visit))
}

/// As [`find`], unless it is stopped.
pub(crate) fn find_within(
    position: &Position,
    technique: Technique,
    pulse: &mut Pulse<'_>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Result<Flow, Stop> {
    use Technique as T;
    // The halves by digit and base, in the order found.
    let mut halves: BTreeMap<(Digit, Vec<House>), Vec<Step>> = BTreeMap::new();
    let mut collect = |step: Step| {
        if let Reason::Fish { digit, base, .. } = &step.reason {
            let mut base = base.clone();
            base.sort_unstable();
            halves.entry((*digit, base)).or_default().push(step);
        }
        ControlFlow::Continue(())
    };
    let _ = match technique {
        T::FinnedXWing | T::SashimiXWing => finned_fish::find(position, 2, &mut collect),
        T::FinnedSwordfish | T::SashimiSwordfish => finned_fish::find(position, 3, &mut collect),
        T::FinnedJellyfish | T::SashimiJellyfish => finned_fish::find(position, 4, &mut collect),
        T::FinnedSquirmbag | T::SashimiSquirmbag => finned_fish::find(position, 5, &mut collect),
        T::FinnedWhale | T::SashimiWhale => finned_fish::find(position, 6, &mut collect),
        T::FinnedLeviathan | T::SashimiLeviathan => finned_fish::find(position, 7, &mut collect),
        T::FrankenXWing | T::FinnedFrankenXWing => {
            franken_fish::find_within(position, 2, pulse, &mut collect)?
        }
        T::FrankenSwordfish | T::FinnedFrankenSwordfish => {
            franken_fish::find_within(position, 3, pulse, &mut collect)?
        }
        T::FrankenJellyfish | T::FinnedFrankenJellyfish => {
            franken_fish::find_within(position, 4, pulse, &mut collect)?
        }
        T::FrankenSquirmbag | T::FinnedFrankenSquirmbag => {
            franken_fish::find_within(position, 5, pulse, &mut collect)?
        }
        T::FrankenWhale | T::FinnedFrankenWhale => {
            franken_fish::find_within(position, 6, pulse, &mut collect)?
        }
        T::FrankenLeviathan | T::FinnedFrankenLeviathan => {
            franken_fish::find_within(position, 7, pulse, &mut collect)?
        }
        other => match mutant_fish::size(other) {
            Some(size) => mutant_fish::find_within(position, size, true, pulse, &mut collect)?,
            None => return Ok(ControlFlow::Continue(())),
        },
    };
    for fish in halves.values() {
        for (index, first) in fish.iter().enumerate() {
            for second in &fish[index + 1..] {
                if first.effect.eliminations.first() != second.effect.eliminations.first()
                    && (first.technique == technique || second.technique == technique)
                    && visit(dual::joined(technique, first, second)).is_break()
                {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}
