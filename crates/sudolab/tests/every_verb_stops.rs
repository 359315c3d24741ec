//! Every verb, on inputs that keep it busy, leaves within a few looks at the clock after its time
//! is up, and at the first look after the flag is raised. The looks are counted by a clock that is
//! handed in, so nothing here depends on the machine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use sudolab::exact::{NotCertified, certify};
use sudolab::formats::read_one;
use sudolab::grid::Rule;
use sudolab::grid::halt::HandClock;
use sudolab::logic::general;
use sudolab::{
    Board, Clock, Commission, CountEnd, DigitSet, End, GenerateEnd, Grid, Halt, NotExplained,
    NotHinted, NotRated, NotTold, NotTransformed, Order, Profile, Puzzle, Solved, Solving, Stop,
    Task, Transform, UniquePuzzle, Variant, registry,
};

/// Candidates of a 9x9 puzzle that no search decides at once.
const MARKS: &str = "12345678912.4.678.1234.67891234.6789123456.891.3.5678.1....67..123.5678.123456789..3456.89123456789.234..789123456789..3456.8.123456789123.567...23.5678.12345678912345678912.4..789.2.4..7891234.67891234567891234..7891234567891234567891234..7.9.23456..9123456789.234.6789.2.4..7.912345678912345.78912.456789.2.4567891234567.9..3..6...1234.6...1234567891234567.9123456..912345.7891234567891234567891.34....912345678.12345678.123456789123456789123456789123.5.78.12..5678......678.1234567891.3456..91234567891234.6789123..6..91234.6.8912345.78912345678912.4567891.34...89123456789123456789..345.789123456789..345..891.3456789123456789.23456789..345..891234567.912.4567..123456789123456789123456789123.5678.12..5678..2..5678.123456789";

/// Needs nested chains from the first step on.
const NESTED: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Thirteen cells of a row share twelve digits: no search by cases refutes that while anyone waits.
fn hopeless() -> Puzzle {
    let board = Board::boxes(5, 5).expect("a board");
    let few = DigitSet::from_bits((1 << 12) - 1);
    let sets = board.cells().map(|cell| if cell.index() < 13 { few } else { board.digits() });
    let sets = sets.collect();
    Puzzle::with_candidates(Grid::empty(board), sets).expect("one set for each cell")
}

/// The same with rules on cells that have nothing to do with it.
fn ruled() -> Puzzle {
    let puzzle = hopeless();
    let board = puzzle.board().clone();
    let texts = [
        "cage 60 r15c2 r15c3 r15c4 r15c5 r15c6 r15c7",
        "arrow r17c12 / r17c13 r17c14 r17c15",
        "thermometer r7c3 r7c4 r7c5 r7c6",
        "regex =.*(12|3.)*.* r11c1 r11c2 r11c3 r11c4",
        "sum 100 r20c2 r21c3 r22c4 r23c5 r24c6 r25c7",
    ];
    let rules = texts.iter().map(|text| Rule::from_text(text, &board).expect("a rule"));
    puzzle.with_rules(rules.collect()).expect("rules of this board")
}

/// An empty board with some cages: it has more solutions than anyone counts.
fn caged() -> Puzzle {
    let board = Board::classic();
    let texts = ["cage 30 r1c1 r1c2 r1c3 r2c3 r2c4", "cage 34 r4c4 r4c5 r5c5 r5c6 r6c6 r6c7"];
    let rules = texts.iter().map(|text| Rule::from_text(text, &board).expect("a rule"));
    Puzzle::new(Grid::empty(board.clone()))
        .with_rules(rules.collect())
        .expect("rules of this board")
}

fn marks() -> Puzzle {
    let read = read_one(MARKS, &sudolab::formats::ReadOptions::default());
    read.expect("candidates in one line").document.to_puzzle()
}

fn nested() -> UniquePuzzle {
    UniquePuzzle::prove(NESTED.parse().expect("a line")).expect("a proper puzzle")
}

/// What stopped a verb; nothing when it came to its end.
type Verb = (&'static str, fn(&Halt<'_>) -> Option<Stop>);

fn solving(puzzle: &Puzzle, id: &str, halt: &Halt<'_>) -> Option<Stop> {
    let task = Task::new(registry::find(id).expect("it is there"));
    let report = Solving::new(task).expect("it can be built").solve(puzzle, halt);
    match report.expect("it takes the board").solved {
        Solved::Stopped(stop) | Solved::Unproved { stop, .. } => Some(stop),
        _ => None,
    }
}

fn rating(profile: Profile, halt: &Halt<'_>) -> Option<Stop> {
    match sudolab::rate(&nested(), profile, halt) {
        Err(NotRated::Stopped(stop)) => Some(stop),
        _ => None,
    }
}

fn explaining(puzzle: &Puzzle, order: Order, halt: &Halt<'_>) -> Option<Stop> {
    match sudolab::explain_any(puzzle, order, halt) {
        Err(NotExplained::Stopped(stop)) => Some(stop),
        Err(NotExplained::Position(_)) => None,
        Ok(mut steps) => {
            steps.by_ref().for_each(drop);
            match steps.end() {
                Some(End::Stopped(stop)) => Some(stop),
                _ => None,
            }
        }
    }
}

fn explaining_anywhere(puzzle: &Puzzle, halt: &Halt<'_>) -> Option<Stop> {
    match sudolab::explain_anywhere(puzzle, halt) {
        Err(NotTold::Stopped(stop)) => Some(stop),
        Err(NotTold::Clash(_)) => None,
        Ok(mut steps) => {
            steps.by_ref().for_each(drop);
            match steps.end() {
                Some(general::End::Stopped(stop)) => Some(stop),
                _ => None,
            }
        }
    }
}

fn hinting(puzzle: &Puzzle, order: Order, halt: &Halt<'_>) -> Option<Stop> {
    match sudolab::hint(&sudolab::formats::Document::from(puzzle), order, halt) {
        Err(NotHinted::Stopped(stop)) => Some(stop),
        _ => None,
    }
}

fn generating(commission: Commission, halt: &Halt<'_>) -> Option<Stop> {
    let mut making = sudolab::generate(&commission, halt);
    making.by_ref().take(1000).for_each(drop);
    match making.end() {
        Some(GenerateEnd::Stopped(stop)) => Some(stop),
        _ => None,
    }
}

fn certifying(puzzle: &Puzzle, halt: &Halt<'_>) -> Option<Stop> {
    match certify(puzzle, 2, halt) {
        Err(NotCertified::Stopped(stop)) => Some(stop),
        _ => None,
    }
}

const VERBS: &[Verb] = &[
    ("solve", |halt| sudolab::solve(&hopeless(), halt).err()),
    ("solve with fast", |halt| solving(&hopeless(), "fast", halt)),
    ("solve with fast-general", |halt| solving(&hopeless(), "fast-general", halt)),
    ("solve with cdcl", |halt| solving(&hopeless(), "cdcl", halt)),
    ("solve with rules", |halt| sudolab::solve(&ruled(), halt).err()),
    ("check with rules", |halt| sudolab::check(&ruled(), halt).err()),
    ("true candidates with rules", |halt| sudolab::true_candidates(&ruled(), halt).err()),
    ("certify with rules", |halt| certifying(&ruled(), halt)),
    ("explain an empty board", |halt| {
        let empty = Puzzle::new(Grid::empty(Board::boxes(5, 5).expect("a board")));
        explaining_anywhere(&empty, halt)
    }),
    ("explain with rules", |halt| explaining_anywhere(&ruled(), halt)),
    ("hint with rules", |halt| {
        sudolab::hint_anywhere(&sudolab::formats::Document::from(&ruled()), halt).err()
    }),
    ("all hints with rules", |halt| {
        let document = sudolab::formats::Document::from(&ruled());
        match sudolab::all_hints_anywhere(&document, &[], halt) {
            Err(stop) => Some(stop),
            Ok(all) => all.stopped,
        }
    }),
    ("count with cages", |halt| match sudolab::count(&caged(), u64::MAX, halt).end {
        CountEnd::Stopped(stop) => Some(stop),
        _ => None,
    }),
    ("solve with rules by learning", |halt| solving(&ruled(), "cdcl", halt)),
    ("solve with rules by annealing", |halt| solving(&ruled(), "annealing", halt)),
    ("generate killers", |halt| {
        let order = Commission::new().count(u64::MAX).variant(Variant::Killer);
        generating(order, halt)
    }),
    ("generate for an effort", |halt| {
        let board = Board::boxes(3, 4).expect("a board");
        let order = Commission::new().count(u64::MAX).board(board).effort(100_000..=200_000);
        generating(order, halt)
    }),
    ("solve marks", |halt| solving(&marks(), "fast", halt)),
    ("check", |halt| sudolab::check(&hopeless(), halt).err()),
    ("check marks", |halt| sudolab::check(&marks(), halt).err()),
    ("count", |halt| {
        let empty = Puzzle::new(Grid::empty(Board::classic()));
        match sudolab::count(&empty, u64::MAX, halt).end {
            CountEnd::Stopped(stop) => Some(stop),
            _ => None,
        }
    }),
    ("true candidates", |halt| sudolab::true_candidates(&hopeless(), halt).err()),
    ("true candidates of marks", |halt| sudolab::true_candidates(&marks(), halt).err()),
    ("certify", |halt| certifying(&hopeless(), halt)),
    ("certify marks", |halt| certifying(&marks(), halt)),
    ("rate by Explainer", |halt| rating(Profile::Explainer, halt)),
    ("rate by HoDoKu", |halt| rating(Profile::Hodoku, halt)),
    ("explain", |halt| explaining(nested().puzzle(), Order::Rating, halt)),
    ("explain in the human order", |halt| explaining(nested().puzzle(), Order::Human, halt)),
    ("explain marks", |halt| explaining(&marks(), Order::Rating, halt)),
    ("hint", |halt| hinting(nested().puzzle(), Order::Rating, halt)),
    ("hint in the human order", |halt| hinting(nested().puzzle(), Order::Human, halt)),
    ("hint for marks", |halt| hinting(&marks(), Order::Rating, halt)),
    ("generate", |halt| generating(Commission::new().count(u64::MAX).rating(11.0..=11.9), halt)),
    ("generate 25x25", |halt| {
        let board = Board::boxes(5, 5).expect("a board");
        generating(Commission::new().count(10).board(board).clues(150..=160), halt)
    }),
    ("transform to the canonical form", |halt| {
        // Nearly every one of the 442 368 moves goes a long way before it is worse.
        let board = Board::boxes(2, 4).expect("a board");
        let empty = Puzzle::new(Grid::empty(board));
        match sudolab::transform(&empty, &Transform::new().canonical(), halt) {
            Err(NotTransformed::Stopped(stop)) => Some(stop),
            _ => None,
        }
    }),
];

#[test]
fn every_verb_ends_within_a_few_looks_of_its_time() {
    for (name, verb) in VERBS {
        for looks in [1, 20] {
            // Each look at the clock takes a millisecond by this clock.
            let clock = HandClock::stepping(Duration::from_millis(1));
            let limit = Duration::from_millis(looks);
            let halt = Halt::never().within(limit, &clock);
            assert_eq!(verb(&halt), Some(Stop::Time), "{name} after {looks} looks");
            let late = clock.wall().saturating_sub(limit);
            assert!(late < Duration::from_millis(100), "{name}: {late:?} late");
        }
    }
}

#[test]
fn every_verb_ends_when_the_flag_is_raised() {
    let raised = AtomicBool::new(true);
    for (name, verb) in VERBS {
        let halt = Halt::never().cancelled_by(&raised);
        assert_eq!(verb(&halt), Some(Stop::Cancelled), "{name}");
    }
}

#[test]
fn work_on_a_proper_puzzle_ends_too() {
    let puzzle = nested();
    let raised = AtomicBool::new(true);
    let halt = Halt::never().cancelled_by(&raised);
    assert_eq!(sudolab::redundant_clues(&puzzle, &halt), Err(Stop::Cancelled));
    assert_eq!(sudolab::minimize(&puzzle, 0, &halt), Err(Stop::Cancelled));
}

#[test]
fn a_study_ends_while_its_puzzles_are_made_and_keeps_nothing() {
    // Digging does not come to 17 clues: left alone, this is given up after millions of attempts.
    let text = "name = \"x\"\nalgorithms = [\"dlx\"]\n[[puzzles]]\n\
        generate = { count = 1000, clues = \"17..17\" }\n\
        [protocol]\nkind = \"fixed\"\nruns = 1\ntime_limit = \"1s\"\n";
    let plan = sudolab::lab::plan::Plan::read(text, "the test").expect("a plan");
    let folder = tempfile::tempdir().expect("a folder");
    let clock = HandClock::stepping(Duration::from_millis(1));
    let halt = Halt::never().within(Duration::from_millis(20), &clock);
    let how = sudolab::Study::in_folder(folder.path());
    let studied = sudolab::study(&plan, &how, &halt, &mut |_| {}).expect("the plan is good");
    assert_eq!(studied.finish, sudolab::lab::runner::Finish::Cancelled);
    assert!(studied.report.is_none());
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is there").count(), 0);
}

#[test]
fn a_book_ends_within_a_few_looks_of_its_time() {
    use sudolab::sheets::{Fonts, Printable, Style};
    let entries = vec![Printable::new(nested()); 400];
    let clock = HandClock::stepping(Duration::from_millis(1));
    let halt = Halt::never().within(Duration::from_millis(20), &clock);
    let book = sudolab::print(&entries, &Style::default(), &Fonts::built_in(), &halt);
    assert_eq!(book.err(), Some(Stop::Time));
}
