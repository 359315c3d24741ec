//! The sudolab command.
#![forbid(unsafe_code)]
fn main() {}
