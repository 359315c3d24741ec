//! Human Sudoku techniques: steps found, checked, explained and rated.
//!
//! The room is read from the inside out:
//!
//! - [`sudolab_grid::nine`] cells, digits, houses of 9x9 as numbers, and sets of them;
//! - [`position`] a board in the middle of being solved, with its pencil marks;
//! - [`entry`] all that is known of a technique, as data;
//! - [`technique`] the list of them, one line for each;
//! - [`origin`] the family of a technique, what it assumes, who describes it;
//! - [`catalogue`] an ordered choice of techniques, also with your own;
//! - [`step`] what a technique yields: effect and typed reason;
//! - [`techniques`] the finders with their entries, one file each;
//! - [`tabling`] the tables of implications in which HoDoKu finds loops, chains and nets;
//! - [`check`] confirms the effect of a step from its reason, without the finder;
//! - [`explain`] words and pictures for a step;
//! - [`rating`] profiles: order of techniques, score rule, tie-break;
//! - [`start`] where logic begins: a position, and what is known about its solutions;
//! - [`general`] a few techniques that hold on any board with any rules;
//! - [`lesson`] what a learner is told of a technique, and [`example`] the step that shows it;
//! - [`hint`] the next step in the order in which a person sees them;
//! - [`every_step`] all steps that a position offers;
//! - [`path`] the steps from a start to the solution;
//! - [`regression`] runs the finders on lines of HoDoKu's technique library;
//! - [`exemplar`] puzzles that need the technique they are tagged with.
//!
//! The search knows no words and no scores. A finder hands [`step::Step`]s to a
//! callback that may stop it; everything else is made from that data.
#![forbid(unsafe_code)]

pub mod catalogue;
pub mod check;
pub mod entry;
pub mod every_step;
pub mod example;
pub mod exemplar;
pub mod explain;
pub mod general;
pub mod hint;
pub mod lesson;
pub mod origin;
pub mod path;
pub mod position;
pub mod rating;
pub mod regression;
pub mod start;
pub mod step;
pub mod tabling;
pub mod technique;
pub mod techniques;
mod unstopped;
