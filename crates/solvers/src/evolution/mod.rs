//! Evolution: populations of boards, of colonies, and of logic programs.
//!
//! `genetic-cultural` and `genetic` evolve filled boards, `gauge-2006` and `gauge` evolve
//! sequences of logic instructions and print the winning one as an audit trail that [`replay`]
//! verifies, `ant-colony` lets ants fill the board along pheromone.

mod ant_colony;
mod gauge;
mod gauge_2006;
mod genetic;
mod genetic_cultural;
mod marks;
mod replay;
mod trail;

pub use replay::{Audit, TrailError, audit, replay};
pub use trail::{AuditEffect, AuditRule, AuditStep, StepSyntax};

use crate::Algorithm;

/// The algorithms of this folder.
pub static ALGORITHMS: &[&Algorithm] = &[
    &genetic_cultural::ALGORITHM,
    &genetic::ALGORITHM,
    &gauge_2006::ALGORITHM,
    &gauge::ALGORITHM,
    &ant_colony::ALGORITHM,
];
