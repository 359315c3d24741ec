//! A drawing as SVG: a board of any form with its pencil marks, what its rules look like, the cells
//! and houses of the reason shaded, what goes struck through, links drawn with arrows: strong ones solid, weak ones dashed. Below
//! stands what the signs mean.
//!
//! A link is bent to the side on which it covers the fewest candidates.
//!
//! Colours are attributes, so that every renderer draws the light picture; a style for
//! readers who prefer the dark one overrides them by class.

mod ruled;

use crate::drawing::{Drawing, Sign, is_wide, same_box};
use crate::page::escaped;
use crate::step::CellDigit;
use std::fmt::Write;
use std::sync::Arc;
use sudolab_grid::{Board, Cell, Digit};
use sudolab_logic::explain::shown::Shown;
use sudolab_logic::position::Position;
use sudolab_logic::step::Step;

/// The dark colours: paper, houses, cells, lines, numbers of lines, digits, marks, and
/// the circles of what is placed, removed, true and false on the way, what blocks and what is
/// wrong, strikes, links and their arrows.
const DARK: &str = "<style>@media (prefers-color-scheme:dark){\
.sl-p{fill:#16181c}.sl-h{fill:#1d2a3c}.sl-c{fill:#3d3515}.sl-g{stroke:#9aa1ab}.sl-n{fill:#a0a7b0}\
.sl-d{fill:#f0f1f3}.sl-m{fill:#cdd2d8}.sl-placed{fill:#2e7d32}.sl-removed{fill:#7a2f29}\
.sl-on{fill:#1f5580}.sl-off{fill:#553a6e}.sl-b{stroke:#e0a83c}.sl-w{fill:#7a2f29}\
.sl-x{stroke:#ff8276}.sl-l{stroke:#ff9a8f}.sl-a{fill:#ff9a8f}.sl-i{stroke:#8fa3c4}.sl-j{fill:#8fa3c4}}</style>";

const SIZE: f64 = 54.0;
/// Around the board, where nothing of a rule stands beside it.
const MARGIN: f64 = 22.0;
/// The width of the classic picture, and of all others on a sheet.
const SIDE: f64 = 9.0 * SIZE + 2.0 * MARGIN;
/// The width that a line of the legend needs.
const LEAST: f64 = 330.0;
/// A line of the legend, which has two columns.
const LINE: f64 = 20.0;
/// The radius of the circle around a candidate of the classic board.
const RIM: f64 = 8.0;

/// Draws a step in the position it was found in.
pub fn svg(position: &Position, step: &Step) -> String {
    let shown = Shown::of_step(position, step);
    drawn(&Drawing::of(position, step.technique.name(), &step.effect, &shown))
}

/// Draws what a drawing holds.
pub fn drawn(drawing: &Drawing) -> String {
    let easel = Easel::new(drawing);
    let (width, height) = (easel.width, easel.height());
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle"><title>{}</title>{DARK}<rect class="sl-p" width="{width}" height="{height}" fill="#fff"/>"##,
        escaped(&drawing.title)
    );
    let houses = easel.board.houses().iter();
    let houses = houses.filter(|house| drawing.houses.contains(&house.to_string()));
    for cell in houses.flat_map(|house| house.cells()) {
        easel.shade(&mut out, *cell, "sl-h", "#e8f0fb");
    }
    let named = |names: &[String]| {
        let cells = names.iter().filter_map(|name| easel.board.cell_named(name));
        cells.collect::<Vec<Cell>>()
    };
    for cell in named(&drawing.cells) {
        easel.shade(&mut out, cell, "sl-c", "#fdf0c8");
    }
    for cell in named(&drawing.wrong) {
        easel.shade(&mut out, cell, "sl-w", "#f4b6b0");
    }
    for mark in &drawing.rules {
        ruled::draw(&mut out, &easel, mark);
    }
    easel.borders(&mut out);
    easel.labels(&mut out);
    easel.digits(&mut out);
    easel.candidates(&mut out);
    let mut ways = Ways { easel: &easel, used: Vec::new() };
    // What a chain leans on lies under the chain.
    for nested in [true, false] {
        for link in drawing.links.iter().filter(|link| link.nested == nested) {
            if let (Some(from), Some(to)) = (easel.centre(&link.from), easel.centre(&link.to)) {
                arrow(&mut out, &ways.between(from, to), link.strong, nested, easel.radius);
            }
        }
    }
    easel.legend(&mut out);
    out.push_str("</svg>");
    out
}

/// Pictures with captions, two beside each other, as one SVG document.
#[derive(Clone, Default, Debug)]
pub struct Sheet {
    body: String,
    n_pictures: usize,
    /// Where the row begins that is being filled, and how high it is so far.
    top: f64,
    row: f64,
}

impl Sheet {
    /// The width of a picture with its margin.
    const STEP: usize = 560;
    /// Room above a picture for its caption.
    const HEAD: f64 = 34.0;

    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.n_pictures == 0
    }

    /// Adds a picture.
    pub fn add(&mut self, caption: &str, drawing: &Drawing) {
        let easel = Easel::new(drawing);
        // As wide as the others.
        let height = (SIDE * easel.height() / easel.width).round();
        let picture = drawn(drawing);
        let inner = picture.strip_prefix("<svg ").unwrap_or(&picture);
        let caption = escaped(caption);
        let column = self.n_pictures % 2;
        if column == 0 {
            self.top += self.row;
            self.row = 0.0;
        }
        let width = SIDE;
        self.row = self.row.max(height + Self::HEAD + 30.0);
        let (x, y) = (column * Self::STEP + 15, self.top + 15.0);
        // A long caption is squeezed rather than cut.
        let squeeze = match caption.chars().count() {
            0..=56 => String::new(),
            _ => format!(r##" textLength="{width}" lengthAdjust="spacingAndGlyphs""##),
        };
        let _ = writeln!(
            self.body,
            r##"<text class="sl-d" x="{x}" y="{}" font-size="17" fill="#111"{squeeze}>{caption}</text><svg x="{x}" y="{}" width="{width}" height="{height}" {inner}"##,
            y + 20.0,
            y + Self::HEAD
        );
        self.n_pictures += 1;
    }

    /// The document.
    pub fn svg(&self) -> String {
        let width = self.n_pictures.clamp(1, 2) * Self::STEP;
        let height = (self.top + self.row).max(Self::HEAD);
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">{DARK}<rect class="sl-p" width="{width}" height="{height}" fill="#fff"/>
{}</svg>"##,
            self.body
        )
    }
}

type Point = (f64, f64);

/// Rounded to a tenth, so that a picture has no long numbers.
fn tenth(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// Where things stand on a picture.
struct Easel<'a> {
    drawing: &'a Drawing,
    board: Arc<Board>,
    width: f64,
    /// The corner of the board.
    left: f64,
    top: f64,
    /// Candidates in a row of a cell.
    per_row: usize,
    /// From one candidate to the next.
    pitch: f64,
    /// Left free for outlines and sums where rules are drawn.
    rim: f64,
    /// The radius of the circle around a candidate, and the size of its letters.
    radius: f64,
    font: f64,
}

impl<'a> Easel<'a> {
    fn new(drawing: &'a Drawing) -> Easel<'a> {
        let board = drawing.board.clone().unwrap_or_else(Board::classic);
        let (top, rim) = if drawing.rules.is_empty() { (MARGIN, 0.0) } else { (30.0, 6.0) };
        let across = board.columns() as f64 * SIZE;
        let width = (across + 2.0 * top).max(LEAST);
        let n = board.size();
        let per_row = (1..=n).find(|side| side * side >= n).unwrap_or(1);
        let pitch = (SIZE - 2.0 * rim) / per_row as f64;
        let (radius, font) = (pitch * 4.0 / 9.0, (pitch * 2.0 / 3.0).clamp(5.0, 12.0));
        let left = (width - across) / 2.0;
        Easel { drawing, board, width, left, top, per_row, pitch, rim, radius, font }
    }

    /// How far down the board reaches, with its margin.
    fn foot(&self) -> f64 {
        self.board.rows() as f64 * SIZE + 2.0 * self.top
    }

    /// The height with the legend.
    fn height(&self) -> f64 {
        let rows = self.legend_places().last().map_or(0, |&(_, _, row)| row + 1);
        self.foot() + if rows == 0 { 0.0 } else { rows as f64 * LINE + 6.0 }
    }

    /// The corner of a cell; none for one that lies beside the board.
    fn corner(&self, cell: Cell) -> Option<Point> {
        let (row, column) = self.board.place(cell)?;
        Some((self.left + column as f64 * SIZE, self.top + row as f64 * SIZE))
    }

    /// The middle of a cell.
    fn middle(&self, cell: Cell) -> Option<Point> {
        self.corner(cell).map(|(x, y)| (x + SIZE / 2.0, y + SIZE / 2.0))
    }

    /// The middle of a candidate; none for one that is not of the board.
    fn centre(&self, mark: &CellDigit) -> Option<Point> {
        let (x, y) = self.corner(self.board.cell_named(&mark.cell)?)?;
        let digit = self.board.digit_of(mark.digit)?;
        Some(self.place_of(x, y, digit.index()))
    }

    /// Where the candidate with a place among the digits stands in a cell.
    fn place_of(&self, x: f64, y: f64, index: usize) -> Point {
        let at = |n: usize| (n as f64 + 0.5) * self.pitch;
        let (column, row) = (index % self.per_row, index / self.per_row);
        (tenth(x + self.rim + at(column)), tenth(y + 1.6 * self.rim + at(row)))
    }

    /// The symbol of a cell that is filled.
    fn symbol(&self, cell: Cell) -> Option<char> {
        self.drawing.values.chars().nth(cell.index()).filter(|symbol| *symbol != '.')
    }

    /// The candidates of an open cell, by their places among the digits.
    fn open(&self, cell: Cell) -> Vec<usize> {
        let text = self.drawing.candidates.get(cell.index()).map_or("", String::as_str);
        if self.symbol(cell).is_some() {
            return Vec::new();
        }
        let index = |value: i64| self.board.digit_of(value).map(Digit::index);
        match is_wide(&self.board) {
            true => text.split(' ').filter_map(|word| index(word.parse().ok()?)).collect(),
            false => text.chars().filter_map(|c| index(c.to_digit(10)?.into())).collect(),
        }
    }

    fn shade(&self, out: &mut String, cell: Cell, class: &str, colour: &str) {
        let Some((x, y)) = self.corner(cell) else { return };
        let _ = write!(
            out,
            r##"<rect class="{class}" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{colour}"/>"##
        );
    }

    /// Thin lines around every cell, thick ones where a box or the board ends.
    fn borders(&self, out: &mut String) {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let (mut thin, mut thick) = (String::new(), String::new());
        // Edges of one kind that go on are one line.
        let mut run = |edges: &[Option<bool>], path: &dyn Fn(usize, usize) -> String| {
            let mut from = 0;
            while from < edges.len() {
                let same = edges[from..].iter().take_while(|edge| **edge == edges[from]);
                let to = from + same.count();
                match edges[from] {
                    Some(true) => thick.push_str(&path(from, to)),
                    Some(false) => thin.push_str(&path(from, to)),
                    None => {}
                }
                from = to;
            }
        };
        let (x, y) = (
            |column: usize| self.left + column as f64 * SIZE,
            |row: usize| self.top + row as f64 * SIZE,
        );
        for row in 0..=rows {
            let above = |column| row.checked_sub(1).and_then(|row| self.board.cell_at(row, column));
            let edge = |column| edge(&self.board, above(column), self.board.cell_at(row, column));
            let edges: Vec<Option<bool>> = (0..columns).map(edge).collect();
            run(&edges, &|from, to| format!("M{} {}H{}", x(from), y(row), x(to)));
        }
        for column in 0..=columns {
            let before =
                |row| column.checked_sub(1).and_then(|column| self.board.cell_at(row, column));
            let edge = |row| edge(&self.board, before(row), self.board.cell_at(row, column));
            let edges: Vec<Option<bool>> = (0..rows).map(edge).collect();
            run(&edges, &|from, to| format!("M{} {}V{}", x(column), y(from), y(to)));
        }
        for (path, width) in [(thin, "0.6"), (thick, "2")] {
            let _ = write!(
                out,
                r##"<path class="sl-g" d="{path}" stroke="#333" stroke-width="{width}"/>"##
            );
        }
    }

    /// The numbers of columns and rows.
    fn labels(&self, out: &mut String) {
        let text = |out: &mut String, x: f64, y: f64, number: usize| {
            let _ = write!(
                out,
                r##"<text class="sl-n" x="{x}" y="{y}" font-size="11" fill="#666">{number}</text>"##
            );
        };
        // Clues beside the board stand between it and the numbers.
        let (side, head) = (self.left - self.top / 2.0, self.top / 2.0 + 3.0);
        let (side, head) = match self.drawing.rules.is_empty() {
            true => (side, head),
            false => (self.left - 21.0, 12.0),
        };
        for column in 0..self.board.columns() {
            text(out, self.left + (column as f64 + 0.5) * SIZE, head, column + 1);
        }
        for row in 0..self.board.rows() {
            text(out, side, self.top + (row as f64 + 0.5) * SIZE + 4.0, row + 1);
        }
    }

    /// The digits that are there, clues bold; those that block in a ring.
    fn digits(&self, out: &mut String) {
        let drawing = self.drawing;
        let cells = drawing.blockers.iter().filter_map(|mark| self.board.cell_named(&mark.cell));
        for (cx, cy) in cells.filter_map(|cell| self.middle(cell)) {
            let _ = write!(
                out,
                r##"<circle class="sl-b" cx="{cx}" cy="{cy}" r="21" fill="none" stroke="#c77f00" stroke-width="2.4"/>"##
            );
        }
        let clues: Vec<bool> = drawing.clues.chars().map(|symbol| symbol != '.').collect();
        let is_clue = |cell: Cell| clues.get(cell.index()).copied().unwrap_or_default();
        let filled = drawing.values.chars().zip(self.board.cells());
        let filled: Vec<(char, Cell)> = filled.filter(|(symbol, _)| *symbol != '.').collect();
        for (clues, weight) in [(true, "bold"), (false, "normal")] {
            let _ = write!(
                out,
                r##"<g class="sl-d" font-size="32" font-weight="{weight}" fill="#111">"##
            );
            for &(symbol, cell) in filled.iter().filter(|(_, cell)| is_clue(*cell) == clues) {
                let Some((cx, cy)) = self.middle(cell) else { continue };
                let told = drawing.candidates.get(cell.index()).filter(|told| !told.is_empty());
                let text = told.cloned().unwrap_or_else(|| symbol.to_string());
                let _ = match text.chars().count() {
                    1 => write!(out, r##"<text x="{cx}" y="{}">{text}</text>"##, cy + 11.0),
                    _ => write!(
                        out,
                        r##"<text x="{cx}" y="{}" font-size="24">{text}</text>"##,
                        cy + 9.0
                    ),
                };
            }
            out.push_str("</g>");
        }
    }

    /// The candidates: circles of their signs below, what is struck above.
    fn candidates(&self, out: &mut String) {
        let (first, mut marks) = (self.board.first_value(), Vec::new());
        for cell in self.board.cells() {
            let Some((x, y)) = self.corner(cell) else { continue };
            for index in self.open(cell) {
                let digit = first + index as i64;
                let mark = CellDigit { cell: self.board.name(cell), digit };
                marks.push((self.place_of(x, y, index), digit, self.drawing.sign_of(&mark)));
            }
        }
        for &(at, _, sign) in &marks {
            circle(out, at, sign, self.radius);
        }
        let _ = write!(out, r##"<g class="sl-m" font-size="{}" fill="#333">"##, tenth(self.font));
        for &((cx, cy), digit, _) in &marks {
            let y = tenth(cy + self.font * 0.36);
            let _ = write!(out, r##"<text x="{cx}" y="{y}">{digit}</text>"##);
        }
        out.push_str("</g>");
        for &(at, _, sign) in &marks {
            strike(out, at, sign, self.radius);
        }
    }

    /// Whether there is a digit at a point.
    fn covers(&self, (x, y): Point) -> bool {
        let (column, row) = ((x - self.left) / SIZE, (y - self.top) / SIZE);
        if column < 0.0 || row < 0.0 {
            return false;
        }
        let Some(cell) = self.board.cell_at(row as usize, column as usize) else { return false };
        let Some((left, top)) = self.corner(cell) else { return false };
        let near = |to: Point, by: f64| (x - to.0).hypot(y - to.1) < by;
        if self.symbol(cell).is_some() {
            return near((left + SIZE / 2.0, top + SIZE / 2.0), 13.0);
        }
        let by = self.radius * 6.5 / RIM;
        self.open(cell).into_iter().any(|index| near(self.place_of(left, top, index), by))
    }

    /// The signs with their columns and rows; one with many words has a row to itself.
    fn legend_places(&self) -> Vec<(Sign, usize, usize)> {
        let columns = if self.width < SIDE { 1 } else { 2 };
        let mut next = 0;
        let place = |sign: Sign| {
            let wide = if sign.words().len() > LETTERS { columns } else { 1 };
            let at = usize::next_multiple_of(next, wide);
            next = at + wide;
            (sign, at % columns, at / columns)
        };
        self.drawing.signs().into_iter().map(place).collect()
    }

    /// What the signs mean, below the board.
    fn legend(&self, out: &mut String) {
        for (sign, column, row) in self.legend_places() {
            let x = MARGIN + column as f64 * 4.5 * SIZE;
            let y = self.foot() + row as f64 * LINE;
            sample(out, sign, x, y);
            let _ = write!(
                out,
                r##"<text class="sl-n" x="{}" y="{}" font-size="12" fill="#555" text-anchor="start">{}</text>"##,
                x + 34.0,
                y + 4.3,
                sign.words()
            );
        }
    }
}

/// Whether a line between two cells is thick; none where neither is there.
fn edge(board: &Board, a: Option<Cell>, b: Option<Cell>) -> Option<bool> {
    match (a, b) {
        (None, None) => None,
        (Some(a), Some(b)) => Some(!same_box(board, a, b)),
        _ => Some(true),
    }
}

/// The circle of a sign.
fn circle(out: &mut String, (cx, cy): Point, sign: Option<Sign>, radius: f64) {
    let (class, colour) = match sign {
        Some(Sign::Placed) => ("sl-placed", "#7fd07f"),
        Some(Sign::Removed) => ("sl-removed", "#f4b6b0"),
        Some(Sign::On) => ("sl-on", "#b9dcf5"),
        Some(Sign::Off) => ("sl-off", "#e3d3ee"),
        _ => return,
    };
    let _ = write!(
        out,
        r##"<circle class="{class}" cx="{cx}" cy="{cy}" r="{}" fill="{colour}"/>"##,
        tenth(radius)
    );
}

/// The line through what goes.
fn strike(out: &mut String, (cx, cy): Point, sign: Option<Sign>, radius: f64) {
    if sign == Some(Sign::Removed) {
        let half = tenth(radius * 0.75);
        let long = 2.0 * half;
        let _ = write!(
            out,
            r##"<path class="sl-x" d="M{} {}l{long} -{long}" stroke="#c0392b" stroke-width="1.5"/>"##,
            tenth(cx - half),
            tenth(cy + half),
        );
    }
}

/// A bent line: from, by way of, to.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Way {
    from: Point,
    by: Point,
    to: Point,
}

impl Way {
    /// A point of the line; `part` goes from 0 to 1.
    fn at(&self, part: f64) -> Point {
        let rest = 1.0 - part;
        let mix =
            |a: f64, b: f64, c: f64| rest * rest * a + 2.0 * rest * part * b + part * part * c;
        (mix(self.from.0, self.by.0, self.to.0), mix(self.from.1, self.by.1, self.to.1))
    }
}

/// A point some way from another in the direction of a third.
fn toward(from: Point, to: Point, by: f64) -> Point {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(0.1);
    (from.0 + dx / length * by, from.1 + dy / length * by)
}

/// The ways that links take.
struct Ways<'a> {
    easel: &'a Easel<'a>,
    used: Vec<Way>,
}

impl Ways<'_> {
    /// The way between two candidates that covers the fewest others, and of these the straightest.
    fn between(&mut self, from: Point, to: Point) -> Way {
        const BENDS: [f64; 7] = [0.1, 0.2, 0.32, 0.46, 0.62, 0.8, 1.0];
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let middle = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1));
        let sides = BENDS.iter().flat_map(|bend| [*bend, -*bend]);
        let ways = sides.map(|bend| {
            let off = (bend * length).clamp(-90.0, 90.0);
            // Neighbours in a cell have no room for a straight line.
            let off = if off.abs() < 14.0 { off.signum() * 14.0 } else { off };
            let by = (middle.0 - dy / length * off, middle.1 + dx / length * off);
            Way { from, by, to }
        });
        let cost = |way: &Way| -> u32 {
            (1..24).map(|i| self.cost(way, way.at(f64::from(i) / 24.0))).sum()
        };
        let best =
            ways.map(|way| (cost(&way), way)).fold(None::<(u32, Way)>, |best, (cost, way)| {
                match best {
                    Some(kept) if kept.0 <= cost => Some(kept),
                    _ => Some((cost, way)),
                }
            });
        let way = best.map_or(Way { from, by: middle, to }, |(_, way)| way);
        self.used.push(way);
        way
    }

    /// What a way costs at a point: it should cover nothing, and stay on the board and apart from
    /// the other links.
    fn cost(&self, way: &Way, point: Point) -> u32 {
        let near = |other: Point, by: f64| (point.0 - other.0).hypot(point.1 - other.1) < by;
        let easel = self.easel;
        if near(way.from, easel.radius) || near(way.to, easel.radius) {
            return 0;
        }
        let (x, y) = (point.0 - easel.left, point.1 - easel.top);
        let (width, height) = (easel.width - 2.0 * easel.left, easel.foot() - 2.0 * easel.top);
        if x <= 0.0 || x >= width || y <= 0.0 || y >= height {
            return 4;
        }
        let crossing = self.used.iter().any(|used| near(used.at(0.5), 4.0));
        2 * u32::from(crossing) + 3 * u32::from(easel.covers(point))
    }
}

/// A link as a bent line that ends in an arrow.
fn arrow(out: &mut String, way: &Way, strong: bool, nested: bool, radius: f64) {
    const HEAD: f64 = 6.5;
    let from = toward(way.from, way.by, radius);
    let tip = toward(way.to, way.by, radius);
    let neck = toward(way.to, way.by, radius + HEAD);
    let (dx, dy) = ((tip.0 - neck.0) / HEAD, (tip.1 - neck.1) / HEAD);
    let (line, head, colour, width) = match nested {
        true => ("sl-i", "sl-j", "#6b7fa3", 0.9),
        false => ("sl-l", "sl-a", "#a33", 1.4),
    };
    let dash = if strong { "" } else { r#" stroke-dasharray="4 3""# };
    let (fx, fy, bx, by, nx, ny) = (from.0, from.1, way.by.0, way.by.1, neck.0, neck.1);
    let _ = write!(
        out,
        r##"<path class="{line}" d="M{fx:.1} {fy:.1}Q{bx:.1} {by:.1} {nx:.1} {ny:.1}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/><path class="{head}" d="M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z" fill="{colour}"/>"##,
        tip.0,
        tip.1,
        nx - dy * 3.0,
        ny + dx * 3.0,
        nx + dy * 3.0,
        ny - dx * 3.0
    );
}

/// The most letters that fit into a column of the legend, also in a wide font.
const LETTERS: usize = 29;

/// A sign as it looks in a legend.
fn sample(out: &mut String, sign: Sign, x: f64, y: f64) {
    let middle = x + 14.0;
    match sign {
        Sign::House | Sign::Cell | Sign::Wrong => {
            let (class, colour) = match sign {
                Sign::House => ("sl-h", "#e8f0fb"),
                Sign::Cell => ("sl-c", "#fdf0c8"),
                _ => ("sl-w", "#f4b6b0"),
            };
            let _ = write!(
                out,
                r##"<rect class="{class}" x="{}" y="{}" width="15" height="15" fill="{colour}"/><rect class="sl-g" x="{}" y="{}" width="15" height="15" fill="none" stroke="#333" stroke-width="0.6"/>"##,
                middle - 7.5,
                y - 7.5,
                middle - 7.5,
                y - 7.5
            );
        }
        Sign::Placed | Sign::Removed | Sign::On | Sign::Off => {
            circle(out, (middle, y), Some(sign), RIM);
            let _ = write!(
                out,
                r##"<text class="sl-m" x="{middle}" y="{}" font-size="12" fill="#333">5</text>"##,
                y + 4.3
            );
            strike(out, (middle, y), Some(sign), RIM);
        }
        Sign::Blocker => {
            let _ = write!(
                out,
                r##"<circle class="sl-b" cx="{middle}" cy="{y}" r="7" fill="none" stroke="#c77f00" stroke-width="2"/>"##
            );
        }
        Sign::Strong | Sign::Weak | Sign::Nested => {
            let way = Way { from: (x - 6.0, y), by: (middle, y), to: (x + 34.0, y) };
            arrow(out, &way, sign != Sign::Weak, sign == Sign::Nested, RIM);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use sudolab_logic::rating::se::{Rater, SeProfile};
    use sudolab_logic::step::Reason;

    /// Every step of a puzzle, drawn.
    fn each(line: &str, mut see: impl FnMut(&Reason, Drawing, String)) {
        let position = Position::from_line(line).expect("a puzzle");
        Rater::new().rate_with(&position, &SeProfile::default(), |at, step| {
            let step = &step.step;
            let shown = Shown::of_step(at, step);
            let drawing = Drawing::of(at, step.technique.name(), &step.effect, &shown);
            see(&step.reason, drawing, svg(at, step));
            ControlFlow::Continue(())
        });
    }

    #[test]
    fn links_of_a_chain_are_drawn_solid_when_strong_and_dashed_when_weak() {
        // The golden puzzle of the first forcing chains.
        let line =
            "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
        let mut n_chains = 0;
        each(line, |reason, drawing, picture| {
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
            if let Reason::Chains(chains) = reason {
                let count = |strong: bool| {
                    let links = drawing.links.iter().filter(|link| link.strong == strong).count();
                    // The legend shows each kind once more.
                    links + usize::from(links > 0)
                };
                assert_eq!(picture.matches("stroke-dasharray").count(), count(false));
                let heads = picture.matches(r#"class="sl-a""#).count();
                assert_eq!(heads, count(true) + count(false), "each link has its arrow");
                n_chains += usize::from(!chains.nodes.is_empty());
            }
        });
        assert!(n_chains > 0);
    }

    #[test]
    fn what_a_chain_leans_on_is_drawn_apart() {
        let line =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let mut n_nested = 0;
        each(line, |_, drawing, picture| {
            let nested = drawing.links.iter().filter(|link| link.nested).count();
            assert_eq!(picture.matches(r#"class="sl-j""#).count() > 0, nested > 0);
            n_nested += nested;
        });
        assert!(n_nested > 0);
    }

    #[test]
    fn every_sign_that_occurs_stands_in_the_legend_and_no_other() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let mut blocking = 0;
        each(line, |_, drawing, picture| {
            for sign in Sign::ALL {
                let told = picture.contains(&format!(">{}<", sign.words()));
                assert_eq!(told, drawing.signs().contains(&sign), "{sign:?}");
            }
            blocking += drawing.blockers.len();
        });
        assert!(blocking > 20, "{blocking}");
    }

    #[test]
    fn no_words_of_the_legend_run_into_others() {
        let line =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        each(line, |_, drawing, _| {
            let easel = Easel::new(&drawing);
            let places = easel.legend_places();
            for (index, &(sign, column, row)) in places.iter().enumerate() {
                let beside = places[index + 1..].iter().any(|&(_, _, other)| other == row);
                let fits = sign.words().len() <= LETTERS || (column == 0 && !beside);
                assert!(fits, "{places:?}");
            }
            let rows = places.last().map_or(0, |place| place.2 + 1) as f64;
            assert!(easel.height() >= SIDE + rows * LINE);
        });
    }

    #[test]
    fn a_link_goes_round_candidates_where_it_can() {
        let line = ".".repeat(81);
        let mut drawing = Drawing::clues(&line.parse().expect("a board"), "a test");
        // A 5 in the way of the straight line between two others in row 1.
        drawing.candidates[4] = "5".to_owned();
        let mark = |cell: &str| CellDigit { cell: cell.to_owned(), digit: 5 };
        let easel = Easel::new(&drawing);
        let end = |cell: &str| easel.centre(&mark(cell)).expect("a cell");
        let ends = (end("r1c1"), end("r1c9"));
        let mut ways = Ways { easel: &easel, used: Vec::new() };
        let way = ways.between(ends.0, ends.1);
        assert!((1..24).all(|i| !easel.covers(way.at(f64::from(i) / 24.0))), "{way:?}");
        let second = ways.between(ends.0, ends.1);
        assert_ne!(way, second, "two links do not lie upon each other");
    }
}
