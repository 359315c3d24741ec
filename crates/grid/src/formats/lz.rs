//! LZ-string: the compression of f-puzzles and SudokuPad links.
//!
//! A relative of LZ78 over UTF-16 units. Codes are written with their lowest bit first, and fill
//! characters of six bits from the top. Code 0 introduces a new unit of 8 bits, code 1 one of 16
//! bits, code 2 ends; phrases count from 3. The width of a code starts at 2 bits. A counter that
//! starts at 2 drops by one when a new unit is introduced and again when a phrase is written; at 0
//! it becomes 2^width, and the width grows by one.
//!
//! The reader keeps no dictionary of texts: a new phrase is always the previous one and the first
//! unit of the next, so it stands in the output already, and its place and length are enough.
//! Limits are checked while the output grows.

use super::base64::{self, Bits};
use super::error::{Code, FormatError, undecodable};
use std::collections::HashMap;

/// Compresses in the base64 flavour, padded with `=`.
pub fn to_base64(text: &str) -> String {
    let mut out = base64::to_base64(&compress(text));
    while !out.len().is_multiple_of(4) {
        out.push('=');
    }
    out
}

/// Compresses in the flavour for addresses.
pub fn to_uri(text: &str) -> String {
    base64::to_base64_uri(&compress(text))
}

/// The texts that a packed one may mean: symbols beyond letters and digits differ between
/// flavours, so each reading is given, the likeliest first. `limit` is in bytes of text.
pub fn unpack(packed: &str, limit: usize) -> Result<Vec<String>, FormatError> {
    let packed = packed.trim().trim_end_matches('=');
    let mut texts = Vec::new();
    let mut refusal = None;
    let dashes: &[char] = if !packed.contains('-') {
        &['/']
    } else if packed.contains(['/', '_']) {
        &['+']
    } else {
        &['/', '+']
    };
    for &dash in dashes {
        let bits = base64::from_base64(packed, dash);
        match bits.and_then(|bits| decompress_bits(bits, limit)) {
            Ok(text) => texts.push(text),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    match refusal {
        Some(error) if texts.is_empty() => Err(error),
        _ => Ok(texts),
    }
}

/// Writes values, the lowest bit first.
#[derive(Default)]
struct Pen {
    written: Bits,
}

impl Pen {
    fn bits(&mut self, value: u32, count: u32) {
        (0..count).for_each(|i| self.written.push(value >> i & 1 == 1));
    }

    /// Fills the last six bits with zeros; six that are just full are followed by empty ones.
    fn finish(mut self) -> Bits {
        let end = (self.written.count / 6 + 1) * 6;
        while self.written.count < end {
            self.written.push(false);
        }
        self.written
    }
}

/// The width of codes, which grows with their number.
struct Width {
    bits: u32,
    enlarge_in: u64,
}

impl Width {
    fn drop_one(&mut self) {
        self.enlarge_in -= 1;
        if self.enlarge_in == 0 {
            self.enlarge_in = 1 << self.bits;
            self.bits += 1;
        }
    }
}

/// Compresses into bits, a multiple of six.
fn compress(text: &str) -> Bits {
    let mut pen = Pen::default();
    let mut width = Width { bits: 2, enlarge_in: 2 };
    let mut units: HashMap<u16, u32> = HashMap::new();
    let mut introduced: HashMap<u16, bool> = HashMap::new();
    let mut phrases: HashMap<(u32, u16), u32> = HashMap::new();
    let mut next = 3u32;
    // The phrase so far: its code, and the unit when it is a single one.
    let mut current: Option<(u32, Option<u16>)> = None;
    let mut emit = |(code, unit): (u32, Option<u16>),
                    width: &mut Width,
                    introduced: &mut HashMap<u16, bool>| {
        match unit.filter(|u| !introduced.get(u).copied().unwrap_or(false)) {
            Some(unit) => {
                introduced.insert(unit, true);
                let (kind, bits) = if unit < 256 { (0, 8) } else { (1, 16) };
                pen.bits(kind, width.bits);
                pen.bits(u32::from(unit), bits);
                width.drop_one();
            }
            None => pen.bits(code, width.bits),
        }
        width.drop_one();
    };
    for unit in text.encode_utf16() {
        let own = *units.entry(unit).or_insert_with(|| {
            next += 1;
            next - 1
        });
        current = Some(match current {
            None => (own, Some(unit)),
            Some((code, single)) => match phrases.get(&(code, unit)) {
                Some(&longer) => (longer, None),
                None => {
                    emit((code, single), &mut width, &mut introduced);
                    phrases.insert((code, unit), next);
                    next += 1;
                    (own, Some(unit))
                }
            },
        });
    }
    if let Some(last) = current {
        emit(last, &mut width, &mut introduced);
    }
    pen.bits(2, width.bits);
    pen.finish()
}

/// Reads values, the lowest bit first.
struct Eye {
    bits: Bits,
    at: usize,
}

impl Eye {
    fn take(&mut self, count: u32) -> Option<u32> {
        let mut value = 0;
        for i in 0..count {
            value |= u32::from(self.bits.get(self.at)?) << i;
            self.at += 1;
        }
        Some(value)
    }
}

/// Decompresses bytes, read bit by bit from the top, into a text of at most `limit` bytes.
pub fn decompress(bytes: &[u8], limit: usize) -> Result<String, FormatError> {
    decompress_bits(Bits { bytes: bytes.to_vec(), count: 8 * bytes.len() }, limit)
}

fn decompress_bits(bits: Bits, limit: usize) -> Result<String, FormatError> {
    let cut = || {
        FormatError::new(Code::Truncated, "LZ: the packed text ends too early")
            .hint("the end is missing; copy the whole link")
    };
    let mut eye = Eye { bits, at: 0 };
    let mut width = Width { bits: 2, enlarge_in: 2 };
    let mut out: Vec<u16> = Vec::new();
    // Places and lengths of phrases in the output, by code minus 3.
    let mut phrases: Vec<(usize, usize)> = Vec::new();
    let mut previous: Option<(usize, usize)> = None;
    loop {
        let code = eye.take(width.bits).ok_or_else(cut)?;
        let start = out.len();
        let unit = match code {
            0 | 1 => Some(eye.take(8 << code).ok_or_else(cut)? as u16),
            2 => break,
            _ => None,
        };
        let length = match unit {
            Some(unit) => {
                out.push(unit);
                phrases.push((start, 1));
                width.drop_one();
                1
            }
            None => {
                let index = code as usize - 3;
                let (from, length) = match (phrases.get(index), previous) {
                    (Some(&phrase), _) => phrase,
                    // The phrase about to be made: the previous one and its own first unit.
                    (None, Some((from, length))) if index == phrases.len() => (from, length + 1),
                    _ => return Err(undecodable("LZ", format!("code {code} has no meaning yet"))),
                };
                if 2 * (out.len() + length) > 2 * limit {
                    return Err(too_large(limit));
                }
                // The phrase may reach into what is being written.
                (from..from + length).for_each(|i| out.push(out[i]));
                length
            }
        };
        if let Some((from, length)) = previous {
            phrases.push((from, length + 1));
        }
        // The first unit has no phrase before it and counts once less.
        width.drop_one();
        previous = Some((start, length));
        if out.len() > limit {
            return Err(too_large(limit));
        }
    }
    if out.is_empty() {
        return Err(undecodable("LZ", "nothing is packed in it").hint("copy the whole link again"));
    }
    let text =
        String::from_utf16(&out).map_err(|_| undecodable("LZ", "the text is not valid UTF-16"))?;
    if text.len() > limit {
        return Err(too_large(limit));
    }
    Ok(text)
}

fn too_large(limit: usize) -> FormatError {
    FormatError::new(Code::TooLarge, format!("LZ: the text is longer than {limit} bytes"))
        .hint("no honest puzzle is so large")
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTOR: &str = "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA==";
    const TEXT: &str = r#"{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}"#;

    #[test]
    fn the_known_vector_is_met_both_ways() {
        assert_eq!(unpack(VECTOR, 1000).unwrap(), [TEXT]);
        assert_eq!(to_base64(TEXT), VECTOR);
    }

    #[test]
    fn both_flavours_survive_a_round_trip() {
        let long: String = (0..5000).map(|i| char::from(b'a' + (i * i % 26) as u8)).collect();
        for text in ["a", "aaaaaaaaaaaaaa", "äöü€😀 mixed 日本語", TEXT, &long] {
            assert!(unpack(&to_base64(text), 1 << 20).unwrap().contains(&text.to_owned()));
            assert!(unpack(&to_uri(text), 1 << 20).unwrap().contains(&text.to_owned()));
        }
    }

    #[test]
    fn the_limit_holds_while_the_text_grows() {
        let packed = to_base64(&"a".repeat(1_000_000));
        assert!(packed.len() < 4000);
        assert_eq!(unpack(&packed, 10_000).unwrap_err().code(), Code::TooLarge);
    }

    #[test]
    fn cut_or_odd_strings_are_explained() {
        assert_eq!(unpack(&VECTOR[..30], 1000).unwrap_err().code(), Code::Truncated);
        assert_eq!(unpack("N4Ig!", 1000).unwrap_err().column(), Some(5));
        assert_eq!(unpack("", 1000).unwrap_err().code(), Code::Truncated);
        assert_eq!(unpack("Q===", 1000).unwrap_err().code(), Code::DecodeFailed);
    }
}
