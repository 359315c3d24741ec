//! Puzzles to order.
//!
//! An [`Order`] says what is wanted. Each attempt has its own stream of randomness, derived from
//! the seed and the number of the attempt, so that attempts can be made in any order on any
//! number of threads and a run can be taken up again later. An attempt gives a [`Made`] puzzle,
//! proved proper, or the reason why it was rejected. Whatever may take long has a form that borrows
//! a [`Halt`](sudolab_grid::halt::Halt) and ends soon after that says so.
//!
//! ```
//! use sudolab_generate::{Order, Workshop};
//!
//! let order = Order { minimal: true, ..Order::default() };
//! let mut workshop = Workshop::new();
//! let made = workshop.attempt(&order, 7, 0).expect("a minimal puzzle of any kind always comes out");
//! assert_eq!(made.puzzle.puzzle().n_clues(), made.clues);
//! ```
#![forbid(unsafe_code)]

mod climb;
mod dig;
mod ease;
mod effort;
mod engine;
mod fill;
mod full_grid;
mod jigsaw;
mod judge;
mod needs;
mod orbit;
mod order;
mod pattern;
mod quarry;
mod steer;
mod unavoidable;
mod uniform;
mod variant;
mod workshop;

pub use dig::{Left, dig_by, minimize, minimize_within};
pub use ease::{EaseError, ease};
pub use full_grid::{random_grid, random_grid_within};
pub use jigsaw::random_jigsaw;
pub use judge::{DECIDER_TICKS, Decider, Finding, Judge};
pub use orbit::ClueSymmetry;
pub use order::{KNOWN_ER, MOST_MINIMAL, Method, Order, OrderError};
pub use quarry::{Dug, Quarry};
pub use variant::Variant;
pub use workshop::{Made, Rejected, Workshop};

use sudolab_grid::random::Random;

/// The randomness of one attempt: it depends on the seed, the board and the number alone.
fn stream(seed: u64, board: &str, number: u64) -> Random {
    Random::for_run(seed, "generate", board, number)
}
