//! The same puzzles for a SAT solver: a variable for each candidate, clauses for cells and houses, and
//! one for each tuple of digits that breaks a rule.

use super::asked::{self, Asked};
use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use sudolab_grid::{Cell, Digit, Puzzle};

/// Pairs of candidates, of which a board of this size has millions, are told one by one.
const MOST_SIZE: usize = 36;

/// Counts solutions up to a limit; each one found is excluded by a clause. Nothing when there is a
/// rule that cannot be told, or the board is too large to tell.
pub fn count(puzzle: &Puzzle, limit: u64) -> Option<u64> {
    let asked = asked::of(puzzle)?;
    let board = puzzle.board();
    let size = board.size();
    if size > MOST_SIZE {
        return None;
    }
    let mut solver = BasicSolver::default();
    let variables: Vec<Var> =
        (0..board.n_cells() * size).map(|_| solver.new_var_default()).collect();
    let of = |cell: Cell, digit: Digit| variables[cell.index() * size + digit.index()];
    let is = |cell: Cell, digit: Digit| Lit::new(of(cell, digit), true);
    let is_not = |cell: Cell, digit: Digit| Lit::new(of(cell, digit), false);
    let digits: Vec<Digit> = board.digits().iter().collect();
    let mut holds = true;
    let mut add = |solver: &mut BasicSolver, mut clause: Vec<Lit>| {
        holds &= solver.add_clause_reuse(&mut clause);
    };
    for cell in board.cells() {
        let allowed = puzzle.allowed(cell);
        add(&mut solver, allowed.iter().map(|digit| is(cell, digit)).collect());
        for (i, &digit) in digits.iter().enumerate() {
            if !allowed.contains(digit) {
                add(&mut solver, vec![is_not(cell, digit)]);
            }
            for &other in &digits[i + 1..] {
                add(&mut solver, vec![is_not(cell, digit), is_not(cell, other)]);
            }
        }
    }
    for house in board.houses() {
        let cells: &[Cell] = house.cells();
        for &digit in &digits {
            if cells.len() == size {
                add(&mut solver, cells.iter().map(|&cell| is(cell, digit)).collect());
            }
            for (i, &cell) in cells.iter().enumerate() {
                for &other in &cells[i + 1..] {
                    add(&mut solver, vec![is_not(cell, digit), is_not(other, digit)]);
                }
            }
        }
    }
    for constraint in &asked {
        let mut tuple = Vec::new();
        forbid(constraint, &digits, &mut tuple, &mut |tuple: &[Digit]| {
            let cells = constraint.cells.iter().map(|&cell| Cell::new(cell));
            add(&mut solver, cells.zip(tuple).map(|(cell, &digit)| is_not(cell, digit)).collect());
        });
    }
    let mut found = 0;
    while holds && found < limit && solver.solve_limited(&[]) == lbool::TRUE {
        found += 1;
        let mut other = Vec::with_capacity(board.n_cells());
        for cell in board.cells() {
            let held = digits.iter().find(|&&d| solver.value_lit(is(cell, d)) == lbool::TRUE);
            other.extend(held.map(|&digit| is_not(cell, digit)));
        }
        holds = solver.add_clause_reuse(&mut other);
    }
    Some(found)
}

/// Tells every tuple of digits that breaks a constraint.
fn forbid(
    constraint: &Asked,
    digits: &[Digit],
    tuple: &mut Vec<Digit>,
    tell: &mut dyn FnMut(&[Digit]),
) {
    if tuple.len() == constraint.cells.len() {
        let values: Vec<u8> = tuple.iter().map(|digit| digit.value()).collect();
        if !(constraint.test)(&values) {
            tell(tuple);
        }
        return;
    }
    for &digit in digits {
        tuple.push(digit);
        forbid(constraint, digits, tuple, tell);
        tuple.pop();
    }
}
