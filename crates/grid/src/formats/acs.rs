//! Instances of the ant-colony Sudoku benchmark: integers between blanks. First the order (3 for
//! 9x9), then a number without meaning here, then the cells, `-1` for a blank.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Frame, Framing, Narrows};
use super::error::{Code, FormatError};
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::symbols::cell_name;
use crate::Grid;

/// Instances of the ant-colony benchmark.
pub(crate) static FORMAT: Entry =
    Entry::new("acs", "ant-colony benchmark instance", Carries::SIZES)
        .framed(Framing::Blocks)
        .read_as(&[Form::Block { recognise: looks_like, read }])
        .written_by(write)
        .frame(Frame { fills_file: true, ..Frame::NONE })
        .limits(Narrows {
            fits: |board| board.size().isqrt().pow(2) == board.size(),
            ..Narrows::NOTHING
        });

/// The order of the largest board, 64x64.
const LARGEST_ORDER: usize = 8;

/// Whether a block can be an instance: all integers, and as many as the first one asks for.
pub(crate) fn looks_like(block: &[Span<'_>]) -> bool {
    let mut numbers = block.iter().flat_map(|line| line.text.split_whitespace());
    let Some(order @ 2..=LARGEST_ORDER) = numbers.next().and_then(|n| n.parse::<usize>().ok())
    else {
        return false;
    };
    let rest = order.pow(4) + 1;
    numbers.clone().take(rest + 1).count() == rest
        && numbers.all(|n| n.parse::<i64>().is_ok_and(|v| v >= -1))
}

pub(crate) fn read(block: &[Span<'_>], options: &ReadOptions) -> Result<Record, FormatError> {
    let mut words = block.iter().flat_map(|line| line.words());
    let start = block.first().map_or(Span::line("", 1), |line| *line);
    let first = words.next().unwrap_or(start);
    let order = first.text.parse::<usize>().ok().filter(|n| (2..=LARGEST_ORDER).contains(n));
    let order = order.ok_or_else(|| {
        first
            .error(Code::BadCharacter, 0, format!("{:?} is not an order", first.text))
            .found(format!("{:?}", first.text), format!("2 to {LARGEST_ORDER}"))
            .hint("the first number is 3 for 9x9, 4 for 16x16, 5 for 25x25, up to 8 for 64x64")
    })?;
    let size = order * order;
    words.next();
    let mut values = Vec::with_capacity(size * size);
    let mut places = Vec::with_capacity(size * size);
    let mut last = first;
    for word in words {
        last = word;
        let cell = values.len();
        if cell == size * size {
            return Err(word
                .error(Code::WrongLength, 0, format!("more than {} cells", size * size))
                .hint(format!("order {order} has {} cells", size * size)));
        }
        let expected = format!("1 to {size}, or -1 for a blank");
        let value = match word.text.parse::<i64>() {
            Ok(-1) => 0,
            Ok(value) if (1..=size as i64).contains(&value) => value as u8,
            Ok(value) => {
                return Err(word
                    .error(Code::DigitOutOfRange, 0, format!("{value} is not a digit of the board"))
                    .in_cell(cell_name(cell, size))
                    .found(value.to_string(), expected.clone())
                    .hint(format!("use {expected}")));
            }
            Err(_) => {
                return Err(word
                    .error(Code::BadCharacter, 0, format!("{:?} is not a number", word.text))
                    .in_cell(cell_name(cell, size))
                    .found(format!("{:?}", word.text), expected.clone())
                    .hint(format!("use {expected}")));
            }
        };
        values.push(value);
        places.push((word.line, word.column));
    }
    if values.len() < size * size {
        let end = last.text.chars().count();
        return Err(last
            .error(Code::Truncated, end, format!("{} of {} cells", values.len(), size * size))
            .found(format!("{} cells", values.len()), format!("{} cells", size * size))
            .hint("the end is missing; copy the whole file"));
    }
    let board = options.board(size).map_err(|e| first.place(e))?;
    let grid = Grid::from_values(board, &values).expect("the cells were counted and checked");
    Ok(Record::new(Format::Acs, Document::new(grid), first.line).with_places(places))
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    let size = document.board().size();
    out.push_str(&format!("{}\n1\n", size.isqrt()));
    for row in document.givens().values().chunks(size) {
        let numbers: Vec<String> =
            row.iter().map(|&v| if v == 0 { "-1".to_owned() } else { v.to_string() }).collect();
        out.push_str(&numbers.join(" "));
        out.push('\n');
    }
    Ok(())
}
