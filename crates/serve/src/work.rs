//! Work on threads of its own: how much at once, how long, and no longer than somebody waits.
//!
//! A search runs where it may block. It borrows a halt with the limit of its class and a flag; the
//! flag is raised when the client leaves, when it is told to stop by its name, or when the server
//! ends.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use sudolab::{Halt, system_clock};
use sudolab_wire::verb::{Class, Reply, Verb};
use sudolab_wire::{Error, ErrorCode};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest time of a class, whatever a request asks for.
pub fn longest(class: Class) -> Duration {
    Duration::from_secs(match class {
        Class::Quick => 10,
        Class::Search => 120,
        Class::Long => 600,
    })
}

/// The largest reply of a class, in bytes: what a verb may gather before it answers.
pub fn largest(class: Class) -> usize {
    match class {
        Class::Quick => 32 << 20,
        Class::Search => 64 << 20,
        Class::Long => 128 << 20,
    }
}

/// How long a request waits for its turn before it is told to come back.
const PATIENCE: Duration = Duration::from_secs(20);

/// Where work is done.
#[derive(Debug)]
pub struct Workroom {
    quick: Arc<Semaphore>,
    search: Arc<Semaphore>,
    long: Arc<Semaphore>,
    jobs: Mutex<HashMap<String, Arc<AtomicBool>>>,
}

/// A flag that is raised when its owner goes.
#[derive(Debug)]
pub struct Leash {
    flag: Arc<AtomicBool>,
    job: Option<String>,
    workroom: Arc<Workroom>,
}

impl Drop for Leash {
    fn drop(&mut self) {
        self.flag.store(true, Ordering::Relaxed);
        if let Some(job) = &self.job {
            self.workroom.jobs().retain(|name, flag| name != job || !Arc::ptr_eq(flag, &self.flag));
        }
    }
}

impl Leash {
    /// The flag.
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }
}

impl Workroom {
    /// With so many searches at the same time.
    pub fn new(jobs: usize) -> Workroom {
        let places = |n: usize| Arc::new(Semaphore::new(n.max(1)));
        Workroom {
            quick: places(2 * jobs),
            search: places(jobs),
            long: places(jobs.div_ceil(2)),
            jobs: Mutex::default(),
        }
    }

    fn jobs(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<AtomicBool>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A leash for a piece of work, which may have a name.
    ///
    /// # Errors
    /// When another piece of work has that name.
    pub fn leash(self: &Arc<Self>, job: Option<String>) -> Result<Leash, Error> {
        let flag = Arc::new(AtomicBool::new(false));
        if let Some(name) = &job {
            let mut jobs = self.jobs();
            if jobs.contains_key(name) {
                return Err(Error::new(ErrorCode::Usage, format!("the job {name:?} is under way"))
                    .remedy("give each request a name of its own"));
            }
            jobs.insert(name.clone(), flag.clone());
        }
        Ok(Leash { flag, job, workroom: self.clone() })
    }

    /// Tells a named piece of work to stop; whether there was one.
    pub fn cancel(&self, job: &str) -> bool {
        match self.jobs().get(job) {
            Some(flag) => {
                flag.store(true, Ordering::Relaxed);
                true
            }
            None => false,
        }
    }

    /// Tells everything to stop.
    pub fn close(&self) {
        for flag in self.jobs().values() {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for a place.
    ///
    /// # Errors
    /// When none becomes free.
    pub async fn place(&self, class: Class) -> Result<OwnedSemaphorePermit, Error> {
        let places = match class {
            Class::Quick => &self.quick,
            Class::Search => &self.search,
            Class::Long => &self.long,
        };
        match tokio::time::timeout(PATIENCE, places.clone().acquire_owned()).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Error::new(ErrorCode::Busy, "too much is being worked on")
                .remedy("wait for the other requests, or cancel them")),
        }
    }
}

/// Answers a request under the limit of its class; for a thread that may block.
///
/// # Errors
/// As the verb says.
pub fn answer(
    verb: &Verb,
    body: &str,
    flag: &AtomicBool,
    tell: &mut dyn FnMut(String),
) -> Result<Reply, Error> {
    let halt = Halt::never().cancelled_by(flag).within(longest(verb.class), &system_clock::SYSTEM);
    bounded(verb.answer(body, &halt, tell)?, largest(verb.class))
}

/// A reply that is not too large.
fn bounded(reply: Reply, most: usize) -> Result<Reply, Error> {
    let length = match &reply {
        Reply::Json(text) => text.len(),
        Reply::File { bytes, .. } => bytes.len(),
    };
    if length <= most {
        return Ok(reply);
    }
    let text = format!("the answer has {length} bytes, and {most} are the most for such a request");
    Err(Error::new(ErrorCode::TooLarge, text).remedy("ask for less at once"))
}

/// A text that is no larger than what is gathered at the most.
///
/// # Errors
/// When it is.
pub fn no_larger(text: String) -> Result<String, Error> {
    match bounded(Reply::Json(text), largest(Class::Long))? {
        Reply::Json(text) => Ok(text),
        Reply::File { .. } => Ok(String::new()),
    }
}

/// What is said of a thread that fell over.
pub fn fell_over() -> Error {
    Error::new(ErrorCode::Wrong, "the laboratory made a mistake on this request")
        .remedy("please report it with the request")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_job_can_be_stopped_and_its_name_is_free_when_it_ends() {
        let workroom = Arc::new(Workroom::new(1));
        let leash = workroom.leash(Some("a".to_owned())).expect("a free name");
        assert!(workroom.leash(Some("a".to_owned())).is_err());
        assert!(workroom.cancel("a") && !workroom.cancel("b"));
        assert!(leash.flag().load(Ordering::Relaxed));
        drop(leash);
        assert!(workroom.leash(Some("a".to_owned())).is_ok());
    }

    #[test]
    fn a_reply_is_as_large_as_its_class_allows_and_no_larger() {
        let of = |length: usize| Reply::Json("x".repeat(length));
        assert_eq!(bounded(of(10), 10), Ok(of(10)));
        let refused = bounded(of(11), 10).expect_err("too large");
        assert_eq!(refused.code, ErrorCode::TooLarge);
        let file = Reply::File { media: "application/pdf", bytes: vec![0; 11] };
        assert!(bounded(file, 10).is_err());
        assert!(largest(Class::Quick) < largest(Class::Search));
    }

    #[test]
    fn work_ends_within_as_many_ticks_as_a_tenth_of_a_second_has() {
        // A run too hot ever to end. It tells how far it is every tenth of a second; the first time it
        // does, its client leaves. Counted in its own ticks, the bound holds on any machine.
        let trace = sudolab_wire::verb::find("trace").expect("a verb");
        let body = "{\"puzzle\":\"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\",\"algorithm\":\"annealing\",\"set\":{\"temperature\":\"10\"},\"events\":10,\"tick_limit\":null}";
        let flag = AtomicBool::new(false);
        let mut left_at = 0;
        let reply = answer(trace, body, &flag, &mut |text| {
            let told: serde_json::Value = serde_json::from_str(&text).expect("a line of JSON");
            left_at = told["progress"]["done"].as_u64().expect("so many ticks");
            flag.store(true, Ordering::Relaxed);
        });
        let Ok(Reply::Json(text)) = reply else { panic!("what was recorded so far") };
        let traced: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(traced["outcome"]["verdict"], "cancelled", "{}", traced["outcome"]);
        let ended_at = traced["outcome"]["ticks"].as_u64().expect("so many ticks");
        assert!(left_at > 0 && ended_at - left_at <= left_at, "{left_at} and {ended_at}");
    }

    #[test]
    fn who_leaves_stops_the_work() {
        let workroom = Arc::new(Workroom::new(1));
        let leash = workroom.leash(None).expect("no name, no clash");
        let flag = leash.flag();
        assert!(!flag.load(Ordering::Relaxed));
        drop(leash);
        assert!(flag.load(Ordering::Relaxed));
    }
}
