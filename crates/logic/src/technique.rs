//! The catalogue of techniques: one line for each.
//!
//! What is known of a technique stands in its [`Entry`], in the file of its finder. Ids are
//! kebab-case and never change; names may. Which techniques a rating profile uses, in which
//! order and at what price, is written in [`crate::rating`], not here.
//!
//! A technique that is not of this list joins as [`Technique::Own`], and a
//! [`crate::catalogue::Catalogue`] says where it stands among the others.

use crate::entry::Entry;
use crate::general::{forcing as cases, locked, rules, totals, trial};
use crate::origin::{Family, Premise};
use crate::techniques::{
    aligned_exclusion, almost_locked_set, alternating_chain, avoidable_rectangle, bivalue_grave,
    brute_force, colours, death_blossom, direct, dual, empty_rectangle, explainer_chains,
    finned_fish, fish, forcing, franken_fish, hidden_single, hidden_subset, kraken_fish,
    locked_candidates, locked_subset, mutant_fish, naked_single, naked_subset, nice_loop,
    remote_pair, sue_de_coq, templates, turbot, unique_loop, unique_rectangle, w_wing, wing,
};
use std::fmt;

macro_rules! catalogue {
    ($( $variant:ident = $file:ident::$entry:ident; )*) => {
        /// A technique of the catalogue, or one of your own.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $(
                #[doc = concat!("See [`", stringify!($file), "::", stringify!($entry), "`].")]
                $variant,
            )*
            /// One that is not of the catalogue.
            Own(&'static Entry),
        }

        impl Technique {
            /// Every technique, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )*];

            /// All that is known of it.
            pub const fn entry(self) -> &'static Entry {
                match self {
                    $( Self::$variant => &$file::$entry, )*
                    Self::Own(entry) => entry,
                }
            }
        }
    };
}

catalogue! {
    // Singles.
    FullHouse = hidden_single::FULL_HOUSE;
    HiddenSingle = hidden_single::HIDDEN_SINGLE;
    NakedSingle = naked_single::NAKED_SINGLE;
    // Eliminations that at once leave a single, as Sudoku Explainer counts them.
    DirectPointing = direct::DIRECT_POINTING;
    DirectClaiming = direct::DIRECT_CLAIMING;
    DirectHiddenPair = direct::DIRECT_HIDDEN_PAIR;
    DirectHiddenTriple = direct::DIRECT_HIDDEN_TRIPLE;
    // Locked candidates and sets.
    Pointing = locked_candidates::POINTING;
    Claiming = locked_candidates::CLAIMING;
    LockedPair = locked_subset::LOCKED_PAIR;
    LockedTriple = locked_subset::LOCKED_TRIPLE;
    NakedPair = naked_subset::NAKED_PAIR;
    NakedTriple = naked_subset::NAKED_TRIPLE;
    NakedQuad = naked_subset::NAKED_QUAD;
    NakedQuint = naked_subset::NAKED_QUINT;
    NakedSextet = naked_subset::NAKED_SEXTET;
    NakedSeptet = naked_subset::NAKED_SEPTET;
    NakedOctet = naked_subset::NAKED_OCTET;
    HiddenPair = hidden_subset::HIDDEN_PAIR;
    HiddenTriple = hidden_subset::HIDDEN_TRIPLE;
    HiddenQuad = hidden_subset::HIDDEN_QUAD;
    HiddenQuint = hidden_subset::HIDDEN_QUINT;
    HiddenSextet = hidden_subset::HIDDEN_SEXTET;
    HiddenSeptet = hidden_subset::HIDDEN_SEPTET;
    HiddenOctet = hidden_subset::HIDDEN_OCTET;
    // Fish.
    XWing = fish::X_WING;
    Swordfish = fish::SWORDFISH;
    Jellyfish = fish::JELLYFISH;
    Squirmbag = fish::SQUIRMBAG;
    Whale = fish::WHALE;
    Leviathan = fish::LEVIATHAN;
    FinnedXWing = finned_fish::FINNED_X_WING;
    FinnedSwordfish = finned_fish::FINNED_SWORDFISH;
    FinnedJellyfish = finned_fish::FINNED_JELLYFISH;
    FinnedSquirmbag = finned_fish::FINNED_SQUIRMBAG;
    FinnedWhale = finned_fish::FINNED_WHALE;
    FinnedLeviathan = finned_fish::FINNED_LEVIATHAN;
    SashimiXWing = finned_fish::SASHIMI_X_WING;
    SashimiSwordfish = finned_fish::SASHIMI_SWORDFISH;
    SashimiJellyfish = finned_fish::SASHIMI_JELLYFISH;
    SashimiSquirmbag = finned_fish::SASHIMI_SQUIRMBAG;
    SashimiWhale = finned_fish::SASHIMI_WHALE;
    SashimiLeviathan = finned_fish::SASHIMI_LEVIATHAN;
    FrankenXWing = franken_fish::FRANKEN_X_WING;
    FrankenSwordfish = franken_fish::FRANKEN_SWORDFISH;
    FrankenJellyfish = franken_fish::FRANKEN_JELLYFISH;
    FrankenSquirmbag = franken_fish::FRANKEN_SQUIRMBAG;
    FrankenWhale = franken_fish::FRANKEN_WHALE;
    FrankenLeviathan = franken_fish::FRANKEN_LEVIATHAN;
    FinnedFrankenXWing = franken_fish::FINNED_FRANKEN_X_WING;
    FinnedFrankenSwordfish = franken_fish::FINNED_FRANKEN_SWORDFISH;
    FinnedFrankenJellyfish = franken_fish::FINNED_FRANKEN_JELLYFISH;
    FinnedFrankenSquirmbag = franken_fish::FINNED_FRANKEN_SQUIRMBAG;
    FinnedFrankenWhale = franken_fish::FINNED_FRANKEN_WHALE;
    FinnedFrankenLeviathan = franken_fish::FINNED_FRANKEN_LEVIATHAN;
    MutantXWing = mutant_fish::MUTANT_X_WING;
    MutantSwordfish = mutant_fish::MUTANT_SWORDFISH;
    MutantJellyfish = mutant_fish::MUTANT_JELLYFISH;
    MutantSquirmbag = mutant_fish::MUTANT_SQUIRMBAG;
    MutantWhale = mutant_fish::MUTANT_WHALE;
    FinnedMutantXWing = mutant_fish::FINNED_MUTANT_X_WING;
    FinnedMutantSwordfish = mutant_fish::FINNED_MUTANT_SWORDFISH;
    FinnedMutantJellyfish = mutant_fish::FINNED_MUTANT_JELLYFISH;
    FinnedMutantSquirmbag = mutant_fish::FINNED_MUTANT_SQUIRMBAG;
    FinnedMutantWhale = mutant_fish::FINNED_MUTANT_WHALE;
    KrakenFish1 = kraken_fish::KRAKEN_FISH_1;
    KrakenFish2 = kraken_fish::KRAKEN_FISH_2;
    // Patterns of one digit.
    Skyscraper = turbot::SKYSCRAPER;
    TwoStringKite = turbot::TWO_STRING_KITE;
    EmptyRectangle = empty_rectangle::EMPTY_RECTANGLE;
    TurbotFish = turbot::TURBOT_FISH;
    DualTwoStringKite = dual::DUAL_TWO_STRING_KITE;
    DualEmptyRectangle = dual::DUAL_EMPTY_RECTANGLE;
    SimpleColorsTrap = colours::SIMPLE_COLORS_TRAP;
    SimpleColorsWrap = colours::SIMPLE_COLORS_WRAP;
    MultiColors1 = colours::MULTI_COLORS_1;
    MultiColors2 = colours::MULTI_COLORS_2;
    // Uniqueness.
    UniqueRectangle1 = unique_rectangle::UNIQUE_RECTANGLE_1;
    UniqueRectangle2 = unique_rectangle::UNIQUE_RECTANGLE_2;
    UniqueRectangle3 = unique_rectangle::UNIQUE_RECTANGLE_3;
    UniqueRectangle4 = unique_rectangle::UNIQUE_RECTANGLE_4;
    UniqueRectangle5 = unique_rectangle::UNIQUE_RECTANGLE_5;
    UniqueRectangle6 = unique_rectangle::UNIQUE_RECTANGLE_6;
    HiddenRectangle = unique_rectangle::HIDDEN_RECTANGLE;
    AvoidableRectangle1 = avoidable_rectangle::AVOIDABLE_RECTANGLE_1;
    AvoidableRectangle2 = avoidable_rectangle::AVOIDABLE_RECTANGLE_2;
    UniqueLoop1 = unique_loop::UNIQUE_LOOP_1;
    UniqueLoop2 = unique_loop::UNIQUE_LOOP_2;
    UniqueLoop3 = unique_loop::UNIQUE_LOOP_3;
    UniqueLoop4 = unique_loop::UNIQUE_LOOP_4;
    Bug1 = bivalue_grave::BUG_1;
    Bug2 = bivalue_grave::BUG_2;
    Bug3 = bivalue_grave::BUG_3;
    Bug4 = bivalue_grave::BUG_4;
    // Wings and aligned exclusions.
    XyWing = wing::XY_WING;
    XyzWing = wing::XYZ_WING;
    WWing = w_wing::W_WING;
    AlignedPairExclusion = aligned_exclusion::ALIGNED_PAIR_EXCLUSION;
    AlignedTripleExclusion = aligned_exclusion::ALIGNED_TRIPLE_EXCLUSION;
    // Chains and loops as HoDoKu names them.
    XChain = alternating_chain::X_CHAIN;
    XyChain = alternating_chain::XY_CHAIN;
    RemotePair = remote_pair::REMOTE_PAIR;
    ContinuousNiceLoop = nice_loop::CONTINUOUS_NICE_LOOP;
    DiscontinuousNiceLoop = nice_loop::DISCONTINUOUS_NICE_LOOP;
    Aic = nice_loop::AIC;
    GroupedContinuousNiceLoop = nice_loop::GROUPED_CONTINUOUS_NICE_LOOP;
    GroupedDiscontinuousNiceLoop = nice_loop::GROUPED_DISCONTINUOUS_NICE_LOOP;
    GroupedAic = nice_loop::GROUPED_AIC;
    // Almost locked sets.
    AlsXz = almost_locked_set::ALS_XZ;
    AlsXyWing = almost_locked_set::ALS_XY_WING;
    AlsXyChain = almost_locked_set::ALS_XY_CHAIN;
    DeathBlossom = death_blossom::DEATH_BLOSSOM;
    SueDeCoq = sue_de_coq::SUE_DE_COQ;
    // Chains and cycles as Sudoku Explainer names them.
    GeneralizedXWing = explainer_chains::GENERALIZED_X_WING;
    BidirectionalXCycle = explainer_chains::BIDIRECTIONAL_X_CYCLE;
    BidirectionalYCycle = explainer_chains::BIDIRECTIONAL_Y_CYCLE;
    BidirectionalCycle = explainer_chains::BIDIRECTIONAL_CYCLE;
    ForcingXChain = explainer_chains::FORCING_X_CHAIN;
    ForcingChain = explainer_chains::FORCING_CHAIN;
    NishioForcingChain = explainer_chains::NISHIO_FORCING_CHAIN;
    CellForcingChains = explainer_chains::CELL_FORCING_CHAINS;
    RegionForcingChains = explainer_chains::REGION_FORCING_CHAINS;
    DynamicContradiction = explainer_chains::DYNAMIC_CONTRADICTION;
    DynamicDouble = explainer_chains::DYNAMIC_DOUBLE;
    DynamicCell = explainer_chains::DYNAMIC_CELL;
    DynamicRegion = explainer_chains::DYNAMIC_REGION;
    // The last resorts of HoDoKu.
    ForcingChainContradiction = forcing::FORCING_CHAIN_CONTRADICTION;
    ForcingChainVerity = forcing::FORCING_CHAIN_VERITY;
    ForcingNetContradiction = forcing::FORCING_NET_CONTRADICTION;
    ForcingNetVerity = forcing::FORCING_NET_VERITY;
    TemplateSet = templates::TEMPLATE_SET;
    TemplateDelete = templates::TEMPLATE_DELETE;
    BruteForce = brute_force::BRUTE_FORCE;
    // What only boards of every kind need, or puzzles with rules.
    LockedCandidates = locked::LOCKED_CANDIDATES;
    Rule = rules::RULE;
    HouseTotal = totals::HOUSE_TOTAL;
    Trial = trial::TRIAL;
    Forcing = cases::FORCING;
}

impl Technique {
    /// The stable id, such as `x-wing`.
    pub const fn id(self) -> &'static str {
        self.entry().id
    }

    /// The English name, such as "X-Wing".
    pub const fn name(self) -> &'static str {
        self.entry().name
    }

    /// The code of HoDoKu's technique library, such as `0300`, when it has one.
    pub const fn hodoku_code(self) -> Option<&'static str> {
        self.entry().code
    }

    /// Its family.
    pub const fn family(self) -> Family {
        self.entry().family
    }

    /// What it takes for granted.
    pub const fn kind(self) -> Premise {
        self.entry().kind
    }

    /// The program or paper whose definition is followed.
    pub const fn source(self) -> &'static str {
        self.entry().source
    }

    /// The technique with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.id() == id)
    }

    /// The technique with this code of HoDoKu's technique library.
    pub fn from_hodoku_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.hodoku_code() == Some(code))
    }

    /// The locked subset of this size, 2 or 3.
    pub const fn locked_subset(size: usize) -> Option<Self> {
        of_size(size, &[Self::LockedPair, Self::LockedTriple])
    }

    /// The naked subset of this size, 2 to 8.
    pub const fn naked_subset(size: usize) -> Option<Self> {
        use Technique::*;
        of_size(
            size,
            &[NakedPair, NakedTriple, NakedQuad, NakedQuint, NakedSextet, NakedSeptet, NakedOctet],
        )
    }

    /// The hidden subset of this size, 2 to 8.
    pub const fn hidden_subset(size: usize) -> Option<Self> {
        use Technique as T;
        of_size(
            size,
            &[
                T::HiddenPair,
                T::HiddenTriple,
                T::HiddenQuad,
                T::HiddenQuint,
                T::HiddenSextet,
                T::HiddenSeptet,
                T::HiddenOctet,
            ],
        )
    }

    /// The basic fish of this size, 2 to 7.
    pub const fn basic_fish(size: usize) -> Option<Self> {
        use Technique::*;
        of_size(size, &[XWing, Swordfish, Jellyfish, Squirmbag, Whale, Leviathan])
    }
}

/// The member of a series that begins with the size 2.
const fn of_size(size: usize, series: &[Technique]) -> Option<Technique> {
    if size >= 2 && size - 2 < series.len() { Some(series[size - 2]) } else { None }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn ids_and_codes_are_unique_and_ids_are_kebab_case() {
        let mut ids = HashSet::new();
        let mut codes = HashSet::new();
        for &technique in Technique::ALL {
            let id = technique.id();
            assert!(ids.insert(id), "{id} twice");
            assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'));
            assert_eq!(Technique::from_id(id), Some(technique));
            if let Some(code) = technique.hodoku_code() {
                assert!(codes.insert(code), "{code} twice");
            }
        }
    }

    /// A list with a made-up technique, as CONTRIBUTING says: its file, and one line.
    mod made_up {
        use crate::entry::Entry;
        use crate::techniques::fish;

        mod twins {
            use crate::entry::Entry;
            use crate::origin::Family;
            use crate::techniques::fish;

            /// Made up.
            pub static TWINS: Entry = Entry::new("twins", "Twins", Family::Fish, "this test")
                .found_by(|position, _, _, visit| Ok(fish::find(position, 2, visit)));
        }

        catalogue! {
            XWing = fish::X_WING;
            Twins = twins::TWINS;
        }
    }

    #[test]
    fn one_line_of_the_list_makes_a_technique_of_the_catalogue() {
        use made_up::Technique;
        let ids: Vec<&str> = Technique::ALL.iter().map(|technique| technique.entry().id).collect();
        assert_eq!(ids, ["x-wing", "twins"]);
        assert_eq!(Technique::Twins.entry().name, "Twins");
        assert!(Technique::Own(Technique::Twins.entry()).entry().find.is_some());
    }
}
