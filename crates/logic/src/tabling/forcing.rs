//! Forcing chains and nets: what a contradiction or a verity of the tables shows.
//!
//! *Contradiction*: a premise that leads to its opposite, to a candidate on and off, to
//! two digits in a cell, to a digit twice in a house, to a cell or a house with nothing
//! left is false. *Verity*: what follows both when a candidate is on and when it is
//! off, or from every candidate of a cell, or from every place of a digit in a house, is
//! true.
//!
//! Order: what places a digit comes before what removes one; then the first cell, then
//! the smaller digit. Of the steps that prove the same by the same kind of argument the
//! shortest counts, of equally short ones the first tried; contradictions are tried
//! before verities, each in the order above. When a digit is placed a contradiction
//! comes before a verity, when one is removed the shorter, of equally short ones the
//! contradiction.

use super::closure::Closure;
use super::graph::{Graph, Node};
use super::line::{self, Piece};
use super::proof::{Branch, Proof};
use super::table::Table;
use super::{Found, Place, propagation};
use crate::position::Position;
use crate::step::{Because, Chains, Claim, Effect, Reason, Step};
use crate::technique::Technique;
use sudolab_grid::halt::{Pulse, Stop};
use sudolab_grid::nine::{Candidate, Cell, Cells, Digit, House};

/// The tables made so far for a position.
#[derive(Default)]
pub(super) struct Tables {
    tables: Vec<Table>,
    made: Vec<bool>,
}

impl Tables {
    pub(super) fn clear(&mut self, n_plain: usize) {
        self.made.clear();
        self.made.resize(n_plain, false);
        if self.tables.len() < n_plain {
            self.tables.resize_with(n_plain, Table::default);
        }
    }

    fn get(&mut self, graph: &Graph, premise: Node) -> &Table {
        let at = premise as usize;
        if !self.made[at] {
            self.made[at] = true;
            self.tables[at].expand(graph, premise);
        }
        &self.tables[at]
    }
}

/// What one step on trial counts for on the pulse: a table or two, and the lines through them.
const TRIAL: u64 = 1024;

/// How a step argues.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Argument {
    Opposite,
    OnAndOff(Candidate),
    TwoDigits(Cell, [Digit; 2]),
    Twice(House, Cells, Digit),
    EmptyCell(Cell),
    EmptyHouse(House, Digit),
    Either,
    EveryDigitOf(Cell),
    EveryPlaceOf(House, Digit),
}

/// A step on trial: from each premise to an end.
struct Foray {
    argument: Argument,
    ends: Vec<(Node, Node)>,
    length: usize,
}

/// Finds forcing chains or nets on filled tables.
pub(super) struct ForcingSearch<'a, 'h> {
    pub(super) position: &'a Position,
    pub(super) graph: &'a Graph,
    pub(super) closure: &'a Closure,
    pub(super) tables: &'a mut Tables,
    /// Whether only steps with branches count.
    pub(super) nets: bool,
    pub(super) pulse: &'a mut Pulse<'h>,
}

impl ForcingSearch<'_, '_> {
    /// The conclusions the tables allow, the best first.
    pub(super) fn conclusions(&self) -> Vec<Node> {
        let n = self.graph.n_plain();
        let words = self.closure.words();
        let mut proven = vec![0u64; words];
        let mut set = |node: Node| proven[node as usize / 64] |= 1 << (node % 64);
        let nothing_left = self.nothing_left();
        for premise in 0..n as Node {
            let row = self.closure.row(premise);
            if self.is_contradictory(row, premise, &nothing_left) {
                set(premise ^ 1);
            }
        }
        let mut both = vec![0u64; words];
        for k in 0..n as Node / 2 {
            both.copy_from_slice(self.closure.row(2 * k));
            meet(&mut both, self.closure.row(2 * k + 1));
            let own = self.position.candidates(self.graph.candidates[k as usize].cell);
            for digit in own {
                let node = self.graph.node(self.graph.candidates[k as usize].cell, digit, false);
                both[node as usize / 64] &= !(1 << (node % 64));
                both[(node + 1) as usize / 64] &= !(1 << ((node + 1) % 64));
            }
            join(&mut proven, &both);
        }
        for premises in self.alternatives() {
            let Some((&first, rest)) = premises.1.split_first() else { continue };
            both.copy_from_slice(self.closure.row(first));
            for &premise in rest {
                meet(&mut both, self.closure.row(premise));
            }
            join(&mut proven, &both);
        }
        let is_proven = |node: &Node| proven[*node as usize / 64] >> (node % 64) & 1 != 0;
        let placed = (0..n as Node).filter(|node| node % 2 == 1).filter(is_proven);
        let removed = (0..n as Node).filter(|node| node % 2 == 0).filter(is_proven);
        placed.chain(removed).collect()
    }

    /// The sets of statements that must not all be off, as masks.
    fn nothing_left(&self) -> Vec<Vec<(usize, u64)>> {
        let mut masks: Vec<Vec<(usize, u64)>> = Vec::new();
        let mut add = |nodes: &mut dyn Iterator<Item = Node>| {
            let mut mask: Vec<(usize, u64)> = Vec::new();
            for node in nodes {
                let (word, bit) = (node as usize / 64, 1 << (node % 64));
                match mask.last_mut() {
                    Some((last, bits)) if *last == word => *bits |= bit,
                    _ => mask.push((word, bit)),
                }
            }
            masks.push(mask);
        };
        for cell in self.position.empty_cells() {
            let digits = self.position.candidates(cell).into_iter();
            add(&mut digits.map(|digit| self.graph.node(cell, digit, false)));
        }
        for (house, digit) in self.untouched() {
            let cells = self.position.cells_with_in(digit, house).into_iter();
            add(&mut cells.map(|cell| self.graph.node(cell, digit, false)));
        }
        masks
    }

    /// The houses and digits where no place has been lost but to placed digits. Only
    /// there a house with nothing left is noticed.
    fn untouched(&self) -> Vec<(House, Digit)> {
        let mut allowed = [self.position.empty_cells(); 9];
        for cell in Cell::all() {
            if let Some(digit) = self.position.value(cell) {
                let cells = &mut allowed[digit.index()];
                *cells = cells.without(cell.peers());
            }
        }
        let mut untouched = Vec::new();
        for digit in Digit::all() {
            for house in House::all() {
                let places = allowed[digit.index()].intersection(house.cells());
                if !places.is_empty() && places == self.position.cells_with_in(digit, house) {
                    untouched.push((house, digit));
                }
            }
        }
        untouched
    }

    fn is_contradictory(
        &self,
        row: &[u64],
        premise: Node,
        nothing_left: &[Vec<(usize, u64)>],
    ) -> bool {
        const OFF: u64 = 0x5555_5555_5555_5555;
        let plain = self.graph.n_plain();
        self.closure.reaches(premise, premise ^ 1)
            || row.iter().enumerate().any(|(index, word)| {
                let clash = word & word >> 1 & OFF;
                let limit = plain.saturating_sub(64 * index);
                let mask = if limit >= 64 { u64::MAX } else { (1 << limit) - 1 };
                clash & mask != 0
            })
            || nothing_left
                .iter()
                .any(|mask| mask.iter().all(|&(word, bits)| row[word] & bits == bits))
    }

    /// The sets of statements of which one must hold: the candidates of each cell, then
    /// the places of each digit in each row, column and box.
    fn alternatives(&self) -> impl Iterator<Item = (Argument, Vec<Node>)> + '_ {
        let cells = self.position.empty_cells().into_iter().map(|cell| {
            let digits = self.position.candidates(cell).into_iter();
            let nodes = digits.map(|digit| self.graph.node(cell, digit, true)).collect();
            (Argument::EveryDigitOf(cell), nodes)
        });
        let places = House::all().flat_map(move |house| {
            Digit::all().map(move |digit| {
                let cells = self.position.cells_with_in(digit, house).into_iter();
                let nodes = cells.map(|cell| self.graph.node(cell, digit, true)).collect();
                (Argument::EveryPlaceOf(house, digit), nodes)
            })
        });
        cells.chain(places)
    }

    /// The steps that prove a conclusion: by contradiction and by verity.
    pub(super) fn steps_to(&mut self, conclusion: Node) -> Result<[Option<Found>; 2], Stop> {
        let contradiction = self.best_contradiction(conclusion)?;
        let verity = self.best_verity(conclusion)?;
        Ok([contradiction, verity].map(|trial| trial.and_then(|t| self.found(conclusion, &t))))
    }

    /// The step that comes first.
    pub(super) fn best(&mut self) -> Result<Option<Found>, Stop> {
        for conclusion in self.conclusions() {
            let contradiction = self.best_contradiction(conclusion)?;
            if conclusion % 2 == 1
                && let Some(found) = contradiction.as_ref().and_then(|t| self.found(conclusion, t))
            {
                return Ok(Some(found));
            }
            let verity = self.best_verity(conclusion)?;
            let trial = match (contradiction, verity) {
                (Some(a), Some(b)) if b.length < a.length => Some(b),
                (Some(a), _) => Some(a),
                (None, b) => b,
            };
            if let Some(found) = trial.and_then(|t| self.found(conclusion, &t)) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn lines(&mut self, ends: &[(Node, Node)]) -> Vec<Vec<Piece>> {
        ends.iter()
            .map(|&(premise, end)| {
                line::line(self.graph, self.tables.get(self.graph, premise), end)
            })
            .collect()
    }

    /// Keeps a trial that is shorter than the best so far.
    fn attempt(
        &mut self,
        best: &mut Option<Foray>,
        argument: Argument,
        ends: Vec<(Node, Node)>,
    ) -> Result<(), Stop> {
        self.pulse.beat(TRIAL)?;
        let lines = self.lines(&ends);
        if self.nets != lines.iter().any(|line| line::is_net(line)) {
            return Ok(());
        }
        let length = lines.iter().map(|line| line::length(line)).sum();
        if best.as_ref().is_none_or(|known| length < known.length) {
            *best = Some(Foray { argument, ends, length });
        }
        Ok(())
    }

    fn best_contradiction(&mut self, conclusion: Node) -> Result<Option<Foray>, Stop> {
        self.pulse.beat(TRIAL)?;
        let premise = conclusion ^ 1;
        let (graph, position) = (self.graph, self.position);
        let mut on = [Cells::EMPTY; 9];
        let mut off = [Cells::EMPTY; 9];
        for entry in &self.tables.get(graph, premise).entries {
            if graph.is_plain(entry.node) {
                let candidate = graph.candidate(entry.node);
                let sets = if entry.node % 2 == 1 { &mut on } else { &mut off };
                sets[candidate.digit.index()].insert(candidate.cell);
            }
        }
        let node = |cell: Cell, digit: Digit, on: bool| (premise, graph.node(cell, digit, on));
        let mut best = None;
        if self.closure.reaches(premise, conclusion) {
            self.attempt(&mut best, Argument::Opposite, vec![(premise, conclusion)])?;
        }
        for digit in Digit::all() {
            let clash = on[digit.index()].intersection(off[digit.index()]);
            if let Some(cell) = clash.first() {
                let argument = Argument::OnAndOff(Candidate::new(cell, digit));
                let ends = vec![node(cell, digit, false), node(cell, digit, true)];
                self.attempt(&mut best, argument, ends)?;
            }
        }
        for first in Digit::all() {
            for second in Digit::all().skip(first.index() + 1) {
                let clash = on[first.index()].intersection(on[second.index()]);
                if let Some(cell) = clash.first() {
                    let argument = Argument::TwoDigits(cell, [first, second]);
                    let ends = vec![node(cell, first, true), node(cell, second, true)];
                    self.attempt(&mut best, argument, ends)?;
                }
            }
        }
        for kind in 0..3 {
            for digit in Digit::all() {
                for house in (9 * kind..9 * kind + 9).map(House::new) {
                    let cells = on[digit.index()].intersection(house.cells());
                    if cells.len() > 1 {
                        let argument = Argument::Twice(house, cells, digit);
                        let ends = cells.into_iter().map(|cell| node(cell, digit, true)).collect();
                        self.attempt(&mut best, argument, ends)?;
                    }
                }
            }
        }
        let set = on.iter().fold(Cells::EMPTY, |all, &cells| all.union(cells));
        for cell in position.empty_cells().without(set) {
            let digits = position.candidates(cell);
            if digits.into_iter().all(|digit| off[digit.index()].contains(cell)) {
                let ends = digits.into_iter().map(|digit| node(cell, digit, false)).collect();
                self.attempt(&mut best, Argument::EmptyCell(cell), ends)?;
            }
        }
        let untouched = self.untouched();
        for kind in 0..3 {
            for &(house, digit) in untouched.iter().filter(|(house, _)| house.index() / 9 == kind) {
                let cells = position.cells_with_in(digit, house);
                if cells.is_subset(off[digit.index()]) {
                    let ends = cells.into_iter().map(|cell| node(cell, digit, false)).collect();
                    self.attempt(&mut best, Argument::EmptyHouse(house, digit), ends)?;
                }
            }
        }
        Ok(best)
    }

    fn best_verity(&mut self, conclusion: Node) -> Result<Option<Foray>, Stop> {
        let mut best = None;
        let cell = self.graph.candidate(conclusion).cell;
        for k in 0..self.graph.candidates.len() as Node {
            if self.graph.candidates[k as usize].cell != cell
                && self.closure.reaches(2 * k, conclusion)
                && self.closure.reaches(2 * k + 1, conclusion)
            {
                let ends = vec![(2 * k + 1, conclusion), (2 * k, conclusion)];
                self.attempt(&mut best, Argument::Either, ends)?;
            }
        }
        let alternatives: Vec<(Argument, Vec<Node>)> = self
            .alternatives()
            .filter(|(_, premises)| {
                !premises.is_empty()
                    && premises.iter().all(|&premise| self.closure.reaches(premise, conclusion))
            })
            .collect();
        for (argument, premises) in alternatives {
            let ends = premises.into_iter().map(|premise| (premise, conclusion)).collect();
            self.attempt(&mut best, argument, ends)?;
        }
        Ok(best)
    }

    /// The step of a trial, with its whole proof.
    fn found(&mut self, conclusion: Node, trial: &Foray) -> Option<Found> {
        let lines = self.lines(&trial.ends);
        let is_contradiction = !matches!(
            trial.argument,
            Argument::Either | Argument::EveryDigitOf(_) | Argument::EveryPlaceOf(..)
        );
        let technique = match (is_contradiction, self.nets) {
            (true, false) => Technique::ForcingChainContradiction,
            (false, false) => Technique::ForcingChainVerity,
            (true, true) => Technique::ForcingNetContradiction,
            (false, true) => Technique::ForcingNetVerity,
        };
        let candidate = self.graph.candidate(conclusion);
        let effect = if conclusion % 2 == 1 {
            Effect::place(candidate.cell, candidate.digit)
        } else {
            Effect::remove([candidate])
        };
        let place = match trial.argument {
            Argument::Opposite => Some(Place::Cell(self.unrelated_cell(candidate.cell))),
            Argument::OnAndOff(clash) => Some(Place::Cell(clash.cell)),
            Argument::TwoDigits(cell, _) | Argument::EmptyCell(cell) => Some(Place::Cell(cell)),
            Argument::Twice(house, ..) | Argument::EmptyHouse(house, _) => {
                Some(Place::House(house))
            }
            _ => None,
        };
        let mut proof = Proof::default();
        let claim = match self.claim(trial, &mut proof) {
            Some(claim) => claim,
            // A round of singles went on from a board that was broken already.
            None => self.claim_by_propagation(trial, &mut proof)?,
        };
        let level = u8::from(proof.nodes.iter().any(|n| matches!(n.because, Because::Rule(_))));
        let reason = Reason::Chains(Chains { claim, level, nodes: proof.nodes });
        Some(Found {
            step: Step { technique, effect, reason },
            place,
            lines: lines.iter().map(|line| super::statements(self.graph, line)).collect(),
        })
    }

    /// The cell HoDoKu names when a premise leads to its opposite. It has no bearing on
    /// the step: it is the first cell of box 9 that no placed digit bars from 9. (Where
    /// there is none HoDoKu names a cell left over from before; here it is the premise's.)
    fn unrelated_cell(&self, otherwise: Cell) -> Cell {
        let nine = Digit::from_index(8);
        let barred =
            |cell: Cell| cell.peers().into_iter().any(|c| self.position.value(c) == Some(nine));
        let cells = self.position.empty_cells().intersection(House::block(8).cells());
        cells.into_iter().find(|&cell| !barred(cell)).unwrap_or(otherwise)
    }

    /// The claim of a trial by plain propagation from its premises.
    fn claim_by_propagation(&self, trial: &Foray, proof: &mut Proof) -> Option<Claim> {
        proof.nodes.clear();
        let premise = |node: Node| (self.graph.candidate(node), node % 2 == 1);
        let mut ends = Vec::with_capacity(trial.ends.len());
        for &(start, end) in &trial.ends {
            let goal = match trial.argument {
                Argument::Either | Argument::EveryDigitOf(_) | Argument::EveryPlaceOf(..) => {
                    Some(premise(end))
                }
                _ => None,
            };
            let assumption = proof.nodes.len() as u32;
            match propagation::run(self.position, premise(start), goal, &mut proof.nodes)? {
                propagation::Outcome::Reached(end) => ends.push(end),
                propagation::Outcome::Contradiction { on, off } => {
                    return Some(Claim::Contradiction { assumption, on, off });
                }
            }
        }
        Some(match trial.argument {
            Argument::EveryDigitOf(cell) => Claim::EveryDigitOf { cell, ends },
            Argument::EveryPlaceOf(house, digit) => Claim::EveryPlaceOf { house, digit, ends },
            _ => Claim::Either { when_on: *ends.first()?, when_off: *ends.get(1)? },
        })
    }

    fn claim(&mut self, trial: &Foray, proof: &mut Proof) -> Option<Claim> {
        let (graph, position) = (self.graph, self.position);
        for &(premise, _) in &trial.ends {
            self.tables.get(graph, premise);
        }
        let table = |premise: Node| &self.tables.tables[premise as usize];
        match &trial.argument {
            Argument::Either | Argument::EveryDigitOf(_) | Argument::EveryPlaceOf(..) => {
                let mut ends = Vec::with_capacity(trial.ends.len());
                for &(premise, end) in &trial.ends {
                    let mut branch = Branch::new(position, graph, table(premise), proof);
                    ends.push(branch.node(end)?);
                }
                Some(match trial.argument {
                    Argument::EveryDigitOf(cell) => Claim::EveryDigitOf { cell, ends },
                    Argument::EveryPlaceOf(house, digit) => {
                        Claim::EveryPlaceOf { house, digit, ends }
                    }
                    _ => Claim::Either { when_on: ends[0], when_off: ends[1] },
                })
            }
            argument => {
                let assumption = proof.nodes.len() as u32;
                let mut branch = Branch::new(position, graph, table(trial.ends[0].0), proof);
                let ends = &trial.ends;
                let (on, off) = match *argument {
                    Argument::Opposite => {
                        return Some(Claim::Opposite { end: branch.node(ends[0].1)? });
                    }
                    Argument::OnAndOff(_) => {
                        let off = branch.node(ends[0].1)?;
                        (branch.node(ends[1].1)?, off)
                    }
                    Argument::TwoDigits(cell, [_, second]) => {
                        let on = branch.node(ends[1].1)?;
                        (on, branch.excluded(ends[0].1, Candidate::new(cell, second))?)
                    }
                    Argument::Twice(_, _, digit) => {
                        let on = branch.node(ends[1].1)?;
                        let cell = graph.cell(ends[1].1);
                        (on, branch.excluded(ends[0].1, Candidate::new(cell, digit))?)
                    }
                    _ => {
                        let (&(_, last), others) = ends.split_last()?;
                        let others: Vec<Node> = others.iter().map(|&(_, end)| end).collect();
                        let because = match *argument {
                            Argument::EmptyHouse(house, _) => Because::LastInHouse(house),
                            _ => Because::LastInCell,
                        };
                        let off = branch.node(last)?;
                        (branch.last(graph.candidate(last), because, &others)?, off)
                    }
                };
                Some(Claim::Contradiction { assumption, on, off })
            }
        }
    }
}

fn meet(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(word, bits)| *word &= bits);
}

fn join(set: &mut [u64], other: &[u64]) {
    set.iter_mut().zip(other).for_each(|(word, bits)| *word |= bits);
}
