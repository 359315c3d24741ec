//! The subcommands, one file each.

mod algorithms;
mod bench;
mod check;
mod convert;
mod count;
mod solve;
mod transform;

pub use algorithms::Algorithms;
pub use bench::Bench;
pub use check::Check;
pub use convert::Convert;
pub use count::Count;
pub use solve::Solve;
pub use transform::Transform;
