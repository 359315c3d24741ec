//! Puzzles to order.
//!
//! An [`Order`] says what is wanted. Each attempt has its own stream of randomness, derived from
//! the seed and the number of the attempt, so that attempts can be made in any order on any
//! number of threads and a run can be taken up again later. An attempt gives a [`Made`] puzzle,
//! proved proper, or the reason why it was rejected.
//!
//! ```
//! use sudolab_generate::{Order, Workshop};
//!
//! let order = Order { minimal: true, ..Order::default() };
//! let mut workshop = Workshop::new();
//! let made = workshop.attempt(&order, 7, 0).expect("a minimal puzzle of any kind always comes out");
//! assert_eq!(made.puzzle.n_clues(), made.clues);
//! ```
#![forbid(unsafe_code)]

mod dig;
mod ease;
mod full_grid;
mod orbit;
mod order;

pub use dig::minimize;
pub use ease::{EaseError, ease};
pub use full_grid::random_grid;
pub use orbit::ClueSymmetry;
pub use order::{Made, Order, OrderError, Rejected, Workshop};
