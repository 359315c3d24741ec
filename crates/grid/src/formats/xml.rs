//! As much XML as saved games need: elements, attributes, the five named entities and numbered
//! characters. Document types are refused, so there is nothing to expand and nothing to fetch.

use super::error::{Code, FormatError, undecodable};

/// What comes next in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// An element begins.
    Open(Element),
    /// An element ends; one written as `<a/>` too.
    Close(String),
    /// Characters between elements, not only blanks.
    Text(String),
}

/// The beginning of an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    /// The byte offset of its `<`.
    pub at: usize,
}

impl Element {
    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// Takes a text apart.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    open: Vec<String>,
    close_next: Option<String>,
    failed: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0, open: Vec::new(), close_next: None, failed: false }
    }

    /// The line and column, from 1, of a byte offset.
    pub fn place(&self, at: usize) -> (usize, usize) {
        let before = &self.text[..at];
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (before.matches('\n').count() + 1, column)
    }

    fn refuse(&mut self, at: usize, why: impl Into<String>) -> FormatError {
        self.failed = true;
        let (line, column) = self.place(at);
        undecodable("XML", why.into()).at(line, column)
    }

    fn cut(&mut self) -> FormatError {
        self.failed = true;
        let (line, column) = self.place(self.text.len());
        let what = match self.open.last() {
            Some(name) => format!("XML: the text ends inside <{name}>"),
            None => "XML: the text ends inside a tag".to_owned(),
        };
        FormatError::new(Code::Truncated, what)
            .at(line, column)
            .hint("the end is missing; copy the whole file")
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Passes over everything up to and with an end mark.
    fn pass(&mut self, end: &str) -> Result<(), FormatError> {
        match self.rest().find(end) {
            Some(n) => {
                self.at += n + end.len();
                Ok(())
            }
            None => Err(self.cut()),
        }
    }

    fn step(&mut self) -> Result<Option<Event>, FormatError> {
        if let Some(name) = self.close_next.take() {
            return Ok(Some(Event::Close(name)));
        }
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return if self.open.is_empty() { Ok(None) } else { Err(self.cut()) };
            }
            if !rest.starts_with('<') {
                let end = rest.find('<').unwrap_or(rest.len());
                let start = self.at;
                self.at += end;
                if !rest[..end].trim().is_empty() {
                    return Ok(Some(Event::Text(self.unescape(&rest[..end], start)?)));
                }
            } else if rest.starts_with("<!--") {
                self.pass("-->")?;
            } else if rest.starts_with("<?") {
                self.pass("?>")?;
            } else if rest.starts_with("<![CDATA[") {
                let start = self.at + 9;
                self.pass("]]>")?;
                return Ok(Some(Event::Text(self.text[start..self.at - 3].to_owned())));
            } else if rest.starts_with("<!") {
                return Err(self
                    .refuse(self.at, "a document type is not accepted")
                    .hint("remove the <!DOCTYPE> part"));
            } else if rest.starts_with("</") {
                return self.close().map(Some);
            } else {
                return self.element().map(Some);
            }
        }
    }

    fn close(&mut self) -> Result<Event, FormatError> {
        let start = self.at;
        self.pass(">")?;
        let name = self.text[start + 2..self.at - 1].trim().to_owned();
        match self.open.pop() {
            Some(open) if open == name => Ok(Event::Close(name)),
            Some(open) => {
                Err(self.refuse(start, format!("</{name}> where </{open}> should stand")))
            }
            None => Err(self.refuse(start, format!("</{name}> closes nothing"))),
        }
    }

    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '<' | '"' | '\''))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn element(&mut self) -> Result<Event, FormatError> {
        let at = self.at;
        self.at += 1;
        let name = self.name().to_owned();
        if name.is_empty() {
            return Err(self.refuse(at, "'<' without a name"));
        }
        if self.open.len() >= super::value::MAX_DEPTH {
            self.failed = true;
            let (line, column) = self.place(at);
            return Err(FormatError::new(Code::TooLarge, "XML nested deeper than 64 levels")
                .at(line, column));
        }
        let mut attributes = Vec::new();
        loop {
            self.blanks();
            let rest = self.rest();
            if rest.is_empty() {
                return Err(self.cut());
            }
            if rest.starts_with("/>") {
                self.at += 2;
                self.close_next = Some(name.clone());
                return Ok(Event::Open(Element { name, attributes, at }));
            }
            if rest.starts_with('>') {
                self.at += 1;
                self.open.push(name.clone());
                return Ok(Event::Open(Element { name, attributes, at }));
            }
            attributes.push(self.attribute()?);
        }
    }

    fn attribute(&mut self) -> Result<(String, String), FormatError> {
        let start = self.at;
        let name = self.name().to_owned();
        self.blanks();
        if name.is_empty() {
            return Err(self.refuse(start, "an attribute should stand here"));
        }
        if !self.rest().starts_with('=') {
            return if self.rest().is_empty() {
                Err(self.cut())
            } else {
                Err(self.refuse(self.at, format!("'=' should follow {name}")))
            };
        }
        self.at += 1;
        self.blanks();
        let quote = match self.rest().chars().next() {
            Some(c @ ('"' | '\'')) => c,
            Some(_) => {
                return Err(self.refuse(self.at, format!("the value of {name} is not quoted")));
            }
            None => return Err(self.cut()),
        };
        self.at += 1;
        let from = self.at;
        let Some(length) = self.rest().find(quote) else { return Err(self.cut()) };
        self.at += length + 1;
        let raw = &self.text[from..from + length];
        // A line break inside an attribute counts as a blank; a written &#10; stays one.
        let value = self.unescape(&raw.replace(['\n', '\r', '\t'], " "), from)?;
        Ok((name, value))
    }

    fn unescape(&mut self, raw: &str, at: usize) -> Result<String, FormatError> {
        let mut out = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some(n) = rest.find('&') {
            out.push_str(&rest[..n]);
            rest = &rest[n + 1..];
            let end = rest.find(';').filter(|&e| e <= 10);
            let name = end.map_or("", |e| &rest[..e]);
            let numbered = || {
                let digits = name.strip_prefix('#')?;
                let code = match digits.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                    None => digits.parse().ok()?,
                };
                char::from_u32(code)
            };
            let c = match name {
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                "quot" => '"',
                "apos" => '\'',
                _ => match numbered() {
                    Some(c) => c,
                    None => {
                        return Err(self.refuse(at, format!("&{name}; is not an entity we know")));
                    }
                },
            };
            out.push(c);
            rest = &rest[name.len() + 1..];
        }
        out.push_str(rest);
        Ok(out)
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Event, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed { None } else { self.step().transpose() }
    }
}

/// Writes a text so that it may stand in an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\t' => out.push_str("&#9;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_attributes_and_entities_are_read() {
        let events: Result<Vec<Event>, FormatError> =
            Reader::new("<?xml version=\"1.0\"?><a x='1&#10;&amp;\n2'><!-- no --><b/>t &lt;</a>")
                .collect();
        let events = events.unwrap();
        assert_eq!(events.len(), 5);
        let Event::Open(a) = &events[0] else { panic!("{events:?}") };
        assert_eq!(a.attribute("x"), Some("1\n& 2"));
        assert_eq!(events[3], Event::Text("t <".into()));
        assert_eq!(escape("a\n\"<&>"), "a&#10;&quot;&lt;&amp;&gt;");
    }

    #[test]
    fn broken_text_is_placed() {
        let error = |text: &str| {
            let error = Reader::new(text).find_map(Result::err).unwrap();
            (error.code(), error.line().unwrap(), error.column().unwrap())
        };
        assert_eq!(error("<a>\n</b>"), (Code::DecodeFailed, 2, 1));
        assert_eq!(error("<a>\n <b "), (Code::Truncated, 2, 5));
        assert_eq!(error("<!DOCTYPE a>"), (Code::DecodeFailed, 1, 1));
        assert_eq!(error("<a x=1>"), (Code::DecodeFailed, 1, 6));
        assert_eq!(error("<a>&nbsp;</a>"), (Code::DecodeFailed, 1, 4));
        assert_eq!(error(&"<a>".repeat(65)).0, Code::TooLarge);
    }
}
