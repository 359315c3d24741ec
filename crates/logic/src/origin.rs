//! Where a technique belongs: its family, what it assumes, and who describes it.

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
    /// What a rule beyond the houses leaves, alone or with houses.
    Rules,
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
            Self::Rules => "rules",
            Self::LastResort => "last-resort",
        }
    }

    /// What its techniques have in common, for a learner.
    pub const fn idea(self) -> &'static str {
        match self {
            Self::Singles => {
                "A cell with one digit left, or a digit with one place left in a house."
            }
            Self::Sets => {
                "As many cells as digits: whatever the order, these cells use these digits up, and \
                 others do without."
            }
            Self::Fish => {
                "One digit in some lines stands only where a few crossing lines meet them. Those \
                 crossing lines get the digit there, and nowhere else."
            }
            Self::SingleDigit => {
                "One digit and its strong links: where a house has two places for it, one of them \
                 is true. Two such links together see more than each alone."
            }
            Self::Uniqueness => {
                "A proper puzzle has one solution. A pattern whose digits could be exchanged would \
                 give two, so something has to break it."
            }
            Self::Wings => {
                "Two or three cells with few digits: whichever digit the middle takes, one of the \
                 outer cells takes the same one."
            }
            Self::Chains => {
                "If this is so, that is not so, then that other one is: links from candidate to \
                 candidate until something follows whichever way it begins."
            }
            Self::AlmostLockedSets => {
                "Some cells with one digit more than cells: take one digit away and the rest is \
                 locked."
            }
            Self::Rules => {
                "A rule allows some fillings of its cells and no others: a digit that stands in none \
                 of them goes."
            }
            Self::LastResort => {
                "When no pattern helps: all ways a digit can lie on the board, or plain trying."
            }
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
pub enum Premise {
    /// The rules alone.
    Logic,
    /// That the puzzle has one solution.
    AssumesUnique,
    /// The solution itself.
    Guess,
}

impl Premise {
    /// The id: `logic`, `assumes-unique` or `guess`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Logic => "logic",
            Self::AssumesUnique => "assumes-unique",
            Self::Guess => "guess",
        }
    }
}

impl fmt::Display for Premise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

pub(crate) const EXPLAINER: &str = "Sudoku Explainer 1.2.1";
pub(crate) const HODOKU: &str = "HoDoKu 2.2";
pub(crate) const BOTH: &str = "Sudoku Explainer 1.2.1; HoDoKu 2.2";
pub(crate) const THESIS: &str = "Berggren & Nilsson, A study of Sudoku solving algorithms, 2012";
pub(crate) const COMMON: &str = "common knowledge; here for boards of every kind";
pub(crate) const DRAFT: &str =
    "Berggren & Nilsson, A comparison of sudoku solving algorithms, draft, 2012";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::technique::Technique;

    #[test]
    fn a_technique_that_assumes_uniqueness_is_of_that_family_and_no_other() {
        for &technique in Technique::ALL {
            let assumes = technique.kind() == Premise::AssumesUnique;
            assert_eq!(assumes, technique.family() == Family::Uniqueness, "{technique:?}");
            assert!(!technique.source().is_empty());
        }
        assert_eq!(Technique::XWing.family().to_string(), "fish");
        assert_eq!(Technique::Skyscraper.source(), HODOKU);
        assert_eq!(Technique::DynamicCell.source(), EXPLAINER);
    }
}
