//! Human Sudoku techniques: steps found, checked, explained and rated.
//!
//! The room is read from the inside out:
//!
//! - [`board`] the 9x9 board as numbers: cells, digits, houses, sets of them;
//! - [`position`] a board in the middle of being solved, with its pencil marks;
//! - [`technique`] the catalogue: every technique with its id and its names;
//! - [`origin`] the family of a technique, what it assumes, who describes it;
//! - [`step`] what a technique yields: effect and typed reason;
//! - [`techniques`] the finders, one file each;
//! - [`check`] confirms the effect of a step from its reason, without the finder;
//! - [`explain`] words and pictures for a step;
//! - [`rating`] profiles: order of techniques, score rule, tie-break;
//! - [`hint`] the next step in the order in which a person sees them;
//! - [`regression`] runs the finders on lines of HoDoKu's technique library;
//! - [`exemplar`] puzzles that need the technique they are tagged with.
//!
//! The search knows no words and no scores. A finder hands [`step::Step`]s to a
//! callback that may stop it; everything else is made from that data.
#![forbid(unsafe_code)]

pub mod board;
pub mod check;
pub mod exemplar;
pub mod explain;
pub mod hint;
pub mod origin;
pub mod position;
pub mod rating;
pub mod regression;
pub mod step;
pub mod technique;
pub mod techniques;
