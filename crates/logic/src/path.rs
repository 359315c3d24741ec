//! The path from a start to the solution, step by step.
//!
//! ```
//! use sudolab_exact::UniquePuzzle;
//! use sudolab_grid::halt::Halt;
//! use sudolab_logic::hint::Order;
//! use sudolab_logic::path::{End, Path};
//! use sudolab_logic::rating::se::Rater;
//! use sudolab_logic::start::Start;
//!
//! let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let start = Start::proper(&UniquePuzzle::prove(line.parse()?)?)?;
//! let never = Halt::never();
//! let mut path = Path::new(Rater::new(), start, Order::Human, &never);
//! let n_steps = path.by_ref().count();
//! assert_eq!((n_steps, path.end()), (51, Some(End::Solved)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::catalogue::Catalogue;
use crate::hint::{Hint, Order, next_by, next_within};
use crate::position::{Breach, Position};
use crate::rating::se::Rater;
use crate::start::Start;
use sudolab_grid::halt::{Halt, Stop};

/// Takes one step after the other; an iterator of them.
pub struct Path<'a> {
    rater: Rater,
    start: Start,
    order: Order,
    catalogue: Option<&'a Catalogue>,
    halt: &'a Halt<'a>,
    position: Position,
    end: Option<End>,
}

/// A step, and the position in which it is found.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// The position before the step.
    pub at: Position,
    /// The step and its difficulty.
    pub hint: Hint,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every cell is filled.
    Solved,
    /// The position shows that there is no solution.
    Broken(Breach),
    /// Several solutions, and nothing that they have in common is left to find.
    Open,
    /// No further step is known.
    Stuck,
    /// It was stopped.
    Stopped(Stop),
}

impl<'a> Path<'a> {
    /// A path before its first step.
    pub fn new(rater: Rater, start: Start, order: Order, halt: &'a Halt<'a>) -> Path<'a> {
        let position = start.position().clone();
        Path { rater, start, order, catalogue: None, halt, position, end: None }
    }

    /// The same path by a catalogue of techniques, and where it finds nothing by the rating.
    #[must_use]
    pub fn by(mut self, catalogue: &'a Catalogue) -> Path<'a> {
        self.catalogue = Some(catalogue);
        self
    }

    /// The position reached so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// How the path ended, once it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    fn here(&self) -> Option<End> {
        if self.position.is_solved() {
            return Some(End::Solved);
        }
        if let Some(breach) = self.position.breach() {
            return Some(End::Broken(breach));
        }
        self.start.leaves_nothing(&self.position).then_some(End::Open)
    }
}

impl Iterator for Path<'_> {
    type Item = Taken;

    /// The next step; none when the path has ended, for which [`Path::end`] tells the reason.
    fn next(&mut self) -> Option<Taken> {
        if self.end.is_none() {
            self.end = self.here();
        }
        if self.end.is_some() {
            return None;
        }
        let profile = self.start.profile();
        let (rater, position) = (&mut self.rater, &self.position);
        let next = match self.catalogue {
            Some(catalogue) => next_by(catalogue, rater, position, &profile, self.halt),
            None => next_within(rater, position, &profile, self.order, self.halt),
        };
        match next {
            Err(stop) => self.end = Some(End::Stopped(stop)),
            Ok(None) => self.end = Some(End::Stuck),
            Ok(Some(hint)) => {
                let at = self.position.clone();
                hint.step.effect.apply(&mut self.position);
                return Some(Taken { at, hint });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    const HARD: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    fn path_from(start: Start, halt: &Halt<'_>) -> (usize, Option<End>) {
        let mut path = Path::new(Rater::new(), start, Order::Rating, halt);
        (path.by_ref().count(), path.end())
    }

    #[test]
    fn a_broken_position_ends_at_once_and_says_where() {
        let mut position = Position::from_line(HARD).expect("a line");
        let cell = position.empty_cells().first().expect("blank cells");
        for digit in position.candidates(cell) {
            position.remove(cell, digit);
        }
        let (n, end) = path_from(Start::unproved(position), &Halt::never());
        assert_eq!((n, end), (0, Some(End::Broken(Breach::EmptyCell(cell)))));
    }

    #[test]
    fn the_empty_board_is_stuck_and_a_raised_flag_stops() {
        let empty = Start::unproved(Position::empty());
        assert_eq!(path_from(empty, &Halt::never()), (0, Some(End::Stuck)));
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        let hard = Start::unproved(Position::from_line(HARD).expect("a line"));
        assert_eq!(path_from(hard, &halt), (0, Some(End::Stopped(Stop::Cancelled))));
    }
}
