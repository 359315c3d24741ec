//! Simple colours and multi colours.
//!
//! For each digit the places that belong to a strong link are coloured: the first place
//! not yet coloured begins a group, and the colours alternate along the links of its
//! row, column and box, depth first.
//!
//! *Simple colours*, group by group: a colour that sees itself goes (wrap; both colours
//! may); else what sees both colours goes (trap). *Multi colours*, for every ordered pair
//! of groups: a colour of the first that sees both colours of the second goes (type 2);
//! else, where a colour of the first sees a colour of the second, what sees both opposite
//! colours goes (type 1).

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, House};
use crate::position::Position;
use crate::step::Reason;
use crate::technique::Technique;

type Group = [Cells; 2];

/// The groups of a digit.
fn groups(position: &Position, digit: Digit) -> Vec<Group> {
    let linked = |house: &House| position.places(*house, digit).count_ones() == 2;
    let mut left: Cells = position
        .cells_with(digit)
        .into_iter()
        .filter(|cell| cell.houses().iter().any(linked))
        .collect();
    let mut groups = Vec::new();
    while let Some(start) = left.first() {
        let mut group = [Cells::EMPTY; 2];
        spread(position, digit, start, 0, &mut left, &mut group);
        if !group[1].is_empty() {
            groups.push(group);
        }
    }
    groups
}

fn spread(
    position: &Position,
    digit: Digit,
    cell: Cell,
    colour: usize,
    left: &mut Cells,
    group: &mut Group,
) {
    if !left.contains(cell) {
        return;
    }
    left.remove(cell);
    group[colour].insert(cell);
    for house in cell.houses() {
        if position.places(house, digit).count_ones() == 2 {
            let other = position.cells_with_in(digit, house).without(Cells::only(cell));
            if let Some(other) = other.first() {
                spread(position, digit, other, 1 - colour, left, group);
            }
        }
    }
}

/// The cells that see some cell of the set.
fn seen(cells: Cells) -> Cells {
    cells.into_iter().fold(Cells::EMPTY, |set, cell| set.union(cell.peers()))
}

fn touches(a: Cells, b: Cells) -> bool {
    !seen(a).intersection(b).is_empty()
}

/// The first step of simple colours.
pub(super) fn simple(position: &Position) -> Option<HodokuStep> {
    Digit::all().find_map(|digit| {
        groups(position, digit).into_iter().find_map(|group| {
            let [first, second] = group;
            let make = |technique, gone: Vec<Cells>| {
                step(Search::SimpleColors, technique, digit, &[group], gone)
            };
            let wraps: Vec<Cells> = group.into_iter().filter(|&c| touches(c, c)).collect();
            if !wraps.is_empty() {
                return make(Technique::SimpleColorsWrap, wraps);
            }
            let both = seen(first).intersection(seen(second));
            let gone = position.cells_with(digit).intersection(both);
            make(Technique::SimpleColorsTrap, vec![gone])
        })
    })
}

/// The first step of multi colours.
pub(super) fn multi(position: &Position) -> Option<HodokuStep> {
    Digit::all().find_map(|digit| {
        let groups = groups(position, digit);
        for (i, &first) in groups.iter().enumerate() {
            for (j, &second) in groups.iter().enumerate() {
                if i != j {
                    let found = pair(position, digit, first, second);
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        None
    })
}

fn pair(position: &Position, digit: Digit, first: Group, second: Group) -> Option<HodokuStep> {
    let make = |technique, gone: Vec<Cells>| {
        step(Search::MultiColors, technique, digit, &[first, second], gone)
    };
    let false_colours =
        first.into_iter().filter(|&c| touches(c, second[0]) && touches(c, second[1])).collect();
    make(Technique::MultiColors2, false_colours).or_else(|| {
        let mut gone = Vec::new();
        for [a, b] in [[0, 0], [0, 1], [1, 0], [1, 1]] {
            if touches(first[a], second[b]) {
                let both = seen(first[1 - a]).intersection(seen(second[1 - b]));
                gone.push(position.cells_with(digit).intersection(both));
            }
        }
        make(Technique::MultiColors1, gone)
    })
}

fn step(
    search: Search,
    technique: Technique,
    digit: Digit,
    groups: &[Group],
    gone: Vec<Cells>,
) -> Option<HodokuStep> {
    let eliminations: Vec<Candidate> =
        gone.into_iter().flatten().map(|cell| Candidate::new(cell, digit)).collect();
    if eliminations.is_empty() {
        return None;
    }
    let reason = Reason::Colours { digit, groups: groups.to_vec() };
    let pattern = Pattern::Colours { digit, colours: groups.concat() };
    Some(HodokuStep::removal(search, technique, eliminations, reason, pattern))
}
