//! Doublers: hidden cells, one in each row, column and box and of each digit, that count twice.
//!
//! Where they are is part of the solution: for each row a cell beside the grid holds the number of the
//! column of its doubler. What counts twice is said rule by rule, since not everything does: a cage
//! `doubled` sums values of which those in doublers count twice, but its digits are as they stand.
//!
//! ```text
//! doublers d1 d2 … d9                      where they are
//! doubled =cage 15 d1 … d9 / r1c1 r1c2     a rule about what counts
//! ```
//!
//! A rule in which values count twice is the same rule on a board whose digits are the values that a
//! cell can count. An engine gets, for each cell of such a rule, a helper that holds the digit and
//! whether it is doubled:
//!
//! ```text
//! place in the helper's domain    0 … n - 1         n … 2n - 1
//!                                 digit, once       digit, twice
//! ```

use super::judge::{all_differ, breach};
use super::parts::{Parts, check_cells};
use super::{Automaton, Breach, Demand, Lowering, Mark, Rule, RuleError, RuleKind, Sum};
use crate::{Board, Cell, Digit, DigitSet, Grid, Plan};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Where doublers are, or a rule in which they count twice.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Doubler {
    /// One cell in each row, column and box and of each digit: for each row the cell beside the grid
    /// that holds its column.
    Places(Box<[Cell]>),
    /// A rule about values, of which those in doublers count twice.
    Counted(Box<[Cell]>, Box<Rule>),
}

/// The rules in which values can count twice.
const COUNTED: [&str; 18] = [
    "cage",
    "sum",
    "little-killer",
    "pair-sum",
    "equal-sums",
    "region-sum",
    "zipper",
    "sum-line",
    "sum-ring",
    "arrow",
    "double-arrow",
    "thermometer",
    "slow-thermometer",
    "whisper",
    "white-dot",
    "black-dot",
    "greater",
    "between",
];

impl Doubler {
    const PLACES: &'static str = "doublers";
    const COUNTED: &'static str = "doubled";

    /// Doublers in every row, told by these cells beside the grid.
    pub fn places(beside: Vec<Cell>) -> Result<Doubler, RuleError> {
        Doubler::from_parts(Doubler::PLACES, Parts::cells(&beside))
    }

    /// A rule in which they count twice.
    pub fn counted(beside: Vec<Cell>, rule: Rule) -> Result<Doubler, RuleError> {
        check_cells(Doubler::COUNTED, &beside, 1)?;
        let parts = rule.parts();
        let needs = |what: String| RuleError::Needs { kind: Doubler::COUNTED, what };
        if !COUNTED.contains(&rule.name()) || !parts.words.is_empty() {
            return Err(needs(format!("a rule such as {}", COUNTED[..3].join(", "))));
        }
        match &rule {
            Rule::Cage(cage) if cage.sum().is_none() => Err(needs("a cage with a sum".to_owned())),
            // A number of several digits is read, not counted.
            Rule::Arrow(arrow) if !arrow.is_double() && arrow.bulb().len() > 1 => {
                Err(needs("an arrow with a bulb of 1 cell".to_owned()))
            }
            _ => Ok(Doubler::Counted(beside.into(), Box::new(rule))),
        }
    }

    /// The rule in which they count twice.
    pub fn rule(&self) -> Option<&Rule> {
        match self {
            Doubler::Places(_) => None,
            Doubler::Counted(_, rule) => Some(rule),
        }
    }

    fn beside(&self) -> &[Cell] {
        match self {
            Doubler::Places(beside) | Doubler::Counted(beside, _) => beside,
        }
    }
}

/// The board of what cells can count: the same cells, and every value up to twice the largest.
fn wide(board: &Board) -> Option<Arc<Board>> {
    let first = board.first_value();
    let last = first + board.size() as i64 - 1;
    let mut plan = Plan::new(board.rows(), board.columns(), first..=2 * last);
    plan.side = vec![("beside".to_owned(), board.side_cells().count())];
    plan.board().ok()
}

/// What the values that count have to keep: a cage's digits are as they stand.
fn of_values(rule: &Rule) -> Rule {
    match rule {
        Rule::Cage(cage) => {
            let total = cage.sum().map_or(0, i64::from);
            let terms = cage.cells().iter().map(|&cell| (cell, 1)).collect();
            Sum::new(terms, total).map_or_else(|_| rule.clone(), Rule::Sum)
        }
        other => other.clone(),
    }
}

/// What a rule asks on the board of what cells can count; nothing if it asks what cannot be said of
/// values that count twice.
fn asked(rule: &Rule, wide: &Board) -> Option<Vec<Demand>> {
    fn can_be_said(demand: &Demand) -> bool {
        match demand {
            Demand::Different(_)
            | Demand::Allowed { .. }
            | Demand::Pair { .. }
            | Demand::Sum { .. }
            | Demand::Line { .. } => true,
            Demand::Either(ways) => ways.iter().flatten().all(can_be_said),
            _ => false,
        }
    }
    let mut lowering = Lowering::new(wide);
    of_values(rule).lower(wide, &mut lowering);
    let plain = lowering.helpers().is_empty() && lowering.demands().iter().all(can_be_said);
    plain.then(|| lowering.demands().to_vec())
}

/// The helpers of the cells of one rule.
struct States<'a> {
    board: &'a Board,
    wide: &'a Board,
    of: BTreeMap<Cell, Cell>,
}

impl States<'_> {
    /// What a place of a helper's domain counts, as a digit of the wide board.
    fn counts(&self, state: Digit) -> Option<Digit> {
        let (n, first) = (self.board.size(), self.board.first_value());
        let value = first + (state.index() % n) as i64;
        self.wide.digit_of(if state.index() < n { value } else { 2 * value })
    }

    /// The places of the domain that count one of these.
    fn counting(&self, digits: DigitSet) -> DigitSet {
        let fits = |state: &Digit| self.counts(*state).is_some_and(|digit| digits.contains(digit));
        (0..2 * self.board.size()).filter_map(Digit::from_index).filter(fits).collect()
    }

    /// The same demand on helpers.
    fn demand(&self, demand: &Demand, out: &mut Vec<Demand>) {
        let state = |cell: &Cell| self.of.get(cell).copied().unwrap_or(*cell);
        let table = |fits: &dyn Fn(Digit) -> DigitSet| -> Vec<DigitSet> {
            let states = (0..2 * self.board.size()).filter_map(Digit::from_index);
            let row = |digit: Digit| self.counts(digit).map_or(DigitSet::EMPTY, fits);
            states.map(row).collect()
        };
        match demand {
            Demand::Different(cells) => {
                let all = self.wide.digits();
                for (i, a) in cells.iter().enumerate() {
                    for b in &cells[i + 1..] {
                        let table = table(&|digit| self.counting(all - DigitSet::only(digit)));
                        out.push(Demand::Pair { a: state(a), b: state(b), table });
                    }
                }
            }
            Demand::Allowed { cell, digits } => {
                out.push(Demand::Allowed { cell: state(cell), digits: self.counting(*digits) });
            }
            Demand::Pair { a, b, table: wide } => {
                let fits = |digit: Digit| wide.get(digit.index()).copied().unwrap_or_default();
                let table = table(&|digit| self.counting(fits(digit)));
                out.push(Demand::Pair { a: state(a), b: state(b), table });
            }
            Demand::Sum { terms, low, high } => {
                let terms = terms.iter().map(|(cell, weight)| (state(cell), *weight)).collect();
                out.push(Demand::Sum { terms, low: *low, high: *high });
            }
            Demand::Line { cells, automaton } => {
                let states = 0..automaton.n_states() as u16;
                let arcs = |from: u16| {
                    let arcs = automaton.arcs(from).iter();
                    arcs.map(|&(digits, to)| (self.counting(digits), to)).collect()
                };
                let moved = Automaton::new(
                    automaton.start().to_vec(),
                    states.clone().map(|at| automaton.is_accepting(at)).collect(),
                    states.map(arcs).collect(),
                );
                let automaton = moved.expect("it has the states it had");
                out.push(Demand::Line { cells: cells.iter().map(state).collect(), automaton });
            }
            Demand::Either(ways) => {
                let way = |way: &Vec<Demand>| {
                    let mut out = Vec::new();
                    way.iter().for_each(|demand| self.demand(demand, &mut out));
                    out
                };
                out.push(Demand::Either(ways.iter().map(way).collect()));
            }
            // A rule that asks anything else does not fit the board.
            _ => {}
        }
    }
}

/// A helper that holds the digit of a cell and whether it is doubled.
fn state_of(cell: Cell, beside: &[Cell], board: &Board, lowering: &mut Lowering) -> Option<Cell> {
    let (row, column) = board.place(cell)?;
    let (n, first) = (board.size(), board.first_value());
    let value = |i: usize| (first + (i % n) as i64) as i32 * if i < n { 1 } else { 2 };
    let domain = (0..2 * n).filter_map(Digit::from_index).collect();
    let state = lowering.helper(domain, (0..2 * n).map(value).collect());
    let same = |digit: Digit, state: Digit| state.index() % n == digit.index();
    lowering.demand(Demand::pair(cell, state, lowering, same));
    let here = |at: Digit, state: Digit| (at.index() == column) == (state.index() >= n);
    lowering.demand(Demand::pair(*beside.get(row)?, state, lowering, here));
    Some(state)
}

impl RuleKind for Doubler {
    const NAMES: &'static [&'static str] = &[Doubler::PLACES, Doubler::COUNTED];

    fn name(&self) -> &'static str {
        match self {
            Doubler::Places(_) => Doubler::PLACES,
            Doubler::Counted(..) => Doubler::COUNTED,
        }
    }

    fn parts(&self) -> Parts {
        match self {
            Doubler::Places(beside) => Parts::cells(beside),
            Doubler::Counted(beside, rule) => {
                let Parts { numbers, lists, .. } = rule.parts();
                let lists = [vec![beside.to_vec()], lists].concat();
                Parts { words: vec![rule.name().to_owned()], numbers, lists }
            }
        }
    }

    fn from_parts(name: &'static str, mut parts: Parts) -> Result<Doubler, RuleError> {
        if name == Doubler::PLACES {
            return Ok(Doubler::Places(parts.line(name, 2)?.into()));
        }
        let needs = |what: &str| RuleError::Needs { kind: name, what: what.to_owned() };
        let [word] = parts.words.as_slice() else {
            return Err(needs("the name of a rule after ="));
        };
        // The one rule that holds any other is none of these.
        let Some(kind) = COUNTED.iter().find(|kind| *kind == word) else {
            return Err(RuleError::Word(format!("={word}")));
        };
        if parts.lists.len() < 2 {
            return Err(needs("the cells beside the grid, and after / those of the rule"));
        }
        parts.words.clear();
        let beside = parts.lists.remove(0);
        Doubler::counted(beside, Rule::from_parts(kind, parts)?)
    }

    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        let no = |why| Err(RuleError::Board { kind: self.name(), why });
        let n = board.size();
        let n_placed = board.n_cells() - board.side_cells().count();
        if (board.rows(), board.columns(), n_placed) != (n, n, n * n) {
            return no("another form than a square of as many rows as digits");
        }
        if self.beside().len() != n || self.beside().iter().any(|cell| cell.index() < n_placed) {
            return Err(RuleError::Needs {
                kind: self.name(),
                what: format!("{n} cells beside the grid, one for each row"),
            });
        }
        let Doubler::Counted(_, rule) = self else { return Ok(()) };
        if board.first_value() < 0 {
            return no("values below 0");
        }
        if rule.cells().iter().any(|cell| cell.index() >= n_placed) {
            return no("cells beside the grid that shall count twice");
        }
        match wide(board).filter(|_| 2 * n <= 64) {
            None => no("so many digits that twice the largest is too much"),
            Some(wide) => {
                rule.fits(&wide)?;
                match asked(rule, &wide) {
                    Some(_) => Ok(()),
                    None => no("so many values that count for this rule"),
                }
            }
        }
    }

    fn is_about_places(&self) -> bool {
        true
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let board = grid.board();
        match self {
            Doubler::Places(beside) => {
                all_differ(grid, beside)?;
                let at = |(row, &cell): (usize, &Cell)| {
                    grid.get(cell).and_then(|column| board.cell_at(row, column.index()))
                };
                let places: Vec<Cell> = beside.iter().enumerate().filter_map(at).collect();
                for (i, &a) in places.iter().enumerate() {
                    for &b in &places[i + 1..] {
                        if board.box_of(a).is_some() && board.box_of(a) == board.box_of(b) {
                            return breach(&[a, b], "two doublers are in one box");
                        }
                        if grid.get(a).is_some() && grid.get(a) == grid.get(b) {
                            return breach(&[a, b], "two doublers hold the same digit");
                        }
                    }
                }
                Ok(())
            }
            Doubler::Counted(beside, rule) => {
                if let Rule::Cage(cage) = &**rule {
                    all_differ(grid, cage.cells())?;
                }
                let Some(wide) = wide(board) else { return Ok(()) };
                let mut counted = Grid::empty(wide.clone());
                for cell in rule.cells() {
                    let Some((row, column)) = board.place(cell) else { continue };
                    // Nothing is known of a cell as long as its row does not say where its doubler is.
                    let (Some(value), Some(at)) = (grid.value(cell), grid.get(beside[row])) else {
                        continue;
                    };
                    let value = if at.index() == column { 2 * value } else { value };
                    if let Some(digit) = wide.digit_of(value) {
                        counted.set(cell, digit);
                    }
                }
                of_values(rule).holds(&counted)
            }
        }
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        match self {
            Doubler::Places(beside) => {
                lowering.demand(Demand::Different(beside.to_vec()));
                let box_at = |row: usize, at: Digit| board.box_of(board.cell_at(row, at.index())?);
                for (i, &a) in beside.iter().enumerate() {
                    for (j, &b) in beside.iter().enumerate().skip(i + 1) {
                        let apart = |x, y| box_at(i, x).is_none() || box_at(i, x) != box_at(j, y);
                        lowering.demand(Demand::pair(a, b, lowering, apart));
                    }
                }
                // The digit of each doubler, which all differ.
                let n = board.size();
                let values: Vec<i32> =
                    (0..n).map(|i| (board.first_value() + i as i64) as i32).collect();
                let held: Vec<Cell> = beside
                    .iter()
                    .map(|_| lowering.helper(board.digits(), values.clone()))
                    .collect();
                lowering.demand(Demand::Different(held.clone()));
                for cell in board.cells() {
                    let Some((row, _)) = board.place(cell) else { continue };
                    if let Some(state) = state_of(cell, beside, board, lowering) {
                        let told = |state: Digit, digit: Digit| {
                            state.index() < n || state.index() - n == digit.index()
                        };
                        lowering.demand(Demand::pair(state, held[row], lowering, told));
                    }
                }
            }
            Doubler::Counted(beside, rule) => {
                if let Rule::Cage(cage) = &**rule {
                    lowering.demand(Demand::Different(cage.cells().to_vec()));
                }
                let Some(wide) = wide(board) else { return };
                let mut states = States { board, wide: &wide, of: BTreeMap::new() };
                for cell in rule.cells() {
                    if !states.of.contains_key(&cell)
                        && let Some(state) = state_of(cell, beside, board, lowering)
                    {
                        states.of.insert(cell, state);
                    }
                }
                let mut demands = Vec::new();
                for demand in asked(rule, &wide).unwrap_or_default() {
                    states.demand(&demand, &mut demands);
                }
                demands.into_iter().for_each(|demand| lowering.demand(demand));
            }
        }
    }

    fn marks(&self, board: &Board) -> Vec<Mark> {
        match self {
            Doubler::Places(_) => vec![Mark::Note(
                "One cell in each row, column and box, with each digit once, counts twice."
                    .to_owned(),
            )],
            Doubler::Counted(_, rule) => rule.marks(board),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A 4x4 board with a cell beside each row.
    fn board() -> Arc<Board> {
        let mut plan = Plan::new(4, 4, 1..=4);
        plan.square(0, 0, (2, 2));
        plan.side = vec![("d".to_owned(), 4)];
        plan.board().unwrap()
    }

    /// What a rule says of a grid, of which the doublers stand in these columns.
    fn check(text: &str, line: &str, columns: &str, expected: Result<(), &str>) {
        let board = board();
        let rule = Rule::from_text(text, &board).unwrap();
        assert_eq!(rule.text(&board), text);
        let digits = line.bytes().chain(columns.bytes());
        let digits: Vec<u8> = digits.map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
        let grid = Grid::from_values(board, &digits).unwrap();
        let held = rule.holds(&grid).map_err(|breach| breach.what);
        assert_eq!(held, expected.map_err(str::to_owned), "{text} {line} {columns}");
    }

    const FULL: &str = "1234341221434321";

    #[test]
    fn doublers_are_one_in_each_row_column_and_box_with_each_digit_once() {
        let rule = "doublers d1 d2 d3 d4";
        // 1 in r1c1, 2 in r2c4, 4 in r3c3, 3 in r4c2.
        check(rule, FULL, "1432", Ok(()));
        check(rule, FULL, "1442", Err("they hold 4 twice"));
        check(rule, FULL, "1234", Err("two doublers are in one box"));
        check(rule, FULL, "1342", Err("two doublers hold the same digit"));
        check(rule, FULL, "1...", Ok(()));
    }

    #[test]
    fn values_in_doublers_count_twice_and_digits_stay_as_they_are() {
        // r1c1 is a 1 that counts 2, r2c4 a 2 that counts 4.
        check("doubled =cage 4 d1 d2 d3 d4 / r1c1 r1c2", FULL, "1432", Ok(()));
        check(
            "doubled =cage 3 d1 d2 d3 d4 / r1c1 r1c2",
            FULL,
            "1432",
            Err("they sum to 4, not to 3"),
        );
        check("doubled =arrow d1 d2 d3 d4 / r2c4 / r1c1 r1c2", FULL, "1432", Ok(()));
        check("doubled =thermometer d1 d2 d3 d4 / r2c3 r2c4", FULL, "1432", Ok(()));
        check("doubled =white-dot 2 d1 d2 d3 d4 / r1c1 r1c4", FULL, "1432", Ok(()));
        check("doubled =cage 99 d1 d2 d3 d4 / r1c1 r1c2", FULL, "....", Ok(()));
    }

    #[test]
    fn what_does_not_count_is_refused() {
        let board = board();
        let refused = |text: &str| Rule::from_text(text, &board).unwrap_err().to_string();
        for text in [
            "doublers d1 d2 d3",
            "doublers r1c1 r1c2 r1c3 r1c4",
            "doubled =renban d1 d2 d3 d4 / r1c1 r1c2",
            "doubled =either d1 d2 d3 d4 / r1c1 r1c2",
            "doubled =cage d1 d2 d3 d4 / r1c1 r1c2",
            "doubled =cage 5 d1 d2 d3 d4 / d1 r1c2",
            "doubled =cage 5 d1 d2 d3 d4",
            "doubled 5 d1 d2 d3 d4 / r1c1",
            "doubled =arrow d1 d2 d3 d4 / r1c1 r1c2 / r2c1 r2c2",
        ] {
            assert!(!refused(text).is_empty(), "{text}");
        }
        assert!(Rule::from_text("doublers r1c1 r1c2", &Board::of_size(4).unwrap()).is_err());
    }

    /// Every filling that the demands accept is one that the rules hold for, with helpers that follow.
    #[test]
    fn the_demands_say_what_the_judgement_says() {
        let board = board();
        let texts = [
            "doublers d1 d2 d3 d4",
            "doubled =cage 4 d1 d2 d3 d4 / r1c1 r1c2",
            "doubled =whisper 3 d1 d2 d3 d4 / r1c1 r2c1 r3c1",
            "doubled =between d1 d2 d3 d4 / r4c1 r4c2 r4c3",
            "doubled =sum-line 9 d1 d2 d3 d4 / r1c3 r1c4 r2c4",
        ];
        let digits: Vec<Digit> =
            FULL.bytes().filter_map(|b| Digit::from_number(b - b'0')).collect();
        for text in texts {
            let rule = Rule::from_text(text, &board).unwrap();
            let mut lowering = Lowering::new(&board);
            rule.lower(&board, &mut lowering);
            let (mut kept, mut broken) = (0, 0);
            for number in 0..256usize {
                let columns = [number % 4, number / 4 % 4, number / 16 % 4, number / 64];
                let columns = columns.map(|column| Digit::from_index(column).unwrap());
                let full: Vec<Digit> = digits.iter().chain(&columns).copied().collect();
                let values: Vec<u8> = full.iter().map(|digit| digit.value()).collect();
                let grid = Grid::from_values(board.clone(), &values).unwrap();
                // Helpers are bound by pairs with what is full; the first fitting value of each is it.
                let mut held = full.clone();
                for (i, helper) in lowering.helpers().iter().enumerate() {
                    let cell = Cell::new(board.n_cells() + i);
                    let known = |held: &[Digit], digit: Digit| {
                        let mut held = held.to_vec();
                        held.push(digit);
                        lowering.demands().iter().all(|demand| match demand {
                            Demand::Pair { a, b, .. } if *a == cell || *b == cell => {
                                a.index().max(b.index()) >= held.len()
                                    || demand.is_kept(&held, &lowering)
                            }
                            _ => true,
                        })
                    };
                    // The digit of a row's doubler comes before the helpers that bind it.
                    let own = |digit: &Digit| match text.starts_with("doublers") && i < 4 {
                        true => *digit == full[i * 4 + columns[i].index()],
                        false => known(&held, *digit),
                    };
                    let none = Digit::from_index(0).unwrap();
                    held.push(helper.domain.iter().find(own).unwrap_or(none));
                }
                assert_eq!(lowering.is_kept(&held), rule.holds(&grid).is_ok(), "{text} {values:?}");
                if rule.holds(&grid).is_ok() { kept += 1 } else { broken += 1 }
            }
            assert!(kept > 0 && broken > 0, "{text}: {kept} kept, {broken} broken");
        }
    }
}
