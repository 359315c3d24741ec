//! Entries of the catalogue of techniques.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sudolab_logic::lesson::Lesson;
use sudolab_logic::technique::Technique;

/// A technique of the catalogue.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TechniqueEntry {
    /// HoDoKu's code, where it has one.
    pub code: Option<String>,
    /// A position with a step of it, as a line that can be read like any puzzle.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub example: Option<String>,
    /// The group it belongs to.
    pub family: String,
    /// The idea that the group has in common.
    #[serde(default)]
    pub family_idea: String,
    /// The name it is called by everywhere.
    pub id: String,
    /// What it rests on.
    pub kind: String,
    /// Its name in words.
    pub name: String,
    /// What others call it.
    #[serde(default)]
    pub other_names: Vec<String>,
    /// Where it is described.
    pub source: String,
    /// What the pattern is and what it does.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub what: Option<String>,
    /// When it appears, and how to look for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub when: Option<String>,
    /// Why it holds.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub why: Option<String>,
}

impl From<Technique> for TechniqueEntry {
    fn from(technique: Technique) -> TechniqueEntry {
        let lesson = technique.entry().lesson;
        let text = |of: fn(&Lesson) -> &'static str| lesson.map(|lesson| of(lesson).to_owned());
        TechniqueEntry {
            code: technique.hodoku_code().map(str::to_owned),
            example: lesson.map(Lesson::line),
            family: technique.family().id().to_owned(),
            family_idea: technique.family().idea().to_owned(),
            id: technique.id().to_owned(),
            kind: technique.kind().id().to_owned(),
            name: technique.name().to_owned(),
            other_names: technique.entry().names_elsewhere(),
            source: technique.source().to_owned(),
            what: text(|lesson| lesson.what),
            when: text(|lesson| lesson.when),
            why: text(|lesson| lesson.why),
        }
    }
}

/// What came out of one line of a technique library.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LibraryLine {
    /// The code of the technique.
    pub code: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// Whether the line holds.
    pub passed: bool,
    /// Why not, or what was found.
    pub reason: String,
}
