//! Puzzle sheets and books as PDF and SVG.
//!
//! The path of a puzzle to paper has three parts, which know little of each other:
//!
//! | part | knows | does not know |
//! |---|---|---|
//! | [`layout`] | paper, boards, how wide a word is | PDF, SVG |
//! | [`pdf`], [`svg`] | how to write lines, areas and glyphs | puzzles |
//! | [`font`] | glyphs, widths, outlines | everything else |
//!
//! What passes between them is a [`Book`]: pages of placed [`Item`]s in points (1/72 inch), y
//! downwards. The same entries, style and fonts give the same bytes: nothing reads a clock.
//!
//! ```
//! use sudolab_exact::UniquePuzzle;
//! use sudolab_grid::halt::Halt;
//! use sudolab_print::{Printable, Fonts, Style, layout, pdf, svg};
//!
//! let puzzle = "..1..3....4..4..".parse()?;
//! let entries = [Printable::new(UniquePuzzle::prove(puzzle)?)];
//! let fonts = Fonts::built_in();
//! let style = Style { title: "For the train".to_owned(), ..Style::default() };
//! let halt = Halt::never();
//! let book = layout::book(&entries, &style, &fonts, &halt)?;
//! assert_eq!(book.pages.len(), 2); // one of puzzles, one of solutions
//! assert!(pdf::write(&book, &fonts, &halt)?.starts_with(b"%PDF-1.7"));
//! assert!(svg::write(&book, &book.pages[0], &fonts).starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod entry;
pub mod font;
pub mod layout;
mod page;
mod paper;
pub mod pdf;
mod style;
pub mod svg;

pub use entry::Printable;
pub use font::{FontError, Fonts};
pub use page::{Book, Bookmark, FaceId, Ink, Item, Note, Page, Point};
pub use paper::Paper;
pub use style::{Marks, PerPage, Style};
