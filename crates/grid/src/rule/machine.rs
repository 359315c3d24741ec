//! Any rule on a line that an automaton or a regular expression can tell.
//!
//! The word of an automaton has three parts with `;` between them: the states a line may begin in, the
//! states it may end in, and for each state its arcs, `12>1` for "by the first or second digit to state
//! 1", with `,` between arcs and `/` between states. Digits are symbols counted from 1 whatever their
//! values. A regular expression is written in the symbols of values.

use super::judge::judge;
use super::marks::{self, Colour};
use super::parts::Parts;
use super::regex::Expression;
use super::{Automaton, Breach, Demand, Lowering, Mark, RuleError, RuleKind};
use crate::{Alphabet, Board, Cell, Digit, DigitSet, Grid};

/// A line whose digits, in order, are accepted.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Machine {
    /// By an automaton.
    Automaton(Box<[Cell]>, Automaton),
    /// By a regular expression over the symbols of values.
    Expression(Box<[Cell]>, String),
}

impl Machine {
    /// A line that an automaton accepts.
    pub fn automaton(cells: Vec<Cell>, automaton: Automaton) -> Result<Machine, RuleError> {
        match cells.is_empty() {
            true => Err(RuleError::TooFewCells { kind: "automaton", needed: 1 }),
            false => Ok(Machine::Automaton(cells.into(), automaton)),
        }
    }

    /// A line that matches a regular expression.
    pub fn expression(cells: Vec<Cell>, pattern: &str) -> Result<Machine, RuleError> {
        let parts = Parts { words: vec![pattern.to_owned()], ..Parts::cells(&cells) };
        Machine::from_parts("regex", parts)
    }

    fn cells(&self) -> &[Cell] {
        let (Machine::Automaton(cells, _) | Machine::Expression(cells, _)) = self;
        cells
    }
}

fn write(automaton: &Automaton) -> String {
    let states = 0..automaton.n_states() as u16;
    let list = |states: Vec<u16>| states.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
    let arc = |&(set, to): &(DigitSet, u16)| {
        let digits: String =
            set.iter().filter_map(|d| Alphabet::Numbers.symbol(d.value())).collect();
        format!("{digits}>{to}")
    };
    let arcs = states
        .clone()
        .map(|state| automaton.arcs(state).iter().map(arc).collect::<Vec<_>>().join(","));
    let accepting = states.filter(|&state| automaton.is_accepting(state)).collect();
    let arcs: Vec<String> = arcs.collect();
    format!("{};{};{}", list(automaton.start().to_vec()), list(accepting), arcs.join("/"))
}

fn read(text: &str) -> Option<Automaton> {
    let mut parts = text.split(';');
    let (start, accepting, arcs) = (parts.next()?, parts.next()?, parts.next()?);
    let numbers = |text: &str| -> Option<Vec<u16>> {
        text.split(',').filter(|n| !n.is_empty()).map(|n| n.parse().ok()).collect()
    };
    let arc = |text: &str| -> Option<(DigitSet, u16)> {
        let (digits, to) = text.split_once('>')?;
        let digit = |c| Digit::from_number(Alphabet::Numbers.value_up_to(c, 64)?);
        Some((digits.chars().map(digit).collect::<Option<DigitSet>>()?, to.parse().ok()?))
    };
    let arcs: Option<Vec<Vec<(DigitSet, u16)>>> = arcs
        .split('/')
        .map(|state| state.split(',').filter(|a| !a.is_empty()).map(arc).collect())
        .collect();
    let arcs = arcs?;
    let mut accepts = vec![false; arcs.len()];
    for state in numbers(accepting)? {
        *accepts.get_mut(usize::from(state))? = true;
    }
    Automaton::new(numbers(start)?, accepts, arcs).filter(|_| parts.next().is_none())
}

impl RuleKind for Machine {
    const NAMES: &'static [&'static str] = &["automaton", "regex"];

    fn name(&self) -> &'static str {
        match self {
            Machine::Automaton(..) => "automaton",
            Machine::Expression(..) => "regex",
        }
    }

    fn parts(&self) -> Parts {
        let word = match self {
            Machine::Automaton(_, automaton) => write(automaton),
            Machine::Expression(_, pattern) => pattern.clone(),
        };
        Parts { words: vec![word], ..Parts::cells(self.cells()) }
    }

    fn from_parts(name: &'static str, parts: Parts) -> Result<Machine, RuleError> {
        parts.expect(name, 1, 0, 1)?;
        let cells = parts.lists.first().cloned().unwrap_or_default();
        let word = &parts.words[0];
        if cells.is_empty() {
            return Err(RuleError::TooFewCells { kind: name, needed: 1 });
        }
        if name == "automaton" {
            let automaton = read(word).ok_or_else(|| RuleError::Word(word.clone()))?;
            return Machine::automaton(cells, automaton);
        }
        Expression::parse(word).map_err(|why| RuleError::Needs { kind: name, what: why })?;
        Ok(Machine::Expression(cells.into(), word.clone()))
    }

    fn holds(&self, grid: &Grid) -> Result<(), Breach> {
        let board = grid.board();
        judge(grid, self.cells(), |values| {
            let good = match self {
                Machine::Automaton(_, automaton) => {
                    automaton.accepts(values.iter().filter_map(|&value| board.digit_of(value)))
                }
                Machine::Expression(_, pattern) => {
                    let symbols: Vec<char> = values
                        .iter()
                        .filter_map(|&value| board.symbol(board.digit_of(value)?))
                        .collect();
                    Expression::parse(pattern).is_ok_and(|expression| expression.matches(&symbols))
                }
            };
            if good { Ok(()) } else { Err("the line is not accepted".to_owned()) }
        })
    }

    fn fits(&self, board: &Board) -> Result<(), RuleError> {
        let is_expression = matches!(self, Machine::Expression(..));
        if is_expression && board.digits().iter().any(|digit| board.symbol(digit).is_none()) {
            return Err(RuleError::Board { kind: "regex", why: "values that have no symbol" });
        }
        let too_large = match self {
            Machine::Automaton(..) => false,
            Machine::Expression(_, pattern) => {
                Expression::parse(pattern).is_ok_and(|e| e.automaton(board).is_none())
            }
        };
        let why = "so long an expression";
        if too_large { Err(RuleError::Board { kind: "regex", why }) } else { Ok(()) }
    }

    fn lower(&self, board: &Board, lowering: &mut Lowering) {
        let cells = self.cells().to_vec();
        let automaton = match self {
            Machine::Automaton(_, automaton) => Some(automaton.clone()),
            Machine::Expression(_, pattern) => {
                Expression::parse(pattern).ok().and_then(|expression| expression.automaton(board))
            }
        };
        let automaton = automaton.expect("the expression was read before, and fits the board");
        lowering.demand(Demand::Line { cells, automaton });
    }

    fn marks(&self, _: &Board) -> Vec<Mark> {
        vec![marks::line(self.cells(), Colour::Yellow)]
    }
}
