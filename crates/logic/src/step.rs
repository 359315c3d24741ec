//! What a technique yields: a step with its effect and its typed reason.
//!
//! A reason holds exactly what a person would point at, and enough for
//! [`crate::check`] to confirm the effect on the position without the finder. No
//! words and no scores live here.

use crate::position::Position;
use crate::technique::Technique;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House};

/// One deduction: what it is, what it does, and why it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// Digits to place and candidates to remove.
    pub effect: Effect,
    /// Why the effect holds.
    pub reason: Reason,
}

/// The digits a step places and the candidates it removes.
///
/// Removals that merely follow from a placement (the digit leaves the peers) are not
/// listed. Lists are in ascending order of cell, then digit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// Digits to place.
    pub placements: Vec<Candidate>,
    /// Candidates to remove, each present in the position the step was found in.
    pub eliminations: Vec<Candidate>,
}

impl Effect {
    /// The effect of placing one digit.
    pub fn place(cell: Cell, digit: Digit) -> Self {
        Self { placements: vec![Candidate::new(cell, digit)], eliminations: Vec::new() }
    }

    /// The effect of removing these candidates; the list is put in order.
    pub fn remove(eliminations: impl IntoIterator<Item = Candidate>) -> Self {
        let mut eliminations: Vec<Candidate> = eliminations.into_iter().collect();
        eliminations.sort_unstable();
        eliminations.dedup();
        Self { placements: Vec::new(), eliminations }
    }

    /// The effect of removing one digit from these cells.
    pub fn remove_digit(cells: Cells, digit: Digit) -> Self {
        Self {
            placements: Vec::new(),
            eliminations: cells.into_iter().map(|cell| Candidate::new(cell, digit)).collect(),
        }
    }

    /// Whether nothing would change.
    pub fn is_empty(&self) -> bool {
        self.placements.is_empty() && self.eliminations.is_empty()
    }

    /// Makes the changes.
    pub fn apply(&self, position: &mut Position) {
        for candidate in &self.eliminations {
            position.remove(candidate.cell, candidate.digit);
        }
        for candidate in &self.placements {
            position.place(candidate.cell, candidate.digit);
        }
    }
}

/// Why a step holds.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// The cell has this one candidate left.
    NakedSingle {
        /// The digit that is left.
        single: Candidate,
    },
    /// The house has this one place left for the digit.
    HiddenSingle {
        /// The house.
        house: House,
        /// The cell and the digit.
        single: Candidate,
    },
    /// All candidates of a digit in one house lie in a second house, so the rest of
    /// the second house loses the digit.
    Locked {
        /// The digit.
        digit: Digit,
        /// The house in which the digit is confined.
        base: House,
        /// The house that loses the digit elsewhere.
        cover: House,
        /// The house in which a hidden single is left at once, when that is the point.
        single_in: Option<House>,
    },
    /// As many cells of a house as digits in them.
    NakedSubset {
        /// The house; for locked pairs and triples the box, and the line follows.
        house: House,
        /// The cells of the subset.
        cells: Cells,
        /// The digits of the subset.
        digits: Digits,
    },
    /// As many digits of a house as cells that take them.
    HiddenSubset {
        /// The house.
        house: House,
        /// The cells of the subset.
        cells: Cells,
        /// The digits of the subset.
        digits: Digits,
        /// The hidden single left at once in the same house, when that is the point.
        single: Option<Candidate>,
    },
    /// In the base houses the digit lies only in the cover houses and the fins.
    Fish {
        /// The digit.
        digit: Digit,
        /// The base houses.
        base: Vec<House>,
        /// As many cover houses.
        cover: Vec<House>,
        /// Candidates of the base houses outside the cover; empty for a plain fish.
        fins: Cells,
    },
    /// Whichever digit the pivot takes, one of the pincers takes `digit`.
    Wing {
        /// The pivot, with two candidates (XY-Wing) or three (XYZ-Wing).
        pivot: Cell,
        /// The two pincers, with two candidates each.
        pincers: [Cell; 2],
        /// The digit common to both pincers.
        digit: Digit,
    },
    /// A deadly loop of two digits must not come to be.
    UniqueLoop(UniqueLoop),
    /// A bivalue universal grave must not come to be.
    BivalueGrave(BivalueGrave),
    /// Every combination of digits in the base cells that would hold an elimination
    /// is ruled out by a house they share or by a cell all of them see.
    AlignedExclusion {
        /// The base cells, two or three.
        base: Vec<Cell>,
        /// The cells seen by all base cells, with at most as many candidates.
        excluders: Cells,
    },
    /// Chains of implications from assumptions of which one must hold.
    Chains(Chains),
    /// Strong and weak links in turn, so that one of the two ends is true.
    Alternating(AlternatingChain),
    /// An alternating chain some of whose strong links lead through almost locked sets.
    AlternatingThroughSets {
        /// The chain.
        chain: AlternatingChain,
        /// Indices of nodes from which the strong link leads through a set, with its
        /// cells. The node is a digit in all places of the set that may hold it; the
        /// next node is another digit in all its places of the set, or what is left for
        /// a cell that sees the set.
        sets: Vec<(usize, Cells)>,
    },
    /// Several reasons, each of which holds by itself.
    Joined(Vec<Reason>),
    /// A cell and, for each of its candidates in ascending order, an almost locked set
    /// that the candidate would spoil: a digit of all the sets is in one of them.
    DeathBlossom {
        /// The cell.
        stem: Cell,
        /// The sets.
        petals: Vec<Cells>,
    },
    /// All ways to place one digit on the whole board have a cell in common, or leave
    /// one out.
    Templates {
        /// The digit.
        digit: Digit,
        /// Candidates that were settled before in the same way, in order; those of other
        /// digits bar their cells.
        settled: Vec<Candidate>,
    },
    /// Cells with the same two candidates, each seeing the next: they hold the two
    /// digits in turn.
    RemotePair {
        /// The cells in the order of the chain.
        cells: Vec<Cell>,
        /// The two digits.
        digits: Digits,
    },
    /// Cells joined by strong links of one digit, in two colours of which one is true.
    Colours {
        /// The digit.
        digit: Digit,
        /// One group of cells, or two that touch, each in its two colours.
        groups: Vec<[Cells; 2]>,
    },
    /// A rectangle of placed digits that must not become one with two solutions.
    AvoidableRectangle {
        /// The cells in the order of the loop; none is a clue.
        cells: [Cell; 4],
        /// The digits the cells would hold in turn.
        digits: [Digit; 2],
    },
    /// Almost locked sets, each joined to the next by a digit that only one of the two
    /// can hold.
    AlmostLockedSets {
        /// The sets, each of cells in one house with one digit more than cells.
        sets: Vec<Cells>,
        /// The digit between each set and the next; for two sets joined twice both
        /// digits.
        links: Vec<Digit>,
    },
    /// The crossing of a line and a box, with cells of the line and of the box that
    /// share out its digits.
    SueDeCoq {
        /// The cells of the crossing, two or three.
        crossing: Cells,
        /// The line and the box.
        houses: [House; 2],
        /// Cells of the line and of the box outside the crossing.
        wings: [Cells; 2],
    },
    /// The digit stands there in the solution, found by search: no reason a person would
    /// give.
    Solution {
        /// The cell and the digit.
        single: Candidate,
    },
    /// The pattern of a technique that is not of the catalogue.
    Own(Box<OwnReason>),
}

/// What a technique of your own points at. Its entry says how this is checked, told and drawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OwnReason {
    /// The houses the pattern lies in.
    pub houses: Vec<House>,
    /// The cells that hold it.
    pub cells: Cells,
    /// The digits it is made of.
    pub digits: Digits,
    /// Single candidates that matter.
    pub candidates: Vec<Candidate>,
}

/// A chain of nodes: strong link from the first to the second, weak link to the
/// third, strong link to the fourth and so on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AlternatingChain {
    /// An even number of nodes.
    pub nodes: Vec<GroupNode>,
    /// Whether a weak link leads from the last node back to the first.
    pub closed: bool,
}

/// A digit in one of some cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GroupNode {
    /// The digit.
    pub digit: Digit,
    /// One cell, or several of one house.
    pub cells: Cells,
}

/// A loop of cells that would allow two solutions if all held just two digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UniqueLoop {
    /// The cells in the order of the loop.
    pub cells: Vec<Cell>,
    /// The two digits.
    pub digits: [Digit; 2],
    /// How the deadly pattern is avoided.
    pub escape: Escape,
}

/// The cells with surplus candidates when every other cell has two, and every digit
/// two places in each house.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BivalueGrave {
    /// The cells that hold surplus candidates, with these.
    pub surplus: Vec<(Cell, Digits)>,
    /// How the grave is avoided.
    pub escape: Escape,
}

/// How a deadly pattern is avoided, and what follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Escape {
    /// Type 1: one cell has surplus candidates and must take one of them.
    OneCell {
        /// The cell.
        cell: Cell,
    },
    /// Type 2: all surplus candidates are one digit; what sees all of them loses it.
    OneDigit {
        /// The cells with the surplus digit.
        cells: Cells,
        /// The digit.
        digit: Digit,
    },
    /// Type 3: two cells act as one cell of a naked subset.
    NakedSubset {
        /// The cells with surplus candidates.
        cells: Cells,
        /// The house of the subset.
        house: House,
        /// The other cells of the subset.
        others: Cells,
        /// The digits of the subset.
        digits: Digits,
    },
    /// Type 3: two cells act as one cell of a hidden subset.
    HiddenSubset {
        /// The cells with surplus candidates.
        cells: Cells,
        /// The house of the subset.
        house: House,
        /// The other cells of the subset.
        others: Cells,
        /// The digits of the subset.
        digits: Digits,
    },
    /// Type 4: one digit of the pattern is locked in two cells, which lose the other.
    Locked {
        /// The two cells.
        cells: Cells,
        /// The house in which the digit is locked.
        house: House,
        /// The locked digit.
        digit: Digit,
    },
    /// Type 6: one digit of the pattern goes nowhere else in the two rows and columns,
    /// so the cells with surplus candidates, which are opposite corners, lose it.
    Crossed {
        /// The two cells with surplus candidates.
        cells: Cells,
        /// The digit.
        digit: Digit,
    },
    /// Hidden rectangle: in row and column of one corner a digit goes nowhere else, and
    /// the opposite corner has no surplus candidates, so the corner loses the other digit.
    HiddenCorner {
        /// The corner.
        cell: Cell,
        /// The digit that goes nowhere else.
        digit: Digit,
    },
}

/// Implications, and what they prove.
///
/// The nodes form a graph without cycles: a node's parents stand before it. A node
/// says that a digit is in its cell (`on`) or is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chains {
    /// What the chains prove.
    pub claim: Claim,
    /// 0 for chains of plain links; 1 when locked candidates, pairs and X-Wings may be
    /// used on the way; 2 to 5 when whole chains may.
    pub level: u8,
    /// All nodes, parents first.
    pub nodes: Vec<ChainNode>,
}

/// One node of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainNode {
    /// The cell and the digit.
    pub candidate: Candidate,
    /// Whether the digit is said to be in the cell.
    pub on: bool,
    /// Why the node follows from its parents.
    pub because: Because,
    /// Indices of the parents among the nodes of the same chains.
    pub parents: Vec<u32>,
}

/// Why a node follows from its parents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because {
    /// It is an assumption.
    Assumed,
    /// The cell holds another digit.
    CellIsTaken,
    /// The digit stands elsewhere in this house.
    HouseHasIt(House),
    /// Every other candidate of the cell is gone.
    LastInCell,
    /// Every other candidate of the digit in this house is gone.
    LastInHouse(House),
    /// This step became possible once its parents were gone.
    Rule(Box<Step>),
    /// Two of its parents contradict each other, so anything follows.
    Absurd,
}

/// What a set of chains proves. Numbers are indices of nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The chain returns to its start: both directions hold, and what sees a node of
    /// either colour loses the digit. The nodes are in the order of the loop.
    Cycle {
        /// The last node, which says the same as the assumption.
        end: u32,
    },
    /// An assumption leads to its opposite, so the opposite holds.
    Opposite {
        /// The node that contradicts the assumption.
        end: u32,
    },
    /// An assumption leads to a digit both on and off, so it is false.
    Contradiction {
        /// The assumption.
        assumption: u32,
        /// The node that says on.
        on: u32,
        /// The node that says off.
        off: u32,
    },
    /// A candidate on and the same candidate off lead to the same end.
    Either {
        /// The end when the candidate is on.
        when_on: u32,
        /// The end when it is off.
        when_off: u32,
    },
    /// Every candidate of a cell leads to the same end.
    EveryDigitOf {
        /// The cell.
        cell: Cell,
        /// One end per candidate, ascending.
        ends: Vec<u32>,
    },
    /// Every place of a digit in a house leads to the same end.
    EveryPlaceOf {
        /// The house.
        house: House,
        /// The digit.
        digit: Digit,
        /// One end per place, ascending.
        ends: Vec<u32>,
    },
}
