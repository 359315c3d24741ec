//! The order in which HoDoKu 2.2.0 tries its techniques, and what each costs.
//!
//! One row per search. A search may name its steps in several ways (a search for
//! simple colours finds traps and wraps), but score and level are those of the row.
//! Techniques that the default configuration leaves out have no row.

use super::Chosen;
use super::choice::{by_base, by_direction, by_pivot, by_triple, first, grave, least};
use super::desk::{Desk, tabled};
use crate::origin::Premise;
use crate::position::Position;
use crate::technique::Technique;
use crate::techniques::brute_force;
use crate::techniques::hodoku::{one_digit, sue_de_coq, walk};
use std::fmt;
use sudolab_grid::halt::{Pulse, Stop};

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

/// One row of the order.
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

type Take = fn(&mut Desk<'_>, &Position, &mut Pulse<'_>) -> Result<Option<Chosen>, Stop>;

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

// Search, sort key, score, level, names of its steps, and the step it takes on a desk (d) in a
// position (p), counted on a pulse (q). Singles depend on what came before; the board finds them.
order! {
    FullHouse, 100, 4, Easy, [FullHouse], |_, _, _| Ok(None);
    NakedSingle, 200, 4, Easy, [NakedSingle], |_, _, _| Ok(None);
    HiddenSingle, 300, 14, Easy, [HiddenSingle], |_, _, _| Ok(None);
    LockedPair, 1000, 40, Medium, [LockedPair], |_, p, q| first(&[Technique::LockedPair], p, q);
    LockedTriple, 1100, 60, Medium, [LockedTriple], |_, p, q| first(&[Technique::LockedTriple], p, q);
    Pointing, 1200, 50, Medium, [Pointing], |_, p, q| least(Technique::Pointing, p, q, by_base);
    Claiming, 1210, 50, Medium, [Claiming], |_, p, q| least(Technique::Claiming, p, q, by_base);
    NakedPair, 1300, 60, Medium, [NakedPair], |_, p, q| first(&[Technique::NakedPair], p, q);
    NakedTriple, 1400, 80, Medium, [NakedTriple], |_, p, q| first(&[Technique::NakedTriple], p, q);
    HiddenPair, 1500, 70, Medium, [HiddenPair], |_, p, q| first(&[Technique::HiddenPair], p, q);
    HiddenTriple, 1600, 100, Medium, [HiddenTriple], |_, p, q| first(&[Technique::HiddenTriple], p, q);
    NakedQuad, 2000, 120, Hard, [NakedQuad], |_, p, q| first(&[Technique::NakedQuad], p, q);
    HiddenQuad, 2100, 150, Hard, [HiddenQuad], |_, p, q| first(&[Technique::HiddenQuad], p, q);
    XWing, 2200, 140, Hard, [XWing], |_, p, q| first(&[Technique::XWing], p, q);
    Swordfish, 2300, 150, Hard, [Swordfish], |_, p, q| first(&[Technique::Swordfish], p, q);
    Jellyfish, 2400, 160, Hard, [Jellyfish], |_, p, q| first(&[Technique::Jellyfish], p, q);
    RemotePair, 2800, 110, Hard, [RemotePair], |_, p, q| walk::remote_pair(p, q);
    BivalueGrave, 2900, 100, Hard, [Bug1], |_, p, q| grave(p, q);
    Skyscraper, 3000, 130, Hard, [Skyscraper], |_, p, q| least(Technique::Skyscraper, p, q, by_direction);
    TwoStringKite, 3100, 150, Hard, [TwoStringKite], |_, p, _| Ok(one_digit::kite(p));
    TurbotFish, 3120, 120, Hard, [TurbotFish], |_, p, q| walk::turbot(p, q);
    EmptyRectangle, 3170, 120, Hard, [EmptyRectangle], |_, p, q| first(&[Technique::EmptyRectangle], p, q);
    WWing, 3200, 150, Hard, [WWing], |_, p, q| first(&[Technique::WWing], p, q);
    XyWing, 3300, 160, Hard, [XyWing], |_, p, q| least(Technique::XyWing, p, q, by_triple);
    XyzWing, 3400, 180, Hard, [XyzWing], |_, p, q| least(Technique::XyzWing, p, q, by_pivot);
    UniqueRectangle1, 3500, 100, Hard, [UniqueRectangle1], |d, p, q| d.rectangle(p, 0, q);
    UniqueRectangle2, 3600, 100, Hard, [UniqueRectangle2], |d, p, q| d.rectangle(p, 1, q);
    UniqueRectangle3, 3700, 100, Hard, [UniqueRectangle3], |d, p, q| d.rectangle(p, 2, q);
    UniqueRectangle4, 3800, 100, Hard, [UniqueRectangle4], |d, p, q| d.rectangle(p, 3, q);
    UniqueRectangle5, 3900, 100, Hard, [UniqueRectangle5], |d, p, q| d.rectangle(p, 4, q);
    UniqueRectangle6, 4000, 100, Hard, [UniqueRectangle6], |d, p, q| d.rectangle(p, 5, q);
    HiddenRectangle, 4010, 100, Hard, [HiddenRectangle], |d, p, q| d.rectangle(p, 6, q);
    AvoidableRectangle1, 4020, 100, Hard, [AvoidableRectangle1], |d, p, q| d.avoidable(p, 0, q);
    AvoidableRectangle2, 4030, 100, Hard, [AvoidableRectangle2], |d, p, q| d.avoidable(p, 1, q);
    FinnedXWing, 4100, 130, Hard, [FinnedXWing], |d, p, q| d.finned(p, 2, 0, q);
    SashimiXWing, 4200, 150, Hard, [SashimiXWing], |d, p, q| d.finned(p, 2, 1, q);
    FinnedSwordfish, 4300, 200, Unfair, [FinnedSwordfish], |d, p, q| d.finned(p, 3, 0, q);
    SashimiSwordfish, 4400, 240, Unfair, [SashimiSwordfish], |d, p, q| d.finned(p, 3, 1, q);
    FinnedJellyfish, 4500, 250, Unfair, [FinnedJellyfish], |d, p, q| d.finned(p, 4, 0, q);
    SashimiJellyfish, 4600, 260, Unfair, [SashimiJellyfish], |d, p, q| d.finned(p, 4, 1, q);
    SueDeCoq, 5300, 250, Unfair, [SueDeCoq], |_, p, _| Ok(sue_de_coq::first(p));
    SimpleColors, 5330, 150, Hard, [SimpleColorsTrap, SimpleColorsWrap], |_, p, q| first(&[Technique::SimpleColorsTrap, Technique::SimpleColorsWrap], p, q);
    MultiColors, 5360, 200, Hard, [MultiColors1, MultiColors2], |_, p, q| first(&[Technique::MultiColors1, Technique::MultiColors2], p, q);
    XChain, 5400, 260, Unfair, [XChain], |_, p, q| walk::x_chain(p, q);
    XyChain, 5500, 260, Unfair, [XyChain], |_, p, q| walk::xy_chain(p, q);
    NiceLoop, 5600, 280, Unfair, [ContinuousNiceLoop, DiscontinuousNiceLoop, Aic], |d, p, q| Ok(tabled(d.tabling.loops_within(p, false, q)?));
    GroupedNiceLoop, 5650, 300, Unfair, [GroupedContinuousNiceLoop, GroupedDiscontinuousNiceLoop, GroupedAic], |d, p, q| Ok(tabled(d.tabling.loops_within(p, true, q)?));
    AlsXz, 5700, 300, Unfair, [AlsXz], |d, p, q| Ok(d.sets(p, q)?.xz());
    AlsXyWing, 5800, 320, Unfair, [AlsXyWing], |d, p, q| d.sets(p, q)?.xy_wing(q);
    AlsChain, 5900, 340, Unfair, [AlsXyChain], |d, p, q| d.sets(p, q)?.chain(q);
    FrankenXWing, 6100, 300, Unfair, [FrankenXWing], |_, p, q| first(&[Technique::FrankenXWing], p, q);
    FrankenSwordfish, 6200, 350, Unfair, [FrankenSwordfish], |_, p, q| first(&[Technique::FrankenSwordfish], p, q);
    FinnedFrankenXWing, 6700, 390, Unfair, [FinnedFrankenXWing], |_, p, q| first(&[Technique::FinnedFrankenXWing], p, q);
    FinnedFrankenSwordfish, 6800, 410, Unfair, [FinnedFrankenSwordfish], |_, p, q| first(&[Technique::FinnedFrankenSwordfish], p, q);
    ForcingChain, 8500, 500, Extreme, [ForcingChainContradiction, ForcingChainVerity], |d, p, q| Ok(tabled(d.tabling.forcing_within(p, false, q)?));
    ForcingNet, 8600, 700, Extreme, [ForcingNetContradiction, ForcingNetVerity], |d, p, q| Ok(tabled(d.tabling.forcing_within(p, true, q)?));
    BruteForce, 8900, 10000, Extreme, [BruteForce], |_, p, _| Ok(brute_force::find(p));
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
