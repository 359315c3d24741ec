//! What several searches of one position share.

use super::choice::{Taken, first, firsts};
use super::order::{JointSearch, N_JOINT, Search, Take};
use super::{Chosen, HodokuStep};
use crate::position::Position;
use crate::tabling::{self, Tabling};
use crate::techniques::hodoku::sets;
use sudolab_grid::halt::{Pulse, Stop};

/// What one search counts for on the pulse, beside what it counts itself.
const SEARCH: u64 = 1024;

/// The tables of a rater, and what was found in one position.
pub(super) struct Desk<'a> {
    pub tabling: &'a mut Tabling,
    joint: [Option<Vec<Option<Chosen>>>; N_JOINT],
    sets: Option<sets::Sets>,
}

impl<'a> Desk<'a> {
    pub fn new(tabling: &'a mut Tabling) -> Self {
        Self { tabling, joint: [const { None }; N_JOINT], sets: None }
    }

    /// The step that a search takes.
    pub fn search(
        &mut self,
        position: &Position,
        search: Search,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<HodokuStep>, Stop> {
        pulse.beat(SEARCH)?;
        let chosen = match search.row().take {
            Take::Board => None,
            Take::First => first(search.techniques(), position, pulse)?,
            Take::Shared(joint) => self.shared(position, search, joint, pulse)?,
            Take::Own(take) => take(self, position, pulse)?,
        };
        Ok(chosen.map(|chosen| HodokuStep { search, chosen }))
    }

    /// What was found for a search beside others, when the first of them asked.
    fn shared(
        &mut self,
        position: &Position,
        search: Search,
        joint: &JointSearch,
        pulse: &mut Pulse<'_>,
    ) -> Taken {
        let names = joint.names();
        let found = match &mut self.joint[joint.number] {
            Some(found) => found,
            none => none.insert(firsts(&names, joint.ends_with_first, position, pulse)?),
        };
        let own = names.iter().position(|name| search.techniques().contains(name));
        Ok(own.and_then(|own| found[own].take()))
    }

    pub fn sets(
        &mut self,
        position: &Position,
        pulse: &mut Pulse<'_>,
    ) -> Result<&sets::Sets, Stop> {
        let sets = match self.sets.take() {
            Some(sets) => sets,
            None => sets::Sets::new(position, pulse)?,
        };
        Ok(self.sets.insert(sets))
    }
}

/// A step found by tables. Its eliminations go digit by digit.
pub(super) fn tabled(found: Option<tabling::Found>) -> Option<Chosen> {
    let found = found?;
    let text = Some(found.detail());
    let mut eliminations = found.step.effect.eliminations.clone();
    eliminations.sort_unstable_by_key(|c| (c.digit, c.cell));
    Some(Chosen { step: found.step, eliminations, text })
}
