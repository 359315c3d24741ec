//! Where a technique belongs: its family, what it assumes, and who describes it.

use crate::technique::Technique;
use std::fmt;

/// A group of techniques that look for the same kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// The last digit for a cell, the last place for a digit.
    Singles,
    /// Locked candidates, naked and hidden sets.
    Sets,
    /// Basic, finned, Franken and mutant fish.
    Fish,
    /// Patterns of strong links of one digit, and colours.
    SingleDigit,
    /// What a puzzle with one solution cannot hold.
    Uniqueness,
    /// A few cells with few candidates, and aligned exclusions.
    Wings,
    /// Chains, loops and nets of implications.
    Chains,
    /// Almost locked sets.
    AlmostLockedSets,
    /// What is left when nothing else helps.
    LastResort,
}

impl Family {
    /// The id, such as `single-digit`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Singles => "singles",
            Self::Sets => "sets",
            Self::Fish => "fish",
            Self::SingleDigit => "single-digit",
            Self::Uniqueness => "uniqueness",
            Self::Wings => "wings",
            Self::Chains => "chains",
            Self::AlmostLockedSets => "almost-locked-sets",
            Self::LastResort => "last-resort",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// What a technique takes for granted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// The rules alone.
    Logic,
    /// That the puzzle has one solution.
    AssumesUnique,
    /// The solution itself.
    Guess,
}

impl Kind {
    /// The id: `logic`, `assumes-unique` or `guess`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Logic => "logic",
            Self::AssumesUnique => "assumes-unique",
            Self::Guess => "guess",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

const EXPLAINER: &str = "Sudoku Explainer 1.2.1";
const HODOKU: &str = "HoDoKu 2.2";
const BOTH: &str = "Sudoku Explainer 1.2.1; HoDoKu 2.2";
const THESIS: &str = "Berggren & Nilsson, A study of Sudoku solving algorithms, 2012";
const DRAFT: &str = "Berggren & Nilsson, A comparison of sudoku solving algorithms, draft, 2012";

impl Technique {
    /// Its family.
    pub const fn family(self) -> Family {
        use Technique as T;
        match self {
            T::FullHouse | T::HiddenSingle | T::NakedSingle => Family::Singles,
            T::DirectPointing
            | T::DirectClaiming
            | T::DirectHiddenPair
            | T::DirectHiddenTriple
            | T::Pointing
            | T::Claiming
            | T::LockedPair
            | T::LockedTriple
            | T::NakedPair
            | T::NakedTriple
            | T::NakedQuad
            | T::NakedQuint
            | T::NakedSextet
            | T::NakedSeptet
            | T::NakedOctet
            | T::HiddenPair
            | T::HiddenTriple
            | T::HiddenQuad
            | T::HiddenQuint
            | T::HiddenSextet
            | T::HiddenSeptet
            | T::HiddenOctet => Family::Sets,
            T::XWing
            | T::Swordfish
            | T::Jellyfish
            | T::Squirmbag
            | T::FinnedXWing
            | T::FinnedSwordfish
            | T::FinnedJellyfish
            | T::SashimiXWing
            | T::SashimiSwordfish
            | T::SashimiJellyfish
            | T::FrankenXWing
            | T::FrankenSwordfish
            | T::FrankenJellyfish
            | T::FinnedFrankenXWing
            | T::FinnedFrankenSwordfish
            | T::FinnedFrankenJellyfish
            | T::MutantXWing
            | T::MutantSwordfish
            | T::MutantJellyfish
            | T::MutantSquirmbag
            | T::MutantWhale
            | T::FinnedMutantXWing
            | T::FinnedMutantSwordfish
            | T::FinnedMutantJellyfish
            | T::FinnedMutantSquirmbag
            | T::FinnedMutantWhale => Family::Fish,
            T::Skyscraper
            | T::TwoStringKite
            | T::EmptyRectangle
            | T::TurbotFish
            | T::DualTwoStringKite
            | T::DualEmptyRectangle
            | T::SimpleColorsTrap
            | T::SimpleColorsWrap
            | T::MultiColors1
            | T::MultiColors2 => Family::SingleDigit,
            T::UniqueRectangle1
            | T::UniqueRectangle2
            | T::UniqueRectangle3
            | T::UniqueRectangle4
            | T::UniqueRectangle5
            | T::UniqueRectangle6
            | T::HiddenRectangle
            | T::AvoidableRectangle1
            | T::AvoidableRectangle2
            | T::UniqueLoop1
            | T::UniqueLoop2
            | T::UniqueLoop3
            | T::UniqueLoop4
            | T::Bug1
            | T::Bug2
            | T::Bug3
            | T::Bug4 => Family::Uniqueness,
            T::XyWing
            | T::XyzWing
            | T::WWing
            | T::AlignedPairExclusion
            | T::AlignedTripleExclusion => Family::Wings,
            T::XChain
            | T::XyChain
            | T::RemotePair
            | T::ContinuousNiceLoop
            | T::DiscontinuousNiceLoop
            | T::Aic
            | T::GroupedContinuousNiceLoop
            | T::GroupedDiscontinuousNiceLoop
            | T::GroupedAic
            | T::GeneralizedXWing
            | T::BidirectionalXCycle
            | T::BidirectionalYCycle
            | T::BidirectionalCycle
            | T::ForcingXChain
            | T::ForcingChain
            | T::NishioForcingChain
            | T::CellForcingChains
            | T::RegionForcingChains
            | T::DynamicContradiction
            | T::DynamicDouble
            | T::DynamicCell
            | T::DynamicRegion
            | T::ForcingChainContradiction
            | T::ForcingChainVerity
            | T::ForcingNetContradiction
            | T::ForcingNetVerity => Family::Chains,
            T::AlsXz | T::AlsXyWing | T::AlsXyChain | T::DeathBlossom | T::SueDeCoq => {
                Family::AlmostLockedSets
            }
            T::TemplateSet | T::TemplateDelete | T::BruteForce => Family::LastResort,
        }
    }

    /// What it takes for granted.
    pub fn kind(self) -> Kind {
        match self.family() {
            Family::Uniqueness => Kind::AssumesUnique,
            _ if self == Self::BruteForce => Kind::Guess,
            _ => Kind::Logic,
        }
    }

    /// The program or paper whose definition is followed.
    pub fn source(self) -> &'static str {
        use Technique as T;
        match self {
            T::NakedQuint | T::NakedSextet | T::NakedSeptet | T::NakedOctet => THESIS,
            T::HiddenQuint | T::HiddenSextet | T::HiddenSeptet | T::HiddenOctet => DRAFT,
            T::Squirmbag => DRAFT,
            T::BruteForce => HODOKU,
            // What both programs have under their own names.
            T::FullHouse
            | T::HiddenSingle
            | T::NakedSingle
            | T::Pointing
            | T::Claiming
            | T::NakedPair
            | T::NakedTriple
            | T::NakedQuad
            | T::HiddenPair
            | T::HiddenTriple
            | T::HiddenQuad
            | T::XWing
            | T::Swordfish
            | T::Jellyfish
            | T::XyWing
            | T::XyzWing
            | T::UniqueRectangle1
            | T::UniqueRectangle2
            | T::UniqueRectangle3
            | T::UniqueRectangle4
            | T::Bug1 => BOTH,
            _ if self.hodoku_code().is_some() => HODOKU,
            _ => EXPLAINER,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_technique_that_assumes_uniqueness_is_of_that_family_and_no_other() {
        for &technique in Technique::ALL {
            let assumes = technique.kind() == Kind::AssumesUnique;
            assert_eq!(assumes, technique.family() == Family::Uniqueness, "{technique:?}");
            assert!(!technique.source().is_empty());
        }
        assert_eq!(Technique::XWing.family().to_string(), "fish");
        assert_eq!(Technique::Skyscraper.source(), HODOKU);
        assert_eq!(Technique::DynamicCell.source(), EXPLAINER);
    }
}
