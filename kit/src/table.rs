//! Tables of comma-separated values with one header line, read by the names of their columns.

/// Fields of a line; a field in double quotes may hold commas.
pub fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().expect("one at least").push(c),
        }
    }
    fields
}

/// The wanted columns of every row, in the order they are asked for.
///
/// # Panics
/// When a column is absent or a row is short, with its line number.
pub fn rows<const N: usize>(text: &str, wanted: [&str; N]) -> Vec<[String; N]> {
    let mut lines = text.lines().enumerate();
    let head = lines.next().map(|(_, line)| fields(line)).unwrap_or_default();
    let columns = wanted.map(|name| {
        head.iter().position(|h| h == name).unwrap_or_else(|| panic!("no column '{name}'"))
    });
    lines
        .filter(|(_, line)| !line.is_empty())
        .map(|(index, line)| {
            let row = fields(line);
            columns.map(|column| {
                row.get(column)
                    .unwrap_or_else(|| panic!("line {} is short: {line}", index + 1))
                    .clone()
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_found_by_name_and_quotes_keep_commas_together() {
        let text = "id,words,n\na,\"one, two\",3\n\nb,,4\n";
        assert_eq!(rows(text, ["n", "words"]), [["3", "one, two"], ["4", ""]]);
    }

    #[test]
    #[should_panic(expected = "no column 'm'")]
    fn an_absent_column_is_named() {
        rows("id,n\n", ["m"]);
    }

    #[test]
    #[should_panic(expected = "line 3 is short")]
    fn a_short_row_is_named() {
        rows("id,n\na,1\nb\n", ["n"]);
    }
}
