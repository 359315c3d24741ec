//! Naked single: a cell with one candidate left takes it.
//!
//! Order: cells row by row.

use super::Flow;
use crate::board::Candidate;
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every naked single.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    for cell in position.empty_cells() {
        if let Some(digit) = position.candidates(cell).single() {
            visit(Step {
                technique: Technique::NakedSingle,
                effect: Effect::place(cell, digit),
                reason: Reason::NakedSingle { single: Candidate::new(cell, digit) },
            })?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;

    #[test]
    fn an_empty_board_has_none() {
        assert_eq!(first(&Position::empty(), |p, v| find(p, v)), None);
    }
}
