//! The catalogue of techniques: a stable id, an English name, HoDoKu's code.
//!
//! One row per technique. Ids are kebab-case and never change; names may. Which
//! techniques a rating profile uses, in which order and at what price, is written
//! in [`crate::rating`], not here.

use std::fmt;

macro_rules! catalogue {
    ($( $(#[$doc:meta])* $variant:ident, $id:literal, $name:literal, $code:expr; )*) => {
        /// A technique of the catalogue.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $( #[doc = $name] $(#[$doc])* $variant, )*
        }

        impl Technique {
            /// Every technique, in the order of the catalogue.
            pub const ALL: &'static [Self] = &[$( Self::$variant, )*];

            /// The stable id, such as `x-wing`.
            pub const fn id(self) -> &'static str {
                match self { $( Self::$variant => $id, )* }
            }

            /// The English name, such as "X-Wing".
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )* }
            }

            /// The code of HoDoKu's technique library, such as `0300`, when it has one.
            pub const fn hodoku_code(self) -> Option<&'static str> {
                match self { $( Self::$variant => $code, )* }
            }
        }
    };
}

catalogue! {
    // Singles.
    FullHouse, "full-house", "Full House", Some("0000");
    HiddenSingle, "hidden-single", "Hidden Single", Some("0002");
    NakedSingle, "naked-single", "Naked Single", Some("0003");
    // Eliminations that at once leave a single, as Sudoku Explainer counts them.
    DirectPointing, "direct-pointing", "Direct Pointing", None;
    DirectClaiming, "direct-claiming", "Direct Claiming", None;
    DirectHiddenPair, "direct-hidden-pair", "Direct Hidden Pair", None;
    DirectHiddenTriple, "direct-hidden-triple", "Direct Hidden Triple", None;
    // Locked candidates and sets.
    Pointing, "pointing", "Locked Candidates Type 1 (Pointing)", Some("0100");
    Claiming, "claiming", "Locked Candidates Type 2 (Claiming)", Some("0101");
    LockedPair, "locked-pair", "Locked Pair", Some("0110");
    LockedTriple, "locked-triple", "Locked Triple", Some("0111");
    NakedPair, "naked-pair", "Naked Pair", Some("0200");
    NakedTriple, "naked-triple", "Naked Triple", Some("0201");
    NakedQuad, "naked-quad", "Naked Quadruple", Some("0202");
    NakedQuint, "naked-quint", "Naked Quintuple", None;
    NakedSextet, "naked-sextet", "Naked Sextuple", None;
    NakedSeptet, "naked-septet", "Naked Septuple", None;
    NakedOctet, "naked-octet", "Naked Octuple", None;
    HiddenPair, "hidden-pair", "Hidden Pair", Some("0210");
    HiddenTriple, "hidden-triple", "Hidden Triple", Some("0211");
    HiddenQuad, "hidden-quad", "Hidden Quadruple", Some("0212");
    HiddenQuint, "hidden-quint", "Hidden Quintuple", None;
    HiddenSextet, "hidden-sextet", "Hidden Sextuple", None;
    HiddenSeptet, "hidden-septet", "Hidden Septuple", None;
    HiddenOctet, "hidden-octet", "Hidden Octuple", None;
    // Fish.
    XWing, "x-wing", "X-Wing", Some("0300");
    Swordfish, "swordfish", "Swordfish", Some("0301");
    Jellyfish, "jellyfish", "Jellyfish", Some("0302");
    Squirmbag, "squirmbag", "Squirmbag", Some("0303");
    FinnedXWing, "finned-x-wing", "Finned X-Wing", Some("0310");
    FinnedSwordfish, "finned-swordfish", "Finned Swordfish", Some("0311");
    FinnedJellyfish, "finned-jellyfish", "Finned Jellyfish", Some("0312");
    SashimiXWing, "sashimi-x-wing", "Sashimi X-Wing", Some("0320");
    SashimiSwordfish, "sashimi-swordfish", "Sashimi Swordfish", Some("0321");
    SashimiJellyfish, "sashimi-jellyfish", "Sashimi Jellyfish", Some("0322");
    FrankenXWing, "franken-x-wing", "Franken X-Wing", Some("0330");
    FrankenSwordfish, "franken-swordfish", "Franken Swordfish", Some("0331");
    FrankenJellyfish, "franken-jellyfish", "Franken Jellyfish", Some("0332");
    FinnedFrankenXWing, "finned-franken-x-wing", "Finned Franken X-Wing", Some("0340");
    FinnedFrankenSwordfish, "finned-franken-swordfish", "Finned Franken Swordfish", Some("0341");
    FinnedFrankenJellyfish, "finned-franken-jellyfish", "Finned Franken Jellyfish", Some("0342");
    MutantXWing, "mutant-x-wing", "Mutant X-Wing", Some("0350");
    MutantSwordfish, "mutant-swordfish", "Mutant Swordfish", Some("0351");
    MutantJellyfish, "mutant-jellyfish", "Mutant Jellyfish", Some("0352");
    MutantSquirmbag, "mutant-squirmbag", "Mutant Squirmbag", Some("0353");
    MutantWhale, "mutant-whale", "Mutant Whale", Some("0354");
    FinnedMutantXWing, "finned-mutant-x-wing", "Finned Mutant X-Wing", Some("0360");
    FinnedMutantSwordfish, "finned-mutant-swordfish", "Finned Mutant Swordfish", Some("0361");
    FinnedMutantJellyfish, "finned-mutant-jellyfish", "Finned Mutant Jellyfish", Some("0362");
    FinnedMutantSquirmbag, "finned-mutant-squirmbag", "Finned Mutant Squirmbag", Some("0363");
    FinnedMutantWhale, "finned-mutant-whale", "Finned Mutant Whale", Some("0364");
    // Patterns of one digit.
    Skyscraper, "skyscraper", "Skyscraper", Some("0400");
    TwoStringKite, "two-string-kite", "2-String Kite", Some("0401");
    EmptyRectangle, "empty-rectangle", "Empty Rectangle", Some("0402");
    TurbotFish, "turbot-fish", "Turbot Fish", Some("0403");
    DualTwoStringKite, "dual-two-string-kite", "Dual 2-String Kite", Some("0404");
    DualEmptyRectangle, "dual-empty-rectangle", "Dual Empty Rectangle", Some("0405");
    SimpleColorsTrap, "simple-colors-trap", "Simple Colors Trap", Some("0500");
    SimpleColorsWrap, "simple-colors-wrap", "Simple Colors Wrap", Some("0501");
    MultiColors1, "multi-colors-1", "Multi Colors 1", Some("0502");
    MultiColors2, "multi-colors-2", "Multi Colors 2", Some("0503");
    // Uniqueness.
    UniqueRectangle1, "unique-rectangle-1", "Uniqueness Test 1", Some("0600");
    UniqueRectangle2, "unique-rectangle-2", "Uniqueness Test 2", Some("0601");
    UniqueRectangle3, "unique-rectangle-3", "Uniqueness Test 3", Some("0602");
    UniqueRectangle4, "unique-rectangle-4", "Uniqueness Test 4", Some("0603");
    UniqueRectangle5, "unique-rectangle-5", "Uniqueness Test 5", Some("0604");
    UniqueRectangle6, "unique-rectangle-6", "Uniqueness Test 6", Some("0605");
    HiddenRectangle, "hidden-rectangle", "Hidden Rectangle", Some("0606");
    AvoidableRectangle1, "avoidable-rectangle-1", "Avoidable Rectangle Type 1", Some("0607");
    AvoidableRectangle2, "avoidable-rectangle-2", "Avoidable Rectangle Type 2", Some("0608");
    UniqueLoop1, "unique-loop-1", "Unique Loop Type 1", None;
    UniqueLoop2, "unique-loop-2", "Unique Loop Type 2", None;
    UniqueLoop3, "unique-loop-3", "Unique Loop Type 3", None;
    UniqueLoop4, "unique-loop-4", "Unique Loop Type 4", None;
    Bug1, "bug-1", "Bivalue Universal Grave + 1", Some("0610");
    Bug2, "bug-2", "Bivalue Universal Grave Type 2", None;
    Bug3, "bug-3", "Bivalue Universal Grave Type 3", None;
    Bug4, "bug-4", "Bivalue Universal Grave Type 4", None;
    // Wings and aligned exclusions.
    XyWing, "xy-wing", "XY-Wing", Some("0800");
    XyzWing, "xyz-wing", "XYZ-Wing", Some("0801");
    WWing, "w-wing", "W-Wing", Some("0803");
    AlignedPairExclusion, "aligned-pair-exclusion", "Aligned Pair Exclusion", None;
    AlignedTripleExclusion, "aligned-triple-exclusion", "Aligned Triple Exclusion", None;
    // Chains and loops as HoDoKu names them.
    XChain, "x-chain", "X-Chain", Some("0701");
    XyChain, "xy-chain", "XY-Chain", Some("0702");
    RemotePair, "remote-pair", "Remote Pair", Some("0703");
    ContinuousNiceLoop, "continuous-nice-loop", "Continuous Nice Loop", Some("0706");
    DiscontinuousNiceLoop, "discontinuous-nice-loop", "Discontinuous Nice Loop", Some("0707");
    Aic, "aic", "Alternating Inference Chain", Some("0708");
    GroupedContinuousNiceLoop, "grouped-continuous-nice-loop", "Grouped Continuous Nice Loop", Some("0709");
    GroupedDiscontinuousNiceLoop, "grouped-discontinuous-nice-loop", "Grouped Discontinuous Nice Loop", Some("0710");
    GroupedAic, "grouped-aic", "Grouped Alternating Inference Chain", Some("0711");
    // Almost locked sets.
    AlsXz, "als-xz", "Almost Locked Set XZ-Rule", Some("0901");
    AlsXyWing, "als-xy-wing", "Almost Locked Set XY-Wing", Some("0902");
    AlsXyChain, "als-xy-chain", "Almost Locked Set XY-Chain", Some("0903");
    DeathBlossom, "death-blossom", "Death Blossom", Some("0904");
    SueDeCoq, "sue-de-coq", "Sue de Coq", Some("1101");
    // Chains and cycles as Sudoku Explainer names them.
    GeneralizedXWing, "generalized-x-wing", "Generalized X-Wing", None;
    BidirectionalXCycle, "bidirectional-x-cycle", "Bidirectional X-Cycle", None;
    BidirectionalYCycle, "bidirectional-y-cycle", "Bidirectional Y-Cycle", None;
    BidirectionalCycle, "bidirectional-cycle", "Bidirectional Cycle", None;
    ForcingXChain, "forcing-x-chain", "Forcing X-Chain", None;
    ForcingChain, "forcing-chain", "Forcing Chain", None;
    NishioForcingChain, "nishio-forcing-chain", "Nishio Forcing Chain", None;
    CellForcingChains, "cell-forcing-chains", "Cell Forcing Chains", None;
    RegionForcingChains, "region-forcing-chains", "Region Forcing Chains", None;
    /// At every level of nesting; the level stands in the reason.
    DynamicContradiction, "dynamic-contradiction", "Dynamic Contradiction Forcing Chains", None;
    /// At every level of nesting; the level stands in the reason.
    DynamicDouble, "dynamic-double", "Dynamic Double Forcing Chains", None;
    /// At every level of nesting; the level stands in the reason.
    DynamicCell, "dynamic-cell", "Dynamic Cell Forcing Chains", None;
    /// At every level of nesting; the level stands in the reason.
    DynamicRegion, "dynamic-region", "Dynamic Region Forcing Chains", None;
    // The last resorts of HoDoKu.
    ForcingChainContradiction, "forcing-chain-contradiction", "Forcing Chain Contradiction", Some("1301");
    ForcingChainVerity, "forcing-chain-verity", "Forcing Chain Verity", Some("1302");
    ForcingNetContradiction, "forcing-net-contradiction", "Forcing Net Contradiction", Some("1303");
    ForcingNetVerity, "forcing-net-verity", "Forcing Net Verity", Some("1304");
    TemplateSet, "template-set", "Template Set", Some("1201");
    TemplateDelete, "template-delete", "Template Delete", Some("1202");
    BruteForce, "brute-force", "Brute Force", None;
}

impl Technique {
    /// The technique with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.id() == id)
    }

    /// The technique with this code of HoDoKu's technique library.
    pub fn from_hodoku_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.hodoku_code() == Some(code))
    }

    /// The naked subset of this size, 2 to 8.
    pub const fn naked_subset(size: usize) -> Option<Self> {
        Some(match size {
            2 => Self::NakedPair,
            3 => Self::NakedTriple,
            4 => Self::NakedQuad,
            5 => Self::NakedQuint,
            6 => Self::NakedSextet,
            7 => Self::NakedSeptet,
            8 => Self::NakedOctet,
            _ => return None,
        })
    }

    /// The hidden subset of this size, 2 to 8.
    pub const fn hidden_subset(size: usize) -> Option<Self> {
        Some(match size {
            2 => Self::HiddenPair,
            3 => Self::HiddenTriple,
            4 => Self::HiddenQuad,
            5 => Self::HiddenQuint,
            6 => Self::HiddenSextet,
            7 => Self::HiddenSeptet,
            8 => Self::HiddenOctet,
            _ => return None,
        })
    }

    /// The basic fish of this size, 2 to 5.
    pub const fn basic_fish(size: usize) -> Option<Self> {
        Some(match size {
            2 => Self::XWing,
            3 => Self::Swordfish,
            4 => Self::Jellyfish,
            5 => Self::Squirmbag,
            _ => return None,
        })
    }
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
}
