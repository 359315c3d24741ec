//! What follows from the rules before any search, one idea in each file.
//!
//! A derived demand says nothing new, so it may be left out; it lets propagators see at once what
//! they would find out only together.

mod group_sets;
mod house_sums;

use super::compile::Compiler;

/// Adds what is worth having.
pub(super) fn derive(compiler: &mut Compiler<'_>) {
    house_sums::derive(compiler);
    group_sets::derive(compiler);
}
