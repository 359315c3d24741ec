//! Alternating projections, as Chi & Lange describe them.
//!
//! Idea: replace each candidate by a probability, and the rules by sums: the digits of a cell, and
//! the cells of a digit in a row, a column, a box, add up to one. Each sum with its variables not
//! below zero is a simplex; projecting onto one simplex after the other, again and again,
//! converges to a point in all of them. Round: each cell takes its most probable digit.
//! Source: E. C. Chi, K. Lange, *Techniques for Solving Sudoku Puzzles*, 2012, section 2.3. The paper
//! starts from the origin, strikes clue digits from their peers and says nothing about the order
//! of projections, when to stop, or when to round. (Its box sum is printed over the digit, and its
//! rounding as max instead of arg max: misprints.)
//! What is open there is a setting here: the order, the start. Rounding is tried after every cycle;
//! the run gives up when a cycle moves no variable by more than the tolerance.
//!
//! The set of points that satisfy all sums is convex, and the method converges to some point of
//! it. When the solution is the only such point every order and start must find it; when it is
//! not, the limit is a mixture and the rounding right by luck alone. Which puzzles are which is a
//! question for a linear program: `experiments/records/2026-11-15-lp-tightness`.
//! Ours differs: the threshold of a simplex projection is found by discarding (Michelot 1986, which
//! the paper names as well) instead of sorting; the point is the same. In regions with fewer cells
//! than digits the sum is at most one.
//!
//! A tick is one cycle over all sums.

use super::lines::{LineKind, Lines};
use crate::field::Field;
use crate::stochastic::groups::conflicts;
use crate::stochastic::reduced::{Level, Reduced};
use crate::{
    Algorithm, Answer, Boards, Event, Family, Parallel, Parameter, ParameterKind, Promises, Run,
    SettingError, Settings, Solver, Stop,
};
use sudolab_grid::{HouseKind, Puzzle, Solution};

/// The algorithm.
pub static ALGORITHM: Algorithm = Algorithm {
    id: "projections-chi-lange",
    title: "Alternating projections onto simplices",
    family: Family::Continuous,
    as_published: true,
    source: "E. C. Chi, K. Lange, Techniques for Solving Sudoku Puzzles, 2012, section 2.3",
    promises: Promises {
        proves_impossible: false,
        uses_seed: true,
        proves_unique: false,
        boards: Boards::Any,
    },
    parameters: &[
        Parameter {
            name: "order",
            default: "cell-row-column-box",
            kind: ParameterKind::Choice(&[
                "cell-row-column-box",
                "row-column-box-cell",
                "box-column-row-cell",
                "shuffled",
            ]),
            help: "order of the sums in a cycle; shuffled mixes all of them once",
        },
        Parameter {
            name: "start",
            default: "origin",
            kind: ParameterKind::Choice(&["origin", "even", "random"]),
            help: "first point: all zero, each cell's digits equally likely, or random in [0, 1]",
        },
        Parameter {
            name: "tolerance",
            default: "1e-10",
            kind: ParameterKind::Real { min: 0.0, max: 1.0 },
            help: "largest change in a cycle that counts as none",
        },
        Parameter {
            name: "reduce",
            default: "clues",
            kind: ParameterKind::Choice(&["clues", "singles"]),
            help: "what is deduced first: clues struck from their peers, or singles to the end",
        },
    ],
    preset: &[],
    tick: "one cycle over all sums",
    parallel: Some(Parallel::SideBySide),
    bulk: None,
    build: |settings| Ok(Box::new(ChiLange::new(settings)?)),
    build_counter: None,
};

#[derive(Clone, Copy, PartialEq)]
enum FirstPoint {
    Origin,
    Even,
    Random,
}

struct ChiLange {
    order: String,
    start: FirstPoint,
    tolerance: f64,
    level: Level,
}

impl ChiLange {
    fn new(settings: &Settings) -> Result<ChiLange, SettingError> {
        Ok(ChiLange {
            order: settings.text("order").to_owned(),
            start: match settings.text("start") {
                "even" => FirstPoint::Even,
                "random" => FirstPoint::Random,
                _ => FirstPoint::Origin,
            },
            tolerance: settings.real("tolerance"),
            level: Level::named(settings.text("reduce")),
        })
    }
}

/// Cycles between two tests for convergence.
const TEST_EVERY: u64 = 32;

impl Solver for ChiLange {
    fn solve(&mut self, puzzle: &Puzzle, run: &mut Run<'_>) -> Result<Answer, Stop> {
        let Some(reduced) = Reduced::new(puzzle, self.level) else { return Ok(Answer::GaveUp) };
        run.show(reduced.grid.values());
        let mut lines = Lines::new(&reduced);
        self.arrange(&mut lines, run);
        let mut point: Vec<f64> = (0..lines.n_variables())
            .map(|_| if self.start == FirstPoint::Random { run.random().unit() } else { 0.0 })
            .collect();
        if self.start == FirstPoint::Even {
            for cell in lines.first.windows(2) {
                point[cell[0]..cell[1]].fill(1.0 / (cell[1] - cell[0]) as f64);
            }
        }
        let mut before = point.clone();
        let mut rounding = Rounding::new(&lines);
        for cycle in 1.. {
            run.tick()?;
            let tests = cycle % TEST_EVERY == 0;
            if tests {
                before.copy_from_slice(&point);
            }
            for line in &lines.lines {
                project(&mut point, &lines.variable[line.members.clone()], line.is_exact);
            }
            if run.is_due() {
                tell_point(&lines, &point, &reduced, run);
            }
            if rounding.is_new(&lines, &point) || tests {
                let grid = lines.round(&reduced.grid, |v| point[v]);
                let cost = conflicts(&grid);
                run.show(grid.values());
                run.tell(|| Event::Energy(f64::from(cost)));
                run.offer(f64::from(cost), grid.values());
                if cost == 0 && Solution::check(puzzle, grid.clone()).is_ok() {
                    return Ok(Answer::Solved(grid));
                }
            }
            let moved = |(a, b): (&f64, &f64)| (a - b).abs() > self.tolerance;
            if tests && !point.iter().zip(&before).any(moved) {
                break;
            }
        }
        Ok(Answer::GaveUp)
    }
}

impl ChiLange {
    fn arrange(&self, lines: &mut Lines, run: &mut Run<'_>) {
        if self.order == "shuffled" {
            return run.random().shuffle(&mut lines.lines);
        }
        let place = |kind: LineKind| {
            let word = match kind {
                LineKind::Cell => "cell",
                LineKind::House(HouseKind::Row) => "row",
                LineKind::House(HouseKind::Column) => "column",
                LineKind::House(_) => "box",
            };
            self.order.split('-').position(|w| w == word)
        };
        lines.lines.sort_by_key(|line| place(line.kind));
    }
}

/// Tells an observer where the point is.
#[cold]
fn tell_point(lines: &Lines, point: &[f64], reduced: &Reduced, run: &mut Run<'_>) {
    let mut field = Field::of(&reduced.grid);
    for (i, &cell) in lines.cells.iter().enumerate() {
        for v in lines.first[i]..lines.first[i + 1] {
            field.set(cell, lines.digits[v], point[v] as f32);
        }
    }
    field.tell("point", run);
}

/// The digit each cell is rounded to, kept to notice when it changes.
struct Rounding {
    chosen: Vec<u32>,
}

impl Rounding {
    fn new(lines: &Lines) -> Rounding {
        Rounding { chosen: vec![u32::MAX; lines.cells.len()] }
    }

    /// Rounds again; whether any cell takes another digit than before.
    fn is_new(&mut self, lines: &Lines, point: &[f64]) -> bool {
        let mut new = false;
        for (chosen, cell) in self.chosen.iter_mut().zip(lines.first.windows(2)) {
            let mut best = cell[0];
            for v in cell[0] + 1..cell[1] {
                if point[v] >= point[best] {
                    best = v;
                }
            }
            new |= *chosen != best as u32;
            *chosen = best as u32;
        }
        new
    }
}

/// Moves the variables of a sum to the nearest point where they are not negative and add up to
/// one (or, if the sum is not exact, to at most one).
fn project(point: &mut [f64], variables: &[u32], is_exact: bool) {
    let mut values = [0.0f64; 32];
    let n = variables.len();
    let values = &mut values[..n];
    for (value, &v) in values.iter_mut().zip(variables) {
        *value = point[v as usize];
    }
    if !is_exact && values.iter().map(|v| v.max(0.0)).sum::<f64>() <= 1.0 {
        variables.iter().for_each(|&v| point[v as usize] = point[v as usize].max(0.0));
        return;
    }
    // All are lowered by the same amount and those that fall below zero are zero; the amount is
    // found by dropping such variables until none is left to drop.
    let mut shift = (values.iter().sum::<f64>() - 1.0) / n as f64;
    loop {
        let (mut sum, mut kept) = (0.0, 0.0);
        for &value in values.iter() {
            let keeps = f64::from(u8::from(value > shift));
            sum += value * keeps;
            kept += keeps;
        }
        let next = (sum - 1.0) / kept;
        // Dropping can only raise the shift; when it does not, nothing was dropped.
        if next <= shift + 1e-15 {
            break;
        }
        shift = next;
    }
    for (&value, &v) in values.iter().zip(variables) {
        point[v as usize] = (value - shift).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab_grid::random::Random;

    /// By sorting, as Duchi et al. 2008 do.
    fn by_sorting(values: &[f64]) -> Vec<f64> {
        let mut sorted = values.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let (mut sum, mut shift) = (0.0, 0.0);
        for (i, v) in sorted.iter().enumerate() {
            sum += v;
            let s = (sum - 1.0) / (i + 1) as f64;
            if v - s > 0.0 {
                shift = s;
            }
        }
        values.iter().map(|v| (v - shift).max(0.0)).collect()
    }

    #[test]
    fn discarding_finds_the_point_that_sorting_finds() {
        let mut random = Random::new(1);
        for n in 1..=25 {
            for _ in 0..100 {
                let values: Vec<f64> = (0..n).map(|_| random.unit() * 4.0 - 2.0).collect();
                let variables: Vec<u32> = (0..n).collect();
                let mut point = values.clone();
                project(&mut point, &variables, true);
                for (a, b) in point.iter().zip(by_sorting(&values)) {
                    assert!((a - b).abs() < 1e-12, "{values:?}");
                }
            }
        }
        let mut point = vec![-1.0, 0.25, 0.5];
        project(&mut point, &[0, 1, 2], false);
        assert_eq!(point, [0.0, 0.25, 0.5]);
    }
}
