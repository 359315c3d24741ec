//! Real-valued relaxations and message passing.

mod belief;
mod lines;
mod projections;
mod projections_chi_lange;

use crate::Algorithm;

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] =
    &[&projections_chi_lange::ALGORITHM, &projections::ALGORITHM, &belief::ALGORITHM];
