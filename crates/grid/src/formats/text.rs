//! Bytes to text: UTF-8, with Windows-1252 forgiven where only words are at stake.

use super::error::{Code, FormatError};

/// The characters 0x80 to 0x9f of Windows-1252; the five without a meaning stay control characters.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(bytes: &[u8]) -> String {
    let char_of = |&byte: &u8| match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        byte => char::from(byte),
    };
    bytes.iter().map(char_of).collect()
}

/// The text of a line. In comments and in the tail of a puzzle, bytes that are no UTF-8 are read as
/// Windows-1252; elsewhere they are an error at their column.
pub(crate) fn decode(bytes: &[u8], line: usize) -> Result<String, FormatError> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return Ok(text.to_owned()),
        Err(error) => error,
    };
    let valid = error.valid_up_to();
    let end_of_cells = bytes.iter().position(|b| matches!(b, b' ' | b'\t' | b';' | b'#' | b','));
    let in_tail = end_of_cells.is_some_and(|end| {
        end <= valid && (end == 0 || super::symbols::any_size(end).is_some_and(|n| n >= 4))
    });
    if bytes.starts_with(b"#") || in_tail {
        return Ok(windows_1252(bytes));
    }
    let column = String::from_utf8_lossy(&bytes[..valid]).chars().count() + 1;
    let byte = bytes[valid];
    Err(FormatError::new(Code::NotUtf8, format!("byte 0x{byte:02x} is not UTF-8 text"))
        .at(line, column)
        .found(format!("byte 0x{byte:02x}"), "UTF-8")
        .hint("save the file as UTF-8"))
}

/// What is certainly not text, by its first bytes: the complaint.
pub(crate) fn refuse_binary(start: &[u8]) -> Option<FormatError> {
    let refuse = |what: &str, hint: &str| {
        Some(
            FormatError::new(Code::NotUtf8, what)
                .at(1, 1)
                .found("binary data", "UTF-8 text")
                .hint(hint),
        )
    };
    match start {
        [b'P', b'K', 3, 4, ..] => refuse(
            "this is a ZIP archive, not text",
            "unpack it first; from HoDoKu (.hsol) export the puzzle as text",
        ),
        [0x1f, 0x8b, ..] => refuse("this is gzip data, not text", "unpack it first with gunzip"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            refuse("this is zstd data, not text", "unpack it first with unzstd")
        }
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            refuse("this is UTF-16 text", "save the file as UTF-8")
        }
        _ => {
            let odd = |b: &&u8| {
                (**b < 0x20 && !matches!(**b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)) || **b == 0x7f
            };
            let n_odd = start.iter().filter(odd).count();
            if n_odd * 16 > start.len() {
                return refuse("this is binary data, not text", "give a text file of puzzles");
            }
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_and_tails_may_be_windows_1252() {
        assert_eq!(decode(b"#C caf\xe9 \x80", 1).unwrap(), "#C café €");
        assert_eq!(decode(b"1.3............. caf\xe9", 1).unwrap(), "1.3............. café");
        let error = decode(b"1.3.\xe9...........", 7).unwrap_err();
        assert_eq!((error.code(), error.line(), error.column()), (Code::NotUtf8, Some(7), Some(5)));
    }
}
