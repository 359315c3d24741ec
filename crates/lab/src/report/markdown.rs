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
            Block::Text(text) => {
                let _ = writeln!(out, "{text}");
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

/// Wide or long tables are cut here; the CSV file has all of it.
fn table(out: &mut String, table: &Table) {
    const COLUMNS: usize = 14;
    const ROWS: usize = 60;
    let _ = writeln!(out, "### {}\n\n{}\n", table.title, table.note);
    let heads: Vec<&str> = table.columns.iter().take(COLUMNS).map(|(_, h)| h.as_str()).collect();
    let _ = writeln!(out, "| {} |", heads.join(" | "));
    let _ = writeln!(out, "|{}", "---|".repeat(heads.len()));
    for row in table.rows.iter().take(ROWS.min(table.shown)) {
        let fields: Vec<String> =
            row.iter().take(COLUMNS).map(|f| f.text.replace('|', "\\|")).collect();
        let _ = writeln!(out, "| {} |", fields.join(" | "));
    }
    let hidden = table.rows.len().saturating_sub(ROWS.min(table.shown));
    let more = match (hidden, table.columns.len() > COLUMNS) {
        (0, false) => String::new(),
        (0, true) => " (with more columns)".to_owned(),
        (rows, _) => format!(" (with {rows} more rows)"),
    };
    let _ = writeln!(out, "\nTable: tables/{}.csv{more}", table.name);
}
