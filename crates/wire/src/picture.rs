//! A drawing as SVG: the board with its pencil marks, the cells and houses of the reason shaded,
//! what goes struck through, links drawn with arrows: strong ones solid, weak ones dashed. Below
//! stands what the signs mean.
//!
//! A link is bent to the side on which it covers the fewest candidates.
//!
//! Colours are attributes, so that every renderer draws the light picture; a style for
//! readers who prefer the dark one overrides them by class.

use crate::drawing::{Drawing, Sign, cell_at, cells_of};
use crate::page::escaped;
use crate::step::CellDigit;
use std::fmt::Write;
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
const MARGIN: f64 = 22.0;
pub(crate) const SIDE: f64 = 9.0 * SIZE + 2.0 * MARGIN;
/// A line of the legend, which has two columns.
const LINE: f64 = 20.0;
/// The radius of the circle around a candidate.
const RIM: f64 = 8.0;

/// Draws a step in the position it was found in.
pub fn svg(position: &Position, step: &Step) -> String {
    let shown = Shown::of_step(position, step);
    drawn(&Drawing::of(position, step.technique.name(), &step.effect, &shown))
}

/// Draws what a drawing holds.
pub fn drawn(drawing: &Drawing) -> String {
    let (width, height) = (SIDE, height(drawing));
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" text-anchor="middle"><title>{}</title>{DARK}<rect class="sl-p" width="{width}" height="{height}" fill="#fff"/>"##,
        escaped(&drawing.title)
    );
    for cell in drawing.houses.iter().flat_map(|house| cells_of(house)) {
        shade(&mut out, cell, "sl-h", "#e8f0fb");
    }
    for cell in drawing.cells.iter().filter_map(|cell| cell_at(cell)) {
        shade(&mut out, cell, "sl-c", "#fdf0c8");
    }
    for cell in drawing.wrong.iter().filter_map(|cell| cell_at(cell)) {
        shade(&mut out, cell, "sl-w", "#f4b6b0");
    }
    grid(&mut out);
    labels(&mut out);
    digits(&mut out, drawing);
    candidates(&mut out, drawing);
    let mut ways = Ways { drawing, used: Vec::new() };
    // What a chain leans on lies under the chain.
    for nested in [true, false] {
        for link in drawing.links.iter().filter(|link| link.nested == nested) {
            if let (Some(from), Some(to)) = (centre(&link.from), centre(&link.to)) {
                arrow(&mut out, &ways.between(from, to), link.strong, nested);
            }
        }
    }
    legend(&mut out, drawing);
    out.push_str("</svg>");
    out
}

/// The height of a picture with its legend.
fn height(drawing: &Drawing) -> f64 {
    let rows = legend_places(drawing).last().map_or(0, |&(_, _, row)| row + 1);
    SIDE + if rows == 0 { 0.0 } else { rows as f64 * LINE + 6.0 }
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
        self.add_picture(caption, &drawn(drawing), height(drawing));
    }

    /// Adds a picture that is drawn already, and is so high where it is as wide as the others.
    pub(crate) fn add_picture(&mut self, caption: &str, picture: &str, height: f64) {
        let inner = picture.strip_prefix("<svg ").unwrap_or(picture);
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

fn corner(cell: usize) -> Point {
    (MARGIN + (cell % 9) as f64 * SIZE, MARGIN + (cell / 9) as f64 * SIZE)
}

/// The middle of a candidate; none for one that is not of the board.
fn centre(mark: &CellDigit) -> Option<Point> {
    let (x, y) = corner(cell_at(&mark.cell)?);
    let index = (1..=9).contains(&mark.digit).then(|| mark.digit - 1)?;
    let third = SIZE / 3.0;
    let (column, row) = ((index % 3) as f64, (index / 3) as f64);
    Some((x + column * third + third / 2.0, y + row * third + third / 2.0))
}

fn shade(out: &mut String, cell: usize, class: &str, colour: &str) {
    let (x, y) = corner(cell);
    let _ = write!(
        out,
        r##"<rect class="{class}" x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{colour}"/>"##
    );
}

fn grid(out: &mut String) {
    for line in 0..=9 {
        let at = MARGIN + f64::from(line) * SIZE;
        let end = MARGIN + 9.0 * SIZE;
        let width = if line % 3 == 0 { 2.0 } else { 0.6 };
        let _ = write!(
            out,
            r##"<path class="sl-g" d="M{MARGIN} {at}H{end}M{at} {MARGIN}V{end}" stroke="#333" stroke-width="{width}"/>"##
        );
    }
}

fn labels(out: &mut String) {
    for index in 0..9 {
        let at = MARGIN + (f64::from(index) + 0.5) * SIZE;
        let number = index + 1;
        let _ = write!(
            out,
            r##"<text class="sl-n" x="{at}" y="14" font-size="11" fill="#666">{number}</text><text class="sl-n" x="11" y="{}" font-size="11" fill="#666">{number}</text>"##,
            at + 4.0
        );
    }
}

/// The name of a cell.
fn name_of(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// The digits that are there, clues bold; those that block in a ring.
fn digits(out: &mut String, drawing: &Drawing) {
    let middle = |cell: usize| {
        let (x, y) = corner(cell);
        (x + SIZE / 2.0, y + SIZE / 2.0)
    };
    for (cx, cy) in drawing.blockers.iter().filter_map(|mark| cell_at(&mark.cell)).map(middle) {
        let _ = write!(
            out,
            r##"<circle class="sl-b" cx="{cx}" cy="{cy}" r="21" fill="none" stroke="#c77f00" stroke-width="2.4"/>"##
        );
    }
    let is_clue = |cell: usize| drawing.clues.as_bytes().get(cell).is_some_and(u8::is_ascii_digit);
    for (clues, weight) in [(true, "bold"), (false, "normal")] {
        let _ =
            write!(out, r##"<g class="sl-d" font-size="32" font-weight="{weight}" fill="#111">"##);
        for (cell, digit) in drawing.values.chars().take(81).enumerate() {
            if digit.is_ascii_digit() && is_clue(cell) == clues {
                let (cx, cy) = middle(cell);
                let _ = write!(out, r##"<text x="{cx}" y="{}">{digit}</text>"##, cy + 11.0);
            }
        }
        out.push_str("</g>");
    }
}

/// The candidates: circles of their signs below, what is struck above.
fn candidates(out: &mut String, drawing: &Drawing) {
    let mut marks = Vec::new();
    for (cell, value) in drawing.values.chars().take(81).enumerate() {
        let here = drawing.candidates.get(cell).filter(|_| !value.is_ascii_digit());
        for digit in here.map_or("", String::as_str).chars().filter_map(|digit| digit.to_digit(10))
        {
            let mark = CellDigit { cell: name_of(cell), digit: digit.into() };
            if let Some(at) = centre(&mark) {
                marks.push((at, digit, drawing.sign_of(&mark)));
            }
        }
    }
    for &(at, _, sign) in &marks {
        circle(out, at, sign);
    }
    out.push_str(r##"<g class="sl-m" font-size="12" fill="#333">"##);
    for &((cx, cy), digit, _) in &marks {
        let _ = write!(out, r##"<text x="{cx}" y="{:.1}">{digit}</text>"##, cy + 4.3);
    }
    out.push_str("</g>");
    for &(at, _, sign) in &marks {
        strike(out, at, sign);
    }
}

/// The circle of a sign.
fn circle(out: &mut String, (cx, cy): Point, sign: Option<Sign>) {
    let (class, colour) = match sign {
        Some(Sign::Placed) => ("sl-placed", "#7fd07f"),
        Some(Sign::Removed) => ("sl-removed", "#f4b6b0"),
        Some(Sign::On) => ("sl-on", "#b9dcf5"),
        Some(Sign::Off) => ("sl-off", "#e3d3ee"),
        _ => return,
    };
    let _ =
        write!(out, r##"<circle class="{class}" cx="{cx}" cy="{cy}" r="{RIM}" fill="{colour}"/>"##);
}

/// The line through what goes.
fn strike(out: &mut String, (cx, cy): Point, sign: Option<Sign>) {
    if sign == Some(Sign::Removed) {
        let _ = write!(
            out,
            r##"<path class="sl-x" d="M{} {}l12 -12" stroke="#c0392b" stroke-width="1.5"/>"##,
            cx - 6.0,
            cy + 6.0
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
    drawing: &'a Drawing,
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
        if near(way.from, RIM) || near(way.to, RIM) {
            return 0;
        }
        let inside = |at: f64| at > MARGIN && at < SIDE - MARGIN;
        if !inside(point.0) || !inside(point.1) {
            return 4;
        }
        let crossing = self.used.iter().any(|used| near(used.at(0.5), 4.0));
        2 * u32::from(crossing) + 3 * u32::from(self.covers(point))
    }

    /// Whether there is a digit at a point.
    fn covers(&self, (x, y): Point) -> bool {
        let (column, row) = ((x - MARGIN) / SIZE, (y - MARGIN) / SIZE);
        let cell = row as usize * 9 + column as usize;
        let (left, top) = corner(cell);
        let near = |to: Point, by: f64| (x - to.0).hypot(y - to.1) < by;
        if self.drawing.values.as_bytes().get(cell).is_some_and(u8::is_ascii_digit) {
            return near((left + SIZE / 2.0, top + SIZE / 2.0), 13.0);
        }
        let third = SIZE / 3.0;
        let (c, r) = (((x - left) / third) as u32, ((y - top) / third) as u32);
        let digit = r * 3 + c + 1;
        let middle = (left + (f64::from(c) + 0.5) * third, top + (f64::from(r) + 0.5) * third);
        let here = self.drawing.candidates.get(cell).map_or("", String::as_str);
        here.chars().any(|known| known.to_digit(10) == Some(digit)) && near(middle, 6.5)
    }
}

/// A link as a bent line that ends in an arrow.
fn arrow(out: &mut String, way: &Way, strong: bool, nested: bool) {
    const HEAD: f64 = 6.5;
    let from = toward(way.from, way.by, RIM);
    let tip = toward(way.to, way.by, RIM);
    let neck = toward(way.to, way.by, RIM + HEAD);
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

/// The signs with their columns and rows; one with many words has a row to itself.
fn legend_places(drawing: &Drawing) -> Vec<(Sign, usize, usize)> {
    let mut next = 0;
    let place = |sign: Sign| {
        let width = if sign.words().len() > LETTERS { 2 } else { 1 };
        let at = if width == 2 { usize::next_multiple_of(next, 2) } else { next };
        next = at + width;
        (sign, at % 2, at / 2)
    };
    drawing.signs().into_iter().map(place).collect()
}

/// What the signs mean, in two columns below the board.
fn legend(out: &mut String, drawing: &Drawing) {
    for (sign, column, row) in legend_places(drawing) {
        let x = MARGIN + column as f64 * 4.5 * SIZE;
        let y = SIDE + row as f64 * LINE;
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
            circle(out, (middle, y), Some(sign));
            let _ = write!(
                out,
                r##"<text class="sl-m" x="{middle}" y="{}" font-size="12" fill="#333">5</text>"##,
                y + 4.3
            );
            strike(out, (middle, y), Some(sign));
        }
        Sign::Blocker => {
            let _ = write!(
                out,
                r##"<circle class="sl-b" cx="{middle}" cy="{y}" r="7" fill="none" stroke="#c77f00" stroke-width="2"/>"##
            );
        }
        Sign::Strong | Sign::Weak | Sign::Nested => {
            let way = Way { from: (x - 6.0, y), by: (middle, y), to: (x + 34.0, y) };
            arrow(out, &way, sign != Sign::Weak, sign == Sign::Nested);
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
            let places = legend_places(&drawing);
            for (index, &(sign, column, row)) in places.iter().enumerate() {
                let beside = places[index + 1..].iter().any(|&(_, _, other)| other == row);
                let fits = sign.words().len() <= LETTERS || (column == 0 && !beside);
                assert!(fits, "{places:?}");
            }
            let rows = places.last().map_or(0, |place| place.2 + 1) as f64;
            assert!(height(&drawing) >= SIDE + rows * LINE);
        });
    }

    #[test]
    fn a_link_goes_round_candidates_where_it_can() {
        let line = ".".repeat(81);
        let mut drawing = Drawing::clues(&line, "a test").expect("a board");
        // A 5 in the way of the straight line between two others in row 1.
        drawing.candidates[4] = "5".to_owned();
        let mark = |cell: &str| CellDigit { cell: cell.to_owned(), digit: 5 };
        let ends = (centre(&mark("r1c1")).expect("a cell"), centre(&mark("r1c9")).expect("a cell"));
        let mut ways = Ways { drawing: &drawing, used: Vec::new() };
        let way = ways.between(ends.0, ends.1);
        assert!((1..24).all(|i| !ways.covers(way.at(f64::from(i) / 24.0))), "{way:?}");
        let second = ways.between(ends.0, ends.1);
        assert_ne!(way, second, "two links do not lie upon each other");
    }
}
