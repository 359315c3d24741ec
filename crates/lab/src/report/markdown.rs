//! The report as Markdown, for terminals and repositories.

use super::blocks::{Block, Table};
use std::fmt::Write;

/// Renders the blocks under a title.
pub fn render(title: &str, blocks: &[Block]) -> String {
    let mut out = format!("# {title}\n");
    for block in blocks {
        out.push('\n');
        match block {
            Block::Heading(text) => {
                let _ = writeln!(out, "## {text}");
            }
            Block::Subheading(text) => {
                let _ = writeln!(out, "### {text}");
            }
            Block::Text(text) => {
                let _ = writeln!(out, "{}", unlinked(text).replacen("\n- ", "\n\n- ", 1));
            }
            Block::List(lines) => {
                for line in lines {
                    let _ = writeln!(out, "- {line}");
                }
            }
            Block::Verbatim(text) => {
                let _ = writeln!(out, "```toml\n{}\n```", text.trim_end());
            }
            Block::Table(t) => table(&mut out, t),
            Block::Figure { name, figure } => {
                let _ =
                    writeln!(out, "![{}](figures/{name}.svg)\n\n{}", figure.title, figure.caption);
            }
        }
    }
    out
}

/// A line without marks.
pub fn plain(line: &str) -> String {
    unlinked(line).replace("**", "")
}

/// A line with only the words of links inside the page, which has other anchors here.
fn unlinked(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(middle) = rest.find("](#") {
        let start = rest[..middle].rfind('[');
        let end = rest[middle..].find(')').map(|e| middle + e);
        let (Some(start), Some(end)) = (start, end) else { break };
        out.push_str(&rest[..start]);
        out.push_str(&rest[start + 1..middle]);
        rest = &rest[end + 1..];
    }
    out + rest
}

/// Long tables are cut here; the CSV file has all of it.
fn table(out: &mut String, table: &Table) {
    const ROWS: usize = 60;
    let _ = writeln!(out, "### {}\n\n{}\n", table.title, table.note);
    let shown = table.shown_columns();
    let heads: Vec<&str> = shown.iter().map(|&i| table.columns[i].1.as_str()).collect();
    let _ = writeln!(out, "| {} |", heads.join(" | "));
    let _ = writeln!(out, "|{}", "---|".repeat(heads.len()));
    for row in table.rows.iter().take(ROWS.min(table.shown)) {
        let fields: Vec<String> = shown
            .iter()
            .filter_map(|&i| row.get(i))
            .map(|f| f.text.replace('|', "\\|").replace(['\n', '\r'], " "))
            .collect();
        let _ = writeln!(out, "| {} |", fields.join(" | "));
    }
    let hidden = table.rows.len().saturating_sub(ROWS.min(table.shown));
    let more = match (hidden, table.columns.len() > shown.len()) {
        (0, false) => String::new(),
        (0, true) => " (with more columns)".to_owned(),
        (rows, _) => format!(" (with {rows} more rows)"),
    };
    let _ = writeln!(out, "\nTable: tables/{}.csv{more}", table.name);
}
