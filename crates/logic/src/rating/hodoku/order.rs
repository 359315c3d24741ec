//! The order in which HoDoKu 2.2.0 tries its techniques, and what each costs.
//!
//! One row per search. A search may name its steps in several ways (a search for
//! simple colours finds traps and wraps), but score and level are those of the row.
//! Techniques that the default configuration leaves out have no row.

use crate::technique::Technique;
use std::fmt;

/// How hard a step or a puzzle is, in HoDoKu's five words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles only.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Quadruples, basic fish, wings, uniqueness, single-digit patterns.
    Hard,
    /// Finned fish, chains, almost locked sets.
    Unfair,
    /// Forcing chains and nets, brute force.
    Extreme,
}

impl Level {
    /// All levels, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Unfair, Self::Extreme];

    /// The highest score a puzzle of this level may have; above it the next level
    /// begins.
    pub const fn highest_score(self) -> u32 {
        match self {
            Self::Easy => 800,
            Self::Medium => 1000,
            Self::Hard => 1600,
            Self::Unfair => 1800,
            Self::Extreme => u32::MAX,
        }
    }

    /// The English word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Unfair => "Unfair",
            Self::Extreme => "Extreme",
        }
    }

    /// The level with this name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }

    /// The level of a puzzle whose hardest step has this level and whose steps cost
    /// this much together.
    pub fn raised_to(self, score: u32) -> Self {
        Self::ALL
            .into_iter()
            .find(|level| *level >= self && score <= level.highest_score())
            .unwrap_or(Self::Extreme)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

macro_rules! order {
    ($( $search:ident, $index:literal, $score:literal, $level:ident; )*) => {
        /// One row of the order: a search for a technique or for a family of them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "named after the techniques of the catalogue")]
        pub enum Search { $( $search, )* }

        impl Search {
            /// Every search, in the order in which they are tried.
            pub const ALL: &'static [Self] = &[$( Self::$search, )*];

            /// HoDoKu's sort key for the search.
            pub const fn index(self) -> u16 {
                match self { $( Self::$search => $index, )* }
            }

            /// What a step found by this search adds to the score.
            pub const fn score(self) -> u32 {
                match self { $( Self::$search => $score, )* }
            }

            /// The level of a puzzle that needs a step of this search.
            pub const fn level(self) -> Level {
                match self { $( Self::$search => Level::$level, )* }
            }
        }
    };
}

order! {
    FullHouse, 100, 4, Easy;
    NakedSingle, 200, 4, Easy;
    HiddenSingle, 300, 14, Easy;
    LockedPair, 1000, 40, Medium;
    LockedTriple, 1100, 60, Medium;
    Pointing, 1200, 50, Medium;
    Claiming, 1210, 50, Medium;
    NakedPair, 1300, 60, Medium;
    NakedTriple, 1400, 80, Medium;
    HiddenPair, 1500, 70, Medium;
    HiddenTriple, 1600, 100, Medium;
    NakedQuad, 2000, 120, Hard;
    HiddenQuad, 2100, 150, Hard;
    XWing, 2200, 140, Hard;
    Swordfish, 2300, 150, Hard;
    Jellyfish, 2400, 160, Hard;
    RemotePair, 2800, 110, Hard;
    BivalueGrave, 2900, 100, Hard;
    Skyscraper, 3000, 130, Hard;
    TwoStringKite, 3100, 150, Hard;
    TurbotFish, 3120, 120, Hard;
    EmptyRectangle, 3170, 120, Hard;
    WWing, 3200, 150, Hard;
    XyWing, 3300, 160, Hard;
    XyzWing, 3400, 180, Hard;
    UniqueRectangle1, 3500, 100, Hard;
    UniqueRectangle2, 3600, 100, Hard;
    UniqueRectangle3, 3700, 100, Hard;
    UniqueRectangle4, 3800, 100, Hard;
    UniqueRectangle5, 3900, 100, Hard;
    UniqueRectangle6, 4000, 100, Hard;
    HiddenRectangle, 4010, 100, Hard;
    AvoidableRectangle1, 4020, 100, Hard;
    AvoidableRectangle2, 4030, 100, Hard;
    FinnedXWing, 4100, 130, Hard;
    SashimiXWing, 4200, 150, Hard;
    FinnedSwordfish, 4300, 200, Unfair;
    SashimiSwordfish, 4400, 240, Unfair;
    FinnedJellyfish, 4500, 250, Unfair;
    SashimiJellyfish, 4600, 260, Unfair;
    SueDeCoq, 5300, 250, Unfair;
    SimpleColors, 5330, 150, Hard;
    MultiColors, 5360, 200, Hard;
    XChain, 5400, 260, Unfair;
    XyChain, 5500, 260, Unfair;
    NiceLoop, 5600, 280, Unfair;
    GroupedNiceLoop, 5650, 300, Unfair;
    AlsXz, 5700, 300, Unfair;
    AlsXyWing, 5800, 320, Unfair;
    AlsChain, 5900, 340, Unfair;
    FrankenXWing, 6100, 300, Unfair;
    FrankenSwordfish, 6200, 350, Unfair;
    FinnedFrankenXWing, 6700, 390, Unfair;
    FinnedFrankenSwordfish, 6800, 410, Unfair;
    ForcingChain, 8500, 500, Extreme;
    ForcingNet, 8600, 700, Extreme;
    BruteForce, 8900, 10000, Extreme;
}

impl Search {
    /// The search whose steps have this name, if the profile has one. Names that two searches share
    /// (a chain with and without groups) go with the easier one.
    pub fn of(technique: Technique) -> Option<Self> {
        use Technique as T;
        Some(match technique {
            T::FullHouse => Self::FullHouse,
            T::NakedSingle => Self::NakedSingle,
            T::HiddenSingle => Self::HiddenSingle,
            T::LockedPair => Self::LockedPair,
            T::LockedTriple => Self::LockedTriple,
            T::Pointing => Self::Pointing,
            T::Claiming => Self::Claiming,
            T::NakedPair => Self::NakedPair,
            T::NakedTriple => Self::NakedTriple,
            T::NakedQuad => Self::NakedQuad,
            T::HiddenPair => Self::HiddenPair,
            T::HiddenTriple => Self::HiddenTriple,
            T::HiddenQuad => Self::HiddenQuad,
            T::XWing => Self::XWing,
            T::Swordfish => Self::Swordfish,
            T::Jellyfish => Self::Jellyfish,
            T::RemotePair => Self::RemotePair,
            T::Bug1 => Self::BivalueGrave,
            T::Skyscraper => Self::Skyscraper,
            T::TwoStringKite => Self::TwoStringKite,
            T::TurbotFish => Self::TurbotFish,
            T::EmptyRectangle => Self::EmptyRectangle,
            T::WWing => Self::WWing,
            T::XyWing => Self::XyWing,
            T::XyzWing => Self::XyzWing,
            T::UniqueRectangle1 => Self::UniqueRectangle1,
            T::UniqueRectangle2 => Self::UniqueRectangle2,
            T::UniqueRectangle3 => Self::UniqueRectangle3,
            T::UniqueRectangle4 => Self::UniqueRectangle4,
            T::UniqueRectangle5 => Self::UniqueRectangle5,
            T::UniqueRectangle6 => Self::UniqueRectangle6,
            T::HiddenRectangle => Self::HiddenRectangle,
            T::AvoidableRectangle1 => Self::AvoidableRectangle1,
            T::AvoidableRectangle2 => Self::AvoidableRectangle2,
            T::FinnedXWing => Self::FinnedXWing,
            T::SashimiXWing => Self::SashimiXWing,
            T::FinnedSwordfish => Self::FinnedSwordfish,
            T::SashimiSwordfish => Self::SashimiSwordfish,
            T::FinnedJellyfish => Self::FinnedJellyfish,
            T::SashimiJellyfish => Self::SashimiJellyfish,
            T::SueDeCoq => Self::SueDeCoq,
            T::SimpleColorsTrap | T::SimpleColorsWrap => Self::SimpleColors,
            T::MultiColors1 | T::MultiColors2 => Self::MultiColors,
            T::XChain => Self::XChain,
            T::XyChain => Self::XyChain,
            T::ContinuousNiceLoop | T::DiscontinuousNiceLoop | T::Aic => Self::NiceLoop,
            T::GroupedContinuousNiceLoop | T::GroupedDiscontinuousNiceLoop | T::GroupedAic => {
                Self::GroupedNiceLoop
            }
            T::AlsXz => Self::AlsXz,
            T::AlsXyWing => Self::AlsXyWing,
            T::AlsXyChain => Self::AlsChain,
            T::FrankenXWing => Self::FrankenXWing,
            T::FrankenSwordfish => Self::FrankenSwordfish,
            T::FinnedFrankenXWing => Self::FinnedFrankenXWing,
            T::FinnedFrankenSwordfish => Self::FinnedFrankenSwordfish,
            T::ForcingChainContradiction | T::ForcingChainVerity => Self::ForcingChain,
            T::ForcingNetContradiction | T::ForcingNetVerity => Self::ForcingNet,
            T::BruteForce => Self::BruteForce,
            _ => return None,
        })
    }

    /// Whether the search assumes that the puzzle has one solution.
    pub fn assumes_uniqueness(self) -> bool {
        let rectangles = Self::UniqueRectangle1..=Self::AvoidableRectangle2;
        self == Self::BivalueGrave || rectangles.contains(&self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_stand_in_the_order_of_their_keys() {
        assert!(Search::ALL.windows(2).all(|pair| pair[0].index() < pair[1].index()));
    }

    #[test]
    fn a_score_above_the_highest_of_a_level_raises_the_level() {
        assert_eq!(Level::Easy.raised_to(800), Level::Easy);
        assert_eq!(Level::Easy.raised_to(801), Level::Medium);
        assert_eq!(Level::Easy.raised_to(1601), Level::Unfair);
        assert_eq!(Level::Hard.raised_to(100), Level::Hard);
        assert_eq!(Level::Medium.raised_to(20_000), Level::Extreme);
    }
}
