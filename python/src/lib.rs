//! The door to Python: arguments become requests, verbs are called, answers become values.
//!
//! Everything that a user sees is written in Python beside this crate (`python/sudolab`); what is
//! here reads arguments, lets go of the interpreter while the library works, attends to Ctrl-C, and
//! hands results over as wire objects, arrays or Arrow columns. It knows no more about Sudoku
//! than the other doors do.

mod arrow;
mod attend;
mod converting;
mod counting;
mod failure;
mod generate;
mod many;
mod own;
mod parcel;
mod puzzle;
mod rating;
mod rows;
mod run;
mod steps;
mod study;
mod table;
mod timetable;
mod trace;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::attend::fail_on_purpose;
    #[pymodule_export]
    use super::converting::{convert, convert_many, formats};
    #[pymodule_export]
    use super::generate::generate;
    #[pymodule_export]
    use super::many::{check_many, count_many, rate_many, solve_many};
    #[pymodule_export]
    use super::puzzle::{Read, read_puzzles};
    #[pymodule_export]
    use super::rows::joined;
    #[pymodule_export]
    use super::run::{algorithms, build, run, techniques};
    #[pymodule_export]
    use super::study::{
        Intake, Lab, builtin_plan, physical_cores, reproduce, run_parcel, with_algorithms,
    };
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::timetable::timetable;
    #[pymodule_export]
    use super::trace::trace;

    /// The version of the library.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
