//! A board of labels with some cells marked, alone or beside a numbered list.

use super::super::figure::{Content, Figure, Size};
use super::super::svg::{Anchor, Font, Paint, Svg};
use super::{Drawing, rectangle};

/// How a cell is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mark {
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
    pub cells: Vec<(String, Mark)>,
}

/// Boards in a row, and a list at the right.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Sheet {
    boards: Vec<BoardPicture>,
    list: Vec<String>,
}

/// A board by itself.
pub fn board_picture(title: &str, caption: &str, board: BoardPicture) -> Figure {
    figure(title, caption, Sheet { boards: vec![board], list: Vec::new() }, Size::COLUMN)
}

/// A board with a list of lines beside it.
pub fn board_with_list(
    title: &str,
    caption: &str,
    board: BoardPicture,
    list: Vec<String>,
) -> Figure {
    figure(title, caption, Sheet { boards: vec![board], list }, Size::PAGE)
}

fn figure(title: &str, caption: &str, sheet: Sheet, size: Size) -> Figure {
    Figure {
        title: title.to_owned(),
        caption: caption.to_owned(),
        size,
        content: Content::Drawing(Drawing::Board(sheet)),
    }
}

const LINE: f64 = 9.2;

impl Sheet {
    pub(super) fn draw(&self, svg: &mut Svg, x: f64, y: f64, width: f64) -> f64 {
        let side = if self.list.is_empty() { width.min(200.0) } else { (0.38 * width).min(200.0) };
        let mut bottom = y;
        for (i, board) in self.boards.iter().enumerate() {
            bottom = bottom.max(board.draw(svg, x + 2.0, y + 4.0 + i as f64 * (side + 8.0), side));
        }
        if self.list.is_empty() {
            return bottom + 4.0;
        }
        let left = x + side + 14.0;
        let columns = if self.list.len() > 24 { 2 } else { 1 };
        let per_column = self.list.len().div_ceil(columns);
        let each = (x + width - left) / columns as f64;
        for (i, line) in self.list.iter().enumerate() {
            let at =
                (left + (i / per_column) as f64 * each, y + LINE * (i % per_column) as f64 + 9.0);
            svg.text(at, Anchor::Start, Font::TICK, line, None);
        }
        bottom.max(y + LINE * per_column as f64 + 4.0) + 4.0
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
                Mark::None => (false, false),
                Mark::Given => (true, false),
                Mark::Wrong => (false, true),
                Mark::GivenWrong => (true, true),
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
