//! Puzzles on paper.

use sudolab_grid::halt::{Halt, Stop};
use sudolab_print::{Book, Fonts, Printable, Style, layout};

/// Lays puzzles out on pages, with their solutions at the back where the style asks for them.
///
/// ```
/// use sudolab::sheets::{Printable, Fonts, Style, pdf};
/// use sudolab::{Halt, UniquePuzzle, print};
///
/// let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle = UniquePuzzle::prove(line.parse()?)?;
/// let fonts = Fonts::built_in();
/// let entry = Printable { puzzle, name: Some("The first".to_owned()), rating: None };
/// let halt = Halt::never();
/// let book = print(&[entry], &Style::default(), &fonts, &halt)?;
/// assert_eq!(book.pages.len(), 2);
/// assert!(pdf::write(&book, &fonts, &halt)?.starts_with(b"%PDF"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What stopped it.
pub fn print(
    entries: &[Printable],
    style: &Style,
    fonts: &Fonts<'_>,
    halt: &Halt<'_>,
) -> Result<Book, Stop> {
    layout::book(entries, style, fonts, halt)
}
