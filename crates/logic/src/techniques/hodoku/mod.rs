//! The searches of HoDoKu 2.2.0 that differ from ours in more than the order ([`crate::entry::Scan`]).
//!
//! Which of several steps HoDoKu takes is part of its rating: most searches take the first step
//! met, some gather all steps and take the first after sorting ([`sort`]). A search here yields
//! what HoDoKu would take ([`chosen::Chosen`]); the profile `hodoku-2.2`
//! ([`crate::rating::hodoku`]) asks them in its order and prices them. Each file begins with its
//! part of the definition; `docs/hodoku.md` holds all of it.

pub mod chosen;
pub(crate) mod notation;
pub(crate) mod one_digit;
pub(crate) mod sets;
pub mod sort;
pub(crate) mod walk;
