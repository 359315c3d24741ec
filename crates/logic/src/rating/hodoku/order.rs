//! The order in which HoDoKu 2.2.0 tries its techniques, and what each costs.
//!
//! One row per search. A search may name its steps in several ways (a search for
//! simple colours finds traps and wraps), but score and level are those of the row.
//! Techniques that the default configuration leaves out have no row.

use super::choice::{Taken, by_base, by_direction, by_pivot, by_triple, grave, least};
use super::desk::{Desk, tabled};
use crate::origin::Premise;
use crate::position::Position;
use crate::technique::Technique;
use crate::techniques::brute_force;
use crate::techniques::hodoku::{one_digit, walk};
use Take::{Board, First, Own, Shared};
use std::fmt;
use sudolab_grid::halt::Pulse;

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

/// One row of the order. Every finder is asked under [`crate::entry::Scan::Hodoku`].
pub(super) struct Row {
    /// HoDoKu's sort key.
    index: u16,
    /// What a step adds to the score.
    score: u32,
    /// The level of a puzzle that needs a step of it.
    level: Level,
    /// What its steps are called.
    techniques: &'static [Technique],
    /// The step it takes in a position.
    pub take: Take,
}

/// How a search comes by its step.
pub(super) enum Take {
    /// Singles depend on what came before; the board finds them.
    Board,
    /// The first that bears one of its names.
    First,
    /// The first that bears its name in a pass that several searches share.
    Shared(&'static JointSearch),
    /// In a way of its own.
    Own(fn(&mut Desk<'_>, &Position, &mut Pulse<'_>) -> Taken),
}

/// What several searches look for in one pass over a position.
pub(super) struct JointSearch {
    pub number: usize,
    /// Whether the pass ends with the first step of its first search, which is taken then.
    pub ends_with_first: bool,
}

pub(super) const N_JOINT: usize = 5;
static RECTANGLES: JointSearch = JointSearch { number: 0, ends_with_first: false };
static AVOIDABLE: JointSearch = JointSearch { number: 1, ends_with_first: false };
static FINNED: [JointSearch; 3] = [
    JointSearch { number: 2, ends_with_first: true },
    JointSearch { number: 3, ends_with_first: true },
    JointSearch { number: 4, ends_with_first: true },
];

macro_rules! order {
    ($( $search:ident, $index:literal, $score:literal, $level:ident, [$( $name:ident ),*], $take:expr; )*) => {
        /// One row of the order: a search for a technique or for a family of them.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "named after the techniques of the catalogue")]
        pub enum Search { $( $search, )* }

        impl Search {
            /// Every search, in the order in which they are tried.
            pub const ALL: &'static [Self] = &[$( Self::$search, )*];
        }

        static ROWS: &[Row] = &[$( Row {
            index: $index,
            score: $score,
            level: Level::$level,
            techniques: &[$( Technique::$name ),*],
            take: $take,
        }, )*];
    };
}

// Search, sort key, score, level, names of its steps, and the step it takes: in a way of its own on a
// desk (d) in a position (p), counted on a pulse (q).
order! {
    FullHouse, 100, 4, Easy, [FullHouse], Board;
    NakedSingle, 200, 4, Easy, [NakedSingle], Board;
    HiddenSingle, 300, 14, Easy, [HiddenSingle], Board;
    LockedPair, 1000, 40, Medium, [LockedPair], First;
    LockedTriple, 1100, 60, Medium, [LockedTriple], First;
    Pointing, 1200, 50, Medium, [Pointing], Own(|_, p, q| least(Technique::Pointing, p, q, by_base));
    Claiming, 1210, 50, Medium, [Claiming], Own(|_, p, q| least(Technique::Claiming, p, q, by_base));
    NakedPair, 1300, 60, Medium, [NakedPair], First;
    NakedTriple, 1400, 80, Medium, [NakedTriple], First;
    HiddenPair, 1500, 70, Medium, [HiddenPair], First;
    HiddenTriple, 1600, 100, Medium, [HiddenTriple], First;
    NakedQuad, 2000, 120, Hard, [NakedQuad], First;
    HiddenQuad, 2100, 150, Hard, [HiddenQuad], First;
    XWing, 2200, 140, Hard, [XWing], First;
    Swordfish, 2300, 150, Hard, [Swordfish], First;
    Jellyfish, 2400, 160, Hard, [Jellyfish], First;
    RemotePair, 2800, 110, Hard, [RemotePair], Own(|_, p, q| walk::remote_pair(p, q));
    BivalueGrave, 2900, 100, Hard, [Bug1], Own(|_, p, q| grave(p, q));
    Skyscraper, 3000, 130, Hard, [Skyscraper], Own(|_, p, q| least(Technique::Skyscraper, p, q, by_direction));
    TwoStringKite, 3100, 150, Hard, [TwoStringKite], Own(|_, p, _| Ok(one_digit::kite(p)));
    TurbotFish, 3120, 120, Hard, [TurbotFish], Own(|_, p, q| walk::turbot(p, q));
    EmptyRectangle, 3170, 120, Hard, [EmptyRectangle], First;
    WWing, 3200, 150, Hard, [WWing], First;
    XyWing, 3300, 160, Hard, [XyWing], Own(|_, p, q| least(Technique::XyWing, p, q, by_triple));
    XyzWing, 3400, 180, Hard, [XyzWing], Own(|_, p, q| least(Technique::XyzWing, p, q, by_pivot));
    UniqueRectangle1, 3500, 100, Hard, [UniqueRectangle1], Shared(&RECTANGLES);
    UniqueRectangle2, 3600, 100, Hard, [UniqueRectangle2], Shared(&RECTANGLES);
    UniqueRectangle3, 3700, 100, Hard, [UniqueRectangle3], Shared(&RECTANGLES);
    UniqueRectangle4, 3800, 100, Hard, [UniqueRectangle4], Shared(&RECTANGLES);
    UniqueRectangle5, 3900, 100, Hard, [UniqueRectangle5], Shared(&RECTANGLES);
    UniqueRectangle6, 4000, 100, Hard, [UniqueRectangle6], Shared(&RECTANGLES);
    HiddenRectangle, 4010, 100, Hard, [HiddenRectangle], Shared(&RECTANGLES);
    AvoidableRectangle1, 4020, 100, Hard, [AvoidableRectangle1], Shared(&AVOIDABLE);
    AvoidableRectangle2, 4030, 100, Hard, [AvoidableRectangle2], Shared(&AVOIDABLE);
    FinnedXWing, 4100, 130, Hard, [FinnedXWing], Shared(&FINNED[0]);
    SashimiXWing, 4200, 150, Hard, [SashimiXWing], Shared(&FINNED[0]);
    FinnedSwordfish, 4300, 200, Unfair, [FinnedSwordfish], Shared(&FINNED[1]);
    SashimiSwordfish, 4400, 240, Unfair, [SashimiSwordfish], Shared(&FINNED[1]);
    FinnedJellyfish, 4500, 250, Unfair, [FinnedJellyfish], Shared(&FINNED[2]);
    SashimiJellyfish, 4600, 260, Unfair, [SashimiJellyfish], Shared(&FINNED[2]);
    SueDeCoq, 5300, 250, Unfair, [SueDeCoq], First;
    SimpleColors, 5330, 150, Hard, [SimpleColorsTrap, SimpleColorsWrap], First;
    MultiColors, 5360, 200, Hard, [MultiColors1, MultiColors2], First;
    XChain, 5400, 260, Unfair, [XChain], Own(|_, p, q| walk::x_chain(p, q));
    XyChain, 5500, 260, Unfair, [XyChain], Own(|_, p, q| walk::xy_chain(p, q));
    NiceLoop, 5600, 280, Unfair, [ContinuousNiceLoop, DiscontinuousNiceLoop, Aic], Own(|d, p, q| Ok(tabled(d.tabling.loops_within(p, false, q)?)));
    GroupedNiceLoop, 5650, 300, Unfair, [GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic], Own(|d, p, q| Ok(tabled(d.tabling.loops_within(p, true, q)?)));
    AlsXz, 5700, 300, Unfair, [AlsXz], Own(|d, p, q| Ok(d.sets(p, q)?.xz()));
    AlsXyWing, 5800, 320, Unfair, [AlsXyWing], Own(|d, p, q| d.sets(p, q)?.xy_wing(q));
    AlsChain, 5900, 340, Unfair, [AlsXyChain], Own(|d, p, q| d.sets(p, q)?.chain(q));
    FrankenXWing, 6100, 300, Unfair, [FrankenXWing], First;
    FrankenSwordfish, 6200, 350, Unfair, [FrankenSwordfish], First;
    FinnedFrankenXWing, 6700, 390, Unfair, [FinnedFrankenXWing], First;
    FinnedFrankenSwordfish, 6800, 410, Unfair, [FinnedFrankenSwordfish], First;
    ForcingChain, 8500, 500, Extreme, [ForcingChainContradiction, ForcingChainVerity], Own(|d, p, q| Ok(tabled(d.tabling.forcing_within(p, false, q)?)));
    ForcingNet, 8600, 700, Extreme, [ForcingNetContradiction, ForcingNetVerity], Own(|d, p, q| Ok(tabled(d.tabling.forcing_within(p, true, q)?)));
    BruteForce, 8900, 10000, Extreme, [BruteForce], Own(|_, p, _| Ok(brute_force::find(p)));
}

impl JointSearch {
    /// The names of its steps, in the order of its searches.
    pub fn names(&self) -> Vec<Technique> {
        let shares = |search: &&Search| match search.row().take {
            Take::Shared(joint) => joint.number == self.number,
            _ => false,
        };
        Search::ALL.iter().filter(shares).flat_map(|search| search.techniques()).copied().collect()
    }
}

impl Search {
    pub(super) const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// HoDoKu's sort key for the search.
    pub const fn index(self) -> u16 {
        self.row().index
    }

    /// What a step found by this search adds to the score.
    pub const fn score(self) -> u32 {
        self.row().score
    }

    /// The level of a puzzle that needs a step of this search.
    pub const fn level(self) -> Level {
        self.row().level
    }

    /// What its steps are called.
    pub const fn techniques(self) -> &'static [Technique] {
        self.row().techniques
    }

    /// The search whose steps have this name, if the profile has one. Names that two searches share
    /// (a chain with and without groups) go with the easier one.
    pub fn of(technique: Technique) -> Option<Self> {
        Self::ALL.iter().copied().find(|search| search.techniques().contains(&technique))
    }

    /// Whether the search assumes that the puzzle has one solution.
    pub fn assumes_uniqueness(self) -> bool {
        self.techniques().iter().any(|technique| technique.kind() == Premise::AssumesUnique)
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
