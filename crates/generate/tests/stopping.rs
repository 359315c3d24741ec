//! The making of puzzles ends soon after it is told to, on every board and by every way.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use sudolab_exact::{ExactSolver, UniquePuzzle};
use sudolab_generate::{
    ClueSymmetry, Judge, Method, Order, Rejected, Variant, Workshop, minimize_within, random_grid,
    random_grid_within, random_jigsaw,
};
use sudolab_grid::halt::{Clock, Halt, Stop};
use sudolab_grid::random::Random;
use sudolab_grid::{Board, Cell, Puzzle};
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::hodoku::Level;
use sudolab_solvers::registry;

/// A clock that counts how often it is looked at, and moves on by two milliseconds each time: then
/// work looks at every beat.
#[derive(Default)]
struct Looked(AtomicU64);

impl Clock for Looked {
    fn wall(&self) -> Duration {
        Duration::from_millis(2) * self.0.fetch_add(1, Ordering::Relaxed) as u32
    }
}

/// Has the work stopped after some looks, and tells how many there were.
fn stopped_after<T: std::fmt::Debug>(
    looks: u32,
    name: &str,
    work: impl FnOnce(&Halt<'_>) -> Result<T, Stop>,
) {
    let clock = Looked::default();
    let halt = Halt::never().within(Duration::from_millis(2) * looks, &clock);
    let ended = work(&halt);
    assert!(matches!(ended, Err(Stop::Time)), "{name}: {ended:?}");
    let looked = clock.0.load(Ordering::Relaxed);
    assert!(looked <= u64::from(looks) + 4, "{name}: {looked} looks");
}

fn board(size: usize) -> std::sync::Arc<Board> {
    Board::of_size(size).expect("a board")
}

#[test]
fn a_workshop_can_be_sent_to_another_thread() {
    fn is_sent<T: Send>() {}
    is_sent::<Workshop>();
}

#[test]
fn every_kind_of_attempt_ends_when_the_time_is_up() {
    let pattern = (0..81).filter(|i| i % 4 == 0).map(Cell::new).collect();
    let judge = |id| Some(Judge::new(registry::find(id).expect("it is registered")));
    let orders = [
        ("classic", Order::default()),
        ("few clues", Order { clues: Some(17..=17), minimal: true, ..Order::default() }),
        ("filled", Order { method: Method::Fill, ..Order::default() }),
        ("rated", Order { er: Some(Tenths(90)..=Tenths(95)), ..Order::default() }),
        ("of a level", Order { level: Some(Level::Extreme), ..Order::default() }),
        ("pattern", Order { pattern: Some(pattern), ..Order::default() }),
        ("judged", Order { decider: judge("dlx"), ..Order::default() }),
        ("16x16", Order { board: board(16), symmetry: ClueSymmetry::Rot180, ..Order::default() }),
        ("25x25", Order { board: board(25), ..Order::default() }),
        ("25x25, minimal", Order { board: board(25), minimal: true, ..Order::default() }),
        ("25x25, filled", Order { board: board(25), method: Method::Fill, ..Order::default() }),
        ("of an effort", {
            Order { board: board(12), effort: Some(100_000..=200_000), ..Order::default() }
        }),
    ];
    let orders = orders.into_iter().map(|(name, order)| (name.to_owned(), order));
    // Every kind of rule, alone and, with lines, on a larger board.
    let ruled = Variant::ALL.iter().flat_map(|&(name, variant)| {
        let order = Order { variants: vec![variant], ..Order::default() };
        let mixed = Order {
            board: board(12),
            variants: vec![variant, Variant::Thermometer],
            n_rules: Some(3..=5),
            ..Order::default()
        };
        [(name.to_owned(), order), (format!("{name} and lines, 12x12"), mixed)]
    });
    for (name, order) in orders.chain(ruled) {
        let name = name.as_str();
        stopped_after(5, name, |halt| {
            // Attempts may come to nothing for other reasons before the time is up.
            let mut workshop = Workshop::new();
            let mut number = 0;
            loop {
                match workshop.attempt_within(&order, 1, number, halt) {
                    Err(Rejected::Stopped(stop)) => return Err::<(), Stop>(stop),
                    _ => number += 1,
                }
                if number > 100_000 {
                    return Ok(());
                }
            }
        });
    }
}

#[test]
fn minimizing_and_drawing_end_when_the_time_is_up() {
    let mut solver = ExactSolver::new();
    for size in [9, 16, 25] {
        let grid = random_grid(&mut solver, &board(size), &mut Random::new(1)).expect("a grid");
        let full = UniquePuzzle::prove(Puzzle::new(grid.into_grid())).expect("it is full");
        for looks in [1, 20] {
            stopped_after(looks, "minimize", |halt| {
                minimize_within(&mut solver, &full, &mut Random::new(2), halt)
            });
        }
    }
    stopped_after(2, "a grid of 25x25", |halt| {
        random_grid_within(&mut solver, &board(25), &mut Random::new(1), halt)
    });
    stopped_after(9, "regions", |halt| random_jigsaw(&mut solver, 25, &mut Random::new(1), halt));
}
