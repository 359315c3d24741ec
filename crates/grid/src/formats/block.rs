//! Records that are drawn over several lines: grids, candidates, `.sdx`, `.ss`, ACS instances.

use super::detect;
use super::error::{Code, FormatError};
use super::options::ReadOptions;
use super::record::Record;
use super::rows::{self, Shape};
use super::span::Span;
use super::{line, simple_sudoku};

/// Reads lines without a blank one among them.
pub(crate) fn read(block: &[Span<'_>], options: &ReadOptions) -> Result<Record, FormatError> {
    let first = block.first().map_or(Span::line("", 1), |line| *line);
    if let Some(read) = detect::block_reader(block, options) {
        return read(block, options);
    }
    let (drawing, history) = simple_sudoku::split(block);
    let rows = rows::rows(drawing);
    if rows.is_empty() {
        return Err(unknown(first, "there is no row of cells in it"));
    }
    if let ([only], None) = (rows.as_slice(), options.from)
        && history.is_empty()
    {
        // One row alone is a line gone wrong.
        let found = block.iter().find(|line| line.line == only.line).copied().unwrap_or(first);
        return Err(match line::read(rows::unquoted(found), options) {
            Err(error) => error,
            Ok(_) => unknown(first, "it is a single row"),
        });
    }
    let record = match detect::asked_rows_reader(options) {
        Some(read) => read(&rows, options),
        None => match rows::shape(&rows) {
            Ok(shape) => {
                let grouped = shape == Shape::Groups;
                detect::rows_reader(&rows, grouped, options.own)(&rows, options)
            }
            Err(error) if is_hopeless(&rows) => {
                Err(unknown(first, &format!("as a grid: {}", error.fault().message)))
            }
            Err(error) => Err(error),
        },
    }?;
    if history.is_empty() {
        return Ok(record);
    }
    simple_sudoku::apply(record, history)
}

/// Whether not even half of the rows agree on a size.
fn is_hopeless(rows: &[rows::Row<'_>]) -> bool {
    let count = |f: &dyn Fn(&rows::Row<'_>) -> usize| {
        [4, 6, 8, 9, 10, 12, 16, 25]
            .into_iter()
            .map(|size| rows.iter().filter(|row| f(row) == size).count())
            .max()
            .unwrap_or(0)
    };
    let groups = count(&|row| row.groups.len());
    let symbols = count(&|row| row.groups.iter().map(|g| g.text.chars().count()).sum());
    2 * groups.max(symbols) < rows.len().max(2)
}

/// The complaint that no reader accepted a text: which were tried and why each refused.
pub(crate) fn unknown(first: Span<'_>, grid: &str) -> FormatError {
    let text = first.text.trim();
    let n = text.split([' ', '\t', ',', ';']).next().unwrap_or_default().chars().count();
    let shown: String = text.chars().take(30).collect();
    let dots = if text.chars().count() > 30 { "..." } else { "" };
    first
        .error(
            Code::UnknownFormat,
            0,
            format!(
                "no reader accepted {shown:?}{dots}: as a line: {n} cells; {grid}; as pencilmarks: not rows of groups; \
                 link, JSON, XML, packed string, table: it does not begin like one"
            ),
        )
        .found(format!("{shown:?}{dots}"), "a puzzle")
        .hint("say what it is with --from, or see the list of formats with --help")
}
