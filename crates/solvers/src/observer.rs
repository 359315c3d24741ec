//! Watching an algorithm think.
//!
//! Every event comes with the tick at which it happened. What is cheap to tell (a cell filled, a
//! conflict, a temperature) is told each time; what costs an algorithm time (a whole board, a field
//! over cells and digits, a population) it makes only when [`Observer::due`] says that a look is
//! wanted.
//!
//! [`Event::State`], [`Event::Guess`], [`Event::Assign`], [`Event::Retract`] and [`Event::Swap`],
//! applied in order, give the board the algorithm holds, and at the end the one it answers with.

use crate::evolution::AuditRule;
use sudolab_grid::{Cell, Digit, DigitSet, Grid};
use sudolab_logic::step::Step;

/// Something that happened inside a run.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The whole board as it stands now, 0 for a blank: at the start, after a restart, and where
    /// an algorithm changes many cells at once.
    State {
        /// Its values row by row.
        board: &'a [u8],
    },
    /// The search fills a cell to see where that leads.
    Guess {
        /// The cell.
        cell: Cell,
        /// The digit tried now.
        digit: Digit,
        /// The digits still to try there.
        rest: DigitSet,
        /// The depth of the search.
        depth: usize,
    },
    /// A cell was filled.
    Assign {
        /// The cell.
        cell: Cell,
        /// Its digit.
        digit: Digit,
    },
    /// A cell was emptied again.
    Retract {
        /// The cell.
        cell: Cell,
    },
    /// Two cells exchanged their digits.
    Swap {
        /// One cell.
        a: Cell,
        /// The other.
        b: Cell,
    },
    /// What stands on the board cannot be completed.
    Conflict(Clash),
    /// A clause learning search decides about a candidate.
    Decide {
        /// The cell.
        cell: Cell,
        /// The digit.
        digit: Digit,
        /// Whether the cell is to hold it.
        holds: bool,
        /// How many decisions are open, this one included.
        level: usize,
    },
    /// A clause is learned from a conflict.
    Learn {
        /// Its literals.
        size: usize,
        /// How many decisions stay open.
        level: usize,
    },
    /// A rule was applied. What it places is told by [`Event::Assign`] as well.
    Step(&'a Step),
    /// The temperature now.
    Temperature(f64),
    /// The energy or cost of the current state.
    Energy(f64),
    /// How many moves were accepted and rejected so far.
    Moves {
        /// Made.
        accepted: u64,
        /// Proposed and not made.
        rejected: u64,
    },
    /// A number for each cell and digit: the digits of the first cell, then those of the next.
    Field {
        /// What the numbers are.
        name: &'static str,
        /// Cells times digits of them.
        values: &'a [f32],
    },
    /// A generation ended.
    Generation {
        /// Its number, from 1.
        number: u64,
        /// The best cost in it.
        best: f64,
        /// The mean cost in it.
        mean: f64,
    },
    /// The cost of each individual of a generation.
    Population {
        /// One after the other.
        costs: &'a [f32],
    },
    /// A generation of programs ended.
    Program(Program<'a>),
    /// The best cost so far improved.
    Improved {
        /// The new best cost.
        cost: f64,
        /// The board that has it.
        board: &'a [u8],
    },
    /// The algorithm began anew.
    Restart {
        /// How often it has done so.
        number: u64,
    },
    /// A line of an audit trail: what a rule or an evolved instruction did, in words.
    Note(&'a str),
    /// The run ended with this grid, which was checked.
    Solved(&'a Grid),
}

impl Event<'_> {
    /// The word for its kind, as traces write it.
    pub fn kind(&self) -> &'static str {
        match self {
            Event::State { .. } => "state",
            Event::Guess { .. } => "guess",
            Event::Assign { .. } => "assign",
            Event::Retract { .. } => "retract",
            Event::Swap { .. } => "swap",
            Event::Conflict(_) => "conflict",
            Event::Decide { .. } => "decide",
            Event::Learn { .. } => "learn",
            Event::Step(_) => "step",
            Event::Temperature(_) => "temperature",
            Event::Energy(_) => "energy",
            Event::Moves { .. } => "moves",
            Event::Field { .. } => "field",
            Event::Generation { .. } => "generation",
            Event::Population { .. } => "population",
            Event::Program(_) => "program",
            Event::Improved { .. } => "improved",
            Event::Restart { .. } => "restart",
            Event::Note(_) => "note",
            Event::Solved(_) => "solved",
        }
    }
}

/// Where a conflict shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clash {
    /// This cell can hold no digit.
    Cell(Cell),
    /// This house, by its place on the board, lacks a digit that it must hold.
    House(usize),
    /// The algorithm does not say.
    Somewhere,
}

/// What became of one instruction of an evolved program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It placed a number.
    Placed,
    /// It placed a number and the last remaining one of its region.
    PlacedTwo,
    /// It placed nothing.
    Failed,
    /// The board was full before its turn.
    Neutral,
    /// It struck candidates.
    Struck,
}

/// One instruction of an evolved program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// What it applies.
    pub rule: AuditRule,
    /// Where, by the house's place on the board, if it looks at one house.
    pub house: Option<usize>,
    /// The digits it is about.
    pub digits: DigitSet,
}

/// A generation of evolved programs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Program<'a> {
    /// Its number; 0 is the first population.
    pub generation: u64,
    /// The highest fitness in it.
    pub best_fitness: f64,
    /// The mean fitness.
    pub mean_fitness: f64,
    /// The most instructions of one program that placed something.
    pub most_successes: usize,
    /// Their mean number.
    pub mean_successes: f64,
    /// The most numbers placed by one program.
    pub most_placed: usize,
    /// The fittest program.
    pub instructions: &'a [Instruction],
    /// What became of each of its instructions.
    pub fates: &'a [Fate],
}

/// Receives the events of a run.
pub trait Observer {
    /// Called for each event, in order, with the run's ticks until then.
    fn event(&mut self, tick: u64, event: &Event<'_>);

    /// Whether something that takes time to make is wanted at this tick; asked in ascending order.
    fn due(&mut self, tick: u64) -> bool {
        let _ = tick;
        true
    }
}

impl<F: FnMut(u64, &Event<'_>)> Observer for F {
    fn event(&mut self, tick: u64, event: &Event<'_>) {
        self(tick, event);
    }
}
