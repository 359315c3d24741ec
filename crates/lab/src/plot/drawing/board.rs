//! A board of labels with some cells marked, alone or beside a numbered list.

use super::super::figure::{Content, Figure, Size};
use super::super::svg::{Anchor, Font, Paint, Svg};
use super::super::text::width as text_width;
use super::{Illustration, rectangle};

/// How a cell is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CellLook {
    /// Not at all.
    #[default]
    None,
    /// As given from the start: shaded, bold.
    Given,
    /// As wrong: ringed, in another colour, struck.
    Wrong,
    /// As given and part of what is wrong.
    GivenWrong,
}

/// A square board of labels.
#[derive(Debug, Clone, PartialEq)]
pub struct BoardPicture {
    /// Cells of a row.
    pub size: usize,
    /// Width and height of a box; nought for none.
    pub box_width: usize,
    /// Height of a box.
    pub box_height: usize,
    /// What stands in each cell, row by row, and how it is marked.
    pub cells: Vec<(String, CellLook)>,
}

/// Boards in a row, and a list at the right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoardSheet {
    boards: Vec<BoardPicture>,
    list: Vec<String>,
}

/// A board by itself.
pub fn board_picture(title: &str, caption: &str, board: BoardPicture) -> Figure {
    figure(title, caption, BoardSheet { boards: vec![board], list: Vec::new() }, Size::COLUMN)
}

/// A board with a list of lines beside it.
pub fn board_with_list(
    title: &str,
    caption: &str,
    board: BoardPicture,
    list: Vec<String>,
) -> Figure {
    figure(title, caption, BoardSheet { boards: vec![board], list }, Size::PAGE)
}

fn figure(title: &str, caption: &str, sheet: BoardSheet, size: Size) -> Figure {
    Figure {
        title: title.to_owned(),
        caption: caption.to_owned(),
        size,
        content: Content::Drawing(Illustration::Board(sheet)),
    }
}

const LINE: f64 = 9.2;
/// Between the columns of a list.
const GAP: f64 = 8.0;

impl BoardSheet {
    pub(super) fn draw(&self, svg: &mut Svg, x: f64, y: f64, width: f64) -> f64 {
        let side = if self.list.is_empty() { width.min(200.0) } else { (0.38 * width).min(200.0) };
        let mut bottom = y;
        for (i, board) in self.boards.iter().enumerate() {
            bottom = bottom.max(board.draw(svg, x + 2.0, y + 4.0 + i as f64 * (side + 8.0), side));
        }
        if self.list.is_empty() {
            return bottom + 4.0;
        }
        let longest = self.list.iter().map(|line| text_width(line)).fold(1.0, f64::max);
        let each = longest * Font::TICK.size + GAP;
        let columns = |room: f64| ((room + GAP) / each).floor().max(1.0) as usize;
        let tall = |columns: usize| self.list.len().div_ceil(columns);
        // Beside the board if it fits there and does not become much taller, else below it.
        let room = width - side - 14.0;
        let beside = tall(columns(room)) as f64 * LINE <= 1.5 * side && each <= room + GAP;
        let (left, top, columns) = match beside {
            true => (x + side + 14.0, y, columns(room)),
            false => (x + 2.0, bottom + 8.0, columns(width - 2.0)),
        };
        let per_column = tall(columns);
        for (i, line) in self.list.iter().enumerate() {
            let at =
                (left + (i / per_column) as f64 * each, top + LINE * (i % per_column) as f64 + 9.0);
            svg.text(at, Anchor::Start, Font::TICK, line, None);
        }
        bottom.max(top + LINE * per_column as f64 + 4.0) + 4.0
    }
}

impl BoardPicture {
    fn draw(&self, svg: &mut Svg, x: f64, y: f64, side: f64) -> f64 {
        let n = self.size.max(1);
        let cell = side / n as f64;
        let font = Font { size: 0.6 * cell, bold: false };
        for (i, (label, mark)) in self.cells.iter().take(n * n).enumerate() {
            let (left, top) = (x + (i % n) as f64 * cell, y + (i / n) as f64 * cell);
            let square = rectangle(left, top, cell, cell);
            let (given, wrong) = match mark {
                CellLook::None => (false, false),
                CellLook::Given => (true, false),
                CellLook::Wrong => (false, true),
                CellLook::GivenWrong => (true, true),
            };
            if given {
                svg.path(&square, Paint::coloured(Some(0)).stroke(0.0).fill(0.16));
            }
            if wrong {
                svg.path(&square, Paint::coloured(Some(1)).stroke(0.0).fill(0.3));
                let inset = rectangle(left + 1.2, top + 1.2, cell - 2.4, cell - 2.4);
                svg.path(&inset, Paint::coloured(Some(1)).stroke(1.2));
            }
            let at = (left + cell / 2.0, top + 0.71 * cell);
            svg.text(at, Anchor::Middle, Font { bold: given, ..font }, label, None);
        }
        for i in 0..=n {
            let at = i as f64 * cell;
            let thick = |step: usize| i == 0 || i == n || step > 0 && i.is_multiple_of(step);
            let paint = |step| Paint::INK.stroke(if thick(step) { 1.3 } else { 0.4 });
            svg.line((x + at, y), (x + at, y + side), paint(self.box_width));
            svg.line((x, y + at), (x + side, y + at), paint(self.box_height));
        }
        y + side
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where each line of a list begins, and how wide it is.
    fn placed(lines: usize, line: &str) -> Vec<(f64, f64)> {
        let board = BoardPicture {
            size: 9,
            box_width: 3,
            box_height: 3,
            cells: vec![(String::new(), CellLook::None); 81],
        };
        let list: Vec<String> = (1..=lines).map(|i| format!("{i}. {line}")).collect();
        let svg = board_with_list("a list", "", board, list.clone()).svg();
        let start = |text: &String| {
            let before = svg.split(&format!(">{text}<")).next().expect("it is drawn");
            let tag = before.rsplit("<text").next().expect("it is a text");
            let x = tag.split("x=\"").nth(1).and_then(|rest| rest.split('"').next());
            x.and_then(|x| x.parse::<f64>().ok()).expect("it stands somewhere")
        };
        list.iter().map(|text| (start(text), text_width(text) * Font::TICK.size)).collect()
    }

    #[test]
    fn lines_of_a_list_neither_meet_nor_leave_the_page() {
        for (lines, line) in [
            (51, "RaisingNumbers box 2, digit 8: r2c8 = 8"),
            (10, "RowFill row 1, digit 8: r1c9 = 8"),
            (70, "r1c1 = 2"),
            (3, "a line that is so long that it fits nowhere beside the board, but below it"),
        ] {
            let placed = placed(lines, line);
            let mut columns: Vec<f64> = placed.iter().map(|(x, _)| *x).collect();
            columns.sort_by(f64::total_cmp);
            columns.dedup();
            columns.push(Size::PAGE.width);
            for (x, width) in &placed {
                let next = columns.iter().copied().find(|c| c > x).expect("the page ends");
                assert!(x + width <= next + 0.01, "{lines} of {line}: {x} + {width} > {next}");
            }
        }
    }
}
