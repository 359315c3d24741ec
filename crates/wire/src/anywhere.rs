//! Steps on boards of any kind, in the same form as those of the classic one.

use crate::drawing::{Drawing, Link, is_wide};
use crate::hint::{Detail, Hint, hint_warning};
use crate::page::{Scene, Staged};
use crate::step::{CellDigit, Step, Subject};
use sudolab::formats::Document;
use sudolab::{Improper, ToldAnywhere, WrongAnywhere};
use sudolab_grid::{Board, Cell, Digit};
use sudolab_logic::general::{self, Dead, Effort, End, Position, Reason, Supposed};

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

/// What a step points at, gathered.
#[derive(Default)]
struct Pointed {
    cells: Vec<Cell>,
    /// Groups, by their numbers.
    groups: Vec<usize>,
    on: Vec<(Cell, Digit)>,
    off: Vec<(Cell, Digit)>,
    blockers: Vec<(Cell, Digit)>,
    /// From a candidate to one that it rules out.
    links: Vec<[(Cell, Digit); 2]>,
}

/// Candidates that a case is drawn to; more would cover the board.
const MOST_LINKS: usize = 8;

impl Pointed {
    fn at(position: &Position, step: &general::Step) -> Pointed {
        let mut pointed = Pointed::default();
        match &step.reason {
            Reason::NakedSingle => {
                pointed.cells.extend(step.effect.placements.iter().map(|&(cell, _)| cell));
            }
            Reason::HiddenSingle { group } => {
                pointed.groups.push(*group);
                if let Some(&(cell, digit)) = step.effect.placements.first() {
                    pointed.cells.push(cell);
                    pointed.blockers = blockers(position, *group, cell, digit);
                }
            }
            Reason::Rule { cells, .. } => pointed.cells.clone_from(cells),
            Reason::Total { cells, groups, .. } => {
                pointed.cells.clone_from(cells);
                pointed.groups.clone_from(groups);
            }
            Reason::Locked { group, digit, cells } => {
                pointed.groups.push(*group);
                pointed.hold(cells.iter().map(|&cell| (cell, *digit)));
            }
            Reason::NakedSubset { group, cells, digits }
            | Reason::HiddenSubset { group, cells, digits } => {
                pointed.groups.push(*group);
                for &cell in cells {
                    let held = position.candidates(cell) & *digits;
                    pointed.hold(held.iter().map(|digit| (cell, digit)));
                }
            }
            Reason::Fish { digit, base, .. } => {
                pointed.groups.clone_from(base);
                let places = base.iter().flat_map(|&line| position.places(line, *digit));
                pointed.hold(places.map(|cell| (cell, *digit)));
            }
            Reason::Trial { tried, steps, dead } => {
                pointed.follow(&Supposed {
                    tried: *tried,
                    steps: steps.clone(),
                    dead: Some(*dead),
                });
            }
            Reason::Forcing { group, cases } => {
                pointed.groups.extend(*group);
                for case in cases {
                    pointed.hold([case.tried]);
                    let gone = step.effect.eliminations.iter().filter(|_| case.dead.is_none());
                    let others = gone.filter(|&&gone| gone != case.tried);
                    let link = |&gone: &(Cell, Digit)| [case.tried, gone];
                    pointed.links.extend(others.map(link).take(MOST_LINKS));
                    if case.dead.is_some() {
                        pointed.follow(case);
                    }
                }
            }
        }
        pointed
    }

    /// Candidates that hold the pattern, with their cells.
    fn hold(&mut self, candidates: impl IntoIterator<Item = (Cell, Digit)>) {
        for (cell, digit) in candidates {
            self.on.push((cell, digit));
            if !self.cells.contains(&cell) {
                self.cells.push(cell);
            }
        }
    }

    /// What is true and false on the way to a dead end, and where that is.
    fn follow(&mut self, case: &Supposed) {
        self.hold([case.tried]);
        for effect in case.steps.iter().map(|step| &step.effect) {
            self.on.extend(&effect.placements);
            self.off.extend(&effect.eliminations);
        }
        match case.dead {
            Some(Dead::Cell(cell)) => self.cells.push(cell),
            Some(Dead::Digit { group, .. }) => self.groups.push(group),
            Some(Dead::Rule(_)) | None => {}
        }
    }
}

/// Placed digits that see all other open cells of a group: as few as will do, the first of equals.
fn blockers(position: &Position, group: usize, but: Cell, digit: Digit) -> Vec<(Cell, Digit)> {
    let ground = position.ground();
    let cells = ground.groups()[group].cells.iter().copied();
    let mut left: Vec<Cell> =
        cells.filter(|&cell| cell != but && position.digit(cell).is_none()).collect();
    let placed: Vec<Cell> =
        position.board().cells().filter(|&cell| position.digit(cell) == Some(digit)).collect();
    let mut chosen = Vec::new();
    loop {
        let seen = |by: Cell| left.iter().filter(|&&cell| ground.sees(by, cell)).count();
        let best = placed.iter().copied().max_by_key(|&by| (seen(by), std::cmp::Reverse(by)));
        match best.filter(|&by| seen(by) > 0) {
            Some(by) => {
                chosen.push((by, digit));
                left.retain(|&cell| !ground.sees(by, cell));
            }
            None => return chosen,
        }
    }
}

impl Drawing {
    /// What a step on any board points at.
    pub fn anywhere(told: &ToldAnywhere) -> Drawing {
        Drawing::elsewhere(&told.position, &told.step, told.step.technique.name())
    }

    /// A step on any board in its position, under a title.
    pub(crate) fn elsewhere(position: &Position, step: &general::Step, title: &str) -> Drawing {
        let (board, pointed) = (position.board(), Pointed::at(position, step));
        let link = |&[from, to]: &[(Cell, Digit); 2]| Link {
            from: mark(board, from),
            nested: false,
            strong: false,
            to: mark(board, to),
        };
        let mut drawing = Drawing {
            blockers: marks(board, &pointed.blockers),
            candidates: board.cells().map(|cell| candidates(position, cell)).collect(),
            eliminations: marks(board, &step.effect.eliminations),
            links: pointed.links.iter().map(link).collect(),
            off: marks(board, &pointed.off),
            on: marks(board, &pointed.on),
            placements: marks(board, &step.effect.placements),
            values: position.grid().to_string(),
            ..Drawing::clues(position.ground().puzzle(), title)
        };
        drawing.point_at(position, pointed.cells, &pointed.groups);
        drawing
    }

    /// Points at cells, at houses, and at the cells of groups that are no houses.
    fn point_at(&mut self, position: &Position, mut cells: Vec<Cell>, groups: &[usize]) {
        let board = position.board();
        for &group in groups {
            match board.houses().get(group) {
                Some(house) => self.houses.push(house.to_string()),
                None => cells.extend(&position.ground().groups()[group].cells),
            }
        }
        self.cells = cells.iter().map(|&cell| board.name(cell)).collect();
    }

    /// A position on any board in which something is wrong, with the cells marked.
    pub fn wrong_anywhere(document: &Document, wrong: &WrongAnywhere) -> Drawing {
        let played = document.to_puzzle_with_placed();
        let board = played.board();
        let mut drawing = Drawing::clues(&played, "This position is wrong");
        if let Ok(position) = Position::new(&played) {
            let cells = board.cells();
            drawing.candidates = cells.map(|cell| candidates(&position, cell)).collect();
            drawing.point_at(&position, Vec::new(), &wrong.groups);
        }
        drawing.clues = document.givens().to_string();
        drawing.wrong = wrong.cells.iter().map(|&cell| board.name(cell)).collect();
        drawing
    }
}

impl Staged for ToldAnywhere {
    fn scene(&self) -> Scene {
        let (words, name) = (self.words(), self.step.technique.name());
        Scene {
            number: self.number,
            name: name.to_owned(),
            title: name.to_owned(),
            price: None,
            sentences: words.sentences,
            conclusion: words.conclusion,
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing::anywhere(self)
    }
}

/// The candidates of a cell as values, with blanks between them on boards where some value has more
/// than one figure, so that `1 2` is never taken for `12`.
fn candidates(position: &Position, cell: Cell) -> String {
    let board = position.board();
    let text = |digit: Digit| board.value(digit).to_string();
    let values: Vec<String> = position.candidates(cell).iter().map(text).collect();
    values.join(if is_wide(board) { " " } else { "" })
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
