//! The report: tables, figures, and one page whose first screen is the answer.
//!
//! A report is made from the result file alone, in three steps: [`Comparison`] computes, the files
//! beside this one put it into words, tables and figures, and the same blocks become HTML and
//! Markdown. It contains no date and draws its randomness from the study's seed: the same rows
//! give the same bytes.

mod blocks;
mod figures;
mod html;
mod laws;
mod markdown;
pub(crate) mod numbers;
mod tables;
mod words;

pub use blocks::{Block, Field, Table};

use crate::compare::Comparison;
use crate::plot::Figure;
use crate::store::Content;
use laws::Laws;
use std::io;
use std::path::{Path, PathBuf};

/// Algorithms shown in figures.
const SHOWN: usize = 8;

/// A report, not yet written.
#[derive(Debug)]
pub struct Report {
    title: String,
    kicker: String,
    answer: Vec<String>,
    blocks: Vec<Block>,
}

impl Report {
    /// The report of a study, finished or not.
    pub fn of(content: &Content) -> Report {
        let title = format!("Study “{}”", content.name);
        let kicker = format!(
            "{} × {}, {}; seed {}; sudolab {}",
            numbers::counted(content.algorithms.len(), "algorithm"),
            numbers::counted(content.puzzles.len(), "puzzle"),
            numbers::counted(content.rows.len(), "run"),
            content.seed,
            content.version
        );
        let mut blocks = Vec::new();
        let comparison = Comparison::of(content);
        let answer = match &comparison {
            Some(comparison) => {
                compared(comparison, &mut blocks);
                words::answer(comparison)
            }
            None => vec![format!(
                "**Too early to say.** {} done, but no puzzle has been run by every algorithm yet. The same command goes on.",
                numbers::counted(content.rows.len(), "run")
            )],
        };
        if comparison.is_none() {
            blocks.push(Block::Heading("Puzzles".into()));
            blocks.push(Block::Table(tables::sets(content, &[])));
            blocks.extend(crate::aspect::blocks(content));
        }
        blocks.push(Block::Heading("Machine".into()));
        blocks.push(Block::List(words::machine(content)));
        blocks.push(Block::Heading("How to reproduce".into()));
        blocks.push(Block::Text(format!(
            "Save the plan below as `plan.toml` and run `sudolab study plan.toml --output DIR` with sudolab {}. Verdicts, ticks and guesses come out the same on any machine and with any number of threads, except for runs that the time limit ended; times belong to the machine. `sudolab study report DIR` writes this report again, `sudolab study export DIR --to csv` prints every run, and `study.sqlite` holds the rows.",
            content.version
        )));
        blocks.push(Block::Verbatim(content.plan.clone()));
        Report { title, kicker, answer, blocks }
    }

    /// A report whose sections were made elsewhere.
    pub(crate) fn assembled(
        title: String,
        kicker: String,
        answer: Vec<String>,
        blocks: Vec<Block>,
    ) -> Report {
        Report { title, kicker, answer, blocks }
    }

    /// The sentences of the first screen, without marks.
    pub fn answer(&self) -> Vec<String> {
        self.answer.iter().map(|line| markdown::plain(line)).collect()
    }

    /// The page.
    pub fn html(&self) -> String {
        html::render(&self.title, &self.kicker, &self.answer, &self.blocks)
    }

    /// The same for terminals and repositories.
    pub fn markdown(&self) -> String {
        let mut blocks = vec![Block::Text(self.kicker.clone())];
        blocks.extend(self.answer.iter().map(|line| Block::Text(line.clone())));
        let head = markdown::render(&self.title, &blocks);
        let rest = markdown::render("", &self.blocks);
        format!("{head}{}", rest.trim_start_matches("# \n"))
    }

    /// The figures, with their names.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure { name, figure } => Some((name.as_str(), figure)),
            _ => None,
        })
    }

    /// Every file of the report, by its path in the study's folder: `tables/*.csv`,
    /// `figures/*.svg`, `report.md` and, last, `report.html`.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, String)> {
        let parts = self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => {
                Some((Path::new("tables").join(format!("{}.csv", table.name)), blocks::csv(table)))
            }
            Block::Figure { name, figure } => {
                Some((Path::new("figures").join(format!("{name}.svg")), figure.svg_with_caption()))
            }
            _ => None,
        });
        let whole =
            [("report.md", Report::markdown as fn(&Report) -> String), (PAGE, Report::html)];
        parts.chain(whole.into_iter().map(|(name, make)| (PathBuf::from(name), make(self))))
    }

    /// Writes every file into a folder; each is written beside its place and then renamed.
    pub fn write(&self, folder: &Path) -> io::Result<Written> {
        for sub in ["tables", "figures"] {
            std::fs::create_dir_all(folder.join(sub))?;
        }
        let mut written = Written { page: folder.join(PAGE), n_files: 0, changed: Vec::new() };
        for (name, text) in self.files() {
            let path = folder.join(&name);
            if std::fs::read(&path).is_ok_and(|old| old == text.as_bytes()) {
                written.n_files += 1;
                continue;
            }
            put(&path, text.as_bytes())?;
            written.n_files += 1;
            written.changed.push(name);
        }
        Ok(written)
    }
}

/// The name of the page in a study's folder.
const PAGE: &str = "report.html";

/// What writing a report did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The page.
    pub page: PathBuf,
    /// Files of the report.
    pub n_files: usize,
    /// Those that were not there before, or had other content.
    pub changed: Vec<PathBuf>,
}

/// The sections of a study that has something to compare.
fn compared(c: &Comparison<'_>, blocks: &mut Vec<Block>) {
    let chosen = c.highlights(SHOWN);
    let laws: Vec<Laws> = chosen.iter().filter_map(|&a| Laws::of(c, a)).collect();
    let heading =
        |blocks: &mut Vec<Block>, text: &str| blocks.push(Block::Heading(text.to_owned()));
    let many = c.standings.len() > 1;
    heading(blocks, "Results");
    blocks.push(Block::Table(tables::standings(c)));
    if c.standings.iter().any(|s| s.faults > 0) {
        blocks.push(Block::Table(tables::faults(c.content)));
    }
    blocks.extend(tables::by_band(c).map(Block::Table));
    if many {
        blocks.push(Block::Table(tables::duels(c)));
    }
    blocks.extend(tables::portfolio(c).map(Block::Table));
    heading(blocks, "Failures and hard puzzles");
    blocks.extend([tables::failures(c), tables::hardest(c, &chosen)].map(Block::Table));
    heading(blocks, "Figures");
    if c.standings.len() > chosen.len() {
        blocks.push(Block::Text(format!(
            "Where a figure has no room for all {}, it shows {}: the best of each family, then the next best. The tables have all.",
            numbers::counted(c.standings.len(), "algorithm"),
            chosen.len(),
        )));
    }
    blocks.extend(figures::all(c, &chosen, &laws));
    heading(blocks, "Agreement, laws, noise");
    if many {
        blocks.push(Block::Table(tables::agreement(c, &chosen)));
    }
    blocks.push(Block::Table(tables::effort(c)));
    if !laws.is_empty() {
        blocks.push(Block::Table(tables::fits(c, &laws)));
    }
    if !c.noise.is_empty() {
        blocks.push(Block::Table(tables::noise(c)));
    }
    blocks.extend(crate::aspect::blocks(c.content));
    heading(blocks, "Puzzles");
    blocks.push(Block::Table(tables::sets(c.content, &c.puzzles)));
    heading(blocks, "Method and its biases");
    blocks.push(Block::List(words::method(c)));
}

/// Writes a file beside its place and renames it.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    std::fs::write(&partial, bytes)?;
    std::fs::rename(&partial, path)
}
