//! What a finder yields: the technique, its effect and a typed reason.

use crate::technique::Technique;
use sudolab_grid::{Cell, Digit, DigitSet};

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Digits to place.
    pub placements: Vec<(Cell, Digit)>,
    /// Candidates to remove.
    pub eliminations: Vec<(Cell, Digit)>,
}

/// Why a step holds. Groups and rules are named by their numbers on the
/// [`Ground`](super::Ground).
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The cell has one candidate.
    NakedSingle,
    /// The digit has one place in the group.
    HiddenSingle {
        /// A full group.
        group: usize,
    },
    /// No filling of these cells keeps the rule with a removed candidate.
    Rule {
        /// The number of the rule.
        rule: usize,
        /// The cells that were looked at.
        cells: Vec<Cell>,
    },
    /// The houses' digits and the rules' sums leave a sum to these cells that no filling of them
    /// has with a removed candidate.
    Total {
        /// Full groups without a cell in common.
        groups: Vec<usize>,
        /// The numbers of the rules.
        rules: Vec<usize>,
        /// The cells that are left.
        cells: Vec<Cell>,
    },
    /// Every place of the digit in the group sees the cells it goes from.
    Locked {
        /// A full group.
        group: usize,
        /// The digit.
        digit: Digit,
        /// Its places there.
        cells: Vec<Cell>,
    },
    /// These cells hold these digits between them.
    NakedSubset {
        /// A group.
        group: usize,
        /// The cells.
        cells: Vec<Cell>,
        /// As many digits.
        digits: DigitSet,
    },
    /// These digits have these places between them.
    HiddenSubset {
        /// A full group.
        group: usize,
        /// The places.
        cells: Vec<Cell>,
        /// As many digits.
        digits: DigitSet,
    },
    /// The places of a digit in the base groups lie in as many cover groups.
    Fish {
        /// The digit.
        digit: Digit,
        /// Full groups without a cell in common.
        base: Vec<usize>,
        /// Groups that hold all its places there.
        cover: Vec<usize>,
    },
    /// With the candidate, these steps lead to a position that is dead.
    Trial {
        /// The candidate that is tried.
        tried: (Cell, Digit),
        /// What follows from it.
        steps: Vec<Step>,
        /// Why it ends there.
        dead: Dead,
    },
    /// In each of these cases what is removed goes, or the case ends dead.
    Forcing {
        /// The full group whose places of a digit the cases are; none for the candidates of a cell.
        group: Option<usize>,
        /// One of them holds.
        cases: Vec<Supposed>,
    },
}

/// One of several cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Supposed {
    /// What is taken for true.
    pub tried: (Cell, Digit),
    /// What follows from it.
    pub steps: Vec<Step>,
    /// Why it ends there, if nothing can come of it.
    pub dead: Option<Dead>,
}

/// Why nothing can come of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dead {
    /// A cell without candidates.
    Cell(Cell),
    /// A digit without a place in a full group.
    Digit {
        /// The group.
        group: usize,
        /// The digit.
        digit: Digit,
    },
    /// A rule that no filling keeps.
    Rule(usize),
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What was found.
    pub technique: Technique,
    /// What it does.
    pub effect: Effect,
    /// Why it holds.
    pub reason: Reason,
}
