//! A 9x9 puzzle is small: reading one and proving it through the public calls allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use sudolab::{Halt, Puzzle, UniquePuzzle, Verdict};

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator, which counts what the calling thread asks of it.
struct Counting;

// SAFETY: every call goes to the system's allocator as it came; the counter is a plain cell of the
// thread that needs neither memory nor a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(memory, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How often memory was asked for during some work of this thread.
fn allocations_of(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

const LINES: [&str; 3] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
];

fn proved(line: &str) {
    let puzzle: Puzzle = line.parse().expect("a puzzle");
    let verdict = sudolab::check(&puzzle, &Halt::never());
    assert!(matches!(verdict, Ok(Verdict::Unique(_))), "{line}");
    let proper = UniquePuzzle::prove(puzzle).expect("it is proper");
    assert!(proper.solution().grid().n_filled() == 81);
}

#[test]
fn reading_and_proving_a_9x9_puzzle_allocates_nothing() {
    assert!(allocations_of(|| drop(vec![1u8; 10])) > 0, "the counter does not count");
    // The first call of a thread makes the engines that it keeps.
    LINES.iter().for_each(|line| proved(line));
    for line in LINES {
        assert_eq!(allocations_of(|| proved(line)), 0, "{line}");
    }
}
