//! Remote pair: four or more cells with the same two candidates, each seeing the next.
//!
//! The cells hold the two digits in turn, so two of them an odd number of steps apart hold
//! both: what sees the two loses both digits.
//!
//! Order: first cells, then last cells, row by row; the shortest path between them.

use super::Flow;
use super::hodoku::walk;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cell, Cells};

/// Remote Pair.
pub static REMOTE_PAIR: Entry = Entry::new("remote-pair", "Remote Pair", Family::Chains, HODOKU)
    .code("0703")
    .found_by(scanned)
    .taught_by(&REMOTE_PAIR_LESSON);

/// Hands out every remote pair of at least four cells by its two ends.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let bivalue = position.cells_of_size(2);
    for start in bivalue {
        let digits = position.candidates(start);
        let alike: Cells =
            bivalue.into_iter().filter(|&cell| position.candidates(cell) == digits).collect();
        // Breadth first: the cells by distance, each with the cell it was reached from.
        let mut from: [Option<Cell>; 81] = [None; 81];
        let mut reached = Cells::only(start);
        let mut ring = reached;
        let mut distance = 0;
        while !ring.is_empty() {
            if distance >= 3 && distance % 2 == 1 {
                for end in ring.into_iter().filter(|end| end.index() > start.index()) {
                    let seen = start.peers().intersection(end.peers());
                    let effect = Effect::remove(seen.into_iter().flat_map(|cell| {
                        let lost = position.candidates(cell).intersection(digits);
                        lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                    }));
                    if !effect.is_empty() {
                        let cells: Vec<Cell> =
                            std::iter::successors(Some(end), |cell| from[cell.index()]).collect();
                        visit(Step {
                            technique: Technique::RemotePair,
                            effect,
                            reason: Reason::RemotePair { cells, digits },
                        })?;
                    }
                }
            }
            let mut next = Cells::EMPTY;
            for cell in ring {
                for neighbour in alike.intersection(cell.peers()).without(reached) {
                    from[neighbour.index()] = Some(cell);
                    reached.insert(neighbour);
                    next.insert(neighbour);
                }
            }
            ring = next;
            distance += 1;
        }
    }
    ControlFlow::Continue(())
}

/// As the scan says: HoDoKu walks other chains between the same ends too.
fn scanned(
    position: &Position,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    let flow = find(position, visit);
    match scan {
        Scan::Every if flow.is_continue() => {
            walk::find(position, Technique::RemotePair, pulse, visit)
        }
        _ => Ok(flow),
    }
}

static REMOTE_PAIR_LESSON: Lesson = Lesson {
    what: "Cells with the same two candidates, each seeing the next, four or more. What \
          sees two of them an odd number of steps apart loses both digits.",
    why: "Along the chain the two digits alternate. Two cells an odd number of steps \
          apart are different, so they hold both.",
    when: "When the same pair turns up again and again: it is an XY-chain of one pair \
          that works for both digits.",
    other_names: &["Remote Pairs"],
    example: ".+31..+6+4829+26+834.+1.+4.+8+21.+9+3+6.+6..49+8+2+12946+8+1+3..+8+1.52.\
              6+4+93.+2+1+6+8.9+4689+4.+21.+31+4....268:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn the_ends_of_four_equal_pairs_clear_what_both_see() {
        let three = board().marked(11, &[1, 2]).marked(15, &[1, 2]).marked(55, &[1, 2]);
        let four = three.clone().marked(58, &[1, 2]);
        let found = told(&four, |p, v| find(p, v));
        let expected = "remote-pair r1c8<>1 r1c8<>2 r5c1<>1 r5c1<>2";
        assert!(found.contains(&expected.to_owned()), "{found:?}");
        assert!(told(&three, |p, v| find(p, v)).is_empty());
    }
}
