//! The simulated annealing of Chi & Lange.
//!
//! Idea: the board holds every digit as often as there are rows; two cells without clues, the
//! troublesome ones more likely, exchange their digits; worse boards are accepted with probability
//! exp(-(increase of cost) / tau), and tau sinks geometrically.
//! Source: E. C. Chi, K. Lange, *Techniques for Solving Sudoku Puzzles*, 2012, sections 2.2 and 3:
//! cells drawn with weight exp(i), i the violations a cell is involved in; tau = 100, times 0.99
//! after every 50 steps; 200000 steps in all with one restart after 100000.
//!
//! Inferred: that the entries directly implied by the clues were filled in before a run. The paper
//! says so only of its filter (puzzles "that could be completely solved by filling in entries directly
//! implied by the initial clues" were discarded). But its easy puzzles took a median of 15 ms above
//! the start-up time that backtracking shows, its hard ones 750 ms: 1 to 50. From bare clues no run
//! ends before some 24000 steps, when tau is near 1, and medians stand 1 to 4, so the published runs
//! cannot have begun there. `implied=fill`, the default, fills cells with one candidate left until none
//! is; `implied=leave` begins from the bare clues.
//!
//! What the paper leaves open is a setting: whether the cost counts surplus digits in each house
//! or pairs of equal digits; whether i counts violated houses or disturbing peers; whether two
//! equal digits may be proposed; whether tau begins anew after the restart (if not, the second
//! half runs at 2e-7). The weights depend on the board, so proposals are not symmetric; no
//! correction is mentioned, and none is made. A digit that the puzzle's own word excludes counts
//! as one violation; the paper has no such puzzles.
//! Note what the constants mean: tau falls below 1 after 23000 steps and below 0.1 after 34000, so
//! two thirds of each half are plain descent.
//!
//! Ours differs in nothing that changes the run. A tick is one proposal.

use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use std::sync::Arc;
use sudolab_grid::{Board, Cell, Grid, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "annealing-chi-lange",
    title: "Simulated annealing by exchanging troublesome cells",
    family: Family::Stochastic,
    as_published: true,
    source: "E. C. Chi, K. Lange, Techniques for Solving Sudoku Puzzles, 2012, section 2.2",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "implied",
            default: "fill",
            kind: ParameterKind::Choice(&["fill", "leave"]),
            help: "whether cells with one candidate left are filled in first, and treated as clues",
        },
        Parameter {
            name: "cost",
            default: "surplus",
            kind: ParameterKind::Choice(&["surplus", "pairs"]),
            help: "what is a violation: each digit too many in a house, or each pair of equal digits in it",
        },
        Parameter {
            name: "weight",
            default: "houses",
            kind: ParameterKind::Choice(&["houses", "peers"]),
            help: "i of a cell: its violated houses, or the peers that hold its digit",
        },
        Parameter {
            name: "null-moves",
            default: "yes",
            kind: ParameterKind::Choice(&["yes", "no"]),
            help: "whether two cells with equal digits may be proposed",
        },
        Parameter {
            name: "reset",
            default: "yes",
            kind: ParameterKind::Choice(&["yes", "no"]),
            help: "whether the temperature begins anew after a restart",
        },
        Parameter {
            name: "temperature",
            default: "100",
            kind: ParameterKind::Real { min: 0.001, max: 1e6 },
            help: "tau of the first step",
        },
        Parameter {
            name: "cooling",
            default: "0.99",
            kind: ParameterKind::Real { min: 0.01, max: 1.0 },
            help: "factor on tau after every 50 steps",
        },
        Parameter {
            name: "steps",
            default: "100000",
            kind: ParameterKind::Whole { min: 1, max: u64::MAX },
            help: "steps before the restart, and after it",
        },
        Parameter {
            name: "restarts",
            default: "1",
            kind: ParameterKind::Whole { min: 0, max: u64::MAX },
            help: "how often it begins anew before it gives up",
        },
    ],
    preset: &[],
    tick: "one exchange proposed",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(ChiLange::new(settings)?)),
    build_counter: None,
};

/// Steps at one temperature.
const PLATEAU: u64 = 50;

struct ChiLange {
    fill_implied: bool,
    by_pairs: bool,
    by_peers: bool,
    null_moves: bool,
    reset: bool,
    temperature: f64,
    cooling: f64,
    steps: u64,
    restarts: u64,
}

impl ChiLange {
    fn new(settings: &Settings) -> Result<ChiLange, SettingError> {
        Ok(ChiLange {
            fill_implied: settings.text("implied") == "fill",
            by_pairs: settings.text("cost") == "pairs",
            by_peers: settings.text("weight") == "peers",
            null_moves: settings.flag("null-moves"),
            reset: settings.flag("reset"),
            temperature: settings.real("temperature"),
            cooling: settings.real("cooling"),
            steps: settings.whole("steps"),
            restarts: settings.whole("restarts"),
        })
    }
}

impl Solver for ChiLange {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(mut state) = State::new(puzzle, self) else { return Ok(Answer::GaveUp) };
        let mut tau = self.temperature;
        for restart in 0..=self.restarts {
            if restart > 0 {
                run.tell(|| Event::Restart { number: restart });
                if self.reset {
                    tau = self.temperature;
                }
            }
            state.begin(run);
            run.tell(|| Event::Temperature(tau));
            for step in 0..self.steps {
                if state.cost == 0 {
                    let grid = state.grid();
                    run.offer(0.0, grid.values());
                    if Solution::check(puzzle, grid.clone()).is_ok() {
                        return Ok(Answer::Solved(grid));
                    }
                }
                run.tick()?;
                if step > 0 && step.is_multiple_of(PLATEAU) {
                    tau *= self.cooling;
                    run.tell(|| Event::Temperature(tau));
                    let [accepted, rejected] = state.moves;
                    run.tell(|| Event::Moves { accepted, rejected });
                }
                self.step(&mut state, tau, run);
            }
        }
        if state.cost == 0 && Solution::check(puzzle, state.grid()).is_ok() {
            return Ok(Answer::Solved(state.grid()));
        }
        Ok(Answer::GaveUp)
    }
}

impl ChiLange {
    fn step(&self, state: &mut State<'_>, tau: f64, run: &mut Run<'_>) {
        let Some((a, b)) = state.draw_pair(self.null_moves, run) else { return };
        let before = state.cost;
        state.exchange(a, b);
        let increase = f64::from(state.cost - before);
        if increase <= 0.0 || run.random().unit() <= (-increase / tau).exp() {
            state.weigh();
            state.moves[0] += 1;
            let (a, b) = (state.free[a], state.free[b]);
            run.tell(|| Event::Swap { a, b });
            let cost = state.cost;
            if cost != before {
                run.tell(|| Event::Energy(f64::from(cost)));
            }
            if f64::from(cost) < run.best_cost() {
                run.offer(f64::from(cost), &state.values);
            }
        } else {
            state.moves[1] += 1;
            state.exchange(a, b);
        }
    }
}

struct State<'p> {
    puzzle: &'p Puzzle,
    board: Arc<Board>,
    rules: &'p ChiLange,
    free: Vec<Cell>,
    /// What the free cells hold together, in the order of the last beginning.
    loose: Vec<u8>,
    values: Vec<u8>,
    /// How often each house holds each digit value.
    counts: Vec<[u8; 26]>,
    cost: i32,
    /// exp(i) of each free cell.
    weights: Vec<f64>,
    total: f64,
    exponentials: Vec<f64>,
    states_candidates: bool,
    /// Exchanges accepted and rejected.
    moves: [u64; 2],
}

impl<'p> State<'p> {
    /// `None` when the clues conflict or hold a digit more often than a filled board does.
    fn new(puzzle: &'p Puzzle, rules: &'p ChiLange) -> Option<State<'p>> {
        let board = puzzle.board().clone();
        if !puzzle.conflicts().is_empty() {
            return None;
        }
        let start = if rules.fill_implied { with_implied(puzzle) } else { puzzle.clues().clone() };
        let mut left = vec![board.size(); board.size()];
        for (_, digit) in start.filled() {
            left[digit.index()] = left[digit.index()].checked_sub(1)?;
        }
        let loose = (0..board.size()).flat_map(|d| std::iter::repeat_n(d as u8 + 1, left[d]));
        let free: Vec<Cell> = start.blanks().collect();
        let most = board.cells().map(|c| board.peer_list(c).len()).max().unwrap_or(0);
        Some(State {
            puzzle,
            rules,
            loose: loose.collect(),
            values: start.values().to_vec(),
            counts: vec![[0; 26]; board.houses().len()],
            cost: 0,
            weights: vec![0.0; free.len()],
            total: 0.0,
            exponentials: (0..=most + 1).map(|i| (i as f64).exp()).collect(),
            moves: [0; 2],
            states_candidates: puzzle.stated_candidates().is_some(),
            free,
            board,
        })
    }

    /// Any board with the clues and every digit as often as there are rows.
    fn begin(&mut self, run: &mut Run<'_>) {
        run.random().shuffle(&mut self.loose);
        for (&cell, &value) in self.free.iter().zip(&self.loose) {
            self.values[cell.index()] = value;
        }
        self.counts.fill([0; 26]);
        for (counts, house) in self.counts.iter_mut().zip(self.board.houses()) {
            for cell in house.cells() {
                counts[usize::from(self.values[cell.index()])] += 1;
            }
        }
        let violations = |n: u8| {
            let n = i32::from(n);
            if self.rules.by_pairs { n * (n - 1) / 2 } else { (n - 1).max(0) }
        };
        self.cost = self.counts.iter().flatten().map(|&n| violations(n)).sum();
        self.cost += self.free.iter().map(|&c| self.denied(c)).sum::<i32>();
        self.weigh();
        run.show(&self.values);
        run.tell(|| Event::Energy(f64::from(self.cost)));
        run.offer(f64::from(self.cost), &self.values);
    }

    /// 1 when the cell holds a digit that the puzzle's own word excludes.
    fn denied(&self, cell: Cell) -> i32 {
        let value = self.values[cell.index()];
        let allowed =
            !self.states_candidates || self.puzzle.allowed(cell).bits() >> (value - 1) & 1 == 1;
        i32::from(!allowed)
    }

    fn weigh(&mut self) {
        self.total = 0.0;
        for (weight, &cell) in self.weights.iter_mut().zip(&self.free) {
            let value = self.values[cell.index()];
            let i = if self.rules.by_peers {
                let same = |p: &&Cell| self.values[p.index()] == value;
                self.board.peer_list(cell).iter().filter(same).count()
            } else {
                let violated = |h: &&usize| self.counts[**h][usize::from(value)] > 1;
                self.board.houses_of(cell).iter().filter(violated).count()
            };
            *weight = self.exponentials[i];
            self.total += *weight;
        }
    }

    /// Two different free cells, each drawn with its weight.
    fn draw_pair(&self, null_moves: bool, run: &mut Run<'_>) -> Option<(usize, usize)> {
        if self.free.len() < 2 {
            return None;
        }
        let a = draw(&self.weights, self.total, |_| true, run);
        let value = |i: usize| self.values[self.free[i].index()];
        let other = |i: usize| i != a && (null_moves || value(i) != value(a));
        let total: f64 = (0..self.free.len()).filter(|&i| other(i)).map(|i| self.weights[i]).sum();
        (total > 0.0).then(|| (a, draw(&self.weights, total, other, run)))
    }

    /// Exchanges two free cells and keeps counts and cost.
    fn exchange(&mut self, a: usize, b: usize) {
        let (a, b) = (self.free[a], self.free[b]);
        let (at_a, at_b) = (self.values[a.index()], self.values[b.index()]);
        if at_a == at_b {
            return;
        }
        self.cost -= self.denied(a) + self.denied(b);
        let board = self.board.clone();
        for (cell, goes, comes) in [(a, at_a, at_b), (b, at_b, at_a)] {
            for &house in board.houses_of(cell) {
                let counts = &mut self.counts[house];
                let n = &mut counts[usize::from(goes)];
                *n -= 1;
                self.cost -= if self.rules.by_pairs { i32::from(*n) } else { i32::from(*n > 0) };
                let n = &mut counts[usize::from(comes)];
                self.cost += if self.rules.by_pairs { i32::from(*n) } else { i32::from(*n > 0) };
                *n += 1;
            }
        }
        self.values.swap(a.index(), b.index());
        self.cost += self.denied(a) + self.denied(b);
    }

    fn grid(&self) -> Grid {
        Grid::from_values(self.board.clone(), &self.values).expect("every cell holds a digit")
    }
}

/// The clues with every cell that has one candidate left filled, until there is none.
fn with_implied(puzzle: &Puzzle) -> Grid {
    let mut grid = puzzle.clues().clone();
    loop {
        let single = grid.blanks().find_map(|cell| {
            let digit = (grid.open_digits(cell) & puzzle.allowed(cell)).single()?;
            Some((cell, digit))
        });
        let Some((cell, digit)) = single else { return grid };
        grid.set(cell, digit);
    }
}

/// A place drawn with its weight among those that count.
fn draw(weights: &[f64], total: f64, counts: impl Fn(usize) -> bool, run: &mut Run<'_>) -> usize {
    let mut left = run.random().unit() * total;
    let mut last = 0;
    for (i, weight) in weights.iter().enumerate() {
        if counts(i) {
            last = i;
            left -= weight;
            if left < 0.0 {
                break;
            }
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::super::groups::conflicts;
    use super::*;
    use crate::Halt;
    use sudolab_grid::random::Random;

    #[test]
    fn implied_entries_are_filled_in_first_and_kept() {
        let puzzle: Puzzle =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
                .parse()
                .unwrap();
        let filled = with_implied(&puzzle);
        assert_eq!(filled.blanks().count(), 0, "naked singles solve this one");
        let mut settings = ALGORITHM.defaults();
        let free = |settings: &Settings| {
            let rules = ChiLange::new(settings).unwrap();
            State::new(&puzzle, &rules).unwrap().free.len()
        };
        assert_eq!(free(&settings), 0);
        settings.set_from("implied=leave").unwrap();
        assert_eq!(free(&settings), 51);
    }

    #[test]
    fn cost_is_kept_while_cells_are_exchanged() {
        let puzzle: Puzzle =
            "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
                .parse()
                .unwrap();
        for cost in ["cost=surplus", "cost=pairs"] {
            let mut settings = ALGORITHM.defaults();
            settings.set_from(cost).unwrap();
            let rules = ChiLange::new(&settings).unwrap();
            let halt = Halt::never();
            let mut run = Run::new(&halt, None, Random::new(1));
            let mut state = State::new(&puzzle, &rules).unwrap();
            state.begin(&mut run);
            for _ in 0..500 {
                let (a, b) = state.draw_pair(true, &mut run).unwrap();
                state.exchange(a, b);
                state.weigh();
            }
            let kept = state.cost;
            let pairs = |n: u8| u32::from(n) * u32::from(n.saturating_sub(1)) / 2;
            let expected: u32 = state
                .counts
                .iter()
                .flatten()
                .map(|&n| if rules.by_pairs { pairs(n) } else { u32::from(n.saturating_sub(1)) })
                .sum();
            assert_eq!(kept as u32, expected, "{cost}");
            assert!(conflicts(&state.grid()) > 0);
            for value in 1..=9 {
                assert_eq!(state.values.iter().filter(|&&v| v == value).count(), 9);
            }
        }
    }
}
