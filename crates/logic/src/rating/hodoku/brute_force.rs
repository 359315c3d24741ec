//! Brute force: when nothing else helps, a digit of the solution is placed, in the
//! middle one of the empty cells (of n cells in ascending order the one with number
//! n / 2, counted from 0).

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Digit};
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{SingleEngine, Start};

/// The digit that is placed; nothing when there is no solution.
pub(super) fn find(position: &Position) -> Option<HodokuStep> {
    let solution = SingleEngine::new().solve(&Start::Clues(Clues(*position.values())))?;
    let empty = position.empty_cells();
    let cell = empty.into_iter().nth(empty.len() / 2)?;
    let single = Candidate::new(cell, Digit::from_number(solution[cell.index()])?);
    let reason = Reason::Solution { single };
    Some(HodokuStep::placement(
        Search::BruteForce,
        Technique::BruteForce,
        single,
        reason,
        Pattern::Bare,
    ))
}
