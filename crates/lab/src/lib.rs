//! Experiments on Sudoku algorithms: plans, runs, records, statistics, figures and reports.
//!
//! [`stats`] knows no Sudoku: it takes numbers and gives numbers.
//! [`plot`] knows only numbers and labels: it takes them and gives pictures.
#![forbid(unsafe_code)]

pub mod plot;
pub mod stats;
