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

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digits, House};
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;
use crate::techniques::Flow;
use std::ops::ControlFlow;

/// The first Sue de Coq.
pub(super) fn first(position: &Position) -> Option<HodokuStep> {
    let mut first = None;
    let _ = find(position, &mut |step| {
        first = Some(step);
        ControlFlow::Break(())
    });
    first
}

/// Hands out every Sue de Coq.
pub(crate) fn find(position: &Position, visit: &mut dyn FnMut(HodokuStep) -> Flow) -> Flow {
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
    fn digits(&self, cells: Cells) -> Digits {
        cells.into_iter().fold(Digits::EMPTY, |set, cell| set.union(self.position.candidates(cell)))
    }

    fn find(&self, visit: &mut dyn FnMut(HodokuStep) -> Flow) -> Flow {
        let own = self.digits(self.core);
        let surplus = own.len() - self.core.len().min(own.len());
        if surplus < 2 {
            return ControlFlow::Continue(());
        }
        let free_line = self.in_line.without(self.core);
        self.sets(free_line, Cells::EMPTY, Digits::EMPTY, &mut |wing, digits| {
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
            self.sets(free_block, Cells::EMPTY, Digits::EMPTY, &mut |other, others| {
                let extra = others.without(own).len();
                let shares = !others.intersection(own).is_empty();
                if !shares || other.len() != rest + extra {
                    return ControlFlow::Continue(());
                }
                match self.step(own, (wing, digits), (other, others)) {
                    Some(step) => visit(step),
                    None => ControlFlow::Continue(()),
                }
            })
        })
    }

    /// Goes through the sets of cells, each before the larger ones that begin with it.
    fn sets(
        &self,
        from: Cells,
        chosen: Cells,
        digits: Digits,
        judge: &mut dyn FnMut(Cells, Digits) -> Flow,
    ) -> Flow {
        let mut rest = from;
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let mut cells = chosen;
            cells.insert(cell);
            let all = digits.union(self.position.candidates(cell));
            judge(cells, all)?;
            self.sets(rest, cells, all, judge)?;
        }
        ControlFlow::Continue(())
    }

    fn step(
        &self,
        own: Digits,
        line: (Cells, Digits),
        block: (Cells, Digits),
    ) -> Option<HodokuStep> {
        let shared = line.1.intersection(block.1);
        let mut eliminations = Vec::new();
        let mut clear = |cells: Cells, digits: Digits| {
            for cell in cells {
                for digit in self.position.candidates(cell).intersection(digits) {
                    eliminations.push(Candidate::new(cell, digit));
                }
            }
        };
        clear(
            self.in_block.without(block.0).without(self.core),
            own.union(block.1).without(line.1).union(shared),
        );
        clear(
            self.in_line.without(line.0).without(self.core),
            own.union(line.1).without(block.1).union(shared),
        );
        if eliminations.is_empty() {
            return None;
        }
        let reason = Reason::SueDeCoq {
            crossing: self.core,
            houses: [self.line, self.block],
            wings: [line.0, block.0],
        };
        // HoDoKu lists with each wing the digits that it and the crossing hold of it.
        let pattern = Pattern::SueDeCoq { crossing: (self.core, own), line, block };
        Some(HodokuStep::removal(
            Search::SueDeCoq,
            Technique::SueDeCoq,
            eliminations,
            reason,
            pattern,
        ))
    }
}
