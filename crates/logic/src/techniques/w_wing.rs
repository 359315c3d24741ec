//! W-Wing: two cells with the same two candidates *wz* and a strong link of *w* each end
//! of which sees one of them.
//!
//! One end of the link holds *w*, so one of the two cells holds *z*, and what sees both
//! loses *z*. Two cells that see each other are a naked pair already; the pattern is there
//! all the same, and HoDoKu names it.
//!
//! Order: pairs of cells row by row; digits; houses of the strong link. HoDoKu takes the larger
//! digit of the link first, and no link whose far end sees the first cell too.

use super::Flow;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cells, Digit, House};

/// W-Wing.
pub static W_WING: Entry = Entry::new("w-wing", "W-Wing", Family::Wings, HODOKU)
    .code("0803")
    .found_by(|p, scan, _, v| Ok(find(p, scan, v)))
    .taught_by(&W_WING_LESSON);

/// Hands out every W-Wing.
pub fn find(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let larger_first = scan == Scan::Hodoku;
    let bivalue = position.cells_of_size(2);
    for first in bivalue {
        let digits = position.candidates(first);
        let behind = bivalue.into_iter().filter(|cell| cell.index() > first.index());
        for second in behind.filter(|&cell| position.candidates(cell) == digits) {
            let mut both = digits.into_iter();
            let (Some(small), Some(large)) = (both.next(), both.next()) else { continue };
            let mut ways = [(small, large), (large, small)];
            if larger_first {
                ways.reverse();
            }
            for (w, z) in ways {
                let seen = first.peers().intersection(second.peers());
                let removed = position.cells_with(z).intersection(seen);
                if removed.is_empty() {
                    continue;
                }
                for house in House::all() {
                    let pair = position.cells_with_in(w, house);
                    if pair.len() != 2 || pair.contains(first) || pair.contains(second) {
                        continue;
                    }
                    let Some(p) = pair.intersection(first.peers()).first() else { continue };
                    let Some(q) = pair.without(Cells::only(p)).first() else { continue };
                    let (p, q) = if q.sees(second) { (p, q) } else { (q, p) };
                    if !p.sees(first) || !q.sees(second) || larger_first && q.sees(first) {
                        continue;
                    }
                    let node = |digit: Digit, cell| GroupNode { digit, cells: Cells::only(cell) };
                    visit(Step {
                        technique: Technique::WWing,
                        effect: Effect::remove_digit(removed, z),
                        reason: Reason::Alternating(AlternatingChain {
                            nodes: vec![
                                node(z, first),
                                node(w, first),
                                node(w, p),
                                node(w, q),
                                node(w, second),
                                node(z, second),
                            ],
                            closed: false,
                        }),
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

static W_WING_LESSON: Lesson = Lesson {
    what: "Two cells with the same two candidates do not see each other; a house has two \
          places for one of the digits, each seen by one of the cells. What sees both cells \
          loses the other digit.",
    why: "If both cells held the digit of the link, the house between them would have no \
          place for it. So one of them holds the other digit.",
    when: "Often, with patience: take two equal pairs far apart and look for a strong \
          link between them.",
    other_names: &["Semi-Remote Naked Pair"],
    example: common_position!("114 817 527 832 535 137 537"),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn two_equal_pairs_joined_by_a_strong_link_clear_what_both_see() {
        let pairs = board().marked(22, &[1, 2]).marked(88, &[1, 2]);
        let linked = pairs.clone().only(1, House::column(4), &[25, 85]);
        assert_eq!(told(&linked, |p, v| find(p, Scan::Explainer, v)), ["w-wing r2c8<>2 r8c2<>2"]);
        let loose = pairs.only(1, House::column(4), &[25, 55, 85]);
        assert!(told(&loose, |p, v| find(p, Scan::Explainer, v)).is_empty());
    }
}
