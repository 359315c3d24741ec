//! A file layer beneath SQLite that fails on request.
//!
//! SQLite reaches the disk through a table of functions, its VFS. Here a copy of the system's own
//! becomes the default one; what writes, syncs, truncates or deletes is counted and, at a chosen
//! count, goes wrong. That needs neither a debugger nor another process, counts the same
//! operations on each run, and sits where a real disk would fail. It cannot see what the program
//! does beside SQLite: making the folder, the lock and the rename of a new file.
//!
//! The layer belongs to the whole process: [`with`] keeps tests apart.

use rusqlite::ffi::{self, sqlite3_file, sqlite3_io_methods, sqlite3_vfs};
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicPtr, Ordering::SeqCst};
use std::sync::{Mutex, Once, PoisonError};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Nothing: operations are counted.
    None,
    /// The operation is refused, everything after it works.
    Refused(i64),
    /// A write stops half-way for want of room, everything after it works.
    Shortened(i64),
    /// The process is killed there: a write is half done, nothing after it happens.
    Killed(i64),
}

static LEFT: AtomicI64 = AtomicI64::new(i64::MAX);
static HALF: AtomicBool = AtomicBool::new(false);
static FOR_GOOD: AtomicBool = AtomicBool::new(false);
static SEEN: AtomicI64 = AtomicI64::new(0);
static SYSTEM: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(std::ptr::null_mut());

/// Does something while operations go wrong; how many operations there were.
pub fn with<T>(trouble: Trouble, work: impl FnOnce() -> T) -> (T, i64) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    install();
    let (left, half, for_good) = match trouble {
        Trouble::None => (i64::MAX, false, false),
        Trouble::Refused(n) => (n, false, false),
        Trouble::Shortened(n) => (n, true, false),
        Trouble::Killed(n) => (n, true, true),
    };
    HALF.store(half, SeqCst);
    FOR_GOOD.store(for_good, SeqCst);
    SEEN.store(0, SeqCst);
    LEFT.store(left, SeqCst);
    let done = work();
    LEFT.store(i64::MAX, SeqCst);
    (done, SEEN.load(SeqCst))
}

/// What becomes of an operation.
enum Fate {
    Fine,
    Half,
    Not,
}

fn fate() -> Fate {
    SEEN.fetch_add(1, SeqCst);
    match LEFT.fetch_sub(1, SeqCst) {
        n if n > 1 => Fate::Fine,
        1 if HALF.load(SeqCst) => Fate::Half,
        1 => Fate::Not,
        _ if FOR_GOOD.load(SeqCst) => Fate::Not,
        _ => Fate::Fine,
    }
}

/// The functions of a file, and those of the system beneath.
#[repr(C)]
struct Table {
    ours: sqlite3_io_methods,
    system: *const sqlite3_io_methods,
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: SQLite is initialised by asking for its VFS; the copy lives for ever, as a
        // registered VFS has to.
        unsafe {
            let system = ffi::sqlite3_vfs_find(std::ptr::null());
            SYSTEM.store(system, SeqCst);
            let mut copy = *system;
            copy.zName = c"trouble".as_ptr();
            copy.pNext = std::ptr::null_mut();
            copy.xOpen = Some(open);
            copy.xDelete = Some(delete);
            assert_eq!(ffi::sqlite3_vfs_register(Box::leak(Box::new(copy)), 1), ffi::SQLITE_OK);
        }
    });
}

// SAFETY of the functions below: SQLite calls them as it would call the system's, with pointers
// that are valid for those; they pass them on.

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    unsafe {
        let system = SYSTEM.load(SeqCst);
        let code = (*system).xOpen.unwrap()(system, name.cast(), file, flags, out);
        if code == ffi::SQLITE_OK && !(*file).pMethods.is_null() {
            (*file).pMethods = &raw const (*table((*file).pMethods)).ours;
        }
        code
    }
}

/// Our functions above those of the system; there are few tables, and they live for ever.
unsafe fn table(system: *const sqlite3_io_methods) -> *const Table {
    static KNOWN: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, ours)) = known.iter().find(|(of, _)| *of == system as usize) {
        return *ours as *const Table;
    }
    let mut ours = unsafe { *system };
    ours.xWrite = Some(write);
    ours.xTruncate = Some(truncate);
    ours.xSync = Some(sync);
    let made: *const Table = Box::leak(Box::new(Table { ours, system }));
    known.push((system as usize, made as usize));
    made
}

unsafe fn beneath(file: *mut sqlite3_file) -> sqlite3_io_methods {
    unsafe { *(*(*file).pMethods.cast::<Table>()).system }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    bytes: *const c_void,
    n: c_int,
    at: ffi::sqlite3_int64,
) -> c_int {
    unsafe {
        let system = beneath(file).xWrite.unwrap();
        match fate() {
            Fate::Fine => system(file, bytes, n, at),
            Fate::Half => {
                system(file, bytes, n / 2, at);
                ffi::SQLITE_FULL
            }
            Fate::Not => ffi::SQLITE_IOERR_WRITE,
        }
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: ffi::sqlite3_int64) -> c_int {
    match fate() {
        Fate::Fine => unsafe { beneath(file).xTruncate.unwrap()(file, size) },
        _ => ffi::SQLITE_IOERR_TRUNCATE,
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    match fate() {
        Fate::Fine => unsafe { beneath(file).xSync.unwrap()(file, flags) },
        _ => ffi::SQLITE_IOERR_FSYNC,
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    match fate() {
        Fate::Fine => unsafe {
            let system = SYSTEM.load(SeqCst);
            (*system).xDelete.unwrap()(system, name, sync)
        },
        _ => ffi::SQLITE_IOERR_DELETE,
    }
}
