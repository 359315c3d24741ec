//! Siamese fish: two fish with the same base houses and different eliminations,
//! taken as one step. Each half holds by itself.
//!
//! Order: that of the single fish, the earlier half first; the step bears the name of
//! the earlier half.

use super::{Flow, dual};
use crate::entry::Scan;
use crate::origin::Family;
use crate::position::Position;
use crate::step::{Reason, Step};
use crate::technique::Technique;
use crate::unstopped::unstopped;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Digit, House};

/// Hands out every Siamese fish under this name; nothing for what is no fish.
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
    let Some(find) = technique.entry().find.filter(|_| technique.family() == Family::Fish) else {
        return Ok(ControlFlow::Continue(()));
    };
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
    let _ = find(position, Scan::Every, pulse, &mut collect)?;
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
