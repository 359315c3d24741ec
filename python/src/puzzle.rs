//! A puzzle as it was read, and the verbs on one puzzle.

use crate::attend::{attended, detached};
use crate::converting::{read_options, records_of, write_options};
use crate::failure::{Failure, conflict_cells};
use crate::run::{not_run, task};
use crate::steps::{Next, Pictured, every_step, explained, hinted};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::collections::BTreeMap;
use std::time::Duration;
use sudolab::exact::{Conflicts, NotCertified, certify};
use sudolab::formats::{Document, Format, FormatError, WriteOptions, read_one};
use sudolab::grid::rule::{Mark, Rule};
use sudolab::{
    Answer, Board, CountEnd, Digit, DigitSet, Grid, Halt, More, NotTransformed, Puzzle, Solution,
    Solving, Symmetry, Transform, UniquePuzzle, Verdict,
};
use sudolab_python_lines::nine;
use sudolab_wire::request::{PuzzleInput, RateRequest, Seconds, TechniqueOrder};
use sudolab_wire::{Checked, Detail, Error, ErrorCode, line, stop_words};

/// What is asked for, or why not.
pub type Refusable<T> = Result<T, Failure>;

/// A puzzle as it was read: clues, and what else the text tells.
#[pyclass(frozen, module = "sudolab._core")]
pub struct Read {
    puzzle: Puzzle,
    /// Placed digits, notes and names; nothing where the clues are all there is.
    document: Option<Box<Document>>,
}

/// A solution as a line and by the values of its cells.
type LineAndValues = (String, Py<PyBytes>);

#[pymethods]
impl Read {
    /// Reads one puzzle from text in any format, or in the one that is named.
    #[new]
    #[pyo3(signature = (text, format=None))]
    fn new(py: Python<'_>, text: &Bound<'_, PyString>, format: Option<&str>) -> PyResult<Read> {
        // Half a surrogate becomes a symbol that no format has.
        let text = text.to_string_lossy();
        let read = match (nine(text.as_bytes()), format) {
            (Some((cells, [])), None) => Read::of_nine(cells),
            _ => detached(py, || Read::of_text(&text, format))?,
        };
        read.map_err(|failure| failure.raise(py))
    }

    /// A puzzle from numbers, 0 for a blank, on the usual board of that many cells.
    #[staticmethod]
    fn of_cells(py: Python<'_>, cells: Vec<i64>) -> PyResult<Read> {
        Read::from_values(&cells).map_err(|failure| failure.raise(py))
    }

    /// The clues as a line, `.` for a blank.
    fn line(&self) -> String {
        self.puzzle.to_string()
    }

    /// All that is known, as an object on one line.
    fn object(&self, py: Python<'_>) -> PyResult<String> {
        self.json().map_err(|failure| failure.raise(py))
    }

    /// The whole puzzle as a stable text.
    fn key(&self) -> String {
        self.puzzle.key().into_text()
    }

    /// Whether the line says all there is to say.
    fn is_plain(&self) -> bool {
        self.document.is_none() && !sudolab_wire::shape::line_loses(&self.puzzle)
    }

    /// Whether it is a plain 9x9 puzzle.
    fn is_classic(&self) -> bool {
        sudolab::is_classic(&self.puzzle)
    }

    /// The size of the board.
    fn size(&self) -> usize {
        self.puzzle.board().size()
    }

    /// The number of clues.
    fn n_clues(&self) -> usize {
        self.puzzle.n_clues()
    }

    /// The values of the cells, 0 for a blank.
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.puzzle.clues().values())
    }

    /// For each cell the number of its box or region; nothing where there is none.
    fn boxes(&self) -> Vec<Option<usize>> {
        let board = self.puzzle.board();
        board.cells().map(|cell| board.box_of(cell)).collect()
    }

    /// The cells that break a rule.
    fn conflicts(&self) -> Vec<String> {
        Conflicts::of(&self.puzzle).map_or_else(Vec::new, |c| conflict_cells(&self.puzzle, &c))
    }

    /// Rows and columns of the grid, and the value of the first digit.
    fn frame(&self) -> (usize, usize, i64) {
        let board = self.puzzle.board();
        (board.rows(), board.columns(), board.first_value())
    }

    /// For each cell its row and column from 0, nothing for one beside the grid; all of it nothing
    /// on a square board without holes whose digits count from 1.
    fn places(&self) -> Option<Vec<Option<(usize, usize)>>> {
        let board = self.puzzle.board();
        (!board.is_plain()).then(|| board.cells().map(|cell| board.place(cell)).collect())
    }

    /// What is drawn for the rules: the kind of mark, its cells, its text, and how it looks.
    fn marks(&self) -> Vec<Marked> {
        let board = self.puzzle.board();
        let all = self.puzzle.rules().iter().flat_map(|rule: &Rule| rule.marks(board));
        all.filter_map(|mark| marked(board, mark)).collect()
    }

    /// Solves: the solution, whether it is the only one, and the cells in which another differs;
    /// last the values of its cells.
    #[pyo3(signature = (time_limit=None))]
    fn solve(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
    ) -> PyResult<(String, bool, Vec<String>, Py<PyBytes>)> {
        let answer = self.ask(py, time_limit, |halt| sudolab::solve(&self.puzzle, halt))?;
        let solved = answer.map_err(Failure::from).and_then(|answer| self.solution(answer));
        let (solution, proved, cells) = solved.map_err(|failure| failure.raise(py))?;
        let values = PyBytes::new(py, solution.grid().values()).unbind();
        Ok((solution.to_string(), proved, cells, values))
    }

    /// Counts solutions up to a limit: how many, and whether these are all.
    #[pyo3(signature = (limit, time_limit=None))]
    fn count(
        &self,
        py: Python<'_>,
        limit: u64,
        time_limit: Option<f64>,
    ) -> PyResult<(u64, bool, Option<&'static str>)> {
        let counted = self.ask(py, time_limit, |halt| sudolab::count(&self.puzzle, limit, halt))?;
        let stopped = match counted.end {
            CountEnd::Stopped(stop) => Some(stop_words(stop)),
            _ => None,
        };
        Ok((counted.solutions, counted.end == CountEnd::Complete, stopped))
    }

    /// For each cell the digits that stand in some solution.
    #[pyo3(signature = (time_limit=None))]
    fn true_candidates(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
    ) -> PyResult<Vec<Vec<usize>>> {
        let sets = self.ask(py, time_limit, |halt| sudolab::true_candidates(&self.puzzle, halt))?;
        let sets = sets.map_err(|stop| Failure::from(stop).raise(py))?;
        Ok(sets.into_iter().map(|set| set.iter().map(|d| d.index() + 1).collect()).collect())
    }

    /// The verdict as a wire object.
    #[pyo3(signature = (minimal, time_limit=None))]
    fn check(&self, py: Python<'_>, minimal: bool, time_limit: Option<f64>) -> PyResult<String> {
        let checked = self.ask(py, time_limit, |halt| checked(&self.puzzle, minimal, halt))?;
        checked.map(|checked| line(&checked)).map_err(|failure| failure.raise(py))
    }

    /// The rating as a wire object.
    #[pyo3(signature = (profiles, uniqueness, time_limit=None))]
    fn rate(
        &self,
        py: Python<'_>,
        profiles: Vec<String>,
        uniqueness: bool,
        time_limit: Option<f64>,
    ) -> PyResult<String> {
        let request = self.rate_request(&profiles, uniqueness).map_err(|f| f.raise(py))?;
        let rated = self.ask(py, time_limit, |halt| request.answer(halt))?;
        let rated = rated.map_err(|error| self.with_cells(error).raise(py))?;
        Ok(line(&rated))
    }

    /// The explanation as a wire object, as a page, and a picture for each step.
    #[pyo3(signature = (order, time_limit=None))]
    fn explain(&self, py: Python<'_>, order: &str, time_limit: Option<f64>) -> PyResult<Pictured> {
        let order = technique_order(order).map_err(|failure| failure.raise(py))?;
        let told = self.ask(py, time_limit, |halt| explained(&self.puzzle, order, halt))?;
        told.map_err(|failure| failure.raise(py))
    }

    /// The next step as a wire object, with its picture. Marks are the digits of each cell.
    #[pyo3(signature = (marks, order, detail, time_limit=None))]
    fn hint(
        &self,
        py: Python<'_>,
        marks: Option<Vec<Vec<i64>>>,
        order: &str,
        detail: &str,
        time_limit: Option<f64>,
    ) -> PyResult<Next> {
        let asked = || Ok((technique_order(order)?, read_detail(detail)?, self.marked(marks)?));
        let (order, detail, document) = asked().map_err(|failure: Failure| failure.raise(py))?;
        let hinted = self.ask(py, time_limit, |halt| hinted(&document, order, detail, halt))?;
        hinted.map_err(|failure| failure.raise(py))
    }

    /// Every step that the position offers, as a wire object, with a picture for each.
    #[pyo3(signature = (marks, time_limit=None))]
    fn hints(
        &self,
        py: Python<'_>,
        marks: Option<Vec<Vec<i64>>>,
        time_limit: Option<f64>,
    ) -> PyResult<Pictured> {
        let document = self.marked(marks).map_err(|failure| failure.raise(py))?;
        let told = self.ask(py, time_limit, |halt| every_step(&document, halt))?;
        told.map_err(|failure| failure.raise(py))
    }

    /// Up to so many solutions, each as a line and by the values of its cells, and whether these
    /// are all.
    #[pyo3(signature = (limit, time_limit=None))]
    fn solutions(
        &self,
        py: Python<'_>,
        limit: u64,
        time_limit: Option<f64>,
    ) -> PyResult<(Vec<LineAndValues>, bool)> {
        let listed = self.ask(py, time_limit, |halt| self.listed(limit, halt))?;
        let (all, complete) = listed.map_err(|failure| failure.raise(py))?;
        let told = |solution: &Solution| {
            let values = PyBytes::new(py, solution.grid().values()).unbind();
            (solution.to_string(), values)
        };
        Ok((all.iter().map(told).collect(), complete))
    }

    /// A certificate of its solutions, up to so many, and of there being no others.
    #[pyo3(signature = (limit, time_limit=None))]
    fn certificate(
        &self,
        py: Python<'_>,
        limit: usize,
        time_limit: Option<f64>,
    ) -> PyResult<String> {
        let made = self.ask(py, time_limit, |halt| certify(&self.puzzle, limit, halt))?;
        let made = made.map_err(|why| match why {
            NotCertified::Stopped(stop) => Failure::from(stop),
            _ => Error::new(ErrorCode::Board, why.to_string()).into(),
        });
        made.map(|made| made.to_string()).map_err(|failure| failure.raise(py))
    }

    /// The puzzle without clues that can go, until none can.
    #[pyo3(signature = (seed, time_limit=None))]
    fn minimize(&self, py: Python<'_>, seed: u64, time_limit: Option<f64>) -> PyResult<Read> {
        let made = self.ask(py, time_limit, |halt| {
            let proper = self.proper(halt)?;
            Ok(sudolab::minimize(&proper, seed, halt)?)
        })?;
        let made: UniquePuzzle = made.map_err(|failure: Failure| failure.raise(py))?;
        Ok(Read { puzzle: made.puzzle().clone(), document: None })
    }

    /// The puzzle with digits of its solution added, up to so many clues.
    fn ease(&self, py: Python<'_>, clues: usize, seed: u64) -> PyResult<Read> {
        let made = self.ask(py, None, |halt| {
            let proper = self.proper(halt)?;
            sudolab::ease(&proper, clues, seed, 0).map_err(|e| Failure::usage(e.to_string()))
        })?;
        let made = made.map_err(|failure| failure.raise(py))?;
        Ok(Read { puzzle: made.puzzle().clone(), document: None })
    }

    /// The canonical form, and how many isomorphisms take the puzzle to itself.
    fn canonical(&self, py: Python<'_>) -> PyResult<(Read, Option<u64>)> {
        self.transformed(py, Transform::new().canonical())
    }

    /// An isomorph: shuffled, its digits renamed, turned and reflected, in this order.
    #[pyo3(signature = (shuffle, relabel, turns))]
    fn transform(
        &self,
        py: Python<'_>,
        shuffle: Option<u64>,
        relabel: Option<&str>,
        turns: Vec<String>,
    ) -> PyResult<Read> {
        let relabel = relabel.map(str::parse).transpose();
        let relabel = relabel.map_err(|why: String| Failure::usage(why).raise(py))?;
        let turns = turns.iter().map(|name| turn(name)).collect::<Refusable<_>>();
        let symmetries = turns.map_err(|failure| failure.raise(py))?;
        let what = Transform { canonical: false, shuffle, relabel, symmetries };
        self.transformed(py, what).map(|(read, _)| read)
    }

    /// The puzzle in another format, and what that format cannot carry.
    #[pyo3(signature = (format, blank=None, style=None, strict=false))]
    fn to(
        &self,
        py: Python<'_>,
        format: &str,
        blank: Option<char>,
        style: Option<&str>,
        strict: bool,
    ) -> PyResult<(String, Vec<String>)> {
        let written = || -> Refusable<(String, Vec<String>)> {
            let (format, options) = write_options(format, blank, style, strict)?;
            let written =
                format.write(&self.told_document(), &options).map_err(|e| Failure::from(&e))?;
            Ok((written.text, written.losses.iter().map(|loss| loss.to_string()).collect()))
        };
        written().map_err(|failure| failure.raise(py))
    }
}

impl Read {
    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    fn of_nine(cells: [u8; 81]) -> Refusable<Read> {
        let grid = Grid::nine(cells).ok_or_else(|| Failure::usage("a digit is above nine"))?;
        Ok(Read { puzzle: Puzzle::new(grid), document: None })
    }

    fn of_text(text: &str, format: Option<&str>) -> Refusable<Read> {
        let document = read_one(text, &read_options(format)?).map_err(|e| Failure::from(&e))?;
        Ok(Read::of_document(document.document))
    }

    fn of_document(document: Document) -> Read {
        let puzzle = document.to_puzzle();
        let plain = Document::from(&puzzle) == document;
        Read { puzzle, document: (!plain).then(|| Box::new(document)) }
    }

    fn from_values(cells: &[i64]) -> Refusable<Read> {
        let size = cells.len().isqrt();
        let board = Board::of_size(size).ok().filter(|board| board.n_cells() == cells.len());
        let board = board.ok_or_else(|| {
            Failure::from(
                Error::new(ErrorCode::Syntax, format!("{} cells fit no board", cells.len()))
                    .remedy("give as many as a board has, such as 81 or 9 rows of 9"),
            )
        })?;
        let value = |(place, &cell): (usize, &i64)| {
            let fits = u8::try_from(cell).ok().filter(|&value| usize::from(value) <= size);
            fits.ok_or_else(|| {
                let name = board.cells().nth(place).map(|c| board.name(c)).unwrap_or_default();
                let mut error = Error::new(ErrorCode::Syntax, format!("{cell} is no digit of it"))
                    .remedy(format!("use 1 to {size}, and 0 for a blank"));
                error.place.get_or_insert_default().cell = Some(name);
                Failure::from(error)
            })
        };
        let values: Vec<u8> = cells.iter().enumerate().map(value).collect::<Result<_, _>>()?;
        let grid = Grid::from_values(board.clone(), &values)
            .ok_or_else(|| Failure::usage("the cells fit no board"))?;
        Ok(Read { puzzle: Puzzle::new(grid), document: None })
    }

    fn told_document(&self) -> Document {
        match &self.document {
            Some(document) => (**document).clone(),
            None => Document::from(&self.puzzle),
        }
    }

    fn json(&self) -> Refusable<String> {
        let written = Format::Json.write(&self.told_document(), &WriteOptions::default());
        Ok(written.map_err(|e| Failure::from(&e))?.text.trim_end().to_owned())
    }

    /// Works under a time limit, attending to Ctrl-C.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        time_limit: Option<f64>,
        work: impl FnOnce(&Halt<'_>) -> T + Send,
    ) -> PyResult<T> {
        limited(py, time_limit, work)
    }

    fn solution(&self, answer: Answer) -> Refusable<(Solution, bool, Vec<String>)> {
        match answer {
            Answer::Unique(proper) => Ok((proper.solution().clone(), true, Vec::new())),
            Answer::Several(two) => {
                let board = self.puzzle.board();
                let cells = two.differ_in().into_iter().map(|cell| board.name(cell)).collect();
                Ok((two.first, false, cells))
            }
            Answer::Unproved { stop, .. } => Err(stop.into()),
            Answer::None => Err(Error::new(ErrorCode::None, "it has no solution").into()),
            Answer::Conflict(conflicts) => Err(Failure::conflict(&self.puzzle, &conflicts)),
        }
    }

    fn listed(&self, limit: u64, halt: &Halt<'_>) -> Refusable<(Vec<Solution>, bool)> {
        if let Some(conflicts) = Conflicts::of(&self.puzzle) {
            return Err(Failure::conflict(&self.puzzle, &conflicts));
        }
        let exact = task("fast", 0, None, &BTreeMap::new())?;
        let mut solving = Solving::new(exact).map_err(|error| not_run(&error))?;
        let listed = solving.list(&self.puzzle, limit, halt).map_err(|error| not_run(&error))?;
        match listed.more {
            More::Unknown(stop) => Err(stop.into()),
            More::No => Ok((listed.solutions, true)),
            More::Yes => Ok((listed.solutions, false)),
        }
    }

    fn proper(&self, halt: &Halt<'_>) -> Refusable<UniquePuzzle> {
        match sudolab::check(&self.puzzle, halt)? {
            Verdict::Unique(proper) => Ok(proper),
            Verdict::Several { .. } => {
                Err(Error::new(ErrorCode::Multiple, "it has more than one solution").into())
            }
            Verdict::Impossible(sudolab::Impossible::Conflict(conflicts)) => {
                Err(Failure::conflict(&self.puzzle, &conflicts))
            }
            Verdict::Impossible(why) => Err(Error::new(ErrorCode::None, why.to_string()).into()),
        }
    }

    fn with_cells(&self, error: Error) -> Failure {
        let conflicts = (error.code == ErrorCode::Conflict).then(|| Conflicts::of(&self.puzzle));
        let cells = conflicts.flatten().map(|c| conflict_cells(&self.puzzle, &c));
        Failure { cells: cells.unwrap_or_default(), ..error.into() }
    }

    fn rate_request(&self, profiles: &[String], uniqueness: bool) -> Refusable<RateRequest> {
        let named = |name: &String| {
            sudolab_wire::read(&line(name)).map_err(|_| {
                let known: Vec<&str> =
                    sudolab::Profile::ALL.iter().map(|(name, _)| *name).collect();
                Failure::usage(format!("{name:?} is no profile; use {}", known.join(", ")))
            })
        };
        let text = if self.is_plain() { self.line() } else { self.json()? };
        Ok(RateRequest {
            profiles: profiles.iter().map(named).collect::<Result<_, _>>()?,
            puzzle: PuzzleInput::Text(text),
            time_limit: None,
            uniqueness,
        })
    }

    /// The position with a player's pencil marks.
    fn marked(&self, marks: Option<Vec<Vec<i64>>>) -> Refusable<Document> {
        let document = self.told_document();
        let Some(marks) = marks else { return Ok(document) };
        let (cells, size) = (self.puzzle.board().n_cells(), self.puzzle.board().size());
        if marks.len() != cells {
            return Err(Failure::usage(format!(
                "there are marks for {} cells; give the digits of each of the {cells} cells, none for those that are filled",
                marks.len()
            )));
        }
        let set = |digits: &Vec<i64>| -> Refusable<DigitSet> {
            let digit = |&digit: &i64| {
                let index = usize::try_from(digit).ok().and_then(|d| d.checked_sub(1));
                index.filter(|&i| i < size).and_then(Digit::from_index).ok_or_else(|| {
                    Failure::usage(format!("{digit} is no mark; use digits from 1 to {size}"))
                })
            };
            digits.iter().map(digit).collect()
        };
        let mut sets: Vec<DigitSet> = marks.iter().map(set).collect::<Result<_, _>>()?;
        // A cell of which nothing is marked may hold whatever it may.
        for (set, cell) in sets.iter_mut().zip(self.puzzle.board().cells()) {
            if set.iter().next().is_none() {
                *set = document.values().open_digits(cell);
            }
        }
        Ok(document.with_candidates(&sets).as_notes())
    }

    fn transformed(&self, py: Python<'_>, what: Transform) -> PyResult<(Read, Option<u64>)> {
        let made = attended(py, |halt| sudolab::transform(&self.puzzle, &what, halt))?;
        let made = made.map_err(|why| {
            let error = match why {
                NotTransformed::Stopped(stop) => stop.into(),
                refused => Error::new(ErrorCode::Board, refused.to_string()),
            };
            Failure::from(error).raise(py)
        })?;
        Ok((Read { puzzle: made.puzzle, document: None }, made.automorphisms))
    }
}

/// A puzzle, or why a record is none.
type ReadOrNot = (Option<Read>, Option<Py<PyAny>>);

/// Every puzzle of a text, in any format or in the one that is named, or why a record is none.
#[pyfunction]
#[pyo3(signature = (text, format=None))]
pub fn read_puzzles(
    py: Python<'_>,
    text: &Bound<'_, PyString>,
    format: Option<&str>,
) -> PyResult<Vec<ReadOrNot>> {
    // Half a surrogate becomes a symbol that no format has.
    let text = text.to_string_lossy();
    let records = attended(py, |halt| -> Refusable<Vec<Result<Read, FormatError>>> {
        let records = records_of(&text, read_options(format)?, halt);
        records.map(|record| Ok(record?.map(|r| Read::of_document(r.document)))).collect()
    })?;
    let records = records.map_err(|failure| failure.raise(py))?;
    let told = |(row, record): (usize, Result<Read, FormatError>)| match record {
        Ok(read) => (Some(read), None),
        Err(why) => {
            let error = Failure::from(&why).in_row(row).raise(py);
            (None, Some(error.into_value(py).into_any()))
        }
    };
    Ok(records.into_iter().enumerate().map(told).collect())
}

/// Works under a time limit, attending to Ctrl-C.
pub fn limited<T: Send>(
    py: Python<'_>,
    time_limit: Option<f64>,
    work: impl FnOnce(&Halt<'_>) -> T + Send,
) -> PyResult<T> {
    let limit = time_limit.map(read_limit).transpose().map_err(|failure| failure.raise(py))?;
    attended(py, |halt| match (limit, halt.clock()) {
        (Some(limit), Some(clock)) => work(&Halt::under(halt).within(limit, clock)),
        _ => work(halt),
    })
}

/// Seconds as a length of time.
pub fn read_limit(seconds: f64) -> Refusable<Duration> {
    Seconds(seconds).duration().map_err(Failure::from)
}

fn checked(puzzle: &Puzzle, minimal: bool, halt: &Halt<'_>) -> Refusable<Checked> {
    let verdict = sudolab::check(puzzle, halt);
    let mut checked = Checked::new(puzzle, &verdict);
    if let (Ok(Verdict::Unique(proper)), true) = (&verdict, minimal) {
        let spare = sudolab::redundant_clues(proper, halt)?;
        checked = checked.with_redundant(puzzle, &spare);
        if !spare.is_empty() {
            let less = sudolab::minimize(proper, 0, halt)?;
            checked.minimal_form = Some(less.puzzle().to_string());
        }
    }
    Ok(checked)
}

/// A turn or a reflection by its name.
fn turn(name: &str) -> Refusable<Symmetry> {
    Ok(match name {
        "90" => Symmetry::Rotate90,
        "180" => Symmetry::Rotate180,
        "270" => Symmetry::Rotate270,
        "horizontal" => Symmetry::MirrorHorizontal,
        "vertical" => Symmetry::MirrorVertical,
        "diagonal" => Symmetry::Transpose,
        "antidiagonal" => Symmetry::AntiTranspose,
        _ => return Err(Failure::usage(format!("{name:?} is no turn and no reflection"))),
    })
}

fn technique_order(name: &str) -> Refusable<TechniqueOrder> {
    sudolab_wire::read(&line(&name)).map_err(|_| {
        Failure::usage(format!("{name:?} is no order of techniques; use human or rating"))
    })
}

fn read_detail(name: &str) -> Refusable<Detail> {
    sudolab_wire::read(&line(&name)).map_err(|_| {
        Failure::usage(format!("{name:?} is no detail; use area, technique, cells or full"))
    })
}

/// A mark of a rule: its kind, the places of its cells, its text, and how it looks.
type Marked = (&'static str, Vec<(usize, usize)>, String, String);

/// A mark as Python draws it; nothing for one that this version does not know.
fn marked(board: &Board, mark: Mark) -> Option<Marked> {
    let text = Option::unwrap_or_default;
    let word = |what: &dyn std::fmt::Debug| format!("{what:?}").to_lowercase();
    let (kind, cells, text, look) = match mark {
        Mark::Cage { cells, label } => ("cage", cells, text(label), String::new()),
        Mark::Shade { cells, colour } => ("shade", cells, String::new(), word(&colour)),
        Mark::Line { cells, colour, from, to } => {
            let look = format!("{} {} {}", word(&colour), word(&from), word(&to));
            ("line", cells, String::new(), look)
        }
        Mark::Pill(cells) => ("pill", cells, String::new(), String::new()),
        Mark::Sign { cell, sign } => ("sign", vec![cell], String::new(), word(&sign)),
        Mark::Dot { a, b, filled, text: told } => {
            let look = if filled { "filled" } else { "open" };
            ("dot", vec![a, b], text(told), look.to_owned())
        }
        Mark::Between { a, b, text } => ("between", vec![a, b], text, String::new()),
        Mark::Greater { large, small } => {
            ("greater", vec![large, small], String::new(), String::new())
        }
        Mark::Corner { cells, text } => ("corner", cells, text, String::new()),
        Mark::Outside { line, text } => ("outside", line, text, String::new()),
        Mark::Note(text) => ("note", Vec::new(), text, String::new()),
        _ => return None,
    };
    let places = cells.into_iter().filter_map(|cell| board.place(cell)).collect();
    Some((kind, places, text, look))
}
