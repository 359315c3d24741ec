//! The pipeline from plan to report, with algorithms whose outcomes are scripted.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicIsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_grid::{Grid, Puzzle};
use sudolab_lab::builtin::{BuiltinPlan, PLANS};
use sudolab_lab::plan::{Contestant, Plan};
use sudolab_lab::report::{NotWritten, Report};
use sudolab_lab::runner::{self, Finish};
use sudolab_lab::store::{self, Content, EXPORTED, FILE_NAME, Store, StoreError};
use sudolab_solvers::{
    Algorithm, Answer, Boards, Family, Promises, Run, SettingError, Settings, Solver, Stop, Task,
    registry,
};

/// What a scripted solver does.
#[derive(Clone, Copy)]
enum Script {
    /// Solves, with as many ticks as there are clues.
    Steady,
    /// Gives up on one run in four, by the seed.
    Moody,
    /// Panics on puzzles with a clue in the first cell.
    Fragile,
    /// Claims the empty grid.
    Liar,
    /// Is steady, and cancels the study when it has met `MEETINGS` puzzles.
    Breaker,
}

/// How many puzzles the breaker may still meet before it cancels; below one, any number.
static MEETINGS: AtomicIsize = AtomicIsize::new(0);
/// What it raises then.
static BROKEN_OFF: AtomicBool = AtomicBool::new(false);
/// Held by the one test that has armed the breaker.
static ARMED: Mutex<()> = Mutex::new(());

struct Scripted {
    script: Script,
    /// The last puzzle met: a run may be repeated to be timed.
    met: Option<String>,
}

impl Scripted {
    fn solver(script: Script) -> Box<dyn Solver> {
        Box::new(Self { script, met: None })
    }
}

impl Solver for Scripted {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let solved = || {
            let fast = Task::new(registry::find("fast").unwrap());
            Answer::Solved(
                fast.solve(puzzle, &Halt::never()).unwrap().solution.unwrap().into_grid(),
            )
        };
        match self.script {
            Script::Steady | Script::Breaker => {
                let line = Some(puzzle.to_string());
                if matches!(self.script, Script::Breaker) && self.met != line {
                    self.met = line;
                    if MEETINGS.fetch_sub(1, Ordering::Relaxed) == 1 {
                        BROKEN_OFF.store(true, Ordering::Relaxed);
                    }
                }
                run.spend(puzzle.n_clues() as u64)?;
                run.guess();
                Ok(solved())
            }
            Script::Moody => {
                let ticks = u64::from(run.random().below(1000));
                run.spend(ticks)?;
                run.offer(3.0, &[0; 81]);
                Ok(if run.random().below(4) == 0 { Answer::GaveUp } else { solved() })
            }
            Script::Fragile => {
                assert_eq!(puzzle.clues().values()[0], 0, "a clue in the first cell");
                Ok(solved())
            }
            Script::Liar => Ok(Answer::Solved(Grid::empty(puzzle.board().clone()))),
        }
    }
}

type Built = Result<Box<dyn Solver>, SettingError>;

const fn mock(id: &'static str, uses_seed: bool, build: fn(&Settings) -> Built) -> Algorithm {
    Algorithm {
        id,
        title: "scripted",
        family: Family::Exact,
        as_published: false,
        source: "this test",
        promises: Promises {
            proves_impossible: false,
            uses_seed,
            proves_unique: false,
            boards: Boards::Any,
        },
        parameters: &[],
        preset: &[],
        tick: "a number",
        parallel: None,
        bulk: None,
        build,
        build_counter: None,
    }
}

static STEADY: Algorithm = mock("steady", false, |_| Ok(Scripted::solver(Script::Steady)));
static MOODY: Algorithm = mock("moody", true, |_| Ok(Scripted::solver(Script::Moody)));
static FRAGILE: Algorithm = mock("fragile", false, |_| Ok(Scripted::solver(Script::Fragile)));
static LIAR: Algorithm = mock("liar", false, |_| Ok(Scripted::solver(Script::Liar)));
static BREAKER: Algorithm = mock("breaker", false, |_| Ok(Scripted::solver(Script::Breaker)));

fn plan(protocol: &str) -> Plan {
    plan_of(protocol, [&STEADY, &MOODY, &FRAGILE, &LIAR])
}

/// A plan whose first algorithm can cancel its study.
fn breakable_plan(protocol: &str) -> Plan {
    plan_of(protocol, [&BREAKER, &MOODY, &FRAGILE, &LIAR])
}

fn plan_of(protocol: &str, algorithms: [&'static Algorithm; 4]) -> Plan {
    let text = format!(
        "name = \"scripted\"\nseed = 7\nalgorithms = [\"fast\"]\n[[puzzles]]\nbuiltin = \"top95\"\ntake = 12\n[protocol]\n{protocol}\n"
    );
    let mut plan = Plan::read(&text, "plan.toml").unwrap();
    plan.contestants = algorithms.into_iter().map(Contestant::plain).collect();
    plan
}

/// Runs a plan into a folder.
fn run(plan: &Plan, folder: &Path, jobs: usize) -> Finish {
    run_until(plan, folder, jobs, &AtomicBool::new(false))
}

/// Runs a breakable plan until its breaker has met so many puzzles.
fn run_broken_off(plan: &Plan, folder: &Path, jobs: usize, meetings: isize) -> Finish {
    let _armed = ARMED.lock().unwrap_or_else(PoisonError::into_inner);
    BROKEN_OFF.store(false, Ordering::Relaxed);
    MEETINGS.store(meetings, Ordering::Relaxed);
    let finish = run_until(plan, folder, jobs, &BROKEN_OFF);
    MEETINGS.store(0, Ordering::Relaxed);
    finish
}

fn run_until(plan: &Plan, folder: &Path, jobs: usize, cancel: &AtomicBool) -> Finish {
    run_under(plan, folder, jobs, &Halt::never().cancelled_by(cancel))
}

fn run_under(plan: &Plan, folder: &Path, jobs: usize, halt: &Halt<'_>) -> Finish {
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    let mut store = Store::open(folder, plan, &sets, jobs).unwrap();
    let finish = runner::run(plan, &sets, &mut store, jobs, halt, &mut |_| {});
    store.close().unwrap();
    finish.unwrap()
}

/// Everything in the rows but the times.
fn rows(content: &Content) -> Vec<String> {
    let shown = |r: &store::Row| {
        let (p, a, n) = (r.puzzle, r.algorithm, r.repeat);
        format!(
            "{p} {a} {n} {} {} {} {:?} {:?}",
            r.ended.word(),
            r.ticks,
            r.guesses,
            r.best_cost,
            r.note
        )
    };
    content.rows.iter().map(shown).collect()
}

#[test]
fn a_study_keeps_to_its_own_time_limit_and_blames_no_algorithm_for_it() {
    let plan = plan("kind = \"fixed\"\nruns = 2\ntime_limit = \"20s\"");
    let (whole, broken) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(run(&plan, whole.path(), 1), Finish::Complete);
    // Every look at this clock costs a second, and there are two looks for each run at least.
    let clock = HandClock::stepping(Duration::from_secs(1));
    let halt = Halt::never().within(Duration::from_secs(60), &clock);
    assert_eq!(run_under(&plan, broken.path(), 1, &halt), Finish::Cancelled);
    let some = rows(&store::read(broken.path()).unwrap());
    let all = rows(&store::read(whole.path()).unwrap());
    assert!(!some.is_empty() && some.len() < all.len(), "{} of {}", some.len(), all.len());
    assert!(some.iter().all(|row| all.contains(row)), "{some:?}");
    assert_eq!(run(&plan, broken.path(), 1), Finish::Complete);
    assert_eq!(rows(&store::read(broken.path()).unwrap()), all);
}

#[test]
fn every_scripted_outcome_becomes_its_row_and_the_report_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan("runs = 4\ntime_limit = \"5s\"");
    assert_eq!(run(&plan, folder.path(), 2), Finish::Complete);
    let content = store::read(folder.path()).unwrap();
    assert_eq!(content.rows.len(), 12 * 4 * 4);
    for row in &content.rows {
        let puzzle = &content.puzzles[row.puzzle as usize];
        let word = row.ended.word();
        match row.algorithm {
            0 => assert_eq!((word, row.ticks, row.guesses), ("solved", puzzle.clues as u64, 1)),
            1 => assert_eq!(row.best_cost, (word == "unsolved").then_some(3.0)),
            2 if puzzle.line.starts_with('.') => assert_eq!(word, "solved"),
            2 => {
                assert_eq!(word, "panicked");
                assert!(row.note.as_deref().unwrap().contains("a clue in the first cell"));
            }
            _ => assert_eq!(word, "wrong"),
        }
        assert!(row.cpu_seconds >= 0.0 && row.wall_seconds > 0.0 && row.inner >= 1);
    }
    let moods = content.rows.iter().filter(|r| r.algorithm == 1 && r.ended.is_solved()).count();
    assert!((20..48).contains(&moods), "{moods}");

    let report = Report::of(&content);
    let answer = report.answer().join("\n");
    // Whether the others are told apart from it depends on what the machine measures.
    assert!(answer.starts_with("steady ") || answer.starts_with("moody "), "{answer}");
    assert!(answer.contains(": it solved all 12\u{a0}puzzles"), "{answer}");
    assert!(answer.contains("claimed a false solution or panicked (fragile, liar)"), "{answer}");
    report.write(folder.path(), &Halt::never()).unwrap();
    for file in [
        "report.html",
        "report.md",
        "tables/algorithms.csv",
        "tables/faults.csv",
        "figures/ecdf.svg",
    ] {
        assert!(folder.path().join(file).exists(), "{file}");
    }
    let again = Report::of(&store::read(folder.path()).unwrap());
    assert_eq!((again.html(), again.markdown()), (report.html(), report.markdown()));
}

#[test]
fn a_report_can_be_stopped_while_rows_are_read_compared_and_written() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(run(&plan("runs = 4\ntime_limit = \"5s\""), folder.path(), 2), Finish::Complete);
    let raised = AtomicBool::new(true);
    let stopped = Halt::never().cancelled_by(&raised);
    let read = store::read_within(folder.path(), &stopped);
    assert!(matches!(read, Err(StoreError::Stopped(Stop::Cancelled))), "{:?}", read.err());
    let content = store::read(folder.path()).unwrap();
    assert_eq!(Report::within(&content, &stopped).err(), Some(Stop::Cancelled));
    let report = Report::of(&content);
    let written = report.write(folder.path(), &stopped);
    assert!(matches!(written, Err(NotWritten::Stopped(Stop::Cancelled))));
    assert!(!folder.path().join("report.html").exists());
    // However late it is told: each look at the clock brings the end of the time nearer.
    for looks in [3, 10, 30] {
        let clock = HandClock::stepping(Duration::from_secs(1));
        let halt = Halt::never().within(Duration::from_secs(looks), &clock);
        assert_eq!(Report::within(&content, &halt).err(), Some(Stop::Time), "{looks} looks");
    }
}

#[test]
fn rows_do_not_depend_on_threads_or_on_how_often_a_study_was_broken_off() {
    let plan = breakable_plan("runs = 4\ntime_limit = \"5s\"");
    let (one, two, three) =
        (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run(&plan, one.path(), 1);
    run(&plan, two.path(), 3);
    let mut starts = 1;
    while run_broken_off(&plan, three.path(), 2, 4) == Finish::Cancelled {
        starts += 1;
        assert!(starts < 100, "the study makes no progress");
    }
    assert!(starts > 3, "the study was hardly ever broken off");
    let clean = rows(&store::read(one.path()).unwrap());
    assert_eq!(clean, rows(&store::read(two.path()).unwrap()));
    assert_eq!(clean, rows(&store::read(three.path()).unwrap()));
}

#[test]
fn the_thesis_protocol_repeats_until_the_mean_is_certain_and_stops_at_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan("kind = \"thesis\"\ntime_limit = \"5s\"");
    assert_eq!(run(&plan, folder.path(), 2), Finish::Complete);
    let content = store::read(folder.path()).unwrap();
    for puzzle in 0..12 {
        let of =
            |a: u32| content.rows.iter().filter(move |r| r.puzzle == puzzle && r.algorithm == a);
        assert_eq!(of(0).count(), 4, "a steady algorithm needs the fewest runs allowed");
        assert_eq!(of(3).count(), 1, "the first failure settles it");
        let moody: Vec<bool> = of(1).map(|r| r.ended.is_solved()).collect();
        assert!(moody.len() == 4 || !moody[moody.len() - 1], "{moody:?}");
        assert!(moody[..moody.len() - 1].iter().all(|&s| s), "{moody:?}");
    }
    assert_eq!(run(&plan, folder.path(), 2), Finish::Complete);
    assert_eq!(rows(&store::read(folder.path()).unwrap()), rows(&content), "nothing was missing");
}

#[test]
fn a_foreign_or_damaged_file_is_refused_and_left_as_it_is() {
    let plan = plan("runs = 1");
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    let open = |folder: &Path| Store::open(folder, &plan, &sets, 1).map(drop);
    let refused = |bytes: &[u8], wanted: &str| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(FILE_NAME);
        std::fs::write(&file, bytes).unwrap();
        for error in [open(folder.path()).unwrap_err(), store::read(folder.path()).unwrap_err()] {
            assert!(error.to_string().contains(wanted), "{error}");
        }
        assert!(std::fs::read(&file).unwrap() == bytes, "the file was changed");
    };
    refused(b"", "is not the result file of a study");
    refused(b"Dear diary, today I solved a puzzle.", "is not the result file of a study");
    refused(b"SQLite format 3\0 but nothing else", "is not the result file of a study");

    let folder = tempfile::tempdir().unwrap();
    run(&plan, folder.path(), 1);
    let good = std::fs::read(folder.path().join(FILE_NAME)).unwrap();
    let mut newer = good.clone();
    newer[60..64].copy_from_slice(&99i32.to_be_bytes());
    refused(&newer, "has schema 99");
    let mut hurt = good.clone();
    for byte in &mut hurt[200..] {
        *byte = !*byte;
    }
    refused(&hurt, "is damaged");
    refused(&good[..good.len() / 2], "is damaged");

    // Another program's database.
    let folder = tempfile::tempdir().unwrap();
    let other = rusqlite::Connection::open(folder.path().join(FILE_NAME)).unwrap();
    other.execute_batch("CREATE TABLE mine(x); INSERT INTO mine VALUES (1)").unwrap();
    drop(other);
    assert!(matches!(open(folder.path()), Err(StoreError::Foreign(_))));
}

#[test]
fn a_folder_with_another_study_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let first = plan("runs = 1");
    run(&first, folder.path(), 1);
    let refused = |plan: &Plan, wanted: &str| {
        let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
        let error = Store::open(folder.path(), plan, &sets, 1).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    };
    refused(&plan("runs = 2"), "its plan differs");
    refused(&Plan { seed: 8, ..plan("runs = 1") }, "its plan differs");
    let mut fewer = plan("runs = 1");
    fewer.sources[0].take = Some(11);
    refused(&fewer, "its puzzles differ");

    let sets = first.puzzles(Path::new("."), &Halt::never()).unwrap();
    let held = Store::open(folder.path(), &first, &sets, 1).unwrap();
    refused(&first, "another process is running the study");
    assert_eq!(store::read(folder.path()).unwrap().rows.len(), 48, "others may read meanwhile");
    drop(held);
}

#[test]
fn an_unfinished_study_can_be_reported() {
    let folder = tempfile::tempdir().unwrap();
    let plan = breakable_plan("runs = 4");
    assert_eq!(run_broken_off(&plan, folder.path(), 1, 10), Finish::Cancelled);
    let content = store::read(folder.path()).unwrap();
    let answer = Report::of(&content).answer().join("\n");
    assert!(answer.contains("Unfinished") || answer.contains("Too early to say"), "{answer}");
    // Nothing at all is no reason to fail either.
    let none = Content { rows: Vec::new(), ..content };
    assert!(Report::of(&none).answer()[0].contains("Too early to say"));
    Report::of(&none).html();
}

#[test]
fn every_built_in_plan_can_be_read() {
    for BuiltinPlan { name, text, .. } in PLANS {
        let plan = Plan::read(text, name).unwrap();
        assert!(!plan.puzzles(Path::new("."), &Halt::never()).unwrap().is_empty(), "{name}");
    }
}

#[test]
fn a_wrong_plan_is_refused_with_line_key_and_what_is_allowed() {
    let check = |text: &str, wanted: &[&str]| {
        let error = match Plan::read(text, "plan.toml") {
            Ok(plan) => plan.puzzles(Path::new("."), &Halt::never()).unwrap_err().to_string(),
            Err(error) => error.to_string(),
        };
        for word in wanted {
            assert!(error.contains(word), "{text:?}: {word:?} not in {error:?}");
        }
    };
    let good = "algorithms = [\"fast\"]\n[[puzzles]]\nbuiltin = \"top95\"\n";
    let with = |extra: &str| format!("{good}{extra}");
    check("algorithms = [", &["plan.toml, line 1", "no TOML"]);
    check("seed = 1", &["algorithms: this key is missing", "\"all\""]);
    check(
        "algorithms = \"every\"\n[[puzzles]]\nbuiltin=\"top95\"",
        &["line 1, column 14, algorithms", "\"all\""],
    );
    check("algorithms = [\"fats\"]", &["line 1, column 15, algorithms[1]", "did you mean fast"]);
    check("algorithms = [\"fast\", \"fast\"]", &["algorithms[2]", "twice", "label"]);
    check("algorithms = []", &["line 1", "empty"]);
    check("algorithms = [3]", &["algorithms[1]", "integer"]);
    check(
        "algorithms = [{ id = \"annealing\", set = { warmth = 1 } }]",
        &["algorithms[1].set.warmth", "there is no parameter", "there are"],
    );
    check(
        "algorithms = [{ id = \"fast\", colour = 1 }]",
        &["algorithms[1].colour", "allowed here: id, label, set"],
    );
    check("algorithms = [\"fast\"]", &["puzzles: this key is missing", "builtin"]);
    check(
        "algorithms = [\"fast\"]\n[[puzzles]]\nbuiltin = \"top96\"",
        &["line 3, column 11, puzzles[1].builtin", "top95, royle17-400, royle17"],
    );
    check(
        "algorithms = [\"fast\"]\n[[puzzles]]\ntake = 3",
        &["line 2", "puzzles[1]", "exactly one of file, builtin, generate"],
    );
    check(
        "algorithms = [\"fast\"]\n[[puzzles]]\nfile = \"nowhere.txt\"",
        &["puzzles[1]", "cannot read", "nowhere.txt"],
    );
    check(
        "algorithms = [\"fast\"]\n[[puzzles]]\ngenerate = 3",
        &["line 3, column 12, puzzles[1].generate", "{ count = 100"],
    );
    let made =
        |recipe: &str| format!("algorithms = [\"fast\"]\n[[puzzles]]\ngenerate = {{ {recipe} }}");
    check(&made("clues = 24"), &["line 3", "puzzles[1].generate.count", "missing"]);
    check(
        &made("count = 3, colour = 1"),
        &[
            "generate.colour",
            "allowed here: count, clues, size, box, regions, minimal, symmetry, er, variant, n_rules, effort",
        ],
    );
    check(&made("count = 3, clues = \"28..24\""), &["generate.clues", "\"24..28\""]);
    check(&made("count = 3, clues = \"10..16\""), &["generate", "17 to 81 clues"]);
    check(&made("count = 3, size = 3"), &["generate.size", "from 4 to 25"]);
    check(&made("count = 3, symmetry = \"twisted\""), &["generate.symmetry", "rot180"]);
    check(&made("count = 3, minimal = 1"), &["generate.minimal", "true or false"]);
    check(&with("sample = 0"), &["line 4", "puzzles[1].sample", "from 1"]);
    check(&with("versions = 4"), &["line 4, column 12, puzzles[1].versions", "ease"]);
    check(&with("solved_by = \"rule\""), &["puzzles[1].solved_by", "there is no algorithm"]);
    check(
        &with("unsolved_by = { id = \"rules-singles\", set = { rules = \"chess\" } }"),
        &["puzzles[1].unsolved_by.set", "rules"],
    );
    check(&with("unsolved_by = \"fast\""), &["puzzles[1]", "holds no puzzle"]);
    check(&with("left = \"20..30\""), &["line 4, column 8, puzzles[1].left", "unsolved_by"]);
    check(
        &with("[protocol]\nkind = \"thesis\"\nspread = \"wide\""),
        &["line 6, column 10, protocol.spread", "\"mean\"", "\"times\""],
    );
    check(
        &format!("aspects = [\"solving\", \"beauty\"]\n{good}"),
        &["line 1, column 23, aspects[2]", "\"generation\", \"rating\", \"speed-up\""],
    );
    check(&format!("aspects = [\"rating\"]\n{good}"), &["line 1", "add \"solving\""]);
    check(
        &with("[generation]\ncount = 3"),
        &["line 4", "generation", "add \"generation\" to aspects"],
    );
    let aspects = "aspects = [\"solving\", \"generation\", \"speed-up\"]\n";
    check(
        &format!("{aspects}{good}[generation]\nlimit = 3"),
        &["line 6, column 1, generation.limit", "allowed here: count, time_limit"],
    );
    check(
        &format!("{aspects}{good}[speed_up]\nthreads = [2, 4]"),
        &["line 6", "speed_up.threads", "[1, 2, 4]"],
    );
    check(
        "algorithms = [\"fast\"]\n[[puzzles]]\nbuiltin = \"top95\"\ntake = 0",
        &["line 4, column 8, puzzles[1].take", "whole number from 1"],
    );
    check(&format!("sed = 3\n{good}"), &["line 1, column 1, sed", "allowed here: name, seed"]);
    check(&format!("seed = -3\n{good}"), &["line 1, column 8, seed", "from 0"]);
    check(
        &with("[protocol]\nkind = \"fancy\""),
        &["line 5, column 8, protocol.kind", "\"fixed\", \"thesis\""],
    );
    check(&with("[protocol]\nruns = 0"), &["line 5, column 8, protocol.runs", "from 1"]);
    check(
        &with("[protocol]\ntime_limit = 5"),
        &["line 5, column 14, protocol.time_limit", "\"5s\""],
    );
    check(
        &with("[protocol]\nkind = \"thesis\"\npatience = 60"),
        &["line 6, column 12, protocol.patience", "\"2m\""],
    );
    check(&with("[protocol]\nbound = \"1s\""), &["protocol.bound", "allowed here: kind, runs"]);
    check(&with("[[puzzles]]\nbuiltin = \"top95\""), &["line 4", "puzzles[2]", "label"]);
    check(
        &with("[protocol]\ntick_limits = 5"),
        &["line 5, column 15, protocol.tick_limits", "{ dlx = 2000000 }"],
    );
    check(
        &with("[protocol.tick_limits]\nfastt = 5"),
        &["line 5, column 1, protocol.tick_limits.fastt", "neither a label", "nor the id"],
    );
    check(
        &with("[protocol.tick_limits]\ndlx = 0"),
        &["line 5, column 7, protocol.tick_limits.dlx", "from 1"],
    );
}

/// What the clock says changes no count where ticks stand for the limit.
#[test]
fn ticks_that_stand_for_the_time_limit_end_the_same_runs_on_a_slow_machine() {
    let text = |limit: &str| {
        format!(
            "name = \"ticks\"\nalgorithms = [\"backtrack-first\", {{ id = \"backtrack-first\", label = \"longer\" }}, \"fast\"]\n\
             [[puzzles]]\nbuiltin = \"top95\"\ntake = 6\n[protocol]\nruns = 2\ntime_limit = \"{limit}\"\n\
             [protocol.tick_limits]\nbacktrack-first = 3000\nlonger = 5000\ndlx = 7\n"
        )
    };
    // As if the second machine were a hundred times as slow: its limit is spent a hundred times as fast.
    let contents = ["20s", "200ms"].map(|limit| {
        let folder = tempfile::tempdir().unwrap();
        let plan = Plan::read(&text(limit), "plan.toml").unwrap();
        assert_eq!(run(&plan, folder.path(), 1), Finish::Complete);
        let content = store::read(folder.path()).unwrap();
        let mut limits = Vec::new();
        let place = EXPORTED.iter().position(|c| c.name == "limit_ticks").unwrap();
        let each = store::Runs::of(folder.path()).unwrap().each(|row| {
            limits.push(format!("{:?}", row[place]));
            Ok::<(), ()>(())
        });
        each.unwrap().unwrap();
        let of = |n: usize| limits[2 * n].clone();
        assert_eq!([of(0), of(1), of(2)], ["Whole(3000)", "Whole(5000)", "Missing"]);
        content
    });
    let [fast, slow] = &contents;
    assert_eq!(rows(fast), rows(slow));
    let own: Vec<Option<u64>> = slow.algorithms.iter().map(|a| a.tick_limit).collect();
    assert_eq!(own, [Some(3000), Some(5000), None]);
    for row in slow.rows.iter().filter(|r| !r.ended.is_solved()) {
        assert_eq!(
            (row.ended.word(), Some(row.ticks)),
            ("tick-limit", own[row.algorithm as usize])
        );
    }
    assert!(slow.rows.iter().any(|r| !r.ended.is_solved()), "some runs are ended");
    let report = Report::of(slow);
    let said = report.answer().join("\n").replace('\u{a0}', " ");
    assert!(said.contains("within 200 ms, or the ticks that stand for it, for a run"), "{said}");
    assert!(
        slow.protocol.ends_with("counted for 2 of the 3 algorithms in ticks that stand for it")
    );
    // Such a limit is part of what a study is.
    let other = Plan::read(&text("20s").replace("5000", "5001"), "plan.toml").unwrap();
    assert_ne!(other.identity(), Plan::read(&text("20s"), "plan.toml").unwrap().identity());
}

#[test]
fn in_the_default_study_ticks_end_the_runs_of_every_algorithm() {
    let plan = Plan::read(BuiltinPlan::find("quick").unwrap().text, "quick").unwrap();
    let without: Vec<&str> =
        plan.contestants.iter().filter(|c| c.tick_limit.is_none()).map(|c| &c.label[..]).collect();
    assert!(without.is_empty(), "crates/lab/plans/quick.toml has no ticks for {without:?}");
}

#[test]
fn puzzles_can_be_chosen_by_what_an_algorithm_leaves_blank() {
    let text = "seed = 3\nalgorithms = [\"fast\"]\n[[puzzles]]\nlabel = \"left\"\n\
        generate = { count = 3, clues = \"27..32\" }\n\
        unsolved_by = { id = \"rules-singles\", set = { rules = \"naked-single\" } }\nleft = \"30..40\"\n";
    let plan = Plan::read(text, "plan.toml").unwrap();
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    let naked = Task::new(registry::find("rules-singles").unwrap());
    let naked = naked.set("rules", "naked-single").unwrap();
    assert_eq!(sets[0].puzzles.len(), 3);
    for puzzle in &sets[0].puzzles {
        let best = naked.solve(puzzle, &Halt::never()).unwrap().best.unwrap();
        let left = best.board.iter().filter(|&&v| v == 0).count();
        assert!((30..=40).contains(&left), "{puzzle}: {left}");
    }
}

#[test]
fn puzzles_can_be_made_to_order_and_sifted_by_an_algorithm() {
    let text = "seed = 3\nalgorithms = [\"fast\"]\n\
        [[puzzles]]\nlabel = \"easy\"\ngenerate = { count = 5, clues = \"27..30\" }\nsolved_by = \"rules-singles\"\n\
        [[puzzles]]\nlabel = \"hard\"\ngenerate = { count = 5, minimal = true }\nunsolved_by = \"rules-singles\"\n\
        [[puzzles]]\ngenerate = { count = 2, size = 6, symmetry = \"rot180\" }\n\
        [[puzzles]]\nbuiltin = \"royle17\"\nlabel = \"eased\"\nsample = 3\nease = 46\nversions = 4\n";
    let mut plan = Plan::read(text, "plan.toml").unwrap();
    plan.contestants.push(Contestant::plain(registry::find("dlx").unwrap()));
    plan.contestants.remove(0);
    let sets = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    let sizes: Vec<usize> = sets.iter().map(|s| s.puzzles.len()).collect();
    assert_eq!(sizes, [5, 5, 2, 12]);
    assert_eq!(sets[2].label, "generated 6x6 rot180");
    let singles = Task::new(registry::find("rules-singles").unwrap());
    let solved = |p: &Puzzle| singles.solve(p, &Halt::never()).unwrap().solution.is_some();
    assert!(sets[0].puzzles.iter().all(|p| (27..=30).contains(&p.n_clues()) && solved(p)));
    assert!(sets[1].puzzles.iter().all(|p| !solved(p)));
    assert!(sets[2].puzzles.iter().all(|p| p.board().size() == 6));
    assert!(sets[3].puzzles.iter().all(|p| p.n_clues() == 46));
    let solution = |p: &Puzzle| {
        Task::new(registry::find("dlx").unwrap()).solve(p, &Halt::never()).unwrap().solution
    };
    assert!(sets[3].puzzles[..4].iter().all(|p| solution(p) == solution(&sets[3].puzzles[0])));
    assert_ne!(sets[3].puzzles[0], sets[3].puzzles[1]);
    let again = plan.puzzles(Path::new("."), &Halt::never()).unwrap();
    assert!(
        sets.iter().zip(&again).all(|(a, b)| a.puzzles == b.puzzles),
        "same seed, same puzzles"
    );
}
