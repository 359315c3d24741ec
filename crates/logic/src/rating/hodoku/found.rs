//! A step as HoDoKu takes it.

use super::notation;
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House};
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;

/// A step of HoDoKu's path: what it does, under which row of the order it was found,
/// and what HoDoKu would write about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HodokuStep {
    /// The row of the order under which the step was found; it gives score and level.
    pub search: Search,
    /// Technique, effect and reason.
    pub step: Step,
    /// The eliminations in the order in which HoDoKu makes them. The order decides
    /// which singles come next, and how the step is written.
    pub eliminations: Vec<Candidate>,
    /// What HoDoKu points at.
    pub pattern: Pattern,
}

impl HodokuStep {
    /// A step that places a digit.
    pub fn placement(
        search: Search,
        technique: Technique,
        single: Candidate,
        reason: Reason,
        pattern: Pattern,
    ) -> Self {
        let effect = Effect::place(single.cell, single.digit);
        let step = Step { technique, effect, reason };
        Self { search, step, eliminations: Vec::new(), pattern }
    }

    /// A step that removes candidates, given in HoDoKu's order.
    pub fn removal(
        search: Search,
        technique: Technique,
        eliminations: Vec<Candidate>,
        reason: Reason,
        pattern: Pattern,
    ) -> Self {
        let effect = Effect::remove(eliminations.iter().copied());
        let step = Step { technique, effect, reason };
        Self { search, step, eliminations, pattern }
    }

    /// The name HoDoKu gives the step.
    pub fn name(&self) -> &'static str {
        notation::name(self)
    }

    /// What HoDoKu writes after the name: digits, cells and effect.
    pub fn detail(&self) -> String {
        notation::detail(self)
    }
}

/// What HoDoKu names in the text of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Nothing but the effect.
    Bare,
    /// Digits of a subset and its cells.
    Subset {
        /// The digits.
        digits: Digits,
        /// The cells.
        cells: Cells,
    },
    /// A digit locked in a house.
    Locked {
        /// The digit.
        digit: Digit,
        /// The house.
        house: House,
    },
    /// A fish.
    Fish {
        /// The digit.
        digit: Digit,
        /// Base houses, ascending.
        base: Vec<House>,
        /// Cover houses, ascending.
        cover: Vec<House>,
        /// Fins outside the cover.
        fins: Cells,
        /// Fins in two base houses.
        endo_fins: Cells,
    },
    /// Two ends and the two cells that join them.
    Joined {
        /// The digit.
        digit: Digit,
        /// The ends.
        ends: Cells,
        /// The cells in between.
        joint: Cells,
    },
    /// An empty rectangle and the pair that uses it.
    EmptyRectangle {
        /// The digit.
        digit: Digit,
        /// The box.
        house: House,
        /// The strong pair.
        pair: Cells,
    },
    /// Two equal pairs joined by a strong link.
    WWing {
        /// The digit that goes.
        digit: Digit,
        /// The digit of the link.
        link: Digit,
        /// The two pairs.
        cells: Cells,
        /// The cells of the link.
        joint: Cells,
    },
    /// A pivot with two pincers.
    Wing {
        /// The digits as HoDoKu lists them.
        digits: [Digit; 3],
        /// The three cells.
        cells: Cells,
    },
    /// A rectangle of two digits.
    Rectangle {
        /// The digits, in the order of the search.
        digits: [Digit; 2],
        /// The four cells.
        cells: Cells,
    },
    /// Groups of one digit in colours.
    Colours {
        /// The digit.
        digit: Digit,
        /// The colours, two or four.
        colours: Vec<Cells>,
    },
    /// A chain as a list of nodes.
    Chain(Vec<Node>),
    /// The crossing of line and box with its two wings.
    SueDeCoq {
        /// Cells and digits of the crossing.
        crossing: (Cells, Digits),
        /// Cells and digits taken from the line.
        line: (Cells, Digits),
        /// Cells and digits taken from the box.
        block: (Cells, Digits),
    },
    /// Two or three almost locked sets.
    Sets {
        /// The sets with their digits.
        sets: Vec<(Cells, Digits)>,
        /// The digits that link them.
        links: Digits,
        /// The digits they have in common besides; none when two sets are linked twice
        /// and the step uses that.
        common: Digits,
    },
    /// A chain of almost locked sets.
    SetChain {
        /// The sets with their digits.
        sets: Vec<(Cells, Digits)>,
        /// The digits between each set and the next.
        links: Vec<Digits>,
    },
    /// The text itself, for what has no short form.
    Text(String),
}

/// A node of a chain of HoDoKu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// The cell.
    pub cell: Cell,
    /// The digit.
    pub digit: Digit,
    /// Whether the link that leads here is strong.
    pub strong: bool,
}
