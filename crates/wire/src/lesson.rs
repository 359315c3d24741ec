//! A technique as a page: what it is, why it holds, when it appears, and its example as a picture.
//!
//! `docs/techniques` holds these pages; a test says when they are stale. The command shows the same
//! with a board in text.

use crate::drawing::Drawing;
use crate::page::Scene;
use crate::picture;
use std::fmt::Write;
use sudolab_logic::example;
use sudolab_logic::explain::explain;
use sudolab_logic::explain::shown::Shown;
use sudolab_logic::general;
use sudolab_logic::origin::{Family, Premise};
use sudolab_logic::technique::Technique;

/// A technique with the step of its example.
pub struct TechniquePage {
    technique: Technique,
    /// The example: what is shown, and the step in words.
    example: Option<(Drawing, Scene)>,
}

impl TechniquePage {
    /// The page of a technique.
    pub fn new(technique: Technique) -> TechniquePage {
        let title = format!("{}: an example", technique.name());
        let classic = || {
            let (position, step) = example::of(technique)?;
            let shown = Shown::of_step(&position, &step);
            let words = explain(&position, &step);
            let drawing = Drawing::of(&position, &title, &step.effect, &shown);
            Some((drawing, words.title, words.sentences, words.conclusion))
        };
        let elsewhere = || {
            let (position, step) = example::elsewhere(technique)?;
            let words = general::words(&position, &step);
            let drawing = Drawing::elsewhere(&position, &step, &title);
            Some((drawing, technique.name().to_owned(), words.sentences, words.conclusion))
        };
        let example =
            classic().or_else(elsewhere).map(|(drawing, title, sentences, conclusion)| {
                let name = technique.name().to_owned();
                (drawing, Scene { number: 1, name, title, price: None, sentences, conclusion })
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
        if technique.entry().elsewhere {
            facts.push("on other boards and in puzzles with rules".to_owned());
        }
        facts
    }

    /// What others call it, or that they call it the same.
    fn other_names(&self) -> String {
        let (names, source) = (self.technique.entry().names_elsewhere(), self.technique.source());
        let programs =
            ["Sudoku Explainer", "HoDoKu"].into_iter().filter(|name| source.contains(name));
        match (names.is_empty(), programs.collect::<Vec<&str>>()) {
            (false, _) => format!("{}.", names.join(", ")),
            (true, none) if none.is_empty() => "None that is common.".to_owned(),
            (true, programs) => {
                format!("{} calls it by this name too.", programs.join(" as well as "))
            }
        }
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
        let _ = writeln!(out, "\n## Other names\n\n{}", self.other_names());
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
        let _ = writeln!(out, "\nOther names\n{}", self.other_names());
        out
    }

    /// The step of the example in words; empty where there is none.
    pub fn example_words(&self) -> String {
        let said = self.example.as_ref().map(|(_, scene)| {
            let lines = scene.sentences.iter().chain([&scene.conclusion]);
            lines.fold(scene.title.clone(), |said, line| said + "\n  " + line)
        });
        said.unwrap_or_default()
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
    let mut families: Vec<Family> = Vec::new();
    for technique in Technique::ALL {
        if !families.contains(&technique.family()) {
            families.push(technique.family());
        }
    }
    for family in families {
        let _ = writeln!(out, "\n## {family}\n\n{}\n", family.idea());
        for technique in Technique::ALL.iter().filter(|technique| technique.family() == family) {
            let _ = writeln!(out, "- [{}]({}.md)", technique.name(), technique.id());
        }
    }
    out
}
