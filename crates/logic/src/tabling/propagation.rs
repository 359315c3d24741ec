//! A proof by plain propagation, for the rare nets whose table cannot give one.
//!
//! HoDoKu lists all singles of a round before it places the first. When the premise
//! breaks the board in the middle of a round, the rest of the list is placed all the
//! same, and what follows from it follows from nothing. The premise is false none the
//! less: singles and locked candidates, followed through, come to a contradiction.

use crate::position::Position;
use crate::step::{Because, ChainNode, Effect, Reason, Step};
use crate::technique::Technique;
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House};

/// Where propagation ended. Numbers are indices of nodes.
pub(super) enum Outcome {
    /// At the goal.
    Reached(u32),
    /// At a candidate on and off, when there was no goal.
    Contradiction { on: u32, off: u32 },
}

/// Follows a premise until the goal or, without one, a contradiction is reached, and
/// adds what is needed of the way to `nodes`, the premise first. `None` when it is not
/// reached.
pub(super) fn run(
    position: &Position,
    premise: (Candidate, bool),
    goal: Option<(Candidate, bool)>,
    nodes: &mut Vec<ChainNode>,
) -> Option<Outcome> {
    let mut board = Spreading {
        position,
        nodes: Vec::new(),
        state: vec![[None; 2]; 729],
        off: [Cells::EMPTY; 9],
        clash: None,
    };
    board.say(premise.0, premise.1, Because::Assumed, Vec::new());
    let mut next = 0;
    loop {
        if let Some((candidate, on)) = goal
            && let Some(end) = board.state[candidate.index()][usize::from(on)]
        {
            return Some(Outcome::Reached(board.hand_over(&[end], nodes)[0]));
        }
        if let Some([on, off]) = board.clash {
            let ends = match goal {
                None => board.hand_over(&[on, off], nodes),
                Some((candidate, says_on)) => {
                    board.nodes.push(ChainNode {
                        candidate,
                        on: says_on,
                        because: Because::Absurd,
                        parents: vec![on.min(off), on.max(off)],
                    });
                    let end = board.nodes.len() as u32 - 1;
                    return Some(Outcome::Reached(board.hand_over(&[end], nodes)[0]));
                }
            };
            return Some(Outcome::Contradiction { on: ends[0], off: ends[1] });
        }
        if next < board.nodes.len() {
            board.follow(next);
            next += 1;
        } else if !board.lock() {
            return None;
        }
    }
}

struct Spreading<'a> {
    position: &'a Position,
    nodes: Vec<ChainNode>,
    /// The node that says a candidate is off, and the one that says it is on.
    state: Vec<[Option<u32>; 2]>,
    off: [Cells; 9],
    clash: Option<[u32; 2]>,
}

impl Spreading<'_> {
    fn say(&mut self, candidate: Candidate, on: bool, because: Because, parents: Vec<u32>) {
        let known = &mut self.state[candidate.index()];
        if known[usize::from(on)].is_some() {
            return;
        }
        known[usize::from(on)] = Some(self.nodes.len() as u32);
        if let [Some(off), Some(on)] = *known {
            self.clash.get_or_insert([on, off]);
        }
        if !on {
            self.off[candidate.digit.index()].insert(candidate.cell);
        }
        self.nodes.push(ChainNode { candidate, on, because, parents });
    }

    fn gone(&self, candidates: impl Iterator<Item = Candidate>) -> Vec<u32> {
        let mut parents: Vec<u32> = candidates.filter_map(|c| self.state[c.index()][0]).collect();
        parents.sort_unstable();
        parents
    }

    /// What follows from one node at once.
    fn follow(&mut self, index: usize) {
        let Candidate { cell, digit } = self.nodes[index].candidate;
        if self.nodes[index].on {
            let parent = vec![index as u32];
            for other in self.position.candidates(cell).into_iter().filter(|&d| d != digit) {
                let target = Candidate::new(cell, other);
                self.say(target, false, Because::CellIsTaken, parent.clone());
            }
            for house in cell.houses() {
                for other in self.position.cells_with_in(digit, house) {
                    if other != cell {
                        let target = Candidate::new(other, digit);
                        self.say(target, false, Because::HouseHasIt(house), parent.clone());
                    }
                }
            }
        } else {
            self.last_in_cell(cell);
            for house in cell.houses() {
                self.last_in_house(house, digit);
            }
        }
    }

    /// The last candidate of a cell is on. When none is left the last one to go is said
    /// to be on, which contradicts.
    fn last_in_cell(&mut self, cell: Cell) {
        let digits = self.position.candidates(cell);
        let mut left = digits.into_iter().filter(|d| !self.off[d.index()].contains(cell));
        let single = match (left.next(), left.next()) {
            (Some(single), None) => single,
            (None, _) => match digits.into_iter().last() {
                Some(last) => last,
                None => return,
            },
            _ => return,
        };
        let others = digits.into_iter().filter(|&digit| digit != single);
        let parents = self.gone(others.map(|digit| Candidate::new(cell, digit)));
        self.say(Candidate::new(cell, single), true, Because::LastInCell, parents);
    }

    fn last_in_house(&mut self, house: House, digit: Digit) {
        let places = self.position.cells_with_in(digit, house);
        let left = places.without(self.off[digit.index()]);
        let single = match (left.len(), left.first(), places.first()) {
            (1, Some(single), _) | (0, _, Some(single)) => single,
            _ => return,
        };
        let others = places.into_iter().filter(|&cell| cell != single);
        let parents = self.gone(others.map(|cell| Candidate::new(cell, digit)));
        self.say(Candidate::new(single, digit), true, Because::LastInHouse(house), parents);
    }

    /// One round of locked candidates; whether it removed anything.
    fn lock(&mut self) -> bool {
        let before = self.nodes.len();
        for digit in Digit::all() {
            for base in House::all() {
                let places = self.position.cells_with_in(digit, base);
                let left = places.without(self.off[digit.index()]);
                if left.len() < 2 || left.len() > 3 {
                    continue;
                }
                let Some(cover) = left.common_houses().find(|&house| house != base) else {
                    continue;
                };
                let goes = self.position.cells_with_in(digit, cover);
                let goes = goes.without(base.cells()).without(self.off[digit.index()]);
                let gone = places.intersection(self.off[digit.index()]).into_iter();
                let parents = self.gone(gone.map(|cell| Candidate::new(cell, digit)));
                if parents.is_empty() {
                    continue;
                }
                for target in goes.into_iter().map(|cell| Candidate::new(cell, digit)) {
                    let rule = Step {
                        technique: match base.kind() {
                            sudolab_grid::nine::HouseKind::Box => Technique::Pointing,
                            _ => Technique::Claiming,
                        },
                        effect: Effect::remove([target]),
                        reason: Reason::Locked { digit, base, cover, single_in: None },
                    };
                    self.say(target, false, Because::Rule(Box::new(rule)), parents.clone());
                }
            }
        }
        self.nodes.len() > before
    }

    /// Adds the premise and everything behind the ends to another list of nodes, and
    /// says where the ends are there.
    fn hand_over(&self, ends: &[u32], to: &mut Vec<ChainNode>) -> Vec<u32> {
        let mut needed = vec![false; self.nodes.len()];
        needed[0] = true;
        for &end in ends {
            needed[end as usize] = true;
        }
        for index in (0..self.nodes.len()).rev() {
            if needed[index] {
                for &parent in &self.nodes[index].parents {
                    needed[parent as usize] = true;
                }
            }
        }
        let mut moved = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().filter(|&(index, _)| needed[index]) {
            moved[index] = to.len() as u32;
            let mut node = node.clone();
            for parent in &mut node.parents {
                *parent = moved[*parent as usize];
            }
            to.push(node);
        }
        ends.iter().map(|&end| moved[end as usize]).collect()
    }
}
