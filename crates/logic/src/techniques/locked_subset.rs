//! Locked pair and locked triple: a naked pair or triple whose cells lie in a box and
//! in a line at once, and which removes candidates from both.
//!
//! When only one of the two houses has something to lose it is a plain naked subset.
//!
//! Order: boxes; rows before columns; sets of places in ascending numerical order. HoDoKu wants a loss
//! in the line outside the box and takes them in its order of naked subsets.

use super::Flow;
use super::naked_subset::{self, Shared};
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::Step;
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::House;

/// Locked Pair.
pub static LOCKED_PAIR: Entry = Entry::new("locked-pair", "Locked Pair", Family::Sets, HODOKU)
    .code("0110")
    .found_by(|p, scan, _, v| Ok(scanned(p, 2, scan, v)))
    .simple()
    .taught_by(&LOCKED_PAIR_LESSON);

/// Locked Triple.
pub static LOCKED_TRIPLE: Entry =
    Entry::new("locked-triple", "Locked Triple", Family::Sets, HODOKU)
        .code("0111")
        .found_by(|p, scan, _, v| Ok(scanned(p, 3, scan, v)))
        .simple()
        .taught_by(&LOCKED_TRIPLE_LESSON);

/// Hands out every locked pair (2) or triple (3); nothing for other sizes.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let mut found: Vec<(usize, House, Step)> = Vec::new();
    search(position, size, Scan::Explainer, &mut |block, line, step| {
        found.push((block, line, step));
        ControlFlow::Continue(())
    })?;
    found.sort_by_key(|&(block, line, _)| (block, line));
    found.into_iter().try_for_each(|(.., step)| visit(step))
}

fn scanned(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Flow {
    scan.each(|scan| match scan {
        Scan::Hodoku => search(position, size, scan, &mut |_, _, step| visit(step)),
        _ => find(position, size, visit),
    })
}

/// Hands out every step with the number of its box and with its line.
fn search(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut dyn FnMut(usize, House, Step) -> Flow,
) -> Flow {
    let Some(technique) = Technique::locked_subset(size) else {
        return ControlFlow::Continue(());
    };
    let boxes = (0..9).map(House::block);
    naked_subset::for_each(position, size, scan, boxes, |house, cells, digits| {
        let shared = Shared::new(house, cells);
        match shared.crossing() {
            Some([line, block]) if shared.is_locked(position, digits, scan) => {
                let visit = &mut |step| visit(block.number(), line, step);
                shared.hand_out(position, Some(technique), digits, visit)
            }
            _ => ControlFlow::Continue(()),
        }
    })
}

static LOCKED_PAIR_LESSON: Lesson = Lesson {
    what: "Two cells where a box and a line cross hold the same two digits and nothing \
          else. The digits go from the rest of the box and from the rest of the line.",
    why: "The two cells use up both digits, for the box and for the line at once.",
    when: "Look at pairs side by side: a naked pair that lies within one box has effects \
          twice.",
    other_names: &[],
    example: "+25+93.+4+1...761529.+4+1+4....+52.4.+2...6+187.+1+82.+4+9+5...+41.3+7+2\
              +62..41..9+914+2........69.+2+4+1:",
};

static LOCKED_TRIPLE_LESSON: Lesson = Lesson {
    what: "Three cells where a box and a line cross hold three digits between them. The \
          digits go from the rest of the box and of the line.",
    why: "Three cells with three digits use them up, for both houses that contain all \
          three cells.",
    when: "A crossing with three open cells of few candidates; it is a naked triple with \
          twice the effect.",
    other_names: &[],
    example: "79.+683.14.1.9+7.6.+8+6.+8..2+3+9+7+9..+7..8..18.4.9.76..7..+8+9..+8+3+1\
              2+9..+6+5+5+79..6.8+242+685..39:\
              523 542 243 543 145 165 568",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::techniques::first;
    use crate::techniques::laid::board;

    #[test]
    fn a_pair_in_box_and_row_clears_both() {
        let position = board().marked(11, &[1, 2]).marked(12, &[1, 2]);
        let step = first(&position, |p, v| find(p, 2, v)).expect("a locked pair");
        // Two digits in seven cells of the box and in six more of the row.
        assert_eq!(step.effect.eliminations.len(), 26);
        assert_eq!(check(&position, &step), Ok(()));
        assert_eq!(first(&position, |p, v| find(p, 3, v)), None);
    }
}
