//! What rules look like on a picture: cages, lines, dots, letters, clues beside the board.

use super::{Easel, SIZE};
use crate::page::escaped;
use crate::rule_mark::RuleMark;
use std::fmt::Write;
use sudolab_grid::Cell;

/// Draws a mark of a rule, plainly.
pub(super) fn draw(out: &mut String, easel: &Easel<'_>, mark: &RuleMark) {
    let text = |out: &mut String, x: f64, y: f64, size: u8, text: &str| {
        let _ = write!(
            out,
            r##"<text class="sl-n" x="{x:.1}" y="{y:.1}" font-size="{size}" fill="#555">{}</text>"##,
            escaped(text)
        );
    };
    let corner = |cell: usize| easel.corner(Cell::new(cell));
    let middle = |cell: usize| easel.middle(Cell::new(cell));
    let between = |a: usize, b: usize| {
        let ((x1, y1), (x2, y2)) = (middle(a)?, middle(b)?);
        Some((f64::midpoint(x1, x2), f64::midpoint(y1, y2)))
    };
    match mark {
        RuleMark::Cage { cells, label } => {
            cage(out, easel, cells);
            let first = cells.first().and_then(|&cell| corner(cell));
            if let (Some((x, y)), Some(label)) = (first, label) {
                let _ = write!(
                    out,
                    r##"<text class="sl-n" x="{}" y="{}" font-size="9" text-anchor="start" fill="#555">{}</text>"##,
                    x + 6.0,
                    y + 12.0,
                    escaped(label)
                );
            }
        }
        RuleMark::Line { cells, .. } => {
            let points: Vec<String> = cells
                .iter()
                .filter_map(|&cell| middle(cell))
                .map(|(x, y)| format!("{x},{y}"))
                .collect();
            let _ = write!(
                out,
                r##"<polyline points="{}" fill="none" stroke="#9aa1ab" stroke-opacity="0.45" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>"##,
                points.join(" ")
            );
        }
        RuleMark::Shade { cells, .. } => {
            for &cell in cells {
                let Some((x, y)) = corner(cell) else { continue };
                let _ = write!(
                    out,
                    r##"<rect x="{}" y="{}" width="{}" height="{}" fill="#9aa1ab" fill-opacity="0.2"/>"##,
                    x + 3.0,
                    y + 3.0,
                    SIZE - 6.0,
                    SIZE - 6.0
                );
            }
        }
        RuleMark::Pill { cells } => {
            for &cell in cells {
                let Some((x, y)) = middle(cell) else { continue };
                let _ = write!(
                    out,
                    r##"<circle cx="{x}" cy="{y}" r="{}" fill="none" stroke="#9aa1ab" stroke-width="2"/>"##,
                    SIZE * 0.42
                );
            }
        }
        RuleMark::Sign { cell, .. } => {
            let Some((x, y)) = corner(*cell) else { return };
            let _ = write!(
                out,
                r##"<rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="#9aa1ab" fill-opacity="0.25"/>"##,
                x + 6.0,
                y + 6.0,
                SIZE - 12.0,
                SIZE - 12.0
            );
        }
        RuleMark::Dot { a, b, filled, text: inside } => {
            let Some((x, y)) = between(*a, *b) else { return };
            let fill = if *filled { "#222" } else { "#fff" };
            let _ =
                write!(out, r##"<circle cx="{x}" cy="{y}" r="6" fill="{fill}" stroke="#222"/>"##);
            if let Some(inside) = inside {
                text(out, x, y + 3.5, 9, inside);
            }
        }
        RuleMark::Between { a, b, text: letter } => {
            if let Some((x, y)) = between(*a, *b) {
                text(out, x, y + 4.0, 12, letter);
            }
        }
        RuleMark::Greater { large, small } => {
            let (Some((x1, y1)), Some((x2, y2))) = (middle(*large), middle(*small)) else {
                return;
            };
            let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
            let sign = if x1 < x2 || y1 < y2 { ">" } else { "<" };
            text(out, x, y + 4.0, 12, sign);
        }
        RuleMark::Corner { cells, text: inside } => {
            let middles: Vec<(f64, f64)> = cells.iter().filter_map(|&cell| middle(cell)).collect();
            let n = middles.len().max(1) as f64;
            let sum = middles.iter().fold((0.0, 0.0), |all, at| (all.0 + at.0, all.1 + at.1));
            text(out, sum.0 / n, sum.1 / n + 3.5, 10, inside);
        }
        RuleMark::Outside { cells: line, text: clue } => {
            let (Some(&first), Some(&second)) = (line.first(), line.get(1)) else { return };
            let (Some((x1, y1)), Some((x2, y2))) = (middle(first), middle(second)) else {
                return;
            };
            let step = 0.72;
            text(out, x1 - (x2 - x1) * step, y1 - (y2 - y1) * step + 5.0, 13, clue);
        }
        // Sentences below the board stand in the words of the step.
        _ => {}
    }
}

/// A dashed outline just inside the border of cells.
fn cage(out: &mut String, easel: &Easel<'_>, cells: &[usize]) {
    let inset = 4.0;
    let mut path = String::new();
    let board = &easel.board;
    for cell in cells.iter().map(|&cell| Cell::new(cell)) {
        let (Some((x, y)), Some((row, column))) = (easel.corner(cell), board.place(cell)) else {
            continue;
        };
        let has = |at: Option<Cell>| at.is_some_and(|at| cells.contains(&at.index()));
        let up = has(row.checked_sub(1).and_then(|row| board.cell_at(row, column)));
        let down = has(board.cell_at(row + 1, column));
        let left = has(column.checked_sub(1).and_then(|column| board.cell_at(row, column)));
        let right = has(board.cell_at(row, column + 1));
        let (x1, x2) =
            (x + if left { 0.0 } else { inset }, x + SIZE - if right { 0.0 } else { inset });
        let (y1, y2) =
            (y + if up { 0.0 } else { inset }, y + SIZE - if down { 0.0 } else { inset });
        if !up {
            let _ = write!(path, "M{x1} {}H{x2}", y + inset);
        }
        if !down {
            let _ = write!(path, "M{x1} {}H{x2}", y + SIZE - inset);
        }
        if !left {
            let _ = write!(path, "M{} {y1}V{y2}", x + inset);
        }
        if !right {
            let _ = write!(path, "M{} {y1}V{y2}", x + SIZE - inset);
        }
    }
    let _ = write!(
        out,
        r##"<path class="sl-g" d="{path}" stroke="#333" stroke-width="1" stroke-dasharray="4 3" fill="none"/>"##
    );
}
