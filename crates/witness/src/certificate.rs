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
//! claim exactly 1           or: claim at-least 2
//! solution 1234341243212143
//! proof
//! -23 -40 0                 a clause: candidates, negative for "not", 0 at the end
//! end
//! ```
//!
//! Cells count from 1, row by row; digit `d` of cell `c` is candidate `(c - 1) * size + d`.

use std::fmt;
use std::io::BufRead;

/// A puzzle as a certificate states it. Cells count from 0 here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Puzzle {
    /// Digits, rows and columns.
    pub size: usize,
    /// For each cell the number of its box or region, from 1; empty on a Latin square.
    pub regions: Vec<usize>,
    /// Further cells no two of which hold the same digit.
    pub extra: Vec<Vec<usize>>,
    /// For each cell its digit, or 0.
    pub givens: Vec<usize>,
    /// Cells with the digits they may hold.
    pub allowed: Vec<(usize, Vec<usize>)>,
    /// Candidates, from 1, that are not all true.
    pub never: Vec<Vec<usize>>,
}

/// How many solutions there are said to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// So many and no more.
    Exactly(usize),
    /// So many, perhaps more.
    AtLeast(usize),
}

/// What one certificate says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The line it begins in.
    pub line: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How many solutions it is said to have.
    pub claim: Claim,
    /// The solutions, cell by cell.
    pub solutions: Vec<Vec<usize>>,
    /// The clauses, each with its line.
    pub proof: Vec<(usize, Vec<i32>)>,
}

/// What cannot be read as a certificate: the line, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed(pub usize, pub String);

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.0, self.1)
    }
}

type Read<T> = Result<T, Malformed>;
type Many = std::ops::RangeInclusive<usize>;

/// Reads certificates one after the other. After an error the rest of the file is not to be read:
/// a checker does not guess.
pub struct Reader<R> {
    input: R,
    line: usize,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the beginning.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, line: 0 }
    }

    /// The next line that is not blank, without blanks around it; empty at the end.
    fn advance(&mut self) -> Read<String> {
        let mut text = String::new();
        loop {
            self.line += 1;
            match self.input.read_line(&mut text) {
                Ok(n) if n > 0 && text.trim().is_empty() => text.clear(),
                Ok(_) => return Ok(text.trim().to_owned()),
                Err(error) => return Err(self.wrong(format!("cannot be read: {error}"))),
            }
        }
    }

    fn wrong(&self, what: impl Into<String>) -> Malformed {
        Malformed(self.line, what.into())
    }

    /// The next certificate; `None` at the end of the file.
    pub fn next_certificate(&mut self) -> Read<Option<Certificate>> {
        let head = self.advance()?;
        if head.is_empty() {
            return Ok(None);
        }
        if head != "sudolab-certificate 1" {
            return Err(self.wrong("expected 'sudolab-certificate 1'"));
        }
        let (begin, mut puzzle) = (self.line, Puzzle::default());
        let (mut claim, mut solutions) = (None, Vec::new());
        loop {
            let text = self.advance()?;
            let (word, rest) = text.split_once(' ').unwrap_or((&text, ""));
            let (size, n_cells) = (puzzle.size, puzzle.size * puzzle.size);
            match (word, claim) {
                // Memory grows with the cube of the size.
                ("size", None) if size == 0 => puzzle.size = self.numbers(rest, 2, 64, 1..=1)?[0],
                _ if size == 0 => return Err(self.wrong("expected 'size N'")),
                ("boxes", None) if puzzle.regions.is_empty() => {
                    puzzle.regions = self.boxes(rest, size)?;
                }
                ("regions", None) if puzzle.regions.is_empty() => {
                    puzzle.regions = self.numbers(rest, 1, size, n_cells..=n_cells)?;
                }
                ("extra", None) => puzzle.extra.push(self.cells(rest, size, 1..=n_cells)?),
                ("givens", None) if puzzle.givens.is_empty() => {
                    puzzle.givens = self.grid(rest, size)?;
                }
                ("allowed", None) => {
                    let (cell, digits) = rest.split_once(' ').unwrap_or((rest, ""));
                    let cell = self.cells(cell, size, 1..=1)?[0];
                    puzzle.allowed.push((cell, self.numbers(digits, 1, size, 0..=size)?));
                }
                ("never", None) => {
                    puzzle.never.push(self.numbers(rest, 1, n_cells * size, 1..=64)?)
                }
                ("claim", None) if !puzzle.givens.is_empty() => {
                    let (kind, number) = rest.split_once(' ').unwrap_or((rest, ""));
                    let n = self.numbers(number, 0, usize::MAX, 1..=1)?[0];
                    claim = Some(match kind {
                        "exactly" => Claim::Exactly(n),
                        "at-least" => Claim::AtLeast(n),
                        _ => return Err(self.wrong("claim 'exactly N' or 'at-least N'")),
                    });
                }
                ("solution", Some(_)) => solutions.push(self.grid(rest, size)?),
                ("proof", Some(claim)) if rest.is_empty() => {
                    let proof = self.proof(size)?;
                    return Ok(Some(Certificate { line: begin, puzzle, claim, solutions, proof }));
                }
                ("", _) => return Err(self.wrong("the file ends within a certificate")),
                _ => return Err(self.wrong(format!("'{word}' is not expected here"))),
            }
        }
    }

    fn proof(&mut self, size: usize) -> Read<Vec<(usize, Vec<i32>)>> {
        let mut proof = Vec::new();
        loop {
            let text = self.advance()?;
            if text == "end" {
                return Ok(proof);
            }
            let mut clause = Vec::new();
            for token in text.split_whitespace() {
                match token.parse::<i32>() {
                    Ok(l) if l.unsigned_abs() as usize <= size * size * size => clause.push(l),
                    _ => return Err(self.wrong(format!("'{token}' is no candidate"))),
                }
            }
            // Zero stands at the end and nowhere else.
            if text.is_empty() || clause.iter().position(|&l| l == 0) != Some(clause.len() - 1) {
                return Err(self.wrong("a clause ends with 0, a proof with 'end'"));
            }
            clause.pop();
            proof.push((self.line, clause));
        }
    }

    /// So many numbers from `least` to `most`.
    fn numbers(&self, text: &str, least: usize, most: usize, n: Many) -> Read<Vec<usize>> {
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

    /// Different cells, from 0.
    fn cells(&self, text: &str, size: usize, n: Many) -> Read<Vec<usize>> {
        let all = self.numbers(text, 1, size * size, n)?;
        if all.iter().enumerate().any(|(i, cell)| all[..i].contains(cell)) {
            return Err(self.wrong("a cell stands there twice"));
        }
        Ok(all.into_iter().map(|cell| cell - 1).collect())
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
