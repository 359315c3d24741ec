//! From TOML to a plan, with a place for every complaint.

mod aspects;
mod sources;

use super::{Contestant, Plan, PlanError, Protocol, Repeats};
use crate::runner::Spread;
use std::ops::Range;
use std::time::Duration;
use sudolab_clock::duration::{self, DurationError};
use sudolab_solvers::{Budget, registry};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const TOP: &[&str] = &[
    "name",
    "seed",
    "jobs",
    "algorithms",
    "puzzles",
    "protocol",
    "aspects",
    "generation",
    "speed_up",
    "traces",
];
const ALGORITHM: &[&str] = &["id", "label", "set"];
const OUTSIDE: &[&str] = &["command", "label"];
const FIXED: &[&str] = &["kind", "runs", "time_limit", "tick_limit", "tick_limits"];
const THESIS: &[&str] = &[
    "kind",
    "min_runs",
    "max_runs",
    "spread",
    "bound",
    "bound_stochastic",
    "patience",
    "time_limit",
    "tick_limit",
    "tick_limits",
];

type Toml<'i> = Spanned<DeValue<'i>>;

impl Plan {
    /// Reads a plan. `file` names it in messages.
    ///
    /// ```
    /// use sudolab_lab::plan::Plan;
    /// let plan = Plan::read(r#"
    ///     name = "first look"
    ///     seed = 7
    ///     algorithms = ["fast", { id = "rules-thesis", label = "rules" }]
    ///     [[puzzles]]
    ///     builtin = "top95"
    ///     take = 10
    ///     [protocol]
    ///     kind = "fixed"
    ///     runs = 5
    ///     time_limit = "5s"
    /// "#, "plan.toml")?;
    /// assert_eq!(plan.contestants[1].label, "rules");
    ///
    /// let wrong = Plan::read("algorithms = [\"fastt\"]", "plan.toml").unwrap_err();
    /// assert!(wrong.to_string().starts_with("plan.toml, line 1, column 15, algorithms[1]: there is no algorithm"));
    /// # Ok::<(), sudolab_lab::plan::PlanError>(())
    /// ```
    pub fn read(text: &str, file: &str) -> Result<Plan, PlanError> {
        let reader = Reader { text, file };
        let root = DeTable::parse(text).map_err(|e| {
            reader.refuse(e.span().unwrap_or(0..0), "", format!("this is no TOML: {}", e.message()))
        })?;
        let span = root.span();
        let table = Table { reader: &reader, table: root.get_ref(), path: String::new(), span };
        table.only(TOP)?;
        let mut contestants = reader.contestants(table.needed("algorithms")?)?;
        let sources = reader.sources(table.needed("puzzles")?)?;
        let protocol = match table.get("protocol") {
            Some(value) => reader.protocol(value, &mut contestants)?,
            None => Protocol {
                repeats: Repeats::Fixed { runs: 1 },
                time_limit: Duration::from_secs(20),
                tick_limit: None,
            },
        };
        let name = table.text("name")?.unwrap_or_else(|| {
            let stem = std::path::Path::new(file).file_stem();
            stem.map_or_else(|| "study".to_owned(), |s| s.to_string_lossy().into_owned())
        });
        Ok(Plan {
            name,
            seed: table.whole("seed", 0, i64::MAX as u64)?.unwrap_or(0),
            jobs: table.whole("jobs", 1, 1024)?.map(|n| n as usize),
            aspects: reader.aspects(&table)?,
            traces: reader.traces(&table)?,
            contestants,
            sources,
            protocol,
            text: text.to_owned(),
        })
    }
}

/// The text and its name, to say where something is wrong.
struct Reader<'i> {
    text: &'i str,
    file: &'i str,
}

/// A table with the path that leads to it.
struct Table<'r, 'i> {
    reader: &'r Reader<'i>,
    table: &'r DeTable<'i>,
    path: String,
    span: Range<usize>,
}

impl<'i> Reader<'i> {
    fn refuse(&self, span: Range<usize>, key: &str, message: String) -> PlanError {
        let before = &self.text[..span.start.min(self.text.len())];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        PlanError {
            file: self.file.to_owned(),
            place: Some((line, column)),
            key: key.to_owned(),
            message,
        }
    }

    fn wants<T>(&self, value: &Toml<'i>, key: &str, wanted: &str) -> Result<T, PlanError> {
        let found = value.get_ref().type_str();
        Err(self.refuse(value.span(), key, format!("a value of type {found}; write {wanted}")))
    }

    fn contestants(&self, value: &Toml<'i>) -> Result<Vec<Contestant>, PlanError> {
        const WANTED: &str = "\"all\", or a list of ids such as [\"fast\", \"dlx\"]; 'sudolab algorithms' lists all ids";
        if let Some(word) = value.get_ref().as_str() {
            if word == "all" {
                return Ok(registry::all().map(Contestant::plain).collect());
            }
            let message = format!("{word:?} is not allowed; write {WANTED}");
            return Err(self.refuse(value.span(), "algorithms", message));
        }
        let Some(list) = value.get_ref().as_array() else {
            return self.wants(value, "algorithms", WANTED);
        };
        let mut contestants: Vec<Contestant> = Vec::new();
        for (i, entry) in list.iter().enumerate() {
            let path = format!("algorithms[{}]", i + 1);
            let contestant = self.contestant(entry, &path)?;
            if contestants.iter().any(|c| c.label == contestant.label) {
                let message = format!(
                    "{:?} is there twice; give one of them a label, as in {{ id = {:?}, label = \"other\" }}",
                    contestant.label, contestant.algorithm.id
                );
                return Err(self.refuse(entry.span(), &path, message));
            }
            contestants.push(contestant);
        }
        if contestants.is_empty() {
            let message = format!("the list is empty; write {WANTED}");
            return Err(self.refuse(value.span(), "algorithms", message));
        }
        Ok(contestants)
    }

    fn contestant(&self, value: &Toml<'i>, path: &str) -> Result<Contestant, PlanError> {
        let find = |id: &str, span: Range<usize>, key: &str| {
            registry::find(id).map_err(|e| self.refuse(span, key, e.to_string()))
        };
        if let Some(id) = value.get_ref().as_str() {
            return Ok(Contestant::plain(find(id, value.span(), path)?));
        }
        let Some(table) = value.get_ref().as_table() else {
            return self.wants(
                value,
                path,
                "an id, or { id = \"annealing\", label = \"hot\", set = { start = 0.4 } }",
            );
        };
        let table = Table { reader: self, table, path: path.to_owned(), span: value.span() };
        if let Some(command) = table.text("command")? {
            table.only(OUTSIDE)?;
            let span = table.needed("command")?.span();
            let algorithm = crate::external::algorithm(&command)
                .map_err(|why| self.refuse(span, &table.key("command"), why))?;
            let label = table.text("label")?.unwrap_or_else(|| algorithm.id.to_owned());
            let set = vec![("command".to_owned(), command.trim().to_owned())];
            return Ok(Contestant { label, algorithm, set, tick_limit: None });
        }
        table.only(ALGORITHM)?;
        let id = table.needed("id")?;
        let key = table.key("id");
        let Some(word) = id.get_ref().as_str() else { return self.wants(id, &key, "an id") };
        let algorithm = find(word, id.span(), &key)?;
        let mut contestant = Contestant::plain(algorithm);
        if let Some(label) = table.text("label")? {
            contestant.label = label;
        }
        if let Some(set) = table.get("set") {
            let key = table.key("set");
            let Some(values) = set.get_ref().as_table() else {
                return self.wants(set, &key, "a table such as { name = value }");
            };
            let mut settings = algorithm.defaults();
            for (name, value) in values {
                let key = format!("{key}.{}", name.get_ref());
                let Some(text) = plain_text(value.get_ref()) else {
                    return self.wants(value, &key, "a number, a word or a list of words");
                };
                settings
                    .set(name.get_ref(), &text)
                    .map_err(|e| self.refuse(name.span(), &key, e.to_string()))?;
                contestant.set.push((name.get_ref().to_string(), text));
            }
            contestant.set.sort();
            let built = contestant.task(0, Budget::UNLIMITED).and_then(|t| t.build().map(drop));
            built.map_err(|e| self.refuse(set.span(), &key, e.to_string()))?;
        }
        Ok(contestant)
    }

    fn protocol(
        &self,
        value: &Toml<'i>,
        contestants: &mut [Contestant],
    ) -> Result<Protocol, PlanError> {
        let Some(table) = value.get_ref().as_table() else {
            return self.wants(value, "protocol", "a table headed [protocol]");
        };
        let table = Table { reader: self, table, path: "protocol".to_owned(), span: value.span() };
        let kind = table.text("kind")?.unwrap_or_else(|| "fixed".to_owned());
        let repeats = match kind.as_str() {
            "fixed" => {
                table.only(FIXED)?;
                Repeats::Fixed { runs: table.whole("runs", 1, 1_000_000)?.unwrap_or(1) as u32 }
            }
            "thesis" => {
                table.only(THESIS)?;
                let least = table.whole("min_runs", 2, 1_000_000)?.unwrap_or(4);
                let most = table.whole("max_runs", least, 1_000_000)?.unwrap_or(least.max(100));
                let bound = table.duration("bound")?.map_or(0.05, |d| d.as_secs_f64());
                let stochastic =
                    table.duration("bound_stochastic")?.map_or(1.0, |d| d.as_secs_f64());
                let spread = match table.text("spread")?.as_deref() {
                    None | Some("mean") => Spread::Mean,
                    Some("times") => Spread::Times,
                    Some(other) => {
                        let span = table.needed("spread")?.span();
                        let message = format!(
                            "{other:?} is no spread; there are \"mean\" (the bootstrap interval of the mean) and \"times\" (percentiles of the times)"
                        );
                        return Err(self.refuse(span, "protocol.spread", message));
                    }
                };
                Repeats::Thesis {
                    spread,
                    least: least as u32,
                    most: most as u32,
                    bound,
                    bound_stochastic: stochastic,
                    patience: table.duration("patience")?.map(|d| d.as_secs_f64()),
                }
            }
            other => {
                let span = table.needed("kind")?.span();
                let message = format!("{other:?} is no protocol; there are \"fixed\", \"thesis\"");
                return Err(self.refuse(span, "protocol.kind", message));
            }
        };
        self.tick_limits(&table, contestants)?;
        Ok(Protocol {
            repeats,
            time_limit: table.duration("time_limit")?.unwrap_or(Duration::from_secs(20)),
            tick_limit: table.whole("tick_limit", 1, i64::MAX as u64)?,
        })
    }
}

impl<'i> Reader<'i> {
    /// The ticks that stand for the time limit, by label or id. An id that the plan does not use is
    /// allowed, so that other algorithms can take the place of the plan's.
    fn tick_limits(
        &self,
        protocol: &Table<'_, 'i>,
        contestants: &mut [Contestant],
    ) -> Result<(), PlanError> {
        let Some(value) = protocol.get("tick_limits") else { return Ok(()) };
        let path = protocol.key("tick_limits");
        let Some(table) = value.get_ref().as_table() else {
            return self.wants(value, &path, "a table such as { dlx = 2000000 }");
        };
        let table = Table { reader: self, table, path, span: value.span() };
        for (key, _) in table.table {
            let name: &str = key.get_ref();
            let ticks = table.whole(name, 1, i64::MAX as u64)?;
            let mut is_known = registry::find(name).is_ok();
            // A label says more than an id, wherever the two stand.
            for c in contestants.iter_mut() {
                let is_meant = c.label == name
                    || c.algorithm.id == name
                        && !table.table.keys().any(|k| *k.get_ref() == c.label);
                if is_meant {
                    c.tick_limit = ticks;
                    is_known = true;
                }
            }
            if !is_known {
                let message =
                    format!("{name:?} is neither a label of this plan nor the id of an algorithm");
                return Err(self.refuse(key.span(), &table.key(name), message));
            }
        }
        Ok(())
    }
}

impl<'r, 'i> Table<'r, 'i> {
    fn get(&self, key: &str) -> Option<&'r Toml<'i>> {
        self.table.iter().find(|(k, _)| k.get_ref() == key).map(|(_, v)| v)
    }

    fn key(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    fn only(&self, allowed: &[&str]) -> Result<(), PlanError> {
        match self.table.keys().find(|k| !allowed.contains(&k.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => {
                let message = format!("unknown key; allowed here: {}", allowed.join(", "));
                Err(self.reader.refuse(key.span(), &self.key(key.get_ref()), message))
            }
        }
    }

    fn needed(&self, key: &str) -> Result<&'r Toml<'i>, PlanError> {
        self.get(key).ok_or_else(|| {
            let help = match key {
                "algorithms" => "; write algorithms = \"all\" or a list of ids",
                "puzzles" => {
                    "; write [[puzzles]] and below it builtin = \"top95\" or file = \"...\""
                }
                _ => "",
            };
            let span = self.span.start..self.span.start;
            self.reader.refuse(span, &self.key(key), format!("this key is missing{help}"))
        })
    }

    fn text(&self, key: &str) -> Result<Option<String>, PlanError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref().as_str() {
            Some(text) if !text.trim().is_empty() => Ok(Some(text.to_owned())),
            Some(_) => {
                Err(self.reader.refuse(value.span(), &self.key(key), "it is empty".to_owned()))
            }
            None => self.reader.wants(value, &self.key(key), "a text in quotes"),
        }
    }

    fn whole(&self, key: &str, least: u64, most: u64) -> Result<Option<u64>, PlanError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = value
            .get_ref()
            .as_integer()
            .and_then(|i| u64::from_str_radix(i.as_str(), i.radix()).ok());
        match number {
            Some(n) if (least..=most).contains(&n) => Ok(Some(n)),
            _ => {
                let upper = if most > 1 << 40 { String::new() } else { format!(" to {most}") };
                let message = format!("this takes a whole number from {least}{upper}");
                Err(self.reader.refuse(value.span(), &self.key(key), message))
            }
        }
    }

    fn duration(&self, key: &str) -> Result<Option<Duration>, PlanError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let told = value.get_ref().as_str().map(duration::parse);
        let message = match told {
            Some(Ok(length)) if !length.is_zero() => return Ok(Some(length)),
            Some(Err(error @ DurationError::Unit(_))) => error.to_string(),
            _ => "this takes a time with its unit in quotes, such as \"5s\", \"200ms\" or \"2m\""
                .to_owned(),
        };
        Err(self.reader.refuse(value.span(), &self.key(key), message))
    }
}

/// A setting's value as `--set` would take it.
fn plain_text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        DeValue::Array(list) => {
            let words: Option<Vec<String>> = list.iter().map(|v| plain_text(v.get_ref())).collect();
            Some(words?.join(","))
        }
        _ => None,
    }
}
