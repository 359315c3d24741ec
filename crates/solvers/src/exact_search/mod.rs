//! Complete search: every puzzle solved, or proved to have no solution.

mod backtrack;
mod dlx;
mod fast;
mod fast_batch;
mod lds;
mod ledger;
mod nine_board;
mod search_board;
mod trail_board;
mod watched;

use crate::Algorithm;

/// The fast one alone.
pub(crate) static FAST: &[&Algorithm] = &[&fast::NINE];

/// The algorithms of this family.
pub static ALGORITHMS: &[&Algorithm] = &[
    &fast::NINE,
    &fast_batch::ALGORITHM,
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
