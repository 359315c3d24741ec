//! Which clock a time belongs to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The clock by which a time limit was kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LimitClock {
    /// Time on the wall: somebody waits for the answer.
    #[default]
    Wall,
    /// Time the run has worked, so that what else the machine does changes no verdict.
    Cpu,
}
