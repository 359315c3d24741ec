//! Text in a picture: how wide it will be, and how it is written into XML.
//!
//! The reader's font is unknown, so widths are those of DejaVu Sans, one of the widest of the
//! usual sans-serif faces: what fits with it fits with Helvetica or Arial as well.

/// Width of a text in units of its font size.
pub(crate) fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.30,
        ' ' | '\u{a0}' | ',' | '.' | ':' | ';' | 'I' | '\u{2009}' => 0.33,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '/' | '-' | '"' | '!' => 0.41,
        'm' | 'M' | 'W' | '%' | '@' => 0.98,
        'w' | '+' | '<' | '=' | '>' | '~' | '−' | '±' | '×' | '≤' | '≥' => 0.84,
        '0'..='9' => 0.64,
        'A'..='Z' => 0.73,
        c if c.is_ascii() => 0.62,
        // Scripts with square glyphs start here.
        c if c as u32 >= 0x2E80 => 1.05,
        _ => 0.68,
    }
}

/// The text shortened to a width, with an ellipsis.
pub(crate) fn fitted(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let mut short = String::new();
    let mut used = width("…");
    for c in text.chars() {
        used += char_width(c);
        if used > most {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

/// The text broken into lines of at most a width, at spaces.
pub(crate) fn wrapped(text: &str, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split([' ', '\n', '\t']).filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if width(line) + width(" ") + width(word) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(fitted(word, most)),
        }
    }
    lines
}

/// The text with the characters XML reserves written as entities, and those it forbids left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped_and_shortened() {
        assert_eq!(escaped("a<b & \"c\"\u{1}\n"), "a&lt;b &amp; &quot;c&quot; ");
        let short = fitted("annealing with a very long name", 8.0);
        assert!(short.ends_with('…') && width(&short) <= 8.0, "{short}");
        assert_eq!(fitted("rules", 8.0), "rules");
        assert_eq!(wrapped("one two three", 4.6), ["one two", "three"]);
    }
}
