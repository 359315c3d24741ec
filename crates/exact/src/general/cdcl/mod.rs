//! Conflict-driven clause learning with exactly-one constraints built in.
//!
//! Sudoku as satisfiability has one variable for each candidate and says little else than "exactly
//! one of these". Written as clauses that is a quadratic number of pairs; here a *group* is kept
//! as it is, with a counter and the exclusive or of the variables that are not yet false: when
//! the counter comes down to one, the exclusive or names the variable that must be true. No
//! formula is built, and memory holds only what is learned.
//!
//! | file | idea |
//! |---|---|
//! | `problem.rs` | variables, literals, groups: what is to be solved |
//! | `arena.rs` | long clauses in one block of memory, with their quality |
//! | `trail.rs` | assignments, their levels and reasons, undoing |
//! | `propagate.rs` | unit propagation over groups, binary and long clauses |
//! | `analyze.rs` | from a conflict to a learned clause: first unique implication point, shrinking |
//! | `order.rs` | which variable next: activities in a heap |
//! | `restart.rs` | when to start anew: Luby first, then focused and stable turns |
//! | `reduce.rs` | which learned clauses to forget |
//! | `vivify.rs` | learned clauses made shorter by propagation |
//! | `theory.rs` | constraints of another kind, which say what follows and, when asked, why |
//! | `listener.rs` | who hears what the loop does |
//! | `search.rs` | the loop, and how solutions are enumerated |
//!
//! Sources: Marques-Silva & Sakallah 1999 (learning); Moskewicz et al. 2001 (watched literals,
//! activities); Eén & Sörensson 2003 (MiniSat: minimisation, phases); Audemard & Simon 2009
//! (glue); Oh 2015 and Biere 2019 (alternating stable and focused turns); Piette, Hamadi & Saïs 2008
//! (vivification). Effort is counted in ticks (assignments handled and watches visited), so that a run
//! does not depend on the clock.

mod analyze;
mod arena;
mod listener;
mod order;
mod problem;
mod propagate;
mod reduce;
mod restart;
mod search;
mod theory;
mod trail;
mod vivify;

pub(super) use listener::Listener;
pub use problem::{GroupKind, Literal, Problem};
pub use search::{Decided, Solver};
pub use theory::{Assigned, Finding, NoTheory, Theory};
