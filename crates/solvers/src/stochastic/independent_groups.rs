//! One Boltzmann chain whose squares are drawn in groups that several threads share.
//!
//! Idea: squares that share no house do not disturb each other, so all squares of such a group
//! can be drawn at the same time and the chain is the same as if they were drawn one after the
//! other: chromatic Gibbs sampling (J. Gonzalez, Y. Low, A. Gretton, C. Guestrin, *Parallel Gibbs
//! sampling: from colored fields to thin junction trees*, 2011). The draft of Berggren & Nilsson
//! (2012) names this as the way to parallelise their network.
//!
//! Groups are coloured greedily, in reading order. Threads take fixed shares of a group and meet
//! after it. The randomness of a draw belongs to its square and sweep, so what comes out does not
//! depend on the number of threads.

use super::reduced::Reduced;
use crate::in_step::{Broken, Meeting, in_step};
use crate::{Answer, Event, Run, Stop};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use sudolab_grid::random::Random;
use sudolab_grid::{Cell, Digit, DigitSet, Grid};

/// The open squares, what they may hold and whom they disturb.
struct Squares {
    cells: Vec<Cell>,
    allowed: Vec<DigitSet>,
    /// The open squares in sight of each.
    peers: Vec<Vec<u16>>,
    /// Squares that share no house, group by group.
    groups: Vec<Vec<u16>>,
    /// exp(-c / T) for c conflicts.
    weight: Vec<f64>,
}

impl Squares {
    fn new(reduced: &Reduced, temperature: f64) -> Squares {
        let board = reduced.grid.board();
        let cells = reduced.open.clone();
        let mut number = vec![u16::MAX; board.n_cells()];
        cells.iter().enumerate().for_each(|(i, cell)| number[cell.index()] = i as u16);
        let open_peers = |cell: &Cell| {
            let peers = board.peer_list(*cell).iter().map(|p| number[p.index()]);
            peers.filter(|&p| p != u16::MAX).collect::<Vec<u16>>()
        };
        let peers: Vec<Vec<u16>> = cells.iter().map(open_peers).collect();
        let mut colour = vec![usize::MAX; cells.len()];
        let mut groups: Vec<Vec<u16>> = Vec::new();
        for square in 0..cells.len() {
            let taken = |c: usize| peers[square].iter().any(|&p| colour[usize::from(p)] == c);
            let free = (0..groups.len()).find(|&c| !taken(c)).unwrap_or(groups.len());
            if free == groups.len() {
                groups.push(Vec::new());
            }
            groups[free].push(square as u16);
            colour[square] = free;
        }
        let most = peers.iter().map(Vec::len).max().unwrap_or(0);
        let weight = (0..=most).map(|c| (-(c as f64) / temperature).exp()).collect();
        let allowed = cells.iter().map(|&cell| reduced.candidates[cell.index()]).collect();
        Squares { cells, allowed, peers, groups, weight }
    }

    /// Draws a square anew; the conflicts of the digit drawn.
    fn draw(&self, square: usize, values: &[AtomicU8], random: &mut Random) -> u64 {
        let mut held = [0u8; 33];
        for &peer in &self.peers[square] {
            held[usize::from(values[usize::from(peer)].load(Ordering::Relaxed) & 31)] += 1;
        }
        let conflicts = |digit: Digit| usize::from(held[usize::from(digit.value())]);
        let weight = |digit: Digit| self.weight[conflicts(digit)];
        let total: f64 = self.allowed[square].iter().map(weight).sum();
        let mut left = random.unit() * total;
        let mut drawn = None;
        for digit in self.allowed[square].iter() {
            drawn = Some(digit);
            left -= weight(digit);
            if left < 0.0 {
                break;
            }
        }
        let Some(digit) = drawn else { return 1 };
        values[square].store(digit.value(), Ordering::Relaxed);
        conflicts(digit) as u64
    }
}

/// Draws at a fixed temperature until no square disturbs another.
pub(super) fn solve(
    reduced: &Reduced,
    temperature: f64,
    run: &mut Run<'_>,
) -> Result<Answer, Stop> {
    let squares = Squares::new(reduced, temperature);
    let key = run.random().bits();
    let n = squares.cells.len();
    let values: Vec<AtomicU8> = (0..n).map(|_| AtomicU8::new(0)).collect();
    for (value, allowed) in values.iter().zip(&squares.allowed) {
        let at = run.random().index(allowed.len().max(1));
        value.store(allowed.iter().nth(at).map_or(0, Digit::value), Ordering::Relaxed);
    }
    let (conflicts, over) = (AtomicU64::new(0), AtomicBool::new(false));
    let hands = run.hands().cloned();
    let borrowed = hands.as_ref().map_or(0, |hands| hands.take_all());
    let threads = 1 + borrowed;
    // One sweep of one thread: its share of each group, and a meeting after each.
    let sweep = |number: usize, sweep: u64, meeting: &Meeting| -> Result<(), Broken> {
        let mut sum = 0;
        for group in &squares.groups {
            let share = group.len() * number / threads..group.len() * (number + 1) / threads;
            for &square in &group[share] {
                let square = usize::from(square);
                let mut random = Random::new(key ^ (sweep << 16 | square as u64));
                sum += squares.draw(square, &values, &mut random);
            }
            meeting.wait()?;
        }
        conflicts.fetch_add(sum, Ordering::Relaxed);
        meeting.wait()
    };
    let fill = || {
        let mut grid: Grid = reduced.grid.clone();
        for (&cell, value) in squares.cells.iter().zip(&values) {
            if let Some(digit) = Digit::from_number(value.load(Ordering::Relaxed)) {
                grid.set(cell, digit);
            }
        }
        grid
    };
    if run.is_observed() {
        run.show(fill().values());
    }
    let lead = |meeting: &Meeting| {
        for number in 0.. {
            let spent = run.spend(n as u64);
            // The others look at it after the meeting.
            over.store(spent.is_err(), Ordering::Relaxed);
            let together = meeting.wait();
            spent?;
            if together.and_then(|()| sweep(0, number, meeting)).is_err() {
                return Ok(Answer::GaveUp);
            }
            let sum = conflicts.swap(0, Ordering::Relaxed);
            if (sum as f64) < run.best_cost() {
                run.offer(sum as f64, fill().values());
            }
            run.tell(|| Event::Energy(sum as f64));
            if run.is_due() || (sum == 0 && run.is_observed()) {
                run.show(fill().values());
            }
            if sum == 0 {
                over.store(true, Ordering::Relaxed);
                let _ = meeting.wait();
                return Ok(Answer::Solved(fill()));
            }
        }
        Ok(Answer::GaveUp)
    };
    let follow = |thread: usize, meeting: &Meeting| {
        for number in 0.. {
            let ready = meeting.wait();
            if ready.is_err() || over.load(Ordering::Relaxed) {
                return;
            }
            if sweep(thread, number, meeting).is_err() {
                return;
            }
        }
    };
    let answer = in_step(threads, lead, follow);
    if let Some(hands) = hands {
        hands.add(borrowed);
    }
    answer
}
