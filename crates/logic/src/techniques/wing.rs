//! XY-Wing and XYZ-Wing.
//!
//! A pivot with candidates *xy* sees a pincer *xz* and a pincer *yz*: whichever digit
//! the pivot takes, one pincer takes *z*, so a cell that sees both loses *z*. In the
//! XYZ-Wing the pivot holds *z* too, and a loser must also see the pivot.
//!
//! Order: pivots row by row; first and second pincer each over the peers of the
//! pivot: box, row, column.

use super::Flow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{BOTH, Family};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cell, Cells, Digit};

/// XY-Wing.
pub static XY_WING: Entry = Entry::new("xy-wing", "XY-Wing", Family::Wings, BOTH)
    .code("0800")
    .found_by(|p, _, _, v| Ok(find_xy(p, v)))
    .simple()
    .rule()
    .taught_by(&XY_WING_LESSON);

/// XYZ-Wing.
pub static XYZ_WING: Entry = Entry::new("xyz-wing", "XYZ-Wing", Family::Wings, BOTH)
    .code("0801")
    .found_by(|p, _, _, v| Ok(find_xyz(p, v)))
    .rule()
    .taught_by(&XYZ_WING_LESSON);

/// Hands out every XY-Wing.
pub fn find_xy(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, Technique::XyWing, visit)
}

/// Hands out every XYZ-Wing.
pub fn find_xyz(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, Technique::XyzWing, visit)
}

fn scan(
    position: &Position,
    technique: Technique,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let with_z = technique == Technique::XyzWing;
    let pivot_size = if with_z { 3 } else { 2 };
    let bivalue = position.cells_of_size(2);
    for pivot in position.empty_cells() {
        let pivot_digits = position.candidates(pivot);
        if pivot_digits.len() != pivot_size || bivalue.intersection(pivot.peers()).len() < 2 {
            continue;
        }
        for &left in pivot.peers_in_order() {
            let left_digits = position.candidates(left);
            if !bivalue.contains(left) || pivot_digits.without(left_digits).len() != 1 {
                continue;
            }
            for &right in pivot.peers_in_order() {
                let right_digits = position.candidates(right);
                if !bivalue.contains(right) {
                    continue;
                }
                let union = pivot_digits.union(left_digits).union(right_digits);
                let common = left_digits.intersection(right_digits);
                let in_all = common.intersection(pivot_digits);
                if union.len() != 3 || in_all.len() != usize::from(with_z) {
                    continue;
                }
                // Three digits, none (or one) common to all three cells: the pincers
                // differ and share exactly one digit.
                let Some(digit) = common.first().filter(|_| left_digits != right_digits) else {
                    continue;
                };
                let removed = losers(position, [pivot, left, right], with_z, digit);
                if !removed.is_empty() {
                    visit(Step {
                        technique,
                        effect: Effect::remove_digit(removed, digit),
                        reason: Reason::Wing { pivot, pincers: [left, right], digit },
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn losers(
    position: &Position,
    [pivot, left, right]: [Cell; 3],
    with_z: bool,
    digit: Digit,
) -> Cells {
    let mut seen = left.peers().intersection(right.peers());
    if with_z {
        seen = seen.intersection(pivot.peers());
    }
    seen.remove(pivot);
    position.cells_with(digit).intersection(seen)
}

static XY_WING_LESSON: Lesson = Lesson {
    what: "A cell with two candidates sees two cells with two candidates each, which \
          share one digit with it and a third with each other. What sees both of these loses \
          the third digit.",
    why: "Whichever digit the pivot takes, it takes it away from one of the pincers, \
          which then is the third digit.",
    when: "Often. Look for three pairs made of three digits, of which one sees both \
          others.",
    other_names: &["Y-Wing"],
    example: "+46+2+7+1+89+53+3..49+6+8+12+981+3+2+5.+4.+6.+8+53+4+1.95..1+7+9.8.+19.6\
              +82....4..+57.6+171+6.+43.......+6+14..:\
              357 363 292 599",
};

static XYZ_WING_LESSON: Lesson = Lesson {
    what: "A cell with three candidates sees two cells with two of them each, which share \
          a digit. What sees all three cells loses that digit.",
    why: "Whichever digit the pivot takes, the common digit ends up in one of the three \
          cells.",
    when: "As the XY-Wing, but the pivot has the third digit too, so that only cells \
          beside it are hit.",
    other_names: &[],
    example: "31.+69.4+8+2+6....2.5+1..21..6+9....+5+6+1+2+39+2..3+841+7+6+16+3.2.84+5\
              .2...6.+1.946.+1.+52..+3+1+25..+6+4:\
              722",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::techniques::first;
    use sudolab_grid::nine::{Candidate, Digits};

    fn with_marks(marks: &[(usize, &[u8])]) -> Position {
        let mut all = [Digits::ALL; 81];
        for &(cell, numbers) in marks {
            all[cell] = numbers.iter().filter_map(|&n| Digit::from_number(n)).collect();
        }
        Position::from_marks(&[0; 81], &all).expect("no clue, no conflict")
    }

    #[test]
    fn an_xy_wing_clears_what_both_pincers_see() {
        // Pivot r1c1, pincers r1c5 and r5c1, loser r5c5.
        let position = with_marks(&[(0, &[1, 2]), (4, &[1, 3]), (36, &[2, 3])]);
        let step = first(&position, |p, v| find_xy(p, v)).expect("the wing");
        assert_eq!(step.effect.eliminations, [Candidate::new(Cell::new(40), Digit::from_index(2))]);
        assert_eq!(check(&position, &step), Ok(()));
        assert_eq!(first(&position, |p, v| find_xyz(p, v)), None);
    }

    #[test]
    fn an_xyz_wing_clears_only_what_the_pivot_sees_as_well() {
        let position = with_marks(&[(0, &[1, 2, 3]), (4, &[1, 3]), (10, &[2, 3])]);
        let step = first(&position, |p, v| find_xyz(p, v)).expect("the wing");
        assert_eq!(step.effect.eliminations.len(), 2);
        assert_eq!(check(&position, &step), Ok(()));
    }
}
