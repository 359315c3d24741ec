//! Dancing links: exact cover by Knuth's Algorithm X.
//!
//! Idea: a solution chooses candidates (cell, digit) so that each cell is filled once and each
//! house holds each digit once. Rows of the cover are candidates, columns are those demands; a
//! column with fewest rows is covered first, and rows are unlinked and relinked in place.
//! Source: D. E. Knuth, *Dancing links*, 2000. Houses with fewer cells than digits are secondary
//! columns: covered at most once (same paper, section on the queens).
//! Ours: the links live in four flat arrays, built anew for each puzzle from the candidates the
//! clues leave, so clues cost nothing in the search.
//!
//! With several threads the tree is cut into parts (`exact::split`), each with links of its own.
//!
//! A tick is one row chosen; a guess is a column with more than one row.

use super::ledger::{Alone, Ledger, Part, Pause};
use crate::algorithm::solve_by_counting;
use crate::{
    Algorithm, Answer, Boards, Clash, Counter, Event, Family, Found, Parallel, Promises, Run,
    Solver, Stop, Wanted,
};
use std::ops::ControlFlow;
use sudolab_exact::split::{Cut, Tally, Tree, Walked};
use sudolab_grid::{Cell, Digit, DigitSet, Grid, Puzzle};

/// Dancing links.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "dlx",
    title: "Dancing links",
    family: Family::Exact,
    as_published: true,
    source: "D. E. Knuth, Dancing links, 2000",
    promises: Promises {
        proves_impossible: true,
        uses_seed: false,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[],
    preset: &[],
    tick: "one candidate chosen",
    parallel: Some(Parallel::Tree),
    bulk: None,
    build: |_| Ok(Box::new(Dlx)),
    build_counter: Some(|_| Ok(Box::new(Dlx))),
};

struct Dlx;

impl Solver for Dlx {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        solve_by_counting(self, puzzle, run, Answer::Impossible)
    }
}

impl Counter for Dlx {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Some(mut walk) = Walk::new(puzzle) else { return Ok(()) };
        if run.is_observed() {
            walk.clashes = Links::clashes(puzzle);
        }
        walk.on(&mut Alone { run, found })
    }

    fn count(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        wanted: Wanted,
        found: &mut Found,
    ) -> Result<(), Stop> {
        if run.hands().is_none() {
            return self.each_solution(puzzle, run, &mut |g| found.note(wanted, || g.clone()));
        }
        let Some(walk) = Walk::new(puzzle) else { return Ok(()) };
        let (tally, ended) = run.split(walk, wanted);
        run.enter(&tally);
        found.take(&tally, puzzle);
        ended
    }
}

/// The search in the middle of its work.
#[derive(Clone)]
struct Walk {
    links: Links,
    grid: Grid,
    /// One for each covered column.
    frames: Vec<Frame>,
    /// Whether the next thing to do is to cover a column.
    deeper: bool,
    fewest_left: usize,
    /// What it means that a column has no row, for each column; only for an observer.
    clashes: Vec<Clash>,
}

#[derive(Clone, Copy)]
struct Frame {
    column: u32,
    /// The row tried last, by its node in the column; the column itself before the first.
    node: u32,
    /// Whether that row is taken out.
    placed: bool,
    /// Whether the rows behind it are left to others.
    is_last: bool,
    /// Ticks before that row.
    since: u64,
}

impl Walk {
    /// The search before its first step; `None` when the clues conflict.
    fn new(puzzle: &Puzzle) -> Option<Walk> {
        let excluded = |(cell, _)| puzzle.allowed(cell).is_empty();
        if !puzzle.conflicts().is_empty() || puzzle.clues().filled().any(excluded) {
            return None;
        }
        Some(Walk {
            links: Links::new(puzzle),
            grid: puzzle.clues().clone(),
            frames: Vec::with_capacity(puzzle.board().n_cells()),
            deeper: true,
            fewest_left: usize::MAX,
            clashes: Vec::new(),
        })
    }

    /// Searches until the end, or until the ledger breaks.
    fn on<L: Ledger>(&mut self, ledger: &mut L) -> Result<(), L::Pause> {
        let links = &mut self.links;
        loop {
            if std::mem::take(&mut self.deeper) {
                match links.smallest_column() {
                    Some(column) => {
                        if links.length[column as usize] > 1 {
                            ledger.guess();
                        }
                        links.cover(column);
                        self.frames.push(Frame {
                            column,
                            node: column,
                            placed: false,
                            is_last: false,
                            since: 0,
                        });
                    }
                    None if ledger.found(&self.grid).is_break() => return Ok(()),
                    None => {}
                }
            }
            let depth = self.frames.len();
            let Some(frame) = self.frames.last_mut() else { return Ok(()) };
            if std::mem::take(&mut frame.placed) {
                links.put_back(frame.node);
                let cell = links.cell(frame.node);
                self.grid.clear(cell);
                ledger.tell(|| Event::Retract { cell });
            }
            if !links.has_next(frame) {
                if frame.node == frame.column {
                    let clash = self.clashes.get(frame.column as usize);
                    ledger.tell(|| Event::Conflict(*clash.unwrap_or(&Clash::Somewhere)));
                }
                links.uncover(frame.column);
                self.frames.pop();
                continue;
            }
            ledger.tick()?;
            frame.node = links.down[frame.node as usize];
            frame.placed = true;
            frame.since = ledger.ticks();
            links.take_out(frame.node);
            let (cell, digit) = (links.cell(frame.node), links.digit(frame.node));
            self.grid.set(cell, digit);
            ledger.tell(|| {
                let rest = links.rest(frame);
                Event::Guess { cell, digit, rest, depth }
            });
            let left = links.n_open;
            if left < self.fewest_left {
                self.fewest_left = left;
                ledger.offer(left, self.grid.values());
            }
            self.deeper = true;
        }
    }

    /// The search that goes on at a frame: what stands deeper is taken back.
    fn taken_back_to(&self, at: usize) -> Walk {
        let mut walk = self.clone();
        for frame in walk.frames.drain(at + 1..).rev() {
            if frame.placed {
                walk.links.put_back(frame.node);
                walk.grid.clear(walk.links.cell(frame.node));
            }
            walk.links.uncover(frame.column);
        }
        walk.frames.iter_mut().for_each(|frame| frame.since = 0);
        walk.deeper = false;
        walk.fewest_left = usize::MAX;
        walk
    }

    /// Leaves what is untried in the first frames to others.
    fn forget_rest(&mut self, frames: usize) {
        self.frames[..frames].iter_mut().for_each(|frame| frame.is_last = true);
    }
}

impl Tree for Walk {
    /// About 0.5 ms.
    const LEASH: u64 = 1024;

    fn walk(&mut self, pause_at: u64, tally: &mut Tally) -> Walked {
        match self.on(&mut Part { tally, pause_at }) {
            Ok(()) => Walked::Ended,
            Err(Pause) => Walked::Paused,
        }
    }

    fn cut(&mut self, cut: Cut, ticks: u64) -> Vec<Walk> {
        let has_rest = |frame: &Frame| self.links.has_next(frame);
        match cut {
            Cut::Largest => {
                let Some(at) = self.frames.iter().position(has_rest) else { return Vec::new() };
                let piece = self.taken_back_to(at);
                self.forget_rest(at + 1);
                vec![piece]
            }
            Cut::Next { grain } => {
                let large = |frame: &Frame| has_rest(frame) && ticks - frame.since >= grain;
                let Some(at) = self.frames.iter().rposition(large) else { return Vec::new() };
                let tail = self.frames[..at].iter().rposition(has_rest);
                let mut pieces = vec![self.taken_back_to(at)];
                pieces[0].forget_rest(at);
                pieces.extend(tail.map(|tail| self.taken_back_to(tail)));
                self.forget_rest(at + 1);
                pieces
            }
        }
    }
}

/// The links. Node 0 is the root; nodes 1 to `n_columns` are column heads; then four or more
/// nodes for each candidate, one after the other, so that "right in the row" is arithmetic-free
/// but still a stored link, as in the paper.
#[derive(Clone)]
struct Links {
    left: Vec<u32>,
    right: Vec<u32>,
    up: Vec<u32>,
    down: Vec<u32>,
    column: Vec<u32>,
    length: Vec<u32>,
    /// The candidate of each node: cell * 32 + digit index.
    candidate: Vec<u32>,
    /// Cells not yet filled.
    n_open: usize,
}

impl Links {
    /// Whether a column has rows not yet tried. The links of a covered column stand as they were
    /// when it was covered, whatever was taken out since.
    #[inline(always)]
    fn has_next(&self, frame: &Frame) -> bool {
        !frame.is_last && self.down[frame.node as usize] != frame.column
    }

    /// The other digits of the cell that are still to be tried where a row was chosen.
    fn rest(&self, frame: &Frame) -> DigitSet {
        let cell = self.cell(frame.node);
        let mut rest = DigitSet::EMPTY;
        let mut node = self.down[frame.node as usize];
        while node != frame.column {
            if self.cell(node) == cell {
                rest.insert(self.digit(node));
            }
            node = self.down[node as usize];
        }
        rest
    }

    /// What each column demands, by what is wrong when it cannot be met; in the order of
    /// [`Links::new`].
    fn clashes(puzzle: &Puzzle) -> Vec<Clash> {
        let board = puzzle.board();
        let mut clashes = vec![Clash::Somewhere];
        clashes.extend(puzzle.clues().blanks().map(Clash::Cell));
        for (place, house) in board.houses().iter().enumerate() {
            let met: DigitSet =
                house.cells().iter().filter_map(|&c| puzzle.clues().get(c)).collect();
            let open = (board.digits() - met).len();
            clashes.extend(std::iter::repeat_n(Clash::House(place), open));
        }
        clashes
    }

    fn new(puzzle: &Puzzle) -> Links {
        let board = puzzle.board();
        let (n_cells, size) = (board.n_cells(), board.size());
        let open = puzzle.open_candidates();
        let clued: Vec<bool> = board.cells().map(|c| puzzle.clues().get(c).is_some()).collect();
        // Demands that the clues have met need no column.
        let mut met = vec![false; board.houses().len() * size];
        for (cell, digit) in puzzle.clues().filled() {
            for &house in board.houses_of(cell) {
                met[house * size + digit.index()] = true;
            }
        }
        let mut links = Links {
            left: vec![0],
            right: vec![0],
            up: vec![0],
            down: vec![0],
            column: vec![0],
            length: vec![0],
            candidate: vec![0],
            n_open: 0,
        };
        let mut cell_column = vec![0u32; n_cells];
        for cell in board.cells().filter(|c| !clued[c.index()]) {
            cell_column[cell.index()] = links.add_column(true);
            links.n_open += 1;
        }
        let mut house_column = vec![0u32; met.len()];
        for (i, house) in board.houses().iter().enumerate() {
            let must_hold_every_digit = house.cells().len() == size;
            for d in 0..size {
                if !met[i * size + d] {
                    house_column[i * size + d] = links.add_column(must_hold_every_digit);
                }
            }
        }
        for cell in board.cells().filter(|c| !clued[c.index()]) {
            for digit in open[cell.index()].iter() {
                let candidate = (cell.index() * 32 + digit.index()) as u32;
                let first = links.add_node(cell_column[cell.index()], candidate, None);
                for &house in board.houses_of(cell) {
                    let column = house_column[house * size + digit.index()];
                    links.add_node(column, candidate, Some(first));
                }
            }
        }
        links
    }

    fn add_column(&mut self, primary: bool) -> u32 {
        let head = self.column.len() as u32;
        let (left, right) = if primary { (self.left[0], 0) } else { (head, head) };
        self.left.push(left);
        self.right.push(right);
        if primary {
            self.right[left as usize] = head;
            self.left[0] = head;
        }
        self.up.push(head);
        self.down.push(head);
        self.column.push(head);
        self.length.push(0);
        self.candidate.push(0);
        head
    }

    /// Adds a node at the foot of a column and at the end of a row.
    fn add_node(&mut self, column: u32, candidate: u32, row: Option<u32>) -> u32 {
        let node = self.column.len() as u32;
        let last = self.up[column as usize];
        self.up.push(last);
        self.down.push(column);
        self.down[last as usize] = node;
        self.up[column as usize] = node;
        self.column.push(column);
        self.length[column as usize] += 1;
        self.length.push(0);
        self.candidate.push(candidate);
        let first = row.unwrap_or(node);
        let before = if first == node { node } else { self.left[first as usize] };
        self.left.push(before);
        self.right.push(first);
        self.right[before as usize] = node;
        self.left[first as usize] = node;
        node
    }

    fn cell(&self, node: u32) -> Cell {
        Cell::new(self.candidate[node as usize] as usize / 32)
    }

    fn digit(&self, node: u32) -> Digit {
        let index = self.candidate[node as usize] as usize % 32;
        Digit::from_index(index).expect("a candidate holds a digit")
    }

    /// The primary column with fewest rows; `None` when all are covered.
    fn smallest_column(&self) -> Option<u32> {
        let mut best = None;
        let mut fewest = u32::MAX;
        let mut column = self.right[0];
        while column != 0 {
            let n = self.length[column as usize];
            if n < fewest {
                (best, fewest) = (Some(column), n);
                if n <= 1 {
                    break;
                }
            }
            column = self.right[column as usize];
        }
        best
    }

    fn cover(&mut self, column: u32) {
        let (l, r) = (self.left[column as usize], self.right[column as usize]);
        self.right[l as usize] = r;
        self.left[r as usize] = l;
        let mut row = self.down[column as usize];
        while row != column {
            let mut node = self.right[row as usize];
            while node != row {
                let (u, d) = (self.up[node as usize], self.down[node as usize]);
                self.down[u as usize] = d;
                self.up[d as usize] = u;
                self.length[self.column[node as usize] as usize] -= 1;
                node = self.right[node as usize];
            }
            row = self.down[row as usize];
        }
    }

    fn uncover(&mut self, column: u32) {
        let mut row = self.up[column as usize];
        while row != column {
            let mut node = self.left[row as usize];
            while node != row {
                let (u, d) = (self.up[node as usize], self.down[node as usize]);
                self.down[u as usize] = node;
                self.up[d as usize] = node;
                self.length[self.column[node as usize] as usize] += 1;
                node = self.left[node as usize];
            }
            row = self.up[row as usize];
        }
        let (l, r) = (self.left[column as usize], self.right[column as usize]);
        self.right[l as usize] = column;
        self.left[r as usize] = column;
    }

    /// Covers the other columns of a chosen row.
    fn take_out(&mut self, node: u32) {
        let mut other = self.right[node as usize];
        while other != node {
            self.cover(self.column[other as usize]);
            other = self.right[other as usize];
        }
        self.n_open -= 1;
    }

    fn put_back(&mut self, node: u32) {
        let mut other = self.left[node as usize];
        while other != node {
            self.uncover(self.column[other as usize]);
            other = self.left[other as usize];
        }
        self.n_open += 1;
    }
}
