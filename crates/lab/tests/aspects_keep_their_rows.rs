//! Generation, rating and speed-up: the same rows for any number of threads, and after a stop.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use sudolab_grid::Puzzle;
use sudolab_grid::halt::Halt;
use sudolab_lab::aspect::{self, Generated, Threading};
use sudolab_lab::plan::{Contestant, Plan};
use sudolab_lab::report::Report;
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, Content, Store};
use sudolab_solvers::{Algorithm, Answer, Run, Solver, Stop, Task, registry};

const PLAN: &str = "seed = 5\naspects = [\"solving\", \"generation\", \"rating\", \"speed-up\"]\n\
    algorithms = [\"fast\", \"rules-singles\", \"rules-thesis\"]\n\
    [[puzzles]]\nbuiltin = \"royle17-400\"\ntake = 6\n\
    [protocol]\nruns = 1\ntime_limit = \"5s\"\n\
    [generation]\ncount = 4\ntime_limit = \"5s\"\n\
    [speed_up]\nthreads = [1, 2]\npuzzles = 3\nruns = 2\n";

/// Runs into a folder; stops in the aspects when `stop` says so.
fn run(
    plan: &Plan,
    folder: &Path,
    jobs: usize,
    stop: &dyn Fn(&str, usize) -> bool,
) -> (Finish, Content) {
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    let mut store = Store::open(folder, plan, &sets, jobs).unwrap();
    let cancel = AtomicBool::new(false);
    let halt = Halt::never().cancelled_by(&cancel);
    runner::run(plan, &sets, &mut store, jobs, &halt, &mut |_| {}).unwrap();
    let finish = aspect::run(plan, &sets, &mut store, jobs, &halt, &mut |word, done, _| {
        if stop(word, done) {
            cancel.store(true, Ordering::Relaxed);
        }
    });
    store.close().unwrap();
    (finish.unwrap(), store::read(folder).unwrap())
}

/// Everything but times.
fn shown(generated: &[Generated]) -> Vec<String> {
    let line = |g: &Generated| {
        let Generated { algorithm, number, line, clues, proper, er, decisions, undecided, .. } = g;
        format!("{algorithm} {number} {line} {clues} {proper} {er:?} {decisions} {undecided}")
    };
    generated.iter().map(line).collect()
}

#[test]
fn rows_do_not_depend_on_threads_or_on_a_stop() {
    let plan = Plan::read(PLAN, "plan.toml").unwrap();
    let folders: Vec<_> = (0..3).map(|_| tempfile::tempdir().unwrap()).collect();
    let (finish, one) = run(&plan, folders[0].path(), 1, &|_, _| false);
    assert_eq!(finish, Finish::Complete);
    let (_, three) = run(&plan, folders[1].path(), 3, &|_, _| false);
    for (word, at) in [("generation", 3), ("rating", 2), ("speed-up", 5)] {
        let (finish, _) = run(&plan, folders[2].path(), 2, &|w, done| w == word && done >= at);
        assert_eq!(finish, Finish::Cancelled, "{word}");
    }
    let (finish, stopped) = run(&plan, folders[2].path(), 2, &|_, _| false);
    assert_eq!(finish, Finish::Complete);
    for other in [&three, &stopped] {
        assert_eq!(shown(&one.aspects.generated), shown(&other.aspects.generated));
        assert_eq!(one.aspects.ratings, other.aspects.ratings);
        // How often a list is gone through depends on the machine's speed, and so does whether a
        // search is worth splitting.
        let keys = |c: &Content| -> Vec<(u32, u16, u32)> {
            let speeds = c.aspects.speeds.iter().filter(|s| s.form == Threading::Puzzles);
            speeds.map(|s| (s.algorithm, s.threads, s.repeat)).collect()
        };
        assert_eq!(keys(&one), keys(other));
    }
    assert_eq!(one.aspects.generated.len(), 12);
    assert_eq!(one.aspects.ratings.len(), 6);
}

#[test]
fn who_can_prove_uniqueness_makes_proper_puzzles_and_the_report_says_who_cannot() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan::read(PLAN, "plan.toml").unwrap();
    let (_, content) = run(&plan, folder.path(), 2, &|_, _| false);
    let fast = Task::new(registry::find("fast").unwrap());
    for made in &content.aspects.generated {
        let puzzle: Puzzle = made.line.parse().unwrap();
        let count = fast.count(&puzzle, 2, 0, &Halt::never()).unwrap();
        assert_eq!(made.proper, count.solutions == 1, "{made:?}");
        assert!(made.proper, "these three never guess wrongly: {made:?}");
        assert_eq!(made.decisions, 81);
        assert_eq!(puzzle.n_clues() as u32, made.clues);
        assert!(made.er.is_some());
    }
    // The same grids and orders: who always knows leaves the same clues.
    let clues = |a: u32| -> u32 {
        content.aspects.generated.iter().filter(|g| g.algorithm == a).map(|g| g.clues).sum()
    };
    assert_eq!(clues(0), clues(2));
    let report = Report::of(&content);
    // The first screen tells of every aspect, and the sections stand before the method.
    let answer = report.answer().join("\n");
    for said in ["made proper puzzles only", "human rating", "times as fast"] {
        assert!(answer.contains(said), "{said}: {answer}");
    }
    let text = report.markdown();
    assert!(text.find("## Speed-up") < text.find("## Method and its biases"), "{text}");
    report.write(folder.path(), &Halt::never()).unwrap();
    for name in ["generation", "rating-agreement", "speed-up"] {
        assert!(folder.path().join(format!("tables/{name}.csv")).exists(), "{name}");
    }
    let table = std::fs::read_to_string(folder.path().join("tables/generation.csv")).unwrap();
    assert!(table.contains("fast,yes,4,1,"), "{table}");
    assert!(table.contains("rules-singles,no,4,1,"), "{table}");
}

struct Fragile;

impl Solver for Fragile {
    fn solve(&mut self, _: &Puzzle, _: &mut Run<'_>) -> Result<Answer, Stop> {
        panic!("fragile");
    }
}

#[test]
fn a_panicking_algorithm_is_a_row_in_every_aspect_and_not_the_end() {
    let fast = registry::find("fast").unwrap();
    let fragile: &'static Algorithm = Box::leak(Box::new(Algorithm {
        id: "fragile",
        build: |_| Ok(Box::new(Fragile)),
        build_counter: None,
        ..*fast
    }));
    let mut plan = Plan::read(PLAN, "plan.toml").unwrap();
    plan.contestants = vec![Contestant::plain(fragile), Contestant::plain(fast)];
    let folder = tempfile::tempdir().unwrap();
    let (finish, content) = run(&plan, folder.path(), 2, &|_, _| false);
    assert_eq!(finish, Finish::Complete);
    assert!(content.rows.iter().any(|r| r.ended.word() == "panicked"));
    let made = |a: u32| content.aspects.generated.iter().filter(move |g| g.algorithm == a);
    assert_eq!(made(0).count(), 4);
    assert!(made(0).all(|g| g.undecided == 81 && g.clues == 81), "it never had an answer");
    assert!(made(1).all(|g| g.undecided == 0 && g.clues < 40));
    assert!(content.aspects.speeds.iter().all(|s| s.algorithm == 1), "it solved nothing");
    Report::of(&content).html();
}
