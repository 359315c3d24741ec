//! The rules of f-puzzles, both ways.
//!
//! A flag is a key with `true`; a list has an object for each rule, with `cells`, `lines`, `cell` and
//! `value` in it. Cells are named `R1C1`; clues outside the grid stand in row or column 0, or one
//! beyond the last. A clue outside, an X or V and a circle without a value ask nothing.
//!
//! `nonconsecutive` is the negative rule of differences, and `negative` lists those of ratios and of X
//! and V. A dot of either colour exempts its cells from both. What is not known here stays unread.

use super::names;
use super::no_rules::NoRules;
use super::sentences::{self, Meaning};
use super::value::Json;
use crate::rule::{
    Arrow, Cage, Contains, Different, Dot, EndsLine, EqualSums, Groups, GroupsLine, How, Index,
    Jump, Mirror, Negative, OneOf, PairSum, Renban, Rule, RuleError, Sandwich, Signs, Skyscraper,
    Sum, Thermometer, Values, Whisper, XSum, Zipper,
};
use crate::{Board, Cell, HouseKind};
use std::sync::Arc;

type Read = Result<Vec<Rule>, NoRules>;

/// The board with the extra regions that flags tell, and the flags that were understood.
pub(super) fn extra_regions(object: &Json, board: &Arc<Board>) -> (Arc<Board>, Vec<&'static str>) {
    let is_on = |key: &str| object.get(key) == Some(&Json::Bool(true));
    let mut known = Vec::new();
    let mut extra: Vec<Vec<Cell>> = Vec::new();
    let [falling, rising] = board.diagonals();
    for (key, cells) in [("diagonal-", falling), ("diagonal+", rising)] {
        if is_on(key) {
            known.push(key);
            extra.push(cells);
        }
    }
    if is_on("disjointgroups") {
        let boxes: Vec<&[Cell]> = board
            .houses()
            .iter()
            .filter(|house| house.kind() == HouseKind::Box)
            .map(|house| house.cells())
            .collect();
        let regular = matches!(board.layout(), crate::Layout::Boxes { .. });
        if regular && !boxes.is_empty() {
            known.push("disjointgroups");
            let group = |i: usize| boxes.iter().map(|cells| cells[i]).collect();
            extra.extend((0..board.size()).map(group));
        }
    }
    // Regions of no more cells than digits are houses; larger ones cannot be kept anyway.
    let regions = object.get("extraregion").and_then(Json::list).unwrap_or(&[]);
    let reader = Reader { board, object };
    let listed: Option<Vec<Vec<Cell>>> = regions
        .iter()
        .map(|region| {
            let only = matches!(region, Json::Object(pairs) if pairs.iter().all(|(key, _)| key == "cells"));
            let cells = reader.cells(region.get("cells")).ok()?;
            (only && !cells.is_empty() && cells.len() <= board.size()).then_some(cells)
        })
        .collect();
    if let Some(listed) = listed.filter(|listed| !listed.is_empty()) {
        known.push("extraregion");
        extra.extend(listed);
    }
    match board.with_extra(&extra) {
        Ok(with) if !extra.is_empty() => (with, known),
        _ => (board.clone(), Vec::new()),
    }
}

/// Whether words say nothing but what keys of the object say exactly.
pub(super) fn repeat_keys(object: &Json, words: &str) -> bool {
    let has = |key: &str| object.get(key).is_some_and(|value| !names::is_off(value));
    let items = |key: &str| object.get(key).and_then(Json::list).unwrap_or(&[]);
    let negative = |sign: &str| items("negative").iter().any(|known| known.text() == Some(sign));
    let all_are = |key: &str, usual: &[&str]| {
        let value = |item: &Json| item.get("value").and_then(Json::plain).unwrap_or_default();
        let fits = |item: &Json| usual.contains(&value(item).trim());
        has(key) && items(key).iter().all(fits)
    };
    let is_nine = object.get("size").and_then(Json::integer) == Some(9);
    let repeats = |said: &Meaning| match said {
        Meaning::Nothing => true,
        Meaning::Cages => has("killercage"),
        Meaning::AntiKnight => has("antiknight"),
        Meaning::AntiKing => has("antiking"),
        Meaning::Nonconsecutive => has("nonconsecutive"),
        Meaning::Diagonals => has("diagonal+") && has("diagonal-"),
        Meaning::White => all_are("difference", &["", "1"]),
        Meaning::Black => all_are("ratio", &["", "2"]),
        Meaning::Dots(false) => !has("nonconsecutive") && !negative("ratio"),
        Meaning::Dots(true) => {
            (!has("difference") || has("nonconsecutive")) && (!has("ratio") || negative("ratio"))
        }
        Meaning::X | Meaning::V => has("xv"),
        Meaning::Letters(all) => negative("xv") == *all,
        Meaning::Thermometers => has("thermometer"),
        Meaning::Arrows => has("arrow"),
        Meaning::Whispers => is_nine && all_are("whispers", &["", "5"]),
        Meaning::Renban => has("renban"),
        Meaning::Palindromes => has("palindrome"),
        Meaning::LittleKillers => has("littlekillersum"),
        Meaning::Sandwiches => is_nine && has("sandwichsum"),
        Meaning::Even => has("even"),
        Meaning::Odd => has("odd"),
    };
    sentences::said(words).is_ok_and(|all| all.iter().all(repeats))
}

struct Reader<'a> {
    board: &'a Board,
    object: &'a Json,
}

/// The rules of a key, if it is known.
pub(super) fn read(object: &Json, key: &str, value: &Json, board: &Board) -> Read {
    let reader = Reader { board, object };
    if names::is_off(value) {
        return Ok(Vec::new());
    }
    match (key, value) {
        ("antiknight", Json::Bool(true)) => Ok(vec![Rule::Jump(Jump::Apart(1, 2))]),
        ("antiking", Json::Bool(true)) => Ok(vec![Rule::Jump(Jump::Apart(1, 1))]),
        ("nonconsecutive", Json::Bool(true)) => reader.nonconsecutive(),
        ("negative", Json::List(signs)) => {
            signs.iter().map(|sign| reader.negative(sign.text().unwrap_or_default())).collect()
        }
        (_, Json::List(items)) => {
            let mut rules = Vec::new();
            for item in items {
                rules.extend(reader.item(key, item)?);
            }
            Ok(rules)
        }
        _ => Err(NoRules::Unknown),
    }
}

/// What an item may say besides its cells without changing the rule.
const HARMLESS: [&str; 16] = [
    "cells",
    "cell",
    "lines",
    "value",
    "values",
    "cloneCells",
    "direction",
    "outlineC",
    "baseC",
    "fontC",
    "size",
    "width",
    "height",
    "angle",
    "isNewConstraint",
    "fromConstraint",
];

impl Reader<'_> {
    fn cell(&self, name: &Json) -> Result<Cell, NoRules> {
        let cell = name.text().and_then(|name| self.board.cell_named(name));
        cell.ok_or_else(|| NoRules::Wrong(format!("{name} is not a cell")))
    }

    fn cells(&self, list: Option<&Json>) -> Result<Vec<Cell>, NoRules> {
        let list = list.and_then(Json::list).unwrap_or(&[]);
        list.iter().map(|name| self.cell(name)).collect()
    }

    fn lines(&self, item: &Json) -> Result<Vec<Vec<Cell>>, NoRules> {
        let lines = item.get("lines").and_then(Json::list).unwrap_or(&[]);
        lines.iter().map(|line| self.cells(Some(line))).collect()
    }

    /// The number an item tells; `None` when it tells nothing.
    fn number(&self, item: &Json) -> Result<Option<i64>, NoRules> {
        let Some(text) = item.get("value").filter(|v| !v.is_nothing()).and_then(Json::plain) else {
            return Ok(None);
        };
        match text.trim() {
            "" => Ok(None),
            text => match text.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(NoRules::Wrong(format!("{text:?} is not a number"))),
            },
        }
    }

    /// The rule of a clue outside, if it tells a number.
    fn clue(&self, item: &Json, rule: impl FnOnce(i64) -> Result<Rule, NoRules>) -> Read {
        self.number(item)?.map(rule).into_iter().collect()
    }

    /// The row or column that a clue outside the grid looks along.
    fn outside(&self, item: &Json) -> Result<Vec<Cell>, NoRules> {
        let name = item.get("cell").and_then(Json::text).unwrap_or_default();
        let board = self.board;
        let bad = || NoRules::Wrong(format!("{name:?} is not beside a row or column"));
        let lower = name.to_ascii_lowercase();
        let (row, column) =
            lower.strip_prefix('r').and_then(|rest| rest.split_once('c')).ok_or_else(bad)?;
        let number = |text: &str| text.parse::<usize>().map_err(|_| bad());
        let (row, column) = (number(row)?, number(column)?);
        let (rows, columns) = (board.rows(), board.columns());
        let down = |c: usize| (0..rows).filter_map(|r| board.cell_at(r, c - 1)).collect::<Vec<_>>();
        let across =
            |r: usize| (0..columns).filter_map(|c| board.cell_at(r - 1, c)).collect::<Vec<_>>();
        let mut line = match (row, column) {
            (0, 1..) if column <= columns => down(column),
            (1.., 0) if row <= rows => across(row),
            (r, 1..) if r == rows + 1 && column <= columns => down(column),
            (1.., c) if c == columns + 1 && row <= rows => across(row),
            _ => return Err(bad()),
        };
        if row > rows || column > columns {
            line.reverse();
        }
        Ok(line)
    }

    /// The diagonal of a little killer: its cells, or the way it goes from a cell outside.
    fn diagonal(&self, item: &Json) -> Result<Vec<Cell>, NoRules> {
        let listed = self.cells(item.get("cells"))?;
        if !listed.is_empty() {
            return Ok(listed);
        }
        let name = item.get("cell").and_then(Json::text).unwrap_or_default().to_ascii_lowercase();
        let place = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let place =
            place.and_then(|(r, c)| Some((r.parse::<isize>().ok()?, c.parse::<isize>().ok()?)));
        let step = match item.get("direction").and_then(Json::text) {
            Some("DR") => (1, 1),
            Some("DL") => (1, -1),
            Some("UR") => (-1, 1),
            Some("UL") => (-1, -1),
            _ => return Err(NoRules::Wrong("its direction is not known".to_owned())),
        };
        let Some((mut row, mut column)) = place else { return Err(NoRules::Unknown) };
        let mut cells = Vec::new();
        loop {
            (row, column) = (row + step.0, column + step.1);
            let at = usize::try_from(row - 1).ok().zip(usize::try_from(column - 1).ok());
            match at.and_then(|(row, column)| self.board.cell_at(row, column)) {
                Some(cell) => cells.push(cell),
                None => return Ok(cells),
            }
        }
    }

    fn pair(&self, item: &Json) -> Result<(Cell, Cell), NoRules> {
        match self.cells(item.get("cells"))?.as_slice() {
            &[a, b] => Ok((a, b)),
            _ => Err(NoRules::Wrong("it has not two cells".to_owned())),
        }
    }

    fn item(&self, key: &str, item: &Json) -> Read {
        let Json::Object(pairs) = item else { return Err(NoRules::Unknown) };
        let odd = |(name, value): &&(String, Json)| {
            !HARMLESS.contains(&name.as_str()) && !names::is_off(value)
        };
        if pairs.iter().any(|pair| odd(&pair)) {
            return Err(NoRules::Unknown);
        }
        let each_line = |rule: &dyn Fn(Vec<Cell>) -> Result<Rule, RuleError>| -> Read {
            let lines = self.lines(item)?;
            Ok(lines.into_iter().map(rule).collect::<Result<_, _>>()?)
        };
        let one = |rule: Result<Rule, RuleError>| -> Read { Ok(vec![rule?]) };
        let cells = || self.cells(item.get("cells"));
        match key {
            "killercage" => {
                let sum = self.number(item)?.map(u32::try_from).transpose();
                let sum = sum.map_err(|_| NoRules::Wrong("its sum is below 0".to_owned()))?;
                one(Cage::new(cells()?, sum).map(Rule::Cage))
            }
            "littlekillersum" => self.clue(item, |number| {
                Ok(Rule::Sum(Sum::little_killer(self.diagonal(item)?, number)?))
            }),
            "arrow" => {
                let mut bulb = cells()?;
                bulb.sort_unstable();
                let mut rules = Vec::new();
                for line in self.lines(item)? {
                    let shaft: Vec<Cell> =
                        line.into_iter().skip_while(|cell| bulb.contains(cell)).collect();
                    if !shaft.is_empty() {
                        rules.push(Rule::Arrow(Arrow::new(bulb.clone(), shaft)?));
                    }
                }
                Ok(rules)
            }
            "thermometer" => each_line(&|line| Thermometer::new(line).map(Rule::Thermometer)),
            "slowthermometer" => each_line(&|line| Thermometer::slow(line).map(Rule::Thermometer)),
            "palindrome" => each_line(&|line| Mirror::palindrome(line).map(Rule::Mirror)),
            "renban" => each_line(&|line| Renban::new(line).map(Rule::Renban)),
            "nabner" => each_line(&|line| Renban::nabner(line).map(Rule::Renban)),
            "whispers" => {
                let least = self.number(item)?.unwrap_or(usual_whisper(self.board));
                each_line(&|line| Whisper::new(line, least).map(Rule::Whisper))
            }
            "regionsumline" => {
                each_line(&|line| EqualSums::region_line(&line, self.board).map(Rule::EqualSums))
            }
            "betweenline" => each_line(&|line| EndsLine::between(line).map(Rule::EndsLine)),
            "lockout" => {
                let least = usual_lockout(self.board);
                each_line(&|line| EndsLine::lockout(line, least).map(Rule::EndsLine))
            }
            // Thirds that are not equal are parted in another way than ours.
            "entropicline" if self.board.size().is_multiple_of(3) => {
                each_line(&|line| GroupsLine::new(line, Groups::Thirds).map(Rule::GroupsLine))
            }
            "modularline" => {
                let number = self.number(item)?.unwrap_or(3);
                each_line(&|line| {
                    GroupsLine::new(line, Groups::Modulo(number)).map(Rule::GroupsLine)
                })
            }
            "doublearrow" => each_line(&|line| Arrow::double(line).map(Rule::Arrow)),
            "zipperline" => each_line(&|line| Zipper::new(line).map(Rule::Zipper)),
            "difference" => {
                let (a, b) = self.pair(item)?;
                one(Dot::white(a, b, self.number(item)?.unwrap_or(1)).map(Rule::Dot))
            }
            "ratio" => {
                let (a, b) = self.pair(item)?;
                one(Dot::black(a, b, self.number(item)?.unwrap_or(2)).map(Rule::Dot))
            }
            "xv" => {
                let (a, b) = self.pair(item)?;
                let total = match item.get("value").and_then(Json::text).map(str::trim) {
                    Some("X" | "x") => 10,
                    Some("V" | "v") => 5,
                    None | Some("") => return Ok(Vec::new()),
                    _ => return Err(NoRules::Wrong("it is neither X nor V".to_owned())),
                };
                one(PairSum::new(a, b, total).map(Rule::PairSum))
            }
            "quadruple" => {
                let values = item.get("values").and_then(Json::list).unwrap_or(&[]);
                let values: Option<Vec<i64>> =
                    values.iter().map(|value| value.plain()?.trim().parse().ok()).collect();
                match values {
                    None => Err(NoRules::Wrong("its values are not numbers".to_owned())),
                    // A circle without digits asks for nothing.
                    Some(values) if values.is_empty() => Ok(Vec::new()),
                    Some(values) => {
                        one(Contains::new(cells()?, How::Quadruple, values).map(Rule::Contains))
                    }
                }
            }
            "clone" => {
                let groups = vec![cells()?, self.cells(item.get("cloneCells"))?];
                one(Mirror::clones(groups).map(Rule::Mirror))
            }
            "extraregion" => one(Different::new(cells()?).map(Rule::Different)),
            "odd" | "even" => {
                let cell = self.cell(item.get("cell").unwrap_or(&Json::Null))?;
                let values = if key == "odd" { Values::Odd } else { Values::Even };
                one(OneOf::new(vec![cell], values).map(Rule::OneOf))
            }
            "minimum" | "maximum" => {
                let cell = self.cell(item.get("cell").unwrap_or(&Json::Null))?;
                let parts = crate::rule::Parts::cells(&[cell]);
                one(Rule::from_parts(key, parts))
            }
            "sandwichsum" => self.clue(item, |number| {
                Ok(Rule::Sandwich(Sandwich::new(self.outside(item)?, number)?))
            }),
            "xsum" => {
                self.clue(item, |number| Ok(Rule::XSum(XSum::new(self.outside(item)?, number)?)))
            }
            "skyscraper" => self.clue(item, |number| {
                Ok(Rule::Skyscraper(Skyscraper::seen(self.outside(item)?, number)?))
            }),
            "rowindexer" | "columnindexer" | "boxindexer" => {
                cells()?.into_iter().map(|cell| self.indexer(key, cell)).collect()
            }
            _ => Err(NoRules::Unknown),
        }
    }

    /// A cell that says where in its column, row or box the number of its own place stands.
    fn indexer(&self, key: &str, cell: Cell) -> Result<Rule, NoRules> {
        let line = line_through(self.board, key, cell);
        let place = line.iter().position(|&other| other == cell);
        let place = place.ok_or_else(|| NoRules::Wrong("its cell is in no box".to_owned()))?;
        Ok(Rule::Index(Index::fixed(cell, line, place as i64 + 1)?))
    }

    /// The pairs of cells that bear a sign of one of these keys.
    fn marked(&self, keys: &[&str]) -> Result<Vec<(Cell, Cell)>, NoRules> {
        let items = |key: &&str| self.object.get(key).and_then(Json::list).unwrap_or(&[]);
        keys.iter().flat_map(items).map(|item| self.pair(item)).collect()
    }

    fn is_negative(&self, sign: &str) -> bool {
        let signs = self.object.get("negative").and_then(Json::list).unwrap_or(&[]);
        signs.iter().any(|known| known.text() == Some(sign))
    }

    fn is_nonconsecutive(&self) -> bool {
        self.object.get("nonconsecutive") == Some(&Json::Bool(true))
    }

    /// The negative rule of differences, which is one with that of ratios where both are on.
    fn nonconsecutive(&self) -> Read {
        let marked = self.marked(&["difference", "ratio"])?;
        Ok(if self.is_negative("ratio") {
            Vec::new()
        } else if marked.is_empty() {
            vec![Rule::Jump(Jump::Nonconsecutive(1))]
        } else {
            vec![Rule::Negative(Negative::new(Signs::White, &marked))]
        })
    }

    /// A negative rule, which speaks of all signs of a key; ratios must be the usual ones.
    fn negative(&self, key: &str) -> Result<Rule, NoRules> {
        let (signs, keys): (Signs, &[&str]) = match key {
            "ratio" if self.is_nonconsecutive() => (Signs::Kropki, &["difference", "ratio"]),
            "ratio" => (Signs::Black, &["difference", "ratio"]),
            "xv" => (Signs::Xv, &["xv"]),
            _ => return Err(NoRules::Unknown),
        };
        let ratios = self.object.get("ratio").and_then(Json::list).unwrap_or(&[]);
        for item in ratios {
            if key == "ratio" && self.number(item)?.unwrap_or(2) != 2 {
                return Err(NoRules::Unknown);
            }
        }
        Ok(Rule::Negative(Negative::new(signs, &self.marked(keys)?)))
    }
}

/// The least difference of a whisper that tells none: half of the digits, rounded up.
fn usual_whisper(board: &Board) -> i64 {
    board.size().div_ceil(2) as i64
}

/// The least difference between the ends of a lockout line: half of the digits, rounded down.
fn usual_lockout(board: &Board) -> i64 {
    (board.size() / 2) as i64
}

/// The column, row or box of a cell, by the key of its indexer: a row indexer tells a row, and so
/// looks along its column.
fn line_through(board: &Board, key: &str, cell: Cell) -> Vec<Cell> {
    let kind = match key {
        "rowindexer" => HouseKind::Column,
        "columnindexer" => HouseKind::Row,
        _ => HouseKind::Box,
    };
    let mut houses = board.houses().iter().filter(|house| house.kind() == kind);
    let house = houses.find(|house| house.cells().contains(&cell));
    house.map_or(Vec::new(), |house| house.cells().to_vec())
}

/// The keys of rules, or the name of one that has no place.
pub(super) fn object(rules: &[Rule], board: &Board) -> Result<Vec<(String, Json)>, &'static str> {
    let name = |cell: Cell| Json::from(board.name(cell).to_ascii_uppercase());
    let names = |cells: &[Cell]| Json::List(cells.iter().map(|&cell| name(cell)).collect());
    let text = |number: i64| Json::from(number.to_string());
    let mut pairs: Vec<(String, Json)> = Vec::new();
    let mut push = |key: &str, item: Json| match pairs.iter_mut().find(|(known, _)| known == key) {
        Some((_, Json::List(items))) => items.push(item),
        _ => pairs.push((key.to_owned(), Json::List(vec![item]))),
    };
    let mut flags: Vec<&str> = Vec::new();
    let item = |fields: Vec<(&str, Json)>| {
        Json::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    };
    for rule in rules {
        let parts = rule.parts();
        let number = parts.numbers.first().copied();
        let first = parts.lists.first().cloned().unwrap_or_default();
        let lines = || ("lines", Json::List(vec![names(&first)]));
        let value = |usual: Option<i64>| match number.filter(|_| number != usual) {
            Some(number) => ("value", text(number)),
            None => ("value", Json::from("")),
        };
        match rule.name() {
            "cage" => push("killercage", item(vec![("cells", names(&first)), value(None)])),
            "white-dot" => push("difference", item(vec![("cells", names(&first)), value(Some(1))])),
            "black-dot" => push("ratio", item(vec![("cells", names(&first)), value(Some(2))])),
            "pair-sum" if matches!(number, Some(5 | 10)) => {
                let sign = if number == Some(10) { "X" } else { "V" };
                push("xv", item(vec![("cells", names(&first)), ("value", sign.into())]));
            }
            "arrow" => {
                let line = [&first[first.len() - 1..], &parts.lists[1]].concat();
                let lines = ("lines", Json::List(vec![names(&line)]));
                push("arrow", item(vec![lines, ("cells", names(&first))]));
            }
            "whisper" => {
                push("whispers", item(vec![lines(), value(Some(usual_whisper(board)))]));
            }
            "lockout" if number == Some(usual_lockout(board)) => {
                push("lockout", item(vec![lines()]));
            }
            "entropic" if board.size().is_multiple_of(3) => {
                push("entropicline", item(vec![lines()]));
            }
            "modular" if number == Some(3) => push("modularline", item(vec![lines()])),
            "index" => {
                let Some(&says) = first.first() else { return Err(rule.name()) };
                let same = |key: &&&str| {
                    let line = line_through(board, key, says);
                    let place = line.iter().position(|&cell| cell == says);
                    line == parts.lists[1] && place.map(|place| place as i64 + 1) == number
                };
                match ["rowindexer", "columnindexer", "boxindexer"].iter().find(same) {
                    Some(key) => push(key, item(vec![("cells", names(&first))])),
                    None => return Err(rule.name()),
                }
            }
            kind @ ("thermometer" | "slow-thermometer" | "palindrome" | "renban" | "nabner"
            | "between" | "double-arrow" | "zipper") => {
                let key = match kind {
                    "slow-thermometer" => "slowthermometer",
                    "between" => "betweenline",
                    "double-arrow" => "doublearrow",
                    "zipper" => "zipperline",
                    same => same,
                };
                push(key, item(vec![lines()]));
            }
            "region-sum" => {
                let line = Json::List(vec![names(&parts.lists.concat())]);
                push("regionsumline", item(vec![("lines", line)]));
            }
            "quadruple" => {
                let values = Json::List(parts.numbers.iter().map(|&n| text(n)).collect());
                push("quadruple", item(vec![("cells", names(&first)), ("values", values)]));
            }
            "clone" if parts.lists.len() == 2 => {
                let other = ("cloneCells", names(&parts.lists[1]));
                push("clone", item(vec![("cells", names(&first)), other]));
            }
            "different" => push("extraregion", item(vec![("cells", names(&first))])),
            key @ ("even" | "odd" | "minimum" | "maximum") => {
                // Cells of one such rule do not compare with one another, single ones do.
                let touch = first.iter().any(|&a| board.neighbours(a).any(|b| first.contains(&b)));
                if matches!(key, "minimum" | "maximum") && touch {
                    return Err(rule.name());
                }
                first.iter().for_each(|&cell| push(key, item(vec![("cell", name(cell))])));
            }
            "little-killer" => {
                push("littlekillersum", item(vec![("cells", names(&first)), value(None)]))
            }
            "sandwich" | "x-sum" | "skyscraper" => {
                let Some(cell) = outside_name(board, &first) else { return Err(rule.name()) };
                let key = match rule.name() {
                    "sandwich" => "sandwichsum",
                    "x-sum" => "xsum",
                    _ => "skyscraper",
                };
                push(key, item(vec![("cell", cell.into()), value(None)]));
            }
            "jump" if parts.numbers == [1, 2] => flags.push("antiknight"),
            "jump" if parts.numbers == [1, 1] => flags.push("antiking"),
            "nonconsecutive" if number == Some(1) => flags.push("nonconsecutive"),
            "negative-white" => flags.push("nonconsecutive"),
            "negative-black" => push("negative", "ratio".into()),
            "negative-kropki" => {
                flags.push("nonconsecutive");
                push("negative", "ratio".into());
            }
            "negative-xv" => push("negative", "xv".into()),
            _ => return Err(rule.name()),
        }
    }
    flags.sort_unstable();
    flags.dedup();
    pairs.extend(flags.into_iter().map(|flag| (flag.to_owned(), Json::Bool(true))));
    // What is said of pairs without a sign speaks of the signs that are written: it is kept if it
    // exempts exactly those.
    let again = Json::Object(pairs.clone());
    let reader = Reader { board, object: &again };
    let dots = reader.marked(&["difference", "ratio"]).unwrap_or_default();
    let signs = reader.marked(&["xv"]).unwrap_or_default();
    for rule in rules {
        let kept = match rule {
            Rule::Negative(negative) => {
                let written = if negative.signs() == Signs::Xv { &signs } else { &dots };
                let black = matches!(negative.signs(), Signs::Black | Signs::Kropki);
                let usual = !black || reader.negative("ratio").is_ok();
                usual && Negative::new(negative.signs(), written) == *negative
            }
            Rule::Jump(Jump::Nonconsecutive(_)) => dots.is_empty(),
            _ => true,
        };
        if !kept {
            return Err(rule.name());
        }
    }
    Ok(pairs)
}

/// The place outside the grid before the first cell of a row or column.
fn outside_name(board: &Board, line: &[Cell]) -> Option<String> {
    let ((row, column), (next_row, _)) =
        (board.place(*line.first()?)?, board.place(*line.get(1)?)?);
    let (rows, columns) = (board.rows(), board.columns());
    let vertical = next_row != row;
    if line.len() != if vertical { rows } else { columns } {
        return None;
    }
    Some(match (vertical, row, column) {
        (true, 0, _) => format!("R0C{}", column + 1),
        (true, ..) => format!("R{}C{}", rows + 1, column + 1),
        (false, _, 0) => format!("R{}C0", row + 1),
        (false, ..) => format!("R{}C{}", row + 1, columns + 1),
    })
}
