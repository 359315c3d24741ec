//! Sue de Coq: two or three cells where a line and a box cross, with cells of the line
//! and cells of the box that share out their digits.
//!
//! Each digit can stand once in the line and once in the box, so when these cells are as
//! many as the digits (a digit of both wings counted twice), every digit is used as often
//! as it can be. The digits of the line cells leave the rest of the line, those of the box
//! cells the rest of the box, those of the crossing alone both.
//!
//! Order: lines (rows, columns), boxes along them, sets of cells.

use super::Flow;
use super::hodoku;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cells, Digits, House, HouseKind};

/// Sue de Coq.
pub static SUE_DE_COQ: Entry =
    Entry::new("sue-de-coq", "Sue de Coq", Family::AlmostLockedSets, HODOKU)
        .code("1101")
        .found_by(scanned)
        .taught_by(&SUE_DE_COQ_LESSON);

/// Hands out every Sue de Coq.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let union = |cells: Cells| {
        cells.into_iter().fold(Digits::EMPTY, |set, cell| set.union(position.candidates(cell)))
    };
    let empty = position.empty_cells();
    for line in House::all().filter(|house| house.kind() != HouseKind::Box) {
        for block in (0..9).map(House::block) {
            let inner = line.cells().intersection(block.cells());
            let open = inner.intersection(empty);
            if open.len() < 2 {
                continue;
            }
            for crossing in subsets(open).filter(|cells| cells.len() >= 2) {
                let kernel = union(crossing);
                if kernel.len() < crossing.len() + 2 {
                    continue;
                }
                for line_wing in subsets(line.cells().intersection(empty).without(inner)) {
                    let line_digits = union(line_wing);
                    // The wing alone must not be locked, and must touch the crossing.
                    if line_wing.is_empty()
                        || line_digits.len() <= line_wing.len()
                        || line_digits.intersection(kernel).is_empty()
                    {
                        continue;
                    }
                    for box_wing in subsets(block.cells().intersection(empty).without(inner)) {
                        let box_digits = union(box_wing);
                        if box_wing.is_empty()
                            || box_digits.len() <= box_wing.len()
                            || box_digits.intersection(kernel).is_empty()
                        {
                            continue;
                        }
                        let shared = line_digits.intersection(box_digits);
                        let all = kernel.union(line_digits).union(box_digits);
                        let n_cells = crossing.len() + line_wing.len() + box_wing.len();
                        if n_cells != all.len() + shared.len() {
                            continue;
                        }
                        let members = crossing.union(line_wing).union(box_wing);
                        let lost = |house: House, digits: Digits| {
                            let rest = house.cells().without(members);
                            rest.into_iter().flat_map(move |cell| {
                                let lost = position.candidates(cell).intersection(digits);
                                lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                            })
                        };
                        let alone = kernel.without(line_digits).without(box_digits);
                        let in_crossing = crossing.into_iter().flat_map(|cell| {
                            let lost = position.candidates(cell).intersection(shared);
                            lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                        });
                        let effect = Effect::remove(
                            lost(line, line_digits.union(alone))
                                .chain(lost(block, box_digits.union(alone)))
                                .chain(in_crossing),
                        );
                        if !effect.is_empty() {
                            visit(Step {
                                technique: Technique::SueDeCoq,
                                effect,
                                reason: Reason::SueDeCoq {
                                    crossing,
                                    houses: [line, block],
                                    wings: [line_wing, box_wing],
                                },
                            })?;
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// All subsets of a set of cells, the empty one first.
fn subsets(cells: Cells) -> impl Iterator<Item = Cells> {
    let all = cells.bits();
    std::iter::successors(Some(0u128), move |&set| {
        let next = set.wrapping_sub(all) & all;
        (next != 0).then_some(next)
    })
    .map(Cells::from_bits)
}

/// As the scan says: HoDoKu's wings may hold more than the digits they share out.
fn scanned(
    position: &Position,
    scan: Scan,
    _: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let flow = find(position, visit);
    Ok(match scan {
        Scan::Every if flow.is_continue() => {
            hodoku::sue_de_coq::find(position, &mut |chosen| visit(chosen.step))
        }
        _ => flow,
    })
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
