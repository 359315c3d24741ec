//! Answers that can be checked without trusting the engine that gave them.
//!
//! Idea: clause learning refutes what is left of a puzzle when its solutions are excluded, and every
//! clause it learns follows from the puzzle and the clauses before it by unit propagation alone
//! (Goldberg & Novikov 2003; the proofs of SAT competitions). So the learned clauses, in order, are a
//! proof that anyone can check with a few lines of code and no search. `sudolab-witness` does.
//!
//! The variables are candidates: digit `d` of cell `c`, both from 1, is `(c - 1) * size + d`. Behind them
//! come the partial sums of cages and other sums.

mod partial_sums;
mod rules;

use crate::general::cdcl::{Decided, GroupKind, Literal, Problem, Solver};
use partial_sums::PartialSums;
use rules::Stated;
use std::fmt;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::{Cell, Digit, DigitSet, Grid, HouseKind, Layout, Puzzle};

/// The solutions of a puzzle and why there are no others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solutions, as many as were asked for.
    pub solutions: Vec<Grid>,
    /// The clauses that exclude all others, if there are no others: candidates from 1, negative for
    /// "not". Each follows from the puzzle, the exclusion of the solutions and the clauses before it,
    /// and after the last one everything is refuted.
    pub proof: Option<Vec<Box<[i32]>>>,
    /// The rules beyond houses, clues and candidates.
    stated: Stated,
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotCertified {
    /// The puzzle has rules, by their kinds, of which one cannot be written as the few things it
    /// forbids.
    Rules(String),
    /// The board is no plain square, by its description: the checker knows no other.
    Board(String),
    /// What stopped the search.
    Stopped(Stop),
}

impl fmt::Display for NotCertified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotCertified::Rules(kinds) => {
                write!(f, "certificates have no room for all that these rules forbid: {kinds}")
            }
            NotCertified::Board(board) => {
                write!(f, "certificates know square boards with digits from 1 alone, not {board}")
            }
            NotCertified::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotCertified {}

impl From<Stop> for NotCertified {
    fn from(stop: Stop) -> NotCertified {
        NotCertified::Stopped(stop)
    }
}

/// Finds the solutions of a puzzle, at most `limit`, and proves that there are no others where that
/// is so.
pub fn certify(
    puzzle: &Puzzle,
    limit: usize,
    halt: &Halt<'_>,
) -> Result<Certificate, NotCertified> {
    halt.check()?;
    let board = puzzle.board();
    if !board.is_plain() {
        return Err(NotCertified::Board(board.to_string()));
    }
    let refused = || NotCertified::Rules(puzzle.rules().kinds());
    let stated = Stated::of(puzzle, halt)?.ok_or_else(refused)?;
    halt.check()?;
    let mut allowed: Vec<DigitSet> = board.cells().map(|cell| puzzle.allowed(cell)).collect();
    for (cell, digits) in &stated.allowed {
        allowed[cell.index()] &= *digits;
    }
    let size = board.size();
    let mut candidates = Vec::new();
    let mut variable_of = vec![None; board.n_cells() * size];
    for cell in board.cells() {
        for digit in allowed[cell.index()].iter() {
            variable_of[cell.index() * size + digit.index()] = Some(candidates.len() as u32);
            candidates.push((cell, digit));
        }
    }
    let variable = |cell: Cell, digit: Digit| variable_of[cell.index() * size + digit.index()];
    halt.check()?;
    let sums = PartialSums::of(&stated.sums, board);
    let partial = |sum: u32| candidates.len() as u32 + sum;
    let mut problem = Problem::new(candidates.len() + sums.n as usize);
    for cell in board.cells() {
        let of_cell = board.digits().iter().filter_map(|digit| variable(cell, digit));
        problem.add_group(GroupKind::ExactlyOne, of_cell);
    }
    let different = stated.different.iter().map(Vec::as_slice);
    for cells in board.houses().iter().map(|house| house.cells()).chain(different) {
        let kind = match cells.len() == size {
            true => GroupKind::ExactlyOne,
            false => GroupKind::AtMostOne,
        };
        for digit in board.digits().iter() {
            let places = cells.iter().filter_map(|&cell| variable(cell, digit));
            problem.add_group(kind, places);
        }
    }
    for group in &sums.groups {
        problem.add_group(GroupKind::ExactlyOne, group.clone().map(partial));
    }
    let number = |literal: &Literal| {
        let candidate = match candidates.get(literal.variable()) {
            Some((cell, digit)) => cell.index() * size + digit.index() + 1,
            None => board.n_cells() * size + literal.variable() - candidates.len() + 1,
        } as i32;
        if literal.is_positive() { candidate } else { -candidate }
    };
    halt.check()?;
    let mut solver = Solver::new(problem, Vec::new());
    solver.keep_log();
    for never in &stated.never {
        // A candidate that is out makes them never true together anyway.
        let all: Option<Vec<u32>> =
            never.iter().map(|&(cell, digit)| variable(cell, digit)).collect();
        if let Some(all) = all {
            let clause: Vec<Literal> = all.into_iter().map(Literal::negative).collect();
            solver.add_clause(&clause);
        }
    }
    for step in &sums.steps {
        // A digit that is out leads nowhere.
        let Some(held) = variable(step.cell, step.digit) else { continue };
        let mut clause = vec![Literal::negative(held)];
        clause.extend(step.before.map(|sum| Literal::negative(partial(sum))));
        clause.extend(step.after.map(|sum| Literal::positive(partial(sum))));
        solver.add_clause(&clause);
    }
    halt.check()?;
    let mut solutions = Vec::new();
    let mut pulse = halt.pulse();
    let complete = loop {
        if solutions.len() == limit {
            break false;
        }
        match solver.solve(&mut pulse)? {
            Decided::Exhausted => break true,
            Decided::Model => {
                let mut grid = puzzle.clues().clone();
                let held = (0..candidates.len()).filter(|&v| solver.is_true(v as u32));
                for (cell, digit) in held.map(|v| candidates[v]) {
                    grid.set(cell, digit);
                }
                solutions.push(grid);
                solver.exclude_model();
            }
        }
    };
    let proof = complete.then(|| {
        let log = solver.take_log();
        log.iter().map(|clause| clause.iter().map(number).collect()).collect()
    });
    Ok(Certificate { puzzle: puzzle.clone(), solutions, proof, stated })
}

impl fmt::Display for Certificate {
    /// The text that `sudolab-witness` reads; its form is described in `docs/certificates.md`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.puzzle.board();
        writeln!(f, "sudolab-certificate 1")?;
        writeln!(f, "size {}", board.size())?;
        match board.layout() {
            Layout::Boxes { rows, columns } => writeln!(f, "boxes {rows}x{columns}")?,
            Layout::Regions(map) => {
                f.write_str("regions")?;
                map.iter().try_for_each(|region| write!(f, " {}", region + 1))?;
                writeln!(f)?;
            }
            Layout::Latin | Layout::Free => {}
        }
        let extra = board.houses().iter().filter(|house| house.kind() == HouseKind::Extra);
        let different = self.stated.different.iter().map(Vec::as_slice);
        for cells in extra.map(|house| house.cells()).chain(different) {
            f.write_str("extra")?;
            cells.iter().try_for_each(|cell| write!(f, " {}", cell.index() + 1))?;
            writeln!(f)?;
        }
        write_grid(f, "givens", self.puzzle.clues())?;
        let stated = self.puzzle.stated_candidates().into_iter().flatten().copied();
        let by_cell = board.cells().zip(stated).filter(|(_, digits)| *digits != board.digits());
        for (cell, digits) in by_cell.chain(self.stated.allowed.iter().copied()) {
            write!(f, "allowed {}", cell.index() + 1)?;
            digits.iter().try_for_each(|digit| write!(f, " {digit}"))?;
            writeln!(f)?;
        }
        for sum in &self.stated.sums {
            write!(f, "sum {} {}", sum.bounds.0, sum.bounds.1)?;
            let number = |(cell, factor): &(Cell, i64)| factor * (cell.index() as i64 + 1);
            sum.terms.iter().try_for_each(|term| write!(f, " {}", number(term)))?;
            writeln!(f)?;
        }
        for never in &self.stated.never {
            f.write_str("never")?;
            let number =
                |(cell, digit): &(Cell, Digit)| cell.index() * board.size() + digit.index() + 1;
            never.iter().try_for_each(|candidate| write!(f, " {}", number(candidate)))?;
            writeln!(f)?;
        }
        let claim = if self.proof.is_some() { "exactly" } else { "at-least" };
        writeln!(f, "claim {claim} {}", self.solutions.len())?;
        for solution in &self.solutions {
            write_grid(f, "solution", solution)?;
        }
        writeln!(f, "proof")?;
        for clause in self.proof.iter().flatten() {
            clause.iter().try_for_each(|literal| write!(f, "{literal} "))?;
            writeln!(f, "0")?;
        }
        writeln!(f, "end")
    }
}

fn write_grid(f: &mut fmt::Formatter<'_>, word: &str, grid: &Grid) -> fmt::Result {
    f.write_str(word)?;
    if grid.board().size() > 9 {
        grid.values().iter().try_for_each(|value| write!(f, " {value}"))?;
    } else {
        f.write_str(" ")?;
        let symbols =
            grid.values().iter().map(|&v| if v == 0 { '.' } else { char::from(b'0' + v) });
        symbols.into_iter().try_for_each(|symbol| fmt::Write::write_char(f, symbol))?;
    }
    writeln!(f)
}
