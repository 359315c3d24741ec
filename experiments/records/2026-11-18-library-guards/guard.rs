//! Prints what two versions of the library have to agree on; compiled against each (see README.md).

use std::io::Write;
use std::ops::ControlFlow;
use sudolab_exact::ExactSolver;
use sudolab_exact::nine::Clues;
use sudolab_exact::nine::batch::BatchEngine;
#[cfg(new)]
use sudolab_exact::nine::batch::BatchCount;
#[cfg(not(new))]
use sudolab_exact::nine::batch::Verdict as BatchCount;
use sudolab_generate::{ClueSymmetry, Judge, Method, Order, Workshop};
use sudolab_grid::{Board, Puzzle};
use sudolab_logic::position::Position;
use sudolab_logic::explain::explain;
use sudolab_logic::rating::hodoku::{self, HodokuProfile, HodokuStep};
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_logic::rating::Tenths;
use sudolab_solvers::{Budget, Task, registry};

fn digest(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

fn lines(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(file).expect("the file is there");
    text.lines().map(str::to_owned).collect()
}

fn position(line: &str) -> Position {
    Position::from_puzzle(&line.parse().unwrap()).unwrap()
}

/// What HoDoKu would write about a step.
fn written(position: &Position, step: &HodokuStep) -> String {
    #[cfg(new)]
    return step.detail(position);
    #[cfg(not(new))]
    {
        let _ = position;
        step.detail()
    }
}

/// The steps of both paths, their texts, and both ratings: of the Explainer a digest of the steps
/// and one of their explanations, ER, EP, ED and the number of steps; of HoDoKu a digest of the
/// steps as it writes them and one of their explanations, level, score and number.
fn steps(file: &str, [explainer, hodoku]: [bool; 2]) {
    let (mut rater, mut levels) = (Rater::new(), hodoku::Rater::new());
    for line in lines(file) {
        let position = position(&line);
        let (mut list, mut words) = (String::new(), String::new());
        if explainer {
            let rating = rater.rate_with(&position, &SeProfile::default(), |at, taken| {
                list += &format!("{:?} {}", taken.step.technique, taken.difficulty);
                let effect = &taken.step.effect;
                effect.placements.iter().for_each(|c| list += &format!(" +{c}"));
                effect.eliminations.iter().for_each(|c| list += &format!(" -{c}"));
                list += "\n";
                words += &explain(at, &taken.step).to_string();
                ControlFlow::Continue(())
            });
            let (list, words) = (digest(list.as_bytes()), digest(words.as_bytes()));
            let (er, ep, ed) = (rating.er, rating.ep, rating.ed);
            print!("{list:016x} {words:016x} {er} {ep} {ed} {} ", rating.n_steps);
        }
        if hodoku {
            let (mut list, mut words) = (String::new(), String::new());
            let rating = levels.rate_with(&position, &HodokuProfile::default(), |at, taken| {
                list += &format!("{} {}\n", taken.name(), written(at, taken));
                words += &explain(at, &taken.step).to_string();
                ControlFlow::Continue(())
            });
            let (list, words) = (digest(list.as_bytes()), digest(words.as_bytes()));
            let (level, score, n) = (rating.level, rating.score, rating.n_steps);
            print!("{list:016x} {words:016x} {level:?} {score} {n}");
        }
        println!();
    }
}

/// The Explainer's rating alone, nothing watched.
fn rate_explainer(file: &str) {
    let mut rater = Rater::new();
    for line in lines(file) {
        println!("{}", rater.rate(&position(&line), &SeProfile::default()).er);
    }
}

/// HoDoKu's rating alone, nothing watched.
fn rate_hodoku(file: &str) {
    let mut rater = hodoku::Rater::new();
    for line in lines(file) {
        println!("{}", rater.rate(&position(&line), &HodokuProfile::default()).score);
    }
}

fn orders() -> Vec<(&'static str, u64, Order)> {
    let plain = Order::default;
    let on = |size| Order { board: Board::of_size(size).unwrap(), ..plain() };
    let by = |id| Some(Judge::new(registry::find(id).unwrap()));
    let er = |low, high| Some(Tenths::from_f64(low)..=Tenths::from_f64(high));
    let cells = Board::classic().cells().filter(|c| c.index() % 5 < 2);
    let rot180 = ClueSymmetry::Rot180;
    vec![
        ("plain", 2000, plain()),
        ("minimal", 2000, Order { minimal: true, ..plain() }),
        ("rot180 26..30", 500, Order { clues: Some(26..=30), symmetry: rot180, ..plain() }),
        ("er 2.0..3.4", 100, Order { er: er(2.0, 3.4), ..plain() }),
        ("er 7.0..7.5", 10, Order { er: er(7.0, 7.5), ..plain() }),
        ("pattern", 10, Order { pattern: Some(cells.collect()), ..plain() }),
        ("fill", 100, Order { method: Method::Fill, ..plain() }),
        ("fill minimal", 50, Order { method: Method::Fill, minimal: true, ..plain() }),
        ("by dlx", 10, Order { decider: by("dlx"), ..plain() }),
        ("by rules-thesis", 10, Order { decider: by("rules-thesis"), ..plain() }),
        ("6x6 minimal rot180", 100, Order { minimal: true, symmetry: rot180, ..on(6) }),
        ("12x12", 10, on(12)),
        ("16x16", 5, on(16)),
        ("16x16 rot180", 3, Order { symmetry: rot180, ..on(16) }),
    ]
}

fn generate() {
    let mut workshop = Workshop::new();
    for (name, attempts, order) in orders() {
        let (mut text, mut made) = (String::new(), 0);
        for result in workshop.attempts(&order, 7, 0..attempts) {
            if let Ok(one) = result {
                made += 1;
                text += &format!("{} {}\n", one.puzzle, one.undecided);
            }
        }
        println!("{name}: {made} of {attempts} {:016x}", digest(text.as_bytes()));
    }
}

/// Ticks, guesses and the final board of every algorithm for a seed.
fn ticks(file: &str) {
    for algorithm in registry::all() {
        for (i, line) in lines(file).iter().enumerate() {
            let puzzle: Puzzle = line.parse().unwrap();
            let task = Task::new(algorithm).budget(Budget::ticks(2_000)).seed(1);
            #[cfg(new)]
            let outcome = task.solve(&puzzle, &sudolab_solvers::Halt::never()).unwrap();
            #[cfg(not(new))]
            let outcome = task.solve(&puzzle).unwrap();
            let board = match (&outcome.solution, &outcome.best) {
                (Some(solution), _) => solution.grid().values().to_vec(),
                (None, Some(best)) => best.board.clone(),
                (None, None) => Vec::new(),
            };
            let (verdict, t, g) = (outcome.verdict, outcome.ticks, outcome.guesses);
            println!("{} {i} {verdict} {t} {g} {:016x}", algorithm.id, digest(&board));
            std::io::stdout().flush().unwrap();
        }
    }
}

fn batch(file: &str) {
    let clues = |line: &String| {
        let mut values = [0; 81];
        for (value, byte) in values.iter_mut().zip(line.bytes()) {
            *value = if byte.is_ascii_digit() { byte - b'0' } else { 0 };
        }
        Clues(values)
    };
    let puzzles: Vec<Clues> = lines(file).iter().map(clues).collect();
    let mut out = vec![BatchCount::NONE; puzzles.len()];
    BatchEngine::new().run(&puzzles, 2, &mut out);
    println!("{}", out.iter().map(|v| v.guesses).sum::<u64>());
}

fn single(file: &str) {
    let mut solver = ExactSolver::new();
    let count = |line: &String| solver.count(&line.parse::<Puzzle>().unwrap(), 2).guesses;
    println!("{}", lines(file).iter().map(count).sum::<u64>());
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let file = arguments.get(2).map_or("", String::as_str);
    match arguments[1].as_str() {
        "steps" => steps(file, [true, true]),
        "steps-explainer" => steps(file, [true, false]),
        "steps-hodoku" => steps(file, [false, true]),
        "explainer" => rate_explainer(file),
        "hodoku" => rate_hodoku(file),
        "generate" => generate(),
        "make" => println!("{}", Workshop::new().attempts(&Order::default(), 7, 0..300).len()),
        "ticks" => ticks(file),
        "batch" => batch(file),
        "single" => single(file),
        other => panic!("{other}"),
    }
}
