//! What several searches of one position share.

use super::choice::{Taken, firsts};
use super::order::Search;
use super::{Chosen, HodokuStep};
use crate::position::Position;
use crate::tabling::{self, Tabling};
use crate::technique::Technique;
use crate::techniques::hodoku::sets;
use sudolab_grid::halt::{Pulse, Stop};

/// What one search counts for on the pulse, beside what it counts itself.
const SEARCH: u64 = 1024;

const TESTS: [Technique; 7] = [
    Technique::UniqueRectangle1,
    Technique::UniqueRectangle2,
    Technique::UniqueRectangle3,
    Technique::UniqueRectangle4,
    Technique::UniqueRectangle5,
    Technique::UniqueRectangle6,
    Technique::HiddenRectangle,
];
const AVOIDABLE: [Technique; 2] = [Technique::AvoidableRectangle1, Technique::AvoidableRectangle2];
const FINNED: [[Technique; 2]; 3] = [
    [Technique::FinnedXWing, Technique::SashimiXWing],
    [Technique::FinnedSwordfish, Technique::SashimiSwordfish],
    [Technique::FinnedJellyfish, Technique::SashimiJellyfish],
];

/// The tables of a rater, and what was found in one position.
pub(super) struct Desk<'a> {
    pub tabling: &'a mut Tabling,
    rectangles: Option<[Option<Chosen>; 7]>,
    avoidable: Option<[Option<Chosen>; 2]>,
    finned: [Option<[Option<Chosen>; 2]>; 3],
    sets: Option<sets::Sets>,
}

impl<'a> Desk<'a> {
    pub fn new(tabling: &'a mut Tabling) -> Self {
        Self { tabling, rectangles: None, avoidable: None, finned: [None, None, None], sets: None }
    }

    /// The step that a search takes.
    pub fn search(
        &mut self,
        position: &Position,
        search: Search,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<HodokuStep>, Stop> {
        pulse.beat(SEARCH)?;
        let chosen = (search.row().take)(self, position, pulse)?;
        Ok(chosen.map(|chosen| HodokuStep { search, chosen }))
    }

    /// The first step of one of the uniqueness tests, each rectangle put to all of them.
    pub fn rectangle(&mut self, position: &Position, test: usize, pulse: &mut Pulse<'_>) -> Taken {
        if self.rectangles.is_none() {
            self.rectangles = Some(firsts(TESTS, false, position, pulse)?);
        }
        Ok(self.rectangles.as_mut().and_then(|found| found[test].take()))
    }

    pub fn avoidable(&mut self, position: &Position, kind: usize, pulse: &mut Pulse<'_>) -> Taken {
        if self.avoidable.is_none() {
            self.avoidable = Some(firsts(AVOIDABLE, false, position, pulse)?);
        }
        Ok(self.avoidable.as_mut().and_then(|found| found[kind].take()))
    }

    /// A finned fish that is not sashimi (0), or one that is (1), which is only known when there is
    /// none of the first kind.
    pub fn finned(
        &mut self,
        position: &Position,
        size: usize,
        kind: usize,
        pulse: &mut Pulse<'_>,
    ) -> Taken {
        if self.finned[size - 2].is_none() {
            self.finned[size - 2] = Some(firsts(FINNED[size - 2], true, position, pulse)?);
        }
        Ok(self.finned[size - 2].as_mut().and_then(|found| found[kind].take()))
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
