//! Randomised search on filled boards.

mod boltzmann;
mod boltzmann_binary;
mod boltzmann_thesis;
mod cover;
mod groups;
mod lanes;
mod probing;
pub mod reduced;

use crate::Algorithm;

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] = &[
    &boltzmann_thesis::FAST,
    &boltzmann_thesis::SLOW,
    &boltzmann_binary::ALGORITHM,
    &boltzmann::ALGORITHM,
];
