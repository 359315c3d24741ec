//! The report as one HTML file that needs nothing else.

use super::blocks::{Block, Field, Table};
use crate::plot::STYLESHEET;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
/// What sorts tables and opens folded ones.
pub const SCRIPT: &str = include_str!("page.js");

/// Renders the blocks under a title; `lead` are the sentences of the first screen.
pub fn render(title: &str, kicker: &str, lead: &[String], blocks: &[Block]) -> String {
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{t}</title>\n<style>\n{STYLE}{STYLESHEET}</style>\n</head>\n<body>\n<main>\n<header>\n<p class=\"kicker\">{k}</p>\n<h1>{t}</h1>\n</header>\n",
        t = escaped(title),
        k = inline(kicker),
    );
    out.push_str("<section class=\"answer\" aria-label=\"The answer\">\n");
    for (i, line) in lead.iter().enumerate() {
        let class = if i == 0 { " class=\"first\"" } else { "" };
        let mut items = line.split("\n- ");
        let _ = writeln!(out, "<p{class}>{}</p>", inline(items.next().unwrap_or_default()));
        let items: Vec<&str> = items.collect();
        list(&mut out, &items);
    }
    out.push_str("</section>\n");
    let heads: Vec<&String> = blocks
        .iter()
        .filter_map(|b| if let Block::Heading(h) = b { Some(h) } else { None })
        .collect();
    out.push_str("<nav aria-label=\"Contents\">");
    for head in heads {
        let _ = write!(out, "<a href=\"#{}\">{}</a> ", anchor(head), escaped(head));
    }
    out.push_str("</nav>\n");
    let mut among_figures = false;
    for block in blocks {
        let is_figure = matches!(block, Block::Figure { .. });
        if is_figure != among_figures {
            out.push_str(if is_figure { "<div class=\"figures\">\n" } else { "</div>\n" });
            among_figures = is_figure;
        }
        match block {
            Block::Heading(text) => {
                let _ = writeln!(out, "<h2 id=\"{}\">{}</h2>", anchor(text), escaped(text));
            }
            Block::Subheading(text) => {
                let _ = writeln!(out, "<h3 id=\"{}\">{}</h3>", anchor(text), escaped(text));
            }
            Block::Text(text) => {
                let _ = writeln!(out, "<p>{}</p>", inline(text));
            }
            Block::List(lines) => {
                let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                list(&mut out, &lines);
            }
            Block::Verbatim(text) => {
                let _ = writeln!(out, "<pre>{}</pre>", escaped(text.trim_end()));
            }
            Block::Table(t) => table(&mut out, t),
            Block::Figure { name, figure } => {
                let wide = if figure.size.width > 300.0 { " class=\"wide\"" } else { "" };
                let _ = writeln!(
                    out,
                    "<figure id=\"figure-{name}\"{wide}>\n{}\n<figcaption>{} <a href=\"figures/{name}.svg\">SVG</a></figcaption>\n</figure>",
                    figure.svg(),
                    inline(&figure.caption)
                );
            }
        }
    }
    if among_figures {
        out.push_str("</div>\n");
    }
    let _ = write!(out, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn list(out: &mut String, lines: &[&str]) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<ul>\n");
    for line in lines {
        let _ = writeln!(out, "<li>{}</li>", inline(line));
    }
    out.push_str("</ul>\n");
}

/// A folded table with more rows than this stays folded on paper.
const PRINTED: usize = 60;

fn table(out: &mut String, table: &Table) {
    let hidden = table.rows.len().saturating_sub(table.shown);
    let rows = table.rows.len();
    let name = table.name;
    if table.folded {
        let _ = writeln!(
            out,
            "<details id=\"table-{name}\"{}><summary>{} <small>({rows} row{})</small></summary>",
            if rows > PRINTED { " class=\"long\"" } else { "" },
            escaped(&table.title),
            if rows == 1 { "" } else { "s" }
        );
    } else {
        let _ = writeln!(out, "<h3 id=\"table-{name}\">{}</h3>", escaped(&table.title));
    }
    let _ = writeln!(out, "<p class=\"note\">{}</p>", inline(&table.note));
    // Sentences are broken into lines, other fields are not.
    let is_prose = |row: &Vec<Field>| row.iter().any(|f| f.text.matches(' ').count() > 12);
    let class = if table.rows.iter().any(is_prose) { " class=\"prose\"" } else { "" };
    let _ = write!(out, "<div class=\"scroll\"><table{class}><thead><tr>");
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|i| table.rows.iter().any(|r| r.get(i).is_some_and(|f| f.number.is_some())))
        .collect();
    let shown = table.shown_columns();
    for &i in &shown {
        let head = &table.columns[i].1;
        let class = if numeric[i] { " class=\"n\"" } else { "" };
        let _ = write!(
            out,
            "<th scope=\"col\"{class}><button type=\"button\">{}</button></th>",
            escaped(head)
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in table.rows.iter().take(table.shown) {
        out.push_str("<tr>");
        for &i in &shown {
            let Some(field) = row.get(i) else { continue };
            let class = if numeric[i] { " class=\"n\"" } else { "" };
            let sort = field.number.map_or(String::new(), |x| format!(" data-v=\"{x}\""));
            let bar = field
                .share
                .map_or(String::new(), |share| format!(" style=\"--share:{:.1}%\"", 100.0 * share));
            // Only sentences name what one would type.
            let has_code = field.text.contains('`');
            let text = if has_code { inline(&field.text) } else { escaped(&field.text) };
            let text = match &field.link {
                Some(link) => {
                    format!(
                        "<a class=\"p\" href=\"{}\" rel=\"noreferrer\">{text}</a>",
                        escaped(link)
                    )
                }
                None => text,
            };
            let _ = write!(out, "<td{class}{sort}{bar}>{text}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
    let more = if hidden > 0 { format!("{hidden} more rows in the file. ") } else { String::new() };
    let _ =
        writeln!(out, "<p class=\"note\">{more}<a href=\"tables/{name}.csv\">{name}.csv</a></p>");
    if table.folded {
        out.push_str("</details>\n");
    }
}

fn anchor(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Escaped, with `**bold**`, `` `code` `` and `[links](address)`.
fn inline(text: &str) -> String {
    let mut out = escaped(text).replace(" %", "\u{a0}%");
    for (mark, open, close) in [("**", "<strong>", "</strong>"), ("`", "<code>", "</code>")] {
        let mut parts = out.split(mark).map(str::to_owned);
        let mut joined = parts.next().unwrap_or_default();
        for (i, part) in parts.enumerate() {
            joined.push_str(if i % 2 == 0 { open } else { close });
            joined.push_str(&part);
        }
        out = joined;
    }
    linked(&out)
}

/// Links inside the page, and no others: what comes from files leads nowhere.
fn linked(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(middle) = rest.find("](#") {
        let start = rest[..middle].rfind('[');
        let end = rest[middle..].find(')').map(|e| middle + e);
        let (Some(start), Some(end)) = (start, end) else { break };
        let (words, address) = (&rest[start + 1..middle], &rest[middle + 2..end]);
        let _ = write!(out, "{}<a href=\"{address}\">{words}</a>", &rest[..start]);
        rest = &rest[end + 1..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_from_files_cannot_become_markup() {
        assert_eq!(inline("**a<b>** `x`"), "<strong>a&lt;b&gt;</strong> <code>x</code>");
        assert_eq!(escaped("\"&<"), "&quot;&amp;&lt;");
        assert_eq!(inline("see [a](#b) [x"), "see <a href=\"#b\">a</a> [x");
        assert_eq!(inline("[a](http://b)"), "[a](http://b)");
    }
}
