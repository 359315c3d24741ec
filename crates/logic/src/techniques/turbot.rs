//! Skyscraper, 2-string kite, turbot fish: two strong links of one digit, joined by a
//! weak one.
//!
//! Of the four cells in a row at least one end holds the digit, so what sees both ends
//! loses it. In a *skyscraper* both strong links are in rows (or both in columns) and the
//! weak one is in a line across; in a *kite* one is in a row, one in a column, and they
//! meet in a box. The turbot fish is the general case.
//!
//! Order: digits; strong links by house, rows, columns, boxes.

use super::Flow;
use crate::board::{Cell, Cells, Digit, House, HouseKind};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;

/// A house with two places for a digit, and these in order.
#[derive(Clone, Copy)]
struct Link {
    house: House,
    ends: [Cell; 2],
}

/// Hands out every skyscraper.
pub fn find_skyscrapers(
    position: &Position,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    scan(position, visit, |first, second, near| {
        let kind = first.house.kind();
        let level = |a: Cell, b: Cell| match kind {
            HouseKind::Row => a.column() == b.column(),
            HouseKind::Column => a.row() == b.row(),
            HouseKind::Box => false,
        };
        // Level at both ends it is an X-Wing.
        let is_x_wing = (0..2).all(|end| level(first.ends[end], second.ends[end]));
        let stands = second.house.kind() == kind && level(near[0], near[1]) && !is_x_wing;
        stands.then_some(Technique::Skyscraper)
    })
}

/// Hands out every 2-string kite.
pub fn find_kites(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, visit, |first, second, near| {
        let kinds = [first.house.kind(), second.house.kind()];
        let meet = near[0].block() == near[1].block();
        (kinds == [HouseKind::Row, HouseKind::Column] && meet).then_some(Technique::TwoStringKite)
    })
}

/// Hands out every turbot fish; skyscrapers and kites are among them.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    scan(position, visit, |_, _, _| Some(Technique::TurbotFish))
}

fn scan(
    position: &Position,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
    name: impl Fn(Link, Link, [Cell; 2]) -> Option<Technique>,
) -> Flow {
    for digit in Digit::all() {
        let links: Vec<Link> = House::all()
            .filter_map(|house| {
                let cells: Vec<Cell> = position.cells_with_in(digit, house).into_iter().collect();
                let &[a, b] = &cells[..] else { return None };
                Some(Link { house, ends: [a, b] })
            })
            .collect();
        for (index, &first) in links.iter().enumerate() {
            for &second in &links[index + 1..] {
                for [i, j] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
                    let near = [first.ends[i], second.ends[j]];
                    let far = [first.ends[1 - i], second.ends[1 - j]];
                    let four: Cells = near.into_iter().chain(far).collect();
                    if four.len() != 4 || !near[0].sees(near[1]) {
                        continue;
                    }
                    let Some(technique) = name(first, second, near) else { continue };
                    let seen = far[0].peers().intersection(far[1].peers());
                    // A near cell that sees the other far one goes as well; of a kite only
                    // what lies where the lines of its ends cross.
                    let kept =
                        if technique == Technique::TwoStringKite { four } else { Cells::EMPTY };
                    let removed = position.cells_with(digit).intersection(seen).without(kept);
                    if removed.is_empty() {
                        continue;
                    }
                    let node = |cell| GroupNode { digit, cells: Cells::only(cell) };
                    visit(Step {
                        technique,
                        effect: Effect::remove_digit(removed, digit),
                        reason: Reason::Alternating(AlternatingChain {
                            nodes: [far[0], near[0], near[1], far[1]].map(node).to_vec(),
                            closed: false,
                        }),
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::House;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_skyscraper_stands_on_two_rows_with_two_places_each() {
        let one = board().only(1, House::row(0), &[11, 15]);
        let both = one.clone().only(1, House::row(4), &[51, 56]);
        let expected = "skyscraper r2c6<>1 r3c6<>1 r4c5<>1 r6c5<>1";
        assert!(told(&both, |p, v| find_skyscrapers(p, v)).contains(&expected.to_owned()));
        assert!(told(&both, |p, v| find_kites(p, v)).is_empty());
        let third = one.only(1, House::row(4), &[51, 56, 59]);
        assert!(told(&third, |p, v| find(p, v)).is_empty());
    }

    #[test]
    fn a_kite_hangs_on_a_row_and_a_column_that_meet_in_a_box() {
        let row = board().only(1, House::row(0), &[12, 17]);
        let kite = row.clone().only(1, House::column(2), &[23, 83]);
        assert!(told(&kite, |p, v| find_kites(p, v)).contains(&"two-string-kite r8c7<>1".into()));
        assert!(told(&kite, |p, v| find(p, v)).contains(&"turbot-fish r8c7<>1".into()));
        assert!(told(&kite, |p, v| find_skyscrapers(p, v)).is_empty());
        let apart = row.only(1, House::column(2), &[53, 83]);
        assert!(told(&apart, |p, v| find_kites(p, v)).is_empty());
    }
}
