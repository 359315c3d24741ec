//! Chains and cycles as Sudoku Explainer 1.2.1 searches for them.
//!
//! ```text
//! links      strong links of a position; what follows from them in closed form
//! unary      forcing chains and bidirectional cycles
//! run        one assumption and everything that follows from it
//! rules      what a run may apply beyond links: locked candidates … whole chains
//! branching  contradictions, double, region and cell chains
//! proof      from the legs of a hint to a reason that can be checked
//! hint       what the searches offer and how offers are ranked
//! ```

pub(crate) mod branching;
pub(crate) mod hint;
pub(crate) mod links;
pub(crate) mod planes;
pub(crate) mod proof;
pub(crate) mod rules;
pub(crate) mod run;
pub(crate) mod unary;
