//! The marks of rules on a board: outlines, lines, dots, signs, clues outside.
//!
//! Sheets go to printers without colour, so kinds of lines are told apart by their greys and by the
//! words below the board.

use super::legend;
use super::words::Words;
use crate::{FaceId, Ink, Item, Page, Point};
use std::borrow::Cow;
use std::collections::BTreeSet;
use sudolab_grid::rule::{Colour, End, InnerSign, Mark};
use sudolab_grid::{Board, Cell, Puzzle};

/// Where cells lie on a page.
#[derive(Clone, Copy)]
pub struct Places<'a> {
    pub board: &'a Board,
    /// The upper left corner of the grid.
    pub origin: Point,
    /// The side of a cell.
    pub side: f64,
}

impl Places<'_> {
    fn middle(&self, cell: Cell) -> Option<Point> {
        let (row, column) = self.board.place(cell)?;
        Some(self.at(row as f64 + 0.5, column as f64 + 0.5))
    }

    pub fn at(&self, row: f64, column: f64) -> Point {
        Point { x: self.origin.x + column * self.side, y: self.origin.y + row * self.side }
    }
}

/// All marks of a puzzle's rules.
pub fn of(puzzle: &Puzzle) -> Vec<Mark> {
    puzzle.rules().iter().flat_map(|rule| rule.marks(puzzle.board())).collect()
}

/// Whether something is written outside the grid.
pub fn reach_outside(marks: &[Mark]) -> bool {
    marks.iter().any(|mark| matches!(mark, Mark::Outside { .. }))
}

/// Kinds of rules of which a sheet says what they mean; more are only named.
const MOST_SENTENCES: usize = 3;

/// What has to be said in words: the kinds of rules, and what cannot be drawn.
pub fn notes(puzzle: &Puzzle) -> Option<String> {
    if !puzzle.has_rules() {
        return None;
    }
    let mut told: Vec<Cow<'static, str>> = Vec::new();
    let mut is_all = true;
    for rule in puzzle.rules() {
        // A rule that a note tells needs no other words.
        let noted = rule.marks(puzzle.board()).iter().any(|mark| matches!(mark, Mark::Note(_)));
        match legend::sentence(rule) {
            Some(sentence) if !told.contains(&sentence) => told.push(sentence),
            Some(_) => {}
            None => is_all &= noted,
        }
    }
    is_all &= told.len() <= MOST_SENTENCES;
    let mut said: Vec<String> = match is_all {
        true => told.into_iter().map(Cow::into_owned).collect(),
        false => vec![format!("Rules: {}.", puzzle.rules().kinds())],
    };
    for mark in of(puzzle) {
        if let Mark::Note(text) = mark
            && !said.contains(&text)
        {
            said.push(text);
        }
    }
    Some(said.join(" "))
}

fn grey(colour: Colour) -> Ink {
    Ink(match colour {
        Colour::Grey => 205,
        Colour::Green => 170,
        Colour::Purple => 150,
        Colour::Blue => 185,
        Colour::Orange => 215,
        Colour::Teal => 195,
        Colour::Yellow => 225,
        Colour::Lavender => 232,
        Colour::Red => 160,
    })
}

/// Draws what lies behind the digits.
pub fn behind(marks: &[Mark], places: Places<'_>, page: &mut Page) {
    let side = places.side;
    for mark in marks {
        match mark {
            Mark::Shade { cells, colour } => {
                for place in cells.iter().filter_map(|&cell| places.board.place(cell)) {
                    let at = places.at(place.0 as f64, place.1 as f64);
                    page.items.push(Item::Area {
                        at,
                        width: side,
                        height: side,
                        ink: light(*colour),
                    });
                }
            }
            Mark::Line { cells, colour, from, to } => {
                line(cells, *colour, *from, *to, places, page)
            }
            Mark::Pill(cells) => pill(cells, places, page),
            Mark::Sign { cell, sign } => {
                let Some(middle) = places.middle(*cell) else { continue };
                inner_sign(*sign, middle, side, page);
            }
            _ => {}
        }
    }
}

fn light(colour: Colour) -> Ink {
    let Ink(level) = grey(colour);
    Ink(level.max(215))
}

fn disc(page: &mut Page, middle: Point, radius: f64, fill: Option<Ink>, edge: Option<f64>) {
    page.items.push(Item::Disc { middle, radius, fill, edge });
}

fn line(cells: &[Cell], colour: Colour, from: End, to: End, places: Places<'_>, page: &mut Page) {
    let side = places.side;
    let points: Vec<Point> = cells.iter().filter_map(|&cell| places.middle(cell)).collect();
    let arrow = to == End::Arrow;
    let (thickness, ink) = match arrow {
        true => (side * 0.035, Ink(120)),
        false => (side * 0.24, grey(colour)),
    };
    for pair in points.windows(2) {
        page.items.push(Item::Line { from: pair[0], to: pair[1], thickness, ink });
    }
    if !arrow {
        // Round joints, also where the line turns.
        points.iter().for_each(|&point| disc(page, point, thickness / 2.0, Some(ink), None));
    }
    let ends =
        [(from, points.first(), points.get(1)), (to, points.last(), points.iter().nth_back(1))];
    for (end, at, before) in ends {
        let Some(&at) = at else { continue };
        match (end, before) {
            (End::Bulb, _) => disc(page, at, side * 0.38, Some(ink), None),
            (End::Circle, _) => disc(page, at, side * 0.4, Some(Ink(255)), Some(side * 0.035)),
            (End::Diamond, _) => diamond(at, side * 0.44, side * 0.035, page),
            (End::Arrow, Some(&before)) => head(before, at, side, page),
            _ => {}
        }
    }
}

/// The head of an arrow at its tip.
fn head(from: Point, tip: Point, side: f64, page: &mut Page) {
    let (dx, dy) = (tip.x - from.x, tip.y - from.y);
    let length = dx.hypot(dy).max(1e-9);
    let (dx, dy) = (dx / length, dy / length);
    let reach = side * 0.22;
    for turn in [1.0, -1.0] {
        let to = Point {
            x: tip.x - reach * (dx + turn * dy * 0.7),
            y: tip.y - reach * (dy - turn * dx * 0.7),
        };
        page.items.push(Item::Line { from: tip, to, thickness: side * 0.035, ink: Ink(120) });
    }
}

fn diamond(at: Point, reach: f64, thickness: f64, page: &mut Page) {
    let corners = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
    let corner = |i: usize| {
        let (x, y) = corners[i % 4];
        Point { x: at.x + x * reach, y: at.y + y * reach }
    };
    for i in 0..4 {
        page.items.push(Item::Line { from: corner(i), to: corner(i + 1), thickness, ink: Ink(90) });
    }
}

/// A bulb of one cell is a circle; of several, circles with walls between them.
fn pill(cells: &[Cell], places: Places<'_>, page: &mut Page) {
    let (radius, thickness) = (places.side * 0.4, places.side * 0.035);
    let points: Vec<Point> = cells.iter().filter_map(|&cell| places.middle(cell)).collect();
    points.iter().for_each(|&point| disc(page, point, radius, Some(Ink(255)), Some(thickness)));
    for pair in points.windows(2) {
        let (dx, dy) = (pair[1].x - pair[0].x, pair[1].y - pair[0].y);
        let length = dx.hypot(dy).max(1e-9);
        let (nx, ny) = (-dy / length * radius, dx / length * radius);
        for turn in [1.0, -1.0] {
            let wall = |p: Point| Point { x: p.x + turn * nx, y: p.y + turn * ny };
            let (from, to) = (wall(pair[0]), wall(pair[1]));
            page.items.push(Item::Line { from, to, thickness, ink: Ink(90) });
        }
    }
}

fn inner_sign(sign: InnerSign, middle: Point, side: f64, page: &mut Page) {
    match sign {
        InnerSign::Square => {
            let reach = side * 0.36;
            let at = Point { x: middle.x - reach, y: middle.y - reach };
            let (width, height) = (2.0 * reach, 2.0 * reach);
            page.items.push(Item::Area { at, width, height, ink: Ink(210) });
        }
        InnerSign::Disc => disc(page, middle, side * 0.38, Some(Ink(210)), None),
        InnerSign::Circle => disc(page, middle, side * 0.42, None, Some(side * 0.035)),
        InnerSign::Low | InnerSign::High => {
            // Wedges at the four edges, towards the middle or away from it.
            let (tip, base) = if sign == InnerSign::Low { (0.38, 0.46) } else { (0.46, 0.38) };
            for (dx, dy) in [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)] {
                let at = |reach: f64, across: f64| Point {
                    x: middle.x + side * (dx * reach - dy * across),
                    y: middle.y + side * (dy * reach + dx * across),
                };
                for across in [0.1, -0.1] {
                    let (from, to) = (at(tip, 0.0), at(base, across));
                    let thickness = side * 0.025;
                    page.items.push(Item::Line { from, to, thickness, ink: Ink(100) });
                }
            }
        }
    }
}

/// Draws what lies over the lines of the board.
pub fn before(marks: &[Mark], places: Places<'_>, page: &mut Page, words: &Words<'_>) {
    let side = places.side;
    let write = |page: &mut Page, text: &str, middle: Point, size: f64, face: FaceId| {
        let height = words.fonts().face(face).cap_height() * size;
        let base = Point { x: middle.x, y: middle.y + height / 2.0 };
        words.centred(page, text, base, size, face, Ink::BLACK);
    };
    let between = |a: Cell, b: Cell| {
        let (a, b) = (places.middle(a)?, places.middle(b)?);
        Some(Point { x: (a.x + b.x) / 2.0, y: (a.y + b.y) / 2.0 })
    };
    for mark in marks {
        match mark {
            Mark::Cage { cells, label } => cage(cells, label.as_deref(), places, page, words),
            Mark::Dot { a, b, filled, text } => {
                let Some(at) = between(*a, *b) else { continue };
                let fill = if *filled { Ink::BLACK } else { Ink(255) };
                disc(page, at, side * 0.13, Some(fill), Some(side * 0.025));
                if let Some(text) = text {
                    let ink = if *filled { Ink(255) } else { Ink::BLACK };
                    let size = side * 0.19;
                    let height = words.fonts().face(FaceId::STRONG).cap_height() * size;
                    let base = Point { x: at.x, y: at.y + height / 2.0 };
                    words.centred(page, text, base, size, FaceId::STRONG, ink);
                }
            }
            Mark::Between { a, b, text } => {
                let Some(at) = between(*a, *b) else { continue };
                disc(page, at, side * 0.14, Some(Ink(255)), None);
                write(page, text, at, side * 0.26, FaceId::STRONG);
            }
            Mark::Greater { large, small } => {
                let (Some(at), Some(to)) = (between(*large, *small), places.middle(*small)) else {
                    continue;
                };
                let length = (to.x - at.x).hypot(to.y - at.y).max(1e-9);
                let (dx, dy) = ((to.x - at.x) / length, (to.y - at.y) / length);
                disc(page, at, side * 0.13, Some(Ink(255)), None);
                let reach = side * 0.09;
                let tip = Point { x: at.x + dx * reach, y: at.y + dy * reach };
                for turn in [1.0, -1.0] {
                    let to = Point {
                        x: at.x - reach * (dx + turn * dy),
                        y: at.y - reach * (dy - turn * dx),
                    };
                    page.items.push(Item::Line {
                        from: tip,
                        to,
                        thickness: side * 0.03,
                        ink: Ink(40),
                    });
                }
            }
            Mark::Corner { cells, text } => {
                let points: Vec<Point> = cells.iter().filter_map(|&c| places.middle(c)).collect();
                let n = points.len().max(1) as f64;
                let x = points.iter().map(|p| p.x).sum::<f64>() / n;
                let y = points.iter().map(|p| p.y).sum::<f64>() / n;
                disc(page, Point { x, y }, side * 0.26, Some(Ink(255)), Some(side * 0.025));
                let rows = in_rows(text);
                let size = side * if rows.len() > 1 { 0.2 } else { 0.24 };
                for (i, row) in rows.iter().enumerate() {
                    let down = (i as f64 - (rows.len() - 1) as f64 / 2.0) * size * 0.95;
                    write(page, row, Point { x, y: y + down }, size, FaceId::REGULAR);
                }
            }
            Mark::Outside { line, text } => outside(line, text, places, page, words),
            _ => {}
        }
    }
}

/// The values of a corner in one row, or in two where there are more than two.
fn in_rows(text: &str) -> Vec<String> {
    let has_blanks = text.contains(' ');
    let values: Vec<String> = match has_blanks {
        true => text.split_whitespace().map(str::to_owned).collect(),
        false => text.chars().map(String::from).collect(),
    };
    let glue = if has_blanks { " " } else { "" };
    let first = if values.len() > 2 { values.len().div_ceil(2) } else { values.len() };
    let (above, below) = values.split_at(first);
    [above, below].iter().filter(|row| !row.is_empty()).map(|row| row.join(glue)).collect()
}

/// A clue beyond the border, opposite to the way its line goes; a diagonal gets a small arrow.
fn outside(line: &[Cell], text: &str, places: Places<'_>, page: &mut Page, words: &Words<'_>) {
    let place = |i: usize| line.get(i).and_then(|&cell| places.board.place(cell));
    let Some(first) = place(0) else { return };
    let (row, column) = (first.0 as f64, first.1 as f64);
    let (down, right) = match place(1) {
        Some(next) => (next.0 as f64 - row, next.1 as f64 - column),
        // A line of one cell is told from the nearest side.
        None if first.0 == 0 => (1.0, 0.0),
        None => (0.0, 1.0),
    };
    let is_diagonal = down != 0.0 && right != 0.0;
    // Two diagonals meet at each corner of the border: their clues stand on either side of it.
    let last_row = places.board.rows() - 1;
    let is_above = (first.0 == 0 && down > 0.0) || (first.0 == last_row && down < 0.0);
    let (out, aside) = match (is_diagonal, is_above) {
        (true, true) => (0.98, 0.75),
        (true, false) => (0.75, 1.0),
        (false, _) => (0.82, 0.88),
    };
    let middle = places.at(row + 0.5 - down * out, column + 0.5 - right * aside);
    let size = places.side * if is_diagonal || text.len() > 2 { 0.34 } else { 0.44 };
    let height = words.fonts().face(FaceId::REGULAR).cap_height() * size;
    let base = Point { x: middle.x, y: middle.y + height / 2.0 };
    words.centred(page, text, base, size, FaceId::REGULAR, Ink::BLACK);
    if is_diagonal {
        let (out, aside) = if is_above { (0.8, 0.65) } else { (0.65, 0.75) };
        let from = places.at(row + 0.5 - down * out, column + 0.5 - right * aside);
        let tip = places.at(row + 0.5 - down * 0.5, column + 0.5 - right * 0.5);
        let (thickness, ink) = (places.side * 0.025, Ink(60));
        page.items.push(Item::Line { from, to: tip, thickness, ink });
        head(from, tip, places.side * 0.5, page);
    }
}

/// The dashed outline of a cage inside its cells, and its label.
fn cage(
    cells: &[Cell],
    label: Option<&str>,
    places: Places<'_>,
    page: &mut Page,
    words: &Words<'_>,
) {
    let side = places.side;
    let inside: BTreeSet<(usize, usize)> =
        cells.iter().filter_map(|&cell| places.board.place(cell)).collect();
    let Some(&first) = inside.first() else { return };
    let (inset, thickness, ink) = (0.07, side * 0.016, Ink(60));
    let has = |row: isize, column: isize| {
        usize::try_from(row)
            .ok()
            .zip(usize::try_from(column).ok())
            .is_some_and(|p| inside.contains(&p))
    };
    for &(row, column) in &inside {
        let (r, c) = (row as isize, column as isize);
        // For each side: the way out, and the two neighbours along it.
        for (down, right) in [(-1isize, 0isize), (1, 0), (0, -1), (0, 1)] {
            if has(r + down, c + right) {
                continue;
            }
            let (along_down, along_right) = (right.abs(), down.abs());
            // An end goes to the edge where the cage goes on straight, beyond it where it turns in.
            let end = |turn: isize| {
                let beside = has(r + turn * along_down, c + turn * along_right);
                let beyond = has(r + turn * along_down + down, c + turn * along_right + right);
                match (beside, beyond) {
                    (true, true) => 0.5 + inset,
                    (true, false) => 0.5,
                    _ => 0.5 - inset,
                }
            };
            let point = |turn: isize| {
                let along = turn as f64 * end(turn);
                places.at(
                    row as f64 + 0.5 + down as f64 * (0.5 - inset) + along_down as f64 * along,
                    column as f64 + 0.5 + right as f64 * (0.5 - inset) + along_right as f64 * along,
                )
            };
            dashed(point(-1), point(1), side * 0.07, thickness, ink, page);
        }
    }
    let Some(label) = label else { return };
    let size = side * 0.24;
    let at = places.at(first.0 as f64 + 0.03, first.1 as f64 + 0.03);
    let width = words.width(label, FaceId::REGULAR, size);
    let area = Point { x: at.x, y: at.y };
    page.items.push(Item::Area {
        at: area,
        width: width + side * 0.05,
        height: size * 0.85,
        ink: Ink(255),
    });
    let base = Point { x: at.x + side * 0.02, y: at.y + size * 0.8 };
    words.put(page, label, base, size, FaceId::REGULAR, Ink::BLACK);
}

fn dashed(from: Point, to: Point, dash: f64, thickness: f64, ink: Ink, page: &mut Page) {
    let length = (to.x - from.x).hypot(to.y - from.y);
    let n = ((length / dash / 2.0).round() as usize).max(1);
    let at = |share: f64| Point {
        x: from.x + (to.x - from.x) * share,
        y: from.y + (to.y - from.y) * share,
    };
    for i in 0..n {
        let (a, b) = ((i as f64 + 0.25) / n as f64, (i as f64 + 0.75) / n as f64);
        page.items.push(Item::Line { from: at(a), to: at(b), thickness, ink });
    }
}
