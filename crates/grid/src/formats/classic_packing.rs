//! SudokuPad's older packing, `classic` and then digits as themselves and runs of blanks as one
//! symbol that counts them. Read only.

use super::Format;
use super::document::Document;
use super::error::{Code, FormatError};
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::url::percent_decode;
use crate::{Board, Grid};

/// The symbol at place n stands for n blanks.
const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";

pub(crate) fn read(text: Span<'_>, _: &ReadOptions) -> Result<Record, FormatError> {
    let text = if text.text.starts_with("classic") { text.from(7) } else { text };
    let decoded = percent_decode(text.text);
    let text = Span { text: &decoded, ..text };
    let mut values: Vec<u8> = Vec::with_capacity(81);
    for (i, c) in text.text.chars().enumerate() {
        match (c, RUNS.find(c)) {
            ('1'..='9', _) => values.push(c as u8 - b'0'),
            (_, Some(blanks)) => values.extend(std::iter::repeat_n(0, blanks)),
            _ => {
                return Err(text
                    .error(
                        Code::DecodeFailed,
                        i,
                        format!("classic: {c:?} is not one of its symbols"),
                    )
                    .hint("copy the whole link again"));
            }
        }
        if values.len() > 81 {
            return Err(text
                .error(Code::WrongLength, i, "more than 81 cells are packed in it")
                .found("more than 81 cells", "81 cells"));
        }
    }
    if values.len() < 81 {
        return Err(text
            .error(
                Code::Truncated,
                text.text.chars().count(),
                format!("only {} cells are packed in it", values.len()),
            )
            .found(format!("{} cells", values.len()), "81 cells")
            .hint("the end is missing; copy the whole link"));
    }
    let grid = Grid::from_values(Board::classic(), &values).expect("81 values below ten");
    Ok(Record::new(Format::ClassicPacking, Document::new(grid), text.line))
}
