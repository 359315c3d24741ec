//! The text of certificates, one after the other in a file:
//!
//! ```text
//! sudolab-certificate 1
//! size 4
//! boxes 2x2                 or: regions 1 1 2 2 …, or neither on a Latin square
//! extra 1 6 11 16           any number of cells, from 1, no two of which hold the same digit
//! givens 1.34........2..4   or numbers with blanks between, 0 where a cell is open
//! allowed 5 2 4             cell 5 may hold 2 or 4 only
//! never 3 21                candidates that are not all true: cell 1 holds 3 and cell 6 holds 1
//! sum 0 2 5 6 -7            from 0 to 2: cell 5 and cell 6 less cell 7
//! claim exactly 1           or: claim at-least 2
//! solution 1234341243212143
//! proof
//! -23 -40 0                 a clause: candidates, negative for "not", 0 at the end
//! end
//! ```
//!
//! Cells count from 1, row by row; digit `d` of cell `c` is candidate `(c - 1) * size + d`. In clauses
//! greater numbers are partial sums, see `encoding`.

use std::io::{BufRead, Lines};
use std::ops::RangeInclusive as Many;

/// A puzzle as a certificate states it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Puzzle {
    /// Digits, rows and columns.
    pub size: usize,
    /// For each cell the number of its box or region, from 1; empty on a Latin square.
    pub regions: Vec<usize>,
    /// Further cells, from 1, no two of which hold the same digit.
    pub extra: Vec<Vec<usize>>,
    /// For each cell its digit, or 0.
    pub givens: Vec<usize>,
    /// Cells, from 1, with the digits they may hold.
    pub allowed: Vec<(usize, Vec<usize>)>,
    /// Candidates, from 1, that are not all true.
    pub never: Vec<Vec<usize>>,
    /// Sums with the least and the largest they may be.
    pub sums: Vec<Sum>,
}

/// Bounds, and 1 or -1 with each cell, from 0.
pub type Sum = (i64, i64, Vec<(i64, usize)>);

/// What one certificate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The line it begins in.
    pub line: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many solutions it is said to have, and no more of them.
    pub claimed: usize,
    /// Whether there may be more of them after all.
    pub is_least: bool,
    /// The solutions, cell by cell.
    pub solutions: Vec<Vec<usize>>,
    /// The clauses, each with its line.
    pub proof: Vec<(usize, Vec<i32>)>,
}

/// Why a text is no certificate, or one does not hold, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt(pub String);

type Read<T> = Result<T, Doubt>;

/// Reads certificates one after the other. After an error the rest of the file is not to be read:
/// a checker does not guess.
pub struct Reader<R> {
    lines: Lines<R>,
    line: usize,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the beginning.
    pub fn new(input: R) -> Reader<R> {
        Reader { lines: input.lines(), line: 0 }
    }

    /// The next line that is not blank, without blanks around it; empty at the end.
    fn advance(&mut self) -> Read<String> {
        while let Some(text) = self.lines.next() {
            self.line += 1;
            let text = text.map_err(|error| self.wrong(format!("cannot be read: {error}")))?;
            if !text.trim().is_empty() {
                return Ok(text.trim().to_owned());
            }
        }
        Ok(String::new())
    }

    fn wrong(&self, what: impl std::fmt::Display) -> Doubt {
        Doubt(format!("line {}: {what}", self.line))
    }

    /// The next certificate; `None` at the end of the file.
    pub fn next_certificate(&mut self) -> Read<Option<Certificate>> {
        match self.advance()?.as_str() {
            "" => return Ok(None),
            "sudolab-certificate 1" => {}
            _ => return Err(self.wrong("expected 'sudolab-certificate 1'")),
        }
        let (line, mut puzzle) = (self.line, Puzzle::default());
        let (mut claimed, mut is_least, mut solutions) = (None, false, Vec::new());
        loop {
            let text = self.advance()?;
            let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
            let (size, n_cells) = (puzzle.size, puzzle.size * puzzle.size);
            match word {
                // Memory grows with the cube of the size.
                "size" if size == 0 => puzzle.size = self.numbers(rest, 2, 64, 1..=1)?[0],
                _ if size == 0 => return Err(self.wrong("expected 'size N'")),
                _ if matches!(word, "solution" | "proof") != claimed.is_some() => {
                    return Err(self.wrong(format!("'{word}' is not expected here")));
                }
                "boxes" if puzzle.regions.is_empty() => puzzle.regions = self.boxes(rest, size)?,
                "regions" if puzzle.regions.is_empty() => {
                    puzzle.regions = self.numbers(rest, 1, size, n_cells..=n_cells)?;
                }
                "extra" => puzzle.extra.push(self.numbers(rest, 1, n_cells, 1..=n_cells)?),
                "givens" if puzzle.givens.is_empty() => puzzle.givens = self.grid(rest, size)?,
                "allowed" => {
                    let (cell, digits) = rest.split_once(' ').unwrap_or((rest, ""));
                    let cell = self.numbers(cell, 1, n_cells, 1..=1)?[0];
                    puzzle.allowed.push((cell, self.numbers(digits, 1, size, 0..=size)?));
                }
                "never" => puzzle.never.push(self.numbers(rest, 1, n_cells * size, 1..=64)?),
                "sum" => puzzle.sums.push(self.sum(rest, n_cells as i64)?),
                "claim" if !puzzle.givens.is_empty() => {
                    let (kind, number) = rest.split_once(' ').unwrap_or((rest, ""));
                    if kind != "exactly" && kind != "at-least" {
                        return Err(self.wrong("claim 'exactly N' or 'at-least N'"));
                    }
                    is_least = kind == "at-least";
                    claimed = Some(self.numbers(number, 0, usize::MAX, 1..=1)?[0]);
                }
                "solution" => solutions.push(self.grid(rest, size)?),
                "proof" if rest.is_empty() => {
                    let proof = self.proof()?;
                    let whole =
                        |claimed| Certificate { line, puzzle, claimed, is_least, solutions, proof };
                    return Ok(claimed.map(whole));
                }
                _ => return Err(self.wrong(format!("'{word}' is not expected here"))),
            }
        }
    }

    fn proof(&mut self) -> Read<Vec<(usize, Vec<i32>)>> {
        let mut proof = Vec::new();
        loop {
            let text = self.advance()?;
            let literals: Result<Vec<i32>, _> = text.split_whitespace().map(str::parse).collect();
            match literals.as_deref() {
                _ if text == "end" => return Ok(proof),
                // Zero stands at the end and nowhere else.
                Ok([all @ .., 0]) if !all.contains(&0) => proof.push((self.line, all.to_vec())),
                _ => return Err(self.wrong("a clause ends with 0, a proof with 'end'")),
            }
        }
    }

    /// So many numbers from `least` to `most`.
    fn numbers(&self, text: &str, least: usize, most: usize, n: Many<usize>) -> Read<Vec<usize>> {
        let parsed = text.split_whitespace().map(|token| match token.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(self.wrong(format!("'{token}' is no number from {least} to {most}"))),
        });
        let all: Vec<usize> = parsed.collect::<Result<_, _>>()?;
        if n.contains(&all.len()) {
            return Ok(all);
        }
        Err(self.wrong(format!("{} numbers where {} to {} belong", all.len(), n.start(), n.end())))
    }

    /// Two bounds, then cells, negative ones to be subtracted.
    fn sum(&self, text: &str, n_cells: i64) -> Read<Sum> {
        let parsed = text.split_whitespace().map(|token| token.parse::<i16>().map(i64::from));
        let is_cell = |cell: &i64| (1..=n_cells).contains(&cell.abs());
        let term = |cell: &i64| (cell.signum(), cell.unsigned_abs() as usize - 1);
        match parsed.collect::<Result<Vec<i64>, _>>().as_deref() {
            Ok([low, high, cells @ ..]) if !cells.is_empty() && cells.iter().all(is_cell) => {
                Ok((*low, *high, cells.iter().map(term).collect()))
            }
            _ => Err(self.wrong("a sum is two bounds, then cells, '-' before those to subtract")),
        }
    }

    /// One digit for each cell: symbols without blanks up to size 9, or numbers.
    fn grid(&self, text: &str, size: usize) -> Read<Vec<usize>> {
        let spaced: String = match size {
            2..=9 => text.chars().flat_map(|c| [if c == '.' { '0' } else { c }, ' ']).collect(),
            _ => text.to_owned(),
        };
        self.numbers(&spaced, 0, size, size * size..=size * size)
    }

    fn boxes(&self, text: &str, size: usize) -> Read<Vec<usize>> {
        let shape = self.numbers(&text.replace('x', " "), 1, size, 2..=2)?;
        if shape[0] * shape[1] != size {
            return Err(self.wrong(format!("boxes of {text} do not fit a board of size {size}")));
        }
        let number = |cell| cell / size / shape[0] * shape[0] + cell % size / shape[1] + 1;
        Ok((0..size * size).map(number).collect())
    }
}
