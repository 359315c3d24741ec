//! The rules of f-puzzles, both ways.
//!
//! A flag is a key with `true`; a list has an object for each rule, with `cells`, `lines`, `cell` and
//! `value` in it. Cells are named `R1C1`; clues outside the grid stand in row or column 0, or one
//! beyond the last. What is not known here stays unread.

use super::names;
use super::no_rules::NoRules;
use super::value::Json;
use crate::rule::{
    Arrow, Cage, Contains, Different, Dot, EndsLine, EqualSums, Groups, GroupsLine, How, Jump,
    Mirror, Negative, OneOf, PairSum, Renban, Rule, RuleError, Sandwich, Signs, Skyscraper, Sum,
    Thermometer, Values, Whisper, XSum, Zipper,
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
        ("nonconsecutive", Json::Bool(true)) => Ok(vec![Rule::Jump(Jump::Nonconsecutive(1))]),
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

    fn needed(&self, item: &Json) -> Result<i64, NoRules> {
        self.number(item)?.ok_or_else(|| NoRules::Wrong("its value is missing".to_owned()))
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
            "littlekillersum" => {
                one(Sum::little_killer(self.diagonal(item)?, self.needed(item)?).map(Rule::Sum))
            }
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
                let least = self.number(item)?.unwrap_or(5);
                each_line(&|line| Whisper::new(line, least).map(Rule::Whisper))
            }
            "regionsumline" => {
                each_line(&|line| EqualSums::region_line(&line, self.board).map(Rule::EqualSums))
            }
            "betweenline" => each_line(&|line| EndsLine::between(line).map(Rule::EndsLine)),
            "entropicline" => {
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
            "sandwichsum" => {
                one(Sandwich::new(self.outside(item)?, self.needed(item)?).map(Rule::Sandwich))
            }
            "xsum" => one(XSum::new(self.outside(item)?, self.needed(item)?).map(Rule::XSum)),
            "skyscraper" => {
                one(Skyscraper::seen(self.outside(item)?, self.needed(item)?).map(Rule::Skyscraper))
            }
            _ => Err(NoRules::Unknown),
        }
    }

    /// A negative rule, which speaks of all signs of a key; they must be the usual ones.
    fn negative(&self, key: &str) -> Result<Rule, NoRules> {
        let (signs, usual) = match key {
            "difference" => (Signs::White, Some(1)),
            "ratio" => (Signs::Black, Some(2)),
            "xv" => (Signs::Xv, None),
            _ => return Err(NoRules::Unknown),
        };
        let mut marked = Vec::new();
        for item in self.object.get(key).and_then(Json::list).unwrap_or(&[]) {
            if usual.is_some() && self.number(item)?.or(usual) != usual {
                return Err(NoRules::Unknown);
            }
            marked.push(self.pair(item)?);
        }
        Ok(Rule::Negative(Negative::new(signs, &marked)))
    }
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
            "thermometer" => push("thermometer", item(vec![lines()])),
            "palindrome" => push("palindrome", item(vec![lines()])),
            "renban" => push("renban", item(vec![lines()])),
            "whisper" => push("whispers", item(vec![lines(), value(Some(5))])),
            "between" => push("betweenline", item(vec![lines()])),
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
            "negative-white" => push("negative", "difference".into()),
            "negative-black" => push("negative", "ratio".into()),
            "negative-kropki" => {
                push("negative", "difference".into());
                push("negative", "ratio".into());
            }
            "negative-xv" => push("negative", "xv".into()),
            _ => return Err(rule.name()),
        }
    }
    pairs.extend(flags.into_iter().map(|flag| (flag.to_owned(), Json::Bool(true))));
    // A negative rule speaks of the signs that are written; others may be exempt from it.
    let again = Json::Object(pairs.clone());
    for rule in rules {
        if let Rule::Negative(negative) = rule {
            let reader = Reader { board, object: &again };
            let keys: &[&str] = match negative.signs() {
                Signs::White => &["difference"],
                Signs::Black => &["ratio"],
                Signs::Kropki => &["difference", "ratio"],
                Signs::Xv => &["xv"],
            };
            let mut written = Vec::new();
            for key in keys {
                match reader.negative(key) {
                    Ok(Rule::Negative(read)) => written.extend_from_slice(read.marked()),
                    _ => return Err(rule.name()),
                }
            }
            // Both kinds of dots exempt a pair from both, which two lists cannot say.
            let both = negative.signs() == Signs::Kropki && !written.is_empty();
            if both || Negative::new(negative.signs(), &written) != *negative {
                return Err(rule.name());
            }
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
