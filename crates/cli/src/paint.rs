//! Colour in results for people: what was given against what was found, and verdicts.

use crate::args::{ColorChoice, Common};
use anstyle::{AnsiColor, Style};
use sudolab::formats::{Document, Format, WriteOptions};
use sudolab::{Grid, Puzzle, Solution};
use sudolab_wire::Sign;
use sudolab_wire::terminal::Span;

const GIVEN: Style = Style::new().bold();
const FOUND: Style = AnsiColor::Cyan.on_default();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();
const BLOCKING: Style = AnsiColor::Yellow.on_default();
const HEAD: Style = Style::new().bold();

/// Whether and how results are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    on: bool,
}

impl Paint {
    /// Without colours.
    #[cfg(test)]
    pub const PLAIN: Paint = Paint { on: false };

    /// As `--color` says: by itself only on a terminal, and never when NO_COLOR is set or results
    /// go to a file.
    pub fn of(common: &Common) -> Paint {
        let on = match common.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                common.output.is_none()
                    && anstream::AutoStream::choice(&std::io::stdout())
                        != anstream::ColorChoice::Never
            }
        };
        Paint { on }
    }

    /// A verdict as it should be.
    pub fn good(self, text: &str) -> String {
        self.with(GOOD, text)
    }

    /// A verdict as it should not be.
    pub fn bad(self, text: &str) -> String {
        self.with(BAD, text)
    }

    /// The head of a table.
    pub fn head(self, text: &str) -> String {
        self.with(HEAD, text)
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.on { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A solution as a grid, the clues of its puzzle told from what was found.
    pub fn solution(self, puzzle: &Puzzle, solution: &Solution) -> String {
        self.grid(solution.grid(), puzzle.clues())
    }

    /// A board with its signs.
    pub fn board(self, spans: &[Span]) -> String {
        let style = |span: &Span| match span.sign {
            Some(Sign::Placed) => Some(GOOD.bold()),
            Some(Sign::Removed | Sign::Wrong) => Some(BAD.bold()),
            Some(Sign::Blocker) => Some(BLOCKING),
            Some(_) => Some(FOUND),
            None if span.clue => Some(GIVEN),
            None => None,
        };
        let painted = |span: &Span| match style(span) {
            Some(style) => self.with(style, &span.text),
            None => span.text.clone(),
        };
        spans.iter().map(painted).collect()
    }

    /// A puzzle as a grid.
    pub fn puzzle(self, puzzle: &Puzzle) -> String {
        self.grid(puzzle.clues(), puzzle.clues())
    }

    fn grid(self, shown: &Grid, clues: &Grid) -> String {
        let document = Document::new(shown.clone());
        let written = Format::Grid.write(&document, &WriteOptions::default());
        let text = written.map(|written| written.text).unwrap_or_default();
        if !self.on {
            return text;
        }
        let mut cells = clues.board().cells();
        let mut out = String::with_capacity(4 * text.len());
        for symbol in text.chars() {
            let is_cell = symbol.is_alphanumeric() || symbol == '.';
            let style = match is_cell.then(|| cells.next()).flatten() {
                Some(cell) if clues.get(cell).is_some() => GIVEN,
                Some(_) if symbol != '.' => FOUND,
                _ => {
                    out.push(symbol);
                    continue;
                }
            };
            out.push_str(&format!("{style}{symbol}{style:#}"));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clues_and_found_digits_look_different_only_when_painted() {
        let puzzle: Puzzle = "12..34......21.3".parse().expect("a puzzle");
        let solution = sudolab::ExactSolver::new().solve(&puzzle).expect("it has one");
        let plain = Paint { on: false }.solution(&puzzle, &solution);
        assert!(!plain.contains('\u{1b}'));
        let painted = Paint { on: true }.solution(&puzzle, &solution);
        let n_clues = painted.matches(&format!("{GIVEN}")).count();
        let n_found = painted.matches(&format!("{FOUND}")).count();
        assert_eq!((n_clues, n_found), (puzzle.n_clues(), 16 - puzzle.n_clues()));
    }
}
