//! An independent checker. A certificate says what a puzzle is, claims how many solutions it has, lists them and proves
//! that there are no others. Checking it takes no search and no trust in the solver that wrote it:
//! this crate shares no code with the engines. `certificate` reads the text, `encoding` writes the
//! rules down, `refutation` looks whether each clause of a proof follows by unit propagation.
//!
//! A certificate that holds means: every listed solution keeps all rules of the puzzle in the file,
//! no two are equal, and, unless the claim says "at least", every other grid breaks a rule. It
//! does not mean that this puzzle is the one somebody had in mind: that is why the file shows it.
#![forbid(unsafe_code)]

mod certificate;
mod encoding;
mod refutation;

pub use certificate::{Certificate, Claim, Malformed, Puzzle, Reader};
pub use encoding::{Encoding, Group};

use refutation::Refutation;

/// Why a certificate does not hold, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt(pub String);

/// Checks one certificate.
pub fn check(certificate: &Certificate) -> Result<(), Doubt> {
    let encoding = Encoding::new(&certificate.puzzle);
    let (Claim::Exactly(claimed) | Claim::AtLeast(claimed)) = certificate.claim;
    let solutions = &certificate.solutions;
    if solutions.len() != claimed {
        return Err(Doubt(format!("it claims {claimed} solutions and lists {}", solutions.len())));
    }
    for (i, solution) in solutions.iter().enumerate() {
        if let Some(rule) = encoding.broken_by(solution) {
            return Err(Doubt(format!("solution {} is none: {rule}", i + 1)));
        }
    }
    let mut order: Vec<usize> = (0..solutions.len()).collect();
    order.sort_by_key(|&i| &solutions[i]);
    if let Some(pair) = order.windows(2).find(|pair| solutions[pair[0]] == solutions[pair[1]]) {
        let (a, b) = (pair[0] + 1, pair[1] + 1);
        return Err(Doubt(format!("solutions {a} and {b} are the same")));
    }
    if matches!(certificate.claim, Claim::AtLeast(_)) {
        return Ok(());
    }
    let mut refutation = Refutation::new(&encoding);
    solutions.iter().for_each(|grid| refutation.add(&encoding.other_than(grid)));
    for (line, clause) in &certificate.proof {
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
