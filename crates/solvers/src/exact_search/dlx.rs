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
//! A tick is one row chosen; a guess is a column with more than one row.

use crate::{Algorithm, Answer, Boards, Counter, Event, Family, Promises, Run, Solver, Stop};
use std::ops::ControlFlow;
use sudolab_grid::{Cell, Digit, Grid, Puzzle};

/// Dancing links.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "dlx",
    title: "Dancing links",
    family: Family::Exact,
    as_published: true,
    source: "D. E. Knuth, Dancing links, 2000",
    promises: Promises { proves_impossible: true, uses_seed: false, boards: Boards::Any },
    parameters: &[],
    preset: &[],
    tick: "one candidate chosen",
    parallel: None,
    build: |_| Ok(Box::new(Dlx)),
    build_counter: Some(|_| Ok(Box::new(Dlx))),
};

struct Dlx;

impl Solver for Dlx {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let mut answer = Answer::Impossible;
        self.each_solution(puzzle, run, &mut |grid| {
            answer = Answer::Solved(grid.clone());
            ControlFlow::Break(())
        })?;
        Ok(answer)
    }
}

impl Counter for Dlx {
    fn each_solution(
        &mut self,
        puzzle: &Puzzle,
        run: &mut Run<'_>,
        found: &mut dyn FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let excluded = |(cell, _)| puzzle.allowed(cell).is_empty();
        if !puzzle.conflicts().is_empty() || puzzle.clues().filled().any(excluded) {
            return Ok(());
        }
        let mut links = Links::new(puzzle);
        let mut grid = puzzle.clues().clone();
        // One frame for each covered column: the column and the node of the row chosen in it.
        let mut frames: Vec<(u32, u32)> = Vec::with_capacity(puzzle.board().n_cells());
        let mut fewest_left = usize::MAX;
        let mut deeper = true;
        loop {
            if deeper {
                let Some(column) = links.smallest_column() else {
                    if found(&grid).is_break() {
                        return Ok(());
                    }
                    deeper = false;
                    continue;
                };
                if links.length[column as usize] > 1 {
                    run.guess();
                }
                links.cover(column);
                frames.push((column, column));
            }
            let depth = frames.len();
            let Some((column, node)) = frames.last_mut() else { return Ok(()) };
            if *node != *column {
                links.put_back(*node);
                grid.clear(links.cell(*node));
                let cell = links.cell(*node);
                run.tell(|| Event::Retract { cell });
            }
            *node = links.down[*node as usize];
            if *node == *column {
                links.uncover(*column);
                frames.pop();
                deeper = false;
                continue;
            }
            run.tick()?;
            links.take_out(*node);
            let (cell, digit) = (links.cell(*node), links.digit(*node));
            grid.set(cell, digit);
            run.tell(|| Event::Guess { cell, digit, depth });
            let left = links.n_open;
            if left < fewest_left {
                fewest_left = left;
                run.offer(left as f64, grid.values());
            }
            deeper = true;
        }
    }
}

/// The links. Node 0 is the root; nodes 1 to `n_columns` are column heads; then four or more
/// nodes for each candidate, one after the other, so that "right in the row" is arithmetic-free
/// but still a stored link, as in the paper.
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
