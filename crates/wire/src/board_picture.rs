//! A picture of a step on any board: cells and borders where they are, pencil marks, what a rule
//! looks like, the cells of the reason shaded, what goes struck through.
//!
//! Classes and colours are those of the classic picture (`picture.rs`), so that one style serves both.

use crate::anywhere::pointed_at;
use crate::page::escaped;
use std::fmt::Write;
use sudolab::ToldAnywhere;
use sudolab_grid::rule::Mark;
use sudolab_grid::{Board, Cell, HouseKind};

const SIZE: f64 = 54.0;
const MARGIN: f64 = 30.0;

/// Draws a step in the position it was found in.
pub(crate) fn svg(told: &ToldAnywhere) -> String {
    let (position, board) = (&told.position, told.position.board());
    let (width, height) =
        (board.columns() as f64 * SIZE + 2.0 * MARGIN, board.rows() as f64 * SIZE + 2.0 * MARGIN);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle"><title>{}</title><rect class="sl-p" width="{width}" height="{height}" fill="#fff"/>"##,
        escaped(told.step.technique.name())
    );
    let (cells, groups) = pointed_at(told);
    for group in groups {
        for &cell in &position.ground().groups()[group].cells {
            shade(&mut out, board, cell, "sl-h", "#e8f0fb");
        }
    }
    for &cell in &cells {
        shade(&mut out, board, cell, "sl-c", "#fdf0c8");
    }
    for rule in position.ground().puzzle().rules().iter() {
        for mark in rule.marks(board) {
            draw_mark(&mut out, board, &mark);
        }
    }
    borders(&mut out, board);
    labels(&mut out, board);
    for cell in board.cells() {
        draw_cell(&mut out, told, cell);
    }
    out.push_str("</svg>");
    out
}

/// How high a picture is that is as wide as the classic one.
pub(crate) fn height(told: &ToldAnywhere) -> f64 {
    let board = told.position.board();
    let side = |n: usize| n as f64 * SIZE + 2.0 * MARGIN;
    (crate::picture::SIDE * side(board.rows()) / side(board.columns())).round()
}

fn corner(board: &Board, cell: Cell) -> Option<(f64, f64)> {
    let (row, column) = board.place(cell)?;
    Some((MARGIN + column as f64 * SIZE, MARGIN + row as f64 * SIZE))
}

fn middle(board: &Board, cell: Cell) -> Option<(f64, f64)> {
    corner(board, cell).map(|(x, y)| (x + SIZE / 2.0, y + SIZE / 2.0))
}

fn shade(out: &mut String, board: &Board, cell: Cell, class: &str, colour: &str) {
    let Some((x, y)) = corner(board, cell) else { return };
    let _ = write!(
        out,
        r##"<rect class="{class}" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{colour}"/>"##
    );
}

/// Thin lines around every cell, thick ones where a box or the board ends.
fn borders(out: &mut String, board: &Board) {
    let (mut thin, mut thick) = (String::new(), String::new());
    for cell in board.cells() {
        let (Some((x, y)), Some((row, column))) = (corner(board, cell), board.place(cell)) else {
            continue;
        };
        let same = |other: Option<Cell>| {
            other.is_some_and(|other| {
                boxes(board, cell).any(|house| board.houses()[house].cells().contains(&other))
                    || (boxes(board, cell).next().is_none() && boxes(board, other).next().is_none())
            })
        };
        let up = row.checked_sub(1).and_then(|row| board.cell_at(row, column));
        let left = column.checked_sub(1).and_then(|column| board.cell_at(row, column));
        let sides = [
            (up, format!("M{x} {y}h{SIZE}")),
            (left, format!("M{x} {y}v{SIZE}")),
            (board.cell_at(row + 1, column), format!("M{x} {}h{SIZE}", y + SIZE)),
            (board.cell_at(row, column + 1), format!("M{} {y}v{SIZE}", x + SIZE)),
        ];
        for (other, path) in sides {
            if same(other) { thin.push_str(&path) } else { thick.push_str(&path) }
        }
    }
    let _ = write!(
        out,
        r##"<path class="sl-g" d="{thin}" stroke="#333" stroke-width="0.6"/><path class="sl-g" d="{thick}" stroke="#333" stroke-width="2"/>"##
    );
}

fn boxes(board: &Board, cell: Cell) -> impl Iterator<Item = usize> + '_ {
    let of = board.houses_of(cell).iter().copied();
    of.filter(|&house| board.houses()[house].kind() == HouseKind::Box)
}

fn labels(out: &mut String, board: &Board) {
    let text = |out: &mut String, x: f64, y: f64, number: usize| {
        let _ = write!(
            out,
            r##"<text class="sl-n" x="{x}" y="{y}" font-size="11" fill="#777">{number}</text>"##
        );
    };
    for column in 0..board.columns() {
        text(out, MARGIN + (column as f64 + 0.5) * SIZE, 12.0, column + 1);
    }
    for row in 0..board.rows() {
        text(out, 9.0, MARGIN + (row as f64 + 0.5) * SIZE + 4.0, row + 1);
    }
}

/// What a rule looks like, plainly: cages, lines, dots, letters, clues beside the board.
fn draw_mark(out: &mut String, board: &Board, mark: &Mark) {
    let text = |out: &mut String, x: f64, y: f64, size: u8, text: &str| {
        let _ = write!(
            out,
            r##"<text class="sl-n" x="{x:.1}" y="{y:.1}" font-size="{size}" fill="#555">{}</text>"##,
            escaped(text)
        );
    };
    let between = |a: Cell, b: Cell| {
        let ((x1, y1), (x2, y2)) = (middle(board, a)?, middle(board, b)?);
        Some((f64::midpoint(x1, x2), f64::midpoint(y1, y2)))
    };
    match mark {
        Mark::Cage { cells, label } => {
            cage(out, board, cells);
            let first = cells.first().and_then(|&cell| corner(board, cell));
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
        Mark::Line { cells, .. } => {
            let points: Vec<String> = cells
                .iter()
                .filter_map(|&cell| middle(board, cell))
                .map(|(x, y)| format!("{x},{y}"))
                .collect();
            let _ = write!(
                out,
                r##"<polyline points="{}" fill="none" stroke="#9aa1ab" stroke-opacity="0.45" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"/>"##,
                points.join(" ")
            );
        }
        Mark::Shade { cells, .. } => {
            for &cell in cells {
                let Some((x, y)) = corner(board, cell) else { continue };
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
        Mark::Pill(cells) => {
            for &cell in cells {
                let Some((x, y)) = middle(board, cell) else { continue };
                let _ = write!(
                    out,
                    r##"<circle cx="{x}" cy="{y}" r="{}" fill="none" stroke="#9aa1ab" stroke-width="2"/>"##,
                    SIZE * 0.42
                );
            }
        }
        Mark::Sign { cell, .. } => {
            let Some((x, y)) = corner(board, *cell) else { return };
            let _ = write!(
                out,
                r##"<rect x="{}" y="{}" width="{}" height="{}" rx="8" fill="#9aa1ab" fill-opacity="0.25"/>"##,
                x + 6.0,
                y + 6.0,
                SIZE - 12.0,
                SIZE - 12.0
            );
        }
        Mark::Dot { a, b, filled, text: inside } => {
            let Some((x, y)) = between(*a, *b) else { return };
            let fill = if *filled { "#222" } else { "#fff" };
            let _ =
                write!(out, r##"<circle cx="{x}" cy="{y}" r="6" fill="{fill}" stroke="#222"/>"##);
            if let Some(inside) = inside {
                text(out, x, y + 3.5, 9, inside);
            }
        }
        Mark::Between { a, b, text: letter } => {
            if let Some((x, y)) = between(*a, *b) {
                text(out, x, y + 4.0, 12, letter);
            }
        }
        Mark::Greater { large, small } => {
            let (Some((x1, y1)), Some((x2, y2))) = (middle(board, *large), middle(board, *small))
            else {
                return;
            };
            let (x, y) = (f64::midpoint(x1, x2), f64::midpoint(y1, y2));
            let sign = if x1 < x2 || y1 < y2 { ">" } else { "<" };
            text(out, x, y + 4.0, 12, sign);
        }
        Mark::Corner { cells, text: inside } => {
            let middles: Vec<(f64, f64)> =
                cells.iter().filter_map(|&cell| middle(board, cell)).collect();
            let n = middles.len().max(1) as f64;
            let sum = middles.iter().fold((0.0, 0.0), |all, at| (all.0 + at.0, all.1 + at.1));
            text(out, sum.0 / n, sum.1 / n + 3.5, 10, inside);
        }
        Mark::Outside { line, text: clue } => {
            let (Some(&first), Some(&second)) = (line.first(), line.get(1)) else { return };
            let (Some((x1, y1)), Some((x2, y2))) = (middle(board, first), middle(board, second))
            else {
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
fn cage(out: &mut String, board: &Board, cells: &[Cell]) {
    let inset = 4.0;
    let mut path = String::new();
    for &cell in cells {
        let (Some((x, y)), Some((row, column))) = (corner(board, cell), board.place(cell)) else {
            continue;
        };
        let has = |at: Option<Cell>| at.is_some_and(|at| cells.contains(&at));
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

fn draw_cell(out: &mut String, told: &ToldAnywhere, cell: Cell) {
    let (position, board) = (&told.position, told.position.board());
    let Some((x, y)) = corner(board, cell) else { return };
    if let Some(digit) = position.digit(cell) {
        let given = position.ground().puzzle().clues().get(cell).is_some();
        let weight = if given { "bold" } else { "normal" };
        let value = board.value(digit);
        let size = if value > 9 { 24 } else { 30 };
        let _ = write!(
            out,
            r##"<text class="sl-d" x="{}" y="{}" font-size="{size}" font-weight="{weight}" fill="#111">{value}</text>"##,
            x + SIZE / 2.0,
            y + SIZE / 2.0 + 10.0
        );
        return;
    }
    // Marks on fixed places, as many in a row as the square of digits needs.
    let n = board.size();
    let side = (1..).find(|side| side * side >= n).unwrap_or(1);
    // Where rules are drawn, their outlines and sums have the rim.
    let rim = if position.ground().puzzle().has_rules() { 6.0 } else { 0.0 };
    let pitch = (SIZE - 2.0 * rim) / side as f64;
    let (x, y) = (x + rim, y + 1.6 * rim);
    let font = (pitch * 0.66).clamp(5.0, 12.0);
    for digit in position.candidates(cell).iter() {
        let index = digit.index();
        let cx = x + ((index % side) as f64 + 0.5) * pitch;
        let cy = y + ((index / side) as f64 + 0.5) * pitch;
        let placed = told.step.effect.placements.contains(&(cell, digit));
        let removed = told.step.effect.eliminations.contains(&(cell, digit));
        let radius = pitch * 0.46;
        let circle = match (placed, removed) {
            (true, _) => Some(("sl-placed", "#7fd07f")),
            (_, true) => Some(("sl-removed", "#f4b6b0")),
            _ => None,
        };
        if let Some((class, colour)) = circle {
            let _ = write!(
                out,
                r##"<circle class="{class}" cx="{cx:.1}" cy="{cy:.1}" r="{radius:.1}" fill="{colour}"/>"##
            );
        }
        let _ = write!(
            out,
            r##"<text class="sl-m" x="{cx:.1}" y="{:.1}" font-size="{font:.1}" fill="#333">{}</text>"##,
            cy + font * 0.36,
            board.value(digit)
        );
        if removed {
            let _ = write!(
                out,
                r##"<path class="sl-x" d="M{:.1} {:.1}l{:.1} {:.1}" stroke="#c0392b" stroke-width="1.5"/>"##,
                cx - radius * 0.7,
                cy + radius * 0.7,
                radius * 1.4,
                -radius * 1.4
            );
        }
    }
}
