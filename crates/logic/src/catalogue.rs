//! An ordered choice of techniques, also with your own.
//!
//! [`Catalogue::human`] is the order in which a person sees things, the one hints take. A
//! technique of your own is an [`Entry`] that joins at the end, or before one that is there:
//!
//! ```
//! use sudolab_logic::catalogue::Catalogue;
//! use sudolab_logic::entry::Entry;
//! use sudolab_logic::origin::Family;
//! use sudolab_logic::technique::Technique;
//! use sudolab_logic::techniques::fish;
//!
//! static WHALE: Entry = Entry::new("whale", "Whale", Family::Fish, "an example")
//!     .found_by(|position, _, _, visit| Ok(fish::find(position, 6, visit)));
//! let catalogue = Catalogue::human().with_before(Technique::XyWing, &WHALE);
//! assert_eq!(catalogue.get("whale"), Some(Technique::Own(&WHALE)));
//! ```

use crate::entry::{Entry, Scan};
use crate::origin::Premise;
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique::{self, *};
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};

/// What a person sees first:
///
/// ```text
/// singles > locked > pairs > triples > X-Wing > quads > Swordfish > one-digit patterns > wings
///   > uniqueness > colours > finned X-Wing > Jellyfish > remote pair
/// ```
///
/// One name stands for a family whose finder hands out all of them: the first of the rectangles,
/// of the graves, of the colours, of the finned fish.
const HUMAN: [Technique; 27] = [
    FullHouse,
    HiddenSingle,
    NakedSingle,
    Pointing,
    Claiming,
    NakedPair,
    HiddenPair,
    NakedTriple,
    HiddenTriple,
    XWing,
    NakedQuad,
    HiddenQuad,
    Swordfish,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    XyWing,
    EmptyRectangle,
    XyzWing,
    WWing,
    Bug1,
    UniqueRectangle1,
    AvoidableRectangle1,
    SimpleColorsTrap,
    FinnedXWing,
    Jellyfish,
    RemotePair,
];

/// An ordered choice of techniques.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Catalogue {
    techniques: Vec<Technique>,
}

impl Catalogue {
    /// No technique.
    pub const fn empty() -> Self {
        Self { techniques: Vec::new() }
    }

    /// The patterns that have names, easiest to see first.
    pub fn human() -> Self {
        Self { techniques: HUMAN.to_vec() }
    }

    /// Every technique of the list.
    pub fn all() -> Self {
        Self { techniques: Technique::ALL.to_vec() }
    }

    /// With one of your own at the end. One with the same id gives way.
    #[must_use]
    pub fn with(mut self, entry: &'static Entry) -> Self {
        self.techniques.retain(|technique| technique.id() != entry.id);
        self.techniques.push(Own(entry));
        self
    }

    /// With one of your own before another; at the end where that one is not there.
    #[must_use]
    pub fn with_before(mut self, other: Technique, entry: &'static Entry) -> Self {
        self = self.with(entry);
        if let Some(place) = self.techniques.iter().position(|&technique| technique == other) {
            let last = self.techniques.len() - 1;
            self.techniques[place..=last].rotate_right(1);
        }
        self
    }

    /// The techniques in order.
    pub fn techniques(&self) -> &[Technique] {
        &self.techniques
    }

    /// The technique with this id.
    pub fn get(&self, id: &str) -> Option<Technique> {
        self.techniques.iter().copied().find(|technique| technique.id() == id)
    }

    /// The first step that one of the techniques finds, in their order. `uniqueness` says whether
    /// one may assume that there is one solution.
    ///
    /// # Errors
    /// What stopped the search.
    pub fn first(
        &self,
        position: &Position,
        uniqueness: bool,
        pulse: &mut Pulse<'_>,
    ) -> Result<Option<Step>, Stop> {
        first_of(&self.techniques, position, uniqueness, pulse)
    }
}

/// The first step in the order in which a person sees them.
pub(crate) fn first_for_a_person(
    position: &Position,
    uniqueness: bool,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Step>, Stop> {
    first_of(&HUMAN, position, uniqueness, pulse)
}

fn first_of(
    techniques: &[Technique],
    position: &Position,
    uniqueness: bool,
    pulse: &mut Pulse<'_>,
) -> Result<Option<Step>, Stop> {
    for technique in techniques {
        let entry = technique.entry();
        let Some(find) = entry.find else { continue };
        if entry.kind == Premise::AssumesUnique && !uniqueness {
            continue;
        }
        let mut found = None;
        let _ = find(position, Scan::Explainer, pulse, &mut |step| {
            found = Some(step);
            ControlFlow::Break(())
        })?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Family;

    static NOTHING: Entry = Entry::new("nothing", "Nothing", Family::Singles, "a test")
        .found_by(|_, _, _, _| Ok(ControlFlow::Continue(())));

    #[test]
    fn an_own_technique_stands_where_it_is_put_and_only_once() {
        let human = Catalogue::human();
        let put = human.clone().with(&NOTHING).with_before(NakedSingle, &NOTHING);
        assert_eq!(put.techniques().len(), human.techniques().len() + 1);
        assert_eq!(put.techniques()[2..4], [Own(&NOTHING), NakedSingle]);
        assert_eq!(put.techniques()[4..], human.techniques()[3..]);
        let last = Catalogue::empty().with_before(NakedSingle, &NOTHING);
        assert_eq!(last.techniques(), [Own(&NOTHING)]);
        assert_eq!(human.get("nothing"), None);
    }
}
