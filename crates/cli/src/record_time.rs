//! The time of one record: it begins once, and everything that is done for the record borrows it.
//!
//! A command with several pieces of work for a puzzle (count, then candidates; a verdict, then a
//! certificate) may not give each of them the whole limit. So no command makes a [`Halt`] with the
//! limit of a record itself: the frames that hand out records ([`crate::batch`],
//! [`crate::subjects`] and the few with a loop of their own) begin the time and pass it on.

use crate::args::Common;
use std::time::Duration;
use sudolab::Halt;
use sudolab::system_clock::SYSTEM;

/// What begins the time of records, one after the other.
#[derive(Clone, Copy, Debug)]
pub struct RecordTime {
    limit: Option<Duration>,
    interrupt: Halt<'static>,
    running: Option<Halt<'static>>,
}

impl RecordTime {
    /// With the limit that the user set, and the interrupt.
    pub fn of(common: &Common) -> RecordTime {
        RecordTime { limit: common.time_limit, interrupt: common.interrupt(), running: None }
    }

    /// The time of a record: the one that runs already, or a new one from now on.
    pub fn begin(&self) -> Halt<'static> {
        match (self.running, self.limit) {
            (Some(running), _) => running,
            (None, Some(limit)) => self.interrupt.within(limit, &SYSTEM),
            (None, None) => self.interrupt,
        }
    }

    /// For what else is done for a record whose time runs already.
    pub fn of_record(self, running: Halt<'static>) -> RecordTime {
        RecordTime { running: Some(running), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudolab::Stop;

    fn times(limit: Duration) -> RecordTime {
        let interrupt = Halt::never().timed_by(&SYSTEM);
        RecordTime { limit: Some(limit), interrupt, running: None }
    }

    #[test]
    fn the_time_of_a_record_begins_once() {
        let times = times(Duration::from_millis(20));
        let first = times.begin();
        let of_record = times.of_record(first);
        while first.check().is_ok() {
            std::thread::yield_now();
        }
        // What comes after it has nothing left, and the next record has all of it.
        assert_eq!(of_record.begin().check(), Err(Stop::Time));
        let long = RecordTime { limit: Some(Duration::from_secs(3600)), ..times };
        assert_eq!(long.begin().check(), Ok(()));
    }
}
