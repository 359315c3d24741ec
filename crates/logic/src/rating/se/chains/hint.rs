//! What a chain search offers, and how offers are ranked.

use super::links::Cause;
use super::planes::{Code, Planes};
use std::sync::Arc;
use sudolab_grid::nine::{Cell, Digit, House};

/// What a chain proves, as Sudoku Explainer distinguishes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainKind {
    CycleX,
    CycleY,
    Cycle,
    ForcingX,
    Forcing,
    Nishio,
    Contradiction,
    Double,
    Cell,
    Region,
}

impl ChainKind {
    /// The rank among hints of equal difficulty and complexity, lowest first.
    pub(crate) fn sort_key(self) -> u8 {
        match self {
            Self::Double => 1,
            Self::CycleX | Self::ForcingX => 2,
            Self::CycleY => 3,
            Self::Cycle | Self::Forcing => 4,
            Self::Cell => 5,
            Self::Region => 6,
            Self::Nishio | Self::Contradiction => 7,
        }
    }

    /// The difficulty of a static chain before the increment for its length.
    pub(crate) fn base(self) -> f64 {
        match self {
            Self::CycleX | Self::CycleY => 6.5,
            Self::ForcingX => 6.6,
            Self::Cycle | Self::Forcing => 7.0,
            Self::Nishio => 7.5,
            // The others depend on the search that found them.
            Self::Contradiction | Self::Double | Self::Cell | Self::Region => 8.0,
        }
    }
}

/// The increment for the length of a chain: a tenth for each of the thresholds 4, 6,
/// 8, 12, 16, 24, … that the complexity less two exceeds. The tenths are added one by
/// one, because ties between kinds are broken on the floating-point sum.
pub(crate) fn length_increment(complexity: u32) -> f64 {
    let mut added = 0.0;
    let mut threshold = 4;
    let mut odd = false;
    while complexity.saturating_sub(2) > threshold {
        added += 0.1;
        threshold = if odd { threshold * 4 / 3 } else { threshold * 3 / 2 };
        odd = !odd;
    }
    added
}

/// A hint found by a chain search.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub kind: ChainKind,
    pub difficulty: f64,
    pub complexity: u32,
    /// The candidates it removes.
    pub removed: Planes,
    /// The digit it places.
    pub placed: Option<Code>,
    pub chain: Chain,
}

impl Hint {
    fn rank(&self) -> (f64, u32, u8) {
        (self.difficulty, self.complexity, self.kind.sort_key())
    }

    /// The order in which Sudoku Explainer sorts hints.
    pub(crate) fn compare(&self, other: &Self) -> std::cmp::Ordering {
        let (a, b) = (self.rank(), other.rank());
        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
    }
}

/// The implications behind a hint.
#[derive(Clone, Debug)]
pub(crate) enum Chain {
    /// A single path, from its end back to its start.
    Path(Vec<PathNode>),
    /// Where to find the ends in the runs of the search that offered the hint.
    Ends(Ends),
}

/// One node of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PathNode {
    pub code: Code,
    pub on: bool,
    pub cause: Cause,
}

/// The ends of the chains of a branching hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ends {
    /// The run from this assumption ended in a contradiction.
    Contradiction { source: Code, on: bool },
    /// The candidate on and off lead to the same end.
    Double { source: Code, end: Code, on: bool },
    /// Every candidate of the cell leads to the end.
    Cell { cell: Cell, end: Code, on: bool },
    /// Every place of the digit in the house leads to the end.
    Region { house: House, digit: Digit, end: Code, on: bool },
}

/// A node of a leg of a hint, in the order in which the ancestors of the end are met.
#[derive(Clone, Debug)]
pub(crate) struct LegNode {
    pub code: Code,
    pub on: bool,
    pub cause: Cause,
    /// The parents, as indices into the leg.
    pub parents: Vec<u32>,
    /// The rule applied, for [`Cause::Rule`].
    pub rule: Option<ChainRule>,
}

/// A rule applied inside a chain.
#[derive(Clone, Debug)]
pub(crate) enum ChainRule {
    /// A pattern: locked candidates, a pair or an X-Wing.
    Pattern(Pattern),
    /// A whole chain.
    Chain(Arc<Nested>),
}

/// A pattern applied inside a chain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pattern {
    Locked {
        digit: Digit,
        base: House,
        cover: House,
    },
    HiddenPair {
        house: House,
        places: u16,
        digits: u16,
    },
    NakedPair {
        house: House,
        places: u16,
        digits: u16,
    },
    /// On these two base lines, crossing lines of the other kind at these places.
    XWing {
        digit: Digit,
        lines: [House; 2],
        crossings: u16,
    },
}

/// A chain used inside another: its hint and the legs in full.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    pub hint: Hint,
    pub legs: Vec<Vec<LegNode>>,
    /// The nesting level of the search that found it.
    pub level: u8,
    /// Candidates that had to go for the patterns inside, beyond the parents that
    /// Sudoku Explainer counts; a complete proof names them too.
    pub also_gone: Vec<Code>,
}

impl Nested {
    /// Whether the two are the same chain: the same nodes in the same order. A chain
    /// used several times counts once.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.legs.len() == other.legs.len()
            && self.legs.iter().zip(&other.legs).all(|(a, b)| {
                a.len() == b.len() && a.iter().zip(b).all(|(x, y)| x.code == y.code && x.on == y.on)
            })
    }
}

/// Receives the hints of a search.
pub(crate) trait Best {
    /// Whether a hint of this rank would be of use.
    fn wants(&self, difficulty: f64, complexity: u32, key: u8) -> bool;
    /// Takes a hint that is wanted.
    fn take(&mut self, hint: Hint);
}

/// Keeps the first hint of the lowest rank.
#[derive(Default)]
pub(crate) struct Winner(pub Option<Hint>);

impl Best for Winner {
    #[inline]
    fn wants(&self, difficulty: f64, complexity: u32, key: u8) -> bool {
        match &self.0 {
            None => true,
            Some(best) => (difficulty, complexity, key) < best.rank(),
        }
    }

    fn take(&mut self, hint: Hint) {
        self.0 = Some(hint);
    }
}

/// Keeps every hint.
#[derive(Default)]
pub(crate) struct All(pub Vec<Hint>);

impl Best for All {
    #[inline]
    fn wants(&self, _: f64, _: u32, _: u8) -> bool {
        true
    }

    fn take(&mut self, hint: Hint) {
        self.0.push(hint);
    }
}
