//! An explanation as text, as a page and as a sheet of pictures.
//!
//! Explanations may be long, so they are written piece by piece: a head, for each puzzle its
//! beginning, its steps and its end, and a tail.

use crate::drawing::Drawing;
use crate::picture;
use std::fmt::Write;
use sudolab::Told;
use sudolab_grid::Puzzle;

pub use crate::picture::Sheet;

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    /// The whole way to the solution.
    Explanation,
    /// The next step.
    Hint,
    /// Every step that is there now.
    EveryStep,
}

impl PageKind {
    /// The heading of the page.
    pub fn title(self) -> &'static str {
        match self {
            PageKind::Explanation => "The solution step by step",
            PageKind::Hint => "A hint: the next step",
            PageKind::EveryStep => "Every step that is there now",
        }
    }
}

const STYLE: &str = ":root{color-scheme:light dark}\
body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;line-height:1.5;\
background:#fff;color:#1c1e21;overflow-wrap:anywhere}\
h1{font-size:1.5rem}h2{font-size:1.2rem;margin-top:2.5rem}\
.line{font-family:ui-monospace,monospace;font-size:.8rem;color:#5a6068}\
section{break-inside:avoid;border-top:1px solid #d5d9de;padding:1rem 0;display:flow-root}\
h3{font-size:1.05rem;margin:0 0 .6rem}small{color:#5a6068;font-weight:normal}\
figure{margin:0 1.5rem .5rem 0;width:24rem;max-width:100%;float:left;position:sticky;top:.5rem}figure svg{display:block;width:100%;height:auto}\
section div{overflow:hidden}section p{margin:.2rem 0}.so{font-weight:600}\
section p[data-depth]{margin-left:1rem;font-size:.95em}section p[data-depth=\"2\"]{margin-left:2rem}\
nav{clear:both;padding-top:.4rem;font-size:.9rem}nav a{display:inline-block;padding:.3rem .6rem .3rem 0;color:#0b57a8}\
table{border-collapse:collapse}td,th{text-align:left;padding:.1rem .8rem .1rem 0}td.n{text-align:right}th{white-space:nowrap}\
.end{border-top:2px solid #8a9099;padding-top:1rem;font-weight:600;clear:both}\
@media(max-width:40rem){body{margin:1rem auto}figure{float:none;position:static;margin-right:0;width:100%}}\
@media(prefers-color-scheme:dark){body{background:#16181c;color:#e4e6e9}\
.line,small{color:#a0a7b0}section{border-color:#33383f}nav a{color:#8cc0f5}}\
@media print{body{background:#fff;color:#000}nav{display:none}}";

/// The beginning of a page.
pub fn html_head(kind: PageKind) -> String {
    let title = kind.title();
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>Sudolab: {}</title><style>{STYLE}</style></head><body><h1>{title}</h1>\n",
        title.to_lowercase()
    )
}

/// The end of a page.
pub const HTML_TAIL: &str = "</body></html>\n";

/// The heading of a puzzle on a page: its name and its line.
pub fn html_name(name: &str, puzzle: &str) -> String {
    format!("<h2>{}</h2><p class=\"line\">{}</p>\n", escaped(name), escaped(puzzle))
}

/// The same with the starting grid.
pub fn html_begin(name: &str, puzzle: &Puzzle) -> String {
    let grid = picture::drawn(&Drawing::clues(puzzle, "The starting grid"));
    html_name(name, &puzzle.to_string())
        + &format!("<section><h3>The starting grid</h3>\n<figure>{grid}</figure></section>\n")
}

/// Who can be shown as a step: of the classic board, of another one, of a trail.
pub trait Staged {
    /// The step in words.
    fn scene(&self) -> Scene;
    /// Its picture.
    fn drawing(&self) -> Drawing;
}

/// A numbered step in words, as it is shown.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// Its number, from 1.
    pub number: usize,
    /// What the summary counts it under.
    pub name: String,
    /// Its heading.
    pub title: String,
    /// Its difficulty in words and as a number, where it has one.
    pub price: Option<(String, f64)>,
    /// Why it holds, sentence by sentence.
    pub sentences: Vec<String>,
    /// What follows.
    pub conclusion: String,
}

impl Staged for Told {
    fn scene(&self) -> Scene {
        let (words, difficulty) = (self.words(), self.hint.difficulty);
        Scene {
            number: self.number,
            name: self.hint.step.technique.name().to_owned(),
            title: words.title,
            price: difficulty.map(|d| (d.to_string(), crate::rated::number(d))),
            sentences: words.sentences,
            conclusion: words.conclusion,
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing::new(self)
    }
}

impl Scene {
    /// Number, title and difficulty.
    fn caption(&self) -> String {
        let difficulty = self.price.as_ref().map(|(text, _)| format!(" ({text})"));
        format!("{}. {}{}", self.number, self.title, difficulty.unwrap_or_default())
    }

    /// A section with the picture and the words.
    fn section(&self, drawing: &Drawing, attributes: &str, nav: &str) -> String {
        let price = self.price.as_ref().map(|(text, _)| format!(" <small>{text}</small>"));
        let (title, drawn) = (escaped(&self.title), picture::drawn(drawing));
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<section{attributes}><h3>{}. {title}{}</h3>",
            self.number,
            price.unwrap_or_default()
        );
        let _ = writeln!(out, "<figure>{drawn}</figure><div>");
        for sentence in &self.sentences {
            let _ = match depth(sentence) {
                0 => writeln!(out, "<p>{}</p>", escaped(sentence)),
                deep => {
                    writeln!(out, "<p data-depth=\"{}\">{}</p>", deep.min(2), escaped(sentence))
                }
            };
        }
        let so = escaped(&self.conclusion);
        let _ = writeln!(out, "<p class=\"so\">{so}</p></div>{nav}</section>");
        out
    }
}

/// A numbered step on a page, with its picture.
pub fn html_step(step: &impl Staged) -> String {
    step.scene().section(&step.drawing(), "", "")
}

/// How deep a sentence of a chain lies: `(14)` and plain sentences 0, `(14.2)` 1.
fn depth(sentence: &str) -> usize {
    let inner = sentence.strip_prefix("Within ").map_or((sentence, 1), |rest| (rest, 2));
    let number = inner.0.strip_prefix('(').and_then(|rest| rest.split(')').next());
    let is_number = |text: &&str| text.chars().all(|c| c.is_ascii_digit() || c == '.');
    match number.filter(is_number) {
        Some(number) => number.matches('.').count() + inner.1 - 1,
        None => 0,
    }
}

/// How an explanation ended, on a page.
pub fn html_end(words: &str) -> String {
    format!("<p class=\"end\">{}</p>\n", escaped(words))
}

/// The explanation of one puzzle on a page, whichever board it has: starting grid, summary, and steps
/// with the way to the one before and the next.
#[derive(Clone, Debug)]
pub struct Story {
    /// The number of the puzzle, which tells its anchors from those of others.
    number: usize,
    name: String,
    puzzle: Puzzle,
    steps: String,
    n_steps: usize,
    /// Techniques in the order of their first use: how often, and the highest price.
    used: Vec<(String, usize, Option<String>, f64)>,
}

impl Story {
    /// A story before its first step.
    pub fn new(number: usize, name: &str, puzzle: &Puzzle) -> Story {
        let (name, puzzle) = (name.to_owned(), puzzle.clone());
        Story { number, name, puzzle, steps: String::new(), n_steps: 0, used: Vec::new() }
    }

    /// Adds a step.
    pub fn step(&mut self, step: &impl Staged) {
        let (drawing, step) = (step.drawing(), step.scene());
        self.n_steps += 1;
        let (puzzle, at) = (self.number, self.n_steps);
        let nav = format!(
            "<nav><a href=\"#p{puzzle}-{}\">&lsaquo; Previous</a> \
             <a href=\"#p{puzzle}-{}\">Next &rsaquo;</a> <a href=\"#p{puzzle}-0\">Start</a></nav>",
            at - 1,
            at + 1
        );
        let attributes = format!(" id=\"p{puzzle}-{at}\"");
        self.steps.push_str(&step.section(&drawing, &attributes, &nav));
        let known = self.used.iter().position(|(known, ..)| *known == step.name);
        let place = known.unwrap_or_else(|| {
            self.used.push((step.name, 0, None, 0.0));
            self.used.len() - 1
        });
        let row = &mut self.used[place];
        row.1 += 1;
        if let Some((text, value)) = step.price
            && value > row.3
        {
            (row.2, row.3) = (Some(text), value);
        }
    }

    /// The whole story, with how it ended.
    pub fn end(&self, words: &str) -> String {
        let (number, mut out) = (self.number, html_name(&self.name, &self.puzzle.to_string()));
        let drawn = picture::drawn(&Drawing::clues(&self.puzzle, "The starting grid"));
        let _ = writeln!(
            out,
            "<section id=\"p{number}-0\"><h3>The starting grid</h3>\n<figure>{drawn}</figure><div>\
             <p class=\"so\">{}</p>",
            escaped(words)
        );
        if !self.used.is_empty() {
            let priced = self.used.iter().any(|(_, _, price, _)| price.is_some());
            let head = if priced { "<th>up to</th>" } else { "" };
            let _ = writeln!(
                out,
                "<table><thead><tr><th>technique</th><th>steps</th>{head}</tr></thead>"
            );
            for (name, count, price, _) in &self.used {
                let price = price.as_deref().unwrap_or("");
                let price =
                    if priced { format!("<td class=\"n\">{price}</td>") } else { String::new() };
                let name = escaped(name);
                let _ =
                    writeln!(out, "<tr><td>{name}</td><td class=\"n\">{count}</td>{price}</tr>");
            }
            out.push_str("</table>");
        }
        let _ = writeln!(
            out,
            "</div><nav><a href=\"#p{number}-1\">{} &rsaquo;</a></nav></section>",
            if self.n_steps > 0 { "First step" } else { "End" }
        );
        out.push_str(&self.steps);
        let _ = writeln!(
            out,
            "<p class=\"end\" id=\"p{number}-{}\">{}</p>",
            self.n_steps + 1,
            escaped(words)
        );
        out
    }
}

/// A position in which something is wrong, on a page: the cells marked, and what is wrong.
pub fn html_wrong(drawing: &Drawing, sentence: &str) -> String {
    format!(
        "<section><h3>{}</h3>\n<figure>{}</figure><div><p class=\"so\">{}</p></div></section>\n",
        escaped(&drawing.title),
        picture::drawn(drawing),
        escaped(sentence)
    )
}

/// A numbered step in words for a terminal.
pub fn text_step(step: &impl Staged) -> String {
    let step = step.scene();
    let mut out = format!("{}\n", step.caption());
    for sentence in step.sentences.iter().chain([&step.conclusion]) {
        let _ = writeln!(out, "   {sentence}");
    }
    out
}

/// Adds a numbered step to a sheet of pictures.
pub fn draw_step(sheet: &mut Sheet, step: &impl Staged) {
    sheet.add(&step.scene().caption(), &step.drawing());
}

/// Text that stands for itself in HTML and SVG.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab::{Halt, Order, explain_any};

    #[test]
    fn a_story_leads_from_step_to_step_and_sums_up() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let never = Halt::never();
        let puzzle: Puzzle = line.parse().expect("a line");
        let steps = explain_any(&puzzle, Order::Human, &never).expect("a classic puzzle");
        let mut story = Story::new(3, "<third>", &puzzle);
        let told: Vec<Told> = steps.flatten().collect();
        told.iter().for_each(|told| story.step(told));
        let page = story.end("Solved.");
        // Every link leads somewhere.
        for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert_eq!(page.matches(&format!("id=\"{link}\"")).count(), 1, "{link}");
        }
        assert_eq!(page.matches("Next &rsaquo;").count(), told.len());
        assert_eq!(page.matches("<svg").count(), told.len() + 1, "the starting grid and the steps");
        assert!(page.contains("&lt;third&gt;") && page.contains("<td>Hidden Single</td>"));
    }

    #[test]
    fn lines_below_a_line_are_told_from_it() {
        let depths = ["Suppose that x.", "(14) From (3): y.", "(14.2) z.", "Within (14) suppose."];
        assert_eq!(depths.map(depth), [0, 0, 1, 1]);
        assert_eq!(depth("(14.2.1) z."), 2);
    }
}
