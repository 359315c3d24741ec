//! Who hears what the search does.

use super::problem::Literal;
use super::search::Solver;
use super::theory::Theory;

/// Is told of the steps of a search, if anyone listens.
pub(in super::super) trait Listener {
    /// Whether anyone does; otherwise none of the calls is made.
    const IS_LISTENING: bool;

    /// Propagation has come to its end without a conflict.
    fn settled<T: Theory>(&mut self, solver: &Solver<T>);
    /// It has met one.
    fn conflict<T: Theory>(&mut self, solver: &Solver<T>);
    /// A clause of so many literals leads back to a level.
    fn learned<T: Theory>(&mut self, solver: &Solver<T>, size: usize, level: usize);
    /// A literal is decided and opens a level.
    fn decided<T: Theory>(&mut self, solver: &Solver<T>, literal: Literal, level: usize);
    /// All decisions are taken back.
    fn restarted<T: Theory>(&mut self, solver: &Solver<T>);
}

/// Nobody listens.
pub(super) struct Silence;

impl Listener for Silence {
    const IS_LISTENING: bool = false;

    fn settled<T: Theory>(&mut self, _: &Solver<T>) {}
    fn conflict<T: Theory>(&mut self, _: &Solver<T>) {}
    fn learned<T: Theory>(&mut self, _: &Solver<T>, _: usize, _: usize) {}
    fn decided<T: Theory>(&mut self, _: &Solver<T>, _: Literal, _: usize) {}
    fn restarted<T: Theory>(&mut self, _: &Solver<T>) {}
}
