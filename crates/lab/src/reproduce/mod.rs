//! The founding papers' experiments, with the published figures beside ours.
//!
//! A reproduction is one or two built-in plans, carried out by the same runner into the same kind
//! of result file as any study, and a page that compares: what the paper says, what came out here,
//! and a sentence on the difference. The plans hold the papers' constants and limits; `--scale`
//! takes a fraction of their work, by the lines of the plan that say so (see [`Scale`]).
//!
//! Sources: P. Berggren, D. Nilsson, *A study of Sudoku solving algorithms*, 2012 ("thesis") and
//! its draft *A comparison of sudoku solving algorithms*, 2012; E. C. Chi, K. Lange, *Techniques
//! for Solving Sudoku Puzzles*, 2012; M. Nicolau, C. Ryan, *Solving Sudoku with the GAuGE System*,
//! EuroGP 2006.

mod bound;
mod chi_lange;
mod chi_lange_figures;
mod claim;
mod draft;
mod ended;
mod gauge;
mod gauge_figures;
mod measured;
#[cfg(test)]
pub(crate) mod mock;
mod retrace;
mod scale;
mod search_tree;
mod thesis;
mod thesis_figures;

pub use bound::Size;
pub use claim::{Agreement, Claim};
pub use scale::{Scale, ScaleError};

use crate::builtin::BuiltinPlan;
use crate::plan::{Plan, PlanError};
use crate::report::{Block, Report, numbers};
use crate::store::Content;
use ended::EndedRuns;
use measured::Measured;

/// A paper whose experiments can be repeated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// Berggren & Nilsson 2012, the thesis.
    Thesis,
    /// Chi & Lange 2012.
    ChiLange,
    /// Nicolau & Ryan 2006.
    Gauge,
    /// Berggren & Nilsson 2012, the draft.
    Draft,
}

impl Paper {
    /// Every paper.
    pub const ALL: [Paper; 4] = [Paper::Thesis, Paper::ChiLange, Paper::Gauge, Paper::Draft];

    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Paper::Thesis => "thesis",
            Paper::ChiLange => "chi-lange",
            Paper::Gauge => "gauge",
            Paper::Draft => "draft",
        }
    }

    /// Authors, title and year.
    pub fn title(self) -> &'static str {
        match self {
            Paper::Thesis => "Berggren & Nilsson, A study of Sudoku solving algorithms, 2012",
            Paper::ChiLange => "Chi & Lange, Techniques for Solving Sudoku Puzzles, 2012",
            Paper::Gauge => "Nicolau & Ryan, Solving Sudoku with the GAuGE System, 2006",
            Paper::Draft => {
                "Berggren & Nilsson, A comparison of sudoku solving algorithms (draft), 2012"
            }
        }
    }

    /// The fraction that takes about two minutes on two cores.
    pub fn default_scale(self) -> Scale {
        Scale::new(match self {
            Paper::Thesis => 0.02,
            Paper::ChiLange => 0.2,
            Paper::Gauge => 1.0,
            Paper::Draft => 0.05,
        })
        .expect("these are fractions")
    }

    /// The names of its built-in plans, each with the folder its rows go to.
    fn plans(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Paper::Thesis => &[("thesis", "17-clues"), ("thesis-boltzmann", "46-clues")],
            Paper::ChiLange => {
                &[("chi-lange", "methods"), ("chi-lange-annealing", "annealing-repeated")]
            }
            Paper::Gauge => &[("gauge", "runs"), ("gauge-puzzles", "puzzles")],
            Paper::Draft => &[("draft-singles", "singles"), ("draft", "variants")],
        }
    }

    /// What has to be run.
    pub fn parts(self, scale: Scale) -> Result<Vec<Part>, PlanError> {
        let part = |&(name, folder): &(&'static str, &'static str)| {
            let builtin = BuiltinPlan::find(name).expect("the plans of the papers are built in");
            let plan = Plan::read(&scale.of(builtin.text), name)?;
            Ok(Part { folder, plan })
        };
        self.plans().iter().map(part).collect()
    }
}

/// A plan of a paper, scaled, and the folder below the reproduction's that its rows go to.
#[derive(Clone, Debug)]
pub struct Part {
    /// The folder.
    pub folder: &'static str,
    /// The plan.
    pub plan: Plan,
}

/// What came out, beside what was published.
#[derive(Debug)]
pub struct Reproduction {
    /// Each published figure with ours.
    pub claims: Vec<Claim>,
    /// What was left out because it had not ended; nothing when everything had.
    pub unfinished: Option<String>,
    report: Report,
}

impl Reproduction {
    /// Compares a paper with the results of its parts, in the order of [`Paper::parts`]. Where runs
    /// are missing, it compares the puzzles on which all have ended, and says so.
    pub fn of(paper: Paper, scale: Scale, contents: &[Content]) -> Reproduction {
        let parts: Vec<EndedRuns<'_>> =
            contents.iter().zip(paper.plans()).map(|(c, (_, f))| EndedRuns::of(c, f)).collect();
        let measured: Vec<Measured<'_>> = parts
            .iter()
            .zip(paper.plans())
            .map(|(part, (_, folder))| Measured::of(&part.content, folder))
            .collect();
        let (claims, figures) = match paper {
            Paper::Thesis => thesis::compare(&measured[0], &measured[1]),
            Paper::ChiLange => chi_lange::compare(&measured[0], &measured[1]),
            Paper::Gauge => gauge::compare(&measured[0], &measured[1]),
            Paper::Draft => draft::compare(&measured[0], &measured[1]),
        };
        let missing: Vec<&str> = parts.iter().filter_map(|p| p.missing.as_deref()).collect();
        let unfinished = (!missing.is_empty()).then(|| {
            format!(
                "**Unfinished:** {}. Compared is what has ended; the same command goes on.",
                missing.join("; ")
            )
        });
        let compared: Vec<&Content> = parts.iter().map(|part| &*part.content).collect();
        let report = report(paper, scale, &compared, &claims, unfinished.as_deref(), figures);
        Reproduction { claims, unfinished, report }
    }

    /// The page, its Markdown twin, tables and figures.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// The comparison for a terminal.
    pub fn text(&self) -> String {
        claim::text(&self.claims)
    }
}

fn report(
    paper: Paper,
    scale: Scale,
    contents: &[&Content],
    claims: &[Claim],
    unfinished: Option<&str>,
    figures: Vec<Block>,
) -> Report {
    let n_rows: usize = contents.iter().map(|c| c.rows.len()).sum();
    let n_puzzles: usize = contents.iter().map(|c| c.puzzles.len()).sum();
    let version = contents.first().map_or("", |c| c.version.as_str());
    let kicker = format!(
        "{}; {}, {}; sudolab {version}",
        scale.in_words(),
        numbers::counted(n_puzzles, "puzzle"),
        numbers::counted(n_rows, "run"),
    );
    let mut blocks = vec![Block::Heading("Figure by figure".into()), claim::table(claims)];
    blocks.push(Block::Heading("Tables and figures of the paper".into()));
    blocks.extend(figures);
    blocks.push(Block::Heading("How it was done".into()));
    let mut lines: Vec<String> = contents
        .iter()
        .zip(paper.plans())
        .map(|(c, (name, folder))| {
            format!(
                "Folder `{folder}`: plan `{name}`, {} × {}; {}. Its own report is `{folder}/report.html`; `sudolab study export DIR/{folder}` prints every run.",
                numbers::counted(c.algorithms.len(), "algorithm"),
                numbers::counted(c.puzzles.len(), "puzzle"),
                c.protocol,
            )
        })
        .collect();
    let mut machines: Vec<&str> =
        contents.iter().flat_map(|c| &c.sessions).map(|s| s.machine.as_str()).collect();
    machines.dedup();
    lines.extend(machines.iter().map(|m| format!("Machine: {m}.")));
    lines.push("Times are CPU time and belong to the machine; the papers' machines were others, so ratios, orders and shares are what can be compared. Verdicts, ticks and guesses are the same on every machine but for runs that a time limit ended.".into());
    lines.push(format!(
        "`sudolab reproduce {} --scale {scale} --output DIR` repeats it; interrupted, the same command goes on.",
        paper.word()
    ));
    blocks.push(Block::List(lines));
    for content in contents {
        blocks.push(Block::Verbatim(content.plan.clone()));
    }
    let mut answer = claim::answer(claims);
    answer.splice(0..0, unfinished.map(str::to_owned));
    Report::assembled(paper.title().to_owned(), kicker, answer, blocks)
}

#[cfg(test)]
mod tests {
    use super::mock::{Made, Mock};
    use super::*;

    /// A part of which nothing has been run, as when the command is broken off before it.
    fn empty(plan: &str) -> Content {
        let text = BuiltinPlan::find(plan).expect("a built-in plan").text;
        let sets = Plan::read(text, plan).expect("it is read").sources.len();
        let mock = Mock { plan, sets: &vec![2; sets], runs: 1, versions: 1 };
        let mut content = mock.content(|_| Made::solved(1, 1.0));
        content.rows.clear();
        content
    }

    #[test]
    fn of_what_has_not_been_run_nothing_holds_and_nothing_differs() {
        for paper in Paper::ALL {
            let contents: Vec<Content> =
                paper.plans().iter().map(|(plan, _)| empty(plan)).collect();
            let reproduction = Reproduction::of(paper, Scale::FULL, &contents);
            let unfinished = reproduction.unfinished.as_deref().expect("it says so");
            assert!(unfinished.contains("ended on 0 of"), "{unfinished}");
            assert!(reproduction.report().answer()[0].starts_with("Unfinished:"));
            for claim in &reproduction.claims {
                let wrong = [Agreement::Holds, Agreement::InKind, Agreement::Differs];
                // How many variants there are is known without a run.
                let known = claim.what == "algorithms and variants compared";
                assert!(known || !wrong.contains(&claim.agreement), "{claim:?}");
                assert!(!claim.ours.contains("NaN"), "{claim:?}");
            }
        }
    }
}
