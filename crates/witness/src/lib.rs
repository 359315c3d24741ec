//! An independent checker. A certificate says what a puzzle is, claims how many solutions it has, lists
//! them and proves that there are no others. Checking it takes no search and no trust in the solver
//! that wrote it: this crate shares no code with the engines. `certificate` reads the text, `encoding`
//! writes the rules down, `refutation` looks whether each clause of a proof follows by unit propagation.
//!
//! A certificate that holds means: every listed solution keeps all rules of the puzzle in the file, no
//! two are equal, and, unless the claim says "at least", every other grid breaks a rule. That this
//! puzzle is the one somebody had in mind it does not mean: that is why the file shows it.
#![forbid(unsafe_code)]

mod certificate;
mod encoding;
mod refutation;

pub use certificate::{Certificate, Doubt, Puzzle, Reader, Sum};
pub use encoding::{Encoding, Group};

use refutation::Refutation;
use std::collections::HashSet;

/// Checks one certificate.
pub fn check(certificate: &Certificate) -> Result<(), Doubt> {
    // Memory grows with the square of the terms.
    let size = certificate.puzzle.size;
    let room = |(_, _, terms): &Sum| terms.len().pow(2) * size.pow(2);
    if certificate.puzzle.sums.iter().map(room).sum::<usize>() > 4_000_000 {
        return Err(Doubt("there is no room for so many sums of so many cells".to_owned()));
    }
    let encoding = Encoding::new(&certificate.puzzle);
    let (claimed, solutions) = (certificate.claimed, &certificate.solutions);
    if solutions.len() != claimed {
        return Err(Doubt(format!("it claims {claimed} solutions and lists {}", solutions.len())));
    }
    let mut before = HashSet::new();
    for (i, solution) in solutions.iter().enumerate() {
        if let Some(rule) = encoding.broken_by(solution) {
            return Err(Doubt(format!("solution {} is none: {rule}", i + 1)));
        }
        if !before.insert(solution) {
            return Err(Doubt(format!("solution {} is the same as one before it", i + 1)));
        }
    }
    if certificate.is_least {
        return Ok(());
    }
    let mut refutation = Refutation::new(&encoding);
    solutions.iter().for_each(|grid| refutation.add(&encoding.other_than(grid)));
    for (line, clause) in &certificate.proof {
        if clause.iter().any(|l| l.unsigned_abs() as usize > encoding.n_variables) {
            return Err(Doubt(format!("the clause in line {line} names no candidate")));
        }
        if !refutation.implies(clause) {
            return Err(Doubt(format!("the clause in line {line} does not follow")));
        }
        refutation.add(clause);
    }
    match refutation.is_complete {
        true => Ok(()),
        false => Err(Doubt("the proof ends before every other grid is excluded".to_owned())),
    }
}
