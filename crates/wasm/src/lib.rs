//! The verbs for a browser: a page puts the name of a verb and a request into memory, asks, and
//! reads the reply.
//!
//! ```text
//! room(n)                 makes room for n bytes and says where: the verb's name, then the request
//! ask(length of the name) answers; 0 is JSON, 1 a file, 2 an error as JSON, 3 another module has to be asked
//! reply(), reply_length() where the reply stands
//! page.now()              milliseconds by the page's clock, for limits on time
//! page.tell(at, length)   one of many results, as soon as it is found
//! ```
//!
//! There is no glue but this: both sides see bytes. Nothing here dereferences an address that came
//! from outside; the page writes into a vector that this side owns.
#![deny(unsafe_code)]
// An error carries its whole answer, and is made once for a request.
#![allow(clippy::result_large_err)]

use std::cell::RefCell;
use std::time::Duration;
use sudolab::grid::module;
use sudolab::{Clock, Halt};
use sudolab_wire::verb::{self, Reply};
use sudolab_wire::{Error, ErrorCode, line};

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static REPLY: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What the page gives.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code, reason = "names of the page's functions; calling them is safe")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        pub safe fn now() -> f64;
        pub safe fn tell(at: *const u8, length: usize);
    }
}

/// Outside a browser there is no page: time stands still and nobody listens.
#[cfg(not(target_arch = "wasm32"))]
mod page {
    pub fn now() -> f64 {
        0.0
    }
    pub fn tell(_at: *const u8, _length: usize) {}
}

/// The page's clock.
struct PageClock;

impl Clock for PageClock {
    fn wall(&self) -> Duration {
        Duration::try_from_secs_f64(page::now() / 1000.0).unwrap_or_default()
    }
}

static CLOCK: PageClock = PageClock;

/// Makes room for the name of a verb and a request, and says where.
#[allow(unsafe_code, reason = "a name for the page")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(length, 0);
        room.as_mut_ptr()
    })
}

/// Answers what stands in the room: 0 for JSON, 1 for a file, 2 for an error, 3 for one that the whole
/// laboratory may not make.
#[allow(unsafe_code, reason = "a name for the page")]
#[unsafe(no_mangle)]
pub extern "C" fn ask(name_length: usize) -> u32 {
    let asked = ROOM.with_borrow_mut(std::mem::take);
    let (kind, reply) = match answer(&asked, name_length) {
        Ok(Reply::Json(text)) => (0, text.into_bytes()),
        Ok(Reply::File { bytes, .. }) => (1, bytes),
        Err(error) => (if is_final(error.code) { 2 } else { 3 }, line(&error).into_bytes()),
    };
    REPLY.with_borrow_mut(|place| *place = reply);
    kind
}

/// Whether another module would say the same. One that leaves things out cannot tell what it does not
/// know from what is wrong, but what it found out about a puzzle, and what stopped it, is so.
fn is_final(code: ErrorCode) -> bool {
    let found = matches!(code, ErrorCode::Conflict | ErrorCode::None | ErrorCode::Multiple);
    let stopped =
        matches!(code, ErrorCode::TimeLimit | ErrorCode::TickLimit | ErrorCode::Cancelled);
    found || stopped || !(module::PLAIN || module::PAPER)
}

/// Where the reply stands.
#[allow(unsafe_code, reason = "a name for the page")]
#[unsafe(no_mangle)]
pub extern "C" fn reply() -> *const u8 {
    REPLY.with_borrow(|reply| reply.as_ptr())
}

/// How long it is.
#[allow(unsafe_code, reason = "a name for the page")]
#[unsafe(no_mangle)]
pub extern "C" fn reply_length() -> usize {
    REPLY.with_borrow(Vec::len)
}

fn answer(asked: &[u8], name_length: usize) -> Result<Reply, Error> {
    let no_text = |_| Error::new(ErrorCode::Syntax, "the request is not UTF-8");
    let asked = std::str::from_utf8(asked).map_err(no_text)?;
    let (name, body) = asked
        .split_at_checked(name_length)
        .ok_or_else(|| Error::new(ErrorCode::Usage, "the name is longer than what was sent"))?;
    let verb = verb::find(name).ok_or_else(|| {
        Error::new(ErrorCode::NotFound, format!("there is no verb {name:?} here"))
    })?;
    let halt = Halt::never().timed_by(&CLOCK);
    verb.answer(body, &halt, &mut |text| page::tell(text.as_ptr(), text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks as the page does.
    fn said(name: &str, body: &str) -> (u32, String) {
        room(name.len() + body.len());
        ROOM.with_borrow_mut(|room| room.copy_from_slice(format!("{name}{body}").as_bytes()));
        let kind = ask(name.len());
        assert_eq!(reply_length(), REPLY.with_borrow(Vec::len));
        (kind, REPLY.with_borrow(|reply| String::from_utf8_lossy(reply).into_owned()))
    }

    #[test]
    fn a_page_asks_and_reads_the_reply() {
        let (kind, text) = said("count", "{\"puzzle\":\"1.3.............\"}");
        assert_eq!(kind, 0);
        assert!(text.contains("\"solutions\":2"), "{text}");
    }

    #[test]
    fn what_goes_wrong_is_told_as_everywhere() {
        for (name, body, word) in [
            ("nothing", "{}", "not-found"),
            ("check", "{", "syntax"),
            ("check", "{\"puzzle\":\"x\"}", "syntax"),
        ] {
            let (kind, text) = said(name, body);
            assert_eq!(kind, 2);
            assert!(text.contains(&format!("\"code\":\"{word}\"")), "{text}");
        }
        room(2);
        assert_eq!(ask(5), 2);
    }
}
