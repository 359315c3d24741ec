//! Symbols for packed bytes: base64's alphabet and base32hex.

use super::error::{FormatError, undecodable};

/// The symbols of base64.
pub(crate) const STANDARD: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Writes bytes in base32hex, lower case, without padding.
pub(crate) fn to_base32(bytes: &[u8]) -> String {
    let symbol = |five: u32| char::from_digit(five, 32).expect("five bits are below 32");
    let mut out = String::with_capacity(bytes.len() * 8 / 5 + 1);
    let (mut held, mut n) = (0u32, 0);
    for &byte in bytes {
        held = held << 8 | u32::from(byte);
        n += 8;
        while n >= 5 {
            n -= 5;
            out.push(symbol(held >> n & 31));
        }
    }
    if n > 0 {
        out.push(symbol(held << (5 - n) & 31));
    }
    out
}

/// Reads base32hex; case and padding do not matter.
pub(crate) fn from_base32(text: &str) -> Result<Vec<u8>, FormatError> {
    let mut out = Vec::with_capacity(text.len() * 5 / 8);
    let (mut held, mut n) = (0u32, 0);
    for (i, c) in text.trim_end_matches('=').chars().enumerate() {
        let five = c.to_digit(32).ok_or_else(|| {
            undecodable("base32", format!("{c:?} is not one of its symbols"))
                .at(1, i + 1)
                .hint("its symbols are 0-9 and a-v; copy the whole link again")
        })?;
        held = held << 5 | five;
        n += 5;
        if n >= 8 {
            n -= 8;
            out.push((held >> n) as u8);
        }
    }
    Ok(out)
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
        }
        assert_eq!(from_base32("cpw").unwrap_err().column(), Some(3));
    }
}
