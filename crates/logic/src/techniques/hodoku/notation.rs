//! How HoDoKu writes a step: `W-Wing: 3/7 in r1c4,r8c9 connected by 7 in r18c2 => r8c4<>3`.
//!
//! Cells are gathered into rectangles of one row or one column: the first cell left
//! opens a group, cells of its row join it, or cells of its column if none of its row
//! has. Eliminations are listed digit by digit in the order in which they were found.

use super::chosen::Chosen;
use crate::position::Position;
use crate::step::{GroupNode, Reason};
use crate::technique::Technique as T;
use std::fmt::Write;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, Digits, House, HouseKind};

/// The name of a step. A Franken fish with nothing but boxes on one side is called mutant.
pub(crate) fn name(chosen: &Chosen) -> &'static str {
    let mutant = match &chosen.step.reason {
        Reason::Fish { base, cover, .. } => {
            let boxes = |houses: &[House]| houses.iter().all(|h| h.kind() == HouseKind::Box);
            boxes(base) || boxes(cover)
        }
        _ => false,
    };
    match chosen.step.technique {
        T::FrankenXWing if mutant => "Mutant X-Wing",
        T::FrankenSwordfish if mutant => "Mutant Swordfish",
        T::FinnedFrankenXWing if mutant => "Finned Mutant X-Wing",
        T::FinnedFrankenSwordfish if mutant => "Finned Mutant Swordfish",
        T::Aic => "AIC",
        T::GroupedAic => "Grouped AIC",
        T::AlsXyChain => "Almost Locked Set Chain",
        other => other.name(),
    }
}

/// What stands behind the name.
pub(crate) fn detail(position: &Position, chosen: &Chosen) -> String {
    if let Some(text) = &chosen.text {
        return text.clone();
    }
    let mut text = pattern(position, chosen);
    effect(&mut text, chosen);
    text
}

/// Adds what the step does: ` => r1c46<>3, r5c9<>7`. A digit placed for no pattern stands alone.
pub(crate) fn effect(text: &mut String, chosen: &Chosen) {
    match chosen.step.effect.placements.first() {
        Some(single) if text.is_empty() => *text = single.to_string(),
        Some(single) => *text += &format!(" => {single}"),
        None => removals(text, &chosen.eliminations).expect("writing to a string does not fail"),
    }
}

/// The pattern of a step, as far as its reason tells.
fn pattern(position: &Position, Chosen { step, eliminations, .. }: &Chosen) -> String {
    let union = |cells: [Cells; 2]| cell_list(cells[0].union(cells[1]));
    match &step.reason {
        Reason::NakedSubset { digits, cells, .. } | Reason::HiddenSubset { digits, cells, .. } => {
            format!("{} in {}", commas(*digits), cell_list(*cells))
        }
        Reason::Locked { digit, base, .. } => format!("{digit} in {}", short(*base)),
        Reason::Fish { digit, base, cover, fins } => {
            let in_two =
                |cell: &Cell| base.iter().filter(|h| h.cells().contains(*cell)).count() > 1;
            let mut text = format!("{digit} {} {}", houses(base), houses(cover));
            for cell in fins.into_iter().filter(|cell| !in_two(cell)) {
                text += &format!(" f{cell}");
            }
            for cell in fins.into_iter().filter(in_two) {
                text += &format!(" ef{cell}");
            }
            text
        }
        Reason::Wing { pivot, pincers, digit } => {
            let own = position.candidates(*pivot);
            let last = Digits::only(*digit).without(own);
            let digits: Vec<String> =
                own.into_iter().chain(last).map(|digit| digit.to_string()).collect();
            let cells = [*pivot, pincers[0], pincers[1]].into_iter().collect();
            format!("{} in {}", digits.join("/"), cell_list(cells))
        }
        Reason::UniqueLoop(unique) => rectangle(unique.digits, &unique.cells),
        Reason::AvoidableRectangle { digits, cells } => rectangle(*digits, cells),
        Reason::Colours { digit, groups } => {
            let list = |cells: Cells| {
                let names: Vec<String> = cells.into_iter().map(|cell| cell.to_string()).collect();
                format!("({})", names.join(","))
            };
            let pairs: Vec<String> =
                groups.iter().map(|&[a, b]| format!("{} / {}", list(a), list(b))).collect();
            format!("{digit} {}", pairs.join(", "))
        }
        Reason::SueDeCoq { crossing, wings: [line, block], .. } => {
            let [crossing, line, block] = [crossing, line, block].map(|&cells| {
                format!("{} - {{{}}}", cell_list(cells), plain(position.candidates_in(cells)))
            });
            format!("{crossing} ({line}, {block})")
        }
        Reason::Alternating(chain) => {
            let n = &chain.nodes;
            let digit = n[0].digit;
            match step.technique {
                T::Skyscraper | T::TwoStringKite => {
                    let [ends, joint] = [[0, 3], [1, 2]].map(|at| union(at.map(|i| n[i].cells)));
                    format!("{digit} in {ends} (connected by {joint})")
                }
                T::EmptyRectangle => {
                    let block = n[1].cells.first().map_or(0, Cell::block);
                    let pair = union([n[2].cells, n[3].cells]);
                    format!("{digit} in {} ({pair})", short(House::block(block)))
                }
                T::WWing => {
                    let link = n[1].digit;
                    let [cells, joint] = [[0, 4], [2, 3]].map(|at| union(at.map(|i| n[i].cells)));
                    format!("{digit}/{link} in {cells} connected by {link} in {joint}")
                }
                technique => {
                    let removed: Vec<String> =
                        digits_removed(eliminations).into_iter().map(|d| d.to_string()).collect();
                    let way = way(n);
                    match (technique, n.last()) {
                        (T::XyChain, Some(last)) => {
                            format!("{} {digit}- {way} -{}", removed.join("/"), last.digit)
                        }
                        _ => format!("{} {way}", removed.join("/")),
                    }
                }
            }
        }
        _ => String::new(),
    }
}

fn rectangle([x, y]: [Digit; 2], cells: &[Cell]) -> String {
    format!("{x}/{y} in {}", cell_list(cells.iter().copied().collect()))
}

/// Writes the eliminations: ` => r1c46<>3, r5c9<>7`.
pub(crate) fn removals(text: &mut String, eliminations: &[Candidate]) -> std::fmt::Result {
    text.push_str(if text.is_empty() { "=> " } else { " => " });
    let mut written = Digits::EMPTY;
    for &Candidate { digit, .. } in eliminations {
        if written.contains(digit) {
            continue;
        }
        let cells = eliminations.iter().filter(|c| c.digit == digit).map(|c| c.cell).collect();
        let comma = if written.is_empty() { "" } else { ", " };
        write!(text, "{comma}{}<>{digit}", cell_list(cells))?;
        written.insert(digit);
    }
    Ok(())
}

/// The nodes of a chain, strong and weak links in turn. Two digits of one cell share its name.
pub(super) fn way(nodes: &[GroupNode]) -> String {
    let mut text = String::new();
    let mut previous = None;
    for (i, node) in nodes.iter().enumerate() {
        let cell = node.cells.first();
        if previous == cell {
            continue;
        }
        previous = cell;
        if i > 0 {
            let sign = if i % 2 == 1 { '=' } else { '-' };
            text += &format!(" {sign}{}{sign} ", node.digit);
        }
        text += &cell_list(node.cells);
    }
    text
}

/// Almost locked sets with their digits, as HoDoKu writes one.
pub(super) fn almost_locked_set(cells: Cells, digits: Digits) -> String {
    format!("{} {{{}}}", cell_list(cells), plain(digits))
}

pub(super) fn digits_removed(eliminations: &[Candidate]) -> Digits {
    eliminations.iter().map(|c| c.digit).collect()
}

pub(super) fn plain(digits: Digits) -> String {
    digits.into_iter().map(|d| d.to_string()).collect()
}

pub(super) fn commas(digits: Digits) -> String {
    digits.into_iter().map(|d| d.to_string()).collect::<Vec<_>>().join(",")
}

/// Houses one after the other, the letter only where it changes: `r139`, `r1b2`.
fn houses(list: &[House]) -> String {
    let mut text = String::new();
    let mut kind = None;
    for house in list {
        if kind != Some(house.kind()) {
            text.push(letter(*house));
            kind = Some(house.kind());
        }
        text.push(char::from(b'1' + house.number() as u8));
    }
    text
}

/// A house in short: `r3`, `c7`, `b2`.
pub(crate) fn short(house: House) -> String {
    format!("{}{}", letter(house), house.number() + 1)
}

fn letter(house: House) -> char {
    match house.kind() {
        HouseKind::Row => 'r',
        HouseKind::Column => 'c',
        HouseKind::Box => 'b',
    }
}

/// Cells in HoDoKu's short form: `r13c4,r8c79`.
pub(crate) fn cell_list(cells: Cells) -> String {
    let mut text = String::new();
    let mut rest = cells;
    while let Some(first) = rest.first() {
        rest.remove(first);
        let in_row = |c: &Cell| c.row() == first.row();
        let in_column = |c: &Cell| c.column() == first.column();
        // The first cell that joins decides whether the group is of a row or a column.
        let joins_row =
            rest.into_iter().find(|c| in_row(c) || in_column(c)).is_none_or(|c| in_row(&c));
        let group: Cells =
            rest.into_iter().filter(|c| if joins_row { in_row(c) } else { in_column(c) }).collect();
        rest = rest.without(group);
        if !text.is_empty() {
            text.push(',');
        }
        // Rows of a group are written before the c, columns behind it, in the order found.
        let rows = if joins_row { Cells::EMPTY } else { group };
        let columns = if joins_row { group } else { Cells::EMPTY };
        text.push('r');
        push_numbers(&mut text, first.row(), rows, Cell::row);
        text.push('c');
        push_numbers(&mut text, first.column(), columns, Cell::column);
    }
    text
}

fn push_numbers(text: &mut String, first: usize, others: Cells, number: impl Fn(Cell) -> usize) {
    for n in std::iter::once(first).chain(others.into_iter().map(number)) {
        text.push(char::from(b'1' + n as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cells: &[&str], expected: &str) {
        let find = |name: &&str| Cell::all().find(|c| c.to_string() == **name);
        let cells: Cells = cells.iter().filter_map(find).collect();
        assert_eq!(cell_list(cells), expected);
    }

    #[test]
    fn cells_are_gathered_by_rows_or_columns() {
        check(&["r1c1"], "r1c1");
        check(&["r1c4", "r1c6"], "r1c46");
        check(&["r4c6", "r6c6", "r6c5"], "r46c6,r6c5");
        check(&["r1c4", "r3c4", "r9c4"], "r139c4");
        check(&["r1c1", "r1c2", "r2c1", "r2c2"], "r1c12,r2c12");
        check(&["r1c4", "r1c6", "r8c4", "r8c6"], "r1c46,r8c46");
        check(&["r3c3", "r5c3", "r5c7", "r3c8"], "r3c38,r5c37");
    }
}
