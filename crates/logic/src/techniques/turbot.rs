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
use super::hodoku::walk;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{AlternatingChain, Effect, GroupNode, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Cell, Cells, Digit, House, HouseKind};

/// Skyscraper.
pub static SKYSCRAPER: Entry = Entry::new("skyscraper", "Skyscraper", Family::SingleDigit, HODOKU)
    .code("0400")
    .found_by(|p, scan, _, v| Ok(skyscrapers(p, scan, v)))
    .taught_by(&SKYSCRAPER_LESSON);

/// 2-String Kite.
pub static TWO_STRING_KITE: Entry =
    Entry::new("two-string-kite", "2-String Kite", Family::SingleDigit, HODOKU)
        .code("0401")
        .found_by(|p, _, _, v| Ok(find_kites(p, v)))
        .taught_by(&TWO_STRING_KITE_LESSON);

/// Turbot Fish.
pub static TURBOT_FISH: Entry =
    Entry::new("turbot-fish", "Turbot Fish", Family::SingleDigit, HODOKU)
        .code("0403")
        .found_by(scanned)
        .taught_by(&TURBOT_FISH_LESSON);

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
    skyscrapers(position, Scan::Every, visit)
}

/// As the scan says: HoDoKu's touch at the first place of both lines or at the second of both.
fn skyscrapers(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    search(position, visit, |first, second, near| {
        let same_side = (near[0] == first.ends[0]) == (near[1] == second.ends[0]);
        if scan == Scan::Hodoku && !same_side {
            return None;
        }
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
    search(position, visit, |first, second, near| {
        let kinds = [first.house.kind(), second.house.kind()];
        let meet = near[0].block() == near[1].block();
        (kinds == [HouseKind::Row, HouseKind::Column] && meet).then_some(Technique::TwoStringKite)
    })
}

/// Hands out every turbot fish; skyscrapers and kites are among them.
pub fn find(position: &Position, visit: &mut (impl FnMut(Step) -> Flow + ?Sized)) -> Flow {
    search(position, visit, |_, _, _| Some(Technique::TurbotFish))
}

fn search(
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

/// As the scan says: every turbot fish is one that HoDoKu walks.
fn scanned(
    position: &Position,
    scan: Scan,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    match scan {
        Scan::Explainer => Ok(find(position, visit)),
        Scan::Every | Scan::Hodoku => walk::find(position, Technique::TurbotFish, pulse, visit),
    }
}

const WHY: &str = "Each strong link says: one of these two places holds the digit. The two ends in \
          the middle see each other, so not both hold it. Hence one of the outer ends does, \
          and what sees both outer ends cannot.";

static SKYSCRAPER_LESSON: Lesson = Lesson {
    what: "Two rows with two places each for a digit have one end in the same column (or \
          the other way round). What sees both other ends loses the digit.",
    why: WHY,
    when: "Very often. Look for two lines with two places each whose ones stand level; \
          the others, the roof, need not.",
    other_names: &["Turbot Fish", "Sashimi X-Wing"],
    example: common_position!("114 535"),
};

static TWO_STRING_KITE_LESSON: Lesson = Lesson {
    what: "A row and a column with two places each for a digit meet in a box. What sees \
          both far ends loses the digit.",
    why: WHY,
    when: "Often. Look for a box with one end of a row and one end of a column; the \
          elimination stands where the lines of the far ends cross.",
    other_names: &["Turbot Fish"],
    example: common_position!("114 817 832 535 137 537"),
};

static TURBOT_FISH_LESSON: Lesson = Lesson {
    what: "Two strong links of one digit, of any houses, joined by a weak link. What sees \
          both outer ends loses the digit.",
    why: WHY,
    when: "Skyscraper and kite are its tidy forms; here a box provides one of the links. \
          Colouring finds all of them.",
    other_names: &[],
    example: common_position!(""),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};
    use sudolab_grid::nine::House;

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
