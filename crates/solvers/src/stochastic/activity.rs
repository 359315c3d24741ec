//! How often a node was active lately, for an observer.
//!
//! A binary node tells little at one moment. Each time step moves the mean a little towards what the
//! node is now; a node that is on half of the time stands at a half.

use crate::{Event, Run};

/// How far one time step moves a mean.
const SHARE: f32 = 0.05;

/// The mean activity of each node; empty when nobody looks on.
pub(super) struct Activity(Vec<f32>);

impl Activity {
    /// For so many nodes, if the run is observed.
    pub(super) fn new(nodes: usize, run: &Run<'_>) -> Activity {
        Activity(if run.is_observed() { vec![0.0; nodes] } else { Vec::new() })
    }

    /// Whether anyone looks on.
    #[inline(always)]
    pub(super) fn is_wanted(&self) -> bool {
        !self.0.is_empty()
    }

    /// A node was on or off for one time step.
    #[inline(always)]
    pub(super) fn add(&mut self, node: usize, on: bool) {
        let mean = &mut self.0[node];
        *mean += SHARE * (f32::from(u8::from(on)) - *mean);
    }

    /// A node that always is on.
    pub(super) fn hold(&mut self, node: usize) {
        self.0[node] = 1.0;
    }

    /// Tells the means.
    pub(super) fn tell(&self, run: &mut Run<'_>) {
        run.tell(|| Event::Field { name: "activity", values: &self.0 });
    }
}
