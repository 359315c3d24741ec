//! Simple colours and multi colours: cells joined by strong links of one digit take two
//! colours in turn, and one of the two colours is true throughout.
//!
//! *Trap*: a cell that sees both colours loses the digit; where a colour sees itself, the
//! cell may be a coloured one. *Wrap*: a colour that sees itself is false. With two such
//! groups: when a colour of one sees a colour of the other they are not both true, so what
//! sees both opposite colours loses the digit (*multi colours 1*); a colour that sees both
//! colours of the other group is false (*multi colours 2*).
//!
//! Order: digits; groups by their first cell. HoDoKu takes both colours that see themselves as one
//! step, and a trap only where there is no wrap; of two groups it takes both false colours as one.

use super::Flow;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Cell, Cells, Digit, House};

/// Simple Colors Trap.
pub static SIMPLE_COLORS_TRAP: Entry =
    Entry::new("simple-colors-trap", "Simple Colors Trap", Family::SingleDigit, HODOKU)
        .code("0500")
        .found_by(|p, scan, _, v| Ok(find_simple(p, scan, v)))
        .simple()
        .taught_by(&SIMPLE_COLORS_TRAP_LESSON);

/// Simple Colors Wrap.
pub static SIMPLE_COLORS_WRAP: Entry =
    Entry::new("simple-colors-wrap", "Simple Colors Wrap", Family::SingleDigit, HODOKU)
        .code("0501")
        .found_by(|p, scan, _, v| Ok(find_simple(p, scan, v)))
        .simple()
        .taught_by(&SIMPLE_COLORS_WRAP_LESSON);

/// Multi Colors 1.
pub static MULTI_COLORS_1: Entry =
    Entry::new("multi-colors-1", "Multi Colors 1", Family::SingleDigit, HODOKU)
        .code("0502")
        .found_by(|p, scan, _, v| Ok(find_multi(p, scan, v)))
        .simple()
        .taught_by(&MULTI_COLORS_1_LESSON);

/// Multi Colors 2.
pub static MULTI_COLORS_2: Entry =
    Entry::new("multi-colors-2", "Multi Colors 2", Family::SingleDigit, HODOKU)
        .code("0503")
        .found_by(|p, scan, _, v| Ok(find_multi(p, scan, v)))
        .simple()
        .taught_by(&MULTI_COLORS_2_LESSON);

/// Hands out every trap and every wrap.
pub fn find_simple(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for digit in Digit::all() {
        for group in groups(position, digit) {
            let parts = |technique| parts(position, technique, digit, &[group]);
            let wraps = parts(Technique::SimpleColorsWrap);
            let mut hand_out =
                |technique, parts| hand_out(technique, digit, &[group], parts, visit);
            if scan != Scan::Hodoku || wraps.is_empty() {
                hand_out(Technique::SimpleColorsTrap, parts(Technique::SimpleColorsTrap))?;
            }
            each(scan, wraps, |wraps| hand_out(Technique::SimpleColorsWrap, wraps))?;
        }
    }
    ControlFlow::Continue(())
}

/// Hands out every pair of groups that touch and remove something.
pub fn find_multi(
    position: &Position,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    for digit in Digit::all() {
        let groups = groups(position, digit);
        for (index, &first) in groups.iter().enumerate() {
            for (other_index, &second) in groups.iter().enumerate() {
                if index == other_index {
                    continue;
                }
                let two = [first, second];
                let parts = |technique| parts(position, technique, digit, &two);
                let mut hand_out =
                    |technique, parts| hand_out(technique, digit, &two, parts, visit);
                let false_colours = parts(Technique::MultiColors2);
                each(scan, false_colours, |parts| hand_out(Technique::MultiColors2, parts))?;
                if index < other_index {
                    hand_out(Technique::MultiColors1, parts(Technique::MultiColors1))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Colours that are false one by one, or as HoDoKu has it all at once.
fn each(scan: Scan, colours: Vec<Cells>, mut hand_out: impl FnMut(Vec<Cells>) -> Flow) -> Flow {
    match scan {
        Scan::Hodoku => hand_out(colours),
        _ => colours.into_iter().try_for_each(|colour| hand_out(vec![colour])),
    }
}

fn hand_out(
    technique: Technique,
    digit: Digit,
    groups: &[[Cells; 2]],
    parts: Vec<Cells>,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let removed = parts.into_iter().fold(Cells::EMPTY, Cells::union);
    if removed.is_empty() {
        return ControlFlow::Continue(());
    }
    visit(Step {
        technique,
        effect: Effect::remove_digit(removed, digit),
        reason: Reason::Colours { digit, groups: groups.to_vec() },
    })
}

/// What a technique removes by its groups, part by part.
pub(crate) fn parts(
    position: &Position,
    technique: Technique,
    digit: Digit,
    groups: &[[Cells; 2]],
) -> Vec<Cells> {
    let places = position.cells_with(digit);
    let seeing = |a: Cells, b: Cells| places.intersection(seen(a)).intersection(seen(b));
    let touches = |a: Cells, b: Cells| !seen(a).intersection(b).is_empty();
    match (technique, groups) {
        (Technique::SimpleColorsWrap, [group]) => {
            group.iter().copied().filter(|&colour| touches(colour, colour)).collect()
        }
        (Technique::MultiColors2, [first, second]) => {
            let is_false = |&colour: &Cells| second.iter().all(|&other| touches(colour, other));
            first.iter().copied().filter(is_false).collect()
        }
        (Technique::MultiColors1, [first, second]) => [[0, 0], [0, 1], [1, 0], [1, 1]]
            .into_iter()
            .filter(|&[a, b]| touches(first[a], second[b]))
            .map(|[a, b]| seeing(first[1 - a], second[1 - b]))
            .collect(),
        (_, [[a, b], ..]) => vec![seeing(*a, *b)],
        _ => Vec::new(),
    }
}

/// The cells that see some cell of the set.
fn seen(cells: Cells) -> Cells {
    cells.into_iter().fold(Cells::EMPTY, |set, cell| set.union(cell.peers()))
}

/// The groups of cells joined by strong links, each in its two colours.
fn groups(position: &Position, digit: Digit) -> Vec<[Cells; 2]> {
    let linked = |house: &House| position.places(*house, digit).count_ones() == 2;
    let mut left: Cells = position
        .cells_with(digit)
        .into_iter()
        .filter(|cell| cell.houses().iter().any(linked))
        .collect();
    let mut groups = Vec::new();
    while let Some(start) = left.first() {
        let mut group = [Cells::EMPTY; 2];
        let sound = spread(position, digit, start, 0, &mut group);
        left = left.without(group[0]).without(group[1]);
        // A cell in both colours belongs to a board without solution.
        if sound {
            groups.push(group);
        }
    }
    groups
}

/// Colours a cell and what is linked to it, depth first; false when a cell has both colours.
fn spread(
    position: &Position,
    digit: Digit,
    cell: Cell,
    colour: usize,
    group: &mut [Cells; 2],
) -> bool {
    if group[colour].contains(cell) {
        return true;
    }
    if group[1 - colour].contains(cell) {
        return false;
    }
    group[colour].insert(cell);
    let mut sound = true;
    for house in cell.houses() {
        let pair = position.cells_with_in(digit, house);
        if let (2, Some(other)) = (pair.len(), pair.without(Cells::only(cell)).first()) {
            sound &= spread(position, digit, other, 1 - colour, group);
        }
    }
    sound
}

static SIMPLE_COLORS_TRAP_LESSON: Lesson = Lesson {
    what: "Follow the strong links of a digit and colour their ends in turn. A candidate \
          that sees both colours goes.",
    why: "Ends of a strong link are never both false, and in a house with two places \
          never both true: so one colour is true throughout and the other false. What sees \
          both sees a true one.",
    when: "When a digit has many houses with two places. Skyscrapers and kites are cases \
          of it, with short chains.",
    other_names: &["Simple Colouring", "Singles Chains", "Color Trap"],
    example: common_position!(""),
};

static SIMPLE_COLORS_WRAP_LESSON: Lesson = Lesson {
    what: "Follow the strong links of a digit and colour their ends in turn. Two cells of \
          one colour that see each other show that the colour is false.",
    why: "One of the two colours is true throughout. A colour with two cells in one house \
          would place the digit there twice, so it is the other.",
    when: "Rarer than the trap, but it settles the whole colour at once.",
    other_names: &["Simple Colouring", "Singles Chains", "Color Wrap"],
    example: "+1.2+47.+9+8.+89+4+2.+6.+717.5+1+89..4+31+782+4+659+9+4+8+5+6+1+73+2+2+5\
              6.9.1+4+8+5236+18+4+9+74+7....8..+68..+4...3:",
};

static MULTI_COLORS_1_LESSON: Lesson = Lesson {
    what: "Two groups of strong links of one digit touch: a cell of one sees a cell of \
          the other. What sees both opposite colours goes.",
    why: "The two colours that touch are not both true. So one of the two opposite ones \
          is, and what sees both loses the digit.",
    when: "When one group of colours does not lead on, but a second one lies beside it.",
    other_names: &["Multi-Colouring", "Color Wing"],
    example: common_position!(""),
};

static MULTI_COLORS_2_LESSON: Lesson = Lesson {
    what: "A colour of one group sees both colours of another: that colour is false.",
    why: "One of the two colours of the other group is true. A colour that sees both \
          cannot be.",
    when: "Rarer than the first type, and stronger: a whole colour goes.",
    other_names: &["Multi-Colouring"],
    example: "+25+93.+4+1...761529.+4+1+4....+52.4.+2...6+187.+1+82.+4+9+5...+41.3+7+2\
              +62..41+8.9+914+2..+7...+8.69.+2+4+1:\
              636 566",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn what_sees_both_colours_of_a_group_loses_the_digit() {
        let two = board().only(1, House::row(0), &[12, 17]).only(1, House::column(2), &[23, 83]);
        let one = two.clone().only(1, House::block(0), &[12, 23]);
        let trap = "simple-colors-trap r8c7<>1";
        assert!(told(&one, |p, v| find_simple(p, Scan::Explainer, v)).contains(&trap.to_owned()));
        // Without the box there are two groups that touch.
        assert!(told(&two, |p, v| find_simple(p, Scan::Explainer, v)).is_empty());
        let multi = "multi-colors-1 r8c7<>1";
        assert!(told(&two, |p, v| find_multi(p, Scan::Explainer, v)).contains(&multi.to_owned()));
        assert!(told(&board(), |p, v| find_multi(p, Scan::Explainer, v)).is_empty());
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
        let found = told(&ring, |p, v| find_simple(p, Scan::Explainer, v));
        assert!(found.contains(&"simple-colors-wrap r1c1<>1 r2c2<>1 r5c5<>1".into()), "{found:?}");
    }
}
