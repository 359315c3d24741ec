//! A secret for one start of the server.

use std::fmt;
use std::io;

/// 128 random bits, written as text.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new() -> io::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        Ok(Token(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether a text is it. Takes the same time wherever they differ.
    pub fn is(&self, text: &[u8]) -> bool {
        let same = self.0.bytes().zip(text).fold(0, |found, (a, b)| found | (a ^ b));
        self.0.len() == text.len() && same == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_only_itself() {
        let token = Token::new().expect("the system has random numbers");
        let text = token.to_string();
        assert_eq!(text.len(), 32);
        assert!(token.is(text.as_bytes()));
        assert!(!token.is(&text.as_bytes()[1..]) && !token.is(b"") && !token.is(&[b'x'; 32]));
        assert_ne!(token, Token::new().expect("the system has random numbers"));
    }
}
