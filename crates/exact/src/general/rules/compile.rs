//! From a board and the demands of its rules to a model.
//!
//! Differences become groups, relations of two variables tables, sums and lines propagators; what
//! speaks of one variable alone is taken out of its candidates at once.

use super::among::Among;
use super::connected::Connected;
use super::derive;
use super::different::Different;
use super::either::Either;
use super::line::Layered;
use super::model::Model;
use super::order::Order;
use super::pair::Pair;
use super::pairs_differ::PairsDiffer;
use super::propagator::{Mask, Propagator, PropagatorKind, digits};
use super::sets_by_digit::{SetsByDigit, SetsWithin};
use super::subsets::{Subset, Tables};
use super::sum::{Clique, Rungs, Sum};
use super::tally::Tally;
use crate::general::topology::Lists;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use sudolab_grid::rule::{Demand, Lowering};
use sudolab_grid::{Board, Cell, Digit};

/// An equation of weighted values: the variables in ascending order, each once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Equation {
    pub(super) terms: Vec<(u16, i64)>,
    pub(super) total: i64,
}

/// A model in the making.
pub(super) struct Compiler<'a> {
    pub(super) board: &'a Board,
    lowering: &'a Lowering,
    pub(super) domains: Vec<Mask>,
    pub(super) groups: Vec<Vec<u16>>,
    known_groups: HashSet<Vec<u16>>,
    /// For each variable the variables that differ from it, as bits.
    pub(super) differs: Vec<Vec<u64>>,
    /// The relation of two variables, the smaller first.
    pairs: BTreeMap<(u16, u16), Vec<Mask>>,
    pub(super) equations: Vec<Equation>,
    pub(super) propagators: Vec<Propagator>,
    tables: Tables,
}

/// Makes the model of a board and the demands of its rules.
pub(super) fn compile(board: &Board, lowering: &Lowering) -> Model {
    let mut compiler = Compiler::new(board, lowering);
    compiler.read_differences();
    let tallied = compiler.add_tallies();
    let others = lowering.demands().iter().zip(tallied).filter(|(_, tallied)| !tallied);
    others.for_each(|(demand, _)| compiler.add(demand));
    derive::derive(&mut compiler);
    compiler.finish()
}

fn numbers(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|cell| cell.index() as u16).collect()
}

impl<'a> Compiler<'a> {
    fn new(board: &'a Board, lowering: &'a Lowering) -> Compiler<'a> {
        let n = lowering.n_variables();
        let domain = |i| lowering.domain(Cell::new(i)).bits();
        Compiler {
            board,
            lowering,
            domains: (0..n).map(domain).collect(),
            groups: Vec::new(),
            known_groups: HashSet::new(),
            differs: vec![vec![0; n.div_ceil(64)]; n],
            pairs: BTreeMap::new(),
            equations: Vec::new(),
            propagators: Vec::new(),
            tables: Tables::default(),
        }
    }

    /// Groups and single candidates, which everything else builds upon.
    fn read_differences(&mut self) {
        for house in self.board.houses() {
            self.add_group(numbers(house.cells()));
        }
        for demand in self.lowering.demands() {
            match demand {
                Demand::Different(cells) => self.add_group(numbers(cells)),
                Demand::Allowed { cell, digits } => {
                    self.domains[cell.index()] &= digits.bits();
                }
                Demand::Pair { a, b, table } => {
                    let (a, b) = (a.index(), b.index());
                    let same = |d: usize| table.get(d).is_some_and(|s| s.bits() >> d & 1 == 1);
                    if a != b && !digits(self.domains[a] & self.domains[b]).any(same) {
                        self.set_different(a, b);
                    }
                }
                _ => {}
            }
        }
    }

    fn set_different(&mut self, a: usize, b: usize) {
        self.differs[a][b / 64] |= 1 << (b % 64);
        self.differs[b][a / 64] |= 1 << (a % 64);
    }

    /// Whether two variables are known to differ.
    pub(super) fn are_different(&self, a: u16, b: u16) -> bool {
        self.differs[usize::from(a)][usize::from(b) / 64] >> (b % 64) & 1 == 1
    }

    fn add_group(&mut self, mut cells: Vec<u16>) {
        cells.sort_unstable();
        if cells.windows(2).any(|two| two[0] == two[1]) {
            self.refute();
            return;
        }
        if cells.len() < 2 || !self.known_groups.insert(cells.clone()) {
            return;
        }
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[..i] {
                self.set_different(usize::from(a), usize::from(b));
            }
        }
        self.groups.push(cells);
    }

    /// Nothing keeps the rules.
    fn refute(&mut self) {
        if let Some(first) = self.domains.first_mut() {
            *first = 0;
        }
    }

    /// Puts numbers of times of digits in the same variables together; says for each demand whether
    /// that has been said in full.
    fn add_tallies(&mut self) -> Vec<bool> {
        let demands = self.lowering.demands();
        let mut of: BTreeMap<&[Cell], Vec<(usize, Digit, u64)>> = BTreeMap::new();
        for (at, demand) in demands.iter().enumerate() {
            if let Some((cells, digit, times)) = numbers_of_times(demand) {
                of.entry(cells).or_default().push((at, digit, times));
            }
        }
        let mut told = vec![false; demands.len()];
        for (cells, counts) in of {
            let (own, places) = distinct(cells);
            let is_choice =
                |&(at, ..): &(usize, Digit, u64)| matches!(demands[at], Demand::Either(_));
            if own.len() < places.len()
                || own.len() > Tally::MOST_VARIABLES
                || !counts.iter().any(is_choice)
            {
                continue;
            }
            let all = own.iter().fold(0, |set, &cell| set | self.domains[usize::from(cell)]);
            let mut times: BTreeMap<usize, u64> = digits(all).map(|d| (d, u64::MAX)).collect();
            for &(_, digit, allowed) in &counts {
                *times.entry(digit.index()).or_insert(u64::MAX) &= allowed;
            }
            if times.len() > Tally::MOST_DIGITS {
                continue;
            }
            counts.iter().for_each(|&(at, ..)| told[at] = true);
            let digits = times.into_iter().map(|(digit, allowed)| (1 << digit, allowed)).collect();
            let families = self.families(&own);
            let kind = PropagatorKind::Tally(Tally { digits, families });
            self.propagators.push(Propagator::new(own, kind));
        }
        told
    }

    /// Divisions of variables into sets that differ, by runs of disjoint groups.
    fn families(&self, cells: &[u16]) -> Box<[Box<[u8]>]> {
        let mut families = Vec::new();
        let mut set_of: BTreeMap<u16, u8> = BTreeMap::new();
        let mut n_sets = 0;
        let mut close = |set_of: &BTreeMap<u16, u8>, n_sets: usize| {
            let family: Option<Box<[u8]>> =
                cells.iter().map(|cell| set_of.get(cell).copied()).collect();
            families.extend(family.filter(|_| n_sets <= Tally::MOST_SETS));
        };
        for group in &self.groups {
            if group.iter().any(|cell| set_of.contains_key(cell)) {
                close(&set_of, n_sets);
                set_of.clear();
                n_sets = 0;
            }
            let number = n_sets.min(usize::from(u8::MAX)) as u8;
            set_of.extend(group.iter().map(|&cell| (cell, number)));
            n_sets += 1;
        }
        close(&set_of, n_sets);
        families.into()
    }

    /// For each digit the digits it goes together with in some two of these variables, if relations
    /// forbid any.
    pub(super) fn goes_together(&self, cells: &[u16]) -> Option<Vec<Mask>> {
        let mut together = vec![0; Mask::BITS as usize];
        for (i, &a) in cells.iter().enumerate() {
            for &b in &cells[i + 1..] {
                // A pair without a table: anything goes.
                let table = self.pairs.get(&(a.min(b), a.max(b)))?;
                for digit in digits(self.domains[usize::from(a.min(b))]) {
                    let others = table[digit] & self.domains[usize::from(a.max(b))];
                    together[digit] |= others;
                    digits(others).for_each(|other| together[other] |= 1 << digit);
                }
            }
        }
        Some(together)
    }

    /// The sets of so many of these digits, if they are not too many.
    pub(super) fn sets_of_digits(&mut self, all: Mask, n: usize) -> Option<Vec<Mask>> {
        let weights: Arc<[u32]> = vec![0; Mask::BITS as usize].into();
        Some(self.tables.get(all, n, &weights)?.iter().map(|set| set.digits).collect())
    }

    /// The digits of different variables form one of these sets.
    pub(super) fn add_sets(&mut self, cells: Vec<u16>, sets: &[Mask]) {
        let all = sets.iter().fold(0, |all, set| all | set);
        let subsets: Arc<[Subset]> =
            sets.iter().map(|&digits| Subset { digits, weight: 0 }).collect();
        let clique = Clique {
            from: 0,
            to: cells.len(),
            weights: vec![0; Mask::BITS as usize].into(),
            ladder: Rungs::Uneven,
            order: digits(all).map(|digit| digit as u8).collect(),
            by_digit: SetsByDigit::of(&subsets)
                .map(|table| SetsWithin::new(Arc::new(table), 0..=0, 0)),
            subsets: Some(subsets),
            onlookers: Box::default(),
        };
        let kind =
            PropagatorKind::Sum(Sum { cliques: [clique].into(), low: 0, high: 0, narrow: true });
        self.propagators.push(Propagator::new(cells, kind));
    }

    /// Adds a demand of the puzzle itself.
    fn add(&mut self, demand: &Demand) {
        match demand {
            // Read already.
            Demand::Different(_) | Demand::Allowed { .. } => {}
            _ => {
                let mut made = Vec::new();
                self.translate(demand, &mut made);
                made.into_iter().for_each(|propagator| self.take(propagator));
                if let Demand::Sum { terms, low, high } = demand
                    && low == high
                {
                    let terms = merged(terms);
                    self.equations.push(Equation { terms, total: *low });
                }
            }
        }
    }

    /// Adds an equation that follows from others.
    pub(super) fn add_derived(&mut self, equation: &Equation) {
        let mut made = Vec::new();
        self.sum(equation.terms.clone(), equation.total, equation.total, &mut made);
        made.into_iter().for_each(|propagator| self.take(propagator));
    }

    fn take(&mut self, propagator: Propagator) {
        match propagator.kind {
            PropagatorKind::Allowed(mask) => self.domains[usize::from(propagator.cells[0])] &= mask,
            PropagatorKind::Pair(pair) => {
                let (a, b) = (propagator.cells[0], propagator.cells[1]);
                let (from, to) = (a.min(b), a.max(b));
                let n = usize::from(Mask::BITS as u16);
                let known = self.pairs.entry((from, to)).or_insert_with(|| vec![Mask::MAX; n]);
                for (digit, set) in known.iter_mut().enumerate() {
                    *set &= if a < b { pair.allowed(digit) } else { pair.supports(digit) };
                }
            }
            _ => self.propagators.push(propagator),
        }
    }

    /// The propagators of a demand.
    fn translate(&mut self, demand: &Demand, made: &mut Vec<Propagator>) {
        match demand {
            Demand::Different(cells) => {
                made.push(Propagator::new(numbers(cells), PropagatorKind::Different(Different)));
            }
            Demand::Allowed { cell, digits } => {
                made.push(allowed(cell.index() as u16, digits.bits()));
            }
            Demand::Pair { a, b, table } => {
                let table = table.iter().map(|set| set.bits()).collect();
                self.pair(a.index() as u16, b.index() as u16, table, made);
            }
            Demand::Sum { terms, low, high } => self.sum(merged(terms), *low, *high, made),
            Demand::Line { cells, automaton } => {
                let (own, places) = distinct(cells);
                let sets: Vec<Mask> = own.iter().map(|&c| self.domains[usize::from(c)]).collect();
                if own.is_empty() {
                    if !automaton.accepts([]) {
                        made.push(allowed(0, 0));
                    }
                    return;
                }
                let kind = PropagatorKind::Line(Layered::new(places, &sets, automaton));
                made.push(Propagator::new(own, kind));
            }
            Demand::Among { cells, multiset } => {
                let (own, places) = distinct(cells);
                let mut times = vec![0; own.len()];
                places.iter().for_each(|&place| times[usize::from(place)] += 1);
                // A digit that is named twice keeps both bounds; the filter counts each digit once.
                let mut bounds: BTreeMap<usize, (u16, u16)> = BTreeMap::new();
                for &(digit, low, high) in multiset {
                    let known = bounds.entry(digit.index()).or_insert((0, u16::MAX));
                    *known = (known.0.max(u16::from(low)), known.1.min(u16::from(high)));
                }
                let counts: Box<[_]> =
                    bounds.iter().map(|(&digit, &(low, high))| (1 << digit, low, high)).collect();
                if own.is_empty() {
                    if counts.iter().any(|&(_, low, _)| low > 0) {
                        made.push(allowed(0, 0));
                    }
                    return;
                }
                let kind = PropagatorKind::Among(Among { times: times.into(), counts });
                made.push(Propagator::new(own, kind));
            }
            Demand::Either(ways) => self.either(ways, made),
            Demand::PairsDiffer(pairs) => {
                let all: Vec<Cell> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                let (own, places) = distinct(&all);
                let pairs = places.chunks_exact(2).map(|two| (two[0], two[1])).collect();
                if !own.is_empty() {
                    let kind = PropagatorKind::PairsDiffer(PairsDiffer { pairs });
                    made.push(Propagator::new(own, kind));
                }
            }
            Demand::Order { line, others, before, ties, alike } => {
                let all: Vec<Cell> = line.iter().chain(others.iter().flatten()).copied().collect();
                let (own, places) = distinct(&all);
                let mut words = places.chunks_exact(line.len().max(1)).map(Box::from);
                let Some(first) = words.next() else { return };
                let kind = PropagatorKind::Order(Order {
                    line: first,
                    others: words.collect(),
                    before: before.map(u32::from),
                    ties: *ties,
                    alike: alike.map(|(n, before)| (u32::from(n), u32::from(before))),
                });
                made.push(Propagator::new(own, kind));
            }
            Demand::Connected { cells, touching } => {
                let sizes = self.sizes(cells);
                let kind = PropagatorKind::Connected(Connected::new(cells.len(), touching, sizes));
                if !cells.is_empty() {
                    made.push(Propagator::new(numbers(cells), kind));
                }
            }
            // A demand that is newer than this engine: the answers are judged all the same.
            _ => {}
        }
    }

    /// How many of these variables hold each digit, as far as that is demanded outright.
    fn sizes(&self, cells: &[Cell]) -> Box<[u16]> {
        let mut sizes = vec![0; Mask::BITS as usize];
        for demand in self.lowering.demands() {
            if let Demand::Among { cells: same, multiset } = demand
                && same == cells
                && distinct(cells).0.len() == cells.len()
            {
                for &(digit, low, high) in multiset {
                    if low == high {
                        sizes[digit.index()] = u16::from(low);
                    }
                }
            }
        }
        sizes.into()
    }

    fn pair(&mut self, a: u16, b: u16, mut table: Vec<Mask>, made: &mut Vec<Propagator>) {
        if a == b {
            let holds = |&d: &usize| table.get(d).is_some_and(|set| set >> d & 1 == 1);
            let mask =
                digits(self.domains[usize::from(a)]).filter(holds).fold(0, |m, d| m | 1 << d);
            made.push(allowed(a, mask));
            return;
        }
        if self.are_different(a, b) {
            table.iter_mut().enumerate().for_each(|(digit, set)| *set &= !(1 << digit));
        }
        let kind = PropagatorKind::Pair(Pair::new(table, Mask::BITS as usize));
        made.push(Propagator::new([a, b], kind));
    }

    fn either(&mut self, ways: &[Vec<Demand>], made: &mut Vec<Propagator>) {
        if let [only] = ways {
            only.iter().for_each(|demand| self.translate(demand, made));
            return;
        }
        let mut tried: Vec<Vec<Propagator>> = Vec::new();
        for way in ways {
            let mut inner = Vec::new();
            way.iter().for_each(|demand| self.translate(demand, &mut inner));
            if inner.is_empty() {
                return;
            }
            tried.push(inner);
        }
        let all = tried.iter().flatten().flat_map(|propagator| propagator.cells.iter().copied());
        let mut own: Vec<u16> = all.collect();
        own.sort_unstable();
        own.dedup();
        if own.is_empty() {
            made.push(allowed(0, 0));
            return;
        }
        for propagator in tried.iter_mut().flatten() {
            for cell in &mut propagator.cells {
                *cell = own.binary_search(cell).unwrap_or(0) as u16;
            }
        }
        let ways = tried.into_iter().map(Vec::into_boxed_slice).collect();
        made.push(Propagator::new(own, PropagatorKind::Either(Either { ways })));
    }

    /// The value a digit has in a variable.
    pub(super) fn value(&self, cell: u16, digit: usize) -> i64 {
        Digit::from_index(digit)
            .map_or(0, |digit| self.lowering.value(Cell::new(usize::from(cell)), digit))
    }

    fn sum(&mut self, terms: Vec<(u16, i64)>, low: i64, high: i64, made: &mut Vec<Propagator>) {
        match terms.as_slice() {
            [] => {
                if low > 0 || high < 0 {
                    made.push(allowed(0, 0));
                }
            }
            &[(cell, weight)] => {
                let holds = |&d: &usize| (low..=high).contains(&(weight * self.value(cell, d)));
                let set = digits(self.domains[usize::from(cell)]).filter(holds);
                made.push(allowed(cell, set.fold(0, |m, d| m | 1 << d)));
            }
            &[(a, weight_a), (b, weight_b)] => {
                let mut table = vec![0; Mask::BITS as usize];
                for first in digits(self.domains[usize::from(a)]) {
                    for second in digits(self.domains[usize::from(b)]) {
                        let sum =
                            weight_a * self.value(a, first) + weight_b * self.value(b, second);
                        if (low..=high).contains(&sum) {
                            table[first] |= 1 << second;
                        }
                    }
                }
                self.pair(a, b, table, made);
            }
            _ => made.push(self.long_sum(terms, low, high)),
        }
    }

    fn long_sum(&mut self, mut terms: Vec<(u16, i64)>, low: i64, high: i64) -> Propagator {
        // Those that differ from most others first, so that cliques grow large.
        let n_different =
            |&(a, _): &(u16, i64)| terms.iter().filter(|&&(b, _)| self.are_different(a, b)).count();
        let order: Vec<usize> = terms.iter().map(n_different).collect();
        let mut by_degree: Vec<usize> = (0..terms.len()).collect();
        by_degree.sort_by_key(|&i| std::cmp::Reverse(order[i]));
        terms = by_degree.into_iter().map(|i| terms[i]).collect();
        let mut cliques: Vec<Vec<(u16, i64)>> = Vec::new();
        for &(cell, weight) in &terms {
            let fits = |clique: &&mut Vec<(u16, i64)>| {
                clique.iter().all(|&(other, w)| {
                    w == weight
                        && self.are_different(cell, other)
                        && self.is_board(cell) == self.is_board(other)
                }) && (self.is_board(cell) || clique.is_empty())
            };
            match cliques.iter_mut().find(fits) {
                Some(clique) => clique.push((cell, weight)),
                None => cliques.push(vec![(cell, weight)]),
            }
        }
        cliques.sort_by_key(|clique| std::cmp::Reverse(clique.len()));
        let first = self.sum_of(&cliques, low, high);
        if matches!(&first.kind, PropagatorKind::Sum(sum) if !sum.narrow) {
            // Perhaps its bounds are near its largest sum.
            for (_, weight) in cliques.iter_mut().flatten() {
                *weight = -*weight;
            }
            let turned = self.sum_of(&cliques, -high, -low);
            if matches!(&turned.kind, PropagatorKind::Sum(sum) if sum.narrow) {
                return turned;
            }
        }
        first
    }

    fn sum_of(&mut self, cliques: &[Vec<(u16, i64)>], mut low: i64, mut high: i64) -> Propagator {
        let mut made = Vec::new();
        let mut cells: Vec<u16> = Vec::new();
        // The least and the largest sum of each clique.
        let mut extents: Vec<(i64, i64)> = Vec::new();
        for clique in cliques {
            let (cell, factor) = clique[0];
            let all = clique.iter().fold(0, |set, &(c, _)| set | self.domains[usize::from(c)]);
            let counts = |digit: usize| factor * self.value(cell, digit);
            let least = digits(all).map(counts).min().unwrap_or(0);
            let n_digits = Mask::BITS - all.leading_zeros();
            let count = |d: usize| if all >> d & 1 == 1 { counts(d) - least } else { 0 };
            let weights: Arc<[u32]> = (0..n_digits as usize).map(|d| count(d) as u32).collect();
            let mut order: Vec<u8> = digits(all).map(|digit| digit as u8).collect();
            order.sort_by_key(|&digit| weights[usize::from(digit)]);
            let n = clique.len();
            let subsets = if n > 1 { self.tables.get(all, n, &weights) } else { None };
            low -= least * n as i64;
            high -= least * n as i64;
            extents.push(match &subsets {
                Some(sets) => {
                    let weights = || sets.iter().map(|set| i64::from(set.weight));
                    (weights().min().unwrap_or(0), weights().max().unwrap_or(0))
                }
                None => (0, n as i64 * i64::from(weights.iter().copied().max().unwrap_or(0))),
            });
            let from = cells.len();
            cells.extend(clique.iter().map(|&(cell, _)| cell));
            let (to, ladder) = (cells.len(), Rungs::of(all, &weights));
            let (order, onlookers) = (order.into(), Box::default());
            let by_digit = None;
            made.push(Clique { from, to, weights, ladder, order, subsets, by_digit, onlookers });
        }
        let width: i64 = extents.iter().map(|(least, most)| most - least).sum();
        let shift: i64 = extents.iter().map(|(least, _)| least).sum();
        let narrow = high.min(shift + width) - shift < 128 && made.len() <= Sum::MOST_CLIQUES;
        if narrow {
            // The least sum of each clique's sets counts nothing either, and sets that count too
            // little or too much for every sum within the bounds go.
            low = (low - shift).max(0);
            high = (high - shift).min(width);
            for (clique, (least, most)) in made.iter_mut().zip(extents) {
                let Some(sets) = &clique.subsets else { continue };
                let others = width - (most - least);
                let wanted = (low - others).max(0)..=high;
                if let Some(table) = self.tables.by_digit(sets) {
                    clique.by_digit = Some(SetsWithin::new(table, wanted, least as u32));
                    continue;
                }
                let sets = self.tables.shifted(sets, least as u32);
                let fits = |set: &&Subset| wanted.contains(&i64::from(set.weight));
                let n_fitting = sets.iter().filter(fits).count();
                clique.subsets = Some(match n_fitting == sets.len() {
                    true => sets,
                    false => sets.iter().filter(fits).copied().collect(),
                });
            }
        }
        let sum = Sum { cliques: made.into(), low, high, narrow };
        Propagator::new(cells, PropagatorKind::Sum(sum))
    }

    fn is_board(&self, cell: u16) -> bool {
        usize::from(cell) < self.lowering.n_cells()
    }

    /// The digits of a group, if it has as many variables.
    pub(super) fn digits_of_full(&self, group: &[u16]) -> Option<Mask> {
        let all = group.iter().fold(0, |set, &cell| set | self.domains[usize::from(cell)]);
        (all.count_ones() as usize == group.len()).then_some(all)
    }

    fn finish(mut self) -> Model {
        let n = self.domains.len();
        // Where two variables differ anyway, the group says so; a table that says no more goes.
        for ((a, b), table) in std::mem::take(&mut self.pairs) {
            let (left, right) = (self.domains[usize::from(a)], self.domains[usize::from(b)]);
            let table: Vec<Mask> = table.iter().map(|set| set & right).collect();
            let says = |allowed: &dyn Fn(usize) -> Mask| {
                digits(left).all(|digit| table[digit] == allowed(digit) & right)
            };
            if says(&|_| Mask::MAX) {
                continue;
            }
            if says(&|digit| !(1 << digit)) {
                self.add_group(vec![a, b]);
                continue;
            }
            let kind = PropagatorKind::Pair(Pair::new(table, Mask::BITS as usize));
            self.propagators.push(Propagator::new([a, b], kind));
        }
        self.find_onlookers();
        let (full, partial): (Vec<Vec<u16>>, Vec<Vec<u16>>) = std::mem::take(&mut self.groups)
            .into_iter()
            .partition(|group| self.digits_of_full(group).is_some());
        let digits_of = full.iter().filter_map(|group| self.digits_of_full(group)).collect();
        let mut groups_of = vec![Vec::new(); n];
        for (number, group) in full.iter().enumerate() {
            group.iter().for_each(|&cell| groups_of[usize::from(cell)].push(number as u16));
        }
        let mut peers = vec![Vec::new(); n];
        for group in full.iter().chain(&partial) {
            for &cell in group {
                peers[usize::from(cell)].extend(group.iter().copied().filter(|&c| c != cell));
            }
        }
        for list in &mut peers {
            list.sort_unstable();
            list.dedup();
        }
        let mut wakes: Vec<Vec<u32>> = vec![Vec::new(); n];
        for (number, propagator) in self.propagators.iter().enumerate() {
            for &cell in propagator.own() {
                wakes[usize::from(cell)].push(number as u32);
            }
        }
        Model {
            n_board: self.lowering.n_cells(),
            domains: self.domains,
            n_full: full.len(),
            digits_of,
            groups: Lists::of(full.into_iter().chain(partial)),
            groups_of: Lists::of(groups_of.into_iter()),
            peers: Lists::of(peers.into_iter()),
            done_at_once: self.propagators.iter().map(Propagator::is_done_at_once).collect(),
            dear: self.propagators.iter().map(Propagator::is_dear).collect(),
            propagators: self.propagators,
            wakes: wakes.into_iter().map(Vec::into_boxed_slice).collect(),
        }
    }
}

fn allowed(cell: u16, mask: Mask) -> Propagator {
    Propagator::new([cell], PropagatorKind::Allowed(mask))
}

/// The terms of a sum with each variable once, in ascending order, without those that count nothing.
fn merged(terms: &[(Cell, i32)]) -> Vec<(u16, i64)> {
    let mut all: BTreeMap<u16, i64> = BTreeMap::new();
    for &(cell, weight) in terms {
        *all.entry(cell.index() as u16).or_default() += i64::from(weight);
    }
    all.into_iter().filter(|&(_, weight)| weight != 0).collect()
}

/// A demand that says in which numbers of times one digit occurs in some variables, as bits.
fn numbers_of_times(demand: &Demand) -> Option<(&[Cell], Digit, u64)> {
    match demand {
        Demand::Among { cells, multiset } => {
            let &[(digit, low, high)] = multiset.as_slice() else { return None };
            let high = high.min(63);
            let times = if low > high { 0 } else { (u64::MAX >> (63 - high)) & (u64::MAX << low) };
            Some((cells, digit, times))
        }
        Demand::Either(ways) => {
            let mut told = None;
            for way in ways {
                let [only] = way.as_slice() else { return None };
                let (cells, digit, times) = numbers_of_times(only)?;
                match &mut told {
                    None => told = Some((cells, digit, times)),
                    Some((known, same, all)) if *known == cells && *same == digit => *all |= times,
                    Some(_) => return None,
                }
            }
            told
        }
        _ => None,
    }
}

/// Each variable once, and the place of each in that list.
fn distinct(cells: &[Cell]) -> (Vec<u16>, Vec<u16>) {
    let mut own: Vec<u16> = Vec::new();
    let place = |cell: u16, own: &mut Vec<u16>| match own.iter().position(|&known| known == cell) {
        Some(at) => at as u16,
        None => {
            own.push(cell);
            own.len() as u16 - 1
        }
    };
    let places = numbers(cells).into_iter().map(|cell| place(cell, &mut own)).collect();
    (own, places)
}
