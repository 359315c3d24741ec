//! How long people take: an expected time with an interval.
//!
//! The profiles of other programs name the hardest step, or add prices of steps; neither counts how
//! much there was to find at each moment, which is most of what makes an ordinary puzzle quick or slow
//! (Pelánek, *Difficulty Rating of Sudoku Puzzles: An Overview and Evaluation*, arXiv 1403.7373). Here a
//! puzzle is played in [`rounds`], and a few numbers of that record are weighed by a model that was
//! fitted on times of players: 1 073 puzzles with ten players or more each, published by S.-W. Wang
//! (IEEE Access 12, 2024; CC0). `docs/rating.md` tells how well it does on puzzles it was not fitted on.
//!
//! The data is about puzzles that mostly fall to singles and take three to twenty-five minutes. Beyond
//! that the model extrapolates; the rating stays an order of difficulty, the seconds become a guess.

mod model;
pub mod rounds;

use crate::position::Position;
use crate::rating::word::Word;
use std::fmt;
use sudolab_grid::halt::{Halt, Stop};

pub use model::{FEATURES, features};

/// What people need for a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HumanRating {
    /// The binary logarithm of the expected minutes: each whole number is twice the time.
    pub rating: f64,
    /// The expected mean time of a dozen players.
    pub expected_seconds: f64,
    /// Four of five puzzles with this rating take their players between this ...
    pub low: f64,
    /// ... and this on average.
    pub high: f64,
    /// One word, by the expected time.
    pub word: Word,
}

impl fmt::Display for HumanRating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = |s: f64| s / 60.0;
        write!(
            f,
            "{:.1} minutes ({:.1} to {:.1}), {}",
            minutes(self.expected_seconds),
            minutes(self.low),
            minutes(self.high),
            self.word
        )
    }
}

/// Rates a position.
///
/// ```
/// use sudolab_grid::halt::Halt;
/// use sudolab_logic::{position::Position, rating::human};
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let easy = human::rate(&Position::from_line(line).unwrap(), &Halt::never()).unwrap();
/// assert!(easy.low < easy.expected_seconds && easy.expected_seconds < easy.high);
/// ```
///
/// # Errors
/// What stopped it.
pub fn rate(position: &Position, halt: &Halt<'_>) -> Result<HumanRating, Stop> {
    let rounds = rounds::play(position, halt)?;
    let expected_seconds = model::expected(&features(&rounds));
    let (low, high) = model::interval(expected_seconds);
    Ok(HumanRating {
        rating: (expected_seconds / 60.0).log2(),
        expected_seconds,
        low,
        high,
        word: word(expected_seconds),
    })
}

/// The word for an expected time.
fn word(seconds: f64) -> Word {
    let bounds = [4.0, 5.5, 8.0, 13.0, 22.0, 45.0];
    let place = bounds.iter().filter(|&&minutes| seconds > minutes * 60.0).count();
    Word::ALL[place]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::random::Random;
    use sudolab_grid::{Board, Isomorph, Puzzle};

    const LINES: [&str; 4] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
        "....8..1..4516..372....45..3.......1.84..12...2.8.....8..4....9.72...3....6......",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ];

    fn of(puzzle: &Puzzle) -> HumanRating {
        let position = Position::from_puzzle(puzzle).expect("a 9x9 puzzle");
        rate(&position, &Halt::never()).expect("nobody stops it")
    }

    #[test]
    fn isomorphs_have_the_same_rating() {
        let mut random = Random::for_run(5, "human", "", 0);
        for line in LINES {
            let puzzle: Puzzle = line.parse().expect("a puzzle");
            let rated = of(&puzzle);
            for _ in 0..12 {
                let isomorph = Isomorph::random(&Board::classic(), &mut random);
                let other = isomorph.puzzle(&puzzle).expect("the same board");
                assert_eq!(of(&other), rated, "{line} and {other}");
            }
        }
    }

    #[test]
    fn what_needs_more_takes_longer() {
        let times: Vec<f64> = LINES
            .iter()
            .map(|line| of(&line.parse().expect("a puzzle")).expected_seconds)
            .collect();
        assert!(times[0] < times[1] && times[1] < times[3], "{times:?}");
        assert!(times.iter().all(|&t| (60.0..100_000.0).contains(&t)), "{times:?}");
    }

    #[test]
    fn a_raised_flag_ends_it() {
        let raised = std::sync::atomic::AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        assert_eq!(rate(&Position::empty(), &halt), Err(Stop::Cancelled));
    }
}
