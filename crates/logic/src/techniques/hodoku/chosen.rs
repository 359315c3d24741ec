//! A step as HoDoKu takes it.

use super::notation;
use crate::position::Position;
use crate::step::{Effect, Escape, Reason, Step};
use crate::technique::Technique;
use crate::techniques::{colours, sue_de_coq};
use sudolab_grid::nine::{Candidate, Cells, House, HouseKind};

/// The step a search of HoDoKu takes: what it does, and what HoDoKu would write about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Technique, effect and reason.
    pub step: Step,
    /// The eliminations in the order in which HoDoKu makes them. The order decides
    /// which singles come next, and how the step is written.
    pub eliminations: Vec<Candidate>,
    /// What HoDoKu writes about it, where the reason does not tell.
    pub text: Option<String>,
}

impl Chosen {
    /// A step as HoDoKu makes it in a position.
    pub fn of(position: &Position, step: Step) -> Self {
        let eliminations = in_order(position, &step);
        Self { step, eliminations, text: None }
    }

    /// A step that places a digit.
    pub fn placement(technique: Technique, single: Candidate, reason: Reason) -> Self {
        let effect = Effect::place(single.cell, single.digit);
        Self { step: Step { technique, effect, reason }, eliminations: Vec::new(), text: None }
    }

    /// A step that removes candidates, given in HoDoKu's order.
    pub fn removal(technique: Technique, eliminations: Vec<Candidate>, reason: Reason) -> Self {
        let effect = Effect::remove(eliminations.iter().copied());
        Self { step: Step { technique, effect, reason }, eliminations, text: None }
    }

    /// With what HoDoKu writes before the effect.
    pub(crate) fn told(mut self, mut pattern: String) -> Self {
        notation::effect(&mut pattern, &self);
        self.text = Some(pattern);
        self
    }

    /// The name HoDoKu gives the step.
    pub fn name(&self) -> &'static str {
        notation::name(self)
    }

    /// What HoDoKu writes after the name in the position it was found in: digits, cells and effect.
    pub fn detail(&self, position: &Position) -> String {
        notation::detail(position, self)
    }
}

/// The eliminations of a step in the order in which HoDoKu comes by them: most often that of the
/// cells, else house by house or part by part, and then some of them twice.
fn in_order(position: &Position, step: &Step) -> Vec<Candidate> {
    let gone = &step.effect.eliminations;
    let union =
        |houses: &[House]| houses.iter().fold(Cells::EMPTY, |set, house| set.union(house.cells()));
    match &step.reason {
        Reason::NakedSubset { cells, digits, .. } => cells
            .common_houses()
            .flat_map(|house| position.among(house.cells().without(*cells), *digits))
            .collect(),
        Reason::UniqueLoop(unique) => match unique.escape {
            Escape::NakedSubset { cells, house, others, digits } => {
                let members = cells.union(others);
                let in_block = |shared: &House| shared.kind() == HouseKind::Box;
                let block = members.common_houses().find(in_block).filter(|&block| block != house);
                [house]
                    .into_iter()
                    .chain(block)
                    .flat_map(|house| position.among(house.cells().without(members), digits))
                    .collect()
            }
            _ => gone.clone(),
        },
        Reason::Fish { base, cover, .. } => {
            let base = union(base);
            let n_covers =
                |c: &&Candidate| cover.iter().filter(|h| h.cells().contains(c.cell)).count();
            let outside = gone.iter().filter(|c| !base.contains(c.cell));
            outside.chain(gone.iter().filter(|c| n_covers(c) > 1)).copied().collect()
        }
        Reason::Colours { digit, groups } => {
            colours::parts(position, step.technique, *digit, groups)
                .into_iter()
                .flatten()
                .map(|cell| Candidate::new(cell, *digit))
                .collect()
        }
        Reason::SueDeCoq { crossing, houses, wings } => {
            sue_de_coq::lost(position, *crossing, *houses, *wings).collect()
        }
        _ => gone.clone(),
    }
}
