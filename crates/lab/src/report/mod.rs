//! The report: tables, figures, and one page whose first screen is the answer.
//!
//! A report is made from the result file alone, in three steps: [`Comparison`] computes, the files
//! beside this one put it into words, tables and figures, and the same blocks become HTML and
//! Markdown. It contains no date and draws its randomness from the study's seed: the same rows
//! give the same bytes.

mod blocks;
mod figures;
mod html;
mod markdown;
mod numbers;
mod tables;
mod words;

pub use blocks::{Block, Field, Table};

use crate::compare::Comparison;
use crate::store::Content;
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

    /// The sentences of the first screen, without marks.
    pub fn answer(&self) -> Vec<String> {
        self.answer.iter().map(|line| line.replace("**", "")).collect()
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

    /// Writes `report.html`, `report.md`, `tables/*.csv` and `figures/*.svg` into a folder; each
    /// file is written beside its place and then renamed. Returns the path of the page.
    pub fn write(&self, folder: &Path) -> io::Result<PathBuf> {
        for sub in ["tables", "figures"] {
            std::fs::create_dir_all(folder.join(sub))?;
        }
        for block in &self.blocks {
            match block {
                Block::Table(table) => {
                    let path = folder.join("tables").join(format!("{}.csv", table.name));
                    put(&path, &blocks::csv(table))?;
                }
                Block::Figure { name, figure } => {
                    let path = folder.join("figures").join(format!("{name}.svg"));
                    put(&path, &figure.svg_with_caption())?;
                }
                _ => {}
            }
        }
        put(&folder.join("report.md"), &self.markdown())?;
        let page = folder.join("report.html");
        put(&page, &self.html())?;
        Ok(page)
    }
}

/// The sections of a study that has something to compare.
fn compared(c: &Comparison<'_>, blocks: &mut Vec<Block>) {
    let chosen = c.highlights(SHOWN);
    let mut table = |heading: &str, list: Vec<Table>| {
        if !heading.is_empty() {
            blocks.push(Block::Heading(heading.to_owned()));
        }
        blocks.extend(list.into_iter().map(Block::Table));
    };
    let mut results = vec![tables::standings(c)];
    if c.standings.iter().any(|s| s.faults > 0) {
        results.push(tables::faults(c.content));
    }
    results.extend(tables::portfolio(c));
    if c.standings.len() > 1 {
        results.push(tables::duels(c));
    }
    table("Results", results);
    table("Failures and hard puzzles", vec![tables::failures(c), tables::hardest(c, &chosen)]);
    blocks.push(Block::Heading("Figures".into()));
    if c.standings.len() > chosen.len() {
        blocks.push(Block::Text(format!(
            "The figures show {} of {} algorithms: the best of each family, then the next best. The tables have all.",
            chosen.len(),
            c.standings.len()
        )));
    }
    blocks.extend(figures::all(c, &chosen));
    let mut more = vec![tables::fits(c, &chosen)];
    if chosen.len() > 1 {
        more.insert(0, tables::agreement(c, &chosen));
    }
    if !c.noise.is_empty() {
        more.push(tables::noise(c));
    }
    blocks.push(Block::Heading("Agreement, laws, noise".into()));
    blocks.extend(more.into_iter().map(Block::Table));
    blocks.push(Block::Heading("Puzzles".into()));
    blocks.push(Block::Table(tables::sets(c.content, &c.puzzles)));
    blocks.push(Block::Heading("Method and its biases".into()));
    blocks.push(Block::List(words::method(c)));
}

fn put(path: &Path, text: &str) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    std::fs::write(&partial, text)?;
    std::fs::rename(&partial, path)
}
