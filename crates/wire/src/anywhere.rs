//! Steps on boards of any kind, in the same form as those of the classic one.

use crate::board_picture;
use crate::drawing::Drawing;
use crate::hint::{Detail, Hint, hint_warning};
use crate::page::{Sheet, escaped};
use crate::step::{CellDigit, Step, Subject};
use std::fmt::Write;
use sudolab::{Improper, ToldAnywhere};
use sudolab_grid::{Board, Cell, Digit};
use sudolab_logic::general::{Effort, End, Position, Reason};

fn mark(board: &Board, (cell, digit): (Cell, Digit)) -> CellDigit {
    CellDigit { cell: board.name(cell), digit: board.value(digit) }
}

fn marks(board: &Board, all: &[(Cell, Digit)]) -> Vec<CellDigit> {
    all.iter().map(|&one| mark(board, one)).collect()
}

/// The cells a step changes, each once.
fn cells(told: &ToldAnywhere) -> Vec<String> {
    let effect = &told.step.effect;
    let all = effect.placements.iter().chain(&effect.eliminations);
    let mut names: Vec<String> = all.map(|&(cell, _)| told.position.board().name(cell)).collect();
    names.dedup();
    names
}

impl Step {
    /// A step of a puzzle on any board.
    pub fn anywhere(subject: Subject<'_>, told: &ToldAnywhere) -> Step {
        let (words, board) = (told.words(), told.position.board());
        Step {
            cells: cells(told),
            code: None,
            conclusion: words.conclusion,
            drawing: None,
            eliminations: marks(board, &told.step.effect.eliminations),
            id: subject.id.map(str::to_owned),
            line: subject.line,
            name: told.step.technique.name().to_owned(),
            number: told.number,
            placements: marks(board, &told.step.effect.placements),
            puzzle: subject.number,
            se: None,
            technique: told.step.technique.id().to_owned(),
            text: words.sentences.join(" "),
        }
    }

    /// The same with what it points at.
    pub fn drawn_anywhere(mut self, told: &ToldAnywhere) -> Step {
        self.drawing = Some(Box::new(Drawing::anywhere(told)));
        self
    }
}

/// The cells and houses a reason speaks of.
pub(crate) fn pointed_at(told: &ToldAnywhere) -> (Vec<Cell>, Vec<usize>) {
    match &told.step.reason {
        Reason::NakedSingle => (Vec::new(), Vec::new()),
        Reason::HiddenSingle { group } => (Vec::new(), vec![*group]),
        Reason::Rule { cells, .. } => (cells.clone(), Vec::new()),
        Reason::Total { cells, groups, .. } => (cells.clone(), groups.clone()),
        Reason::Locked { group, cells, .. }
        | Reason::NakedSubset { group, cells, .. }
        | Reason::HiddenSubset { group, cells, .. } => (cells.clone(), vec![*group]),
        Reason::Fish { digit, base, .. } => {
            let places = base.iter().flat_map(|&line| told.position.places(line, *digit));
            (places.collect(), base.clone())
        }
        Reason::Trial { tried, .. } => (vec![tried.0], Vec::new()),
        Reason::Forcing { group, cases } => {
            let mut cells: Vec<Cell> = cases.iter().map(|case| case.tried.0).collect();
            cells.dedup();
            (cells, group.iter().copied().collect())
        }
    }
}

impl Drawing {
    /// What a step on any board points at.
    pub fn anywhere(told: &ToldAnywhere) -> Drawing {
        let (position, board) = (&told.position, told.position.board());
        let (cells, groups) = pointed_at(told);
        let houses = board.houses();
        let named = |group: &usize| houses.get(*group).map(ToString::to_string);
        Drawing {
            candidates: board.cells().map(|cell| candidates(position, cell)).collect(),
            cells: cells.iter().map(|&cell| board.name(cell)).collect(),
            houses: groups.iter().filter_map(named).collect(),
            links: Vec::new(),
            off: Vec::new(),
            on: match &told.step.reason {
                Reason::Trial { tried, .. } => vec![mark(board, *tried)],
                Reason::Forcing { cases, .. } => {
                    cases.iter().map(|case| mark(board, case.tried)).collect()
                }
                _ => Vec::new(),
            },
            clues: position.ground().puzzle().clues().to_string(),
            eliminations: marks(board, &told.step.effect.eliminations),
            placements: marks(board, &told.step.effect.placements),
            title: told.step.technique.name().to_owned(),
            values: position.grid().to_string(),
            ..Drawing::default()
        }
    }
}

/// The candidates of a cell as values, with blanks between them on boards where some value has more
/// than one figure, so that `1 2` is never taken for `12`.
fn candidates(position: &Position, cell: Cell) -> String {
    let board = position.board();
    let text = |digit: Digit| board.value(digit).to_string();
    let wide = board.digits().iter().any(|digit| text(digit).len() > 1);
    let values: Vec<String> = position.candidates(cell).iter().map(text).collect();
    values.join(if wide { " " } else { "" })
}

impl Hint {
    /// A step on any board, as much of it as was asked for.
    pub fn anywhere(
        subject: Subject<'_>,
        detail: Detail,
        told: &ToldAnywhere,
        improper: Option<&Improper>,
    ) -> Hint {
        let words = (detail == Detail::Full).then(|| told.words());
        Hint {
            area: area(told),
            cells: (detail >= Detail::Cells).then(|| cells(told)),
            conclusion: words.as_ref().map(|words| words.conclusion.clone()),
            detail,
            difficulty: (detail >= Detail::Technique).then_some(None),
            puzzle: subject.number,
            step: (detail == Detail::Full).then(|| Box::new(Step::anywhere(subject, told))),
            technique: (detail >= Detail::Technique).then(|| told.step.technique.id().to_owned()),
            text: words.map(|words| words.sentences.join(" ")),
            warning: improper.map(|improper| hint_warning(improper).to_owned()),
        }
    }
}

/// What is said to a person.
pub fn hint_sentence(told: &ToldAnywhere, detail: Detail) -> String {
    let name = told.step.technique.name();
    match detail {
        Detail::Area => format!("Look at {}.", area(told)),
        Detail::Technique => format!("Look for a {name} in {}.", area(told)),
        Detail::Cells => format!("{name}: look at {}.", cells(told).join(", ")),
        Detail::Full => told.words().to_string(),
    }
}

/// The box that holds the first cell a step changes, or its row where there are no boxes.
fn area(told: &ToldAnywhere) -> String {
    let board = told.position.board();
    let effect = &told.step.effect;
    let Some(&(cell, _)) = effect.placements.iter().chain(&effect.eliminations).next() else {
        return "the board".to_owned();
    };
    match board.box_of(cell) {
        Some(number) => format!("box {}", number + 1),
        None => format!("row {}", board.row(cell) + 1),
    }
}

/// How an explanation ended, as a sentence, with its effort where it is solved.
pub fn ending_words_anywhere(end: End, position: &Position, effort: &Effort) -> String {
    let n = effort.n_steps;
    match end {
        End::Solved => format!("Solved in {n} steps; effort {}.", effort.total),
        End::Broken(dead) => {
            format!("After {n} steps {}: there is no solution.", dead.clause(position.ground()))
        }
        End::Stuck => format!("No further step is known after {n}."),
        End::Stopped(stop) => format!("After {n} steps {}.", crate::stop_words(stop)),
    }
}

/// A numbered step in words for a terminal.
pub fn text_step_anywhere(told: &ToldAnywhere) -> String {
    let words = told.words();
    let mut out = format!("{}\n", caption(told));
    for sentence in &words.sentences {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "   {sentence}");
    }
    let _ = writeln!(out, "   {}", words.conclusion);
    out
}

/// A numbered step on a page, with its picture.
pub fn html_step_anywhere(told: &ToldAnywhere) -> String {
    let words = told.words();
    let mut out = String::new();
    let _ = writeln!(out, "<section><h3>{}</h3>", escaped(&caption(told)));
    let _ = writeln!(out, "<figure>{}</figure><div>", board_picture::svg(told));
    for sentence in &words.sentences {
        let _ = writeln!(out, "<p>{}</p>", escaped(sentence));
    }
    let _ = writeln!(out, "<p class=\"so\">{}</p></div></section>", escaped(&words.conclusion));
    out
}

/// The picture of a step alone, as SVG.
pub fn picture_anywhere(told: &ToldAnywhere) -> String {
    board_picture::svg(told)
}

/// Adds a numbered step to a sheet of pictures.
pub fn draw_step_anywhere(sheet: &mut Sheet, told: &ToldAnywhere) {
    let (picture, height) = (board_picture::svg(told), board_picture::height(told));
    sheet.add_picture(&caption(told), &picture, height);
}

fn caption(told: &ToldAnywhere) -> String {
    format!("{}. {}", told.number, told.step.technique.name())
}
