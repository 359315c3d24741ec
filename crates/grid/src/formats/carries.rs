//! What a format can carry.

/// Which boards a format has a place for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// 9x9 with 3x3 boxes only.
    Nine,
    /// Any size; boxes other than the usual ones are not told.
    UsualBoxes,
    /// Any size and any boxes or irregular regions, but no extra regions.
    Regions,
    /// Any board.
    Any,
}

/// What a format does with what is told about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tells {
    /// Nothing is told.
    Nothing,
    /// These fields.
    Fields(&'static [&'static str]),
    /// Everything.
    Everything,
}

/// What a format can carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carries {
    /// Whether a given and a placed digit stay apart.
    pub placed: bool,
    /// Whether candidates can be written.
    pub candidates: bool,
    /// What is told about the puzzle.
    pub meta: Tells,
    /// Whether a file holds many puzzles.
    pub many: bool,
    /// Whether a solution can be written.
    pub solution: bool,
    /// Whether rules beyond the houses can be written.
    pub rules: bool,
    /// Which boards.
    pub sizes: Sizes,
    /// Whether we write it.
    pub writable: bool,
}

impl Carries {
    /// Givens of a 9x9 puzzle, one puzzle per file: what every format can do at least.
    pub const GIVENS: Carries = Carries {
        placed: false,
        candidates: false,
        meta: Tells::Nothing,
        many: false,
        solution: false,
        rules: false,
        sizes: Sizes::Nine,
        writable: false,
    };

    /// The same on boards of any size with the usual boxes.
    pub const SIZES: Carries = Carries { sizes: Sizes::UsualBoxes, ..Carries::GIVENS };

    /// A game under way: givens, placed digits and candidates of a 9x9 puzzle.
    pub const GAME: Carries = Carries { placed: true, candidates: true, ..Carries::GIVENS };
}
