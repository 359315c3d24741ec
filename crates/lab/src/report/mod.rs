//! The report: tables, figures, and one page whose first screen is the answer.
//!
//! A report is made from the result file alone, in three steps: [`Comparison`] computes, the files
//! beside this one put it into words, tables and figures, and the same blocks become HTML and
//! Markdown. It contains no date and draws its randomness from the study's seed: the same rows
//! give the same bytes.

mod blocks;
mod figures;
mod hosts;
mod html;
mod latex;
mod laws;
mod markdown;
mod noise;
pub(crate) mod numbers;
mod tables;
mod words;

pub use blocks::{Block, Field, Table};
pub(crate) use figures::chance;
pub use html::SCRIPT;

use crate::compare::Comparison;
use crate::plot::Figure;
use crate::store::Content;
use laws::Laws;
use std::io;
use std::path::{Path, PathBuf};
use sudolab_grid::halt::{Halt, Stop};

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
        Report::within(content, &Halt::never()).expect("nothing stops it")
    }

    /// The same, unless the halt stops it.
    ///
    /// # Errors
    /// What stopped it.
    pub fn within(content: &Content, halt: &Halt<'_>) -> Result<Report, Stop> {
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
        let comparison = Comparison::within(content, halt)?;
        let answer = match &comparison {
            Some(comparison) => {
                compared(comparison, &mut blocks, halt)?;
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
        let mut machines = words::machine(content);
        machines.extend(hosts::lines(content));
        blocks.push(Block::List(machines));
        blocks.push(Block::Heading("How to reproduce".into()));
        blocks.push(Block::Text(format!(
            "Save the plan below as `plan.toml` and run `sudolab study plan.toml --output DIR` with sudolab {}. Verdicts, ticks and guesses come out the same on any machine and with any number of threads, except for runs that the time limit ended; times belong to the machine. `sudolab study report DIR` writes this report again, `sudolab study export DIR --to csv` prints every run, and `study.sqlite` holds the rows.",
            content.version
        )));
        blocks.push(Block::Verbatim(content.plan.clone()));
        Ok(Report { title, kicker, answer, blocks })
    }

    /// The report with the traces that lie in the study's folder, if there are any.
    pub fn with_traces(mut self, folder: &Path) -> Report {
        let machine = |block: &Block| matches!(block, Block::Heading(text) if text == "Machine");
        let place = self.blocks.iter().position(machine).unwrap_or(self.blocks.len());
        self.blocks.splice(place..place, crate::traces::blocks(folder));
        self
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

    /// What there is to see in each figure: captions stand outside of the drawings.
    fn captions(&self) -> String {
        let mut out = String::from("# What the figures show\n");
        for (name, figure) in self.figures() {
            out.push_str(&format!(
                "\n**{name}.svg** {}. {}\n",
                figure.title,
                markdown::plain(&figure.caption)
            ));
        }
        out
    }

    /// The figures, with their names.
    pub fn figures(&self) -> impl Iterator<Item = (&str, &Figure)> {
        self.blocks.iter().filter_map(|block| match block {
            Block::Figure { name, figure } => Some((name.as_str(), figure)),
            _ => None,
        })
    }

    /// Every file of the report, by its path in the study's folder: `tables/*.csv` and `tables/*.tex`,
    /// `figures/*.svg` with `figures/captions.md`, `report.md` and, last, `report.html`.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, String)> {
        let parts = self.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => {
                let path = |end: &str| Path::new("tables").join(format!("{}.{end}", table.name));
                Some(vec![(path("csv"), blocks::csv(table)), (path("tex"), latex::tabular(table))])
            }
            Block::Figure { name, figure } => {
                let path = Path::new("figures").join(format!("{name}.svg"));
                Some(vec![(path, figure.svg())])
            }
            _ => None,
        });
        let parts = parts.flatten();
        let whole = [
            (CAPTIONS, Report::captions as fn(&Report) -> String),
            ("report.md", Report::markdown),
            (PAGE, Report::html),
        ];
        parts.chain(whole.into_iter().map(|(name, make)| (PathBuf::from(name), make(self))))
    }

    /// Writes every file into a folder; each is written beside its place and then renamed.
    ///
    /// # Errors
    /// When a file cannot be written, or the halt stops it between two files.
    pub fn write(&self, folder: &Path, halt: &Halt<'_>) -> Result<Written, NotWritten> {
        for sub in ["tables", "figures"] {
            std::fs::create_dir_all(folder.join(sub))?;
        }
        let mut written = Written { page: folder.join(PAGE), n_files: 0, changed: Vec::new() };
        for (name, text) in self.files() {
            halt.check()?;
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

/// The captions of the figures.
const CAPTIONS: &str = "figures/captions.md";
/// The name of the page in a study's folder.
const PAGE: &str = "report.html";

/// Why a report was not written to its end.
#[derive(Debug, thiserror::Error)]
pub enum NotWritten {
    /// The halt stopped it.
    #[error("{0}")]
    Stopped(#[from] Stop),
    /// A file cannot be written.
    #[error("{0}")]
    File(#[from] io::Error),
}

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

/// A table of a comparison, where it has something to show.
type MaybeTable = fn(&Comparison<'_>) -> Option<Table>;

/// The sections of a study that has something to compare.
fn compared(c: &Comparison<'_>, blocks: &mut Vec<Block>, halt: &Halt<'_>) -> Result<(), Stop> {
    let chosen = c.highlights(SHOWN);
    let laws: Vec<Option<Laws>> =
        chosen.iter().map(|&a| Laws::of(c, a, halt)).collect::<Result<_, Stop>>()?;
    let laws: Vec<Laws> = laws.into_iter().flatten().collect();
    let heading =
        |blocks: &mut Vec<Block>, text: &str| blocks.push(Block::Heading(text.to_owned()));
    let many = c.standings.len() > 1;
    heading(blocks, "Results");
    blocks.push(Block::Table(tables::standings(c)));
    if c.standings.iter().any(|s| s.faults > 0) {
        blocks.push(Block::Table(tables::faults(c.content)));
    }
    let duels: MaybeTable = |c| (c.standings.len() > 1).then(|| tables::duels(c));
    let some: [MaybeTable; 9] = [
        tables::by_set,
        tables::search,
        tables::power,
        tables::by_band,
        tables::by_clues,
        duels,
        tables::portfolio,
        tables::selection,
        tables::restarts,
    ];
    for table in some {
        halt.check()?;
        blocks.extend(table(c).map(Block::Table));
    }
    halt.check()?;
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
    blocks.extend(figures::all(c, &chosen, &laws, halt)?);
    heading(blocks, "Agreement, laws, noise");
    if many {
        blocks.push(Block::Table(tables::agreement(c, &chosen)));
        halt.check()?;
    }
    blocks.push(Block::Table(tables::effort(c)));
    halt.check()?;
    if !laws.is_empty() {
        blocks.push(Block::Table(tables::fits(c, &laws)));
    }
    if !c.noise.is_empty() {
        blocks.push(Block::Table(noise::table(c)));
    }
    blocks.extend(crate::aspect::blocks(c.content));
    heading(blocks, "Puzzles");
    blocks.push(Block::Table(tables::sets(c.content, &c.puzzles)));
    heading(blocks, "Method and its biases");
    blocks.push(Block::List(words::method(c)));
    Ok(())
}

/// Writes a file beside its place and renames it.
pub fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    std::fs::write(&partial, bytes)?;
    std::fs::rename(&partial, path)
}
