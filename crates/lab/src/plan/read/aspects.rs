//! What is compared besides solving: `aspects`, `[generation]` and `[speed_up]`.

use super::{Reader, Table};
use crate::plan::PlanError;
use crate::plan::aspects::{Aspect, Aspects, Generation, SpeedUp};
use crate::traces::Traces;

const GENERATION: &[&str] = &["count", "time_limit"];
const TRACES: &[&str] = &["puzzles", "sample"];
const SPEED_UP: &[&str] = &["threads", "puzzles", "runs"];

impl<'i> Reader<'i> {
    pub(super) fn aspects(&self, root: &Table<'_, 'i>) -> Result<Aspects, PlanError> {
        let named = self.named_aspects(root)?;
        let has = |aspect| named.contains(&aspect);
        let table = |key: &str, aspect: Aspect, allowed| {
            let Some(value) = root.get(key) else { return Ok(None) };
            if !has(aspect) {
                let message = format!(
                    "this table belongs to an aspect that the plan does not ask for; add {:?} to aspects",
                    aspect.word()
                );
                return Err(self.refuse(value.span(), key, message));
            }
            let Some(table) = value.get_ref().as_table() else {
                return self.wants(value, key, &format!("a table headed [{key}]"));
            };
            let table = Table { reader: self, table, path: key.to_owned(), span: value.span() };
            table.only(allowed)?;
            Ok(Some(table))
        };
        let generation = table("generation", Aspect::Generation, GENERATION)?;
        let speed_up = table("speed_up", Aspect::SpeedUp, SPEED_UP)?;
        let mut aspects = Aspects { rating: has(Aspect::Rating), ..Aspects::default() };
        if has(Aspect::Generation) {
            let mut wanted = Generation::default();
            if let Some(table) = generation {
                wanted.count =
                    table.whole("count", 1, 1_000_000)?.unwrap_or(wanted.count.into()) as u32;
                wanted.time_limit = table.duration("time_limit")?.unwrap_or(wanted.time_limit);
            }
            aspects.generation = Some(wanted);
        }
        if has(Aspect::SpeedUp) {
            let mut wanted = SpeedUp::default();
            if let Some(table) = speed_up {
                wanted.puzzles =
                    table.whole("puzzles", 1, 1_000_000)?.map_or(wanted.puzzles, |n| n as usize);
                wanted.runs = table.whole("runs", 1, 1000)?.map_or(wanted.runs, |n| n as u32);
                if let Some(threads) = self.threads(&table)? {
                    wanted.threads = threads;
                }
            }
            aspects.speed_up = Some(wanted);
        }
        Ok(aspects)
    }

    /// `[traces]`: which runs are recorded beside the rows.
    pub(super) fn traces(&self, root: &Table<'_, 'i>) -> Result<Option<Traces>, PlanError> {
        let key = "traces";
        let Some(value) = root.get(key) else { return Ok(None) };
        let Some(table) = value.get_ref().as_table() else {
            return self.wants(value, key, "a table headed [traces]");
        };
        let table = Table { reader: self, table, path: key.to_owned(), span: value.span() };
        table.only(TRACES)?;
        let usual = Traces::default();
        Ok(Some(Traces {
            puzzles: table.whole("puzzles", 1, 1000)?.map_or(usual.puzzles, |n| n as usize),
            sample: table.whole("sample", 1, u64::MAX)?,
        }))
    }

    fn named_aspects(&self, root: &Table<'_, 'i>) -> Result<Vec<Aspect>, PlanError> {
        let Some(value) = root.get("aspects") else { return Ok(vec![Aspect::Solving]) };
        let words: Vec<String> = Aspect::ALL.iter().map(|a| format!("{:?}", a.word())).collect();
        let wanted = format!("a list of some of {}", words.join(", "));
        let Some(list) = value.get_ref().as_array() else {
            return self.wants(value, "aspects", &wanted);
        };
        let mut named = Vec::new();
        for (i, entry) in list.iter().enumerate() {
            let path = format!("aspects[{}]", i + 1);
            let Some(word) = entry.get_ref().as_str() else {
                return self.wants(entry, &path, &wanted);
            };
            let Some(aspect) = Aspect::ALL.into_iter().find(|a| a.word() == word) else {
                let message = format!("{word:?} is no aspect; there are {}", words.join(", "));
                return Err(self.refuse(entry.span(), &path, message));
            };
            named.push(aspect);
        }
        if !named.contains(&Aspect::Solving) {
            let message = "solving is part of every study: the other aspects are read against its times; add \"solving\"";
            return Err(self.refuse(value.span(), "aspects", message.to_owned()));
        }
        Ok(named)
    }

    fn threads(&self, table: &Table<'_, 'i>) -> Result<Option<Vec<u16>>, PlanError> {
        let Some(value) = table.get("threads") else { return Ok(None) };
        let key = table.key("threads");
        let list = value.get_ref().as_array().map(|list| {
            list.iter()
                .map(|n| n.get_ref().as_integer()?.as_str().parse::<u16>().ok())
                .collect::<Option<Vec<u16>>>()
        });
        match list.flatten() {
            Some(mut threads)
                if threads.contains(&1) && threads.iter().all(|n| (1..=1024).contains(n)) =>
            {
                threads.sort_unstable();
                threads.dedup();
                Ok(Some(threads))
            }
            _ => {
                let message = "this takes a list of numbers of threads from 1 to 1024 with 1 among them, such as [1, 2, 4]";
                Err(self.refuse(value.span(), &key, message.to_owned()))
            }
        }
    }
}
