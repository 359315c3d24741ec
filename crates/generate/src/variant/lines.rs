//! Lines over the board: thermometers, arrows, whispers and their kin.
//!
//! From each cell, in random order, some random walks over free cells are tried, a king's step at a
//! time; of each walk the longest beginning counts that makes a line which the solution keeps,
//! and the longest of all is drawn. Lines share no cell and do not cross, and end when half of the
//! board is covered, so that they can be told apart on paper.

use super::{Variant, rule};
use sudolab_grid::random::Random;
use sudolab_grid::rule::{EqualSums, Parts, Rule};
use sudolab_grid::{Board, Cell, Grid};

/// Walks tried from a cell.
const WALKS: usize = 12;

/// The fewest cells of a line.
const SHORTEST: usize = 3;

/// Lines of a kind that a solution keeps.
pub(super) fn lines(variant: Variant, solution: &Grid, random: &mut Random) -> Vec<Rule> {
    let board = solution.board();
    let mut paper = Paper::new(board);
    let mut starts: Vec<Cell> = board.cells().collect();
    random.shuffle(&mut starts);
    let mut drawn = Vec::new();
    for start in starts {
        if 2 * paper.n_taken >= board.n_cells() {
            break;
        }
        if paper.taken[start.index()] {
            continue;
        }
        let longest = SHORTEST + random.index(board.size().saturating_sub(SHORTEST).max(1));
        let mut best: Option<(Vec<Cell>, Rule)> = None;
        for _ in 0..WALKS {
            let found = paper.walk(variant, solution, start, longest, random);
            let length =
                |found: &Option<(Vec<Cell>, Rule)>| found.as_ref().map_or(0, |f| f.0.len());
            if length(&found) > length(&best) {
                best = found;
            }
        }
        if let Some((path, rule)) = best {
            paper.take(&path);
            drawn.push(rule);
        }
    }
    drawn
}

/// The line of a kind along a path; `None` where the path makes none.
fn line(variant: Variant, path: &[Cell], board: &Board) -> Option<Rule> {
    let half = (board.size() as i64 + 1) / 2;
    match variant {
        Variant::Thermometer => rule("thermometer", Parts::cells(path)),
        Variant::Arrow => {
            let lists = vec![path[..1].to_vec(), path[1..].to_vec()];
            rule("arrow", Parts { lists, ..Parts::default() })
        }
        Variant::Whispers => rule("whisper", Parts::numbered(half, path)),
        Variant::Renban => rule("renban", Parts::cells(path)),
        Variant::Nabner => rule("nabner", Parts::cells(path)),
        Variant::Palindrome => rule("palindrome", Parts::cells(path)),
        Variant::Between => rule("between", Parts::cells(path)),
        Variant::RegionSum => {
            let pieces = EqualSums::region_line(path, board).ok()?;
            (pieces.groups().count() > 1).then_some(Rule::EqualSums(pieces))
        }
        Variant::Zipper => rule("zipper", Parts::cells(path)),
        Variant::Entropic => rule("entropic", Parts::cells(path)),
        Variant::Parity => rule("modular", Parts::numbered(2, path)),
        _ => None,
    }
}

/// Whether every beginning of such a line is one itself, so that a walk may look where it goes.
fn grows(variant: Variant) -> bool {
    matches!(
        variant,
        Variant::Thermometer
            | Variant::Whispers
            | Variant::Nabner
            | Variant::Entropic
            | Variant::Parity
    )
}

/// What is drawn already.
struct Paper<'a> {
    board: &'a Board,
    taken: Vec<bool>,
    n_taken: usize,
    /// Where a diagonal step was drawn, by the upper left of the four cells around its middle.
    crossed: Vec<bool>,
}

impl<'a> Paper<'a> {
    fn new(board: &'a Board) -> Paper<'a> {
        let n = board.n_cells();
        Paper { board, taken: vec![false; n], n_taken: 0, crossed: vec![false; n] }
    }

    /// A line from a cell on.
    fn walk(
        &self,
        variant: Variant,
        solution: &Grid,
        start: Cell,
        longest: usize,
        random: &mut Random,
    ) -> Option<(Vec<Cell>, Rule)> {
        let kept = |path: &[Cell]| {
            line(variant, path, self.board).filter(|rule| rule.holds(solution).is_ok())
        };
        let mut path = vec![start];
        let mut best = None;
        while path.len() < longest {
            let last = path[path.len() - 1];
            let goes_on = |&next: &Cell| {
                let fits = || kept(&[&path[..], &[next]].concat()).is_some();
                !path.contains(&next) && (!grows(variant) || fits())
            };
            let open: Vec<Cell> = self.steps(last, &path).filter(goes_on).collect();
            let Some(&next) = random.pick(&open) else { break };
            path.push(next);
            if path.len() >= SHORTEST
                && let Some(rule) = kept(&path)
            {
                best = Some((path.clone(), rule));
            }
        }
        best
    }

    /// The free cells a king's step away, without crossing what is drawn or the path itself.
    fn steps(&self, from: Cell, path: &[Cell]) -> impl Iterator<Item = Cell> {
        let (row, column) = (self.board.row(from), self.board.column(from));
        let offsets = (-1isize..=1).flat_map(|down| (-1isize..=1).map(move |right| (down, right)));
        let near = offsets.filter_map(move |(down, right)| {
            let cell = self
                .board
                .cell_at(row.checked_add_signed(down)?, column.checked_add_signed(right)?);
            cell.filter(|&cell| cell != from && !self.taken[cell.index()])
        });
        near.filter(move |&cell| {
            let Some(corner) = self.corner(from, cell) else { return true };
            let own = path.windows(2).any(|two| self.corner(two[0], two[1]) == Some(corner));
            !own && !self.crossed[corner]
        })
    }

    /// The upper left of the four cells that a diagonal step goes through the middle of.
    fn corner(&self, a: Cell, b: Cell) -> Option<usize> {
        let ((r, c), (s, d)) =
            ((self.board.row(a), self.board.column(a)), (self.board.row(b), self.board.column(b)));
        (r != s && c != d).then(|| self.board.cell(r.min(s), c.min(d)).index())
    }

    fn take(&mut self, path: &[Cell]) {
        for &cell in path {
            self.taken[cell.index()] = true;
        }
        self.n_taken += path.len();
        for two in path.windows(2) {
            if let Some(corner) = self.corner(two[0], two[1]) {
                self.crossed[corner] = true;
            }
        }
    }
}
