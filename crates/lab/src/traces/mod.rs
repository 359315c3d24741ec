//! Traces of a study: how some of its runs went, beside the result file.
//!
//! A plan with a table `[traces]` has the first puzzles of each set solved once more by each
//! algorithm, watched, after everything is measured: what is timed is never watched. The traces lie
//! in `traces/` as frames (`docs/traces.md`), and the report draws what it finds there. Of a plan
//! without that table only evolutionary algorithms are recorded, two short runs each: what
//! generations come to can be seen in no row.
//!
//! A run is first made unwatched, to learn how many ticks it takes; then once more with that limit
//! and a sample that gives a curve enough points. So a run that the time ended is recorded to the
//! same tick at which it was.

mod course;
mod figures;

pub use course::{Course, Generation, Program};
pub use figures::{figure, instructions, means_over_runs};

use crate::plan::{Contestant, Plan, PuzzleSet};
use crate::report::{Block, put};
use crate::runner::Finish;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use sudolab_clock::SYSTEM;
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_solvers::Budget;
use sudolab_trace::{Recorded, Watching, record};

/// Which runs of a study are recorded, and how closely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Traces {
    /// Puzzles of each set.
    pub puzzles: usize,
    /// Ticks between two looks; by the length of the run when nothing is said.
    pub sample: Option<u64>,
}

impl Default for Traces {
    fn default() -> Traces {
        Traces { puzzles: 1, sample: None }
    }
}

/// The folder of traces in a study's folder.
pub const FOLDER: &str = "traces";
/// The ending of their files.
const ENDING: &str = "slt";
/// Looks at a run whose sample is chosen by its length.
const LOOKS: u64 = 500;
/// Events of one trace at the most.
const MOST_EVENTS: u64 = 200_000;
/// Runs of an evolutionary algorithm that are recorded unasked: one to see, two for a mean.
const UNASKED: usize = 2;
/// Puzzles of a set among which they are looked for, and how long one may take.
const LOOKED_AT: usize = 8;
const SHORT: Duration = Duration::from_secs(1);

/// Records what the plan asks for, or else two runs of each evolutionary algorithm, unless they are
/// there already. `progress` is told how many are done and
/// how many there are.
///
/// # Errors
/// When a file cannot be written.
pub fn keep(
    plan: &Plan,
    sets: &[PuzzleSet],
    folder: &Path,
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(usize, usize),
) -> io::Result<Finish> {
    let folder = folder.join(FOLDER);
    let Some(wanted) = plan.traces else { return unasked(plan, sets, &folder, halt, progress) };
    std::fs::create_dir_all(&folder)?;
    let runs: Vec<(&Contestant, &PuzzleSet, usize)> = plan
        .contestants
        .iter()
        .flat_map(|c| sets.iter().map(move |set| (c, set)))
        .flat_map(|(c, set)| (0..wanted.puzzles.min(set.puzzles.len())).map(move |n| (c, set, n)))
        .collect();
    progress(0, runs.len());
    for (done, (contestant, set, number)) in runs.iter().enumerate() {
        if halt.check().is_err() {
            return Ok(Finish::Cancelled);
        }
        let path = folder.join(file_name(contestant, set, *number));
        if !path.exists() {
            let timed = Halt::under(halt).timed_by(&SYSTEM);
            let puzzle = &set.puzzles[*number];
            let budget = plan.protocol.budget(contestant);
            let ticks = ticks(plan, contestant, puzzle, budget, &timed);
            if let Some(recorded) = ticks
                .and_then(|ticks| recorded(plan, wanted.sample, contestant, puzzle, ticks, &timed))
            {
                if halt.check().is_err() {
                    return Ok(Finish::Cancelled);
                }
                put(&path, &recorded.bytes)?;
            }
        }
        progress(done + 1, runs.len());
    }
    Ok(Finish::Complete)
}

/// Records the first runs of each evolutionary algorithm that have generations, in the first set that
/// has enough of them: puzzles that are solved before the search begins show nothing.
fn unasked(
    plan: &Plan,
    sets: &[PuzzleSet],
    folder: &Path,
    halt: &Halt<'_>,
    progress: &mut dyn FnMut(usize, usize),
) -> io::Result<Finish> {
    let evolving: Vec<&Contestant> =
        plan.contestants.iter().filter(|c| c.algorithm.evolves()).collect();
    if evolving.is_empty() {
        return Ok(Finish::Complete);
    }
    std::fs::create_dir_all(folder)?;
    progress(0, evolving.len());
    for (done, contestant) in evolving.iter().enumerate() {
        let limit = plan.protocol.budget(contestant);
        let time = limit.time.map_or(SHORT, |time| time.min(SHORT));
        let budget = Budget { time: Some(time), ..limit };
        for set in sets {
            let is_there = |n: usize| folder.join(file_name(contestant, set, n)).exists();
            let mut kept = (0..set.puzzles.len().min(LOOKED_AT)).filter(|&n| is_there(n)).count();
            for (number, puzzle) in set.puzzles.iter().enumerate().take(LOOKED_AT) {
                if kept == UNASKED {
                    break;
                }
                if halt.check().is_err() {
                    return Ok(Finish::Cancelled);
                }
                if is_there(number) {
                    continue;
                }
                let timed = Halt::under(halt).timed_by(&SYSTEM);
                let ticks = ticks(plan, contestant, puzzle, budget, &timed).filter(|&t| t > 0);
                let recorded =
                    ticks.and_then(|t| recorded(plan, None, contestant, puzzle, t, &timed));
                // What is solved while the first population is made has ticks, but no course.
                let Some(recorded) = recorded.filter(has_generations) else { continue };
                if halt.check().is_err() {
                    return Ok(Finish::Cancelled);
                }
                put(&folder.join(file_name(contestant, set, number)), &recorded.bytes)?;
                kept += 1;
            }
            if kept == UNASKED {
                break;
            }
        }
        progress(done + 1, evolving.len());
    }
    Ok(Finish::Complete)
}

fn has_generations(recorded: &Recorded) -> bool {
    Course::read(&recorded.bytes).is_ok_and(|course| course.generations.len() > 1)
}

/// How many ticks a run takes; `None` when the algorithm does not take the puzzle or fails on it: a
/// row says so already.
fn ticks(
    plan: &Plan,
    contestant: &Contestant,
    puzzle: &Puzzle,
    budget: Budget,
    halt: &Halt<'_>,
) -> Option<u64> {
    Some(contestant.task(plan.seed, budget).ok()?.solve(puzzle, halt).ok()?.ticks)
}

/// The run of so many ticks, watched.
fn recorded(
    plan: &Plan,
    sample: Option<u64>,
    contestant: &Contestant,
    puzzle: &Puzzle,
    ticks: u64,
    halt: &Halt<'_>,
) -> Option<Recorded> {
    let sample = sample.unwrap_or((ticks / LOOKS).max(1));
    let task = contestant.task(plan.seed, Budget::ticks(ticks.saturating_add(1))).ok()?;
    let watching = Watching { sample, events: MOST_EVENTS, ..Watching::default() };
    record(&task, puzzle, watching, halt).ok().map(|(recorded, _)| recorded)
}

/// Algorithm, set and place, in letters that every file system takes.
fn file_name(contestant: &Contestant, set: &PuzzleSet, number: usize) -> String {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '-' }).collect()
    };
    let (label, set) = (plain(&contestant.label), plain(&set.label));
    format!("{label}.{set}.{}.{ENDING}", number + 1)
}

/// The section of a report about the traces in a study's folder; nothing when there are none.
pub(crate) fn blocks(folder: &Path) -> Vec<Block> {
    let Ok(entries) = std::fs::read_dir(folder.join(FOLDER)) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
    files.sort();
    let mut blocks = Vec::new();
    // The runs of one algorithm on one set, for what only several of them show.
    let mut groups: Vec<(String, Vec<Course>)> = Vec::new();
    for path in files {
        let Some(name) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
        let mut parts = name.splitn(2, '.');
        let (algorithm, puzzle) = (parts.next().unwrap_or(name), parts.next().unwrap_or(""));
        let (set, number) = puzzle.rsplit_once('.').unwrap_or((puzzle, ""));
        let title = match number {
            "" => format!("{algorithm} on {set}"),
            number => format!("{algorithm} on puzzle {number} of {set}"),
        };
        let drawn = std::fs::read(&path)
            .map_err(|error| error.to_string())
            .and_then(|bytes| Course::read(&bytes).map_err(|error| error.to_string()));
        let course = match drawn {
            Ok(course) => course,
            Err(error) => {
                blocks.push(Block::Text(format!("{}: {error}", path.display())));
                continue;
            }
        };
        let figure_name = format!("trace-{}", name.replace('.', "-"));
        if course.is_empty() {
            blocks.push(Block::Text(nothing_told(&title, &course)));
        } else {
            let figure = figure(&title, &course);
            blocks.push(Block::Figure { name: figure_name.clone(), figure });
        }
        if let Some(figure) = instructions(&title, &course) {
            blocks.push(Block::Figure { name: format!("{figure_name}-instructions"), figure });
        }
        let group = format!("{algorithm} on {set}");
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, courses)) => courses.push(course),
            None => groups.push((group, vec![course])),
        }
    }
    for (group, courses) in groups {
        let courses: Vec<&Course> = courses.iter().collect();
        if let Some(figure) = means_over_runs(&format!("{group}: by generation"), &courses) {
            let name = format!("generations-{}", group.replace(' ', "-"));
            blocks.push(Block::Figure { name, figure });
        }
    }
    if !blocks.is_empty() {
        blocks.insert(0, Block::Heading("How runs went".to_owned()));
    }
    blocks
}

/// Why there is no picture of a run.
fn nothing_told(title: &str, course: &Course) -> String {
    let verdict = &course.verdict;
    match verdict.as_str() {
        "solved" => {
            format!("{title}: solved before the search began, so that there is nothing to draw.")
        }
        _ => format!("{title}: verdict {verdict}; it told nothing that could be drawn."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_solvers::{Task, registry};

    /// Blocks of a folder with traces of an algorithm on two puzzles of a set.
    fn drawn(id: &str, ticks: u64, puzzle: &str) -> Vec<Block> {
        let folder = tempfile::tempdir().unwrap();
        let traces = folder.path().join(FOLDER);
        std::fs::create_dir_all(&traces).unwrap();
        let puzzle: Puzzle = puzzle.parse().unwrap();
        for number in 1..=2 {
            let task = Task::new(registry::find(id).unwrap()).budget(Budget::ticks(ticks));
            let task = task.seed(number);
            let watching = Watching { sample: 100, ..Watching::default() };
            let (recorded, _) = record(&task, &puzzle, watching, &Halt::never()).unwrap();
            std::fs::write(traces.join(format!("{id}.easy.{number}.{ENDING}")), recorded.bytes)
                .unwrap();
        }
        blocks(folder.path())
    }

    const EASY: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    #[test]
    fn evolving_programs_have_their_instructions_and_means_drawn() {
        let blocks = drawn("gauge-2006", 3000, EASY);
        let names: Vec<&str> = blocks
            .iter()
            .filter_map(
                |b| if let Block::Figure { name, .. } = b { Some(name.as_str()) } else { None },
            )
            .collect();
        for wanted in [
            "trace-gauge-2006-easy-2",
            "trace-gauge-2006-easy-1-instructions",
            "generations-gauge-2006-on-easy",
        ] {
            assert!(names.contains(&wanted), "{names:?}");
        }
    }

    #[test]
    fn a_run_that_was_solved_before_the_search_is_said_and_not_drawn() {
        let blocks = drawn("annealing", 3000, EASY);
        let texts: Vec<&str> = blocks
            .iter()
            .filter_map(|b| if let Block::Text(text) = b { Some(text.as_str()) } else { None })
            .collect();
        assert!(texts.iter().any(|t| t.contains("solved before the search began")), "{texts:?}");
        assert!(!blocks.iter().any(|b| matches!(b, Block::Figure { .. })));
    }
}
