//! The subcommands, one file each.

mod algorithms;
mod bench;
mod carry;
mod check;
mod convert;
mod count;
mod explain;
mod generate;
mod hint;
#[cfg(feature = "print")]
mod print;
mod rate;
mod rate_profiles;
mod remake;
mod reproduce;
mod solve;
mod steps;
mod study;
mod techniques;
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
pub use solve::Solve;
pub use study::Study;
pub use techniques::Techniques;
pub use transform::Transform;
