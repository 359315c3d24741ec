//! What is ordered of the workshop, and how much of it.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;
use sudolab_generate::{ClueSymmetry, Judge, Method, Order, OrderError, Variant};
use sudolab_grid::{Board, CellSet};
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::hodoku::Level;
use sudolab_logic::technique::Technique;

/// Puzzles to order: what is wanted of each, how many, and how long to try.
///
/// ```
/// use sudolab::{ClueSymmetry, Commission};
///
/// let order = Commission::new().rating(2.0..=3.0).symmetry(ClueSymmetry::Rot180).count(20).seed(7);
/// assert!(order.check().is_ok());
/// assert!(Commission::new().clues(3..=5).check().is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Commission {
    /// What is wanted of each puzzle.
    pub order: Order,
    /// How many.
    pub count: u64,
    /// The seed: same seed and version, same puzzles.
    pub seed: u64,
    /// The first attempt: 0, or where an earlier run ended.
    pub first_attempt: u64,
    /// When to give up by itself.
    pub patience: Patience,
}

/// When a run gives up by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// After so many attempts without any puzzle that failed for a reason which will not go away,
    /// such as a judge that is always wrong.
    pub hopeless: u64,
    /// After so long without a puzzle, where there is a clock. `None`: goes on as long as the halt
    /// lets it.
    pub idle: Option<Duration>,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { hopeless: 200, idle: Some(Duration::from_secs(300)) }
    }
}

impl Default for Commission {
    fn default() -> Commission {
        Commission::new()
    }
}

impl Commission {
    /// One proper 9x9 puzzle of any kind.
    pub fn new() -> Commission {
        Commission {
            order: Order::default(),
            count: 1,
            seed: 0,
            first_attempt: 0,
            patience: Patience::default(),
        }
    }

    /// So many puzzles.
    pub fn count(mut self, count: u64) -> Commission {
        self.count = count;
        self
    }

    /// By this seed.
    pub fn seed(mut self, seed: u64) -> Commission {
        self.seed = seed;
        self
    }

    /// Goes on where a run ended ([`Generate::next_attempt`](crate::Generate::next_attempt)).
    pub fn resume_at(mut self, attempt: u64) -> Commission {
        self.first_attempt = attempt;
        self
    }

    /// When to give up by itself.
    pub fn patience(mut self, patience: Patience) -> Commission {
        self.patience = patience;
        self
    }

    /// On this board.
    pub fn board(mut self, board: Arc<Board>) -> Commission {
        self.order.board = board;
        self
    }

    /// With rules of this kind; with several kinds for several calls. A killer has no clues unless
    /// some are asked for.
    ///
    /// ```
    /// use sudolab::{Board, Commission, Halt, Variant, generate};
    ///
    /// let board = Board::of_size(6).expect("boxes of 2x3");
    /// let order = Commission::new().board(board).variant(Variant::Killer).seed(7);
    /// let made = generate(&order, &Halt::never()).next().expect("a killer comes out");
    /// assert_eq!(made.clues, 0);
    /// assert!(made.puzzle.puzzle().has_rules());
    /// assert!(order.rating(2.0..=3.0).check().is_err());
    /// ```
    pub fn variant(mut self, variant: Variant) -> Commission {
        if !self.order.variants.contains(&variant) {
            self.order.variants.push(variant);
        }
        self
    }

    /// With so many rules, of those that can be spared: cages, lines, signs. Dots and what is asked of
    /// the whole board are not counted. Clues make up for what few rules do not say.
    ///
    /// ```
    /// use sudolab::{Board, Commission, Halt, Variant, generate};
    ///
    /// let board = Board::of_size(6).expect("boxes of 2x3");
    /// let order = Commission::new().board(board).variant(Variant::Thermometer).rules(2..=3).seed(7);
    /// let made = generate(&order, &Halt::never()).next().expect("clues help");
    /// assert!((2..=3).contains(&made.puzzle.puzzle().rules().iter().count()));
    /// ```
    pub fn rules(mut self, n_rules: RangeInclusive<usize>) -> Commission {
        self.order.n_rules = Some(n_rules);
        self
    }

    /// With an effort of a person's steps in this range, and with steps that reach the solution: the
    /// measure of puzzles that the classic ratings do not know.
    pub fn effort(mut self, effort: RangeInclusive<u32>) -> Commission {
        self.order.effort = Some(effort);
        self
    }

    /// With so many clues.
    pub fn clues(mut self, clues: RangeInclusive<usize>) -> Commission {
        self.order.clues = Some(clues);
        self
    }

    /// With no clue that could go.
    pub fn minimal(mut self) -> Commission {
        self.order.minimal = true;
        self
    }

    /// With clues in symmetric cells.
    pub fn symmetry(mut self, symmetry: ClueSymmetry) -> Commission {
        self.order.symmetry = symmetry;
        self
    }

    /// With clues in exactly these cells.
    pub fn pattern(mut self, cells: CellSet) -> Commission {
        self.order.pattern = Some(cells);
        self
    }

    /// With an Explainer rating in this range.
    pub fn rating(mut self, er: RangeInclusive<f64>) -> Commission {
        self.order.er = Some(Tenths::from_f64(*er.start())..=Tenths::from_f64(*er.end()));
        self
    }

    /// Of this level of HoDoKu.
    pub fn level(mut self, level: Level) -> Commission {
        self.order.level = Some(level);
        self
    }

    /// With this technique as the hardest that is needed.
    pub fn technique(mut self, technique: Technique) -> Commission {
        self.order.technique = Some(technique);
        self
    }

    /// Telling the ratings of what is made, also where the order does not need them.
    pub fn rated(mut self) -> Commission {
        self.order.rate = true;
        self
    }

    /// Made by this method.
    pub fn method(mut self, method: Method) -> Commission {
        self.order.method = method;
        self
    }

    /// With an algorithm that decides whether a puzzle is proper while it is made.
    pub fn decided_by(mut self, judge: Judge) -> Commission {
        self.order.decider = Some(judge);
        self
    }

    /// Whether it can be fulfilled, as far as that is known beforehand.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), OrderError> {
        self.order.check()
    }

    /// Attempts that are best made together by one thread. What comes out does not depend on it.
    pub fn chunk(&self, jobs: usize) -> u64 {
        let order = &self.order;
        let slow = !order.board.is_classic()
            || !order.variants.is_empty()
            || order.has_target()
            || order.pattern.is_some()
            || order.decider.is_some()
            || order.method != Method::Dig;
        match &order.clues {
            _ if slow => 1,
            // Rating takes longer than making, and nobody waits for thousands before the first.
            _ if order.rate => self.count.clamp(16, 64),
            // Puzzles that are steered keep the lanes busy together.
            Some(range) if *range.end() < 23 || (order.minimal && *range.start() > 26) => 64,
            _ if jobs <= 1 => self.count.clamp(16, 4096),
            // Enough to keep the lanes busy, and so many chunks that the threads end together.
            _ => (self.count / (16 * jobs as u64)).clamp(64, 1024),
        }
    }
}
