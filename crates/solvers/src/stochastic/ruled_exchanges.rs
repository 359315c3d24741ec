//! Annealing where rules beyond the houses are costs.
//!
//! The moves are those of `annealing`: every box holds its missing digits, and two open cells of a box
//! exchange theirs. The cost is a sum of terms (`costs.rs`): a row or column costs what it repeats, a
//! rule what it lacks. An exchange looks at the terms of its two cells alone.
//!
//! Ours differs from the chains without rules: costs are not whole numbers and terms are of any
//! kind, so one chain runs at a time, and the temperature goes down and up again instead of being
//! held: what is critical depends on the rules.

use super::costs::{self, CostTerm};
use super::reduced::Reduced;
use crate::{Answer, Event, Run, Stop};
use sudolab_grid::{Cell, Digit, DigitSet, Grid, HouseKind, Puzzle, Solution};

/// Where a round begins and ends, in multiples of the temperature that is set.
const HOT: f64 = 2.5;
const COLD: f64 = 0.6;

/// Sweeps over all exchanges in one round.
const SWEEPS: u32 = 400;

/// Looks for a filling without cost; with the temperature and the price of a struck digit.
pub(super) fn solve(
    puzzle: &Puzzle,
    reduced: &Reduced,
    (temperature, penalty): (f64, u8),
    run: &mut Run<'_>,
) -> Result<Answer, Stop> {
    let Some(mut filling) = Filling::new(puzzle, reduced, penalty, run) else {
        return Ok(Answer::GaveUp);
    };
    let cooling = (COLD / HOT).powf(1.0 / f64::from(SWEEPS));
    loop {
        filling.shuffle(reduced, run);
        let mut heat = HOT * temperature;
        for _ in 0..SWEEPS {
            if filling.offer(run) && Solution::check(puzzle, filling.grid.clone()).is_ok() {
                return Ok(Answer::Solved(filling.grid));
            }
            // A box with one open cell has no exchange; a puzzle of such boxes alone has no move.
            if filling.exchanges.is_empty() {
                return Ok(Answer::GaveUp);
            }
            run.tell(|| Event::Temperature(heat));
            for exchange in 0..filling.exchanges.len() {
                run.tick()?;
                filling.propose(exchange, heat, run);
            }
            heat *= cooling;
        }
    }
}

/// Two open cells of a box, and the terms that their digits matter to.
struct Exchange {
    a: Cell,
    b: Cell,
    terms: Box<[u32]>,
}

/// A filled board with what it costs.
struct Filling {
    grid: Grid,
    held: Vec<Digit>,
    terms: Vec<CostTerm>,
    costs: Vec<f64>,
    exchanges: Vec<Exchange>,
    /// The costs of the terms of one exchange, as they would be.
    after: Vec<f64>,
}

impl Filling {
    /// The open cells filled in order; `None` when a box has not as many cells as digits.
    fn new(puzzle: &Puzzle, reduced: &Reduced, penalty: u8, run: &mut Run<'_>) -> Option<Filling> {
        let board = puzzle.board();
        let lines = board.houses().iter().filter(|house| house.kind() != HouseKind::Box);
        let mut terms: Vec<CostTerm> =
            lines.map(|house| CostTerm::Different(house.cells().into())).collect();
        let price = f64::from(penalty);
        terms.extend(
            reduced
                .open
                .iter()
                .map(|&c| CostTerm::Allowed(c, reduced.candidates[c.index()], price)),
        );
        terms.extend(costs::of_rules(puzzle));
        let of_cell = costs::by_cell(&terms, puzzle);
        let mut exchanges = Vec::new();
        for house in board.houses().iter().filter(|house| house.kind() == HouseKind::Box) {
            let open: Vec<Cell> =
                house.cells().iter().copied().filter(|&c| reduced.grid.get(c).is_none()).collect();
            for (i, &a) in open.iter().enumerate() {
                for &b in &open[..i] {
                    let mut terms = [&of_cell[a.index()][..], &of_cell[b.index()][..]].concat();
                    terms.sort_unstable();
                    terms.dedup();
                    exchanges.push(Exchange { a, b, terms: terms.into() });
                }
            }
        }
        let mut grid = reduced.grid.clone();
        for house in board.houses().iter().filter(|house| house.kind() == HouseKind::Box) {
            let placed: DigitSet = house.cells().iter().filter_map(|&c| grid.get(c)).collect();
            let missing = (board.digits() - placed).iter();
            let blank: Vec<Cell> =
                house.cells().iter().copied().filter(|&c| grid.get(c).is_none()).collect();
            blank.into_iter().zip(missing).for_each(|(cell, digit)| grid.set(cell, digit));
        }
        let held = board.cells().map(|cell| grid.get(cell)).collect::<Option<Vec<Digit>>>()?;
        run.show(grid.values());
        let after = vec![0.0; terms.len()];
        Some(Filling { grid, held, costs: vec![0.0; terms.len()], terms, exchanges, after })
    }

    /// Every box in a new order.
    fn shuffle(&mut self, reduced: &Reduced, run: &mut Run<'_>) {
        let board = reduced.board().clone();
        for house in board.houses().iter().filter(|house| house.kind() == HouseKind::Box) {
            let open: Vec<Cell> =
                house.cells().iter().copied().filter(|&c| reduced.grid.get(c).is_none()).collect();
            let mut digits: Vec<Digit> = open.iter().map(|&c| self.held[c.index()]).collect();
            run.random().shuffle(&mut digits);
            for (&cell, &digit) in open.iter().zip(&digits) {
                self.held[cell.index()] = digit;
                self.grid.set(cell, digit);
            }
        }
        for (term, cost) in self.terms.iter().zip(&mut self.costs) {
            *cost = term.cost(&self.grid, &self.held);
        }
        run.show(self.grid.values());
    }

    /// Offers what there is; whether it costs nothing.
    fn offer(&self, run: &mut Run<'_>) -> bool {
        let cost: f64 = self.costs.iter().sum();
        run.tell(|| Event::Energy(cost));
        run.offer(cost, self.grid.values());
        self.costs.iter().all(|&cost| cost == 0.0)
    }

    fn exchange(&mut self, a: Cell, b: Cell) {
        self.held.swap(a.index(), b.index());
        self.grid.set(a, self.held[a.index()]);
        self.grid.set(b, self.held[b.index()]);
    }

    /// Exchanges two digits, or not, as Metropolis says.
    fn propose(&mut self, number: usize, heat: f64, run: &mut Run<'_>) {
        let Exchange { a, b, .. } = self.exchanges[number];
        self.exchange(a, b);
        let mut delta = 0.0;
        for (&term, after) in self.exchanges[number].terms.iter().zip(&mut self.after) {
            *after = self.terms[term as usize].cost(&self.grid, &self.held);
            delta += *after - self.costs[term as usize];
        }
        if delta > 0.0 && run.random().unit() >= (-delta / heat).exp() {
            self.exchange(a, b);
            return;
        }
        for (&term, &after) in self.exchanges[number].terms.iter().zip(&self.after) {
            self.costs[term as usize] = after;
        }
        run.tell(|| Event::Swap { a, b });
    }
}
