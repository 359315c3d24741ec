//! Experiments on Sudoku algorithms: plans, runs, records, statistics, figures and reports.
//!
//! A study goes through these rooms in turn, each reading what the previous one wrote:
//!
//! - [`plan`]: what to run, on which puzzles, how often; read from a small TOML file;
//! - [`runner`]: carries a plan out, one timed run per core, in random order;
//! - [`external`]: solvers of others, called by their command line;
//! - [`store`]: one row per run in one SQLite file, written as each run ends;
//! - [`aspect`]: generation, rating and speed-up, beside the runs in the same file;
//! - [`compare`]: one number per puzzle and algorithm, and statistics on these;
//! - [`report`]: tables, figures and one page with the answer;
//! - [`traces`]: how some runs of a study went, recorded and drawn;
//! - [`reproduce`]: the founding papers' experiments, published figures beside ours.
//!
//! Every run leaves the program as a table of [`record`]s, in CSV or, with the feature `parquet`,
//! as an Apache Parquet file.
//! [`stats`] knows no Sudoku: it takes numbers and gives numbers.
//! [`plot`] knows only numbers and labels: it takes them and gives pictures.
#![forbid(unsafe_code)]

pub mod aspect;
pub mod builtin;
pub mod chosen;
pub mod compare;
pub mod external;
pub mod machine;
mod packed;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod pass;
pub mod plan;
pub mod plot;
pub mod record;
pub mod report;
pub mod reproduce;
pub mod runner;
pub mod stats;
pub mod store;
pub mod traces;
