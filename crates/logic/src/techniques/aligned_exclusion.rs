//! Aligned pair and triple exclusion.
//!
//! Take two (or three) base cells and the cells all of them see that have at most as
//! many candidates. A combination of digits in the base cells is impossible when two
//! base cells that see each other get the same digit, or when such an *excluder*
//! would be left without a candidate. A digit that occurs in no possible combination
//! leaves its base cell.
//!
//! As in Sudoku Explainer, base cells next to a naked single are left out, at least
//! two excluders are needed, and the third base cell of a triple is itself an
//! excluder of one of the first two.
//!
//! Order: base cells in row order, pairs by the later cell then the earlier; third
//! cells over the peers of the first, then of the second.

use super::Flow;
use crate::board::{Candidate, Cell, Cells, Digits};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every aligned pair exclusion.
pub fn find_pairs(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let bases = Bases::gather(position, 2);
    for (index, &second) in bases.cells.iter().enumerate() {
        for &first in &bases.cells[..index] {
            let excluders = bases.of(first).intersection(bases.of(second));
            if excluders.len() >= 2 {
                exclude(position, &[first, second], excluders, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands out every aligned triple exclusion.
pub fn find_triples(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let bases = Bases::gather(position, 3);
    if bases.cells.len() < 3 {
        return ControlFlow::Continue(());
    }
    let all: Cells = bases.cells.iter().copied().collect();
    for (index, &second) in bases.cells.iter().enumerate() {
        for &first in &bases.cells[..index] {
            let common = bases.of(first).intersection(bases.of(second));
            if common.len() < 2 {
                continue;
            }
            let tail = bases.of(first).union(bases.of(second)).intersection(all);
            let mut met: Cells = [first, second].into_iter().collect();
            for &third in first.peers_in_order().iter().chain(second.peers_in_order()) {
                if !tail.contains(third) || met.contains(third) {
                    continue;
                }
                met.insert(third);
                let excluders = common.intersection(bases.of(third));
                if excluders.len() >= 2 {
                    exclude(position, &[first, second, third], excluders, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

struct Bases {
    cells: Vec<Cell>,
    /// The excluders each cell sees, for the base cells.
    excluders: [Cells; 81],
}

impl Bases {
    fn gather(position: &Position, degree: usize) -> Self {
        let mut bases = Self {
            cells: Vec::new(),
            excluders: [Cells::EMPTY; 81],
        };
        let singles = position.cells_of_size(1);
        let small = (2..=degree).fold(Cells::EMPTY, |s, n| s.union(position.cells_of_size(n)));
        for cell in position.empty_cells() {
            let excluders = small.intersection(cell.peers());
            if position.candidates(cell).len() >= 2
                && !excluders.is_empty()
                && singles.intersection(cell.peers()).is_empty()
            {
                bases.cells.push(cell);
                bases.excluders[cell.index()] = excluders;
            }
        }
        bases
    }

    fn of(&self, cell: Cell) -> Cells {
        self.excluders[cell.index()]
    }
}

fn exclude(
    position: &Position,
    base: &[Cell],
    excluders: Cells,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let mut possible = [0u16; 3];
    let locks: Vec<u16> = excluders
        .into_iter()
        .map(|cell| position.candidates(cell).bits())
        .collect();
    combine(position, base, &locks, 0, [0; 3], &mut possible);
    let impossible = |index: usize| {
        position
            .candidates(base[index])
            .without(Digits::from_bits(possible[index]))
    };
    if (0..base.len()).all(|index| impossible(index).is_empty()) {
        return ControlFlow::Continue(());
    }
    let effect = Effect::remove((0..base.len()).flat_map(|index| {
        impossible(index)
            .into_iter()
            .map(move |digit| Candidate::new(base[index], digit))
    }));
    let technique = match base.len() {
        2 => Technique::AlignedPairExclusion,
        _ => Technique::AlignedTripleExclusion,
    };
    let reason = Reason::AlignedExclusion {
        base: base.to_vec(),
        excluders,
    };
    visit(Step {
        technique,
        effect,
        reason,
    })
}

/// Tries the digits of the base cell `index` and all later ones, and notes the digits
/// of the combinations that leave every excluder a candidate.
fn combine(
    position: &Position,
    base: &[Cell],
    locks: &[u16],
    index: usize,
    chosen: [u16; 3],
    possible: &mut [u16; 3],
) {
    if index == base.len() {
        let used = chosen[0] | chosen[1] | chosen[2];
        if locks.iter().all(|lock| lock & !used != 0) {
            for (set, bit) in possible.iter_mut().zip(chosen) {
                *set |= bit;
            }
        }
        return;
    }
    for digit in position.candidates(base[index]) {
        let bit = 1 << digit.index();
        let clash =
            (0..index).any(|earlier| chosen[earlier] == bit && base[earlier].sees(base[index]));
        if !clash {
            let mut chosen = chosen;
            chosen[index] = bit;
            combine(position, base, locks, index + 1, chosen, possible);
        }
    }
}
