//! Sue de Coq: two or three cells where a line and a box cross, with cells of the line
//! and cells of the box that share out their digits.
//!
//! Each digit can stand once in the line and once in the box, so when these cells are as
//! many as the digits (a digit of both wings counted twice), every digit is used as often
//! as it can be. The digits of the line cells leave the rest of the line, those of the box
//! cells the rest of the box, those of the crossing alone both.
//!
//! Order: rows, then columns; boxes; two or three open cells of the crossing (two before the three
//! that begin with them), with at least two digits more than cells; sets of cells of the line, then
//! of the box, each set before the larger ones that begin with it. HoDoKu lets no digit of the
//! crossing be in both wings, and wants the line to use up some of the surplus, the box the rest.

use super::{Flow, growing_sets};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Cells, Digits, House};

/// Sue de Coq.
pub static SUE_DE_COQ: Entry =
    Entry::new("sue-de-coq", "Sue de Coq", Family::AlmostLockedSets, HODOKU)
        .code("1101")
        .found_by(|p, scan, _, v| Ok(scanned(p, scan, v)))
        .taught_by(&SUE_DE_COQ_LESSON);

/// Hands out every Sue de Coq.
pub fn find(position: &Position, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    scanned(position, Scan::Every, visit)
}

fn scanned(position: &Position, scan: Scan, visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
    let empty = position.empty_cells();
    for line in (0..18).map(House::new) {
        for block in (18..27).map(House::new) {
            let open = [line, block].map(|house| house.cells().intersection(empty));
            let shared = open[0].intersection(open[1]);
            let (none, no_digits) = (Cells::EMPTY, Digits::EMPTY);
            growing_sets(position, shared, none, no_digits, &mut |crossing, digits| {
                if crossing.len() < 2 || digits.len() < crossing.len() + 2 {
                    return ControlFlow::Continue(());
                }
                let open = open.map(|cells| cells.without(crossing));
                let pattern = Crossing { position, scan, houses: [line, block], crossing, digits };
                pattern.find(open, visit)
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// The cells where a line and a box cross, with their digits.
struct Crossing<'a> {
    position: &'a Position,
    scan: Scan,
    houses: [House; 2],
    crossing: Cells,
    digits: Digits,
}

impl Crossing<'_> {
    /// Tries the wings: cells of the line and cells of the box that share digits with the crossing.
    fn find(&self, open: [Cells; 2], visit: &mut dyn FnMut(Step) -> Flow) -> Flow {
        let hodoku = self.scan == Scan::Hodoku;
        let surplus = self.digits.len() - self.crossing.len();
        let (none, no_digits) = (Cells::EMPTY, Digits::EMPTY);
        growing_sets(self.position, open[0], none, no_digits, &mut |in_line, line| {
            let taken = line.intersection(self.digits);
            let uses_up = (in_line.len() + taken.len()).saturating_sub(line.len());
            if taken.is_empty() || hodoku && !(1..surplus).contains(&uses_up) {
                return ControlFlow::Continue(());
            }
            // A cell with a forbidden digit fits into no set.
            let fits =
                |cell| !hodoku || self.position.candidates(cell).intersection(taken).is_empty();
            let free: Cells = open[1].without(in_line).into_iter().filter(|&c| fits(c)).collect();
            growing_sets(self.position, free, none, no_digits, &mut |in_block, block| {
                let n_cells = self.crossing.len() + in_line.len() + in_block.len();
                let n_digits = self.digits.union(line).union(block).len();
                if block.intersection(self.digits).is_empty()
                    || n_cells != n_digits + line.intersection(block).len()
                {
                    return ControlFlow::Continue(());
                }
                let wings = [in_line, in_block];
                let effect = Effect::remove(lost(self.position, self.crossing, self.houses, wings));
                if effect.is_empty() {
                    return ControlFlow::Continue(());
                }
                let Self { crossing, houses, .. } = *self;
                let reason = Reason::SueDeCoq { crossing, houses, wings };
                visit(Step { technique: Technique::SueDeCoq, effect, reason })
            })
        })
    }
}

/// What a Sue de Coq removes, in HoDoKu's order: from the box, then from the line, and what both
/// wings hold from the crossing.
pub(crate) fn lost(
    position: &Position,
    crossing: Cells,
    houses: [House; 2],
    wings: [Cells; 2],
) -> impl Iterator<Item = Candidate> {
    let own = position.candidates_in(crossing);
    let [line, block] = wings.map(|wing| position.candidates_in(wing));
    let shared = line.intersection(block);
    let rest = |at: usize| houses[at].cells().without(wings[at]).without(crossing);
    position
        .among(rest(1), own.without(line).union(block))
        .chain(position.among(rest(0), own.without(block).union(line)))
        .chain(position.among(crossing, shared))
}

static SUE_DE_COQ_LESSON: Lesson = Lesson {
    what: "Two or three cells where a line and a box cross hold digits that split into \
          some for the line, some for the box: other cells of line and box share these out. \
          The rest of each loses them.",
    why: "All these cells together are as many as their digits, and each digit fits only \
          once. So each is used up on its side.",
    when: "When a crossing has two more digits than cells, and pairs of the line and of \
          the box match.",
    other_names: &["Two-Sector Disjoint Subset"],
    example: "+47+6+1.3+92.1.+5.49.6+78...7.4+1.+984....+7+1+36+79+1.58.+5..+7...9.6+4\
              +85+2+71+39+2.3+4..7+5.+75.....+4.:\
              236 244 266 267 269 685 895 896 899",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn two_cells_of_a_crossing_share_their_digits_with_the_line_and_the_box() {
        // r1c1 and r1c2 hold 1, 2, 3, 4; r1c7 holds 1, 2 and r3c3 holds 3, 4.
        let crossing = board().marked(11, &[1, 2, 3, 4]).marked(12, &[1, 2, 3, 4]);
        let whole = crossing.clone().marked(17, &[1, 2]).marked(33, &[3, 4]);
        let found = told(&whole, |p, v| find(p, v));
        let cleared = "sue-de-coq r1c3<>1 r1c3<>2 r1c3<>3 r1c3<>4 r1c4<>1";
        assert!(found.iter().any(|step| step.starts_with(cleared)), "{found:?}");
        let torn = crossing.marked(17, &[1, 5]).marked(33, &[3, 4]);
        assert!(told(&torn, |p, v| find(p, v)).is_empty());
    }
}
