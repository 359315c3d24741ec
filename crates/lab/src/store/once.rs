//! Rows that come from elsewhere and may come twice.

use super::{Row, Store, StoreError};
use crate::machine::Machine;
use std::collections::HashSet;

/// The runs that are in the file.
#[derive(Clone, Debug, Default)]
pub struct Known(HashSet<(u32, u32, u32)>);

impl Known {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Store {
    /// The runs that are in the file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn known(&self) -> Result<Known, StoreError> {
        let mut known = HashSet::new();
        self.each_run(|row| {
            known.insert(row.key());
        })?;
        Ok(Known(known))
    }

    /// Writes those rows of runs on a machine that are not there yet, all or none; how many.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing was written.
    pub fn absorb_once(
        &mut self,
        machine: &Machine,
        rows: &[Row],
        known: &mut Known,
    ) -> Result<usize, StoreError> {
        let mut seen = HashSet::new();
        let is_new = |row: &&Row| !known.0.contains(&row.key()) && seen.insert(row.key());
        let new: Vec<Row> = rows.iter().filter(is_new).cloned().collect();
        if new.is_empty() {
            return Ok(0);
        }
        self.absorb(machine, &new)?;
        known.0.extend(seen);
        Ok(new.len())
    }
}
