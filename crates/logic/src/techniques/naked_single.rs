//! Naked single: a cell with one candidate left takes it.
//!
//! Order: cells row by row.

use super::Flow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{BOTH, Family};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::Candidate;

/// Naked Single.
pub static NAKED_SINGLE: Entry = Entry::new("naked-single", "Naked Single", Family::Singles, BOTH)
    .code("0003")
    .found_by(|p, _, _, v| Ok(find(p, v)))
    .simple()
    .rule()
    .taught_by(&NAKED_SINGLE_LESSON);

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

static NAKED_SINGLE_LESSON: Lesson = Lesson {
    what: "A cell with one candidate left takes it.",
    why: "All other digits stand in the row, the column or the box of the cell, or were \
          removed by earlier steps.",
    when: "Where many digits meet: a cell of a full box in a full row. Without pencil \
          marks it is harder to see than a hidden single, for one has to count eight digits.",
    other_names: &["Forced Digit", "Sole Candidate"],
    example: ".1+4..78..7+8+62+9+5+3+14.59+81+4..+6.+3+8..29.+1.+92..+1+63.6+7+198+3..\
              2+8+67.5+9...9+4+5..+61..+1+234+7+8.6.:\
              518 448 548 559 288 788 889 599",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::first;

    #[test]
    fn an_empty_board_has_none() {
        assert_eq!(first(&Position::empty(), |p, v| find(p, v)), None);
    }
}
