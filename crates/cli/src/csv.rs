//! Comma-separated lines, quoted where they must be (RFC 4180).

/// Adds one line of fields.
pub fn push_line<'a>(out: &mut Vec<u8>, fields: impl IntoIterator<Item = &'a str>) {
    for (i, field) in fields.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            out.push(b'"');
            out.extend_from_slice(field.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(field.as_bytes());
        }
    }
    out.push(b'\n');
}

#[cfg(test)]
mod tests {
    #[test]
    fn fields_with_commas_or_quotes_are_quoted() {
        let mut out = Vec::new();
        super::push_line(&mut out, ["a", "b,c", "d\"e", ""]);
        assert_eq!(String::from_utf8(out).unwrap(), "a,\"b,c\",\"d\"\"e\",\n");
    }
}
