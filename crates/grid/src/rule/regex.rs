//! Regular expressions over the symbols of values: groups, `|`, `.`, classes such as `[1-3]` and
//! `[^5]`, and the repetitions `*`, `+`, `?`, `{n}`, `{n,}`, `{n,m}`.
//!
//! An expression becomes an automaton without empty moves by the positions of its symbols
//! (Glushkov, *The abstract theory of automata*, 1961): a state for each place where a symbol stands,
//! and one to begin with.

use super::Automaton;
use crate::{Board, Digit, DigitSet};
use std::collections::BTreeSet;

/// A regular expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    Empty,
    One(Class),
    Sequence(Vec<Expression>),
    Choice(Vec<Expression>),
    /// Any number of times, none included.
    Any(Box<Expression>),
}

/// A set of symbols.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Class {
    ranges: Vec<(char, char)>,
    inverted: bool,
}

impl Class {
    fn contains(&self, symbol: char) -> bool {
        let listed = self.ranges.iter().any(|&(from, to)| (from..=to).contains(&symbol));
        listed != self.inverted
    }
}

/// More symbols than this, repetitions written out, are refused.
const MOST_SYMBOLS: usize = 4096;

impl Expression {
    pub fn parse(text: &str) -> Result<Expression, String> {
        let mut reader = Reader { chars: text.chars().collect(), at: 0, depth: 0 };
        let expression = reader.choice()?;
        match reader.peek() {
            None if expression.n_symbols() <= MOST_SYMBOLS => Ok(expression),
            None => Err("a shorter regular expression".to_owned()),
            Some(c) => Err(format!("a regular expression without a stray {c:?}")),
        }
    }

    fn n_symbols(&self) -> usize {
        match self {
            Expression::Empty => 0,
            Expression::One(_) => 1,
            Expression::Sequence(all) | Expression::Choice(all) => {
                all.iter().map(Expression::n_symbols).sum()
            }
            Expression::Any(inner) => inner.n_symbols(),
        }
    }

    /// Whether a word matches as a whole: the places reached after each symbol, straight from the
    /// expression.
    pub fn matches(&self, word: &[char]) -> bool {
        self.ends(word, &BTreeSet::from([0])).contains(&word.len())
    }

    /// Where a match may end that begins at one of these places.
    fn ends(&self, word: &[char], from: &BTreeSet<usize>) -> BTreeSet<usize> {
        match self {
            Expression::Empty => from.clone(),
            Expression::One(class) => {
                let fits = |at: &&usize| word.get(**at).is_some_and(|&c| class.contains(c));
                from.iter().filter(fits).map(|at| at + 1).collect()
            }
            Expression::Sequence(all) => {
                all.iter().fold(from.clone(), |from, part| part.ends(word, &from))
            }
            Expression::Choice(all) => all.iter().flat_map(|way| way.ends(word, from)).collect(),
            Expression::Any(inner) => {
                let mut reached = from.clone();
                loop {
                    let more = inner.ends(word, &reached);
                    let before = reached.len();
                    reached.extend(more);
                    if reached.len() == before {
                        return reached;
                    }
                }
            }
        }
    }

    /// The automaton over the digits of a board; `None` when it would be too large.
    pub fn automaton(&self, board: &Board) -> Option<Automaton> {
        let mut places = Places::default();
        let whole = places.of(self);
        let n = places.classes.len() + 1;
        if n > Automaton::MAX_STATES {
            return None;
        }
        let digits = |place: usize| -> DigitSet {
            let class = places.classes[place];
            let fits = |digit: &Digit| board.symbol(*digit).is_some_and(|c| class.contains(c));
            board.digits().iter().filter(fits).collect()
        };
        let digits: Vec<DigitSet> = (0..places.classes.len()).map(digits).collect();
        // State 0 begins; state p + 1 has just read the symbol at place p.
        let arcs_to = |next: &BTreeSet<usize>| -> Vec<(DigitSet, u16)> {
            let known = next.iter().filter(|&&p| !digits[p].is_empty());
            known.map(|&p| (digits[p], p as u16 + 1)).collect()
        };
        let mut arcs = vec![arcs_to(&whole.first)];
        arcs.extend(places.follow.iter().map(arcs_to));
        let mut accepting = vec![whole.nullable];
        accepting.extend((0..places.classes.len()).map(|p| whole.last.contains(&p)));
        Automaton::new(vec![0], accepting, arcs)
    }
}

/// The places of symbols, and which may follow which.
#[derive(Default)]
struct Places<'a> {
    classes: Vec<&'a Class>,
    follow: Vec<BTreeSet<usize>>,
}

struct Part {
    nullable: bool,
    first: BTreeSet<usize>,
    last: BTreeSet<usize>,
}

impl<'a> Places<'a> {
    fn of(&mut self, expression: &'a Expression) -> Part {
        let empty = || Part { nullable: true, first: BTreeSet::new(), last: BTreeSet::new() };
        match expression {
            Expression::Empty => empty(),
            Expression::One(class) => {
                let place = BTreeSet::from([self.classes.len()]);
                self.classes.push(class);
                self.follow.push(BTreeSet::new());
                Part { nullable: false, first: place.clone(), last: place }
            }
            Expression::Sequence(all) => {
                let mut whole = empty();
                for part in all {
                    let part = self.of(part);
                    self.link(&whole.last, &part.first);
                    if whole.nullable {
                        whole.first.extend(&part.first);
                    }
                    if !part.nullable {
                        whole.last.clear();
                    }
                    whole.last.extend(part.last);
                    whole.nullable &= part.nullable;
                }
                whole
            }
            Expression::Choice(all) => {
                let mut whole = Part { nullable: false, ..empty() };
                for way in all {
                    let way = self.of(way);
                    whole.nullable |= way.nullable;
                    whole.first.extend(way.first);
                    whole.last.extend(way.last);
                }
                whole
            }
            Expression::Any(inner) => {
                let part = self.of(inner);
                self.link(&part.last, &part.first);
                Part { nullable: true, ..part }
            }
        }
    }

    fn link(&mut self, from: &BTreeSet<usize>, to: &BTreeSet<usize>) {
        from.iter().for_each(|&place| self.follow[place].extend(to));
    }
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn choice(&mut self) -> Result<Expression, String> {
        let mut ways = vec![self.sequence()?];
        while self.take('|') {
            ways.push(self.sequence()?);
        }
        Ok(if ways.len() == 1 { ways.remove(0) } else { Expression::Choice(ways) })
    }

    fn sequence(&mut self) -> Result<Expression, String> {
        let mut all = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            let one = self.one()?;
            all.push(self.repeated(one)?);
        }
        Ok(if all.is_empty() { Expression::Empty } else { Expression::Sequence(all) })
    }

    fn one(&mut self) -> Result<Expression, String> {
        let class = |ranges, inverted| Ok(Expression::One(Class { ranges, inverted }));
        let c = self.peek().unwrap_or(')');
        self.at += 1;
        match c {
            '(' => {
                self.depth += 1;
                if self.depth > 64 {
                    return Err("a regular expression with fewer groups inside groups".to_owned());
                }
                let inner = self.choice()?;
                self.depth -= 1;
                if self.take(')') {
                    Ok(inner)
                } else {
                    Err("a closing ) in the regular expression".to_owned())
                }
            }
            '[' => {
                let inverted = self.take('^');
                let mut ranges = Vec::new();
                loop {
                    let Some(from) = self.peek() else {
                        return Err("a closing ] in the regular expression".to_owned());
                    };
                    self.at += 1;
                    if from == ']' {
                        return class(ranges, inverted);
                    }
                    let to = match (self.peek(), self.chars.get(self.at + 1)) {
                        (Some('-'), Some(&to)) if to != ']' => {
                            self.at += 2;
                            to
                        }
                        _ => from,
                    };
                    ranges.push((from, to));
                }
            }
            '.' => class(Vec::new(), true),
            c if c.is_ascii_alphanumeric() => class(vec![(c, c)], false),
            c => Err(format!("a regular expression without a stray {c:?}")),
        }
    }

    fn repeated(&mut self, mut one: Expression) -> Result<Expression, String> {
        loop {
            let any = |one: &Expression| Expression::Any(Box::new(one.clone()));
            let maybe = |one: Expression| Expression::Choice(vec![Expression::Empty, one]);
            one = if self.take('*') {
                any(&one)
            } else if self.take('+') {
                Expression::Sequence(vec![one.clone(), any(&one)])
            } else if self.take('?') {
                maybe(one)
            } else if self.take('{') {
                let (low, high) = self.bounds()?;
                let most = high.unwrap_or(low);
                if low > most || one.n_symbols().saturating_mul(most.max(1)) > MOST_SYMBOLS {
                    return Err("repetitions from few to many, and not too many".to_owned());
                }
                let mut all = vec![one.clone(); low];
                match high {
                    None => all.push(any(&one)),
                    Some(high) => all.extend(vec![maybe(one); high - low]),
                }
                Expression::Sequence(all)
            } else {
                return Ok(one);
            };
            if one.n_symbols() > MOST_SYMBOLS {
                return Err("a shorter regular expression".to_owned());
            }
        }
    }

    fn bounds(&mut self) -> Result<(usize, Option<usize>), String> {
        let rest: String = self.chars[self.at..].iter().collect();
        let bad = || "repetitions such as {2}, {2,} or {2,4}".to_owned();
        let (inner, _) = rest.split_once('}').ok_or_else(bad)?;
        self.at += inner.chars().count() + 1;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| bad());
        match inner.split_once(',') {
            None => number(inner).map(|n| (n, Some(n))),
            Some((low, "")) => Ok((number(low)?, None)),
            Some((low, high)) => Ok((number(low)?, Some(number(high)?))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_automaton_accepts_what_the_expression_matches() {
        let board = Board::of_size(4).unwrap();
        let patterns = [
            "1*2",
            "(12|3)+4?",
            "[1-3]{2,3}",
            ".[^2]{2}",
            "(1|)(2|3)*",
            "((1|2){2}3)*",
            "4{0}",
            "",
        ];
        for pattern in patterns {
            let expression = Expression::parse(pattern).unwrap();
            let automaton = expression.automaton(&board).unwrap();
            for length in 0..=5u32 {
                for code in 0..4usize.pow(length) {
                    let digits = (0..length).map(|i| code / 4usize.pow(i) % 4);
                    let digits: Vec<Digit> = digits.filter_map(Digit::from_index).collect();
                    let symbols: Vec<char> =
                        digits.iter().filter_map(|&d| board.symbol(d)).collect();
                    let accepted = automaton.accepts(digits.iter().copied());
                    assert_eq!(accepted, expression.matches(&symbols), "{pattern} {symbols:?}");
                }
            }
        }
        let matches = |pattern: &str, word: &str| {
            Expression::parse(pattern).unwrap().matches(&word.chars().collect::<Vec<_>>())
        };
        assert!(matches("(12|3)+4?", "1234") && !matches("(12|3)+4?", "4"));
        assert!(matches("[1-3]{2,3}", "31") && !matches("[1-3]{2,3}", "3141"));
    }

    #[test]
    fn what_is_no_expression_is_refused() {
        for text in ["(1", "1)", "[12", "*1", "1{2", "1{4,2}", "1{9999}", "((1{99}){99}){99}"] {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
        assert!(Expression::parse(&"(".repeat(100_000)).is_err());
    }
}
