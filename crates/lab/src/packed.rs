//! A list of 9x9 puzzles in few bytes, for the lists the program carries.
//!
//! Idea: the list is told as answers to yes-no questions ("is there a clue in this cell?", "is its
//! digit a new one?", "is it a 3?"), and what the puzzles before have made easy to guess costs next
//! to nothing. A question belongs to a few situations, such as what stands in the row so far; each
//! situation has a weight, and the sum of the weights says how likely a yes is: a logistic
//! regression that learns from each answer. An arithmetic coder makes bytes of the answers, less
//! than a bit of one that was expected.
//!
//! ```text
//! puzzle k - 1   . . . 1 . 2 . . .   as long as both agree, the same cell there is a situation
//! puzzle k       . . . 1 . ?
//!                          clue? -> new digit? -> is it 1? -> is it 2? ...
//! ```
//!
//! Reading asks the same questions in the same order, so it learns the same weights. All numbers
//! that are kept are whole, so that every machine learns alike. The digits of a puzzle have to begin
//! in the order 1, 2, 3 and so on, as they do in canonical form.
//!
//! The 49158 puzzles with 17 clues, in canonical form and in order, take 4.6 bytes each, 228 kB
//! together: 378 kB by xz, 486 kB by gzip. Unpacking them takes a quarter of a second.
//!
//! Tried and dropped: a mixture of probabilities in place of a sum of weights (219 kB with seven
//! situations for each question, where the sum needs 214 kB); learning ever more slowly from
//! situations that were met often (1 % less).

use sudolab_grid::halt::{Halt, Stop};

/// The text of a packed list: 81 symbols and the end of a line for each puzzle; or what stopped it.
pub(crate) fn unpack(packed: &[u8], halt: &Halt<'_>) -> Result<String, Stop> {
    let (count, answers) = packed.split_first_chunk().expect("a list begins with its length");
    let count = u32::from_le_bytes(*count);
    let mut model = Predictor::new(Reader::new(answers));
    let mut text = String::with_capacity(82 * count as usize);
    let mut pulse = halt.pulse();
    for _ in 0..count {
        pulse.beat(1)?;
        let puzzle = model.puzzle(&[0; 81]);
        text.extend(puzzle.map(|digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }));
        text.push('\n');
    }
    Ok(text)
}

/// Who answers questions.
trait Answers {
    /// The answer to a question whose yes has this chance, in 65536ths. Who reads answers from
    /// bytes does not look at the one that is told.
    fn answer(&mut self, chance: u32, told: bool) -> bool;
}

struct Predictor<A> {
    answers: A,
    /// The weight of each situation, in 65536ths.
    weights: Vec<i32>,
    /// The chance of a yes for each sum of weights, in 65536ths.
    chances: Vec<u16>,
    /// The puzzle before.
    before: [u8; 81],
}

/// Situations are told apart by so many bits of a hash.
const BITS: u32 = 18;

/// Weights and sums of them lie between this and its negative: no answer is surer.
const MOST: i32 = 10 << 16;

/// Steps of a sum, for which chances are kept, in one weight of 1.
const STEPS: i32 = 256;

impl<A: Answers> Predictor<A> {
    fn new(answers: A) -> Predictor<A> {
        let most = (MOST >> 16) * STEPS;
        let chances = (-most..=most).map(|step| chance(f64::from(step) / f64::from(STEPS)));
        let chances = chances.collect();
        Predictor { answers, weights: vec![0; 1 << BITS], chances, before: [0; 81] }
    }

    /// Asks a question that belongs to these situations, and learns from the answer.
    fn ask<const N: usize>(&mut self, question: u64, situations: [u64; N], told: bool) -> bool {
        let mut number = question << 56;
        let places = situations.map(|situation| {
            number += 1 << 52;
            let mixed = (situation ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            ((mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> (64 - BITS)) as usize
        });
        let sum = places.iter().map(|&place| self.weights[place]).sum::<i32>().clamp(-MOST, MOST);
        let step = (sum + MOST) / (65536 / STEPS);
        let chance = u32::from(self.chances[step as usize]);
        let is_yes = self.answers.answer(chance, told);
        let error = i32::from(is_yes) * 65536 - chance as i32;
        for place in places {
            let weight = &mut self.weights[place];
            *weight = (*weight + error * 6 / 64).clamp(-MOST, MOST);
        }
        is_yes
    }

    /// The next puzzle: what is told of it, or what the answers say.
    fn puzzle(&mut self, told: &[u8; 81]) -> [u8; 81] {
        let mut so_far = SoFar::default();
        let mut is_as_before = true;
        for cell in 0..81 {
            // 0 where the puzzles differ already.
            let same = if is_as_before { 1 + u64::from(self.before[cell]) } else { 0 };
            if self.ask(0, so_far.situations(cell, same), told[cell] > 0) {
                let digit = self.digit(&so_far, cell, same, told[cell]);
                so_far.set(cell, digit);
            }
            is_as_before &= so_far.line[cell] == self.before[cell];
        }
        self.before = so_far.line;
        so_far.line
    }

    /// The digit of a clue.
    fn digit(&mut self, so_far: &SoFar, cell: usize, same: u64, told: u8) -> u8 {
        let [row, column, in_box] = houses(cell);
        let seen = so_far.seen[0][row] | so_far.seen[1][column] | so_far.seen[2][in_box];
        let highest = so_far.highest;
        let mut left = (1..=highest).filter(|digit| seen >> digit & 1 == 0).count() as u64;
        let state = u64::from(highest) << 12 | same << 8 | left << 4;
        let is_new = left == 0
            || highest < 9
                && self.ask(
                    1,
                    [(cell as u64) << 16 | state & !0xf0, so_far.clues << 16 | state],
                    told > highest,
                );
        if is_new {
            return highest + 1;
        }
        for digit in (1..=highest).filter(|digit| seen >> digit & 1 == 0) {
            left -= 1;
            let [rows, columns] = so_far.stands[usize::from(digit)];
            let state = u64::from(digit) << 4 | left;
            let situations = [
                same << 12 | u64::from(highest) << 8 | state & 0xf0,
                rows << 12 | (in_box as u64) << 8 | left,
                columns << 16 | (cell as u64) << 4 | left,
            ];
            // The last one that is left needs no question.
            if left == 0 || self.ask(2, situations, told == digit) {
                return digit;
            }
        }
        unreachable!("the last digit that is left is given above")
    }
}

/// A puzzle whose first cells are known.
struct SoFar {
    line: [u8; 81],
    clues: u64,
    /// The highest digit.
    highest: u8,
    /// The digits of each row, column and box: bit d for digit d.
    seen: [[u16; 9]; 3],
    /// The rows and the columns in which each digit stands.
    stands: [[u64; 2]; 10],
}

impl Default for SoFar {
    fn default() -> SoFar {
        let (seen, stands) = ([[0; 9]; 3], [[0; 2]; 10]);
        SoFar { line: [0; 81], clues: 0, highest: 0, seen, stands }
    }
}

impl SoFar {
    /// What is likely to decide whether there is a clue in a cell.
    fn situations(&self, cell: usize, same: u64) -> [u64; 4] {
        let [row, column, in_box] = houses(cell);
        let clues = |cells: std::ops::Range<usize>| {
            self.line[cells].iter().fold(0, |mask, &digit| mask << 1 | u64::from(digit > 0))
        };
        let (above, here) = (clues(9 * row.saturating_sub(1)..9 * row), clues(9 * row..cell));
        let lately = if same > 0 { 0 } else { clues(cell.saturating_sub(16)..cell) };
        let counts = [self.seen[1][column], self.seen[2][in_box]].map(u16::count_ones);
        let place = cell as u64;
        [
            place << 16 | here << 4 | same.min(2),
            place << 20 | lately << 4 | same,
            place << 12 | u64::from(counts[0] << 8 | counts[1] << 4 | here.count_ones()),
            place << 20 | above << 9 | here,
        ]
    }

    fn set(&mut self, cell: usize, digit: u8) {
        let [row, column, _] = houses(cell);
        self.line[cell] = digit;
        self.clues += 1;
        self.highest = self.highest.max(digit);
        for (seen, house) in self.seen.iter_mut().zip(houses(cell)) {
            seen[house] |= 1 << digit;
        }
        self.stands[usize::from(digit)][0] |= 1 << row;
        self.stands[usize::from(digit)][1] |= 1 << column;
    }
}

/// Row, column and box of a cell.
fn houses(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / 9, cell % 9);
    [row, column, row / 3 * 3 + column / 3]
}

/// The logistic function in 65536ths, by sums, products and quotients alone: those are the same on
/// every machine, an exponential function of a library need not be.
fn chance(sum: f64) -> u16 {
    // (1 + x/n)^n for e^x, with n = 2^20.
    let mut power = 1.0 - sum / 1_048_576.0;
    for _ in 0..20 {
        power *= power;
    }
    ((65536.0 / (1.0 + power)) as u16).clamp(1, u16::MAX)
}

/// Answers out of bytes. All that follows is one number between two bounds, of which a yes leaves
/// the lower part.
struct Reader<'a> {
    bytes: std::slice::Iter<'a, u8>,
    low: u32,
    high: u32,
    number: u32,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Reader<'a> {
        let mut reader = Reader { bytes: bytes.iter(), low: 0, high: u32::MAX, number: 0 };
        (0..4).for_each(|_| reader.read());
        reader
    }

    /// Behind the last byte there are zeros.
    fn read(&mut self) {
        self.number = self.number << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Answers for Reader<'_> {
    fn answer(&mut self, chance: u32, _: bool) -> bool {
        let cut = cut(self.low, self.high, chance);
        let is_yes = self.number <= cut;
        narrow(&mut self.low, &mut self.high, cut, is_yes);
        while (self.low ^ self.high) >> 24 == 0 {
            self.read();
            (self.low, self.high) = (self.low << 8, self.high << 8 | 0xff);
        }
        is_yes
    }
}

/// The last number that means yes.
fn cut(low: u32, high: u32, chance: u32) -> u32 {
    low + ((u64::from(high - low) * u64::from(chance)) >> 16) as u32
}

fn narrow(low: &mut u32, high: &mut u32, cut: u32, is_yes: bool) {
    if is_yes {
        *high = cut;
    } else {
        *low = cut + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    struct Writer {
        bytes: Vec<u8>,
        low: u32,
        high: u32,
    }

    impl Answers for Writer {
        fn answer(&mut self, chance: u32, told: bool) -> bool {
            let cut = cut(self.low, self.high, chance);
            narrow(&mut self.low, &mut self.high, cut, told);
            while (self.low ^ self.high) >> 24 == 0 {
                self.bytes.push((self.high >> 24) as u8);
                (self.low, self.high) = (self.low << 8, self.high << 8 | 0xff);
            }
            told
        }
    }

    fn pack(text: &str) -> Vec<u8> {
        let bytes = (text.lines().count() as u32).to_le_bytes().to_vec();
        let mut model = Predictor::new(Writer { bytes, low: 0, high: u32::MAX });
        for line in text.lines() {
            let line: [u8; 81] = line.as_bytes().try_into().unwrap();
            let puzzle = line.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' });
            assert_eq!(model.puzzle(&puzzle), puzzle);
        }
        let Writer { mut bytes, high, .. } = model.answers;
        bytes.extend(high.to_be_bytes());
        bytes
    }

    #[test]
    fn any_puzzles_whose_digits_begin_in_order_come_back() {
        let blank = ".".repeat(81);
        let full: String = (0..81)
            .map(|cell| char::from(b'1' + ((cell / 27 + cell / 9 * 3 + cell) % 9) as u8))
            .collect();
        let few = format!("1{}2{}", ".".repeat(40), ".".repeat(39));
        for lines in [vec![], vec![&blank], vec![&full, &blank, &few, &few, &full]] {
            let text: String = lines.into_iter().map(|line| format!("{line}\n")).collect();
            assert_eq!(unpack(&pack(&text), &Halt::never()).as_ref(), Ok(&text));
        }
    }

    /// With `SUDOLAB_WRITE_PACKED=1` it writes the file instead.
    #[test]
    fn the_packed_list_is_the_one_of_the_collection() {
        let lines = sudolab_testkit::carried::puzzles("royle17.txt.gz");
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let packed = pack(&text);
        if std::env::var_os("SUDOLAB_WRITE_PACKED").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/royle17.packed");
            std::fs::write(path, &packed).unwrap();
        }
        let carried = include_bytes!("../puzzles/royle17.packed");
        assert!(packed == carried, "with SUDOLAB_WRITE_PACKED=1 this test writes the file anew");
        assert!(unpack(carried, &Halt::never()) == Ok(text));
        let raised = AtomicBool::new(true);
        let halt = Halt::never().cancelled_by(&raised);
        assert_eq!(unpack(carried, &halt), Err(Stop::Cancelled));
    }
}
