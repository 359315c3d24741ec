//! `sudolab print`: puzzles are read in [`collected`], proved and rated in [`proof`], pages written in
//! [`pages`].

mod choices;
mod collected;
mod pages;
mod proof;

use crate::args::{Common, Input};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::form::NoForm;
use crate::output::Output;
use crate::say;
use choices::{FileKind, PencilMarks, Ratings};
use clap::Args;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use sudolab::sheets::{Fonts, Marks, Paper, PerPage, Style, pdf};

/// Print puzzles: sheets and books as PDF or SVG
///
/// Boards of any size from 4x4 to 25x25, with irregular boxes and extra regions. Every puzzle is
/// proved to have exactly one solution; the others are reported and left out. Fonts are embedded
/// (PDF) or drawn as outlines (SVG), and the same puzzles and options give the same bytes.
#[derive(Args, Debug)]
#[command(after_help = "\
A PDF is one file. An SVG holds one page: several pages are written as NAME-1.svg, NAME-2.svg and so on.

Examples:
  sudolab print puzzles.txt --output book.pdf
  sudolab print puzzles.txt --per-page 6 --title Sunday --ratings er --output book.pdf
  sudolab print puzzles.txt --paper a5 --per-page 1 --no-solutions --pencil-marks --output sheet.svg
  sudolab print 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79 --no-solutions --to svg")]
pub struct Print {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    form: NoForm,

    /// Kind of file [default: as the name of the output says, else pdf]
    #[arg(long, value_name = "KIND", value_enum)]
    to: Option<FileKind>,

    /// Paper: a4, a5 or letter
    #[arg(long, value_name = "PAPER", default_value = "a4")]
    paper: String,

    /// Puzzles on one page: 1, 2, 4 or 6
    #[arg(long, value_name = "N", default_value_t = 2)]
    per_page: usize,

    /// Title of the book
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,

    /// Number of the first puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(..=999_999_999))]
    first_number: u32,

    /// Solutions at the back (this is the default)
    #[arg(long, overrides_with = "no_solutions")]
    solutions: bool,

    /// No solutions at the back
    #[arg(long)]
    no_solutions: bool,

    /// Difficulty beside the number
    #[arg(long, value_name = "WHICH", value_enum, default_value = "none")]
    ratings: Ratings,

    /// Small digits in the empty cells: those the clues leave open, or all, pale, to strike out
    #[arg(long, value_name = "WHICH", value_enum, num_args = 0..=1, default_missing_value = "open", require_equals = true)]
    pencil_marks: Option<PencilMarks>,

    /// A TrueType or OpenType file for characters of titles and names that our font lacks
    #[arg(long, value_name = "FILE")]
    font: Option<PathBuf>,
}

impl Print {
    /// Runs the subcommand.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        self.form.refuse("--to says which kind of file")?;
        let style = self.style()?;
        let kind = self.kind(common)?;
        let own = self.font.as_deref().map(read_font).transpose()?;
        let fonts = match (&self.font, &own) {
            (Some(path), Some(data)) => Fonts::built_in()
                .with_own(data)
                .map_err(|e| Failure::Usage(format!("--font {}: {e}", path.display())))?,
            _ => Fonts::built_in(),
        };
        let missing = fonts.missing(&style.title);
        if !missing.is_empty() {
            return Err(Failure::Usage(format!(
                "no font at hand can set {missing:?} of the title; name one with --font FILE \
                 (scripts that run from right to left cannot be set)"
            )));
        }
        if kind == FileKind::Pdf && common.output.is_none() && std::io::stdout().is_terminal() {
            let text = "a PDF is no text for a terminal; name a file with --output book.pdf";
            return Err(Failure::Usage(text.to_owned()));
        }
        let (entries, exit) = self.collect(common)?;
        if entries.is_empty() {
            if exit == Exit::Fine {
                say::problem(
                    "the input holds no puzzle; give puzzles, files, or lines on standard input",
                );
            } else {
                say::problem("nothing is left to print");
            }
            return Ok(exit.and(Exit::SomeFailed));
        }
        let halt = common.interrupt();
        let book = sudolab::print(&entries, &style, &fonts, &halt);
        let book = book.map_err(|_| Failure::Interrupted)?;
        match kind {
            FileKind::Pdf => {
                let bytes = pdf::write(&book, &fonts, &halt).map_err(|e| match e {
                    pdf::PdfError::Stopped(_) => Failure::Interrupted,
                    other => Failure::Usage(other.to_string()),
                })?;
                let mut output = Output::open(common.output.as_deref())?;
                output.put(&bytes)?;
                output.finish()?;
            }
            FileKind::Svg => pages::write_svg(&book, &fonts, common)?,
        }
        if !common.quiet {
            pages::tell(&book, common);
        }
        Ok(exit)
    }

    fn style(&self) -> Result<Style, Failure> {
        let per_page = PerPage::new(self.per_page).ok_or_else(|| {
            Failure::Usage(format!(
                "--per-page {} is not possible; use 1, 2, 4 or 6",
                self.per_page
            ))
        })?;
        let paper: Paper = self.paper.parse().map_err(Failure::Usage)?;
        let marks = match self.pencil_marks {
            None => Marks::None,
            Some(PencilMarks::Open) => Marks::Candidates,
            Some(PencilMarks::All) => Marks::All,
        };
        Ok(Style {
            paper,
            per_page,
            title: self.title.split_whitespace().collect::<Vec<_>>().join(" "),
            first_number: self.first_number as usize,
            solutions: !self.no_solutions,
            marks,
            alphabet: self.input.read_options()?.alphabet.unwrap_or_default(),
        })
    }

    fn kind(&self, common: &Common) -> Result<FileKind, Failure> {
        if let Some(kind) = self.to {
            return Ok(kind);
        }
        match common.output.as_deref().and_then(Path::extension) {
            None => Ok(FileKind::Pdf),
            Some(ending) if ending.eq_ignore_ascii_case("pdf") => Ok(FileKind::Pdf),
            Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(FileKind::Svg),
            Some(ending) => Err(Failure::Usage(format!(
                "PDF and SVG are written, not {}; name the output .pdf or .svg, or say which with --to",
                ending.display()
            ))),
        }
    }
}

fn read_font(path: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|e| Failure::file("read", &path.display().to_string(), &e))
}
