//! A technique as a page: what it is, why it holds, when it appears, and its example as a picture.
//!
//! `docs/techniques` holds these pages; a test says when they are stale. The command shows the same
//! with a board in text.

use crate::drawing::Drawing;
use crate::picture;
use std::fmt::Write;
use sudolab_logic::example;
use sudolab_logic::explain::explain;
use sudolab_logic::explain::shown::Shown;
use sudolab_logic::origin::{Family, Premise};
use sudolab_logic::step::Step;
use sudolab_logic::technique::Technique;

/// A technique with the step of its example.
pub struct TechniquePage {
    technique: Technique,
    /// The example: what is shown, and the step in words.
    example: Option<(Drawing, sudolab_logic::explain::Explanation)>,
}

impl TechniquePage {
    /// The page of a technique.
    pub fn new(technique: Technique) -> TechniquePage {
        let example = example::of(technique).map(|(position, step)| {
            let Step { effect, .. } = &step;
            let shown = Shown::of_step(&position, &step);
            let title = format!("{}: an example", technique.name());
            (Drawing::of(&position, &title, effect, &shown), explain(&position, &step))
        });
        TechniquePage { technique, example }
    }

    /// What its example shows.
    pub fn drawing(&self) -> Option<&Drawing> {
        self.example.as_ref().map(|(drawing, _)| drawing)
    }

    /// Its picture, where it has an example.
    pub fn svg(&self) -> Option<String> {
        self.drawing().map(picture::drawn)
    }

    /// What is known of it in a line or two: names, family, source.
    fn facts(&self) -> Vec<String> {
        let technique = self.technique;
        let mut facts = vec![format!("id: {}", technique.id())];
        facts.push(format!("family: {}", technique.family()));
        facts.extend(technique.hodoku_code().map(|code| format!("HoDoKu's code: {code}")));
        facts.push(format!("source: {}", technique.source()));
        match technique.kind() {
            Premise::AssumesUnique => facts.push("assumes that there is one solution".to_owned()),
            Premise::Guess => facts.push("takes the solution for granted".to_owned()),
            Premise::Logic => {}
        }
        facts
    }

    /// The page as Markdown, with its picture beside it as `ID.svg`.
    pub fn markdown(&self) -> String {
        let (technique, mut out) = (self.technique, String::new());
        // Writing to a string cannot fail.
        let _ = writeln!(out, "# {}\n\n{}.", technique.name(), self.facts().join(" · "));
        let Some(lesson) = technique.entry().lesson else { return out };
        let _ = writeln!(out, "\n{}", lesson.what);
        let _ = writeln!(out, "\n## Why it holds\n\n{}", lesson.why);
        let _ = writeln!(out, "\n## When it appears\n\n{}", lesson.when);
        if let Some((_, words)) = &self.example {
            let (id, title) = (technique.id(), &words.title);
            let _ = writeln!(out, "\n## An example\n\n![{title}]({id}.svg)\n\n**{title}.**");
            for sentence in &words.sentences {
                let _ = writeln!(out, "{sentence}<br>");
            }
            let _ = writeln!(out, "**{}**", words.conclusion);
            let _ = writeln!(out, "\n```text\n{}\n```", lesson.line());
        }
        if !lesson.other_names.is_empty() {
            let _ = writeln!(out, "\n## Other names\n\n{}.", lesson.other_names.join(", "));
        }
        out
    }

    /// The page as text for a terminal, up to its example: [`TechniquePage::example_words`] and a
    /// board follow.
    pub fn text(&self) -> String {
        let (technique, mut out) = (self.technique, String::new());
        let _ = writeln!(out, "{}\n{}", technique.name(), self.facts().join(", "));
        let Some(lesson) = technique.entry().lesson else { return out };
        let _ = writeln!(out, "\n{}", lesson.what);
        let _ = writeln!(out, "\nWhy it holds\n{}", lesson.why);
        let _ = writeln!(out, "\nWhen it appears\n{}", lesson.when);
        if !lesson.other_names.is_empty() {
            let _ = writeln!(out, "\nOther names\n{}", lesson.other_names.join(", "));
        }
        out
    }

    /// The step of the example in words; empty where there is none.
    pub fn example_words(&self) -> String {
        self.example.as_ref().map(|(_, words)| words.to_string()).unwrap_or_default()
    }
}

/// The list of all pages as Markdown, by family.
pub fn index() -> String {
    let mut out = String::from(
        "# The techniques\n\nA page for each technique of the catalogue: what it is, why it holds, \
         when it appears, one position as a picture, and its names elsewhere. The pages are written \
         from the entries in `crates/logic/src/techniques`:\n\n```sh\n\
         SUDOLAB_WRITE_TECHNIQUES=1 cargo test -p sudolab-wire --test technique_pages\n```\n\n\
         `sudolab techniques NAME` shows the same in a terminal.\n",
    );
    let mut family: Option<Family> = None;
    for technique in Technique::ALL {
        if family != Some(technique.family()) {
            family = Some(technique.family());
            let name = technique.family().to_string();
            let seen = out.contains(&format!("## {name}\n"));
            let more = if seen { " (more)" } else { "" };
            let _ = writeln!(out, "\n## {name}{more}\n");
            if !seen {
                let _ = writeln!(out, "{}\n", technique.family().idea());
            }
        }
        let _ = writeln!(out, "- [{}]({}.md)", technique.name(), technique.id());
    }
    out
}
