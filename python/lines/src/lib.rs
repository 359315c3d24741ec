//! Reads a plain 9x9 line, in a crate of its own because that sets how it is compiled: the door to
//! Python is compiled to be small, and this loop runs for each puzzle of a batch.
#![forbid(unsafe_code)]

use sudolab_grid::formats::line;

/// The values of a line of 81 symbols, 0 for a blank, and what follows them.
#[inline(never)]
pub fn nine(text: &[u8]) -> Option<([u8; 81], &[u8])> {
    line::nine(text)
}
