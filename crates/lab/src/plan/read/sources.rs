//! The `[[puzzles]]` tables.

use super::{Reader, Table, Toml};
use crate::builtin::{BuiltinSet, SETS};
use crate::plan::puzzles::{Source, SourceKind};
use crate::plan::recipe::{Recipe, RecipeBoard};
use crate::plan::{Contestant, PlanError};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;
use sudolab_generate::{ClueSymmetry, Variant};
use sudolab_grid::formats::{BoxShape, board_of_regions};
use sudolab_grid::{Board, Layout};
use sudolab_logic::rating::Tenths;

const PUZZLES: &[&str] = &[
    "file",
    "builtin",
    "generate",
    "label",
    "take",
    "sample",
    "solved_by",
    "unsolved_by",
    "left",
    "ease",
    "versions",
];
const GENERATE: &[&str] = &[
    "count", "clues", "size", "box", "regions", "minimal", "symmetry", "er", "variant", "n_rules",
    "effort",
];

impl<'i> Reader<'i> {
    pub(super) fn sources(&self, value: &Toml<'i>) -> Result<Vec<Source>, PlanError> {
        const WANTED: &str = "one or more tables headed [[puzzles]]";
        let Some(list) = value.get_ref().as_array() else {
            return self.wants(value, "puzzles", WANTED);
        };
        let mut sources: Vec<Source> = Vec::new();
        for (i, entry) in list.iter().enumerate() {
            let path = format!("puzzles[{}]", i + 1);
            let Some(table) = entry.get_ref().as_table() else {
                return self.wants(entry, &path, WANTED);
            };
            let table = Table { reader: self, table, path, span: entry.span() };
            let source = self.source(&table)?;
            if sources.iter().any(|s| s.label == source.label) {
                let message = format!(
                    "two sets are called {:?}; give one of them a label of its own",
                    source.label
                );
                return Err(self.refuse(entry.span(), &table.path, message));
            }
            sources.push(source);
        }
        if sources.is_empty() {
            return Err(self.refuse(value.span(), "puzzles", format!("no set; write {WANTED}")));
        }
        Ok(sources)
    }

    fn source(&self, table: &Table<'_, 'i>) -> Result<Source, PlanError> {
        table.only(PUZZLES)?;
        let kinds: Vec<&str> = ["file", "builtin", "generate"]
            .into_iter()
            .filter(|key| table.get(key).is_some())
            .collect();
        let [kind] = kinds[..] else {
            let found =
                if kinds.is_empty() { "none is given".to_owned() } else { kinds.join(" and ") };
            let message = format!("exactly one of file, builtin, generate; {found}");
            return Err(self.refuse(table.span.clone(), &table.path, message));
        };
        let value = table.needed(kind)?;
        let key = table.key(kind);
        let (kind, name) = match (kind, value.get_ref().as_str()) {
            ("generate", _) => {
                let recipe = self.recipe(value, &key)?;
                let name = recipe.to_string();
                (SourceKind::Generate(recipe), name)
            }
            ("builtin", Some(name)) => match BuiltinSet::find(name) {
                Some(set) => (SourceKind::Builtin(set.name), name.to_owned()),
                None => {
                    let known: Vec<&str> = SETS.iter().map(|s| s.name).collect();
                    let message = format!(
                        "no built-in set is called {name:?}; there are {}",
                        known.join(", ")
                    );
                    return Err(self.refuse(value.span(), &key, message));
                }
            },
            ("file", Some(name)) => {
                let stem = std::path::Path::new(name).file_stem();
                let stem = stem.map_or_else(|| name.to_owned(), |s| s.to_string_lossy().into());
                (SourceKind::File(name.into()), stem)
            }
            _ => return self.wants(value, &key, "a name in quotes"),
        };
        let ease = table.whole("ease", 1, 624)?.map(|n| n as usize);
        let label = table.text("label")?.unwrap_or_else(|| match ease {
            Some(clues) => format!("{name} to {clues} clues"),
            None => name,
        });
        let most = u64::from(u32::MAX);
        let versions = table.whole("versions", 1, 1000)?;
        if let (Some(_), None) = (versions, ease) {
            let span = table.needed("versions")?.span();
            let message = "versions belong to ease = N: how many easier puzzles each one gives";
            return Err(self.refuse(span, &table.key("versions"), message.to_owned()));
        }
        let left = table.range("left", "20..30")?;
        if let (Some(_), None) = (&left, table.get("unsolved_by")) {
            let span = table.needed("left")?.span();
            let message = "left belongs to unsolved_by: how many cells that algorithm leaves blank";
            return Err(self.refuse(span, &table.key("left"), message.to_owned()));
        }
        Ok(Source {
            kind,
            label,
            take: table.whole("take", 1, most)?.map(|n| n as usize),
            sample: table.whole("sample", 1, most)?.map(|n| n as usize),
            solved_by: self.judge(table, "solved_by")?,
            unsolved_by: self.judge(table, "unsolved_by")?,
            left,
            ease,
            versions: versions.unwrap_or(1) as u32,
            place: self.refuse(table.span.clone(), &table.path, String::new()),
        })
    }

    /// An algorithm that decides which puzzles belong to a set.
    fn judge(&self, table: &Table<'_, 'i>, key: &str) -> Result<Option<Contestant>, PlanError> {
        let Some(value) = table.get(key) else { return Ok(None) };
        self.contestant(value, &table.key(key)).map(Some)
    }

    fn recipe(&self, value: &Toml<'i>, path: &str) -> Result<Recipe, PlanError> {
        let Some(table) = value.get_ref().as_table() else {
            return self.wants(value, path, "a table such as { count = 100, clues = \"24..28\" }");
        };
        let table = Table { reader: self, table, path: path.to_owned(), span: value.span() };
        table.only(GENERATE)?;
        table.needed("count")?;
        let mut recipe = Recipe {
            count: table.whole("count", 1, 10_000_000)?.unwrap_or(1) as usize,
            clues: table.range("clues", "24..28")?,
            er: table.range::<f64>("er", "2.0..3.0")?.map(|r| {
                let tenths = |x: f64| Tenths((x.clamp(0.0, 20.0) * 10.0).round() as u16);
                tenths(*r.start())..=tenths(*r.end())
            }),
            minimal: table.yes_or_no("minimal")?.unwrap_or(false),
            board: self.ground(&table)?,
            variants: self.variants(&table)?,
            n_rules: table.range("n_rules", "8..12")?,
            effort: table.range("effort", "400..900")?,
            symmetry: ClueSymmetry::None,
        };
        if let Some(word) = table.text("symmetry")? {
            let span = table.needed("symmetry")?.span();
            recipe.symmetry = ClueSymmetry::from_str(&word)
                .map_err(|message| self.refuse(span, &table.key("symmetry"), message))?;
        }
        let refused = |e: sudolab_generate::OrderError| {
            self.refuse(value.span(), path, format!("no puzzle can be made like this: {e}"))
        };
        recipe.check().map_err(refused)?;
        Ok(recipe)
    }

    /// The board that `size`, `box` and `regions` tell.
    fn ground(&self, table: &Table<'_, 'i>) -> Result<RecipeBoard, PlanError> {
        let size = table.whole("size", 4, 25)?.map(|n| n as usize);
        let refused = |key: &str, message: String| -> PlanError {
            match table.needed(key) {
                Ok(value) => self.refuse(value.span(), &table.key(key), message),
                Err(missing) => missing,
            }
        };
        let board: Arc<Board> = match (table.text("regions")?, table.text("box")?) {
            (Some(_), Some(_)) => {
                let message = "regions and boxes exclude one another; give one of them";
                return Err(refused("box", message.to_owned()));
            }
            (Some(word), None) if word == "random" => {
                let (size, most) = (size.unwrap_or(9), RecipeBoard::LARGEST_DRAWN);
                if size > most {
                    let message = format!(
                        "random regions are drawn up to size {most}; give a map of regions in place of \"random\""
                    );
                    return Err(refused("size", message));
                }
                return Ok(RecipeBoard::RandomRegions(size));
            }
            (Some(map), None) => {
                let board = board_of_regions(&map);
                let board = board.map_err(|error| refused("regions", error.to_string()))?;
                if size.is_some_and(|size| size != board.size()) {
                    let message =
                        format!("the map of regions is for size {}; leave this away", board.size());
                    return Err(refused("size", message));
                }
                board
            }
            (None, Some(shape)) => {
                let shape: BoxShape = shape.parse().map_err(|error| refused("box", error))?;
                let size = match (size, shape) {
                    (Some(size), _) => size,
                    (None, BoxShape::Boxes { rows, columns }) => {
                        usize::from(rows) * usize::from(columns)
                    }
                    (None, _) => 9,
                };
                shape.board(size).map_err(|error| refused("box", error.to_string()))?
            }
            (None, None) => {
                let size = size.unwrap_or(9);
                let board =
                    Board::of_size(size).map_err(|error| refused("size", error.to_string()))?;
                if *board.layout() == Layout::Latin {
                    let message = format!(
                        "a board of size {size} has no boxes; add box = \"none\" for a Latin square, or regions"
                    );
                    return Err(refused("size", message));
                }
                board
            }
        };
        Ok(RecipeBoard::Board(board))
    }

    /// `"killer"`, or several in a list.
    fn variants(&self, table: &Table<'_, 'i>) -> Result<Vec<Variant>, PlanError> {
        let Some(value) = table.get("variant") else { return Ok(Vec::new()) };
        let key = table.key("variant");
        let words: Vec<&Toml<'i>> = match value.get_ref().as_array() {
            Some(list) => list.iter().collect(),
            None => vec![value],
        };
        let variant = |word: &&Toml<'i>| match word.get_ref().as_str() {
            Some(name) => {
                Variant::from_str(name).map_err(|why| self.refuse(word.span(), &key, why))
            }
            None => self.wants(word, &key, "a name in quotes, or a list of such names"),
        };
        words.iter().map(variant).collect()
    }
}

impl Table<'_, '_> {
    /// `24..28`, or `24` for a single value.
    fn range<T: FromStr + Clone + PartialOrd>(
        &self,
        key: &str,
        example: &str,
    ) -> Result<Option<RangeInclusive<T>>, PlanError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = super::plain_text(value.get_ref()).unwrap_or_default();
        let number = |part: &str| part.trim().trim_start_matches('=').parse::<T>().ok();
        let range = match text.split_once("..") {
            Some((from, to)) => number(from).zip(number(to)).map(|(a, b)| a..=b),
            None => number(&text).map(|n| n.clone()..=n),
        };
        match range {
            Some(range) if range.start() <= range.end() => Ok(Some(range)),
            _ => {
                let message = format!(
                    "this takes a number or a range in quotes, the smaller one first, such as \"{example}\""
                );
                Err(self.reader.refuse(value.span(), &self.key(key), message))
            }
        }
    }

    fn yes_or_no(&self, key: &str) -> Result<Option<bool>, PlanError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref().as_bool() {
            Some(yes) => Ok(Some(yes)),
            None => self.reader.wants(value, &self.key(key), "true or false"),
        }
    }
}
