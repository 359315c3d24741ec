//! XML of saved games, taken apart by `quick-xml`: elements, attributes and texts with their places.
//!
//! Document types are refused, so there is nothing to expand and nothing to fetch; elements nest to
//! a bound. The library's findings are worded here, with line and column, as all formats do.

use super::error::{Code, FormatError, undecodable};
use quick_xml::XmlVersion;
use quick_xml::errors::{Error, IllFormedError, SyntaxError};
use quick_xml::escape::{EscapeError, partial_escape, resolve_predefined_entity};
use quick_xml::events::attributes::{AttrError, Attribute};
use quick_xml::events::{BytesRef, BytesStart, Event as Piece};

/// What stands in no name of an element or attribute.
const NO_NAME: [char; 5] = ['=', '"', '\'', '<', '/'];

/// What comes next in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Event {
    /// An element begins.
    Open(Element),
    /// An element ends; one written as `<a/>` too.
    Close(String),
    /// Characters between tags, not only blanks.
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

    /// The names of its attributes.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|(name, _)| name.as_str())
    }
}

/// Takes a text apart.
pub(crate) struct Reader<'a> {
    text: &'a str,
    pieces: quick_xml::Reader<&'a [u8]>,
    open: Vec<String>,
    /// Characters since the last tag.
    characters: String,
    /// The tag that ended them.
    next: Option<Event>,
    failed: bool,
    /// The place asked for last: its byte, line and column.
    mark: (usize, usize, usize),
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        // The parser passes over such a mark without counting it.
        let text = text.trim_start_matches('\u{feff}');
        let mut pieces = quick_xml::Reader::from_str(text);
        pieces.config_mut().expand_empty_elements = true;
        let (open, characters) = (Vec::new(), String::new());
        Reader { text, pieces, open, characters, next: None, failed: false, mark: (0, 1, 1) }
    }

    /// The line and column, from 1, of a byte offset. Places asked for in the order of the text
    /// cost one walk over it.
    pub fn place(&mut self, at: usize) -> (usize, usize) {
        let at = self.text.floor_char_boundary(at);
        if at < self.mark.0 {
            self.mark = (0, 1, 1);
        }
        let (from, mut line, mut column) = self.mark;
        for c in self.text[from..at].chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        self.mark = (at, line, column);
        (line, column)
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

    fn no_document_type(&mut self, at: usize) -> FormatError {
        self.refuse(at, "a document type is not accepted").hint("remove the <!DOCTYPE> part")
    }

    fn step(&mut self) -> Result<Option<Event>, FormatError> {
        if let Some(event) = self.next.take() {
            return Ok(Some(event));
        }
        loop {
            let at = self.pieces.buffer_position() as usize;
            let event = match self.pieces.read_event() {
                Ok(Piece::Start(tag)) => Event::Open(self.element(&tag, at)?),
                Ok(Piece::End(tag)) => {
                    self.open.pop();
                    Event::Close(tag.name().as_ref().to_owned())
                }
                Ok(Piece::Text(text)) => {
                    self.characters.push_str(&text.xml10_content());
                    continue;
                }
                Ok(Piece::CData(text)) => {
                    self.characters.push_str(&text.xml10_content());
                    continue;
                }
                Ok(Piece::GeneralRef(entity)) => {
                    let character = self.character(&entity, at)?;
                    self.characters.push_str(&character);
                    continue;
                }
                Ok(Piece::Comment(_) | Piece::Decl(_) | Piece::PI(_)) => continue,
                Ok(Piece::DocType(_)) => return Err(self.no_document_type(at)),
                Ok(Piece::Eof) if self.open.is_empty() => return Ok(None),
                Ok(Piece::Eof) => return Err(self.cut()),
                // The expanded form of an empty element does not come.
                Ok(Piece::Empty(_)) => continue,
                Err(error) => return Err(self.explained(error, at)),
            };
            let characters = std::mem::take(&mut self.characters);
            if characters.trim().is_empty() {
                return Ok(Some(event));
            }
            self.next = Some(event);
            return Ok(Some(Event::Text(characters)));
        }
    }

    /// A finding of the library in our words; `at` is where the piece begins.
    fn explained(&mut self, error: Error, at: usize) -> FormatError {
        match error {
            Error::Syntax(SyntaxError::InvalidBangMarkup | SyntaxError::UnclosedDoctype) => {
                self.no_document_type(at)
            }
            Error::Syntax(_) => self.cut_inside(at),
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                self.refuse(at, format!("</{found}> where </{expected}> should stand"))
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
                self.refuse(at, format!("</{name}> closes nothing"))
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => {
                self.refuse(at, "'&' without the ';' of an entity").hint("write &amp; for '&'")
            }
            other => self.refuse(at, other.to_string()),
        }
    }

    fn element(&mut self, tag: &BytesStart<'_>, at: usize) -> Result<Element, FormatError> {
        let attributes = self.attributes(tag, at)?;
        let name = tag.name().as_ref().to_owned();
        if self.open.len() >= super::value::MAX_DEPTH {
            self.failed = true;
            let (line, column) = self.place(at);
            return Err(FormatError::new(Code::TooLarge, "XML nested deeper than 64 levels")
                .at(line, column));
        }
        self.open.push(name.clone());
        Ok(Element { name, attributes, at })
    }

    /// The attributes of a tag whose `<` stands at `at`; its name is checked as well.
    fn attributes(
        &mut self,
        tag: &BytesStart<'_>,
        at: usize,
    ) -> Result<Vec<(String, String)>, FormatError> {
        let name = tag.name();
        match name.as_ref().find(NO_NAME) {
            None if !name.as_ref().is_empty() => {}
            Some(n) if n > 0 => {
                return Err(self.refuse(at + 1 + n, "an attribute should stand here"));
            }
            _ => return Err(self.refuse(at, "'<' without a name")),
        }
        let mut attributes = Vec::new();
        // Where the last thing that was good ends.
        let mut good = at + 1 + name.as_ref().len();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| self.no_attribute(&error, at + 1, good))?;
            let key = attribute.key.as_ref();
            self.check_key(key)?;
            let value = self.value(&attribute)?;
            good = self.offset(&attribute.value) + attribute.value.len() + 1;
            attributes.push((key.to_owned(), value));
        }
        Ok(attributes)
    }

    /// The text ends inside the tag that begins at `at`: mostly because its end is missing, but a
    /// lost quotation mark looks the same, and is told where it stands.
    fn cut_inside(&mut self, at: usize) -> FormatError {
        let tag = &self.text[self.text.floor_char_boundary(at)..];
        if tag.starts_with("</") || tag.starts_with("<!") || tag.starts_with("<?") {
            return self.cut();
        }
        let content = tag.strip_prefix('<').unwrap_or(tag);
        let name = content.find(|c: char| c.is_ascii_whitespace()).unwrap_or(content.len());
        match self.attributes(&BytesStart::from_content(content, name), at) {
            Ok(_) => self.cut(),
            Err(error) => error,
        }
    }

    /// The refusal of what stands after the place `good`; `start` is where the tag begins, after
    /// the `<`. What ends with the text is cut.
    fn no_attribute(&mut self, error: &AttrError, start: usize, good: usize) -> FormatError {
        let text = self.text;
        let blank = |c: char| c.is_ascii_whitespace();
        // The word that ends before a place in the tag, and where it begins.
        let word = |at: usize| {
            let before = text.get(good..start + at).unwrap_or_default();
            let word = before.trim_start_matches(blank);
            let from = good + before.len() - word.len();
            (word.trim_end_matches(|c| c == '=' || blank(c)), from)
        };
        let (at, why) = match *error {
            AttrError::ExpectedQuote(..) => return self.cut(),
            AttrError::ExpectedEq(at) | AttrError::ExpectedValue(at)
                if start + at >= text.trim_end().len() && !word(at).0.contains(NO_NAME) =>
            {
                return self.cut();
            }
            AttrError::ExpectedEq(at) => {
                let (name, from) = word(at);
                match name.find(NO_NAME) {
                    Some(0) => (from, "an attribute should stand here".to_owned()),
                    Some(n) => (from + n, format!("'=' should follow {}", &name[..n])),
                    None => (start + at, format!("'=' should follow {name}")),
                }
            }
            AttrError::ExpectedValue(at) | AttrError::UnquotedValue(at) => {
                (start + at, format!("the value of {} is not quoted", word(at).0))
            }
            AttrError::Duplicated(at, _) => {
                (start + at, "an attribute stands here for the second time".to_owned())
            }
        };
        self.refuse(at, why)
    }

    /// Refuses the name of an attribute that holds what no name can.
    fn check_key(&mut self, key: &str) -> Result<(), FormatError> {
        let at = self.offset(key);
        match key.find(NO_NAME) {
            Some(0) => Err(self.refuse(at, "an attribute should stand here")),
            Some(n) => Err(self.refuse(at + n, format!("'=' should follow {}", &key[..n]))),
            None => Ok(()),
        }
    }

    /// Where a part of our text stands in it.
    fn offset(&self, part: &str) -> usize {
        (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize).min(self.text.len())
    }

    /// The value of an attribute. A line break in it counts as a blank; a written &#10; stays one.
    fn value(&mut self, attribute: &Attribute<'_>) -> Result<String, FormatError> {
        let error = match attribute.normalized_value(XmlVersion::Implicit1_0) {
            Ok(value) => return Ok(value.into_owned()),
            Err(error) => error,
        };
        let (after, why) = match &error {
            Error::Escape(EscapeError::UnrecognizedEntity(place, name)) => {
                (place.start.saturating_sub(1), format!("&{name}; is not an entity we know"))
            }
            Error::Escape(EscapeError::UnterminatedEntity(place)) => {
                (place.start, "'&' without the ';' of an entity".to_owned())
            }
            other => (0, other.to_string()),
        };
        let at = self.offset(&attribute.value) + after;
        Err(self.refuse(at, why).hint("write &amp; for '&'"))
    }

    fn character(&mut self, entity: &BytesRef<'_>, at: usize) -> Result<String, FormatError> {
        let name: &str = entity;
        let numbered = entity.resolve_char_ref().ok().flatten().map(String::from);
        numbered
            .or_else(|| resolve_predefined_entity(name).map(str::to_owned))
            .ok_or_else(|| self.refuse(at, format!("&{name}; is not an entity we know")))
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Event, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed { None } else { self.step().transpose() }
    }
}

/// Writes a text so that it may stand in an attribute: a reader turns white space there into
/// blanks, so it is numbered.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in partial_escape(text).chars() {
        match c {
            '"' => out.push_str("&quot;"),
            '\n' | '\r' | '\t' => out.push_str(&format!("&#{};", c as u32)),
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
    fn a_text_in_pieces_is_one_text() {
        let text = "<a>b &amp; <!-- c --><![CDATA[<d>]]>&#x65;</a>";
        let events: Result<Vec<Event>, FormatError> = Reader::new(text).collect();
        assert_eq!(events.unwrap()[1], Event::Text("b & <d>e".into()));
    }

    #[test]
    fn a_mark_of_byte_order_moves_no_place() {
        let fault = |text: &str| Reader::new(text).find_map(Result::err).unwrap().fault().clone();
        for text in ["<a", "<a b='1' c", "<a>é<", "<"] {
            let marked = format!("\u{feff}{text}");
            assert_eq!(fault(&marked).message, fault(text).message, "{text}");
            assert_eq!(fault(&marked).column, fault(text).column, "{text}");
        }
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
        assert_eq!(error("<a>\n<b x='ä &nbsp;'/></a>"), (Code::DecodeFailed, 2, 9));
        assert_eq!(error("<a x='&'/>"), (Code::DecodeFailed, 1, 7));
        assert_eq!(error("<a x='1' x='2'/>"), (Code::DecodeFailed, 1, 10));
        assert_eq!(error("<a x='1"), (Code::Truncated, 1, 8));
        assert_eq!(error("<a x=1' y='2'/>\n"), (Code::DecodeFailed, 1, 6));
        assert_eq!(error("<a x'1'/>"), (Code::DecodeFailed, 1, 5));
        assert_eq!(error("<ax='1'/>"), (Code::DecodeFailed, 1, 4));
        assert_eq!(error("<a><!-- "), (Code::Truncated, 1, 9));
        assert_eq!(error("<!DOCTYPE a [<!ENTITY b 'c'>"), (Code::DecodeFailed, 1, 1));
        assert_eq!(error(&"<a>".repeat(65)).0, Code::TooLarge);
    }
}
