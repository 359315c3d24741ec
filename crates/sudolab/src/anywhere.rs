//! Explanations, hints and effort on boards of every kind, with every rule.
//!
//! The classic 9x9 puzzle has its own verbs ([`explain`](crate::explain), [`hint`](crate::hint),
//! [`rate`](crate::rate)), which know over a hundred techniques. These know fewer, and any board.

use crate::explain::Improper;
use std::fmt;
use sudolab_exact::{ExactSolver, NotUnique, UniquePuzzle};
use sudolab_grid::formats::Document;
use sudolab_grid::halt::{Halt, Stop};
use sudolab_grid::rule::Rule;
use sudolab_grid::{Cell, Digit, Puzzle};
use sudolab_logic::general::{
    Clash, Dead, Effort, End, Path, Position, Step, Words, every_step_within, words,
};
use sudolab_logic::technique::Technique;

/// Whether the classic verbs know a puzzle: 9x9 with its usual boxes and no further rule.
pub fn is_classic(puzzle: &Puzzle) -> bool {
    puzzle.board().is_classic() && !puzzle.has_rules()
}

/// A step on any board, with the position it was found in.
#[derive(Clone, Debug)]
pub struct ToldAnywhere {
    /// Its number, from 1.
    pub number: usize,
    /// The position before it.
    pub position: Position,
    /// Technique, effect and reason.
    pub step: Step,
}

impl ToldAnywhere {
    /// The step in words.
    pub fn words(&self) -> Words {
        words(&self.position, &self.step)
    }
}

/// Why there is no explanation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotTold {
    /// The clues cannot stand together.
    Clash(Clash),
    /// It was stopped before it began.
    Stopped(Stop),
}

impl fmt::Display for NotTold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotTold::Clash(clash) => clash.fmt(f),
            NotTold::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl std::error::Error for NotTold {}

impl From<Stop> for NotTold {
    fn from(stop: Stop) -> NotTold {
        NotTold::Stopped(stop)
    }
}

/// The solution of a puzzle on any board with any rules, step by step.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::{Halt, explain_anywhere};
///
/// let text = r#"{"puzzle": "1...............", "rules": ["thermometer r1c1 r1c2 r1c3 r1c4"]}"#;
/// let puzzle = read_one(text, &ReadOptions::default())?.document.puzzle()?;
/// let halt = Halt::never();
/// let first = explain_anywhere(&puzzle, &halt)?.next().expect("there is a step")?;
/// assert!(first.words().to_string().starts_with("“thermometer r1c1 r1c2 r1c3 r1c4” leaves"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the clues clash, or what stopped it.
pub fn explain_anywhere<'a>(
    puzzle: &Puzzle,
    halt: &'a Halt<'a>,
) -> Result<StepsAnywhere<'a>, NotTold> {
    let position = Position::new(puzzle).map_err(NotTold::Clash)?;
    let proved =
        ExactSolver::kept(|solver| UniquePuzzle::prove_within(solver, puzzle.clone(), halt))?;
    let improper = match proved {
        Ok(_) => None,
        Err(NotUnique::Multiple(_)) => Some(Improper::Several),
        Err(_) => Some(Improper::None),
    };
    Ok(StepsAnywhere { path: Path::new(position, halt), improper })
}

/// The same for a puzzle that is known to be proper: nothing is proved again.
///
/// # Errors
/// When the clues clash, which those of a proper puzzle do not.
pub fn explain_proper_anywhere<'a>(
    puzzle: &UniquePuzzle,
    halt: &'a Halt<'a>,
) -> Result<StepsAnywhere<'a>, NotTold> {
    let position = Position::new(puzzle.puzzle()).map_err(NotTold::Clash)?;
    Ok(StepsAnywhere { path: Path::new(position, halt), improper: None })
}

/// The steps of an explanation on any board, found one after the other.
pub struct StepsAnywhere<'a> {
    path: Path<'a>,
    improper: Option<Improper>,
}

impl StepsAnywhere<'_> {
    /// What has to be known of a puzzle that is not proper.
    pub fn improper(&self) -> Option<&Improper> {
        self.improper.as_ref()
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        self.path.position()
    }

    /// How it ended; nothing before the last step was asked for.
    pub fn end(&self) -> Option<End> {
        self.path.end()
    }

    /// What the steps so far cost.
    pub fn effort(&self) -> &Effort {
        self.path.effort()
    }
}

impl Iterator for StepsAnywhere<'_> {
    type Item = Result<ToldAnywhere, Stop>;

    /// The next step. A stop is told once, and is also the end.
    fn next(&mut self) -> Option<Result<ToldAnywhere, Stop>> {
        if self.path.end().is_some() {
            return None;
        }
        match (self.path.next(), self.path.end()) {
            (Some((position, step)), _) => {
                let number = self.path.effort().n_steps;
                Some(Ok(ToldAnywhere { number, position, step }))
            }
            (None, Some(End::Stopped(stop))) => Some(Err(stop)),
            (None, _) => None,
        }
    }
}

/// What there is to say to a player of any puzzle.
#[derive(Clone, Debug)]
pub enum HintedAnywhere {
    /// A step.
    Step(Box<ToldAnywhere>),
    /// Nothing is left to do.
    Solved,
    /// Something in the position has to go first.
    Wrong(WrongAnywhere),
    /// No technique finds a step.
    Stuck,
    /// There is none of those that were asked for.
    NotHere,
}

/// What is wrong with a position on any board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongAnywhere {
    /// What is wrong, as a sentence.
    pub what: String,
    /// The cells that show it.
    pub cells: Vec<Cell>,
    /// The groups that show it, by their numbers.
    pub groups: Vec<usize>,
}

impl fmt::Display for WrongAnywhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl From<Clash> for WrongAnywhere {
    fn from(clash: Clash) -> WrongAnywhere {
        let what = format!("This position is already wrong: {clash}.");
        WrongAnywhere { what, cells: clash.cells, groups: Vec::new() }
    }
}

impl WrongAnywhere {
    /// A position of which nothing can come.
    fn dead(position: &Position, dead: Dead) -> WrongAnywhere {
        let what = format!("This position has no solution: {}.", dead.clause(position.ground()));
        let (cells, groups) = match dead {
            Dead::Cell(cell) => (vec![cell], Vec::new()),
            Dead::Digit { group, .. } => (Vec::new(), vec![group]),
            Dead::Rule(rule) => {
                (position.ground().rule(rule).map(Rule::cells).unwrap_or_default(), Vec::new())
            }
        };
        WrongAnywhere { what, cells, groups }
    }

    /// The first entry that is not so in the solution, digits before pencil marks.
    fn entry(proper: &UniquePuzzle, played: &Puzzle) -> Option<WrongAnywhere> {
        let (board, solution) = (played.board(), proper.solution());
        let wrong = |cell: Cell, what: String| {
            let what = format!("This position is already wrong: {what}");
            Some(WrongAnywhere { what, cells: vec![cell], groups: Vec::new() })
        };
        let differs = |&(cell, digit): &(Cell, Digit)| solution.digit(cell) != digit;
        if let Some((cell, digit)) = played.clues().filled().find(differs) {
            let (name, value) = (board.name(cell), board.value(digit));
            let what = "differs from the solution. Clear it and look again.";
            return wrong(cell, format!("{name} = {value} {what}"));
        }
        let marks = played.stated_candidates()?;
        let mut open = board.cells().filter(|&cell| played.clues().get(cell).is_none());
        let lacks = |&cell: &Cell| !marks[cell.index()].contains(solution.digit(cell));
        let cell = open.find(lacks)?;
        let name = board.name(cell);
        wrong(
            cell,
            format!(
                "the pencil marks of {name} lack its digit. Put the marks of that cell back and \
                 look again."
            ),
        )
    }
}

/// A position that a player has on any board, or what there is to say in place of a step.
type Met = (Result<Position, HintedAnywhere>, Option<Improper>);

/// The player's position, held against the solution where there is one.
fn begin(document: &Document, halt: &Halt<'_>) -> Result<Met, Stop> {
    let played = document.to_puzzle_with_placed();
    let proved =
        ExactSolver::kept(|solver| UniquePuzzle::prove_within(solver, document.to_puzzle(), halt))?;
    let improper = match &proved {
        Ok(proper) => {
            if let Some(wrong) = WrongAnywhere::entry(proper, &played) {
                return Ok((Err(HintedAnywhere::Wrong(wrong)), None));
            }
            None
        }
        Err(NotUnique::Multiple(_)) => Some(Improper::Several),
        Err(_) => Some(Improper::None),
    };
    let position = match Position::new(&played) {
        Ok(position) => position,
        Err(clash) => return Ok((Err(HintedAnywhere::Wrong(clash.into())), improper)),
    };
    let said = match position.dead() {
        Some(dead) => Some(HintedAnywhere::Wrong(WrongAnywhere::dead(&position, dead))),
        None if position.is_solved() => Some(HintedAnywhere::Solved),
        None => None,
    };
    Ok((said.map_or(Ok(position), Err), improper))
}

/// The next step from a player's position on any board: digits that were placed and pencil marks count,
/// and what differs from the solution is named.
///
/// # Errors
/// What stopped it.
pub fn hint_anywhere(
    document: &Document,
    halt: &Halt<'_>,
) -> Result<(HintedAnywhere, Option<Improper>), Stop> {
    let (position, improper) = match begin(document, halt)? {
        (Ok(position), improper) => (position, improper),
        (Err(said), improper) => return Ok((said, improper)),
    };
    let mut path = Path::new(position, halt);
    let hinted = match (path.next(), path.end()) {
        (Some((position, step)), _) => {
            HintedAnywhere::Step(Box::new(ToldAnywhere { number: 1, position, step }))
        }
        (None, Some(End::Stopped(stop))) => return Err(stop),
        (None, Some(End::Solved)) => HintedAnywhere::Solved,
        (None, Some(End::Broken(dead))) => {
            HintedAnywhere::Wrong(WrongAnywhere::dead(path.position(), dead))
        }
        (None, _) => HintedAnywhere::Stuck,
    };
    Ok((hinted, improper))
}

/// Every step that a position on any board offers, with what has to be known of a puzzle that is not
/// proper.
#[derive(Clone, Debug)]
pub struct AllAnywhere {
    /// The steps, the easiest to see first; numbered from 1.
    pub steps: Vec<ToldAnywhere>,
    /// What there is to say where there is no step.
    pub otherwise: Option<HintedAnywhere>,
    /// What ended the search before its end; the steps found before stand.
    pub stopped: Option<Stop>,
    /// Whether the clues have several solutions, or none.
    pub improper: Option<Improper>,
}

/// Every step from a player's position on any board, two of a technique with the same effect once. A
/// trial, or cases that lead to the same, where there is nothing else. `asked` says which techniques are
/// looked for, all of them where it names none.
///
/// ```
/// use sudolab::formats::{ReadOptions, read_one};
/// use sudolab::{Halt, all_hints_anywhere};
///
/// let document = read_one("1..4...........1", &ReadOptions::default())?.document;
/// let all = all_hints_anywhere(&document, &[], &Halt::never())?;
/// assert!(all.steps.iter().any(|told| told.words().conclusion == "So r2c3 is 1."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What stopped it before the search began.
pub fn all_hints_anywhere(
    document: &Document,
    asked: &[Technique],
    halt: &Halt<'_>,
) -> Result<AllAnywhere, Stop> {
    let (begun, improper) = begin(document, halt)?;
    let mut all = AllAnywhere { steps: Vec::new(), otherwise: None, stopped: None, improper };
    let position = match begun {
        Ok(position) => position,
        Err(said) => {
            all.otherwise = Some(said);
            return Ok(all);
        }
    };
    let steps = &mut all.steps;
    let searched = every_step_within(&position, asked, halt, &mut |step| {
        steps.push(ToldAnywhere { number: steps.len() + 1, position: position.clone(), step });
    });
    all.stopped = searched.err();
    if all.steps.is_empty() && all.stopped.is_none() {
        all.otherwise = Some(match asked {
            [] => HintedAnywhere::Stuck,
            _ => HintedAnywhere::NotHere,
        });
    }
    Ok(all)
}
