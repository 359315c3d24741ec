//! How HoDoKu writes a step: `W-Wing: 3/7 in r1c4,r8c9 connected by 7 in r18c2 => r8c4<>3`.
//!
//! Cells are gathered into rectangles of one row or one column: the first cell left
//! opens a group, cells of its row join it, or cells of its column if none of its row
//! has. Eliminations are listed digit by digit in the order in which they were found.

use super::found::{HodokuStep, Node, Pattern};
use crate::board::{Candidate, Cell, Cells, Digits, House, HouseKind};
use crate::technique::Technique;
use std::fmt::Write;

/// The name of a step. A Franken fish with nothing but boxes on one side is called mutant.
pub(super) fn name(step: &HodokuStep) -> &'static str {
    use Technique as T;
    let mutant = match &step.pattern {
        Pattern::Fish { base, cover, .. } => {
            let boxes = |houses: &[House]| houses.iter().all(|h| h.kind() == HouseKind::Box);
            boxes(base) || boxes(cover)
        }
        _ => false,
    };
    match step.step.technique {
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
pub(super) fn detail(step: &HodokuStep) -> String {
    let mut text = String::new();
    write(&mut text, step).expect("writing to a string does not fail");
    text
}

fn write(text: &mut String, step: &HodokuStep) -> std::fmt::Result {
    let effect = &step.step.effect;
    if let (Some(single), Pattern::Bare) = (effect.placements.first(), &step.pattern) {
        return write!(text, "{single}");
    }
    match &step.pattern {
        Pattern::Bare => {}
        Pattern::Text(whole) => return text.write_str(whole),
        Pattern::Subset { digits, cells } => {
            let list: Vec<String> = digits.into_iter().map(|d| d.to_string()).collect();
            write!(text, "{} in {}", list.join(","), cell_list(*cells))?;
        }
        Pattern::Locked { digit, house } => write!(text, "{digit} in {}", short(*house))?,
        Pattern::Fish { digit, base, cover, fins, endo_fins } => {
            write!(text, "{digit} ")?;
            houses(text, base)?;
            text.push(' ');
            houses(text, cover)?;
            for cell in *fins {
                write!(text, " f{cell}")?;
            }
            for cell in *endo_fins {
                write!(text, " ef{cell}")?;
            }
        }
        Pattern::Joined { digit, ends, joint } => {
            let (ends, joint) = (cell_list(*ends), cell_list(*joint));
            write!(text, "{digit} in {ends} (connected by {joint})")?;
        }
        Pattern::EmptyRectangle { digit, house, pair } => {
            write!(text, "{digit} in {} ({})", short(*house), cell_list(*pair))?;
        }
        Pattern::WWing { digit, link, cells, joint } => {
            let (cells, joint) = (cell_list(*cells), cell_list(*joint));
            write!(text, "{digit}/{link} in {cells} connected by {link} in {joint}")?;
        }
        Pattern::Wing { digits: [x, y, z], cells } => {
            write!(text, "{x}/{y}/{z} in {}", cell_list(*cells))?;
        }
        Pattern::Rectangle { digits: [x, y], cells } => {
            write!(text, "{x}/{y} in {}", cell_list(*cells))?;
        }
        Pattern::Colours { digit, colours } => {
            write!(text, "{digit} ")?;
            for (i, colour) in colours.iter().enumerate() {
                let list: Vec<String> = colour.into_iter().map(|cell| cell.to_string()).collect();
                text.push_str(if i % 2 == 1 {
                    " / "
                } else if i > 0 {
                    ", "
                } else {
                    ""
                });
                write!(text, "({})", list.join(","))?;
            }
        }
        Pattern::Chain(nodes) => chain(text, step, nodes)?,
        Pattern::SueDeCoq { crossing, line, block } => {
            set_of_digits(text, crossing)?;
            text.push_str(" (");
            set_of_digits(text, line)?;
            text.push_str(", ");
            set_of_digits(text, block)?;
            text.push(')');
        }
        Pattern::Sets { sets, links, common } => {
            for (letter, set) in ('A'..).zip(sets) {
                write!(text, "{letter}=")?;
                almost_locked_set(text, set)?;
                text.push_str(", ");
            }
            write!(text, "{}={}", if sets.len() == 2 { "X" } else { "X,Y" }, commas(*links))?;
            if !common.is_empty() {
                write!(text, ", Z={}", commas(*common))?;
            }
        }
        Pattern::SetChain { sets, links } => {
            let gone = digits_removed(&step.eliminations);
            write!(text, "{}- ", plain(gone))?;
            for (i, set) in sets.iter().enumerate() {
                almost_locked_set(text, set)?;
                if let Some(&link) = links.get(i) {
                    write!(text, " -{}- ", plain(link))?;
                }
            }
            write!(text, " -{}", plain(gone))?;
        }
    }
    if let Some(single) = effect.placements.first() {
        return write!(text, " => {single}");
    }
    removals(text, &step.eliminations)
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

fn chain(text: &mut String, step: &HodokuStep, nodes: &[Node]) -> std::fmt::Result {
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return Ok(()) };
    match step.step.technique {
        Technique::RemotePair => write!(text, "{}/{} ", first.digit, nodes[1].digit)?,
        _ => {
            let digits: Vec<String> =
                digits_removed(&step.eliminations).into_iter().map(|d| d.to_string()).collect();
            write!(text, "{} ", digits.join("/"))?;
        }
    }
    let with_ends = step.step.technique == Technique::XyChain;
    if with_ends {
        write!(text, "{}- ", first.digit)?;
    }
    let mut previous = None;
    for (i, node) in nodes.iter().enumerate() {
        // Two digits of one cell share its name.
        if previous == Some(node.cell) {
            continue;
        }
        previous = Some(node.cell);
        if i > 0 {
            let sign = if node.strong { '=' } else { '-' };
            write!(text, " {sign}{}{sign} ", node.digit)?;
        }
        write!(text, "{}", node.cell)?;
    }
    if with_ends {
        write!(text, " -{}", last.digit)?;
    }
    Ok(())
}

fn digits_removed(eliminations: &[Candidate]) -> Digits {
    eliminations.iter().map(|c| c.digit).collect()
}

fn plain(digits: Digits) -> String {
    digits.into_iter().map(|d| d.to_string()).collect()
}

fn commas(digits: Digits) -> String {
    digits.into_iter().map(|d| d.to_string()).collect::<Vec<_>>().join(",")
}

fn set_of_digits(text: &mut String, (cells, digits): &(Cells, Digits)) -> std::fmt::Result {
    write!(text, "{} - {{{}}}", cell_list(*cells), plain(*digits))
}

fn almost_locked_set(text: &mut String, (cells, digits): &(Cells, Digits)) -> std::fmt::Result {
    write!(text, "{} {{{}}}", cell_list(*cells), plain(*digits))
}

/// Houses one after the other, the letter only where it changes: `r139`, `r1b2`.
fn houses(text: &mut String, list: &[House]) -> std::fmt::Result {
    let mut kind = None;
    for house in list {
        if kind != Some(house.kind()) {
            text.push(letter(*house));
            kind = Some(house.kind());
        }
        write!(text, "{}", house.number() + 1)?;
    }
    Ok(())
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
