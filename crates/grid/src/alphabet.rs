//! The symbols digits are written with.

/// A way to write the digits of boards larger than nine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Alphabet {
    /// `1`-`9`, then `A` = 10 up to `Z` = 35, `a` = 36 up to `z` = 61, and `@`, `%`, `&`. What we write.
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
            Alphabet::Numbers if (36..=61).contains(&value) => b'a' + value - 36,
            Alphabet::Numbers if (62..=64).contains(&value) => {
                BEYOND_LETTERS[usize::from(value) - 62]
            }
            Alphabet::Hexadecimal if (1..=16).contains(&value) => digit_or_letter(value - 1, 10),
            Alphabet::Letters if (1..=26).contains(&value) => b'A' + value - 1,
            _ => return None,
        };
        Some(char::from(byte))
    }

    /// The value of a symbol on a board of at most 35 digits; lower case equals upper case.
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

    /// The value of a symbol on a board of so many digits, none above them; above 35 digits lower case
    /// letters are digits of their own.
    pub fn value_up_to(self, symbol: char, size: usize) -> Option<u8> {
        let byte = u8::try_from(symbol).ok()?;
        let value = match (self, byte) {
            (Alphabet::Numbers, b'a'..=b'z') if size > 35 => byte - b'a' + 36,
            (Alphabet::Numbers, _) if size > 61 && BEYOND_LETTERS.contains(&byte) => {
                62 + BEYOND_LETTERS.iter().position(|&known| known == byte)? as u8
            }
            _ => self.value(symbol)?,
        };
        (usize::from(value) <= size).then_some(value)
    }
}

/// The symbols of 62, 63 and 64: no letter is left, and no reader takes these for something else.
const BEYOND_LETTERS: [u8; 3] = *b"@%&";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixty_four_digits_have_a_symbol_each() {
        let all: std::collections::BTreeSet<char> =
            (1..=64).map(|value| Alphabet::Numbers.symbol(value).unwrap()).collect();
        assert_eq!(all.len(), 64);
        assert_eq!(Alphabet::Numbers.symbol(65), None);
        for size in [9, 25, 35, 36, 61, 64] {
            for value in 1..=size {
                let symbol = Alphabet::Numbers.symbol(value).unwrap();
                let read = Alphabet::Numbers.value_up_to(symbol, usize::from(size));
                assert_eq!(read, Some(value), "{size}");
            }
        }
        assert_eq!(Alphabet::Numbers.value_up_to('a', 35), Some(10));
        assert_eq!(Alphabet::Numbers.value_up_to('@', 61), None);
    }

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
