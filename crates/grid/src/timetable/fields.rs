//! Fields with commas between them, as spreadsheets write them.

/// The fields of a line: trimmed, and freed of quotes, inside which a comma is part of the field and
/// a doubled quote stands for one.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let (mut quoted, mut was_quoted) = (false, false);
    let mut symbols = line.chars().peekable();
    while let Some(symbol) = symbols.next() {
        let field = fields.last_mut().expect("there is always one");
        match symbol {
            '"' if quoted && symbols.peek() == Some(&'"') => {
                field.push('"');
                symbols.next();
            }
            '"' if quoted => quoted = false,
            '"' if field.trim().is_empty() || field.trim_end().ends_with(':') && !was_quoted => {
                (quoted, was_quoted) = (true, true);
            }
            ',' if !quoted => {
                *field = field.trim().to_owned();
                fields.push(String::new());
                was_quoted = false;
            }
            _ => field.push(symbol),
        }
    }
    if let Some(last) = fields.last_mut() {
        *last = last.trim().to_owned();
    }
    fields
}

/// One field, quoted where it has to be.
pub fn field(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

/// A line of fields, without its end.
pub fn row<'a>(fields: impl IntoIterator<Item = &'a str>) -> String {
    fields.into_iter().map(field).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_read_back_as_they_were_written() {
        for fields in [vec!["Mon 9", "Hall"], vec!["", "a, b", "say \"hi\""], vec!["x"]] {
            assert_eq!(split(&row(fields.iter().copied())), fields);
        }
        assert_eq!(split("fixed: \"Music, early\", Mon 9"), ["fixed: Music, early", "Mon 9"]);
        assert_eq!(split(" a , b,"), ["a", "b", ""]);
    }
}
