//! JSON as text formats need it: exact numbers, kept order, places in messages, bounded depth.
//!
//! `serde_json` writes, but does not read: it takes the last of two equal keys in silence, turns
//! numbers into floats, counts columns in bytes and has a depth of its own
//! (`tests/json_needs_an_own_reader.rs` shows each). Here a number stays the text it was, so that
//! unknown keys survive a round trip unchanged. The relaxed manner also reads the shortened JSON of
//! SudokuPad links, which no library knows: bare keys, single quotes, elements left out, `t` and
//! `f`, bare colours.

use super::error::{Code, FormatError, undecodable};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::fmt;

/// Arrays and objects may nest this deep.
pub(crate) const MAX_DEPTH: usize = 64;

/// A JSON value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Json {
    /// `null`, or an element left out.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it was written.
    Number(String),
    /// A text.
    Text(String),
    /// An array.
    List(Vec<Json>),
    /// An object, in the order of its keys.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a value. An error has its place in the text.
    pub fn parse(text: &str) -> Result<Json, FormatError> {
        Parser::new(text, false).document()
    }

    /// Reads the shortened manner as well.
    pub(crate) fn parse_relaxed(text: &str) -> Result<Json, FormatError> {
        Parser::new(text, true).document()
    }

    /// The value of a key of an object.
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(pairs) => pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The elements of an array.
    pub fn list(&self) -> Option<&[Json]> {
        match self {
            Json::List(items) => Some(items),
            _ => None,
        }
    }

    /// The text of a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a whole number, also when it is written as a text.
    pub fn integer(&self) -> Option<i64> {
        match self {
            Json::Number(text) => text.parse().ok().or_else(|| {
                let float: f64 = text.parse().ok()?;
                (float.fract() == 0.0 && float.abs() < 1e15).then_some(float as i64)
            }),
            Json::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// A text or a number as text.
    pub(crate) fn plain(&self) -> Option<String> {
        match self {
            Json::Text(text) | Json::Number(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// Whether it says nothing: null, false, an empty text, list or object.
    pub(crate) fn is_nothing(&self) -> bool {
        match self {
            Json::Null => true,
            Json::Bool(value) => !value,
            Json::Number(_) => false,
            Json::Text(text) => text.is_empty(),
            Json::List(items) => items.iter().all(Json::is_nothing),
            Json::Object(pairs) => pairs.is_empty(),
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Json {
        Json::Number(number.to_string())
    }
}

impl Serialize for Json {
    /// A number is written as it was read. One that JSON does not know, such as `007`, becomes a
    /// text.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(text) => match RawValue::from_string(text.clone()) {
                Ok(number) => number.serialize(serializer),
                Err(_) => serializer.serialize_str(text),
            },
            Json::Text(text) => serializer.serialize_str(text),
            Json::List(items) => serializer.collect_seq(items),
            Json::Object(pairs) => serializer.collect_map(pairs.iter().map(|(k, v)| (k, v))),
        }
    }
}

impl fmt::Display for Json {
    /// Without any blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    relaxed: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, relaxed: bool) -> Parser<'a> {
        Parser { text, at: 0, depth: 0, relaxed }
    }

    fn document(mut self) -> Result<Json, FormatError> {
        let value = self.value()?;
        self.blanks();
        match self.peek() {
            None => Ok(value),
            Some(c) => Err(self.refuse(format!("{c:?} after the end of the value"))),
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// The error at the present place; at the end of the text the input was cut short.
    fn refuse(&self, why: String) -> FormatError {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        match self.peek() {
            None => FormatError::new(Code::Truncated, "JSON: the text ends inside a value")
                .at(line, column)
                .hint("the end is missing; copy the whole text"),
            Some(_) => undecodable("JSON", why).at(line, column),
        }
    }

    fn unexpected(&self, expected: &str) -> FormatError {
        let found = self.peek().map_or("the end".to_owned(), |c| format!("{c:?}"));
        self.refuse(format!("{found} where {expected} should stand")).found(found, expected)
    }

    fn value(&mut self) -> Result<Json, FormatError> {
        self.blanks();
        match self.peek() {
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::list),
            Some('"') => self.string('"').map(Json::Text),
            Some('\'') if self.relaxed => self.string('\'').map(Json::Text),
            Some('-' | '0'..='9') => self.number(),
            Some(c) if c.is_alphabetic() || (self.relaxed && c == '#') => self.word(),
            _ => Err(self.unexpected("a value")),
        }
    }

    fn nested(
        &mut self,
        read: fn(&mut Self) -> Result<Json, FormatError>,
    ) -> Result<Json, FormatError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let place = self.refuse(String::new());
            let place = place.fault();
            return Err(FormatError::new(
                Code::TooLarge,
                format!("JSON nested deeper than {MAX_DEPTH} levels"),
            )
            .at(place.line.unwrap_or(1), place.column.unwrap_or(1)));
        }
        self.at += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    fn object(&mut self) -> Result<Json, FormatError> {
        let mut pairs = Vec::new();
        let mut seen = HashSet::new();
        self.blanks();
        if self.eat('}') {
            return Ok(Json::Object(pairs));
        }
        loop {
            self.blanks();
            let start = self.at;
            let key = match self.peek() {
                Some('"') => self.string('"')?,
                Some('\'') if self.relaxed => self.string('\'')?,
                Some(c) if self.relaxed && (c.is_alphanumeric() || c == '_') => self.bare(),
                _ => return Err(self.unexpected("a key")),
            };
            if !seen.insert(key.clone()) {
                self.at = start;
                return Err(self
                    .refuse(format!("the key {key:?} stands twice in one object"))
                    .hint("keep one of the two"));
            }
            self.blanks();
            if !self.eat(':') {
                return Err(self.unexpected("':'"));
            }
            pairs.push((key, self.value()?));
            self.blanks();
            if self.eat('}') {
                return Ok(Json::Object(pairs));
            }
            if !self.eat(',') {
                return Err(self.unexpected("',' or '}'"));
            }
        }
    }

    fn list(&mut self) -> Result<Json, FormatError> {
        let mut items = Vec::new();
        self.blanks();
        if self.eat(']') {
            return Ok(Json::List(items));
        }
        loop {
            self.blanks();
            match self.peek() {
                Some(',' | ']') if self.relaxed => items.push(Json::Object(Vec::new())),
                _ => items.push(self.value()?),
            }
            self.blanks();
            if self.eat(']') {
                return Ok(Json::List(items));
            }
            if !self.eat(',') {
                return Err(self.unexpected("',' or ']'"));
            }
        }
    }

    fn bare(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
        self.at += end;
        rest[..end].to_owned()
    }

    fn word(&mut self) -> Result<Json, FormatError> {
        let start = self.at;
        let hash = self.relaxed && self.eat('#');
        let word = self.bare();
        match word.as_str() {
            "null" => Ok(Json::Null),
            "true" => Ok(Json::Bool(true)),
            "false" => Ok(Json::Bool(false)),
            "t" if self.relaxed && !hash => Ok(Json::Bool(true)),
            "f" if self.relaxed && !hash => Ok(Json::Bool(false)),
            colour if self.relaxed && colour.bytes().all(|b| b.is_ascii_hexdigit()) => {
                Ok(Json::Text(colour.to_owned()))
            }
            _ if self.at == self.text.len()
                && ["null", "true", "false"].iter().any(|w| w.starts_with(&word)) =>
            {
                Err(self.refuse(String::new()))
            }
            _ => {
                self.at = start;
                Err(self.refuse(format!("{word:?} is not a value")))
            }
        }
    }

    fn number(&mut self) -> Result<Json, FormatError> {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let digits =
            |from: usize| from + bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
        let start = usize::from(bytes[0] == b'-');
        let mut end = digits(start);
        if end == start {
            self.at += start;
            return Err(self.unexpected("a digit"));
        }
        if bytes.get(end) == Some(&b'.') && digits(end + 1) > end + 1 {
            end = digits(end + 1);
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if digits(end + 1 + sign) > end + 1 + sign {
                end = digits(end + 1 + sign);
            }
        }
        if self.relaxed && bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) {
            // A bare colour such as 8a0F00 begins like a number.
            return Ok(Json::Text(self.bare()));
        }
        self.at += end;
        Ok(Json::Number(rest[..end].to_owned()))
    }

    fn string(&mut self, quote: char) -> Result<String, FormatError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let rest = self.rest();
            let plain = rest
                .find(|c: char| c == quote || c == '\\' || (c as u32) < 0x20)
                .unwrap_or(rest.len());
            text.push_str(&rest[..plain]);
            self.at += plain;
            match self.peek() {
                Some(c) if c == quote => {
                    self.at += 1;
                    return Ok(text);
                }
                Some('\\') => text.push(self.escape()?),
                Some(c) if self.relaxed => {
                    text.push(c);
                    self.at += 1;
                }
                _ => return Err(self.refuse("a control character inside a text".to_owned())),
            }
        }
    }

    fn escape(&mut self) -> Result<char, FormatError> {
        self.at += 1;
        let c = self.peek().ok_or_else(|| self.unexpected("an escape"))?;
        self.at += c.len_utf8();
        Ok(match c {
            '"' | '\\' | '/' | '\'' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let first = self.hex4()?;
                let code = if (0xd800..0xdc00).contains(&first) && self.rest().starts_with("\\u") {
                    self.at += 2;
                    let second = self.hex4()?;
                    0x10000 + ((first - 0xd800) << 10) + (second.wrapping_sub(0xdc00) & 0x3ff)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            c => {
                self.at -= c.len_utf8();
                return Err(self.refuse(format!("'\\{c}' is not an escape")));
            }
        })
    }

    fn hex4(&mut self) -> Result<u32, FormatError> {
        let rest = self.rest();
        let value = rest.get(..4).filter(|t| t.bytes().all(|b| b.is_ascii_hexdigit()));
        match value.and_then(|t| u32::from_str_radix(t, 16).ok()) {
            Some(value) => {
                self.at += 4;
                Ok(value)
            }
            None => {
                if rest.len() < 4 {
                    self.at = self.text.len();
                }
                Err(self.unexpected("four hexadecimal digits"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_order_and_escapes_survive_a_round_trip() {
        for text in [
            r#"{"z":1.50,"a":[12345678901234567890123,-0,1e-7],"m":{"x":null,"y":true}}"#,
            r#"["a\"b\\c\n\t\u0001é😀",{},[]]"#,
        ] {
            assert_eq!(Json::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Json::parse(r#""\ud83d\ude00""#).unwrap(), Json::from("😀"));
        assert_eq!(Json::parse("3.0").unwrap().integer(), Some(3));
    }

    #[test]
    fn errors_know_their_place_and_whether_the_end_is_missing() {
        let place = |text: &str| {
            let error = Json::parse(text).unwrap_err();
            (error.code(), error.line().unwrap(), error.column().unwrap())
        };
        assert_eq!(place("{\n \"a\": é}"), (Code::DecodeFailed, 2, 7));
        assert_eq!(place("{\"a\":[1,2"), (Code::Truncated, 1, 10));
        assert_eq!(place("{\"a\":tru"), (Code::Truncated, 1, 9));
        assert_eq!(place("\"ab"), (Code::Truncated, 1, 4));
        assert_eq!(place("[1] 2"), (Code::DecodeFailed, 1, 5));
        assert_eq!(place("{\"a\":1,\n \"b\":{\"a\":2},\"a\":3}"), (Code::DecodeFailed, 2, 14));
        assert_eq!(place(&"[".repeat(65)).0, Code::TooLarge);
        assert!(Json::parse(&format!("{}{}", "[".repeat(64), "]".repeat(64))).is_ok());
    }

    #[test]
    fn the_relaxed_manner_reads_shortened_objects() {
        let value = Json::parse_relaxed("{ce:[[,{v:5},],[]],x:t,y:f,c:#F,c2:8a0F00,s:'it'}");
        assert_eq!(
            value.unwrap().to_string(),
            r#"{"ce":[[{},{"v":5},{}],[]],"x":true,"y":false,"c":"F","c2":"8a0F00","s":"it"}"#
        );
        assert!(Json::parse("{a:1}").is_err());
    }
}
