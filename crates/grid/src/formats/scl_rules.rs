//! Rules in SudokuPad's objects, both ways.
//!
//! What SudokuPad itself knows are cages with their sums; everything else it draws, as lines and
//! signs, and says in words, from which no reader can tell what is meant. So the rules are written
//! three times: as cages and drawings for the eye, as sentences for the player, and exactly, in our
//! text form, under a key of our own that SudokuPad passes over. Where that key is there, it is what
//! is read; without it cages are read when the words speak of nothing but cages, and drawings never.

use super::names;
use super::value::Json;
use crate::rule::{Cage, Colour, End, InnerSign, Mark, Rule, Sum};
use crate::{Board, Cell};

/// The key of the rules in our text form.
pub(super) const OWN: &str = "sudolab";

fn object(pairs: Vec<(&str, Json)>) -> Json {
    Json::Object(pairs.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

/// The rules that our own key tells; `None` when it is not there.
pub(super) fn own(whole: &Json, board: &Board) -> Option<Result<Vec<Rule>, String>> {
    let told = whole.get(OWN)?.get("rules")?.list()?;
    let rule = |told: &Json| {
        let text = told.text().unwrap_or_default();
        Rule::from_text(text, board).map_err(|error| format!("{text:?}: {error}"))
    };
    Some(told.iter().map(rule).collect())
}

/// Of `words` and the keys of drawings those that hold just what we make of these rules.
pub(super) fn repeated(
    whole: &Json,
    words: &str,
    rules: &[Rule],
    board: &Board,
) -> Vec<&'static str> {
    let drawn = drawn(rules, board);
    let mut same = Vec::new();
    if drawn.words.join(" ") == words {
        same.push("words");
    }
    let keys = drawn.keys().into_iter();
    same.extend(
        keys.filter(|(key, ours)| whole.get(key).and_then(Json::list) == Some(&ours[..]))
            .map(|(key, _)| key),
    );
    same
}

/// The cages as rules, if every one of them that has cells can be one and the words speak of nothing
/// but cages; `None` when something else is meant.
pub(super) fn cages(whole: &Json, words: &str, board: &Board) -> Option<Vec<Rule>> {
    if !speaks_of_cages_alone(words) {
        return None;
    }
    let mut rules = Vec::new();
    for cage in whole.get("cages").and_then(Json::list).unwrap_or(&[]) {
        let Some(cells) = cage.get("cells").filter(|cells| !cells.is_nothing()) else { continue };
        let Json::Object(pairs) = cage else { return None };
        let known = ["cells", "value", "sum", "unique", "style", "type", "hidden"];
        let odd = |(key, value): &(String, Json)| {
            !known.contains(&key.as_str()) && !names::is_harmless(key) && !names::is_off(value)
        };
        if pairs.iter().any(odd) {
            return None;
        }
        let cells: Vec<Cell> =
            cells.list()?.iter().map(|pair| cell(pair, board)).collect::<Option<_>>()?;
        let told = |key: &str| cage.get(key).filter(|value| !value.is_nothing());
        let sum = match told("sum").or_else(|| told("value")) {
            None => None,
            Some(value) => Some(value.plain()?.trim().parse::<u32>().ok()?),
        };
        rules.push(match (cage.get("unique"), sum) {
            (Some(Json::Bool(false)), None) => return None,
            (Some(Json::Bool(false)), Some(sum)) => {
                let terms = cells.into_iter().map(|cell| (cell, 1)).collect();
                Rule::Sum(Sum::new(terms, i64::from(sum)).ok()?)
            }
            (_, sum) => Rule::Cage(Cage::new(cells, sum).ok()?),
        });
    }
    (!rules.is_empty()).then_some(rules)
}

fn cell(pair: &Json, board: &Board) -> Option<Cell> {
    let side = |i: usize| usize::try_from(pair.list()?.get(i)?.integer()?).ok();
    board.cell_at(side(0)?, side(1)?)
}

/// Words that sentences about killer cages are made of.
const OF_CAGES: [&str; 62] = [
    "a",
    "add",
    "added",
    "all",
    "also",
    "amount",
    "an",
    "and",
    "any",
    "are",
    "as",
    "be",
    "cage",
    "cages",
    "can",
    "cannot",
    "cell",
    "cells",
    "clue",
    "contain",
    "corner",
    "dashed",
    "digit",
    "digits",
    "do",
    "each",
    "every",
    "given",
    "if",
    "in",
    "indicated",
    "inside",
    "is",
    "it",
    "its",
    "killer",
    "left",
    "may",
    "must",
    "no",
    "not",
    "number",
    "numbers",
    "of",
    "once",
    "one",
    "repeat",
    "repeated",
    "same",
    "show",
    "shown",
    "small",
    "sudoku",
    "sum",
    "sums",
    "that",
    "the",
    "their",
    "to",
    "top",
    "total",
    "within",
];

/// Whether words tell the usual rules and those of killer cages, and nothing else.
fn speaks_of_cages_alone(words: &str) -> bool {
    let plain = words.to_lowercase().replace(['’', '\''], "");
    plain.split(['.', '\n', ';', '!']).map(str::trim).filter(|s| !s.is_empty()).all(|sentence| {
        if names::says_usual_rules(&format!("{sentence}.")) || names::says_usual_rules(sentence) {
            return true;
        }
        let words: Vec<&str> = sentence
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let known =
            |word: &&str| OF_CAGES.contains(word) || matches!(*word, "dont" | "up" | "upper");
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(word));
        let negates = has(&["not", "cannot", "no", "dont"]);
        // Digits that may repeat are another rule.
        let repeats = has(&["repeat", "repeated", "same"]) && !negates;
        words.iter().all(known) && has(&["cage", "cages", "killer"]) && !repeats
    })
}

/// What the keys of the rules are, for an object that is written.
pub(super) struct Drawn {
    cages: Vec<Json>,
    lines: Vec<Json>,
    arrows: Vec<Json>,
    underlays: Vec<Json>,
    overlays: Vec<Json>,
    /// Sentences for the player.
    pub(super) words: Vec<String>,
    /// The rules in our text form.
    pub(super) own: Json,
}

/// The rules of a document, drawn and told.
pub(super) fn drawn(rules: &[Rule], board: &Board) -> Drawn {
    let texts: Vec<String> = rules.iter().map(|rule| rule.text(board)).collect();
    let mut drawn = Drawn {
        cages: Vec::new(),
        lines: Vec::new(),
        arrows: Vec::new(),
        underlays: Vec::new(),
        overlays: Vec::new(),
        words: vec!["Normal sudoku rules apply.".to_owned()],
        own: object(vec![(
            "rules",
            Json::List(texts.iter().map(|text| text.as_str().into()).collect()),
        )]),
    };
    let is_cage = |rule: &Rule| matches!(rule, Rule::Cage(_));
    if rules.iter().any(is_cage) {
        drawn.words.push(
            "Digits do not repeat in a killer cage and sum to the number in its corner.".to_owned(),
        );
    }
    for (rule, text) in rules.iter().zip(&texts) {
        if !is_cage(rule) {
            drawn.words.push(format!("Also: {text}."));
        }
        rule.marks(board).iter().for_each(|mark| drawn.draw(mark, board));
    }
    drawn
}

impl Drawn {
    /// The keys of drawings with what is drawn.
    pub(super) fn keys(self) -> [(&'static str, Vec<Json>); 5] {
        [
            ("cages", self.cages),
            ("lines", self.lines),
            ("arrows", self.arrows),
            ("underlays", self.underlays),
            ("overlays", self.overlays),
        ]
    }

    fn draw(&mut self, mark: &Mark, board: &Board) {
        // SudokuPad counts from the corner of the grid, rows first; a cell's middle is at a half.
        let at = |cell: Cell| (board.row(cell) as f64 + 0.5, board.column(cell) as f64 + 0.5);
        let point = |(row, column): (f64, f64)| Json::List(vec![half(row), half(column)]);
        let middle = |cells: &[Cell]| {
            let n = cells.len().max(1) as f64;
            let sum =
                cells.iter().map(|&cell| at(cell)).fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            (sum.0 / n, sum.1 / n)
        };
        let points =
            |cells: &[Cell]| Json::List(cells.iter().map(|&cell| point(at(cell))).collect());
        let shape =
            |place: (f64, f64), size: f64, rounded: bool, fill: &str, text: Option<&str>| {
                let mut pairs = vec![
                    ("center", point(place)),
                    ("width", half(size)),
                    ("height", half(size)),
                    ("rounded", Json::Bool(rounded)),
                    ("backgroundColor", fill.into()),
                ];
                if let Some(text) = text {
                    pairs.push(("text", text.into()));
                }
                object(pairs)
            };
        match mark {
            Mark::Cage { cells, label } => {
                let pair =
                    |c: &Cell| Json::List(vec![board.row(*c).into(), board.column(*c).into()]);
                let mut pairs = vec![("cells", Json::List(cells.iter().map(pair).collect()))];
                if let Some(label) = label {
                    pairs.push(("value", label.as_str().into()));
                }
                self.cages.push(object(pairs));
            }
            Mark::Line { cells, colour, from, to } => {
                let line = object(vec![
                    ("wayPoints", points(cells)),
                    ("color", hue(*colour).into()),
                    ("thickness", Json::from(if *to == End::Arrow { 3usize } else { 12 })),
                ]);
                if *to == End::Arrow {
                    self.arrows.push(line)
                } else {
                    self.lines.push(line)
                }
                for (end, cell) in [(from, cells.first()), (to, cells.last())] {
                    let Some(&cell) = cell else { continue };
                    match end {
                        End::Bulb => {
                            self.underlays.push(shape(at(cell), 0.75, true, hue(*colour), None))
                        }
                        End::Circle => {
                            self.underlays.push(shape(at(cell), 0.75, true, "#FFFFFF", None))
                        }
                        End::Diamond => {
                            self.underlays.push(shape(at(cell), 0.5, false, "#FFFFFF", None))
                        }
                        End::Plain | End::Arrow => {}
                    }
                }
            }
            Mark::Dot { a, b, filled, text } => {
                let fill = if *filled { "#000000" } else { "#FFFFFF" };
                self.overlays.push(shape(middle(&[*a, *b]), 0.25, true, fill, text.as_deref()));
            }
            Mark::Between { a, b, text } => {
                self.overlays.push(shape(middle(&[*a, *b]), 0.25, false, "#FFFFFF", Some(text)));
            }
            Mark::Corner { cells, text } => {
                self.overlays.push(shape(middle(cells), 0.5, true, "#FFFFFF", Some(text)));
            }
            Mark::Shade { cells, colour } => {
                for &cell in cells {
                    self.underlays.push(shape(at(cell), 1.0, false, hue(*colour), None));
                }
            }
            Mark::Sign { cell, sign } => {
                let rounded = matches!(sign, InnerSign::Disc | InnerSign::Circle);
                self.underlays.push(shape(at(*cell), 0.75, rounded, "#CFCFCF", None));
            }
            Mark::Outside { line, text } => {
                if let [first, second, ..] = line[..] {
                    let ((r, c), (dr, dc)) = (at(first), at(second));
                    let outside = (2.0 * r - dr, 2.0 * c - dc);
                    self.overlays.push(shape(outside, 0.5, false, "#FFFFFF", Some(text)));
                }
            }
            // The rest is told in words.
            _ => {}
        }
    }
}

/// A number that is a multiple of a quarter or so, as JSON writes it.
fn half(value: f64) -> Json {
    Json::Number(format!("{value}"))
}

fn hue(colour: Colour) -> &'static str {
    match colour {
        Colour::Grey => "#CFCFCF",
        Colour::Green => "#67F067",
        Colour::Purple => "#F067F0",
        Colour::Blue => "#6FB9E8",
        Colour::Orange => "#F7A55B",
        Colour::Teal => "#5FC9BF",
        Colour::Yellow => "#F3DF6D",
        Colour::Lavender => "#C9B8F5",
        Colour::Red => "#E88080",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_about_cages_are_told_from_other_rules() {
        for (words, alone) in [
            ("Normal sudoku rules apply.", true),
            (
                "Normal sudoku rules apply. Digits in cages must not repeat and sum to the total in the top left corner.",
                true,
            ),
            ("Normal sudoku rules apply. Digits may repeat in a cage.", false),
            (
                "Normal sudoku rules apply. Digits in cages sum to the clue. Adjacent digits differ.",
                false,
            ),
        ] {
            assert_eq!(speaks_of_cages_alone(words), alone, "{words}");
        }
    }
}
