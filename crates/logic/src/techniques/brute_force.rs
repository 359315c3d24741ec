//! Brute force: when nothing else helps, a digit of the solution is placed, in the
//! middle one of the empty cells (of n cells in ascending order the one with number
//! n / 2, counted from 0).

use super::hodoku::chosen::Chosen;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::single::{Opening, SingleEngine};
use sudolab_grid::nine::{Candidate, Digit};

/// Brute Force.
pub static BRUTE_FORCE: Entry =
    Entry::new("brute-force", "Brute Force", Family::LastResort, HODOKU)
        .guessed()
        .taught_by(&BRUTE_FORCE_LESSON);

/// The digit that is placed; nothing when there is no solution.
pub(crate) fn find(position: &Position) -> Option<Chosen> {
    let solution = SingleEngine::new().solve(&Opening::Clues(Clues(*position.values())))?;
    let empty = position.empty_cells();
    let cell = empty.into_iter().nth(empty.len() / 2)?;
    let single = Candidate::new(cell, Digit::from_number(solution[cell.index()])?);
    let reason = Reason::Solution { single };
    Some(Chosen::placement(Technique::BruteForce, single, reason))
}

static BRUTE_FORCE_LESSON: Lesson = Lesson {
    what: "A digit of the solution, found by search, is placed in the middle one of the \
          open cells.",
    why: "The puzzle has one solution, and the search found it. That is a proof, but no \
          reason a person would give.",
    when: "When nothing else is left. HoDoKu counts it as the last of its steps, and so \
          do we where we follow it.",
    other_names: &["Trial and Error", "Guessing"],
    example: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.\
              .9....4..:",
};
