//! One board in its square: shades, lines, digits, marks.

use super::borders;
use super::marks::{self, Places};
use super::words::Words;
use crate::{FaceId, Ink, Item, Marks, Page, Point, Style};
use sudolab_exact::UniquePuzzle;
use sudolab_grid::rule::Mark;
use sudolab_grid::{Alphabet, Cell, DigitSet, Puzzle};

/// Where a board is drawn.
#[derive(Clone, Copy)]
pub struct Square {
    pub x: f64,
    pub y: f64,
    pub side: f64,
}

/// A board and what stands in its cells.
pub struct BoardLayout<'a> {
    board: &'a sudolab_grid::Board,
    cells: Vec<Content>,
    alphabet: Alphabet,
    marks: Vec<Mark>,
}

/// What stands in a cell.
#[derive(Clone, Copy)]
enum Content {
    Nothing,
    Clue(u8),
    Answer(u8),
    Marks(DigitSet, Ink),
}

/// Shades of extra regions, lightest first: regions that touch get different ones.
const SHADES: [Ink; 3] = [Ink(224), Ink(200), Ink(240)];

/// The grey of a diagonal.
const DIAGONAL: Ink = Ink(150);
/// The ink of candidates that say something.
const CANDIDATES: Ink = Ink(70);
/// The ink of marks that are only places for a pencil.
const PALE: Ink = Ink(165);

impl<'a> BoardLayout<'a> {
    /// A puzzle to solve. Candidates that the puzzle states belong to it and are always shown.
    pub fn puzzle(puzzle: &'a Puzzle, style: &Style) -> BoardLayout<'a> {
        let board: &sudolab_grid::Board = puzzle.board();
        let open = puzzle.open_candidates();
        let content = |cell: Cell| match puzzle.clues().get(cell) {
            Some(clue) => Content::Clue(clue.value()),
            None => match (style.marks, puzzle.stated_candidates()) {
                (Marks::Candidates, _) => Content::Marks(open[cell.index()], CANDIDATES),
                (Marks::None, None) => Content::Nothing,
                (Marks::None | Marks::All, Some(stated))
                    if stated[cell.index()] != board.digits() =>
                {
                    Content::Marks(stated[cell.index()], CANDIDATES)
                }
                (Marks::None, Some(_)) => Content::Nothing,
                (Marks::All, _) => Content::Marks(board.digits(), PALE),
            },
        };
        let (cells, marks) = (board.cells().map(content).collect(), marks::of(puzzle));
        BoardLayout { board, cells, alphabet: style.alphabet, marks }
    }

    /// A solution, in which the clues stand out.
    pub fn solution(puzzle: &'a UniquePuzzle, alphabet: Alphabet) -> BoardLayout<'a> {
        let board: &sudolab_grid::Board = puzzle.puzzle().board();
        let content = |cell: Cell| match puzzle.puzzle().clues().get(cell) {
            Some(clue) => Content::Clue(clue.value()),
            None => Content::Answer(puzzle.solution().digit(cell).value()),
        };
        let cells = board.cells().map(content).collect();
        BoardLayout { board, cells, alphabet, marks: Vec::new() }
    }

    /// Draws it; returns the height of its lowest symbols in points.
    pub fn draw(&self, page: &mut Page, square: Square, words: &Words<'_>) -> f64 {
        let places = self.places(square);
        self.shades(page, square);
        self.diagonals(page, square);
        marks::behind(&self.marks, places, page);
        let lowest = self.contents(page, square, words);
        self.lines(page, square);
        marks::before(&self.marks, places, page, words);
        lowest
    }

    fn places(&self, square: Square) -> Places<'_> {
        let side = self.cell_side(square);
        let free = |n: usize| (square.side - n as f64 * side) / 2.0;
        let origin = Point {
            x: square.x + free(self.board.columns()),
            y: square.y + free(self.board.rows()),
        };
        Places { board: self.board, origin, side }
    }

    fn cell_side(&self, square: Square) -> f64 {
        square.side / across(self.board, &self.marks) as f64
    }

    fn shades(&self, page: &mut Page, square: Square) {
        let side = self.cell_side(square);
        for (cell, ink) in self.board.cells().zip(shades(self.board)) {
            let Some(ink) = ink else { continue };
            let Some((row, column)) = self.board.place(cell) else { continue };
            let origin = self.places(square).origin;
            let at = Point { x: origin.x + column as f64 * side, y: origin.y + row as f64 * side };
            page.items.push(Item::Area { at, width: side, height: side, ink });
        }
    }

    /// Diagonals that are houses, as lines from corner to corner.
    fn diagonals(&self, page: &mut Page, square: Square) {
        let places = self.places(square);
        for region in self.board.extra_regions().filter(|r| is_diagonal(self.board, r.cells())) {
            let ends = [region.cells().first(), region.cells().last()];
            let [Some(from), Some(to)] = ends.map(|end| self.board.place(*end?)) else { continue };
            // From the outer corner of the first cell to that of the last.
            let turn = usize::from(from.1 > to.1);
            let at = |(row, column): (usize, usize), on: usize| {
                places.at((row + on) as f64, (column + on.abs_diff(turn)) as f64)
            };
            let thickness = places.side * 0.05;
            let (from, to) = (at(from, 0), at(to, 1));
            page.items.push(Item::Line { from, to, thickness, ink: DIAGONAL });
        }
    }

    fn contents(&self, page: &mut Page, square: Square, words: &Words<'_>) -> f64 {
        let side = self.cell_side(square);
        let digit_size = side * 0.64;
        let mut lowest = f64::INFINITY;
        // Marks stand in a square of places, the same for a digit in every cell.
        let across = (1..=5).find(|k| k * k >= self.board.size()).unwrap_or(5);
        let down = self.board.size().div_ceil(across);
        let mark_step = (side * 0.88 / across as f64, side * 0.88 / down as f64);
        let mark_size = (mark_step.0 * 1.1).min(mark_step.1 * 1.1);
        let origin = self.places(square).origin;
        for (cell, content) in self.board.cells().zip(&self.cells) {
            let Some((row, column)) = self.board.place(cell) else { continue };
            let middle = Point {
                x: origin.x + (column as f64 + 0.5) * side,
                y: origin.y + (row as f64 + 0.5) * side,
            };
            let mut put = |value: u8, middle: Point, size: f64, face: FaceId, ink: Ink| {
                // An alphabet that cannot write a digit leaves it to the one that can.
                let symbol = self.alphabet.symbol(value).or(Alphabet::Numbers.symbol(value));
                let height = words.fonts().face(face).cap_height() * size;
                lowest = lowest.min(height);
                let base = Point { x: middle.x, y: middle.y + height / 2.0 };
                let digit = sudolab_grid::Digit::from_number(value);
                let text = match (self.board.first_value(), digit) {
                    (1, _) | (_, None) => symbol.map(String::from).unwrap_or_default(),
                    (_, Some(digit)) => self.board.value(digit).to_string(),
                };
                words.centred(page, &text, base, size, face, ink);
            };
            match *content {
                Content::Nothing => {}
                Content::Clue(value) => put(value, middle, digit_size, FaceId::STRONG, Ink::BLACK),
                Content::Answer(value) => put(value, middle, digit_size, FaceId::REGULAR, Ink(50)),
                Content::Marks(set, ink) => {
                    for digit in set.iter() {
                        let place = usize::from(digit.value()) - 1;
                        let off = |i: usize, of: usize, step: f64| {
                            (i as f64 - (of as f64 - 1.0) / 2.0) * step
                        };
                        let middle = Point {
                            x: middle.x + off(place % across, across, mark_step.0),
                            y: middle.y + off(place / across, down, mark_step.1),
                        };
                        put(digit.value(), middle, mark_size, FaceId::REGULAR, ink);
                    }
                }
            }
        }
        lowest
    }

    fn lines(&self, page: &mut Page, square: Square) {
        let side = self.cell_side(square);
        let thin = (side * 0.018).clamp(0.25, 0.6);
        let bold = (side * 0.06).clamp(0.8, 2.2);
        let origin = self.places(square).origin;
        let corner = |(column, row): (usize, usize)| Point {
            x: origin.x + column as f64 * side,
            y: origin.y + row as f64 * side,
        };
        let mut line = |from, to, thickness, ink| {
            let (from, to) = (corner(from), corner(to));
            page.items.push(Item::Line { from, to, thickness, ink });
        };
        if self.board.rows() != self.board.size()
            || self.board.columns() != self.board.size()
            || self.board.n_cells() != self.board.size() * self.board.size()
        {
            let edges = borders::edges(self.board);
            // Bold edges lie over thin ones.
            for (segment, is_bold) in edges
                .iter()
                .filter(|(_, is_bold)| !is_bold)
                .chain(edges.iter().filter(|(_, is_bold)| *is_bold))
            {
                let (thickness, ink) = if *is_bold { (bold, Ink::BLACK) } else { (thin, Ink(110)) };
                line(segment.from, segment.to, thickness, ink);
            }
            return;
        }
        let n = self.board.size();
        for i in 1..n {
            line((0, i), (n, i), thin, Ink(110));
            line((i, 0), (i, n), thin, Ink(110));
        }
        for segment in borders::inner(self.board) {
            line(segment.from, segment.to, bold, Ink::BLACK);
        }
        for (from, to) in [((0, 0), (n, 0)), ((0, n), (n, n)), ((0, 0), (0, n)), ((n, 0), (n, n))] {
            line(from, to, bold, Ink::BLACK);
        }
    }
}

/// How many cells wide and high a board is drawn, with the border for clues outside.
pub fn across(board: &sudolab_grid::Board, marks: &[Mark]) -> usize {
    let border = if marks::reach_outside(marks) { 2 } else { 0 };
    board.rows().max(board.columns()) + border
}

/// Whether a region is one of the two long diagonals.
pub fn is_diagonal(board: &sudolab_grid::Board, cells: &[Cell]) -> bool {
    board.diagonals().iter().any(|d| d.len() == cells.len() && d.iter().all(|c| cells.contains(c)))
}

/// The shade of each cell. Regions that touch without sharing a cell get different shades, so
/// that one can tell them apart; diagonals are lines.
fn shades(board: &sudolab_grid::Board) -> Vec<Option<Ink>> {
    let mut shades = vec![None; board.n_cells()];
    for region in board.extra_regions().filter(|r| !is_diagonal(board, r.cells())) {
        let cells = region.cells();
        let shares = |c: &Cell| shades[c.index()].is_some();
        let mut taken = Vec::new();
        if !cells.iter().any(shares) {
            for &cell in cells {
                let (row, column) = (board.row(cell), board.column(cell));
                let near = |other: &Cell| {
                    board.row(*other).abs_diff(row) + board.column(*other).abs_diff(column) == 1
                };
                taken.extend(board.cells().filter(near).filter_map(|c| shades[c.index()]));
            }
        }
        let ink = SHADES.into_iter().find(|ink| !taken.contains(ink)).unwrap_or(SHADES[0]);
        for cell in cells {
            shades[cell.index()].get_or_insert(ink);
        }
    }
    shades
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diagonals_are_lines_and_touching_regions_have_different_shades() {
        let board = sudolab_grid::Board::of_size(16).unwrap();
        let x = board.with_extra(&board.diagonals()).unwrap();
        assert!(shades(&x).into_iter().flatten().next().is_none());
        let puzzle = Puzzle::new(sudolab_grid::Grid::empty(x));
        let layout = BoardLayout::puzzle(&puzzle, &Style::default());
        let mut page = Page::default();
        layout.diagonals(&mut page, Square { x: 0.0, y: 0.0, side: 160.0 });
        let ends = |item: &Item| match item {
            Item::Line { from, to, .. } => [from.x, from.y, to.x, to.y].map(|v| v.round() as i32),
            other => panic!("{other:?}"),
        };
        let lines: Vec<_> = page.items.iter().map(ends).collect();
        assert_eq!(lines.len(), 2);
        for line in [[0, 0, 160, 160], [160, 0, 0, 160]] {
            let back = [line[2], line[3], line[0], line[1]];
            assert!(lines.contains(&line) || lines.contains(&back), "{lines:?}");
        }
        let left: Vec<Cell> = (0..4).map(|r| board.cell(r, 1)).collect();
        let right: Vec<Cell> = (0..4).map(|r| board.cell(r, 2)).collect();
        let two = shades(&board.with_extra(&[left, right]).unwrap());
        assert_ne!(two[1], two[2]);
        assert!(two[1].is_some() && two[2].is_some() && two[3].is_none());
    }
}
