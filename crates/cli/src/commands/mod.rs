//! The subcommands, one file or folder each: parse, call, render.

mod algorithms;
mod bench;
mod check;
mod convert;
mod count;
mod explain;
mod generate;
mod hint;
#[cfg(feature = "print")]
mod print;
mod rate;
mod remake;
mod reproduce;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod study;
mod techniques;
mod timetable;
mod transform;

pub use algorithms::Algorithms;
pub use bench::Bench;
pub use check::Check;
pub use convert::Convert;
pub use count::Count;
pub use explain::Explain;
pub use generate::Generate;
pub use hint::Hint;
#[cfg(feature = "print")]
pub use print::Print;
pub use rate::Rate;
pub use remake::{Ease, Minimize};
pub use reproduce::Reproduce;
#[cfg(feature = "serve")]
pub use serve::Serve;
pub use solve::Solve;
pub use study::Study;
pub use techniques::Techniques;
pub use timetable::Timetable;
pub use transform::Transform;
