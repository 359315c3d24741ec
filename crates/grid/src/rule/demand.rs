//! Demands: what rules ask of an engine, in terms that know no rule names.
//!
//! Every rule says what it asks in two ways: [`Rule::holds`](super::Rule::holds) judges a filled grid,
//! and [`Rule::lower`](super::Rule::lower) adds demands to a [`Lowering`]. An engine reads the
//! demands alone, so that it knows sums and automata but neither sandwiches nor thermometers.
//!
//! The variables of a lowering are the cells of the board, by their numbers, and after them the
//! helpers that rules asked for, such as the region of a cell where regions are unknown. A helper has
//! digits of its own, with values of their own. Two fillings that differ in helpers alone are one
//! solution: an engine counts fillings of the board.
//!
//! ```text
//! cell numbers   0 … n_cells - 1        n_cells …
//!                the board              helpers, in the order they were asked for
//! ```

use crate::{Board, Cell, Digit, DigitSet};
use std::collections::HashMap;
use std::hash::Hash;

/// What a rule asks of the engine.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Demand {
    /// No digit twice in these variables, which have the same digits and values.
    Different(Vec<Cell>),
    /// A variable holds one of these digits.
    Allowed {
        /// The variable.
        cell: Cell,
        /// What it may hold.
        digits: DigitSet,
    },
    /// Which digits go together in two variables.
    Pair {
        /// One variable.
        a: Cell,
        /// The other.
        b: Cell,
        /// For each digit of `a`, by [`Digit::index`], what `b` may then hold.
        table: Vec<DigitSet>,
    },
    /// A weighted sum of values lies between two bounds. A variable may occur more than once.
    Sum {
        /// Variables with their weights.
        terms: Vec<(Cell, i32)>,
        /// The least sum allowed.
        low: i64,
        /// The largest sum allowed; the same as `low` for an equation.
        high: i64,
    },
    /// The digits along a line are a word of an automaton. A variable may occur more than once.
    Line {
        /// The variables in the order of reading.
        cells: Vec<Cell>,
        /// What accepts them.
        automaton: Automaton,
    },
    /// How often digits occur in these variables. A variable named twice counts twice.
    Among {
        /// The variables.
        cells: Vec<Cell>,
        /// Digit, least and largest number of times it occurs; digits not named are free.
        multiset: Vec<(Digit, u8, u8)>,
    },
    /// At least one of these conjunctions holds.
    Either(Vec<Vec<Demand>>),
    /// No two of these pairs of variables hold the same pair of digits.
    PairsDiffer(Vec<(Cell, Cell)>),
    /// The place of a line among others of its length, read as words and put in order. Lines have the
    /// same digits at each place.
    Order {
        /// The line.
        line: Vec<Cell>,
        /// Those it is compared with.
        others: Vec<Vec<Cell>>,
        /// How many of them come before it; `None` when only ties are spoken of.
        before: Option<u16>,
        /// Whether others may be equal to it, and then count as before or after, as is needed.
        ties: bool,
        /// What follows from all lines together, as a help: how many others begin with the same
        /// digit, and how many of those come before it.
        alike: Option<(u16, u16)>,
    },
    /// For each digit, the variables that hold it hang together along these neighbourhoods.
    Connected {
        /// The variables.
        cells: Vec<Cell>,
        /// Places in `cells` of variables that touch, each pair once.
        touching: Vec<(u16, u16)>,
    },
}

impl Demand {
    /// A demand on two variables by a relation of their digits.
    pub fn pair(
        a: Cell,
        b: Cell,
        lowering: &Lowering,
        holds: impl Fn(Digit, Digit) -> bool,
    ) -> Demand {
        let (left, right) = (lowering.domain(a), lowering.domain(b));
        let n_rows = left.iter().last().map_or(0, |digit| digit.index() + 1);
        let mut table = vec![DigitSet::EMPTY; n_rows];
        for digit in left.iter() {
            table[digit.index()] = right.iter().filter(|&other| holds(digit, other)).collect();
        }
        Demand::Pair { a, b, table }
    }

    /// An equation of weighted values.
    pub fn equation(terms: Vec<(Cell, i32)>, total: i64) -> Demand {
        Demand::Sum { terms, low: total, high: total }
    }

    /// Whether a full assignment keeps the demand: for each variable its digit.
    ///
    /// This is the plain meaning, against which engines are tested.
    pub fn is_kept(&self, held: &[Digit], lowering: &Lowering) -> bool {
        let digit = |cell: Cell| held[cell.index()];
        match self {
            Demand::Different(cells) => {
                let distinct: DigitSet = cells.iter().map(|&cell| digit(cell)).collect();
                distinct.len() == cells.len()
            }
            Demand::Allowed { cell, digits } => digits.contains(digit(*cell)),
            Demand::Pair { a, b, table } => {
                table.get(digit(*a).index()).is_some_and(|allowed| allowed.contains(digit(*b)))
            }
            Demand::Sum { terms, low, high } => {
                let value = |&(cell, weight): &(Cell, i32)| {
                    i64::from(weight) * lowering.value(cell, digit(cell))
                };
                (*low..=*high).contains(&terms.iter().map(value).sum())
            }
            Demand::Line { cells, automaton } => {
                automaton.accepts(cells.iter().map(|&cell| digit(cell)))
            }
            Demand::Among { cells, multiset } => multiset.iter().all(|&(counted, low, high)| {
                let times = cells.iter().filter(|&&cell| digit(cell) == counted).count();
                (usize::from(low)..=usize::from(high)).contains(&times)
            }),
            Demand::Either(ways) => {
                ways.iter().any(|way| way.iter().all(|demand| demand.is_kept(held, lowering)))
            }
            Demand::PairsDiffer(pairs) => {
                let mut seen = std::collections::HashSet::new();
                pairs.iter().all(|&(a, b)| seen.insert((digit(a), digit(b))))
            }
            Demand::Order { line, others, before, ties, .. } => {
                let word = |line: &[Cell]| line.iter().map(|&c| digit(c)).collect::<Vec<Digit>>();
                let ours = word(line);
                let less = others.iter().filter(|other| word(other) < ours).count();
                let equal = others.iter().filter(|other| word(other) == ours).count();
                let wanted = before.map(usize::from);
                (*ties || equal == 0) && wanted.is_none_or(|n| (less..=less + equal).contains(&n))
            }
            Demand::Connected { cells, touching } => {
                let held: Vec<Digit> = cells.iter().map(|&cell| digit(cell)).collect();
                hang_together(&held, touching)
            }
        }
    }
}

/// Whether the places that hold the same thing hang together.
pub(super) fn hang_together<T: Eq + Hash + Copy>(held: &[T], touching: &[(u16, u16)]) -> bool {
    let mut group: Vec<usize> = (0..held.len()).collect();
    fn root(group: &mut [usize], mut place: usize) -> usize {
        while group[place] != place {
            group[place] = group[group[place]];
            place = group[place];
        }
        place
    }
    for &(a, b) in touching {
        let (a, b) = (usize::from(a), usize::from(b));
        if held[a] == held[b] {
            let (a, b) = (root(&mut group, a), root(&mut group, b));
            group[a] = b;
        }
    }
    let mut root_of: HashMap<T, usize> = HashMap::new();
    (0..held.len()).all(|place| {
        let top = root(&mut group, place);
        *root_of.entry(held[place]).or_insert(top) == top
    })
}

/// A finite automaton over digits, which need not be deterministic.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Automaton {
    start: Vec<u16>,
    accepting: Vec<bool>,
    arcs: Vec<Vec<(DigitSet, u16)>>,
}

impl Automaton {
    /// The most states an automaton may have.
    pub const MAX_STATES: usize = 1 << 14;

    /// An automaton of these parts: for each state whether it accepts and where it leads; `None`
    /// when a state is named that is not there, or there are too many.
    pub fn new(
        start: Vec<u16>,
        accepting: Vec<bool>,
        arcs: Vec<Vec<(DigitSet, u16)>>,
    ) -> Option<Automaton> {
        let n = accepting.len();
        let known = |&state: &u16| usize::from(state) < n;
        let good = n <= Automaton::MAX_STATES
            && arcs.len() == n
            && start.iter().all(known)
            && arcs.iter().flatten().all(|(_, to)| known(to));
        good.then_some(Automaton { start, accepting, arcs })
    }

    /// The deterministic automaton whose states are values: where the first stands, what each digit
    /// makes of one (`None`: the word is lost), and which are good to end with. `None` when there are
    /// more than [`Automaton::MAX_STATES`].
    pub fn explore<S: Clone + Eq + Hash>(
        first: S,
        digits: DigitSet,
        step: impl Fn(&S, Digit) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Option<Automaton> {
        let mut numbers: HashMap<S, u16> = HashMap::from([(first.clone(), 0)]);
        let mut states = vec![first];
        let mut arcs: Vec<Vec<(DigitSet, u16)>> = Vec::new();
        while arcs.len() < states.len() {
            let from = states[arcs.len()].clone();
            let mut out: Vec<(DigitSet, u16)> = Vec::new();
            for digit in digits.iter() {
                let Some(to) = step(&from, digit) else { continue };
                let next = states.len();
                let number = *numbers.entry(to).or_insert_with_key(|state| {
                    states.push(state.clone());
                    next as u16
                });
                if states.len() > Automaton::MAX_STATES {
                    return None;
                }
                match out.iter_mut().find(|(_, known)| *known == number) {
                    Some((set, _)) => set.insert(digit),
                    None => out.push((DigitSet::only(digit), number)),
                }
            }
            arcs.push(out);
        }
        let accepting = states.iter().map(accepts).collect();
        Some(Automaton { start: vec![0], accepting, arcs })
    }

    /// The automaton that accepts what one of these accepts; `None` when they have too many states
    /// together.
    pub fn any_of(ways: &[Automaton]) -> Option<Automaton> {
        let mut all = Automaton::default();
        for way in ways {
            let shift = u16::try_from(all.n_states()).ok()?;
            if all.n_states() + way.n_states() > Automaton::MAX_STATES {
                return None;
            }
            all.start.extend(way.start.iter().map(|state| state + shift));
            all.accepting.extend(&way.accepting);
            let moved = |arcs: &Vec<(DigitSet, u16)>| {
                arcs.iter().map(|&(set, to)| (set, to + shift)).collect()
            };
            all.arcs.extend(way.arcs.iter().map(moved));
        }
        Some(all)
    }

    /// How many states there are.
    pub fn n_states(&self) -> usize {
        self.accepting.len()
    }

    /// The states a word may begin in.
    pub fn start(&self) -> &[u16] {
        &self.start
    }

    /// Whether a word may end in a state.
    pub fn is_accepting(&self, state: u16) -> bool {
        self.accepting[usize::from(state)]
    }

    /// Where a state leads, and by which digits.
    pub fn arcs(&self, state: u16) -> &[(DigitSet, u16)] {
        &self.arcs[usize::from(state)]
    }

    /// Whether a word is accepted.
    pub fn accepts(&self, word: impl IntoIterator<Item = Digit>) -> bool {
        let mut now: Vec<u16> = self.start.clone();
        for digit in word {
            let arcs = now.iter().flat_map(|&state| self.arcs(state));
            let mut next: Vec<u16> =
                arcs.filter(|(set, _)| set.contains(digit)).map(|&(_, to)| to).collect();
            next.sort_unstable();
            next.dedup();
            now = next;
        }
        now.iter().any(|&state| self.is_accepting(state))
    }
}

/// A variable that is no cell: its digits and their values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Helper {
    /// What it may hold.
    pub domain: DigitSet,
    /// The value of each digit, by [`Digit::index`]; at least up to the largest of the domain.
    pub values: Box<[i32]>,
}

/// All demands of a puzzle's rules, and the helpers they speak of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lowering {
    n_cells: usize,
    digits: DigitSet,
    first_value: i64,
    demands: Vec<Demand>,
    helpers: Vec<Helper>,
}

impl Lowering {
    /// No demand yet, for a board.
    pub fn new(board: &Board) -> Lowering {
        Lowering {
            n_cells: board.n_cells(),
            digits: board.digits(),
            first_value: board.first_value(),
            demands: Vec::new(),
            helpers: Vec::new(),
        }
    }

    /// Adds a demand.
    pub fn demand(&mut self, demand: Demand) {
        self.demands.push(demand);
    }

    /// Adds a variable that is no cell.
    pub fn helper(&mut self, domain: DigitSet, values: Vec<i32>) -> Cell {
        let cell = Cell::new(self.n_variables());
        self.helpers.push(Helper { domain, values: values.into() });
        cell
    }

    /// The demands, in the order of the rules.
    pub fn demands(&self) -> &[Demand] {
        &self.demands
    }

    /// The helpers, in the order of their numbers.
    pub fn helpers(&self) -> &[Helper] {
        &self.helpers
    }

    /// How many cells the board has: helpers are numbered from there.
    pub fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// How many variables there are, helpers included.
    pub fn n_variables(&self) -> usize {
        self.n_cells + self.helpers.len()
    }

    /// What a variable may hold as far as its own nature goes.
    pub fn domain(&self, cell: Cell) -> DigitSet {
        match cell.index().checked_sub(self.n_cells) {
            None => self.digits,
            Some(helper) => self.helpers[helper].domain,
        }
    }

    /// The value of a digit in a variable: what sums count.
    pub fn value(&self, cell: Cell, digit: Digit) -> i64 {
        match cell.index().checked_sub(self.n_cells) {
            None => self.first_value + digit.index() as i64,
            Some(helper) => i64::from(self.helpers[helper].values[digit.index()]),
        }
    }

    /// Takes out what was demanded since there were so many demands, to be put elsewhere.
    pub(super) fn split_off(&mut self, n: usize) -> Vec<Demand> {
        self.demands.split_off(n)
    }

    /// Whether a full assignment, helpers included, keeps every demand.
    pub fn is_kept(&self, held: &[Digit]) -> bool {
        self.demands.iter().all(|demand| demand.is_kept(held, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> Vec<Digit> {
        text.bytes().filter_map(|b| Digit::from_number(b - b'0')).collect()
    }

    #[test]
    fn an_explored_automaton_accepts_what_its_steps_allow() {
        let rising = Automaton::explore(
            0u8,
            DigitSet::all(4),
            |&last, digit| (digit.value() > last).then_some(digit.value()),
            |&last| last > 2,
        );
        let rising = rising.unwrap();
        assert_eq!(rising.n_states(), 5);
        assert!(rising.accepts(digits("124")) && rising.accepts(digits("3")));
        assert!(!rising.accepts(digits("12")) && !rising.accepts(digits("413")));
        let endless = Automaton::explore(0u32, DigitSet::all(1), |&n, _| Some(n + 1), |_| true);
        assert_eq!(endless, None);
    }

    #[test]
    fn an_automaton_that_leads_nowhere_is_refused() {
        assert_eq!(Automaton::new(vec![1], vec![true], vec![Vec::new()]), None);
        let all = DigitSet::all(2);
        let twin = Automaton::new(vec![0, 1], vec![false, true], vec![vec![(all, 1)], Vec::new()]);
        let twin = twin.unwrap();
        assert!(twin.accepts(digits("")) && twin.accepts(digits("1")));
        assert!(!twin.accepts(digits("11")));
    }

    #[test]
    fn demands_mean_what_they_say() {
        let board = Board::of_size(4).unwrap();
        let mut lowering = Lowering::new(&board);
        let helper = lowering.helper(DigitSet::all(2), vec![-5, 5]);
        let mut held = digits("1234341221434321");
        held.extend(digits("2"));
        let cell = Cell::new;
        let kept = |demand: Demand| demand.is_kept(&held, &lowering);
        assert!(kept(Demand::Different(vec![cell(0), cell(1)])));
        assert!(!kept(Demand::Different(vec![cell(0), cell(6)])));
        assert!(kept(Demand::equation(vec![(cell(0), 1), (cell(3), 2), (helper, 1)], 14)));
        assert!(kept(Demand::pair(cell(0), cell(1), &lowering, |a, b| a < b)));
        assert!(!kept(Demand::pair(cell(3), cell(1), &lowering, |a, b| a < b)));
        let one = Digit::from_number(1).unwrap();
        let among = |low, high| Demand::Among {
            cells: (0..8).map(cell).collect(),
            multiset: vec![(one, low, high)],
        };
        assert!(kept(among(2, 2)) && !kept(among(0, 1)));
        assert!(kept(Demand::Either(vec![vec![among(0, 1)], vec![among(1, 3), among(2, 2)]])));
        assert!(!kept(Demand::Either(Vec::new())));
        assert!(kept(Demand::PairsDiffer(vec![(cell(0), cell(1)), (cell(0), cell(2))])));
        assert!(!kept(Demand::PairsDiffer(vec![(cell(0), cell(1)), (cell(6), cell(7))])));
        let touching = |pairs: &[(u16, u16)]| Demand::Connected {
            cells: vec![cell(0), cell(6), cell(1)],
            touching: pairs.to_vec(),
        };
        assert!(kept(touching(&[(0, 1)])) && !kept(touching(&[(0, 2), (1, 2)])));
    }
}
