//! Locked candidates and hidden sets that leave a hidden single at once.
//!
//! Sudoku Explainer counts them as easier than the bare elimination, because the
//! digit can be seen without writing pencil marks. They follow its definition:
//!
//! - *direct pointing and claiming*: the elimination leaves one place for the same
//!   digit in another house of the base house's kind that crosses the cover house;
//! - *direct hidden set*: the set leaves one place for another digit in its own house.
//!
//! The effect is the digit alone: the eliminations that led to it are not written
//! down, and a later step may find them again.
//!
//! Order: as the bare eliminations; the third house ascending, the digit ascending.

use super::locked_candidates::{for_each_confined, houses_of};
use super::{Flow, hidden_subset};
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{EXPLAINER, Family};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Candidate, Digit, HouseKind};

/// Direct Pointing.
pub static DIRECT_POINTING: Entry =
    Entry::new("direct-pointing", "Direct Pointing", Family::Sets, EXPLAINER)
        .found_by(|p, _, _, v| Ok(find_pointing(p, v)))
        .unlisted()
        .taught_by(&DIRECT_POINTING_LESSON);

/// Direct Claiming.
pub static DIRECT_CLAIMING: Entry =
    Entry::new("direct-claiming", "Direct Claiming", Family::Sets, EXPLAINER)
        .found_by(|p, _, _, v| Ok(find_claiming(p, v)))
        .unlisted()
        .taught_by(&DIRECT_CLAIMING_LESSON);

/// Direct Hidden Pair.
pub static DIRECT_HIDDEN_PAIR: Entry =
    Entry::new("direct-hidden-pair", "Direct Hidden Pair", Family::Sets, EXPLAINER)
        .found_by(|p, _, _, v| Ok(find_hidden_subset(p, 2, v)))
        .unlisted()
        .taught_by(&DIRECT_HIDDEN_PAIR_LESSON);

/// Direct Hidden Triple.
pub static DIRECT_HIDDEN_TRIPLE: Entry =
    Entry::new("direct-hidden-triple", "Direct Hidden Triple", Family::Sets, EXPLAINER)
        .in_explainer("Direct Hidden Triplet")
        .found_by(|p, _, _, v| Ok(find_hidden_subset(p, 3, v)))
        .unlisted()
        .taught_by(&DIRECT_HIDDEN_TRIPLE_LESSON);

/// Hands out every direct pointing, then every direct claiming.
pub fn find_locked(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    find_pointing(position, visit)?;
    find_claiming(position, visit)
}

/// Hands out every direct pointing.
pub fn find_pointing(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let kinds = [(HouseKind::Box, HouseKind::Column), (HouseKind::Box, HouseKind::Row)];
    scan(position, Technique::DirectPointing, kinds, visit)
}

/// Hands out every direct claiming.
pub fn find_claiming(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    let kinds = [(HouseKind::Column, HouseKind::Box), (HouseKind::Row, HouseKind::Box)];
    scan(position, Technique::DirectClaiming, kinds, visit)
}

/// Base and cover by their kinds.
fn scan(
    position: &Position,
    technique: Technique,
    kinds: [(HouseKind, HouseKind); 2],
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for (base_kind, cover_kind) in kinds {
        for_each_confined(position, base_kind, cover_kind, |base, cover, digit| {
            if position.cells_with_in(digit, cover).is_subset(base.cells()) {
                return ControlFlow::Continue(());
            }
            for third in houses_of(base_kind) {
                if third == base || !third.crosses(cover) {
                    continue;
                }
                let places = position.cells_with_in(digit, third);
                let left = places.without(cover.cells());
                let Some(cell) = left.first().filter(|_| left.len() == 1) else { continue };
                if places.len() < 2 {
                    continue;
                }
                visit(Step {
                    technique,
                    effect: Effect::place(cell, digit),
                    reason: Reason::Locked { digit, base, cover, single_in: Some(third) },
                })?;
            }
            ControlFlow::Continue(())
        })?;
    }
    ControlFlow::Continue(())
}

/// Hands out every direct hidden pair (size 2) or triple (size 3).
pub fn find_hidden_subset(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let technique = match size {
        2 => Technique::DirectHiddenPair,
        3 => Technique::DirectHiddenTriple,
        _ => return ControlFlow::Continue(()),
    };
    hidden_subset::find(position, size, &mut |step: Step| {
        let Reason::HiddenSubset { house, cells, digits, .. } = step.reason else {
            return ControlFlow::Continue(());
        };
        for digit in Digit::all().filter(|&digit| !digits.contains(digit)) {
            let places = position.cells_with_in(digit, house);
            let left = places.without(cells);
            if places.len() < 2 || left.len() != 1 {
                continue;
            }
            if let Some(cell) = left.first() {
                let single = Candidate::new(cell, digit);
                let effect = Effect::place(cell, digit);
                let reason = Reason::HiddenSubset { house, cells, digits, single: Some(single) };
                return visit(Step { technique, effect, reason });
            }
        }
        ControlFlow::Continue(())
    })
}

static DIRECT_POINTING_LESSON: Lesson = Lesson {
    what: "In a box a digit is confined to one line; the rest of that line loses it, and \
          by that a hidden single appears at once.",
    why: "The line gets its digit inside the box, so it has no other. A second house that \
          met the line is left with a single place for the digit.",
    when: "While scanning for hidden singles without pencil marks: two cells of a box \
          already decide what another box may do.",
    other_names: &[],
    example: "8+9.+4+653.7.+74.+936+8+56+3+5..+7.49+3.+7.5..9+4..+93.4+7+5.+45..7+9.+3\
              .71.+5+4.+9.3+5.69+3.4+7.9+437..+5.8:\
              235 242 244 646 846 159 263 264 276 286 298",
};

static DIRECT_CLAIMING_LESSON: Lesson = Lesson {
    what: "In a line a digit is confined to one box; the rest of the box loses it, and by \
          that a hidden single appears at once.",
    why: "The box gets its digit inside the line, so it has no other. A house that \
          crosses the box is left with one place for the digit.",
    when: "While scanning for hidden singles without pencil marks, when a line is nearly \
          full and its open cells lie in one box.",
    other_names: &[],
    example: "+5+31+7.+6+4829+26+834.+1.+4+7+8+21.+9+3+6+7+6+5+349+8+2+12946+8+1+3..+8\
              +1+352+76+4+93+5+2+1+6+8.9+4689+4.+21.+31+4+7+9..268:",
};

static DIRECT_HIDDEN_PAIR_LESSON: Lesson = Lesson {
    what: "Two digits share their only two places of a house; a third digit, pushed out \
          of those two cells, has one place left in the same house.",
    why: "The two digits fill the two cells in some order. No other digit can be there, \
          so the third digit loses these places.",
    when: "In boxes where two digits are barred from the same lines. It can be seen \
          without pencil marks, which is why Sudoku Explainer asks little for it.",
    other_names: &[],
    example: common_position!("114 517 527 532 832 535"),
};

static DIRECT_HIDDEN_TRIPLE_LESSON: Lesson = Lesson {
    what: "Three digits share their only three places of a house; a fourth digit, pushed \
          out of those cells, has one place left there.",
    why: "Three digits need three cells. The cells that are their only places hold \
          nothing else.",
    when: "Rare: a house with many open cells in which three digits are barred in the \
          same way.",
    other_names: &[],
    example: "2+6.+97143....3+65..+1+3+1.84+2.+9+6.76.3..+5+44+826+5+731+953...+4+6.76\
              ..+72..4.7...1.9+62.+2...6.7.:\
              823 923 827 573 873 483 583 991 193 593 893 597 899",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};
    use sudolab_grid::nine::House;

    #[test]
    fn a_pointing_digit_that_leaves_one_place_in_the_next_box_is_placed() {
        // 1 in box 1 lies in row 1; in box 2 it could go to row 1 and to r2c5.
        let pointing = board().only(1, House::block(0), &[11, 12]);
        let next = pointing.clone().only(1, House::block(1), &[14, 15, 25]);
        let found = told(&next, |p, v| find_locked(p, v));
        assert!(found.contains(&"direct-pointing r2c5=1".into()), "{found:?}");
        let two = pointing.only(1, House::block(1), &[14, 15, 25, 36]);
        assert!(told(&two, |p, v| find_locked(p, v)).is_empty());
    }

    #[test]
    fn a_hidden_pair_that_leaves_one_place_for_another_digit_places_it() {
        let pair = board().only(1, House::block(0), &[11, 12]).only(2, House::block(0), &[11, 12]);
        let next = pair.clone().only(3, House::block(0), &[11, 12, 33]);
        let found = told(&next, |p, v| find_hidden_subset(p, 2, v));
        assert!(found.contains(&"direct-hidden-pair r3c3=3".into()), "{found:?}");
        assert!(told(&pair, |p, v| find_hidden_subset(p, 2, v)).is_empty());
    }
}
