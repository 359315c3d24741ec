//! Experiments on Sudoku algorithms: plans, runs, records, statistics, figures and reports.
//!
//! A study goes through these rooms in turn, each reading what the previous one wrote:
//!
//! - [`plan`]: what to run, on which puzzles, how often; read from a small TOML file;
//! - [`runner`]: carries a plan out, one timed run per core, in random order;
//! - [`store`]: one row per run in one SQLite file, written as each run ends;
//! - [`aspect`]: generation, rating and speed-up, beside the runs in the same file;
//! - [`compare`]: one number per puzzle and algorithm, and statistics on these;
//! - [`report`]: tables, figures and one page with the answer;
//! - [`reproduce`]: the founding papers' experiments, published figures beside ours.
//!
//! Every run leaves the program as a table of [`record`]s, in CSV or [`parquet`].
//! [`stats`] knows no Sudoku: it takes numbers and gives numbers.
//! [`plot`] knows only numbers and labels: it takes them and gives pictures.
#![forbid(unsafe_code)]

pub mod aspect;
pub mod builtin;
pub mod compare;
mod machine;
pub mod parquet;
pub mod plan;
pub mod plot;
pub mod record;
pub mod report;
pub mod reproduce;
pub mod runner;
pub mod stats;
pub mod store;
