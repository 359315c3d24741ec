//! Killers in one line, in the two forms of players' forums.
//!
//! *Arrows*: one symbol for each cell of a 9x9 board. A digit or letter is the sum of a cage, at one of
//! its cells: `A` = 10 up to `Z` = 35, then `a` = 36 up to `j` = 45; `0` is a cage without a sum. Any
//! other symbol points to a neighbour in the same cage: `<` `>` `^` `v`, and `` ` `` `'` `,` `.` to
//! the corners above left, above right, below left, below right.
//!
//! *SumoCue*: `3x3::k:` and a number for each cell with `:` behind it: 256 times the sum of its cage,
//! and the number of the cage. `3x3:d:k:` has both diagonals as extra regions. A cell in no cage has a
//! number below 256. There are no givens: a cage of one cell is one, and is read and written as one.

use super::Format;
use super::carries::{Carries, Sizes};
use super::document::Document;
use super::entry::{Entry, Form, Framing, Narrows};
use super::error::{Code, FormatError, unsupported};
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use crate::rule::{Cage, Rule};
use crate::{Board, Cell, Grid, Layout};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A killer in one line, as SumoCue writes it.
pub(crate) static FORMAT: Entry = Entry::new(
    "sumocue",
    "killer in one line (SumoCue)",
    Carries { rules: true, many: true, sizes: Sizes::Regions, ..Carries::GIVENS },
)
.framed(Framing::Lines)
.read_as(&[Form::Line { rank: 2, recognise: is_sumocue, read: read_line }])
.written_by(write)
.limits(Narrows {
    fits: |board| board.size() == 9 && board.is_plain(),
    tells_regions: has_diagonals,
    ..Narrows::NOTHING
});

/// Whether a line is a killer in one of these forms.
pub(crate) fn looks_like(text: &str) -> bool {
    is_sumocue(text) || is_arrows(text)
}

fn is_sumocue(text: &str) -> bool {
    ["3x3::k:", "3x3:d:k:"].iter().any(|head| text.starts_with(head))
}

pub(crate) fn is_arrows(text: &str) -> bool {
    let points = |c: char| matches!(c, '<' | '>' | '^' | '`');
    let known = |c: char| points(c) || c.is_ascii_alphanumeric() || "v',.".contains(c);
    text.chars().count() == 81
        && text.chars().filter(|&c| points(c)).count() > 8
        && text.chars().all(known)
}

pub(crate) fn read(text: Span<'_>) -> Result<Record, FormatError> {
    let text = text.trim();
    let is_sumocue = is_sumocue(text.text);
    let (board, cages) = if is_sumocue { sumocue(text)? } else { arrows(text)? };
    let mut givens = Grid::empty(board);
    let mut rules = Vec::new();
    for (cells, sum) in cages {
        let digit = sum.and_then(|sum| givens.board().digit_of(i64::from(sum)));
        match (&cells[..], digit) {
            (&[cell], Some(digit)) if is_sumocue => givens.set(cell, digit),
            _ => rules.push(Cage::new(cells, sum).map(Rule::Cage)),
        }
    }
    let rules: Result<Vec<Rule>, _> = rules.into_iter().collect();
    let document = rules.and_then(|rules| Document::new(givens).with_rules(rules));
    let document =
        document.map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    let format = if is_sumocue { Format::SumoCue } else { Format::Iss };
    Ok(Record::new(format, document, text.line))
}

fn read_line(text: Span<'_>, _: &ReadOptions) -> Result<Record, FormatError> {
    let text = text.trim();
    if !is_sumocue(text.text) {
        return Err(text
            .error(Code::UnknownFormat, 0, "this is no killer of SumoCue")
            .hint("such a line begins with 3x3::k: or 3x3:d:k:"));
    }
    read(text)
}

/// Whether the extra regions of a board with the usual boxes are its two diagonals.
fn has_diagonals(board: &Board) -> bool {
    let boxes = matches!(board.layout(), Layout::Boxes { rows: 3, columns: 3 });
    let extra: Vec<&[Cell]> = board.extra_regions().map(|house| house.cells()).collect();
    let sorted = board.diagonals().map(|mut cells| {
        cells.sort_unstable();
        cells
    });
    boxes && extra.len() == 2 && sorted.iter().all(|diagonal| extra.contains(&&diagonal[..]))
}

fn write(document: &Document, _: &WriteOptions, out: &mut String) -> Result<(), FormatError> {
    let board = document.board();
    let mut numbers = vec![0u32; board.n_cells()];
    let mut n_cages = 0;
    let mut put = |cells: &[Cell], sum: u32| {
        if cells.iter().any(|cell| numbers[cell.index()] > 0) {
            let what = "sumocue has one cage or given for each cell, and this puzzle two in some";
            return Err(unsupported(what).hint("choose json or iss"));
        }
        cells.iter().for_each(|cell| numbers[cell.index()] = 256 * sum + n_cages);
        n_cages += 1;
        Ok(())
    };
    for rule in document.rules() {
        // Every cage has a cell of its own, so that there are no more numbers than cells.
        match rule {
            Rule::Cage(cage) if cage.sum().is_some_and(|sum| (1..=45).contains(&sum)) => {
                put(cage.cells(), cage.sum().unwrap_or_default())?;
            }
            other => {
                let what = format!("sumocue holds cages with a sum, not this {}", other.name());
                return Err(unsupported(what).hint("choose json or iss"));
            }
        }
    }
    for (cell, digit) in document.givens().filled() {
        put(&[cell], u32::from(digit.value()))?;
    }
    out.push_str(if has_diagonals(board) { "3x3:d:k:" } else { "3x3::k:" });
    numbers.iter().for_each(|number| out.push_str(&format!("{number}:")));
    out.push('\n');
    Ok(())
}

type Cages = Vec<(Vec<Cell>, Option<u32>)>;

fn arrows(text: Span<'_>) -> Result<(Arc<Board>, Cages), FormatError> {
    let symbols: Vec<char> = text.text.chars().collect();
    let step = |symbol: char| -> Option<(isize, isize)> {
        Some(match symbol {
            'v' => (1, 0),
            '^' => (-1, 0),
            '<' => (0, -1),
            '>' => (0, 1),
            '`' => (-1, -1),
            '\'' => (-1, 1),
            ',' => (1, -1),
            '.' => (1, 1),
            _ => return None,
        })
    };
    let board = Board::classic();
    let mut cages: BTreeMap<Cell, Vec<Cell>> = BTreeMap::new();
    for cell in board.cells() {
        let mut at = cell;
        let mut n_steps = 0;
        while let Some((down, right)) = step(symbols[at.index()]) {
            let row = board.row(at).checked_add_signed(down);
            let next = row.zip(board.column(at).checked_add_signed(right));
            let next = next.and_then(|(row, column)| board.cell_at(row, column));
            n_steps += 1;
            at = next.filter(|_| n_steps <= 81).ok_or_else(|| {
                text.error(Code::BadCharacter, at.index(), "the arrows lead to no sum")
                    .in_cell(board.name(at))
                    .hint(
                        "let each arrow point to a cell of the same cage, one of which has its sum",
                    )
            })?;
        }
        cages.entry(at).or_default().push(cell);
    }
    let sum = |at: Cell| match symbols[at.index()] {
        '0' => None,
        c @ 'a'..='j' => Some(c as u32 - 'a' as u32 + 36),
        c => c.to_digit(36),
    };
    if let Some(at) = cages.keys().find(|at| matches!(symbols[at.index()], 'k'..='z')) {
        return Err(text
            .error(
                Code::DigitOutOfRange,
                at.index(),
                format!("{:?} is no sum", symbols[at.index()]),
            )
            .in_cell(board.name(*at))
            .hint("sums are 1-9, A = 10 to Z = 35, a = 36 to j = 45"));
    }
    Ok((board, cages.into_iter().map(|(at, cells)| (cells, sum(at))).collect()))
}

fn sumocue(text: Span<'_>) -> Result<(Arc<Board>, Cages), FormatError> {
    let mut parts = text.text.split(':');
    let diagonals = parts.nth(1) == Some("d");
    let numbers: Vec<&str> = parts.skip(1).filter(|part| !part.trim().is_empty()).collect();
    if numbers.len() != 81 {
        return Err(text
            .error(Code::WrongLength, 0, format!("{} cells are told", numbers.len()))
            .found(format!("{} cells", numbers.len()), "81 cells")
            .hint("give one number for each cell, with ':' behind it"));
    }
    let mut board = Board::classic();
    if diagonals {
        let x = board.with_extra(&board.diagonals());
        board = x.map_err(|error| text.error(Code::UnsupportedRules, 0, error.to_string()))?;
    }
    let mut cages: BTreeMap<u32, (Vec<Cell>, u32)> = BTreeMap::new();
    for (cell, number) in board.cells().zip(numbers) {
        let number: u32 = number.trim().parse().map_err(|_| {
            text.error(Code::BadCharacter, 0, format!("{number:?} is not a number"))
                .in_cell(board.name(cell))
                .hint("write 256 times the sum, plus the number of the cage")
        })?;
        if number >= 256 {
            let cage = cages.entry(number % 256).or_insert((Vec::new(), number / 256));
            cage.0.push(cell);
            if cage.1 != number / 256 {
                return Err(text
                    .error(Code::BadCharacter, 0, "a cage has two sums")
                    .in_cell(board.name(cell))
                    .hint("let all cells of a cage have its sum"));
            }
        }
    }
    Ok((board, cages.into_values().map(|(cells, sum)| (cells, Some(sum))).collect()))
}

/// The cages of a table: a symbol for each cell, and `symbol=sum` with commas between.
pub(crate) fn cages_of_map(
    map: Span<'_>,
    sums: Option<Span<'_>>,
    board: &Board,
) -> Result<Vec<Rule>, FormatError> {
    let symbols: Vec<char> = map.text.trim().chars().collect();
    if symbols.len() != board.n_cells() {
        return Err(map
            .error(Code::WrongLength, 0, format!("the cages have {} cells", symbols.len()))
            .found(format!("{} cells", symbols.len()), format!("{} cells", board.n_cells()))
            .hint("give one symbol for each cell"));
    }
    let mut told: BTreeMap<char, u32> = BTreeMap::new();
    if let Some(sums) = sums {
        for part in sums.text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let mut chars = part.chars();
            let symbol = chars.next().filter(|_| chars.next() == Some('='));
            let sum = chars.as_str().trim().parse().ok();
            let (Some(symbol), Some(sum)) = (symbol, sum) else {
                return Err(sums
                    .error(Code::BadCharacter, 0, format!("{part:?} is not the sum of a cage"))
                    .found(format!("{part:?}"), "symbol=sum")
                    .hint("write the symbol of a cage and its sum, such as a=15"));
            };
            told.insert(symbol, sum);
        }
    }
    let mut cages: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (cell, &symbol) in board.cells().zip(&symbols) {
        if symbol != '.' {
            cages.entry(symbol).or_default().push(cell);
        }
    }
    if let (Some(symbol), Some(sums)) = (told.keys().find(|s| !cages.contains_key(s)), sums) {
        return Err(sums
            .error(Code::BadCharacter, 0, format!("there is no cage {symbol:?}"))
            .hint("use the symbols of the cages"));
    }
    let cage = |(symbol, cells)| Cage::new(cells, told.get(&symbol).copied()).map(Rule::Cage);
    let rules: Result<Vec<Rule>, _> = cages.into_iter().map(cage).collect();
    rules.map_err(|error| map.error(Code::UnsupportedRules, 0, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_lead_to_the_sum_of_their_cage() {
        let mut line = "1".repeat(81);
        line.replace_range(0..3, "C<<");
        line.replace_range(9..18, "^^^^^^^^^");
        line.replace_range(9..10, "^");
        assert!(looks_like(&line));
        let record = read(Span::line(&line, 1)).unwrap();
        let first = record.document.rules()[0].text(record.document.board());
        assert_eq!(first, "cage 12 r1c1 r1c2 r1c3 r2c1 r2c2 r2c3");
        let astray = line.replacen('C', "<", 1);
        assert_eq!(read(Span::line(&astray, 1)).unwrap_err().fault().cell.as_deref(), Some("r1c1"));
        assert!(!looks_like(&".".repeat(81)));
    }

    #[test]
    fn sumocue_numbers_hold_sum_and_cage() {
        let numbers: Vec<String> = (0..81).map(|i| (256 * 45 + i / 9).to_string()).collect();
        let line = format!("3x3::k:{}:", numbers.join(":"));
        let record = read(Span::line(&line, 1)).unwrap();
        assert_eq!(record.document.rules().len(), 9);
        assert!(record.document.board().is_classic());
        let both = read(Span::line(&line.replace("3x3::", "3x3:d:"), 1)).unwrap();
        assert_eq!(both.document.board().extra_regions().count(), 2);
        assert!(read(Span::line("3x3::k:1:2:", 1)).is_err());
    }

    #[test]
    fn what_is_written_as_sumocue_is_read_back_with_cages_givens_and_diagonals() {
        let board = Board::classic();
        let x = board.with_extra(&board.diagonals()).unwrap();
        let text = |document: &Document| {
            let mut out = String::new();
            write(document, &WriteOptions::default(), &mut out).map(|()| out)
        };
        for board in [board, x] {
            let mut givens = Grid::empty(board.clone());
            givens.set(board.cell(8, 8), board.digit(7).unwrap());
            let rule = |text: &str| Rule::from_text(text, &board).unwrap();
            let cages = vec![
                rule("cage 15 r1c1 r1c2 r2c1"),
                rule("cage 45 r5c1 r5c2 r5c3 r5c4 r5c5 r5c6 r5c7 r5c8 r5c9"),
            ];
            let document = Document::new(givens.clone()).with_rules(cages).unwrap();
            let line = text(&document).unwrap();
            let back = read(Span::line(line.trim(), 1)).unwrap();
            assert_eq!(back.format, Format::SumoCue);
            assert_eq!(back.document.puzzle().unwrap().key(), document.puzzle().unwrap().key());
            // What it has no place for is refused, not dropped.
            let refused = |rules: Vec<Rule>| {
                let document = Document::new(givens.clone()).with_rules(rules).unwrap();
                text(&document).unwrap_err().to_string()
            };
            assert!(refused(vec![rule("cage r1c1 r1c2")]).contains("cages with a sum"));
            assert!(refused(vec![rule("thermometer r1c1 r1c2")]).contains("thermometer"));
            assert!(refused(vec![rule("cage 15 r9c8 r9c9")]).contains("two in some"));
        }
    }
}
