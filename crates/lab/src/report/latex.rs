//! A table as a LaTeX `tabular`, to be read by `\input` inside a `table`.

use super::blocks::Table;
use std::fmt::Write;

/// The columns that the report shows, in its words; needs no package.
pub fn tabular(table: &Table) -> String {
    let shown = table.shown_columns();
    let is_number = |i: usize| {
        table.rows.iter().any(|row| row.get(i).is_some_and(|field| field.number.is_some()))
    };
    let layout: String = shown.iter().map(|&i| if is_number(i) { 'r' } else { 'l' }).collect();
    let mut out = format!("% {}\n\\begin{{tabular}}{{{layout}}}\n\\hline\n", table.title);
    let mut line = |fields: &mut dyn Iterator<Item = &str>, end: &str| {
        let fields: Vec<String> = fields.map(escaped).collect();
        let _ = writeln!(out, "{} \\\\{end}", fields.join(" & "));
    };
    line(&mut shown.iter().map(|&i| table.columns[i].1.as_str()), " \\hline");
    for row in table.rows.iter().take(table.shown) {
        line(&mut shown.iter().map(|&i| row.get(i).map_or("", |field| field.text.as_str())), "");
    }
    out.push_str("\\hline\n\\end{tabular}\n");
    out
}

/// Text with everything that means something to TeX written so that it appears.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '\u{a0}' => out.push('~'),
            '\u{202f}' | '\u{2009}' => out.push_str("\\,"),
            '<' => out.push_str("$<$"),
            '>' => out.push_str("$>$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '×' => out.push_str("$\\times$"),
            '−' => out.push_str("$-$"),
            '±' => out.push_str("$\\pm$"),
            '∞' => out.push_str("$\\infty$"),
            'µ' => out.push_str("$\\mu$"),
            '–' => out.push_str("--"),
            '“' => out.push_str("``"),
            '”' => out.push_str("''"),
            '\n' | '\r' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::blocks::Field;
    use super::*;

    #[test]
    fn what_means_something_to_tex_is_written_out() {
        let table = Table {
            name: "t",
            title: "Title".to_owned(),
            note: String::new(),
            columns: vec![
                ("a".into(), "algorithm".into()),
                ("b".into(), "95 % to".into()),
                ("c".into(), String::new()),
            ],
            rows: vec![vec![
                Field::word("a_b & {c}"),
                Field::number(1.5, ">\u{a0}1.5\u{a0}µs"),
                Field::word("in the file only"),
            ]],
            folded: false,
            shown: 10,
        };
        assert_eq!(
            tabular(&table),
            "% Title\n\\begin{tabular}{lr}\n\\hline\nalgorithm & 95 \\% to \\\\ \\hline\n\
             a\\_b \\& \\{c\\} & $>$~1.5~$\\mu$s \\\\\n\\hline\n\\end{tabular}\n"
        );
    }
}
