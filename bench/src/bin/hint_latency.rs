//! How long a hint takes, in processor time, from many positions with ER below 9.
//!
//! `cargo run --release -p sudolab-bench --bin hint_latency -- golden/ratings.csv 9x9/top95.txt`
//!
//! Files are looked for among the shared data, then as paths; the puzzle is the first field of 81
//! characters of a line. Options: `--every N` takes every Nth puzzle, `--order rating`.
//!
//! Three kinds of positions are asked: those along the solution path; a player's, with some
//! digits of the solution filled in at random; and a player's with some wrong marks struck out as
//! well. Each puzzle is rated first, and so is each player's position: those with ER of 9.0 or
//! more are left out. The time is that of the call a program makes: the search for the step and
//! its words, with a rater that is kept.

use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_logic::explain::explain;
use sudolab_logic::hint::{Order, next_within};
use sudolab_logic::position::Position;
use sudolab_logic::rating::Tenths;
use sudolab_logic::rating::se::{Rater, SeProfile};
use sudolab_testkit::outside;

const PROFILE: SeProfile = SeProfile { uniqueness: true };

fn main() {
    let (mut every, mut order) = (1, Order::Human);
    let mut arguments = std::env::args().skip(1);
    let mut hints =
        Hints { order, rater: Rater::new(), times: BTreeMap::new(), slowest: Vec::new() };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => every = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            "--order" => {
                let rating = arguments.next().as_deref() == Some("rating");
                order = if rating { Order::Rating } else { Order::Human };
                hints.order = order;
            }
            file => {
                let text = outside::shared(file)
                    .or_else(|| std::fs::read_to_string(file).ok())
                    .unwrap_or_default();
                let line = |row: &str| {
                    let mut fields = row.split(['\t', ',', ' ']);
                    fields.find(|field| field.len() == 81).and_then(Position::from_line)
                };
                for start in text.lines().filter_map(line).step_by(every) {
                    hints.puzzle(&start);
                }
                hints.report(file);
            }
        }
    }
    println!("slowest:");
    hints.slowest.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (milliseconds, what) in hints.slowest.iter().take(12) {
        println!("  {milliseconds:7.3} ms  {what}");
    }
}

struct Hints {
    order: Order,
    rater: Rater,
    times: BTreeMap<&'static str, Vec<f64>>,
    slowest: Vec<(f64, String)>,
}

impl Hints {
    fn puzzle(&mut self, start: &Position) {
        let mut path = Vec::new();
        let rating = self.rater.rate_with(start, &PROFILE, |at, _| {
            path.push(at.clone());
            ControlFlow::Continue(())
        });
        if rating.er >= Tenths(90) {
            return;
        }
        let Some(mut solved) = path.last().cloned() else { return };
        while let Some(step) = self.rater.next(&solved, &PROFILE) {
            step.step.effect.apply(&mut solved);
        }
        for position in &path {
            self.ask("path", position);
        }
        let mut random = Random::new(path.len() as u64);
        for share in [3, 6, 9, 12, 15] {
            let mut position = start.clone();
            for cell in start.empty_cells() {
                let digit = solved.value(cell).expect("solved");
                if random.below(18) < share {
                    position.place(cell, digit);
                }
            }
            self.ask_below_nine("filled", &position);
            for cell in position.empty_cells() {
                for digit in position.candidates(cell) {
                    if solved.value(cell) != Some(digit) && random.below(18) < share {
                        position.remove(cell, digit);
                    }
                }
            }
            self.ask_below_nine("marked", &position);
        }
    }

    fn ask_below_nine(&mut self, kind: &'static str, position: &Position) {
        if self.rater.rate(position, &PROFILE).er < Tenths(90) {
            self.ask(kind, position);
        }
    }

    fn ask(&mut self, kind: &'static str, position: &Position) {
        if position.is_solved() {
            return;
        }
        let before = now();
        let hint = next_within(&mut self.rater, position, &PROFILE, self.order, &Halt::never())
            .ok()
            .flatten()
            .expect("ER below 9 means that there is a step");
        let words = explain(position, &hint.step);
        let milliseconds = (now() - before) * 1e3;
        assert!(!words.sentences.is_empty());
        self.times.entry(kind).or_default().push(milliseconds);
        if milliseconds > 1.0 {
            let line: String = position
                .values()
                .iter()
                .map(|&v| if v == 0 { '.' } else { (b'0' + v) as char })
                .collect();
            self.slowest.push((milliseconds, format!("{kind} {} {line}", words.title)));
        }
    }

    fn report(&mut self, file: &str) {
        for (kind, mut times) in std::mem::take(&mut self.times) {
            times.sort_by(f64::total_cmp);
            let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
            println!(
                "{file} {kind}: {} hints, median {:.4} ms, p99 {:.3} ms, p99.9 {:.3} ms, max {:.3} ms",
                times.len(),
                at(0.5),
                at(0.99),
                at(0.999),
                at(1.0)
            );
        }
    }
}

/// Processor time of this thread in seconds.
fn now() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
