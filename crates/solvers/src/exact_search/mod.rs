//! Complete search: every puzzle solved, or proved to have no solution.

mod backtrack;
mod dlx;
mod fast;
mod lds;
mod ledger;
mod nine_board;
mod search_board;
mod trail_board;

use crate::Algorithm;

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] = &[
    &fast::NINE,
    &fast::GENERAL,
    &fast::CDCL,
    &backtrack::FIRST,
    &backtrack::RANDOM,
    &backtrack::THESIS,
    &backtrack::CHI_LANGE,
    &backtrack::HOUSE,
    &backtrack::RANDOM_DIGITS,
    &backtrack::RAREST,
    &lds::ALGORITHM,
    &dlx::ALGORITHM,
];
