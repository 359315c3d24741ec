//! How ratings look.

use crate::batch::Report;
use crate::form::Form;
use std::collections::BTreeMap;
use sudolab::logic::technique::Technique;
use sudolab_wire::{Effort, Rated, Rating, SeRated};

/// Writes a rating in a form.
pub fn rated(rated: Rated, form: Form, report: &mut Report) {
    let er = |n: fn(&SeRated) -> f64| rated.se.as_ref().map(|se| format!("{:.1}", n(se)));
    let (er, ep, ed) = (er(|se| se.er), er(|se| se.ep), er(|se| se.ed));
    match form {
        Form::Csv if rated.human.is_some() => {
            let Some(human) = &rated.human else { return };
            let numbers = [human.expected_seconds, human.low, human.high];
            let [expected, low, high] = numbers.map(|seconds| format!("{seconds:.1}"));
            let rating = format!("{:.2}", human.rating);
            let fields = [&rated.puzzle, &rating, &expected, &low, &high, &human.word];
            report.row(fields.map(String::as_str));
        }
        Form::Csv => {
            let hardest = match (&rated.se, &rated.hodoku, &rated.effort) {
                (Some(se), _, _) => se.hardest.as_str(),
                (None, Some(hodoku), _) => hodoku.hardest.as_str(),
                (None, None, Some(effort)) => effort.hardest.as_str(),
                (None, None, None) => "",
            };
            let level = rated.hodoku.as_ref().map_or("", |h| h.level.as_str());
            let score = rated.hodoku.as_ref().map(|h| h.score);
            let score = score.or(rated.effort.as_ref().map(|effort| effort.total));
            let score = score.map(|score| score.to_string()).unwrap_or_default();
            let [er, ep, ed] = [er, ep, ed].map(Option::unwrap_or_default);
            let guesses = rated.search.guesses.to_string();
            let fields = [&rated.puzzle, &er, &ep, &ed, level, &score, hardest, &guesses];
            report.row(fields);
        }
        Form::Line => {
            let mut text = rated.puzzle.clone();
            if let (Some(er), Some(ep), Some(ed)) = (er, ep, ed) {
                text.push_str(&format!(" {er}/{ep}/{ed}"));
            }
            if let Some(hodoku) = &rated.hodoku {
                text.push_str(&format!(" {} {}", hodoku.level, hodoku.score));
            }
            if let Some(effort) = &rated.effort {
                text.push_str(&format!(" effort {} {}", effort.total, effort.hardest));
            }
            if let Some(human) = &rated.human {
                text.push_str(&format!(" {:.0} s {}", human.expected_seconds, human.word));
            }
            report.line(&text);
        }
        Form::Json => report.object(&Rating::from(rated)),
        Form::Text => report.line(&text(&rated)),
    }
}

/// A rating for people.
fn text(rated: &Rated) -> String {
    let mut text = format!("{}\n  {} guesses in search", rated.puzzle, rated.search.guesses);
    if let Some(se) = &rated.se {
        let word = rated.word.as_deref().unwrap_or_default();
        text.push_str(&format!(
            "\n  {word}   ER {:.1}  EP {:.1}  ED {:.1}   hardest: {}, {} steps",
            se.er,
            se.ep,
            se.ed,
            name(&se.hardest),
            se.steps
        ));
        push_counts(&mut text, &se.techniques);
    }
    if let Some(hodoku) = &rated.hodoku {
        text.push_str(&format!(
            "\n  HoDoKu {}, score {}   hardest: {}, {} steps",
            hodoku.level,
            hodoku.score,
            name(&hodoku.hardest),
            hodoku.steps
        ));
        push_counts(&mut text, &hodoku.techniques);
    }
    if let Some(effort) = &rated.effort {
        let end = if effort.solved { "" } else { ", where they end without the solution" };
        text.push_str(&format!(
            "\n  effort {}   hardest: {}, {} steps{end}",
            effort.total, effort.hardest, effort.steps
        ));
        for (id, n) in &effort.techniques {
            text.push_str(&format!("\n  {n:>4} x {id}"));
        }
    }
    if let Some(human) = &rated.human {
        let [expected, low, high] =
            [human.expected_seconds, human.low, human.high].map(|s| format!("{:.1}", s / 60.0));
        text.push_str(&format!(
            "\n  people: about {expected} minutes, four of five such puzzles {low} to {high}; {}",
            human.word
        ));
    }
    if let Some(qqwing) = &rated.qqwing {
        text.push_str(&format!("\n  qqwing: {}", qqwing.level));
    }
    if let Some(thesis) = &rated.thesis {
        let one = |(id, e): (&String, &Effort)| {
            format!("{id} {} guesses in {} ticks", e.guesses, e.ticks)
        };
        text.push_str(&format!(
            "\n  thesis: {}",
            thesis.iter().map(one).collect::<Vec<_>>().join(", ")
        ));
    }
    text
}

/// The name of a technique by its id.
fn name(id: &str) -> &'static str {
    Technique::from_id(id).map_or("none", Technique::name)
}

/// How often each technique was used, in the order of the catalogue.
fn push_counts(text: &mut String, used: &BTreeMap<String, u64>) {
    for technique in Technique::ALL {
        if let Some(n) = used.get(technique.id()) {
            text.push_str(&format!("\n  {n:>4} x {}", technique.name()));
        }
    }
}
