//! Simple colours and multi colours: cells joined by strong links of one digit take two
//! colours in turn, and one of the two colours is true throughout.
//!
//! *Trap*: a cell that sees both colours loses the digit; where a colour sees itself, the
//! cell may be a coloured one. *Wrap*: a colour that sees itself is false. With two such
//! groups: when a colour of one sees a colour of the other they are not both true, so what
//! sees both opposite colours loses the digit (*multi colours 1*); a colour that sees both
//! colours of the other group is false (*multi colours 2*).
//!
//! Order: digits; groups by their first cell.

use super::Flow;
use crate::board::{Cell, Cells, Digit, House};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// Hands out every trap and every wrap.
pub fn find_simple(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    for digit in Digit::all() {
        for group in groups(position, digit) {
            let mut hand_out = |technique, removed: Cells| {
                if removed.is_empty() {
                    return ControlFlow::Continue(());
                }
                visit(Step {
                    technique,
                    effect: Effect::remove_digit(removed, digit),
                    reason: Reason::Colours { digit, groups: vec![group] },
                })
            };
            let trapped = seeing_both(position, digit, group[0], group[1]);
            hand_out(Technique::SimpleColorsTrap, trapped)?;
            for colour in group {
                if touches(colour, colour) {
                    hand_out(Technique::SimpleColorsWrap, colour)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Hands out every pair of groups that touch and remove something.
pub fn find_multi(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    for digit in Digit::all() {
        let groups = groups(position, digit);
        for (index, &first) in groups.iter().enumerate() {
            for (other_index, &second) in groups.iter().enumerate() {
                if index == other_index {
                    continue;
                }
                let mut one_holds = Cells::EMPTY;
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if touches(first[i], second[j]) {
                        let removed = seeing_both(position, digit, first[1 - i], second[1 - j]);
                        one_holds = one_holds.union(removed);
                    }
                }
                let mut step = |technique, removed: Cells| {
                    if removed.is_empty() {
                        return ControlFlow::Continue(());
                    }
                    visit(Step {
                        technique,
                        effect: Effect::remove_digit(removed, digit),
                        reason: Reason::Colours { digit, groups: vec![first, second] },
                    })
                };
                for colour in first {
                    if touches(colour, second[0]) && touches(colour, second[1]) {
                        step(Technique::MultiColors2, colour)?;
                    }
                }
                if index < other_index {
                    step(Technique::MultiColors1, one_holds)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// The groups of cells joined by strong links, each in its two colours.
fn groups(position: &Position, digit: Digit) -> Vec<[Cells; 2]> {
    let links: Vec<Cells> = House::all()
        .map(|house| position.cells_with_in(digit, house))
        .filter(|pair| pair.len() == 2)
        .collect();
    let mut seen = Cells::EMPTY;
    let mut groups = Vec::new();
    for start in links.iter().fold(Cells::EMPTY, |set, &pair| set.union(pair)) {
        if seen.contains(start) {
            continue;
        }
        let mut colours = [Cells::only(start), Cells::EMPTY];
        loop {
            let before = colours;
            for &pair in &links {
                for side in 0..2 {
                    if let Some(cell) = pair.intersection(colours[side]).first() {
                        colours[1 - side] =
                            colours[1 - side].union(pair.without(Cells::only(cell)));
                    }
                }
            }
            if colours == before {
                break;
            }
        }
        seen = seen.union(colours[0]).union(colours[1]);
        // A cell in both colours belongs to a board without solution.
        if colours[0].intersection(colours[1]).is_empty() {
            groups.push(colours);
        }
    }
    groups
}

fn sees(cell: Cell, colour: Cells) -> bool {
    !cell.peers().intersection(colour).is_empty()
}

fn touches(a: Cells, b: Cells) -> bool {
    a.into_iter().any(|cell| sees(cell, b))
}

fn seeing_both(position: &Position, digit: Digit, a: Cells, b: Cells) -> Cells {
    let places = position.cells_with(digit).into_iter();
    places.filter(|&cell| sees(cell, a) && sees(cell, b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn what_sees_both_colours_of_a_group_loses_the_digit() {
        let two = board().only(1, House::row(0), &[12, 17]).only(1, House::column(2), &[23, 83]);
        let one = two.clone().only(1, House::block(0), &[12, 23]);
        let trap = "simple-colors-trap r8c7<>1";
        assert!(told(&one, |p, v| find_simple(p, v)).contains(&trap.to_owned()));
        // Without the box there are two groups that touch.
        assert!(told(&two, |p, v| find_simple(p, v)).is_empty());
        let multi = "multi-colors-1 r8c7<>1";
        assert!(told(&two, |p, v| find_multi(p, v)).contains(&multi.to_owned()));
        assert!(told(&board(), |p, v| find_multi(p, v)).is_empty());
    }

    #[test]
    fn a_colour_that_sees_itself_is_false() {
        // r1c1 - r1c5 - r5c5 - r5c2: the first and the last but one column meet in no house,
        // but r1c1 and r5c5 have one colour, and so have r1c5 and r5c2; r2c2 joins r5c2 and r1c1.
        let ring = board()
            .only(1, House::row(0), &[11, 15])
            .only(1, House::column(4), &[15, 55])
            .only(1, House::row(4), &[52, 55])
            .only(1, House::column(1), &[22, 52]);
        let found = told(&ring, |p, v| find_simple(p, v));
        assert!(found.contains(&"simple-colors-wrap r1c1<>1 r2c2<>1 r5c5<>1".into()), "{found:?}");
    }
}
