//! The symbols digits are written with.

/// A way to write the digits of boards larger than nine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Alphabet {
    /// `1`-`9`, then `A` = 10 up to `P` = 25. What we write.
    #[default]
    Numbers,
    /// `0` = 1 up to `F` = 16, for 16x16; a zero is a digit here, never a blank.
    Hexadecimal,
    /// `A` = 1 up to `Y` = 25.
    Letters,
}

impl Alphabet {
    /// The symbol of a value from 1; `None` for 0 and for values it cannot write.
    pub fn symbol(self, value: u8) -> Option<char> {
        let digit_or_letter = |v: u8, first_letter: u8| {
            if v < first_letter { b'0' + v } else { b'A' + v - first_letter }
        };
        let byte = match self {
            Alphabet::Numbers if (1..=35).contains(&value) => digit_or_letter(value, 10),
            Alphabet::Hexadecimal if (1..=16).contains(&value) => digit_or_letter(value - 1, 10),
            Alphabet::Letters if (1..=26).contains(&value) => b'A' + value - 1,
            _ => return None,
        };
        Some(char::from(byte))
    }

    /// The value of a symbol; lower case equals upper case.
    pub fn value(self, symbol: char) -> Option<u8> {
        let byte = u8::try_from(symbol).ok()?.to_ascii_uppercase();
        match (self, byte) {
            (Alphabet::Numbers, b'1'..=b'9') => Some(byte - b'0'),
            (Alphabet::Numbers, b'A'..=b'Z') => Some(byte - b'A' + 10),
            (Alphabet::Hexadecimal, b'0'..=b'9') => Some(byte - b'0' + 1),
            (Alphabet::Hexadecimal, b'A'..=b'F') => Some(byte - b'A' + 11),
            (Alphabet::Letters, b'A'..=b'Z') => Some(byte - b'A' + 1),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_undoes_writing_in_each_alphabet() {
        for (alphabet, last) in
            [(Alphabet::Numbers, 25), (Alphabet::Hexadecimal, 16), (Alphabet::Letters, 25)]
        {
            for value in 1..=last {
                let symbol = alphabet.symbol(value).unwrap();
                assert_eq!(alphabet.value(symbol), Some(value));
                assert_eq!(alphabet.value(symbol.to_ascii_lowercase()), Some(value));
            }
            assert_eq!(alphabet.symbol(0), None);
        }
    }
}
