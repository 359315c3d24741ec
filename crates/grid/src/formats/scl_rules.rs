//! Rules in SudokuPad's objects, both ways.
//!
//! What SudokuPad itself knows are cages with their sums; everything else it draws, as lines and
//! signs, and says in words, from which no reader can tell what is meant. So the rules are written
//! three times: as cages and drawings for the eye, as sentences for the player, and exactly, in our
//! text form, under a key of our own that SudokuPad passes over. Where that key is there, it is what
//! is read. Without it a puzzle is read when every sentence of its words is understood
//! ([`super::sentences`]) and everything drawn is what one of them speaks of: see [`told`].

use super::names;
use super::scl::is_house;
use super::sentences::{self, Meaning};
use super::value::Json;
use crate::rule::{
    Cage, Colour, Different, Dot, End, InnerSign, Jump, Mark, Mirror, Negative, PairSum, Renban,
    Rule, RuleError, Signs, Sum, Whisper,
};
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

/// The keys under which rules are drawn.
pub(super) const DRAWN: [&str; 4] = ["cages", "lines", "overlays", "underlays"];

/// The rules that words tell and drawings show, if every sentence is understood and everything drawn is
/// what one of them speaks of; `None` when anything else is said or drawn.
pub(super) fn told(whole: &Json, words: &str, board: &Board) -> Option<Vec<Rule>> {
    let said = sentences::said(words).ok()?;
    let says = |what: Meaning| said.contains(&what);
    let list = |key: &str| whole.get(key).and_then(Json::list).unwrap_or(&[]);
    if !list("arrows").is_empty() {
        return None;
    }
    let mut rules = Vec::new();
    for cage in list("cages") {
        let has_cells = cage.get("cells").is_some_and(|cells| !cells.is_nothing());
        if !has_cells || is_house(cage, board) {
            continue;
        }
        // Cages with sums are killer cages where nothing else is said.
        if !says(Meaning::Cages) && !said.is_empty() {
            return None;
        }
        rules.push(cage_rule(cage, board)?);
    }
    let n_cages = rules.len();
    let (mut white, mut black) = (Vec::new(), Vec::new());
    let (mut tens, mut fives) = (Vec::new(), Vec::new());
    for drawn in list("overlays").iter().chain(list("underlays")) {
        let (pair, sign) = sign_between(drawn, board)?;
        match sign {
            Meaning::White => white.push(pair),
            Meaning::Black => black.push(pair),
            Meaning::X => tens.push(pair),
            _ => fives.push(pair),
        }
    }
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let mut hues = Vec::new();
    for drawn in list("lines") {
        let (hue, points) = line_drawn(drawn)?;
        if says(Meaning::Diagonals) && is_diagonal(&points, board) {
            continue;
        }
        lines.push(cells_along(&points, board)?);
        hues.push(hue);
    }
    // Lines of several colours, or of which several things are said, cannot be told apart.
    hues.dedup();
    let of_lines = [Meaning::Whispers, Meaning::Renban, Meaning::Palindromes];
    let n_kinds = of_lines.iter().filter(|kind| says(**kind)).count();
    if hues.len() > 1 || n_kinds > 1 || lines.is_empty() != (n_kinds == 0) {
        return None;
    }
    let pairs = |rules: &mut Vec<Rule>,
                 pairs: &[(Cell, Cell)],
                 rule: &dyn Fn(Cell, Cell) -> Result<Rule, RuleError>| {
        pairs.iter().try_for_each(|&(a, b)| rule(a, b).map(|rule| rules.push(rule))).ok()
    };
    pairs(&mut rules, &white, &|a, b| Dot::white(a, b, 1).map(Rule::Dot))?;
    pairs(&mut rules, &black, &|a, b| Dot::black(a, b, 2).map(Rule::Dot))?;
    pairs(&mut rules, &tens, &|a, b| PairSum::new(a, b, 10).map(Rule::PairSum))?;
    pairs(&mut rules, &fives, &|a, b| PairSum::new(a, b, 5).map(Rule::PairSum))?;
    for line in lines {
        rules.push(if says(Meaning::Whispers) {
            Rule::Whisper(Whisper::new(line, 5).ok()?)
        } else if says(Meaning::Renban) {
            Rule::Renban(Renban::new(line).ok()?)
        } else {
            Rule::Mirror(Mirror::palindrome(line).ok()?)
        });
    }
    let dots = [white.as_slice(), &black].concat();
    let letters = [tens.as_slice(), &fives].concat();
    for (i, what) in said.iter().enumerate() {
        if said[..i].contains(what) {
            continue;
        }
        match what {
            Meaning::Nothing => {}
            // What is spoken of has to be there, and the other way round.
            Meaning::Cages if n_cages > 0 => {}
            Meaning::White | Meaning::Dots(false) if !dots.is_empty() && says(Meaning::White) => {}
            Meaning::Black | Meaning::Dots(false) if !dots.is_empty() && says(Meaning::Black) => {}
            Meaning::X | Meaning::V | Meaning::Letters(false)
                if !letters.is_empty() && says(Meaning::X) && says(Meaning::V) => {}
            Meaning::Whispers | Meaning::Renban | Meaning::Palindromes => {}
            Meaning::Dots(true) if !says(Meaning::Dots(false)) => {
                let signs = match (says(Meaning::White), says(Meaning::Black)) {
                    (true, true) => Signs::Kropki,
                    (true, false) => Signs::White,
                    (false, true) => Signs::Black,
                    (false, false) => return None,
                };
                rules.push(Rule::Negative(Negative::new(signs, &dots)));
            }
            Meaning::Letters(true)
                if says(Meaning::X) && says(Meaning::V) && !says(Meaning::Letters(false)) =>
            {
                rules.push(Rule::Negative(Negative::new(Signs::Xv, &letters)));
            }
            Meaning::AntiKnight => rules.push(Rule::Jump(Jump::Apart(1, 2))),
            Meaning::AntiKing => rules.push(Rule::Jump(Jump::Apart(1, 1))),
            Meaning::Nonconsecutive => rules.push(Rule::Jump(Jump::Nonconsecutive(1))),
            Meaning::Diagonals => {
                for cells in board.diagonals() {
                    rules.push(Rule::Different(Different::new(cells).ok()?));
                }
            }
            _ => return None,
        }
    }
    let signs = [
        (&white, Meaning::White),
        (&black, Meaning::Black),
        (&tens, Meaning::X),
        (&fives, Meaning::V),
    ];
    let spoken_of = signs.iter().all(|(drawn, said)| drawn.is_empty() || says(*said));
    (spoken_of && !rules.is_empty()).then_some(rules)
}

/// A cage with its cells as a rule, if it can be one.
fn cage_rule(cage: &Json, board: &Board) -> Option<Rule> {
    let Json::Object(pairs) = cage else { return None };
    let known = ["cells", "value", "sum", "unique", "style", "type", "hidden"];
    let odd = |(key, value): &(String, Json)| {
        !known.contains(&key.as_str()) && !names::is_harmless(key) && !names::is_off(value)
    };
    if pairs.iter().any(odd) {
        return None;
    }
    let cells: Vec<Cell> =
        cage.get("cells")?.list()?.iter().map(|pair| cell(pair, board)).collect::<Option<_>>()?;
    let told = |key: &str| cage.get(key).filter(|value| !value.is_nothing());
    let sum = match told("sum").or_else(|| told("value")) {
        None => None,
        Some(value) => Some(value.plain()?.trim().parse::<u32>().ok()?),
    };
    Some(match (cage.get("unique"), sum) {
        (Some(Json::Bool(false)), None) => return None,
        (Some(Json::Bool(false)), Some(sum)) => {
            let terms = cells.into_iter().map(|cell| (cell, 1)).collect();
            Rule::Sum(Sum::new(terms, i64::from(sum)).ok()?)
        }
        (_, sum) => Rule::Cage(Cage::new(cells, sum).ok()?),
    })
}

/// A value of an object under its name or its short one.
fn either<'j>(object: &'j Json, name: &str, short: &str) -> Option<&'j Json> {
    object.get(name).or_else(|| object.get(short))
}

fn has_only(object: &Json, known: &[&str]) -> bool {
    matches!(object, Json::Object(pairs)
        if pairs.iter().all(|(key, value)| known.contains(&key.as_str()) || names::is_off(value)))
}

fn real(value: &Json) -> Option<f64> {
    value.plain()?.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn point(value: &Json) -> Option<(f64, f64)> {
    match value.list()? {
        [row, column] => Some((real(row)?, real(column)?)),
        _ => None,
    }
}

/// A colour without what writers differ in.
fn colour(value: Option<&Json>) -> String {
    let text = value.and_then(Json::plain).unwrap_or_default().to_lowercase();
    text.trim_start_matches('#').to_owned()
}

/// The pair of cells between which a dot or a letter is drawn, and what it is.
fn sign_between(drawn: &Json, board: &Board) -> Option<((Cell, Cell), Meaning)> {
    const KNOWN: [&str; 21] = [
        "center",
        "ct",
        "width",
        "w",
        "height",
        "h",
        "rounded",
        "r",
        "backgroundColor",
        "c2",
        "borderColor",
        "c1",
        "text",
        "te",
        "fontSize",
        "fs",
        "color",
        "c",
        "thickness",
        "th",
        "target",
    ];
    if !has_only(drawn, &KNOWN) {
        return None;
    }
    let (row, column) = point(either(drawn, "center", "ct")?)?;
    let place = |row: f64, column: f64| {
        let whole = |x: f64| (x >= 0.0 && x.fract() == 0.0 && x < 64.0).then_some(x as usize);
        board.cell_at(whole(row)?, whole(column)?)
    };
    // The middle of an edge: one half and one whole number.
    let pair = if row.fract() == 0.0 && column.fract() == 0.5 {
        (place(row - 1.0, column - 0.5)?, place(row, column - 0.5)?)
    } else if row.fract() == 0.5 && column.fract() == 0.0 {
        (place(row - 0.5, column - 1.0)?, place(row - 0.5, column)?)
    } else {
        return None;
    };
    let text = either(drawn, "text", "te").and_then(Json::plain).unwrap_or_default();
    let sign = match text.trim() {
        "X" | "x" => Meaning::X,
        "V" | "v" => Meaning::V,
        "" => {
            let round = either(drawn, "rounded", "r") == Some(&Json::Bool(true));
            let small = |side: Option<&Json>| {
                side.and_then(real).is_some_and(|side| side > 0.0 && side <= 0.5)
            };
            if !round || !small(either(drawn, "width", "w")) || !small(either(drawn, "height", "h"))
            {
                return None;
            }
            match colour(either(drawn, "backgroundColor", "c2")).as_str() {
                "fff" | "ffffff" | "ffffffff" | "f" => Meaning::White,
                "000" | "000000" | "000000ff" | "0" => Meaning::Black,
                _ => return None,
            }
        }
        _ => return None,
    };
    Some((pair, sign))
}

/// The colour and the points of a line.
fn line_drawn(drawn: &Json) -> Option<(String, Vec<(f64, f64)>)> {
    const KNOWN: [&str; 7] = ["wayPoints", "wp", "color", "c", "thickness", "th", "target"];
    if !has_only(drawn, &KNOWN) {
        return None;
    }
    let points = either(drawn, "wayPoints", "wp")?.list()?;
    let points: Vec<(f64, f64)> = points.iter().map(point).collect::<Option<_>>()?;
    Some((colour(either(drawn, "color", "c")), points))
}

/// Whether a line runs from one corner of the grid to the opposite one.
fn is_diagonal(points: &[(f64, f64)], board: &Board) -> bool {
    let n = board.size() as f64;
    let near = |x: f64, end: f64| (x - end).abs() <= 0.5;
    match *points {
        [(r1, c1), (r2, c2)] => {
            let falls = (r1 - c1).abs() < 0.01 && (r2 - c2).abs() < 0.01;
            let rises = (r1 + c1 - n).abs() < 0.01 && (r2 + c2 - n).abs() < 0.01;
            let spans = near(r1.min(r2), 0.0) && near(r1.max(r2), n);
            (falls || rises) && spans
        }
        _ => false,
    }
}

/// The cells that a line passes: its points are middles of cells, and it goes straight or diagonally.
fn cells_along(points: &[(f64, f64)], board: &Board) -> Option<Vec<Cell>> {
    let mut at: Vec<(i64, i64)> = Vec::new();
    for &(row, column) in points {
        if row.fract() != 0.5 || column.fract() != 0.5 || row.max(column) > 64.0 {
            return None;
        }
        let to = (row as i64, column as i64);
        match at.last().copied() {
            None => at.push(to),
            Some(from) => {
                let (down, across) = (to.0 - from.0, to.1 - from.1);
                if down != 0 && across != 0 && down.abs() != across.abs() {
                    return None;
                }
                let steps = down.abs().max(across.abs());
                let step = (down.signum(), across.signum());
                at.extend((1..=steps).map(|i| (from.0 + i * step.0, from.1 + i * step.1)));
            }
        }
    }
    let place = |&(row, column): &(i64, i64)| {
        board.cell_at(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
    };
    at.iter().map(place).collect()
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
pub(super) fn speaks_of_cages_alone(words: &str) -> bool {
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
