//! What a study compares besides solving.

use std::time::Duration;

/// Something algorithms are compared in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aspect {
    /// How well they solve; part of every study.
    Solving,
    /// How well they decide inside a generator of puzzles.
    Generation,
    /// Whether they agree on what is hard, among themselves and with a rating.
    Rating,
    /// What more threads bring.
    SpeedUp,
}

impl Aspect {
    /// Every aspect.
    pub const ALL: [Aspect; 4] =
        [Aspect::Solving, Aspect::Generation, Aspect::Rating, Aspect::SpeedUp];

    /// The word in a plan.
    pub fn word(self) -> &'static str {
        match self {
            Aspect::Solving => "solving",
            Aspect::Generation => "generation",
            Aspect::Rating => "rating",
            Aspect::SpeedUp => "speed-up",
        }
    }
}

/// The aspects of a plan besides solving.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Aspects {
    /// Each algorithm makes puzzles.
    pub generation: Option<Generation>,
    /// Puzzles are rated, and the ratings compared with times and guesses.
    pub rating: bool,
    /// Each algorithm works with several threads.
    pub speed_up: Option<SpeedUp>,
}

impl Aspects {
    /// Whether there is nothing but solving.
    pub fn is_empty(&self) -> bool {
        *self == Aspects::default()
    }
}

/// How generation is compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Generation {
    /// Puzzles that each algorithm makes.
    pub count: u32,
    /// The longest an algorithm may think about one clue.
    pub time_limit: Duration,
}

impl Default for Generation {
    fn default() -> Generation {
        Generation { count: 10, time_limit: Duration::from_millis(50) }
    }
}

/// How the speed-up is measured.
#[derive(Clone, PartialEq, Debug)]
pub struct SpeedUp {
    /// Numbers of threads, in rising order; the first is 1.
    pub threads: Vec<u16>,
    /// Puzzles of each measurement.
    pub puzzles: usize,
    /// How often each is repeated.
    pub runs: u32,
}

impl Default for SpeedUp {
    fn default() -> SpeedUp {
        SpeedUp { threads: vec![1, 2], puzzles: 20, runs: 3 }
    }
}
