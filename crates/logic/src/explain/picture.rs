//! A picture of a step as SVG: the board with its pencil marks, the cells and houses
//! of the reason shaded, what goes struck through, links drawn: strong ones solid,
//! weak ones dashed.
//!
//! Colours are attributes, so that every renderer draws the light picture; a style for
//! readers who prefer the dark one overrides them by class.

use crate::board::{Candidate, Cell, Cells, House};
use crate::position::Position;
use crate::step::{AlternatingChain, Because, Chains, Escape, Reason, Step};
use std::fmt::Write;

/// The dark colours: paper, houses, cells, lines, numbers of lines, digits, marks, and
/// the circles of what is placed, removed, true and false on the way, strikes, links.
const DARK: &str = "<style>@media (prefers-color-scheme:dark){\
.sl-p{fill:#16181c}.sl-h{fill:#1d2a3c}.sl-c{fill:#3d3515}.sl-g{stroke:#9aa1ab}.sl-n{fill:#8b929c}\
.sl-d{fill:#f0f1f3}.sl-m{fill:#cdd2d8}.sl-placed{fill:#2e7d32}.sl-removed{fill:#7a2f29}\
.sl-on{fill:#1f5580}.sl-off{fill:#553a6e}.sl-x{stroke:#ff8276}.sl-l{stroke:#ff9a8f}}</style>";

const SIZE: f64 = 54.0;
const MARGIN: f64 = 22.0;

/// Draws a step in the position it was found in.
pub fn svg(position: &Position, step: &Step) -> String {
    let side = 9.0 * SIZE + 2.0 * MARGIN;
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" font-family="sans-serif" text-anchor="middle"><title>{}</title>{DARK}<rect class="sl-p" width="{side}" height="{side}" fill="#fff"/>"##,
        step.technique
    );
    let shown = Shown::of(position, &step.reason);
    for house in &shown.houses {
        for cell in house.cells() {
            shade(&mut out, cell, "sl-h", "#e8f0fb");
        }
    }
    for cell in shown.cells {
        shade(&mut out, cell, "sl-c", "#fdf0c8");
    }
    grid(&mut out);
    labels(&mut out);
    for cell in Cell::all() {
        draw_cell(&mut out, position, step, &shown, cell);
    }
    for &(from, to, strong) in &shown.links {
        link(&mut out, from, to, strong);
    }
    out.push_str("</svg>");
    out
}

/// Pictures with captions, two beside each other, as one SVG document.
#[derive(Clone, Default, Debug)]
pub struct Sheet {
    body: String,
    n_pictures: usize,
}

impl Sheet {
    /// The width of a picture with its margin.
    const STEP: usize = 560;
    /// Room above a picture for its caption.
    const HEAD: usize = 34;

    /// Adds a picture made by [`svg`].
    pub fn add(&mut self, caption: &str, picture: &str) {
        let inner = picture.strip_prefix("<svg ").unwrap_or(picture);
        let caption = caption.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let x = self.n_pictures % 2 * Self::STEP + 15;
        let y = self.n_pictures / 2 * (Self::STEP + Self::HEAD) + 15;
        let side = Self::STEP - 30;
        // A long caption is squeezed rather than cut.
        let squeeze = match caption.chars().count() {
            0..=56 => String::new(),
            _ => format!(r##" textLength="{side}" lengthAdjust="spacingAndGlyphs""##),
        };
        let _ = writeln!(
            self.body,
            r##"<text class="sl-d" x="{x}" y="{}" font-size="17" fill="#111"{squeeze}>{caption}</text><svg x="{x}" y="{}" width="{side}" height="{side}" {inner}"##,
            y + 20,
            y + Self::HEAD
        );
        self.n_pictures += 1;
    }

    /// The document.
    pub fn svg(&self) -> String {
        let columns = self.n_pictures.clamp(1, 2);
        let rows = self.n_pictures.div_ceil(2).max(1);
        let (width, height) = (columns * Self::STEP, rows * (Self::STEP + Self::HEAD));
        format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">{DARK}<rect class="sl-p" width="{width}" height="{height}" fill="#fff"/>
{}</svg>"##,
            self.body
        )
    }
}

/// What a reason points at.
#[derive(Default)]
struct Shown {
    cells: Cells,
    houses: Vec<House>,
    /// Candidates that are said to be true, and false, on the way.
    on: Vec<Candidate>,
    off: Vec<Candidate>,
    links: Vec<(Candidate, Candidate, bool)>,
}

impl Shown {
    fn of(position: &Position, reason: &Reason) -> Self {
        let mut shown = Self::default();
        match reason {
            Reason::NakedSingle { single } => shown.cells = Cells::only(single.cell),
            Reason::HiddenSingle { house, single } => {
                shown.cells = Cells::only(single.cell);
                shown.houses.push(*house);
            }
            Reason::Locked { digit, base, cover, .. } => {
                shown.houses = vec![*base, *cover];
                shown.hold(position.cells_with_in(*digit, *base), *digit);
            }
            Reason::NakedSubset { house, cells, digits }
            | Reason::HiddenSubset { house, cells, digits, .. } => {
                shown.houses.push(*house);
                for digit in *digits {
                    shown.hold(position.cells_with(digit).intersection(*cells), digit);
                }
            }
            Reason::Fish { digit, base, cover, fins } => {
                shown.houses = base.clone();
                for house in base {
                    let in_cover =
                        cover.iter().fold(Cells::EMPTY, |set, house| set.union(house.cells()));
                    let cells = position.cells_with_in(*digit, *house);
                    shown.hold(cells.intersection(in_cover.union(*fins)), *digit);
                }
            }
            Reason::Wing { pivot, pincers, digit } => {
                shown.cells = [*pivot, pincers[0], pincers[1]].into_iter().collect();
                shown.hold(pincers.iter().copied().collect(), *digit);
            }
            Reason::UniqueLoop(unique) => {
                for digit in unique.digits {
                    shown.hold(unique.cells.iter().copied().collect(), digit);
                }
                shown.escape(&unique.escape);
            }
            Reason::BivalueGrave(grave) => {
                for &(cell, digits) in &grave.surplus {
                    for digit in digits {
                        shown.hold(Cells::only(cell), digit);
                    }
                }
                shown.escape(&grave.escape);
            }
            Reason::AlignedExclusion { base, excluders } => {
                shown.cells = base.iter().copied().collect::<Cells>().union(*excluders);
            }
            Reason::Chains(chains) => shown.chains(chains),
            Reason::Alternating(chain) => shown.alternating(chain),
            Reason::AlternatingThroughSets { chain, sets } => {
                shown.alternating(chain);
                for &(_, set) in sets {
                    shown.cells = shown.cells.union(set);
                }
            }
            Reason::Joined(reasons) => {
                for reason in reasons {
                    let part = Self::of(position, reason);
                    shown.houses.extend(part.houses);
                    shown.cells = shown.cells.union(part.cells);
                    shown.on.extend(part.on);
                    shown.off.extend(part.off);
                    shown.links.extend(part.links);
                }
            }
            Reason::DeathBlossom { stem, petals } => {
                shown.cells = petals.iter().fold(Cells::only(*stem), |all, p| all.union(*p));
                for (digit, petal) in position.candidates(*stem).into_iter().zip(petals) {
                    shown.hold(position.cells_with(digit).intersection(*petal), digit);
                }
            }
            Reason::Templates { digit, .. } => shown.hold(position.cells_with(*digit), *digit),
            Reason::RemotePair { cells, digits } => {
                for digit in *digits {
                    shown.hold(cells.iter().copied().collect(), digit);
                }
            }
            Reason::Colours { digit, groups } => {
                for [first, second] in groups {
                    shown.hold(*first, *digit);
                    shown.cells = shown.cells.union(*second);
                    shown.off.extend(second.into_iter().map(|c| Candidate::new(c, *digit)));
                }
            }
            Reason::AvoidableRectangle { cells, .. } => {
                shown.cells = cells.iter().copied().collect();
            }
            Reason::AlmostLockedSets { sets, links } => {
                for set in sets {
                    shown.cells = shown.cells.union(*set);
                    for &digit in links {
                        shown.hold(position.cells_with(digit).intersection(*set), digit);
                    }
                }
            }
            Reason::SueDeCoq { crossing, houses, wings } => {
                shown.houses = houses.to_vec();
                shown.cells = crossing.union(wings[0]).union(wings[1]);
            }
            Reason::Solution { single } => shown.cells = Cells::only(single.cell),
        }
        shown
    }

    fn hold(&mut self, cells: Cells, digit: crate::board::Digit) {
        self.cells = self.cells.union(cells);
        self.on.extend(cells.into_iter().map(|cell| Candidate::new(cell, digit)));
    }

    fn escape(&mut self, escape: &Escape) {
        match escape {
            Escape::OneCell { .. }
            | Escape::OneDigit { .. }
            | Escape::Crossed { .. }
            | Escape::HiddenCorner { .. } => {}
            Escape::NakedSubset { house, others, .. }
            | Escape::HiddenSubset { house, others, .. } => {
                self.houses.push(*house);
                self.cells = self.cells.union(*others);
            }
            Escape::Locked { house, .. } => self.houses.push(*house),
        }
    }

    fn alternating(&mut self, chain: &AlternatingChain) {
        let heads: Vec<Candidate> = chain
            .nodes
            .iter()
            .filter_map(|node| node.cells.first().map(|cell| Candidate::new(cell, node.digit)))
            .collect();
        for (index, node) in chain.nodes.iter().enumerate() {
            self.cells = self.cells.union(node.cells);
            let side = if index % 2 == 0 { &mut self.off } else { &mut self.on };
            side.extend(node.cells.into_iter().map(|cell| Candidate::new(cell, node.digit)));
        }
        for (index, pair) in heads.windows(2).enumerate() {
            self.links.push((pair[0], pair[1], index % 2 == 0));
        }
        if let (true, Some(&first), Some(&last)) = (chain.closed, heads.first(), heads.last()) {
            self.links.push((last, first, false));
        }
    }

    fn chains(&mut self, chains: &Chains) {
        for node in &chains.nodes {
            self.cells.insert(node.candidate.cell);
            if node.on { &mut self.on } else { &mut self.off }.push(node.candidate);
            let strong = match node.because {
                Because::LastInCell | Because::LastInHouse(_) => true,
                Because::CellIsTaken | Because::HouseHasIt(_) => false,
                Because::Assumed | Because::Rule(_) | Because::Absurd => continue,
            };
            for &parent in &node.parents {
                let from = chains.nodes[parent as usize].candidate;
                if !self.links.contains(&(from, node.candidate, strong)) {
                    self.links.push((from, node.candidate, strong));
                }
            }
        }
    }
}

fn corner(cell: Cell) -> (f64, f64) {
    (MARGIN + cell.column() as f64 * SIZE, MARGIN + cell.row() as f64 * SIZE)
}

fn centre(candidate: Candidate) -> (f64, f64) {
    let (x, y) = corner(candidate.cell);
    let index = candidate.digit.index();
    let third = SIZE / 3.0;
    (x + (index % 3) as f64 * third + third / 2.0, y + (index / 3) as f64 * third + third / 2.0)
}

fn shade(out: &mut String, cell: Cell, class: &str, colour: &str) {
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
            r##"<text class="sl-n" x="{at}" y="14" font-size="11" fill="#777">{number}</text><text class="sl-n" x="11" y="{}" font-size="11" fill="#777">{number}</text>"##,
            at + 4.0
        );
    }
}

fn draw_cell(out: &mut String, position: &Position, step: &Step, shown: &Shown, cell: Cell) {
    let (x, y) = corner(cell);
    if let Some(digit) = position.value(cell) {
        let weight = if position.givens().contains(cell) { "bold" } else { "normal" };
        let _ = write!(
            out,
            r##"<text class="sl-d" x="{}" y="{}" font-size="32" font-weight="{weight}" fill="#111">{digit}</text>"##,
            x + SIZE / 2.0,
            y + SIZE / 2.0 + 11.0
        );
        return;
    }
    for digit in position.candidates(cell) {
        let candidate = Candidate::new(cell, digit);
        let (cx, cy) = centre(candidate);
        let placed = step.effect.placements.contains(&candidate);
        let removed = step.effect.eliminations.contains(&candidate);
        let circle = match () {
            () if placed => Some(("sl-placed", "#7fd07f")),
            () if removed => Some(("sl-removed", "#f4b6b0")),
            () if shown.on.contains(&candidate) => Some(("sl-on", "#b9dcf5")),
            () if shown.off.contains(&candidate) => Some(("sl-off", "#e3d3ee")),
            () => None,
        };
        if let Some((class, colour)) = circle {
            let _ = write!(
                out,
                r##"<circle class="{class}" cx="{cx}" cy="{cy}" r="8" fill="{colour}"/>"##
            );
        }
        let _ = write!(
            out,
            r##"<text class="sl-m" x="{cx}" y="{}" font-size="12" fill="#333">{digit}</text>"##,
            cy + 4.3
        );
        if removed {
            let _ = write!(
                out,
                r##"<path class="sl-x" d="M{} {}l12 -12" stroke="#c0392b" stroke-width="1.5"/>"##,
                cx - 6.0,
                cy + 6.0
            );
        }
    }
}

/// A link as a slightly bent line, so that links side by side stay apart.
fn link(out: &mut String, from: Candidate, to: Candidate, strong: bool) {
    let ((x1, y1), (x2, y2)) = (centre(from), centre(to));
    let (dx, dy) = (x2 - x1, y2 - y1);
    let length = dx.hypot(dy).max(1.0);
    let (px, py) = (-dy / length, dx / length);
    let bend = (length * 0.12).min(16.0);
    // Start and end at the rim of the circles.
    let (sx, sy) = (x1 + dx / length * 8.0, y1 + dy / length * 8.0);
    let (ex, ey) = (x2 - dx / length * 8.0, y2 - dy / length * 8.0);
    let (mx, my) = (f64::midpoint(x1, x2) + px * bend, f64::midpoint(y1, y2) + py * bend);
    let dash = if strong { "" } else { r#" stroke-dasharray="4 3""# };
    let _ = write!(
        out,
        r##"<path class="sl-l" d="M{sx:.1} {sy:.1}Q{mx:.1} {my:.1} {ex:.1} {ey:.1}" fill="none" stroke="#a33" stroke-width="1.4"{dash}/>"##
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::se::{Rater, SeProfile};
    use std::ops::ControlFlow;

    #[test]
    fn links_of_a_chain_are_drawn_solid_when_strong_and_dashed_when_weak() {
        // The golden puzzle of the first forcing chains.
        let line =
            "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......";
        let position = Position::from_line(line).expect("a puzzle");
        let mut drawn = 0;
        Rater::new().rate_with(&position, &SeProfile::default(), |at, step| {
            let picture = svg(at, &step.step);
            assert!(picture.starts_with("<svg") && picture.ends_with("</svg>"));
            if let Reason::Chains(chains) = &step.step.reason {
                let count = |strong: bool| {
                    let links = Shown::of(at, &step.step.reason).links;
                    links.iter().filter(|link| link.2 == strong).count()
                };
                assert_eq!(picture.matches("stroke-dasharray").count(), count(false));
                assert_eq!(picture.matches("fill=\"none\"").count(), count(true) + count(false));
                drawn += usize::from(!chains.nodes.is_empty());
            }
            ControlFlow::Continue(())
        });
        assert!(drawn > 0);
    }
}
