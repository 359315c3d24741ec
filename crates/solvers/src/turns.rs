//! Lanes on threads: whose turn it is, and who has come too late.

use crate::Stop;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use sudolab_exact::split::Hands;

/// The lanes of a run and whose turn it is.
pub(crate) struct Turns<'h> {
    state: Mutex<State>,
    changed: Condvar,
    /// Where threads come from when more lanes could go on at the same time.
    hands: &'h Hands,
}

struct State {
    lanes: Vec<LaneState>,
    running: usize,
    /// How many lanes may go on at the same time: one, and one for each hand borrowed.
    threads: usize,
    /// Ticks and number of the best lane that has arrived.
    arrived: Option<(u64, usize)>,
    failed: bool,
}

#[derive(Clone, Copy)]
struct LaneState {
    ticks: u64,
    waits: bool,
}

impl Turns<'_> {
    pub(crate) fn new(lanes: usize, hands: &Hands) -> Turns<'_> {
        let lanes = vec![LaneState { ticks: 0, waits: true }; lanes];
        let state = State { lanes, running: 0, threads: 1, arrived: None, failed: false };
        Turns { state: Mutex::new(state), changed: Condvar::new(), hands }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        // Nothing that could panic happens under this lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first turn of a lane.
    pub(crate) fn enter(&self, lane: usize) {
        let mut state = self.locked();
        state.grant(self.hands);
        self.changed.notify_all();
        while state.lanes[lane].waits {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A lane has come so far: it leaves if it cannot win any more, and lets others catch up.
    pub(crate) fn pause(&self, lane: usize, ticks: u64) -> Result<(), Stop> {
        let mut state = self.locked();
        state.lanes[lane].ticks = ticks;
        if state.has_lost(lane) {
            return Err(Stop::Cancelled);
        }
        let behind = |other: &LaneState| other.waits && other.ticks < ticks;
        if state.lanes.iter().any(behind) {
            state.lanes[lane].waits = true;
            state.running -= 1;
            state.grant(self.hands);
            self.changed.notify_all();
            while state.lanes[lane].waits {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
            if state.has_lost(lane) {
                return Err(Stop::Cancelled);
            }
        }
        Ok(())
    }

    /// A lane has ended, with a solution or without.
    pub(crate) fn leave(&self, lane: usize, ticks: u64, arrived: bool) {
        let mut state = self.locked();
        state.lanes[lane].ticks = ticks;
        state.running -= 1;
        if arrived && state.arrived.is_none_or(|best| (ticks, lane) < best) {
            state.arrived = Some((ticks, lane));
        }
        state.grant(self.hands);
        self.changed.notify_all();
    }

    /// A lane has panicked: the others end too.
    pub(crate) fn fail(&self) {
        let mut state = self.locked();
        state.running -= 1;
        state.failed = true;
        state.grant(self.hands);
        self.changed.notify_all();
    }
}

impl Drop for Turns<'_> {
    /// What was borrowed goes back.
    fn drop(&mut self) {
        let borrowed = self.locked().threads - 1;
        self.hands.add(borrowed);
    }
}

impl State {
    fn has_lost(&self, lane: usize) -> bool {
        let ticks = self.lanes[lane].ticks;
        self.failed || self.arrived.is_some_and(|best| (ticks, lane) > best)
    }

    /// Gives free turns to the lanes that have done least.
    fn grant(&mut self, hands: &Hands) {
        loop {
            let waiting = self.lanes.iter_mut().filter(|lane| lane.waits);
            let Some(next) = waiting.min_by_key(|lane| lane.ticks) else { return };
            if self.running == self.threads {
                if !hands.take() {
                    return;
                }
                self.threads += 1;
            }
            next.waits = false;
            self.running += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Ticks of five lanes that go on in steps of 5, of which lane 3 arrives after 30, and how many
    /// were under way at once at most.
    fn five_lanes(hands: &Hands) -> (Vec<u64>, usize) {
        let turns = Turns::new(5, hands);
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let done = std::thread::scope(|scope| {
            let lanes = (0..5).map(|lane| {
                let (turns, running, most) = (&turns, &running, &most);
                scope.spawn(move || {
                    turns.enter(lane);
                    let mut ticks = 0;
                    let arrived = loop {
                        let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                        most.fetch_max(now, Ordering::SeqCst);
                        std::thread::yield_now();
                        running.fetch_sub(1, Ordering::SeqCst);
                        ticks += 5;
                        if lane == 3 && ticks == 30 {
                            break true;
                        }
                        if turns.pause(lane, ticks).is_err() {
                            break false;
                        }
                    };
                    turns.leave(lane, ticks, arrived);
                    ticks
                })
            });
            let handles: Vec<_> = lanes.collect();
            handles.into_iter().map(|h| h.join().unwrap()).collect()
        });
        (done, most.into_inner())
    }

    #[test]
    fn no_more_lanes_run_at_once_than_there_are_threads() {
        let hands = Hands::beside_the_first(2);
        let (done, most) = five_lanes(&hands);
        assert!(most <= 2);
        assert_eq!(hands.take_all(), 1, "what was borrowed went back");
        assert_eq!(done[3], 30);
        // How far ahead a lane comes while another holds its thread but sleeps, the system decides.
        assert!(done.iter().all(|&ticks| ticks >= 30), "{done:?}");
    }

    #[test]
    fn lanes_on_one_thread_advance_together() {
        let (done, most) = five_lanes(&Hands::beside_the_first(1));
        // Lanes before the one that arrived could still have won with as many ticks.
        assert_eq!((done, most), (vec![35, 35, 35, 30, 30], 1));
    }
}
