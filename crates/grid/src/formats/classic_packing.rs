//! SudokuPad's older packing, `classic` and then digits as themselves and runs of blanks as one
//! symbol that counts them. Read only.

use super::Format;
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form, Framing};
use super::error::{Code, FormatError};
use super::options::ReadOptions;
use super::record::Record;
use super::span::Span;
use super::symbols::{too_few_packed, too_many_packed};
use super::url::percent_decode;
use crate::{Board, Grid};

/// An older packing of SudokuPad.
pub(crate) static FORMAT: Entry =
    Entry::new("classic", "SudokuPad's older classic packing", Carries::GIVENS)
        .framed(Framing::Lines)
        .read_as(&[Form::Packed {
            rank: 1,
            recognise: |text| text.starts_with("classic"),
            read,
            in_links: true,
        }]);

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
            return Err(too_many_packed(text, i));
        }
    }
    if values.len() < 81 {
        return Err(too_few_packed(text, values.len()));
    }
    let grid = Grid::from_values(Board::classic(), &values).expect("81 values below ten");
    Ok(Record::new(Format::ClassicPacking, Document::new(grid), text.line))
}
