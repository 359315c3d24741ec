//! What the tests of this repository read.
//!
//! ```text
//! busy      commands that no one waits for, and their inputs
//! carried   data/golden/*.gz, part of the repository: always there, so these tests always run
//! pinned    results per seed that must not change unnoticed
//! outside   large puzzle files that are others' work, in a folder beside the repository
//! written   pages that are written from code, and whether they are current
//! table     rows of either with their columns by name
//! ```
//!
//! A test on carried data cannot be left out. A test on outside data says `LEFT OUT` when the
//! file is absent, and fails where the data is demanded; see [`outside`].
//! The crate is no part of what is published: crates name it as a dev-dependency only, and it
//! knows nothing of Sudoku.

#![forbid(unsafe_code)]

pub mod busy;
pub mod carried;
pub mod outside;
pub mod pinned;
pub mod table;
pub mod written;

pub use outside::{shared, shared_lines, shared_path};
