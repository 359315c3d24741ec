//! Uniqueness tests 1 to 6, hidden and avoidable rectangles, BUG+1.
//!
//! Rectangles are visited once per position: for each cell with two candidates, in
//! ascending order, its neighbours in box and line, in the order of the box, then the
//! lines across from first to last. A rectangle is known by its four cells (not by its
//! digits: seen from another cell with other digits it is skipped), and HoDoKu's key for
//! the cells, ((a·10+b)·10+c)·10+d of the ascending cell numbers, is not unique, so now
//! and then a rectangle is skipped for another. A cell may lack a digit of the rectangle
//! unless a placed digit forbids it.
//!
//! Each rectangle is put to all tests, in the order 1, 2/5, 3 (row, column, box; sets
//! before larger ones that begin with them), 4, 6, hidden; every search then takes the
//! first step of its kind. Avoidable rectangles start from a placed cell that is no clue
//! and are remembered apart.

use super::found::{HodokuStep, Pattern};
use super::order::Search;
use crate::board::{Candidate, Cell, Cells, Digit, Digits, House};
use crate::position::Position;
use crate::step::{BivalueGrave, Escape, Reason, UniqueLoop};
use crate::technique::Technique;

/// The first step of each kind: tests 1 to 6, then the hidden rectangle.
pub(super) type Tests = [Option<HodokuStep>; 7];

const KINDS: [(Search, Technique); 7] = [
    (Search::UniqueRectangle1, Technique::UniqueRectangle1),
    (Search::UniqueRectangle2, Technique::UniqueRectangle2),
    (Search::UniqueRectangle3, Technique::UniqueRectangle3),
    (Search::UniqueRectangle4, Technique::UniqueRectangle4),
    (Search::UniqueRectangle5, Technique::UniqueRectangle5),
    (Search::UniqueRectangle6, Technique::UniqueRectangle6),
    (Search::HiddenRectangle, Technique::HiddenRectangle),
];

/// All rectangles put to all tests.
pub(super) fn tests(position: &Position) -> Tests {
    let mut tests = Tests::default();
    let mut known = Known::default();
    for first in position.cells_of_size(2) {
        let mut pair = position.candidates(first).into_iter();
        let (Some(a), Some(b)) = (pair.next(), pair.next()) else { continue };
        let (fits_a, fits_b) = (fitting(position, a), fitting(position, b));
        for (second, across) in neighbours(first) {
            if !fits_a.contains(second) || !fits_b.contains(second) {
                continue;
            }
            for [third, fourth] in across {
                // The third cell shares row and box with the fourth and its column with
                // the first, so what fits there fits here.
                if !fits_a.contains(third) || !fits_a.contains(fourth) || !fits_b.contains(fourth) {
                    continue;
                }
                let cells = [first, second, third, fourth];
                if known.is_new(cells) {
                    Rectangle::new(position, cells, [a, b]).test(&mut tests);
                }
            }
        }
    }
    tests
}

/// The empty cells that no placed digit forbids.
fn fitting(position: &Position, digit: Digit) -> Cells {
    let mut fits = position.empty_cells();
    for cell in Cells::ALL.without(position.empty_cells()) {
        if position.value(cell) == Some(digit) {
            fits = fits.without(cell.peers());
        }
    }
    fits
}

/// The cells in box and line of a cell, each with the six ways to complete the
/// rectangle: below the cell, below its neighbour.
fn neighbours(first: Cell) -> impl Iterator<Item = (Cell, impl Iterator<Item = [Cell; 2]>)> {
    let block = first.houses()[2];
    (0..9).map(move |place| block.cell(place)).filter_map(move |second| {
        let in_row = first.row() == second.row();
        if second == first || !(in_row || first.column() == second.column()) {
            return None;
        }
        let across = (0..9).filter_map(move |line| {
            let at = |near: Cell| {
                if in_row { Cell::at(line, near.column()) } else { Cell::at(near.row(), line) }
            };
            (at(first).block() != first.block()).then(|| [at(first), at(second)])
        });
        Some((second, across))
    })
}

/// The rectangles seen so far, by HoDoKu's key.
#[derive(Default)]
struct Known(Vec<u32>);

impl Known {
    fn is_new(&mut self, mut cells: [Cell; 4]) -> bool {
        cells.sort_unstable();
        let key = cells.iter().fold(0, |key, cell| key * 10 + cell.index() as u32);
        let new = !self.0.contains(&key);
        // HoDoKu remembers four hundred.
        if new && self.0.len() < 400 {
            self.0.push(key);
        }
        new
    }
}

struct Rectangle<'a> {
    position: &'a Position,
    /// First, second, below the first, below the second.
    cells: [Cell; 4],
    set: Cells,
    digits: [Digit; 2],
    pair: Digits,
    /// Cells with further candidates, and the others.
    holders: Cells,
    clean: Cells,
}

impl<'a> Rectangle<'a> {
    fn new(position: &'a Position, cells: [Cell; 4], digits: [Digit; 2]) -> Self {
        let set: Cells = cells.into_iter().collect();
        let pair: Digits = digits.into_iter().collect();
        let extra = |cell: &Cell| !position.candidates(*cell).without(pair).is_empty();
        let holders: Cells = set.into_iter().filter(extra).collect();
        Self { position, cells, set, digits, pair, holders, clean: set.without(holders) }
    }

    fn test(&self, tests: &mut Tests) {
        let position = self.position;
        if let (Some(cell), 1) = (self.holders.first(), self.holders.len()) {
            let gone = self.digits.into_iter().filter(|&digit| position.has(cell, digit));
            let gone = gone.map(|digit| Candidate::new(cell, digit)).collect();
            self.keep(tests, 0, gone, || Escape::OneCell { cell });
        }
        if self.holders.len() == 2 || self.holders.len() == 3 {
            self.one_digit(tests);
        }
        if let (2, [a, b]) = (self.holders.len(), ends(self.holders)) {
            for house in a.houses() {
                if house.cells().contains(b) {
                    self.subset(tests, house);
                }
            }
            if a.row() == b.row() || a.column() == b.column() {
                self.locked(tests, a, b);
            } else {
                self.crossed(tests, a, b);
            }
        }
        if self.holders.len() == 2 || self.holders.len() == 3 {
            let [a, b] = ends(self.clean);
            let in_line = self.clean.len() == 2 && (a.row() == b.row() || a.column() == b.column());
            if !in_line {
                for corner in self.clean {
                    self.hidden(tests, corner);
                }
            }
        }
    }

    /// Keeps a step unless there is one of its kind already.
    fn keep(
        &self,
        tests: &mut Tests,
        kind: usize,
        eliminations: Vec<Candidate>,
        escape: impl FnOnce() -> Escape,
    ) {
        if eliminations.is_empty() || tests[kind].is_some() {
            return;
        }
        let [first, second, third, fourth] = self.cells;
        let reason = Reason::UniqueLoop(UniqueLoop {
            cells: vec![first, second, fourth, third],
            digits: self.digits,
            escape: escape(),
        });
        let pattern = Pattern::Rectangle { digits: self.digits, cells: self.set };
        let (search, technique) = KINDS[kind];
        tests[kind] = Some(HodokuStep::removal(search, technique, eliminations, reason, pattern));
    }

    fn surplus(&self) -> Digits {
        let extra = |cell: Cell| self.position.candidates(cell).without(self.pair);
        self.holders.into_iter().fold(Digits::EMPTY, |set, cell| set.union(extra(cell)))
    }

    /// Tests 2 and 5: all further candidates are one digit.
    fn one_digit(&self, tests: &mut Tests) {
        let Some(digit) = self.surplus().single() else { return };
        let gone = self.position.cells_with(digit).intersection(self.holders.common_peers());
        let [a, b] = ends(self.holders);
        let apart = a.row() != b.row() && a.column() != b.column();
        let kind = if self.holders.len() == 3 || apart { 4 } else { 1 };
        let gone = gone.into_iter().map(|cell| Candidate::new(cell, digit)).collect();
        self.keep(tests, kind, gone, || Escape::OneDigit { cells: self.holders, digit });
    }

    /// Test 3: the two cells with further candidates as one member of a naked subset.
    fn subset(&self, tests: &mut Tests, house: House) {
        if tests[2].is_some() {
            return;
        }
        let free: Cells = house
            .cells()
            .intersection(self.position.empty_cells())
            .without(self.set)
            .into_iter()
            .filter(|&cell| self.position.candidates(cell).intersection(self.pair).is_empty())
            .collect();
        self.grow(tests, house, free, Cells::EMPTY, self.surplus());
    }

    fn grow(&self, tests: &mut Tests, house: House, from: Cells, chosen: Cells, digits: Digits) {
        let position = self.position;
        let mut rest = from;
        while let Some(cell) = rest.first() {
            rest.remove(cell);
            let mut others = chosen;
            others.insert(cell);
            let digits = digits.union(position.candidates(cell));
            let members = others.union(self.holders);
            // In a box, cells of one line are left to the line.
            let line_in_box =
                house.index() >= 18 && members.common_houses().any(|shared| shared.index() < 18);
            if !line_in_box && digits.len() == members.len() - 1 {
                let removed = |house: House| {
                    house.cells().without(members).into_iter().flat_map(move |cell| {
                        let lost = position.candidates(cell).intersection(digits);
                        lost.into_iter().map(move |digit| Candidate::new(cell, digit))
                    })
                };
                let mut gone: Vec<Candidate> = removed(house).collect();
                if !gone.is_empty() {
                    let block = cell.houses()[2];
                    if house.index() < 18 && members.is_subset(block.cells()) {
                        gone.extend(removed(block));
                    }
                    self.keep(tests, 2, gone, || Escape::NakedSubset {
                        cells: self.holders,
                        house,
                        others,
                        digits,
                    });
                    return;
                }
            }
            self.grow(tests, house, rest, others, digits);
            if tests[2].is_some() {
                return;
            }
        }
    }

    /// Test 4: one digit of the pair is locked in the two cells.
    fn locked(&self, tests: &mut Tests, a: Cell, b: Cell) {
        let seen = a.peers().intersection(b.peers());
        let [x, y] = self.digits;
        let free = |digit| self.position.cells_with(digit).intersection(seen).is_empty();
        let (digit, gone) = if free(x) {
            (x, y)
        } else if free(y) {
            (y, x)
        } else {
            return;
        };
        let eliminations = self.both_lose(a, b, gone);
        let house = a.houses().into_iter().find(|house| house.cells().contains(b));
        let Some(house) = house else { return };
        self.keep(tests, 3, eliminations, || Escape::Locked { cells: self.holders, house, digit });
    }

    /// Test 6: one digit goes nowhere else in the four lines.
    fn crossed(&self, tests: &mut Tests, a: Cell, b: Cell) {
        let lines = [a.houses(), b.houses()]
            .into_iter()
            .flat_map(|[row, column, _]| [row, column])
            .fold(Cells::EMPTY, |set, house| set.union(house.cells()))
            .without(self.set);
        let free = |&digit: &Digit| self.position.cells_with(digit).intersection(lines).is_empty();
        let Some(digit) = self.digits.into_iter().find(free) else { return };
        let eliminations = self.both_lose(a, b, digit);
        self.keep(tests, 5, eliminations, || Escape::Crossed { cells: self.holders, digit });
    }

    fn both_lose(&self, a: Cell, b: Cell, digit: Digit) -> Vec<Candidate> {
        let there = [a, b].into_iter().filter(|&cell| self.position.has(cell, digit));
        there.map(|cell| Candidate::new(cell, digit)).collect()
    }

    /// Hidden rectangle, seen from a clean corner.
    fn hidden(&self, tests: &mut Tests, corner: Cell) {
        let opposite =
            self.set.into_iter().find(|c| c.row() != corner.row() && c.column() != corner.column());
        let Some(cell) = opposite else { return };
        let [x, y] = self.digits;
        for (digit, other) in [(x, y), (y, x)] {
            let [row, column, _] = cell.houses();
            let confined = [row, column]
                .into_iter()
                .all(|line| self.position.cells_with_in(digit, line).is_subset(self.set));
            if confined && self.position.has(cell, other) {
                let gone = vec![Candidate::new(cell, other)];
                self.keep(tests, 6, gone, || Escape::HiddenCorner { cell, digit });
            }
        }
    }
}

/// The first two cells of a set (the same cell twice when there is one).
fn ends(cells: Cells) -> [Cell; 2] {
    let first = cells.first().unwrap_or(Cell::new(0));
    [first, cells.without_first().first().unwrap_or(first)]
}

/// The first avoidable rectangle of each type.
pub(super) fn avoidable(position: &Position) -> [Option<HodokuStep>; 2] {
    let mut found = [None, None];
    let mine = Cells::ALL.without(position.empty_cells()).without(position.givens());
    let mut known = Known::default();
    for first in mine {
        for (second, across) in neighbours(first) {
            let (Some(a), Some(b)) = (position.value(first), position.value(second)) else {
                continue;
            };
            if !mine.contains(second) {
                continue;
            }
            for [third, fourth] in across {
                let placed = |cell: Cell, digit: Digit| {
                    mine.contains(cell) && position.value(cell) == Some(digit)
                };
                let open = |cell: Cell, digit: Digit| {
                    position.has(cell, digit) && position.candidates(cell).len() == 2
                };
                let one =
                    placed(third, b) && open(fourth, a) || placed(fourth, a) && open(third, b);
                let two = open(third, b) && open(fourth, a);
                if !(one || two) || !known.is_new([first, second, third, fourth]) {
                    continue;
                }
                let rest =
                    |cell: Cell, digit| position.candidates(cell).without(Digits::only(digit));
                let (kind, eliminations) = if !two {
                    let last = if placed(third, b) {
                        Candidate::new(fourth, a)
                    } else {
                        Candidate::new(third, b)
                    };
                    (0, vec![last])
                } else {
                    // One further candidate each, the same.
                    let Some(digit) = rest(third, b).single() else { continue };
                    if !position.has(fourth, digit) {
                        continue;
                    }
                    let seen = third.peers().intersection(fourth.peers());
                    let gone = position.cells_with(digit).intersection(seen);
                    (1, gone.into_iter().map(|cell| Candidate::new(cell, digit)).collect())
                };
                if eliminations.is_empty() || found[kind].is_some() {
                    continue;
                }
                let (search, technique) = if kind == 0 {
                    (Search::AvoidableRectangle1, Technique::AvoidableRectangle1)
                } else {
                    (Search::AvoidableRectangle2, Technique::AvoidableRectangle2)
                };
                let reason = Reason::AvoidableRectangle {
                    cells: [first, second, fourth, third],
                    digits: [a, b],
                };
                let cells = [first, second, third, fourth].into_iter().collect();
                let pattern = Pattern::Rectangle { digits: [a, b], cells };
                found[kind] =
                    Some(HodokuStep::removal(search, technique, eliminations, reason, pattern));
            }
        }
    }
    found
}

/// BUG+1: one cell with three candidates, all others with two, and one digit with three
/// places in its row, column and box.
pub(super) fn grave(position: &Position) -> Option<HodokuStep> {
    let by_size = position.cells_by_size();
    let three = by_size[3];
    let others = position.empty_cells().without(by_size[1]).without(by_size[2]);
    if others != three || three.len() != 1 {
        return None;
    }
    let cell = three.first()?;
    let mut surplus = None;
    let mut crowded = [None; 3];
    for house in House::all() {
        for digit in Digit::all() {
            match position.places(house, digit).count_ones() {
                0..=2 => {}
                3 => {
                    let slot = &mut crowded[house.index() / 9];
                    if slot.is_some() || surplus.is_some_and(|d| d != digit) {
                        return None;
                    }
                    surplus = Some(digit);
                    *slot = Some(house);
                }
                _ => return None,
            }
        }
    }
    let digit = surplus?;
    if !position.has(cell, digit) || crowded != cell.houses().map(Some) {
        return None;
    }
    let others = position.candidates(cell).without(Digits::only(digit));
    let eliminations = others.into_iter().map(|other| Candidate::new(cell, other)).collect();
    let reason = Reason::BivalueGrave(BivalueGrave {
        surplus: vec![(cell, Digits::only(digit))],
        escape: Escape::OneCell { cell },
    });
    Some(HodokuStep::removal(
        Search::BivalueGrave,
        Technique::Bug1,
        eliminations,
        reason,
        Pattern::Bare,
    ))
}
