//! Pages of a book as files.

use crate::args::Common;
use crate::claim::Claim;
use crate::failure::Failure;
use crate::output::{Output, numbered};
use crate::{interrupt, say};
use std::path::PathBuf;
use sudolab::sheets::{Book, Fonts, Note, svg};

/// Writes each page as an SVG file.
pub fn write_svg(book: &Book, fonts: &Fonts<'_>, common: &Common) -> Result<(), Failure> {
    let names: Vec<Option<PathBuf>> = match (&common.output, book.pages.len()) {
        (None, 1) => vec![None],
        (Some(name), 1) => vec![Some(name.clone())],
        (Some(name), n) => (1..=n).map(|i| Some(numbered(name, i))).collect(),
        (None, n) => {
            return Err(Failure::Usage(format!(
                "these are {n} pages, and an SVG holds one; name the files with --output sheet.svg \
                 (sheet-1.svg to sheet-{n}.svg), or use --to pdf"
            )));
        }
    };
    // The pages belong together: nobody else writes any of them meanwhile.
    let several = common.output.as_deref().filter(|_| names.len() > 1);
    let claim = several.map(Claim::on).transpose()?;
    let written = write_pages(book, fonts, &names);
    claim.into_iter().for_each(Claim::release);
    written
}

fn write_pages(book: &Book, fonts: &Fonts<'_>, names: &[Option<PathBuf>]) -> Result<(), Failure> {
    for (page, name) in book.pages.iter().zip(names) {
        if interrupt::is_raised() {
            return Err(Failure::Interrupted);
        }
        let mut output = Output::open(name.as_deref())?;
        output.put(svg::write(book, page, fonts).as_bytes())?;
        output.finish()?;
    }
    Ok(())
}

/// Tells what should be known about a book.
pub fn tell(book: &Book, common: &Common) {
    for note in &book.notes {
        say::note(&match note {
            Note::Small { number, points } => format!(
                "symbols of puzzle {number} are only {points:.1} points high; print fewer on a page, \
                 on larger paper, or without pencil marks"
            ),
            Note::Missing { characters } => format!(
                "no font at hand can set {characters:?} of names or ratings; '?' stands for them \
                 (--font FILE names a font that can)"
            ),
        });
    }
    if common.verbose > 0 {
        say::note(&format!("{} pages of {}", book.pages.len(), book.paper));
    }
}
