//! Drawn grids taken apart: borders and prose go, rows of groups stay.
//!
//! Three questions have no sure answer, and these are ours. A line with `---` and no digit is a
//! border, unless other rows use `-` for a blank and it has just as many as they have cells. A line
//! with a word of three letters or more, one of them lower case, is prose. Rows whose groups are as
//! many as the rows hold one cell in each group; rows whose characters are as many hold one cell
//! in each character.

use super::error::{Code, FormatError};
use super::span::Span;
use super::symbols::is_blank;
use crate::{Alphabet, MAX_SIZE};

/// What a line of a drawn grid is.
#[derive(Clone, Debug)]
pub(crate) enum LineKind<'a> {
    /// Words, or nothing.
    Prose,
    /// A border, kept because it may be a row of dashes.
    Border(Span<'a>),
    /// Groups of symbols.
    Row(Row<'a>),
}

/// A row of groups.
#[derive(Clone, Debug)]
pub struct Row<'a> {
    /// What stands between blanks and bars.
    pub groups: Vec<Span<'a>>,
    /// The number of its line, from 1.
    pub line: usize,
}

impl Row<'_> {
    fn n_symbols(&self) -> usize {
        self.groups.iter().map(|g| g.text.chars().count()).sum()
    }
}

/// How the cells stand in the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A group is a cell.
    Groups,
    /// A symbol is a cell.
    Symbols,
}

/// The line without the marks of quotation before it.
pub(crate) fn unquoted(line: Span<'_>) -> Span<'_> {
    let mut line = line.trim();
    while line.text.starts_with('>') {
        line = line.from(1).trim();
    }
    line
}

pub(crate) fn classify(line: Span<'_>) -> LineKind<'_> {
    let line = unquoted(line);
    if is_prose(line.text) {
        return LineKind::Prose;
    }
    let has_digit = line.text.chars().any(|c| c.is_ascii_alphanumeric());
    if !has_digit && (line.text.contains("---") || line.text.contains("===") || has_rule(line.text))
    {
        return LineKind::Border(line);
    }
    let groups = groups(line);
    if groups.is_empty() { LineKind::Prose } else { LineKind::Row(Row { groups, line: line.line }) }
}

fn has_rule(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{2500}'..='\u{257f}') && !is_bar(c))
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '!' | '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋')
}

/// Whether a line holds no cell: words, or neither digit nor blank symbol.
fn is_prose(text: &str) -> bool {
    if text.is_empty() {
        return true;
    }
    let mut run = 0;
    let mut lower = false;
    for c in text.chars() {
        if c.is_alphabetic() {
            run += 1;
            lower |= c.is_lowercase() && c != 'x';
            if run >= 3 && lower {
                return !is_lone_row(text) && !is_row_of_case(text);
            }
        } else {
            run = 0;
            lower = false;
        }
    }
    !text.chars().any(|c| c.is_ascii_digit() || is_blank(c))
        && !has_rule(text)
        && !text.contains("===")
        && !is_row_of_letters(text)
}

/// A full row of a board whose digits are letters: as many as there are different ones at most.
fn is_row_of_letters(text: &str) -> bool {
    let letters: Vec<char> = text.chars().filter(|&c| !c.is_whitespace() && !is_bar(c)).collect();
    let small =
        |&c: &char| Alphabet::Letters.value(c).is_some_and(|v| usize::from(v) <= letters.len());
    letters.len() >= 4 && letters.iter().all(small)
}

/// A row of one of the larger boards, with nothing between its symbols. Where letters are told by
/// their case no word is as long without a letter twice.
fn is_lone_row(text: &str) -> bool {
    let n = text.len();
    let is_long = (36..=usize::from(MAX_SIZE)).contains(&n);
    let twice = |(i, c): (usize, char)| !is_blank(c) && text[..i].contains(c);
    (matches!(n, 10 | 12 | 16 | 25) || is_long)
        && text.chars().all(|c| is_symbol(c) || is_blank(c))
        && text.chars().any(|c| c.is_ascii_digit() || is_blank(c))
        && !(is_long && text.char_indices().any(twice))
}

/// A row of a board whose digits tell letters by their case: so many groups that no sentence has them
/// on one line, each a blank or symbols that rise.
fn is_row_of_case(text: &str) -> bool {
    let groups = || text.split(|c: char| c.is_whitespace() || is_bar(c)).filter(|g| !g.is_empty());
    let value = |c: char| Alphabet::Numbers.value_up_to(c, usize::from(MAX_SIZE));
    let rises = |group: &str| {
        let known = group.chars().all(|c| is_symbol(c) || is_blank(c));
        known && group.chars().filter_map(value).is_sorted_by(|a, b| a < b)
    };
    groups().nth(35).is_some() && groups().all(rises)
}

/// A symbol of the largest board.
fn is_symbol(c: char) -> bool {
    c == '0' || Alphabet::Numbers.value_up_to(c, usize::from(MAX_SIZE)).is_some()
}

fn groups(line: Span<'_>) -> Vec<Span<'_>> {
    for separator in [',', ';', '\t'] {
        if line.text.contains(separator) {
            return separated(line, separator);
        }
    }
    let mut groups = Vec::new();
    let mut cutter = line.cutter();
    let mut start = None;
    let end = line.text.len();
    for (i, c) in line.text.char_indices().chain([(end, ' ')]) {
        let apart = c.is_whitespace() || is_bar(c);
        match (apart, start) {
            (false, None) => start = Some(i),
            (true, Some(from)) => {
                groups.push(cutter.cut(from, i));
                start = None;
            }
            _ => {}
        }
    }
    groups
}

/// Fields between separators; an empty one is a blank cell.
fn separated(line: Span<'_>, separator: char) -> Vec<Span<'_>> {
    let mut fields = Vec::new();
    for field in line.pieces(separator) {
        let field =
            Span { text: field.text.trim_matches(|c: char| is_bar(c) || c == ' '), ..field };
        fields.push(if field.text.is_empty() { Span { text: ".", ..field } } else { field });
    }
    let usual = |n: usize| matches!(n, 4 | 6 | 8 | 9 | 10 | 12 | 16 | 25);
    if line.text.ends_with(separator) && usual(fields.len() - 1) && !usual(fields.len()) {
        fields.pop();
    }
    // A single field is an ordinary row with a stray separator.
    fields
}

/// The rows of a block of lines.
pub(crate) fn rows<'a>(block: &[Span<'a>]) -> Vec<Row<'a>> {
    let kinds: Vec<LineKind<'a>> = block.iter().map(|&line| classify(line)).collect();
    let dashes = |row: &Row<'_>| row.groups.iter().any(|g| g.text.contains('-'));
    let example = kinds.iter().find_map(|kind| match kind {
        LineKind::Row(row) if dashes(row) => Some(row.n_symbols()),
        _ => None,
    });
    let row = |kind| match kind {
        LineKind::Row(row) => Some(row),
        LineKind::Border(line)
            if line.text.chars().all(|c| c == '-' || c == ' ' || is_bar(c))
                && Some(line.text.matches('-').count()) == example =>
        {
            Some(Row { groups: groups(line), line: line.line })
        }
        _ => None,
    };
    kinds.into_iter().filter_map(row).collect()
}

/// How the cells stand in the rows, or which row is wrong.
pub(crate) fn shape(rows: &[Row<'_>]) -> Result<Shape, FormatError> {
    let n = rows.len();
    if rows.iter().all(|row| row.groups.len() == n) {
        return Ok(Shape::Groups);
    }
    if rows.iter().all(|row| row.n_symbols() == n) {
        return Ok(Shape::Symbols);
    }
    Err(misshapen(rows))
}

fn misshapen(rows: &[Row<'_>]) -> FormatError {
    let n = rows.len();
    let sizes = [4, 6, 8, 9, 10, 12, 16, 25];
    let count = |row: &Row<'_>, shape| match shape {
        Shape::Groups => row.groups.len(),
        Shape::Symbols => row.n_symbols(),
    };
    // The reading under which most rows agree on a size.
    let votes = sizes.into_iter().flat_map(|size| {
        [Shape::Symbols, Shape::Groups]
            .map(|shape| (rows.iter().filter(|row| count(row, shape) == size).count(), shape, size))
    });
    let (agreeing, shape, size) =
        votes.max_by_key(|&(votes, _, _)| votes).unwrap_or((0, Shape::Symbols, 9));
    let first = &rows[0].groups[0];
    if agreeing == 0 {
        let cells: usize = rows.iter().map(Row::n_symbols).sum();
        return super::symbols::wrong_length(Span { column: 1, ..*first }, cells)
            .on_line(first.line)
            .in_cell("r1c1");
    }
    let bad = rows.iter().position(|row| count(row, shape) != size);
    match bad {
        Some(i) => {
            let row = &rows[i];
            let found = count(row, shape);
            let last = row.groups[row.groups.len() - 1];
            let s = if found == 1 { "" } else { "s" };
            FormatError::new(Code::WrongLength, format!("row {} has {found} cell{s}", i + 1))
                .at(row.line, last.column + last.text.chars().count())
                .found(format!("{found} cells"), format!("{size} cells"))
                .hint(format!("the other rows have {size}"))
        }
        None if n < size => {
            let row = &rows[n - 1];
            FormatError::new(Code::Truncated, format!("the grid ends after {n} of {size} rows"))
                .at(row.line, row.groups[0].column)
                .found(format!("{n} rows"), format!("{size} rows"))
                .hint("add the missing rows; a blank line ends a grid")
        }
        None => {
            let row = &rows[size];
            FormatError::new(Code::WrongLength, format!("the grid has {n} rows of {size} cells"))
                .at(row.line, row.groups[0].column)
                .found(format!("{n} rows"), format!("{size} rows"))
                .hint("put a blank line between two grids")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> Vec<Span<'_>> {
        text.lines().enumerate().map(|(i, l)| Span::line(l, i + 1)).collect()
    }

    #[test]
    fn borders_and_words_are_no_rows() {
        let text = "Here is my puzzle 5:\n> +---+---+\n> |1 2|3 4|\n|...|.|\n├──┼──┤\n│. .│. 4│\n=====\n1,,3,\n";
        let rows: Vec<usize> = rows(&block(text)).iter().map(|r| r.groups.len()).collect();
        assert_eq!(rows, [4, 2, 4, 4]);
    }

    #[test]
    fn rows_of_boards_that_tell_letters_by_case_are_no_words() {
        let cells = |cell: &str| format!("| {} |", [cell; 36].join(" "));
        for row in [cells("13Aabc"), cells("."), format!("12abcXYZ{}", ".".repeat(28))] {
            assert!(!is_prose(&row), "{row}");
        }
        // A sentence has fewer words, and a name a letter twice.
        for words in ["Best of all", "| Best | almost |", "a-long-name-with-dashes-in-it_2024.txt"]
        {
            assert!(is_prose(words), "{words}");
        }
        assert!(is_prose(&cells("words")));
    }

    #[test]
    fn a_row_of_dashes_counts_when_dashes_are_blanks() {
        assert_eq!(rows(&block("1-3-\n----\n--2-\n4---")).len(), 4);
        assert_eq!(rows(&block("1.3.\n----\n..2.\n4...")).len(), 3);
    }

    #[test]
    fn the_wrong_row_is_named() {
        let error = |text: &str| shape(&rows(&block(text))).unwrap_err();
        let short = error("1...\n..\n....\n....");
        assert_eq!(
            (short.code(), short.line(), short.column()),
            (Code::WrongLength, Some(2), Some(3))
        );
        assert!(short.to_string().contains("row 2 has 2 cells; the other rows have 4"));
        let cut = error("1...\n....\n....");
        assert_eq!((cut.code(), cut.line()), (Code::Truncated, Some(3)));
        let long = error("1...\n....\n....\n....\n....");
        assert_eq!((long.code(), long.line()), (Code::WrongLength, Some(5)));
    }
}
