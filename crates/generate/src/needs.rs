//! What a technique says about the rating of a puzzle whose hardest step it is.
//!
//! The bounds follow from the scores of the Explainer profile (`sudolab_logic::rating::se`): a fixed score,
//! or a base to which the length of a loop or chain adds. For techniques that this profile does not use
//! puzzles are judged by HoDoKu's, if that has them.

use std::ops::RangeInclusive;
use sudolab_logic::rating::Tenths;
use sudolab_logic::technique::Technique;

/// The ratings that a puzzle can have whose hardest step is of this technique; nothing for those
/// that the Explainer profile does not use.
pub(crate) fn rating_with(technique: Technique) -> Option<RangeInclusive<Tenths>> {
    use Technique::*;
    let (lowest, highest) = match technique {
        FullHouse => (10, 10),
        HiddenSingle => (12, 15),
        DirectPointing => (17, 17),
        DirectClaiming => (19, 19),
        DirectHiddenPair => (20, 20),
        NakedSingle => (23, 23),
        DirectHiddenTriple => (25, 25),
        Pointing => (26, 26),
        Claiming => (28, 28),
        NakedPair => (30, 30),
        XWing => (32, 32),
        HiddenPair => (34, 34),
        NakedTriple => (36, 36),
        Swordfish => (38, 38),
        HiddenTriple => (40, 40),
        XyWing => (42, 42),
        XyzWing => (44, 44),
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 => (45, 49),
        UniqueLoop1 | UniqueLoop2 | UniqueLoop3 | UniqueLoop4 => (46, 55),
        NakedQuad => (50, 50),
        Jellyfish => (52, 52),
        HiddenQuad => (54, 54),
        Bug1 => (56, 56),
        Bug2 | Bug3 | Bug4 => (57, 62),
        AlignedPairExclusion => (62, 62),
        GeneralizedXWing | BidirectionalXCycle | BidirectionalYCycle | TurbotFish
        | ForcingXChain => (65, 78),
        BidirectionalCycle | ForcingChain => (70, 84),
        NishioForcingChain => (75, 90),
        AlignedTripleExclusion => (75, 75),
        CellForcingChains | RegionForcingChains => (80, 95),
        DynamicContradiction | DynamicDouble | DynamicCell | DynamicRegion => (85, 119),
        _ => return None,
    };
    Some(Tenths(lowest)..=Tenths(highest))
}
