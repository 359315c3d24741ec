//! Which part of the laboratory this build is for.
//!
//! A page in a browser loads the laboratory over a network, so `./web/build-static` makes several modules of it: a small
//! one that plain puzzles are read, solved and explained with, and larger ones that are loaded when somebody needs them.
//! All of them are the same code; a module leaves things out by asking one of these constants where a way into them
//! begins, and the compiler then finds that nobody walks there. What a module leaves out it answers with an error, and
//! the page asks the whole laboratory instead. Everywhere else both are false and nothing is left out.

/// Plain puzzles alone: no rules beyond the houses, no formats but lines and our own JSON, no algorithms but the fast
/// ones, no rating but the Explainer's, nothing that generates, converts or records.
pub const PLAIN: bool = cfg!(sudolab_module = "plain");

/// Paper alone: nothing but `print` and `pages`.
pub const PAPER: bool = cfg!(sudolab_module = "paper");
