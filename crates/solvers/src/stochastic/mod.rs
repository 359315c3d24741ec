//! Randomised search on filled boards.

mod annealing;
mod annealing_chi_lange;
mod annealing_lewis;
mod boltzmann;
mod boltzmann_binary;
mod boltzmann_thesis;
mod cover;
pub(crate) mod groups;
mod heat_bath;
mod independent_groups;
mod lanes;
mod probing;
pub mod reduced;
pub mod temperature;

use crate::Algorithm;

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] = &[
    &boltzmann_thesis::FAST,
    &boltzmann_thesis::SLOW,
    &boltzmann_binary::ALGORITHM,
    &boltzmann::ALGORITHM,
    &annealing_chi_lange::ALGORITHM,
    &annealing_lewis::ALGORITHM,
    &annealing::ALGORITHM,
];
