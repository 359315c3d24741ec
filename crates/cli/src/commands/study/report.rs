//! Writes the report of a study.

use super::{FOLDER, failure, print};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use sudolab::lab::report::{NotWritten, Report, Written};
use sudolab::{Halt, StudyError};

/// A report to write.
#[derive(Args, Debug)]
pub struct WriteReport {
    /// The study's folder
    #[arg(value_name = "DIR", default_value = FOLDER)]
    folder: PathBuf,

    /// Say whether the files were as the rows give them, and which were not
    #[arg(long)]
    rebuild: bool,

    /// Write each figure in this form as well, beside its SVG
    #[arg(long, value_enum, value_name = "FORM")]
    figures: Option<Picture>,

    /// The width of these figures, such as 88mm, 3.5in or 250pt; the text keeps its size of 8 pt
    #[arg(long, value_name = "LENGTH", requires = "figures", value_parser = width)]
    width: Option<f64>,
}

/// A length in points of 1/72 inch.
fn width(text: &str) -> Result<f64, String> {
    let wrong = || {
        format!(
            "{text:?} is no width from 40mm to 600mm; write it with its unit, such as 88mm, 3.5in or 250pt"
        )
    };
    let at = text.find(|c: char| c.is_ascii_alphabetic()).ok_or_else(wrong)?;
    let number: f64 = text[..at].trim().parse().map_err(|_| wrong())?;
    let points = match &text[at..] {
        "mm" => number * 72.0 / 25.4,
        "cm" => number * 720.0 / 25.4,
        "in" => number * 72.0,
        "pt" => number,
        _ => return Err(wrong()),
    };
    // From a thumb's width to a poster's.
    if (113.0..1701.0).contains(&points) { Ok(points) } else { Err(wrong()) }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Picture {
    /// Bitmaps with 300 dots per inch
    Png,
    /// One page each, text as text
    Pdf,
}

impl WriteReport {
    /// Writes it and says the answer.
    pub fn run(&self, common: &Common) -> Result<Exit, Failure> {
        let (report, written) = write(&self.folder, false)?;
        let mut text = said(&report, &written);
        if self.rebuild {
            text.push_str(&rebuilt(&written));
        }
        if let Some(form) = self.figures {
            let n = pictures(&report, &self.folder, form, self.width)?;
            let name = self.folder.join("figures");
            text.push_str(&format!("{n} figures as {}: {}\n", form.word(), name.display()));
        }
        print(common, &text)
    }
}

/// Writes the report of the study in a folder; its answer, and where the report is.
pub fn write_report(folder: &Path) -> Result<String, Failure> {
    let (report, written) = write(folder, false)?;
    Ok(said(&report, &written))
}

/// Writes the report of a study that an interrupt ended, or of one that came to its end.
pub fn write_report_after(interrupted: bool, folder: &Path) -> Result<(), Failure> {
    write(folder, interrupted).map(drop)
}

fn write(folder: &Path, interrupted: bool) -> Result<(Report, Written), Failure> {
    // The rows are safe, and each file is written beside its place and then renamed.
    let work = || sudolab::write_report(folder, &Halt::never());
    let written = interrupt::after(interrupted, work);
    written.map_err(|error| match error {
        StudyError::Stopped(_) => Failure::Interrupted,
        StudyError::Store(error) => failure(error),
        StudyError::Plan(error) => Failure::Usage(error.to_string()),
        StudyError::Report { folder, error } => cannot_write(&folder, error.into()),
    })
}

fn said(report: &Report, written: &Written) -> String {
    format!("{}\n\nReport: {}\n", report.answer().join("\n\n"), written.page.display())
}

fn rebuilt(written: &Written) -> String {
    let names: Vec<String> = written.changed.iter().map(|p| p.display().to_string()).collect();
    match names.len() {
        0 => format!("Rebuilt {} files: all as they were.\n", written.n_files),
        n => format!(
            "Rebuilt {} files: {n} were missing or different: {}\n",
            written.n_files,
            names.join(", ")
        ),
    }
}

/// What the user is told of a report that was not written.
pub fn cannot_write(folder: &Path, why: NotWritten) -> Failure {
    match why {
        NotWritten::Stopped(_) => Failure::Interrupted,
        NotWritten::File(error) => {
            Failure::file("write the report into", &folder.display().to_string(), &error)
        }
    }
}

impl Picture {
    fn word(self) -> &'static str {
        match self {
            Picture::Png => "PNG",
            Picture::Pdf => "PDF",
        }
    }
}

#[cfg(feature = "images")]
fn pictures(
    report: &Report,
    folder: &Path,
    form: Picture,
    width: Option<f64>,
) -> Result<usize, Failure> {
    let mut n = 0;
    for (name, figure) in report.figures() {
        let figure = width.map_or_else(|| figure.clone(), |width| figure.clone().wide(width));
        let (picture, extension) = match form {
            Picture::Png => (figure.png(300.0), "png"),
            Picture::Pdf => (figure.pdf(), "pdf"),
        };
        let picture = picture.map_err(|e| Failure::File(format!("figure {name}: {e}")))?;
        let path = folder.join("figures").join(format!("{name}.{extension}"));
        sudolab::lab::report::put(&path, &picture).map_err(|e| cannot_write(folder, e.into()))?;
        n += 1;
    }
    Ok(n)
}

#[cfg(not(feature = "images"))]
fn pictures(_: &Report, _: &Path, form: Picture, _: Option<f64>) -> Result<usize, Failure> {
    Err(Failure::Usage(format!(
        "this build cannot make {}: build it with 'cargo build --release --features images', or use the SVG files, which are written",
        form.word()
    )))
}
