//! How much a person has to do for a puzzle, where the classic ratings do not reach.
//!
//! Digging leaves puzzles that are hard, often too hard for the steps that are known. So what digging
//! made is eased first: digits of the solution come back, in random order and no more of them than
//! the order allows, until the steps reach the solution within the effort asked for. How many are
//! needed is found by halving, for more digits hardly ever make a puzzle harder. A puzzle that is
//! then too easy gives up rules one by one (`variant/thin.rs`).

use crate::order::Order;
use crate::workshop::Rejected;
use sudolab_exact::UniquePuzzle;
use sudolab_grid::Cell;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_logic::general::{Effort, End, Path, Position};

/// The effort of the steps to the solution; nothing where they do not get there, or only with more
/// than the most.
pub(crate) fn measured(
    proper: &UniquePuzzle,
    most: u32,
    halt: &Halt<'_>,
) -> Result<Option<Effort>, Stop> {
    // A proper puzzle does not clash.
    let Ok(position) = Position::new(proper.puzzle()) else { return Ok(None) };
    let mut path = Path::new(position, halt);
    while path.next().is_some() {
        if path.effort().total > most {
            return Ok(None);
        }
    }
    match path.end() {
        Some(End::Solved) => Ok(Some(*path.effort())),
        Some(End::Stopped(stop)) => Err(stop),
        _ => Ok(None),
    }
}

/// The puzzle with as many more clues as its effort needs, if the order speaks of one.
pub(crate) fn eased(
    order: &Order,
    proper: UniquePuzzle,
    groups: &[Vec<Cell>],
    random: &mut Random,
    halt: &Halt<'_>,
) -> Result<UniquePuzzle, Rejected> {
    let Some(range) = &order.effort else { return Ok(proper) };
    let fits = |puzzle: &UniquePuzzle| measured(puzzle, *range.end(), halt).map(|e| e.is_some());
    if fits(&proper)? {
        return Ok(proper);
    }
    let clues = proper.puzzle().clues();
    let is_blank = |cell: &Cell| clues.get(*cell).is_none();
    let mut open: Vec<&Vec<Cell>> =
        groups.iter().filter(|group| group.iter().any(is_blank)).collect();
    random.shuffle(&mut open);
    let with = |n: usize| {
        let cells = open[..n].iter().flat_map(|group| group.iter().copied());
        proper.clone().with_clues(cells.filter(is_blank))
    };
    let room = order.most_clues();
    let may_come = |n: &usize| !order.minimal && with(*n).puzzle().n_clues() <= room;
    let most = (1..=open.len()).take_while(may_come).last();
    let Some(mut enough) = most else { return Err(Rejected::Effort) };
    if !fits(&with(enough))? {
        return Err(Rejected::Effort);
    }
    let mut too_few = 0;
    while enough - too_few > 1 {
        let middle = too_few + (enough - too_few) / 2;
        if fits(&with(middle))? { enough = middle } else { too_few = middle }
    }
    Ok(with(enough))
}

/// The effort, if the order speaks of one; an error when it lies outside.
pub(crate) fn asked(
    order: &Order,
    proper: &UniquePuzzle,
    halt: &Halt<'_>,
) -> Result<Option<Effort>, Rejected> {
    let Some(range) = &order.effort else { return Ok(None) };
    match measured(proper, *range.end(), halt)? {
        Some(effort) if range.contains(&effort.total) => Ok(Some(effort)),
        _ => Err(Rejected::Effort),
    }
}
