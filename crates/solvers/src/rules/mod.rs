//! Human rules, with or without guessing.

mod branch;
mod rule;
mod rule_based;
mod walk;

use crate::Algorithm;

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] =
    &[&rule_based::SINGLES, &rule_based::THESIS, &rule_based::DRAFT, &rule_based::HUMAN];
