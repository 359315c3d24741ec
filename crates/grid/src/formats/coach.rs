//! sudoku.coach: a link with 81 digits, or with `SCv7_32_` and JSON in zlib in base32hex.

use super::Format;
use super::base64::{from_base32, to_base32};
use super::carries::Carries;
use super::document::Document;
use super::entry::{Entry, Form};
use super::error::{Code, FormatError, undecodable, unsupported};
use super::line;
use super::names;
use super::options::{ReadOptions, WriteOptions};
use super::record::Record;
use super::span::Span;
use super::symbols::{cell_name, wrong_length};
use super::unread::Unread;
use super::value::Json;
use crate::{Board, DigitSet, Grid};
use flate2::Compression;
use flate2::read::{ZlibDecoder, ZlibEncoder};
use std::io::{self, Read};

/// sudoku.coach: link with digits or with its SCv7 string.
pub(crate) static FORMAT: Entry = Entry::new("coach", "sudoku.coach link", Carries::GAME)
    .also(&["sudoku.coach"])
    .read_as(&[
        Form::Packed {
            rank: 1,
            recognise: |text| text.starts_with(PREFIX),
            read: read_packed,
            in_links: true,
        },
        Form::Object {
            rank: 4,
            recognise: |object, _| is_coach(object),
            read,
            known_by: "sudoku.coach (givenDigits)",
        },
        Form::Link {
            site: "sudoku.coach",
            recognise: |link| link.leads_to("sudoku.coach"),
            read: |link, options| link.read_part(link.last(), |text| read_path(text, options)),
        },
    ])
    .written_by(write)
    .noted();

const LINK: &str = "https://sudoku.coach/en/play/";
const PREFIX: &str = "SCv7_32_";

/// Whether an object is of this site.
pub(crate) fn is_coach(object: &Json) -> bool {
    object.get("givenDigits").is_some()
}

/// Reads the last part of a link's path.
pub(crate) fn read_path(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    if text.text.starts_with("SCv") {
        return read_packed(text, options);
    }
    let mut record = line::read(text, options)?;
    record.format = Format::Coach;
    Ok(record)
}

/// Undoes zlib, giving up beyond the limit.
pub(crate) fn inflate(bytes: &[u8], limit: usize) -> Result<Vec<u8>, FormatError> {
    let mut out = Vec::new();
    let mut reader = ZlibDecoder::new(bytes).take(limit as u64 + 1);
    match reader.read_to_end(&mut out) {
        Ok(n) if n > limit => Err(FormatError::new(
            Code::TooLarge,
            format!("zlib: the text is longer than {limit} bytes"),
        )
        .hint("no honest puzzle is so large")),
        Ok(_) => Ok(out),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            Err(FormatError::new(Code::Truncated, "zlib: the packed text ends too early")
                .hint("the end is missing; copy the whole link"))
        }
        Err(error) => Err(undecodable("zlib", error).hint("copy the whole link again")),
    }
}

/// Reads a packed string with its prefix.
pub(crate) fn read_packed(text: Span<'_>, options: &ReadOptions) -> Result<Record, FormatError> {
    let payload = match text.text.strip_prefix(PREFIX) {
        Some(rest) => text.from(text.text.len() - rest.len()),
        None if text.text.starts_with("SCv") => {
            let head: String = text.text.chars().take(8).collect();
            return Err(text.place(
                undecodable("sudoku.coach", format!("{head:?} is a version we do not know"))
                    .hint("we read SCv7_32_; copy the puzzle as text"),
            ));
        }
        None => text,
    };
    let bytes = from_base32(payload.text).map_err(|e| payload.place(e))?;
    let limit = options.limits.unpacked(payload.text.len());
    let place = |e: FormatError| {
        let hint = e.fault().hint.clone().unwrap_or_else(|| "copy the whole link again".to_owned());
        FormatError::new(e.code(), e.fault().message.clone())
            .at(payload.line, payload.column)
            .hint(hint)
    };
    let unpacked = inflate(&bytes, limit).map_err(place)?;
    let unpacked = String::from_utf8(unpacked)
        .map_err(|_| place(undecodable("zlib", "the text is not UTF-8")))?;
    let object = Json::parse(&unpacked).map_err(place)?;
    read(&object, payload, options)
}

pub(crate) fn read(
    object: &Json,
    text: Span<'_>,
    options: &ReadOptions,
) -> Result<Record, FormatError> {
    const KNOWN: [&str; 4] = ["gridSize", "givenDigits", "userDigits", "userCellCandidates"];
    let mut unread = Vec::new();
    if let Json::Object(pairs) = object {
        let odd =
            pairs.iter().filter(|(key, v)| !KNOWN.contains(&key.as_str()) && !names::is_off(v));
        unread.extend(odd.map(|(key, _)| Unread::rule(key).within(text)));
    }
    if let Some(size) = object.get("gridSize").filter(|v| v.integer() != Some(9)) {
        return Err(text.place(
            unsupported(format!("a grid of size {size} is not read from sudoku.coach"))
                .hint("copy the puzzle as text"),
        ));
    }
    let board = Board::classic();
    let digits = |key: &str| -> Result<Option<Grid>, FormatError> {
        let Some(cells) = object.get(key).and_then(Json::plain) else { return Ok(None) };
        let n = cells.chars().count();
        if n != 81 {
            return Err(wrong_length(Span { text: &cells, ..text }, n).at(text.line, text.column));
        }
        let span = Span { text: &cells, ..text };
        let values = super::symbols::cells(span, 9, options, &mut Vec::new())
            .map_err(|e| e.at(text.line, text.column))?;
        Ok(Grid::from_values(board.clone(), &values))
    };
    let givens = digits("givenDigits")?.unwrap_or_else(|| Grid::empty(board.clone()));
    let mut document = Document::new(givens);
    if let Some(placed) = digits("userDigits")? {
        document = document.with_placed(&placed);
    }
    if let Some(masks) =
        object.get("userCellCandidates").and_then(Json::text).filter(|t| !t.is_empty())
    {
        let masks: Vec<&str> = masks.split('-').collect();
        if masks.len() != 81 {
            return Err(text
                .error(Code::WrongLength, 0, format!("candidates of {} cells found", masks.len()))
                .found(format!("{} cells", masks.len()), "81 cells"));
        }
        let set = |(i, mask): (usize, &&str)| match mask.parse::<u64>() {
            // Bit 0 stands for no digit.
            Ok(mask) if mask < 1024 => Ok(DigitSet::from_bits(mask >> 1)),
            _ => Err(text
                .error(Code::DecodeFailed, 0, format!("{mask:?} is not a mask of candidates"))
                .in_cell(cell_name(i, 9))
                .found(format!("{mask:?}"), "a number below 1024")),
        };
        let notes: Result<Vec<DigitSet>, FormatError> = masks.iter().enumerate().map(set).collect();
        document = document.with_notes(&notes?);
    }
    Ok(Record::new(Format::Coach, document, text.line).with_unread(unread))
}

/// The object of a document.
pub(crate) fn object(document: &Document) -> Json {
    let mut placed = document.values().clone();
    document.givens().filled().for_each(|(cell, _)| placed.clear(cell));
    let masks: Vec<String> = match document.notes() {
        Some(notes) => notes.iter().map(|set| (set.bits() << 1).to_string()).collect(),
        None => vec!["0".to_owned(); 81],
    };
    let pairs = [
        ("gridSize", Json::from(9)),
        ("givenDigits", line::zeros(document.givens()).into()),
        ("userDigits", line::zeros(&placed).into()),
        ("userCellCandidates", masks.join("-").into()),
    ];
    Json::Object(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

pub(crate) fn write(
    document: &Document,
    _: &WriteOptions,
    out: &mut String,
) -> Result<(), FormatError> {
    out.push_str(LINK);
    if document.n_placed() > 0 || document.candidates().is_some() {
        let text = object(document).to_string();
        let mut packed = Vec::new();
        ZlibEncoder::new(text.as_bytes(), Compression::best())
            .read_to_end(&mut packed)
            .map_err(|error| undecodable("zlib", error))?;
        out.push_str(PREFIX);
        out.push_str(&to_base32(&packed));
    } else {
        out.push_str(&line::zeros(document.givens()));
    }
    out.push('\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zip_bomb_is_stopped_at_the_limit() {
        let mut packed = Vec::new();
        let zeros = vec![0u8; 1 << 20];
        ZlibEncoder::new(zeros.as_slice(), Compression::best()).read_to_end(&mut packed).unwrap();
        assert!(packed.len() < 2000);
        assert_eq!(inflate(&packed, 1000).unwrap_err().code(), Code::TooLarge);
        assert_eq!(
            inflate(&packed[..packed.len() / 2], 1 << 21).unwrap_err().code(),
            Code::Truncated
        );
        assert_eq!(inflate(b"junk", 100).unwrap_err().code(), Code::DecodeFailed);
    }
}
