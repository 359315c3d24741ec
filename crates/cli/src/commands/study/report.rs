//! Writes the report of a study.

use super::{FOLDER, failure, print};
use crate::args::Common;
use crate::exit::Exit;
use crate::failure::Failure;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use sudolab_lab::report::{Report, Written};
use sudolab_lab::store;

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
        let (report, written) = write(&self.folder)?;
        let mut text = said(&report, &written);
        if self.rebuild {
            text.push_str(&rebuilt(&written));
        }
        if let Some(form) = self.figures {
            let n = pictures(&report, &self.folder, form)?;
            let name = self.folder.join("figures");
            text.push_str(&format!("{n} figures as {}: {}\n", form.word(), name.display()));
        }
        print(common, &text)
    }
}

/// Writes the report of the study in a folder; its answer, and where the report is.
pub fn write_report(folder: &Path) -> Result<String, Failure> {
    let (report, written) = write(folder)?;
    Ok(said(&report, &written))
}

fn write(folder: &Path) -> Result<(Report, Written), Failure> {
    let content = store::read(folder).map_err(failure)?;
    let report = Report::of(&content);
    let written = report.write(folder).map_err(|e| cannot_write(folder, &e))?;
    Ok((report, written))
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

fn cannot_write(folder: &Path, error: &std::io::Error) -> Failure {
    Failure::file("write the report into", &folder.display().to_string(), error)
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
fn pictures(report: &Report, folder: &Path, form: Picture) -> Result<usize, Failure> {
    let mut n = 0;
    for (name, figure) in report.figures() {
        let (picture, extension) = match form {
            Picture::Png => (figure.png(300.0), "png"),
            Picture::Pdf => (figure.pdf(), "pdf"),
        };
        let picture = picture.map_err(|e| Failure::File(format!("figure {name}: {e}")))?;
        let path = folder.join("figures").join(format!("{name}.{extension}"));
        sudolab_lab::report::put(&path, &picture).map_err(|e| cannot_write(folder, &e))?;
        n += 1;
    }
    Ok(n)
}

#[cfg(not(feature = "images"))]
fn pictures(_: &Report, _: &Path, form: Picture) -> Result<usize, Failure> {
    Err(Failure::Usage(format!(
        "this build cannot make {}: build it with 'cargo build --release --features images', or use the SVG files, which are written",
        form.word()
    )))
}
