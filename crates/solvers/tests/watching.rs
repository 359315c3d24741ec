//! Stories about what an observer hears.

use std::collections::HashSet;
use sudolab_grid::Puzzle;
use sudolab_solvers::{Budget, Event, Halt, Observer, Outcome, Task, registry};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// Naked singles leave 24 cells open.
const MIDDLE: &str =
    "1...6.9.....2...18...1..45...273..45.5....29...96..3.....5.2...5.1......9..486..1";

/// Plays what it hears on a board of its own.
#[derive(Default)]
struct Player {
    board: Vec<u8>,
    /// Ticks between two looks.
    sample: u64,
    next: u64,
    last_tick: u64,
    kinds: HashSet<&'static str>,
    events: u64,
    solved: Option<Vec<u8>>,
}

impl Observer for Player {
    fn event(&mut self, tick: u64, event: &Event<'_>) {
        assert!(tick >= self.last_tick, "ticks never go back");
        self.last_tick = tick;
        self.events += 1;
        if self.events == 1 {
            assert!(matches!(event, Event::State { .. }) && tick == 0, "the board comes first");
        }
        self.kinds.insert(event.kind());
        match event {
            Event::State { board } => self.board = board.to_vec(),
            Event::Guess { cell, digit, rest, .. } => {
                assert!(!rest.contains(*digit), "the digit tried now is not still to try");
                self.board[cell.index()] = digit.value();
            }
            Event::Assign { cell, digit } => self.board[cell.index()] = digit.value(),
            Event::Retract { cell } => self.board[cell.index()] = 0,
            Event::Swap { a, b } => self.board.swap(a.index(), b.index()),
            Event::Solved(grid) => self.solved = Some(grid.values().to_vec()),
            Event::Field { values, .. } => assert_eq!(values.len(), self.board.len() * size(self)),
            _ => {}
        }
    }

    fn due(&mut self, tick: u64) -> bool {
        let is_due = tick >= self.next;
        if is_due {
            self.next = tick + self.sample;
        }
        is_due
    }
}

fn size(player: &Player) -> usize {
    player.board.len().isqrt()
}

fn watch(task: &Task, puzzle: &Puzzle, sample: u64) -> (Player, Outcome) {
    let mut player = Player { sample, ..Player::default() };
    let mut solver = task.build().expect("defaults go together");
    let outcome = task.run(&mut *solver, puzzle, 0, Some(&mut player), &Halt::never());
    (player, outcome.expect("the algorithm takes the puzzle"))
}

#[test]
fn what_is_told_leads_every_algorithm_to_its_answer() {
    for algorithm in registry::all() {
        for line in [EASY, MIDDLE, HARD] {
            let puzzle: Puzzle = line.parse().unwrap();
            let task = Task::new(algorithm).budget(Budget::ticks(20_000)).seed(5);
            for sample in [1, 1000] {
                let (player, outcome) = watch(&task, &puzzle, sample);
                let id = algorithm.id;
                let Some(solution) = &outcome.solution else {
                    assert_eq!(player.solved, None, "{id}");
                    continue;
                };
                assert_eq!(player.board, solution.grid().values(), "{id} on {line}");
                assert_eq!(player.solved.as_deref(), Some(solution.grid().values()), "{id}");
                assert_eq!(player.last_tick, outcome.ticks, "{id}");
            }
        }
    }
}

#[test]
fn every_family_tells_what_its_picture_needs() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let families: [(&[&str], &[&str]); 10] = [
        (
            &["backtrack-thesis", "backtrack-first", "backtrack-house", "lds", "dlx"],
            &["guess", "retract", "conflict"],
        ),
        (&["fast"], &["guess", "assign", "retract", "conflict"]),
        (&["fast-general"], &["guess", "conflict", "decide", "learn"]),
        (&["cdcl"], &["decide", "learn", "conflict"]),
        (&["rules-thesis", "rules-draft"], &["step", "assign", "guess", "conflict"]),
        (
            &["annealing", "annealing-lewis", "annealing-chi-lange"],
            &["swap", "moves", "temperature", "energy"],
        ),
        (
            &["boltzmann", "boltzmann-binary", "boltzmann-draft", "boltzmann-thesis-fast"],
            &["field", "temperature", "energy"],
        ),
        (&["belief", "projections", "projections-chi-lange", "ant-colony"], &["field"]),
        (&["genetic"], &["population", "generation"]),
        (&["genetic-cultural", "ant-colony"], &["population", "generation", "field"]),
    ];
    let gauges: (&[&str], &[&str]) = (&["gauge", "gauge-2006"], &["population", "program"]);
    for (ids, kinds) in families.into_iter().chain([gauges]) {
        for id in ids {
            let task = Task::new(registry::find(id).unwrap()).budget(Budget::ticks(300_000));
            let (player, _) = watch(&task, &puzzle, 1000);
            for kind in kinds {
                assert!(player.kinds.contains(kind), "{id} tells no {kind}");
            }
        }
    }
}

#[test]
fn a_restart_is_followed_by_the_board_it_begins_with() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let restarting = [
        ("annealing-chi-lange", &[("steps", "500"), ("restarts", "3")][..]),
        ("projections", &[("restart", "80")]),
        ("boltzmann-thesis-fast", &[("restart", "200")]),
        ("belief", &[]),
        ("lds", &[]),
    ];
    for (id, settings) in restarting {
        let mut task = Task::new(registry::find(id).unwrap()).budget(Budget::ticks(20_000));
        for (name, value) in settings {
            task = task.set(name, value).unwrap();
        }
        let (mut restarts, mut after) = (0, false);
        let mut observer = |_: u64, event: &Event<'_>| {
            if after {
                assert_eq!(event.kind(), "state", "{id}");
            }
            after = matches!(event, Event::Restart { .. });
            restarts += u64::from(after);
        };
        let mut solver = task.build().unwrap();
        task.run(&mut *solver, &puzzle, 0, Some(&mut observer), &Halt::never()).unwrap();
        assert!(restarts > 0, "{id}");
    }
}

#[test]
fn looking_seldom_makes_few_events_of_the_thesis_machine() {
    let puzzle: Puzzle = HARD.parse().unwrap();
    let task = Task::new(registry::find("boltzmann-thesis-fast").unwrap());
    let task = task.budget(Budget::ticks(50_000));
    let (player, outcome) = watch(&task, &puzzle, 1000);
    assert_eq!(outcome.ticks, 50_000);
    assert!(player.events < 500, "{} events in 50 looks", player.events);
}
