//! What is printed: a proper puzzle and the words that go with it.

use sudolab_exact::UniquePuzzle;

/// A puzzle to print.
#[derive(Clone, Debug)]
pub struct Printable {
    /// The puzzle, with the proof that it has one solution.
    pub puzzle: UniquePuzzle,
    /// What it is called, beside its number.
    pub name: Option<String>,
    /// Its difficulty in the words to be printed: `ER 7.2`, `hard`.
    pub rating: Option<String>,
}

impl Printable {
    /// A puzzle without name or rating.
    pub fn new(puzzle: UniquePuzzle) -> Printable {
        Printable { puzzle, name: None, rating: None }
    }
}
