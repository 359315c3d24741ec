//! Random puzzles of all sizes and kinds, and everyone who can count: all must say the same.
//!
//! ```text
//! cargo run --release -p sudolab-bench -- --differential COUNT [--seed N] [--from K]
//! ```
//!
//! Puzzle number k depends on the seed and on k alone, so a run can be cut into pieces and a
//! disagreement repeated by its number. For each puzzle the solutions are counted up to a limit
//! that is drawn with it, by
//!
//! - the default solver of the library, which chooses among the 9x9 engines and the general one,
//! - every algorithm of the registry that can count, each under a limit of ticks,
//! - plain backtracking that shares no code with them (`exact::naive`; where there are rules,
//!   `asked`, which reads them from their text), on the smaller boards,
//! - a SAT solver that is others' work (`batsat`), with an encoding of our own (`sat`),
//! - a certificate of the claim, checked by `sudolab-witness`.
//!
//! Who is stopped by his limit says nothing, and the table tells how often. Listed solutions are
//! held against the puzzle. The first disagreement ends the run with the puzzle's key.

mod asked;
mod draw;
mod rules;
mod sat;

use crate::measure::thread_time;
use draw::{Drawn, KINDS};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;
use sudolab_exact::naive::NaiveBoard;
use sudolab_exact::{ExactSolver, NotCertified, certify};
use sudolab_grid::halt::{Halt, HandClock};
use sudolab_grid::{Puzzle, Solution};
use sudolab_solvers::{Budget, Counter, Task, registry};
use sudolab_witness::{Doubt, Reader, check};

/// Ticks of one count at the most.
const TICKS: u64 = 20_000;

/// Looks at the clock, one for some pieces of work, after which the default solver and the writer of
/// certificates are stopped: the same on every machine.
const LOOKS: u64 = 2_000;

/// Digits that plain backtracking places at the most.
const PLACED: u64 = 2_000_000;

/// What someone says of a puzzle: solutions up to the limit, or nothing.
type Said = Option<u64>;

/// Counts the solutions of a puzzle up to a limit.
type Counting = dyn FnMut(&Puzzle, u64) -> Result<Said, String>;

/// Someone who counts.
struct Party {
    name: String,
    count: Box<Counting>,
    /// Asked on one of so many puzzles whose board is larger than this.
    seldom: (usize, u64),
    asked: u64,
    answered: u64,
    spent: Duration,
}

impl Party {
    fn new(
        name: impl Into<String>,
        seldom: (usize, u64),
        count: impl FnMut(&Puzzle, u64) -> Result<Said, String> + 'static,
    ) -> Party {
        Party {
            name: name.into(),
            count: Box::new(count),
            seldom,
            asked: 0,
            answered: 0,
            spent: Duration::ZERO,
        }
    }
}

/// Runs the comparison over `count` puzzles from number `from` on, and prints the tables.
pub fn compare(count: u64, from: u64, seed: u64) -> Result<(), String> {
    let mut parties = parties();
    let mut kinds: BTreeMap<&'static str, [u64; 4]> = BTreeMap::new();
    let mut draw = draw::Draw::new(seed);
    for number in from..from + count {
        let Drawn { kind, puzzle, limit } = draw.puzzle(number);
        let said = ask(&mut parties, number, &puzzle, limit)
            .map_err(|fault| format!("puzzle {number} of seed {seed}, {kind}: {fault}"))?;
        let row = kinds.entry(kind).or_default();
        row[0] += 1;
        row[said.min(2) as usize + 1] += 1;
    }
    print(&parties, &kinds, count, seed);
    Ok(())
}

/// The count that all agree on.
fn ask(parties: &mut [Party], number: u64, puzzle: &Puzzle, limit: u64) -> Result<u64, String> {
    let mut agreed: Option<(u64, String)> = None;
    for party in parties {
        let (size, every) = party.seldom;
        if puzzle.board().size() > size && !number.is_multiple_of(every) {
            continue;
        }
        let begun = thread_time();
        let said = (party.count)(puzzle, limit);
        party.spent += thread_time() - begun;
        let said = said.map_err(|fault| format!("{}: {fault}: {}", party.name, puzzle.key()))?;
        party.asked += 1;
        let Some(said) = said else { continue };
        party.answered += 1;
        match &agreed {
            None => agreed = Some((said, party.name.clone())),
            Some((before, _)) if *before == said => {}
            Some((before, name)) => {
                return Err(format!(
                    "{name} counts {before}, {} counts {said}, up to {limit}: {}",
                    party.name,
                    puzzle.key()
                ));
            }
        }
    }
    Ok(agreed.map_or(0, |(said, _)| said))
}

fn parties() -> Vec<Party> {
    let mut solver = ExactSolver::new();
    let mut parties = vec![
        Party::new("exact", (64, 1), move |puzzle, limit| {
            let mut n = 0;
            let mut wrong = None;
            let clock = HandClock::stepping(Duration::from_secs(1));
            let halt = Halt::never().within(Duration::from_secs(LOOKS), &clock);
            let ended = solver.each_solution_within(puzzle, &halt, |grid| {
                if let Err(error) = Solution::check(puzzle, grid.clone()) {
                    wrong = Some(format!("a wrong solution: {error}"));
                }
                n += 1;
                if n < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            wrong.map_or(Ok(ended.is_ok().then_some(n)), Err)
        }),
        Party::new("naive", (6, u64::MAX), |puzzle, limit| Ok(naive(puzzle, limit))),
        Party::new("naive (nearly full)", (64, 1), |puzzle, limit| {
            let blanks = puzzle.board().n_cells() - puzzle.n_clues();
            Ok(if blanks <= 24 { naive(puzzle, limit) } else { None })
        }),
        Party::new("batsat", (6, 16), |puzzle, limit| Ok(sat::count(puzzle, limit))),
        Party::new("certificate", (6, 8), certified),
    ];
    for algorithm in registry::all() {
        let budget = Budget { ticks: Some(TICKS), time: None };
        let task = Task::new(algorithm).budget(budget);
        let Ok(mut counter) = task.build_counter() else { continue };
        parties.push(Party::new(algorithm.id, (6, 4), move |puzzle, limit| {
            by_task(&task, &mut *counter, puzzle, limit)
        }));
    }
    parties
}

fn by_task(
    task: &Task,
    counter: &mut dyn Counter,
    puzzle: &Puzzle,
    limit: u64,
) -> Result<Said, String> {
    if task.algorithm().accepts(puzzle).is_err() {
        return Ok(None);
    }
    let count = task.count_with(counter, puzzle, limit, 2, &Halt::never());
    let count = count.map_err(|error| error.to_string())?;
    match count.stopped {
        _ if count.wrong => Err("a wrong solution".to_owned()),
        Some(_) => Ok(None),
        None => Ok(Some(count.solutions)),
    }
}

fn naive(puzzle: &Puzzle, limit: u64) -> Said {
    let board = puzzle.board();
    if puzzle.has_rules() {
        return asked::count(puzzle, &asked::of(puzzle)?, limit, PLACED);
    }
    let houses =
        board.houses().iter().map(|house| house.cells().iter().map(|c| c.index()).collect());
    let naive = NaiveBoard {
        n_values: board.size() as u8,
        n_cells: board.n_cells(),
        houses: houses.collect(),
    };
    let candidates: Vec<u64> = board.cells().map(|cell| puzzle.allowed(cell).bits()).collect();
    Some(naive.count(&candidates, limit))
}

/// The number of solutions that a certificate lists, when the independent checker believes it.
fn certified(puzzle: &Puzzle, limit: u64) -> Result<Said, String> {
    let clock = HandClock::stepping(Duration::from_secs(1));
    let halt = Halt::never().within(Duration::from_secs(LOOKS), &clock);
    let certificate = match certify(puzzle, limit as usize, &halt) {
        Ok(certificate) => certificate,
        // Too much to forbid or to prove: nothing is said.
        Err(NotCertified::Rules(_) | NotCertified::Stopped(_)) => return Ok(None),
        Err(why) => return Err(why.to_string()),
    };
    let text = certificate.to_string();
    let read = Reader::new(text.as_bytes()).next_certificate().map_err(|Doubt(why)| why)?;
    let read = read.ok_or("an empty certificate")?;
    check(&read).map_err(|Doubt(why)| format!("the witness doubts: {why}"))?;
    Ok(Some(text.lines().filter(|line| line.starts_with("solution ")).count() as u64))
}

fn print(parties: &[Party], kinds: &BTreeMap<&'static str, [u64; 4]>, count: u64, seed: u64) {
    println!("{count} puzzles of seed {seed}: all agree");
    println!("{:<28} {:>9} {:>9} {:>9} {:>9}", "kind", "puzzles", "none", "one", "several");
    for kind in &KINDS {
        let [all, none, one, several] = kinds.get(kind.name).copied().unwrap_or_default();
        println!("{:<28} {all:>9} {none:>9} {one:>9} {several:>9}", kind.name);
    }
    println!("{:<28} {:>9} {:>9} {:>9}", "who", "asked", "answered", "CPU s");
    for Party { name, asked, answered, spent, .. } in parties {
        println!("{name:<28} {asked:>9} {answered:>9} {:>9.1}", spent.as_secs_f64());
    }
}
