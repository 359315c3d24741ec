//! The thesis' solvers walk the tree of its appendix: the same tries, the same guesses.
//!
//! The oracle is written here from this description of what the appendix does. Every blank square
//! keeps the list of digits not yet excluded, ascending. To guess is to look through the squares row
//! by row for the shortest list, a shorter one replacing the one held so far, so that an empty list
//! wins over a single digit and among equals the first square counts. If no square is blank, the
//! puzzle is solved; if the list is empty, the guess has failed. Else each digit of the list is put
//! into the square in turn, on a copy of the board, and struck from the other lists of its row, column
//! and box; the copy is solved in the same way, and the first copy that succeeds is the answer.
//! The backtracking solver does only this. The rule-based one first repeats, before each guess, two
//! rules until neither changes anything: a square with one digit left receives it; and if some
//! squares of a house, two to eight, have together no more digits than they are, these digits are
//! struck from the other squares of the house.
//! Source: P. Berggren, D. Nilsson, A study of Sudoku solving algorithms, 2012, appendix A.3.

use std::sync::LazyLock;
use sudolab_clock::unlimited;
use sudolab_grid::Puzzle;
use sudolab_solvers::{RunVerdict, Task, registry};
use sudolab_testkit::carried;

/// Six of top95, and six with 17 clues.
const DOZEN: [&str; 12] = [
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
    "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....",
    "6.....8.3.4.7.................5.4.7.3..2.....1.6.......2.....5.....8.6......1....",
    "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
    "....14....3....2...7..........9...3.6.1.............8.2.....1.4....5.6.....7.8...",
    "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000010400000000020000000000050604008000300001090000300400200050100000000807000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
    "000000012008030000000000040120500000000004700060000000507000300000620000000100000",
    "000000012040050000000009000070600400000100000000000050000087500601000300200000000",
];

/// Puzzles where striking a refuted digit and putting the rest to the rules again, as people would,
/// makes another number of guesses than trying the next digit on the board as it was.
const DEDUCED_AGAIN: [&str; 4] = [
    "................12..3.45........34...1.....5..6..........72......8...5...2.1....6",
    "..............1..2.34....5........6......734.2.5..........4.....5.36....8.......1",
    "...........1..2..3.4..5..6.........7......1.2.8..4.......4........86..5.2.7......",
    "........1.....2..3..4.5..........46..2.......71...3.......4.......68..5.13.......",
];

/// Digits not excluded from a blank square; `None` for a filled one.
#[derive(Clone)]
struct Lists {
    open: Vec<Option<Vec<u8>>>,
    filled: Vec<u8>,
}

#[derive(Default, Debug, PartialEq, Eq)]
struct Work {
    tries: u64,
    guesses: u64,
}

static HOUSES: LazyLock<Vec<Vec<usize>>> = LazyLock::new(|| {
    let square = |house: usize, i: usize| match house / 9 {
        0 => house * 9 + i,
        1 => i * 9 + house - 9,
        _ => ((house - 18) / 3 * 3 + i / 3) * 9 + (house - 18) % 3 * 3 + i % 3,
    };
    (0..27).map(|house| (0..9).map(|i| square(house, i)).collect()).collect()
});

impl Lists {
    fn of(line: &str) -> Lists {
        let mut lists = Lists { open: vec![Some((1..=9).collect()); 81], filled: vec![0; 81] };
        for (square, mark) in line.chars().enumerate() {
            if let Some(digit) = mark.to_digit(10).filter(|&d| d > 0) {
                lists.put(square, digit as u8);
            }
        }
        lists
    }

    fn put(&mut self, square: usize, digit: u8) {
        self.filled[square] = digit;
        self.open[square] = None;
        for house in HOUSES.iter().filter(|house| house.contains(&square)) {
            for &other in house {
                if let Some(list) = &mut self.open[other] {
                    list.retain(|&d| d != digit);
                }
            }
        }
    }

    /// Puts in each square with one digit left; whether there was one.
    fn single(&mut self) -> bool {
        let mut changed = false;
        for square in 0..81 {
            if let Some(&[digit]) = self.open[square].as_deref() {
                self.put(square, digit);
                changed = true;
            }
        }
        changed
    }

    /// Strikes what groups of squares keep for themselves; whether anything was struck.
    fn tuples(&mut self) -> bool {
        let mut changed = false;
        for house in HOUSES.iter() {
            let blank: Vec<usize> =
                house.iter().copied().filter(|&c| self.open[c].is_some()).collect();
            for group in 0..1u32 << blank.len() {
                let size = group.count_ones();
                if !(2..=8).contains(&size) {
                    continue;
                }
                let (inside, outside): (Vec<_>, Vec<_>) =
                    (0..blank.len()).partition(|&i| group >> i & 1 == 1);
                let digits = inside
                    .iter()
                    .flat_map(|&i| self.open[blank[i]].iter().flatten())
                    .fold(0u32, |set, &d| set | 1 << d);
                if digits.count_ones() > size {
                    continue;
                }
                for i in outside {
                    let list = self.open[blank[i]].as_mut().unwrap();
                    let before = list.len();
                    list.retain(|&d| digits >> d & 1 == 0);
                    changed |= list.len() < before;
                }
            }
        }
        changed
    }

    fn solve(&self, with_rules: bool, work: &mut Work) -> Option<Vec<u8>> {
        let mut here = self.clone();
        while with_rules && (here.single() || here.tuples()) {}
        let mut shortest: Option<(usize, usize)> = None;
        for square in 0..81 {
            let Some(list) = &here.open[square] else { continue };
            if shortest.is_none_or(|(_, len)| list.len() < len) {
                shortest = Some((square, list.len()));
            }
        }
        let Some((square, len)) = shortest else { return Some(here.filled) };
        work.guesses += u64::from(len > 1);
        for digit in here.open[square].clone().unwrap() {
            work.tries += 1;
            let mut copy = here.clone();
            copy.put(square, digit);
            if let Some(solution) = copy.solve(with_rules, work) {
                return Some(solution);
            }
        }
        None
    }
}

#[test]
fn backtracking_makes_the_tries_and_guesses_of_the_appendix() {
    let algorithm = registry::find("backtrack-thesis").unwrap();
    let mut seen = Vec::new();
    for line in DOZEN {
        let mut wanted = Work::default();
        let solution = Lists::of(line).solve(false, &mut wanted).unwrap();
        let puzzle: Puzzle = line.parse().unwrap();
        let outcome = Task::new(algorithm).solve(&puzzle, &unlimited()).unwrap();
        assert_eq!(outcome.verdict, RunVerdict::Solved);
        assert_eq!(Work { tries: outcome.ticks, guesses: outcome.guesses }, wanted, "{line}");
        assert_eq!(outcome.solution.unwrap().grid().values(), solution, "{line}");
        seen.push(outcome.ticks);
    }
    assert!(seen.iter().max() > Some(&10_000), "the dozen has real searches: {seen:?}");
}

#[test]
fn the_rule_based_solver_makes_the_guesses_of_the_appendix() {
    let algorithm = registry::find("rules-thesis").unwrap();
    let mut guesses = 0;
    for line in DOZEN.into_iter().chain(DEDUCED_AGAIN) {
        let mut wanted = Work::default();
        Lists::of(line).solve(true, &mut wanted).unwrap();
        let puzzle: Puzzle = line.parse().unwrap();
        let outcome = Task::new(algorithm).solve(&puzzle, &unlimited()).unwrap();
        assert_eq!(outcome.guesses, wanted.guesses, "{line}");
        let shared = Task::new(algorithm).threads(2).solve(&puzzle, &unlimited()).unwrap();
        assert_eq!(shared.guesses, wanted.guesses, "{line} with two threads");
        guesses += outcome.guesses;
    }
    assert!(guesses > 50, "the dozen needs guesses: {guesses}");
}

/// Puzzles on which the rule-based solver makes another number of guesses than the oracle, and how
/// many need a guess.
fn otherwise(lines: &[String]) -> (Vec<&String>, usize) {
    let algorithm = registry::find("rules-thesis").unwrap();
    let (mut wrong, mut guessed) = (Vec::new(), 0);
    for line in lines {
        let mut wanted = Work::default();
        Lists::of(line).solve(true, &mut wanted).expect("the puzzle has a solution");
        let puzzle: Puzzle = line.parse().unwrap();
        let outcome = Task::new(algorithm).solve(&puzzle, &unlimited()).unwrap();
        guessed += usize::from(wanted.guesses > 0);
        if outcome.verdict != RunVerdict::Solved || outcome.guesses != wanted.guesses {
            wrong.push(line);
        }
    }
    (wrong, guessed)
}

/// Every tenth puzzle of the whole list.
#[test]
fn on_every_tenth_puzzle_with_17_clues_the_rule_based_solver_guesses_as_the_appendix_does() {
    let lines: Vec<String> = carried::puzzles("royle17.txt.gz").into_iter().step_by(10).collect();
    assert_eq!(lines.len(), 4916);
    let (wrong, guessed) = otherwise(&lines);
    assert!(wrong.is_empty(), "{wrong:?}");
    assert!(guessed > 1000, "{guessed} need a guess");
}
