//! Randomised search on filled boards.

mod activity;
mod annealing;
mod annealing_chi_lange;
mod annealing_lewis;
mod boltzmann;
mod boltzmann_binary;
mod boltzmann_draft;
mod boltzmann_thesis;
mod costs;
mod cover;
pub(crate) mod groups;
mod heat_bath;
mod independent_groups;
mod lanes;
pub mod probing;
pub mod reduced;
mod ruled_exchanges;
mod ruled_heat_bath;
pub mod temperature;

use crate::Algorithm;

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] = &[
    &boltzmann_thesis::FAST,
    &boltzmann_thesis::SLOW,
    &boltzmann_draft::ALGORITHM,
    &boltzmann_binary::ALGORITHM,
    &boltzmann::ALGORITHM,
    &annealing_chi_lange::ALGORITHM,
    &annealing_lewis::ALGORITHM,
    &annealing::ALGORITHM,
];
