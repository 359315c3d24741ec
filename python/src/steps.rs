//! The solution step by step, and the next step, on boards of every kind.
//!
//! The plain 9x9 board has verbs of its own, which know over a hundred techniques; every other
//! board, and every puzzle with rules, those that know any board.

use crate::failure::Failure;
use crate::puzzle::Refusable;
use sudolab::exact::Conflicts;
use sudolab::formats::Document;
use sudolab::logic::general;
use sudolab::{
    End, Halt, HintedAnywhere, NotExplained, NotHinted, NotTold, Puzzle, Stop, Told, is_classic,
};
use sudolab_wire::page::{html_begin, html_end, html_step};
use sudolab_wire::request::TechniqueOrder;
use sudolab_wire::{
    Detail, Drawing, Error, ErrorCode, Explanation, Hint, Hinted, Step, Subject, ending_words,
    ending_words_anywhere, explain_warning, line, picture,
};

/// Steps as Python is handed them: a wire object, a page, and a picture for each.
pub type Pictured = (String, String, Vec<String>);

/// The next step as Python is handed it: a wire object and its picture.
pub type Next = (String, Option<String>);

/// The solution step by step.
pub fn explained(puzzle: &Puzzle, order: TechniqueOrder, halt: &Halt<'_>) -> Refusable<Pictured> {
    let name = puzzle.to_string();
    let mut pages = Pages::new(html_begin("The solution step by step", puzzle));
    let (words, solved, improper) = if is_classic(puzzle) {
        let mut steps = sudolab::explain_any(puzzle, order.into(), halt)
            .map_err(|why| not_explained(puzzle, why))?;
        for step in steps.by_ref().flatten() {
            pages.add(&step);
        }
        let end = steps.end().unwrap_or(End::Stuck);
        if end == End::Stopped(Stop::Cancelled) {
            return Err(Stop::Cancelled.into());
        }
        let words = ending_words(end, steps.n_steps(), steps.rating());
        (words, end == End::Solved, steps.improper().map(explain_warning))
    } else {
        let mut steps = sudolab::explain_anywhere(puzzle, halt).map_err(|why| match why {
            NotTold::Stopped(stop) => stop.into(),
            NotTold::Clash(clash) => refused(puzzle, &clash),
        })?;
        for step in steps.by_ref().flatten() {
            pages.page.push_str(&html_step(&step));
            pages.pictures.push(picture::drawn(&Drawing::anywhere(&step)));
            pages.steps.push(Step::anywhere(Subject::ONLY, &step));
        }
        let end = steps.end().unwrap_or(general::End::Stuck);
        if end == general::End::Stopped(Stop::Cancelled) {
            return Err(Stop::Cancelled.into());
        }
        let words = ending_words_anywhere(end, steps.position(), steps.effort());
        (words, end == general::End::Solved, steps.improper().map(explain_warning))
    };
    pages.page.push_str(&html_end(&words));
    let explanation = Explanation {
        end: words,
        puzzle: name,
        solved,
        steps: pages.steps,
        warning: improper.map(str::to_owned),
    };
    Ok((line(&explanation), pages.page, pages.pictures))
}

/// Every step that a position offers; its page is empty.
pub fn every_step(document: &Document, halt: &Halt<'_>) -> Refusable<Pictured> {
    let puzzle = document.to_puzzle();
    if !is_classic(&puzzle) {
        let text = "every step is known on the plain 9x9 board only";
        return Err(Error::new(ErrorCode::Board, text).remedy("hint() gives the next one").into());
    }
    let all = sudolab::all_hints(document, halt).map_err(|why| match why {
        NotHinted::Stopped(stop) => stop.into(),
        NotHinted::Position(error) => refused(&puzzle, &error),
    })?;
    if let Some(stop) = all.stopped {
        return Err(stop.into());
    }
    if let Some(sudolab::Hinted::Wrong(wrong)) = &all.otherwise {
        return Err(refused(&puzzle, wrong));
    }
    let mut pages = Pages::new(String::new());
    for step in &all.steps {
        pages.add(step);
    }
    let explanation = Explanation {
        end: all.otherwise.map(|_| "No step is known.".to_owned()).unwrap_or_default(),
        puzzle: puzzle.to_string(),
        solved: false,
        steps: pages.steps,
        warning: all.improper.as_ref().map(|improper| explain_warning(improper).to_owned()),
    };
    Ok((line(&explanation), pages.page, pages.pictures))
}

/// The next step from a position.
pub fn hinted(
    document: &Document,
    order: TechniqueOrder,
    detail: Detail,
    halt: &Halt<'_>,
) -> Refusable<Next> {
    if !is_classic(&document.to_puzzle()) {
        return hinted_anywhere(document, detail, halt);
    }
    let advice = sudolab::hint(document, order.into(), halt).map_err(|why| match why {
        NotHinted::Stopped(stop) => Failure::from(stop),
        NotHinted::Position(error) => Error::new(ErrorCode::Board, error.to_string()).into(),
    })?;
    Ok(match &advice.hinted {
        sudolab::Hinted::Step(told) => {
            let hint = Hint::new(Subject::ONLY, detail, told, advice.improper.as_ref());
            let drawn =
                (detail == Detail::Full).then(|| picture::svg(&told.position, &told.hint.step));
            (line(&Hinted::Hint(Box::new(hint))), drawn)
        }
        sudolab::Hinted::Solved => solved(),
        sudolab::Hinted::Wrong(wrong) => problem(wrong.to_string()),
        sudolab::Hinted::Nothing(why) => problem(why.to_string()),
    })
}

fn hinted_anywhere(document: &Document, detail: Detail, halt: &Halt<'_>) -> Refusable<Next> {
    let (hinted, improper) = sudolab::hint_anywhere(document, halt)?;
    Ok(match hinted {
        HintedAnywhere::Step(told) => {
            let hint = Hint::anywhere(Subject::ONLY, detail, &told, improper.as_ref());
            let drawn = (detail == Detail::Full).then(|| picture::drawn(&Drawing::anywhere(&told)));
            (line(&Hinted::Hint(Box::new(hint))), drawn)
        }
        HintedAnywhere::Solved => solved(),
        HintedAnywhere::Wrong(wrong) => problem(wrong.what),
        HintedAnywhere::Stuck | HintedAnywhere::NotHere => {
            problem(sudolab::NoStep::Stuck.to_string())
        }
    })
}

fn solved() -> Next {
    (line(&Hinted::Solved { puzzle: Subject::ONLY.number, solved: true }), None)
}

fn problem(problem: String) -> Next {
    (line(&Hinted::Problem { problem, puzzle: Subject::ONLY.number }), None)
}

fn not_explained(puzzle: &Puzzle, why: NotExplained) -> Failure {
    match why {
        NotExplained::Stopped(stop) => stop.into(),
        NotExplained::Position(error) => refused(puzzle, &error),
    }
}

/// A position that cannot be reasoned about: clues that break a rule are named.
fn refused(puzzle: &Puzzle, why: &dyn std::fmt::Display) -> Failure {
    match Conflicts::of(puzzle) {
        Some(conflicts) => Failure::conflict(puzzle, &conflicts),
        None => Error::new(ErrorCode::Board, why.to_string()).into(),
    }
}

/// Steps that are collected in three forms.
struct Pages {
    page: String,
    pictures: Vec<String>,
    steps: Vec<Step>,
}

impl Pages {
    fn new(page: String) -> Pages {
        Pages { page, pictures: Vec::new(), steps: Vec::new() }
    }

    fn add(&mut self, told: &Told) {
        if !self.page.is_empty() {
            self.page.push_str(&html_step(told));
        }
        self.pictures.push(picture::svg(&told.position, &told.hint.step));
        self.steps.push(Step::new(Subject::ONLY, told));
    }
}
