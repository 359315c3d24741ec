//! The same puzzle in another dress: isomorphs.

use std::fmt;
use std::str::FromStr;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Alphabet, Canonical, CanonicalError, Digit, Isomorph, Puzzle, Symmetry};

/// What to do with a puzzle. Parts are applied in the order of the fields.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transform {
    /// Take the canonical form: equal for all isomorphs of a puzzle.
    pub canonical: bool,
    /// Take a random isomorph, by this seed.
    pub shuffle: Option<u64>,
    /// Rename digits.
    pub relabel: Option<Relabel>,
    /// Turn and reflect.
    pub symmetries: Vec<Symmetry>,
}

impl Transform {
    /// Does nothing yet.
    pub fn new() -> Transform {
        Transform::default()
    }

    /// With the canonical form.
    pub fn canonical(mut self) -> Transform {
        self.canonical = true;
        self
    }

    /// With a random isomorph. The stream belongs to the puzzle, not to its place in a file.
    pub fn shuffle(mut self, seed: u64) -> Transform {
        self.shuffle = Some(seed);
        self
    }

    /// With renamed digits.
    pub fn relabel(mut self, relabel: Relabel) -> Transform {
        self.relabel = Some(relabel);
        self
    }

    /// With a turn or a reflection, after those before.
    pub fn symmetry(mut self, symmetry: Symmetry) -> Transform {
        self.symmetries.push(symmetry);
        self
    }
}

/// New names for digits. Read from text: the digits in the order in which they take the places of
/// 1, 2, 3 and so on, or `order`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relabel {
    /// Numbered by first appearance.
    ByAppearance,
    /// The digit at place d takes the place of d.
    Names(String),
}

impl FromStr for Relabel {
    type Err = String;

    fn from_str(names: &str) -> Result<Relabel, String> {
        if names == "order" {
            return Ok(Relabel::ByAppearance);
        }
        let values: Option<Vec<u8>> = {
            let n = names.chars().count();
            names.chars().map(|c| Alphabet::Numbers.value_up_to(c, n)).collect()
        };
        let mut sorted = values.unwrap_or_default();
        sorted.sort_unstable();
        if !sorted.is_empty() && (1..).zip(&sorted).all(|(i, &v)| i == v) {
            return Ok(Relabel::Names(names.to_owned()));
        }
        Err(format!(
            "{names:?} must name each digit of the board once, such as 987654321, or be order"
        ))
    }
}

/// An isomorph, and what was learnt on the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transformed {
    /// The isomorph.
    pub puzzle: Puzzle,
    /// How many isomorphisms take the puzzle to itself, where the canonical form was taken.
    pub automorphisms: Option<u64>,
}

/// Why there is no such isomorph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTransformed {
    /// The board or the names do not allow it; why.
    Refused(String),
    /// What stopped the search for the canonical form.
    Stopped(Stop),
}

impl fmt::Display for NotTransformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTransformed::Refused(why) => f.write_str(why),
            NotTransformed::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotTransformed {}

/// Makes an isomorph of a puzzle.
///
/// ```
/// use sudolab::{Halt, Puzzle, Symmetry, Transform, transform};
///
/// let puzzle: Puzzle = "1.3.............".parse()?;
/// let halt = Halt::never();
/// let turned = transform(&puzzle, &Transform::new().symmetry(Symmetry::Rotate90), &halt)?;
/// assert_eq!(turned.puzzle.to_string(), "...1.......3....");
/// let one = transform(&puzzle, &Transform::new().canonical(), &halt)?;
/// let other = transform(&turned.puzzle, &Transform::new().canonical(), &halt)?;
/// assert_eq!(one, other);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the board has no such isomorph, or the names are not its digits; what stopped it.
pub fn transform(
    puzzle: &Puzzle,
    what: &Transform,
    halt: &Halt<'_>,
) -> Result<Transformed, NotTransformed> {
    let said = |e: &dyn fmt::Display| NotTransformed::Refused(e.to_string());
    let mut puzzle = puzzle.clone();
    let mut automorphisms = None;
    if what.canonical {
        let canonical = Canonical::of_within(&puzzle, halt).map_err(|e| match e {
            CanonicalError::Stopped(stop) => NotTransformed::Stopped(stop),
            other => said(&other),
        })?;
        automorphisms = Some(canonical.automorphisms());
        puzzle = canonical.into_puzzle();
    }
    if let Some(seed) = what.shuffle {
        let mut random = Random::for_run(seed, "shuffle", &puzzle.seed_text(), 0);
        let shuffle = Isomorph::random(puzzle.board(), &mut random);
        puzzle = shuffle.puzzle(&puzzle).map_err(|e| said(&e))?;
    }
    if let Some(relabel) = &what.relabel {
        let to = labels(relabel, &puzzle)?;
        let relabel = Isomorph::relabel(puzzle.board(), &to).map_err(|e| said(&e))?;
        puzzle = relabel.puzzle(&puzzle).map_err(|e| said(&e))?;
    }
    for &symmetry in &what.symmetries {
        let isomorph = Isomorph::symmetry(puzzle.board(), symmetry);
        puzzle = isomorph.puzzle(&puzzle).map_err(|e| said(&e))?;
    }
    Ok(Transformed { puzzle, automorphisms })
}

/// The new digits of 1, 2, 3 and so on.
fn labels(relabel: &Relabel, puzzle: &Puzzle) -> Result<Vec<Digit>, NotTransformed> {
    let board = puzzle.board();
    let names = match relabel {
        Relabel::Names(names) => names,
        Relabel::ByAppearance => {
            let mut to = vec![None; board.size()];
            let mut next = 1;
            for (_, digit) in puzzle.clues().filled() {
                if to[digit.index()].is_none() {
                    to[digit.index()] = board.digit(next);
                    next += 1;
                }
            }
            for slot in to.iter_mut().filter(|d| d.is_none()) {
                *slot = board.digit(next);
                next += 1;
            }
            return Ok(to.into_iter().flatten().collect());
        }
    };
    let digit =
        |symbol| board.digit(usize::from(Alphabet::Numbers.value_up_to(symbol, board.size())?));
    names.chars().map(digit).collect::<Option<Vec<Digit>>>().ok_or_else(|| {
        let size = board.size();
        NotTransformed::Refused(format!(
            "--relabel {names:?} does not name digits of a board of size {size}"
        ))
    })
}
