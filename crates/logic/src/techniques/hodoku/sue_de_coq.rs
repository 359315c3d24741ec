//! Sue de Coq.
//!
//! Order: rows, then columns; boxes; two or three empty cells of the crossing (two
//! before the three that begin with them), with at least two digits more than cells;
//! sets of cells of the line, then sets of cells of the box, each set shown before the
//! larger ones that begin with it. The first that removes something is taken.
//!
//! The cells of the line must share a digit with the crossing and use up fewer of the
//! surplus digits than there are; the cells of the box must use up exactly the rest. No
//! digit of the crossing may be in both; other digits may.

use super::chosen::Chosen;
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;
use crate::techniques::{Flow, growing_sets};
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digits, House};

/// The first Sue de Coq.
pub(crate) fn first(position: &Position) -> Option<Chosen> {
    let mut first = None;
    let _ = find(position, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

/// Hands out every Sue de Coq.
pub(crate) fn find(position: &Position, visit: &mut dyn FnMut(Chosen) -> Flow) -> Flow {
    let empty = position.empty_cells();
    for line in (0..18).map(House::new) {
        let in_line = line.cells().intersection(empty);
        for block in (18..27).map(House::new) {
            let in_block = block.cells().intersection(empty);
            let crossing = in_line.intersection(in_block);
            if crossing.len() < 2 {
                continue;
            }
            let mut cells = [Cell::new(0); 3];
            for (slot, cell) in cells.iter_mut().zip(crossing) {
                *slot = cell;
            }
            let n = crossing.len();
            for i in 0..n - 1 {
                for j in i + 1..n {
                    let two: Cells = [cells[i], cells[j]].into_iter().collect();
                    let three = (j + 1..n).map(|k| two.union(Cells::only(cells[k])));
                    for core in std::iter::once(two).chain(three) {
                        let search = Crossing { position, line, block, in_line, in_block, core };
                        search.find(visit)?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

struct Crossing<'a> {
    position: &'a Position,
    line: House,
    block: House,
    in_line: Cells,
    in_block: Cells,
    core: Cells,
}

impl Crossing<'_> {
    fn find(&self, visit: &mut dyn FnMut(Chosen) -> Flow) -> Flow {
        let own = self.position.candidates_in(self.core);
        let surplus = own.len() - self.core.len().min(own.len());
        if surplus < 2 {
            return ControlFlow::Continue(());
        }
        let free_line = self.in_line.without(self.core);
        growing_sets(self.position, free_line, Cells::EMPTY, Digits::EMPTY, &mut |wing, digits| {
            let extra = digits.without(own).len();
            let shares = !digits.intersection(own).is_empty();
            if !shares || wing.len() <= extra || wing.len() - extra >= surplus {
                return ControlFlow::Continue(());
            }
            let rest = surplus - (wing.len() - extra);
            let forbidden = digits.intersection(own);
            let free_block = self.in_block.without(self.core).without(wing);
            // A cell with a forbidden digit fits into no set.
            let free_block: Cells = free_block
                .into_iter()
                .filter(|&c| self.position.candidates(c).intersection(forbidden).is_empty())
                .collect();
            growing_sets(
                self.position,
                free_block,
                Cells::EMPTY,
                Digits::EMPTY,
                &mut |other, others| {
                    let extra = others.without(own).len();
                    let shares = !others.intersection(own).is_empty();
                    if !shares || other.len() != rest + extra {
                        return ControlFlow::Continue(());
                    }
                    match self.step(own, (wing, digits), (other, others)) {
                        Some(step) => visit(step),
                        None => ControlFlow::Continue(()),
                    }
                },
            )
        })
    }

    fn step(&self, own: Digits, line: (Cells, Digits), block: (Cells, Digits)) -> Option<Chosen> {
        let shared = line.1.intersection(block.1);
        let in_block = self.in_block.without(block.0).without(self.core);
        let in_line = self.in_line.without(line.0).without(self.core);
        let eliminations: Vec<Candidate> = self
            .position
            .among(in_block, own.union(block.1).without(line.1).union(shared))
            .chain(self.position.among(in_line, own.union(line.1).without(block.1).union(shared)))
            .collect();
        if eliminations.is_empty() {
            return None;
        }
        let reason = Reason::SueDeCoq {
            crossing: self.core,
            houses: [self.line, self.block],
            wings: [line.0, block.0],
        };
        Some(Chosen::removal(Technique::SueDeCoq, eliminations, reason))
    }
}
