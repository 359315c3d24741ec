//! Letters for packed bytes: base64 and base32hex, by `data-encoding`.
//!
//! LZ-string fills symbols, not bytes: its texts may have any number of symbols, among them those
//! that no row of whole bytes gives (one more than a multiple of four). So a text is completed by
//! symbols of zero bits before the library reads it, and shortened after the library wrote it.

use super::error::{FormatError, undecodable};
use data_encoding::{BASE64_NOPAD, DecodeError, Encoding, Specification};

const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64_URI: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
const BASE32HEX: &str = "0123456789abcdefghijklmnopqrstuv";

/// Bits, the first one highest in the first byte, and how many of them count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bits {
    pub bytes: Vec<u8>,
    pub count: usize,
}

impl Bits {
    pub fn push(&mut self, bit: bool) {
        if self.count.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if let Some(last) = self.bytes.last_mut().filter(|_| bit) {
            *last |= 128 >> (self.count % 8);
        }
        self.count += 1;
    }

    pub fn get(&self, at: usize) -> Option<bool> {
        let byte = self.bytes.get(at / 8).filter(|_| at < self.count)?;
        Some(byte & 128 >> (at % 8) != 0)
    }
}

fn encoding(symbols: &str, translated: (&str, &str)) -> Encoding {
    let mut specification = Specification::new();
    specification.symbols.push_str(symbols);
    specification.check_trailing_bits = false;
    specification.translate.from.push_str(translated.0);
    specification.translate.to.push_str(translated.1);
    specification.encoding().expect("the symbols differ and their number is a power of two")
}

/// Writes bits six to a symbol, the rest of the last symbol as zeros, without padding.
pub(crate) fn to_base64(bits: &Bits) -> String {
    spell(bits, &BASE64_NOPAD)
}

/// Writes bits in the flavour for addresses.
pub(crate) fn to_base64_uri(bits: &Bits) -> String {
    spell(bits, &encoding(BASE64_URI, ("", "")))
}

fn spell(bits: &Bits, encoding: &Encoding) -> String {
    let mut bytes = bits.bytes.clone();
    bytes.resize(bytes.len().next_multiple_of(3), 0);
    let mut out = encoding.encode(&bytes);
    out.truncate(bits.count.div_ceil(6));
    out
}

/// Reads symbols as bits. A blank is a plus that mail and chat programs have turned; `dash` is
/// what a dash stands for, which differs between flavours.
pub(crate) fn from_base64(text: &str, dash: char) -> Result<Bits, FormatError> {
    let encoding = encoding(BASE64, (" _-", &format!("+/{dash}")));
    let mut whole = text.as_bytes().to_vec();
    whole.resize(whole.len().next_multiple_of(4), b'A');
    match encoding.decode(&whole) {
        Ok(bytes) => Ok(Bits { bytes, count: 6 * text.len() }),
        Err(error) => Err(odd_symbol("base64", text, error).hint("copy the whole link again")),
    }
}

/// Writes bytes in base32hex, lower case, without padding.
pub(crate) fn to_base32(bytes: &[u8]) -> String {
    encoding(BASE32HEX, ("", "")).encode(bytes)
}

/// Reads base32hex; case and padding do not matter.
pub(crate) fn from_base32(text: &str) -> Result<Vec<u8>, FormatError> {
    let encoding = encoding(BASE32HEX, ("ABCDEFGHIJKLMNOPQRSTUV", "abcdefghijklmnopqrstuv"));
    let text = text.trim_end_matches('=');
    // A cut text ends inside a byte; what comes before it is told by the layer beneath.
    let mut whole = text.as_bytes().to_vec();
    whole.resize(whole.len().next_multiple_of(8), b'0');
    let mut bytes = encoding.decode(&whole).map_err(|error| {
        odd_symbol("base32", text, error)
            .hint("its symbols are 0-9 and a-v; copy the whole link again")
    })?;
    bytes.truncate(text.len() * 5 / 8);
    Ok(bytes)
}

fn odd_symbol(layer: &str, text: &str, error: DecodeError) -> FormatError {
    let at = text.floor_char_boundary(error.position);
    let found = text[at..].chars().next().unwrap_or('?');
    undecodable(layer, format!("{found:?} is not one of its symbols"))
        .at(1, text[..at].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base32_gives_the_vectors_of_rfc_4648() {
        for (plain, packed) in
            [("", ""), ("f", "co"), ("fo", "cpng"), ("foo", "cpnmu"), ("foobar", "cpnmuoj1e8")]
        {
            assert_eq!(to_base32(plain.as_bytes()), packed);
            assert_eq!(from_base32(packed).unwrap(), plain.as_bytes());
            assert_eq!(from_base32(&packed.to_uppercase()).unwrap(), plain.as_bytes());
        }
        assert_eq!(from_base32("cpw").unwrap_err().column(), Some(3));
        assert_eq!(from_base32("cpé").unwrap_err().column(), Some(3));
    }

    #[test]
    fn a_text_cut_inside_a_byte_gives_the_bytes_before() {
        for (n, bytes) in [(9, "fooba"), (8, "fooba"), (7, "foob"), (6, "foo"), (3, "f"), (1, "")] {
            assert_eq!(from_base32(&"cpnmuoj1e8"[..n]).unwrap(), bytes.as_bytes());
        }
    }

    #[test]
    fn any_number_of_symbols_survives() {
        for n in 0..40 {
            let mut bits = Bits::default();
            (0..6 * n).for_each(|i| bits.push(i % 5 < 2));
            for (text, dash) in [(to_base64(&bits), '/'), (to_base64_uri(&bits), '/')] {
                assert_eq!(text.len(), n);
                let read = from_base64(&text, dash).unwrap();
                assert_eq!(read.count, bits.count);
                assert!((0..bits.count).all(|i| read.get(i) == bits.get(i)));
            }
        }
    }
}
