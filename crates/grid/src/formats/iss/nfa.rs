//! Automata as the text packs them: bits in base64 for addresses, the first bit highest.
//!
//! ```text
//! 2 bits  form: 0 lists arcs, 1 has for each state a mask of symbols and one target for each
//! 4       bits of a state's number, less one          4  symbols, less one
//! states  how many begin; how many others accept      a bit for each that begins: does it accept?
//! 4       (form 0) bits of the number of arcs
//! ```
//!
//! States that begin come first, then others that accept, then the rest.

use crate::rule::Automaton;
use crate::{Digit, DigitSet};
use data_encoding::BASE64URL_NOPAD;

struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn take(&mut self, count: usize) -> Option<usize> {
        if count > self.left() || count > 32 {
            return None;
        }
        let mut value = 0;
        for _ in 0..count {
            let bit = self.bytes[self.at / 8] >> (7 - self.at % 8) & 1;
            value = value << 1 | usize::from(bit);
            self.at += 1;
        }
        Some(value)
    }

    fn push(&mut self, value: usize, count: usize) {
        for bit in (0..count).rev() {
            if self.at.is_multiple_of(8) {
                self.bytes.push(0);
            }
            if let Some(last) = self.bytes.last_mut().filter(|_| value >> bit & 1 == 1) {
                *last |= 128 >> (self.at % 8);
            }
            self.at += 1;
        }
    }
}

fn bits_for(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()) as usize
}

pub(super) fn read(text: &str) -> Option<Automaton> {
    let bytes = decode(text)?;
    let mut bits = Bits { bytes, at: 0 };
    let form = bits.take(2)?;
    let state_bits = bits.take(4)? + 1;
    let n_symbols = bits.take(4)? + 1;
    let (n_start, n_accept) = (bits.take(state_bits)?, bits.take(state_bits)?);
    let mut start_accepts: Vec<bool> = Vec::new();
    for _ in 0..n_start {
        start_accepts.push(bits.take(1)? == 1);
    }
    // They are written as one number, whose lowest bit is the first state.
    start_accepts.reverse();
    let mut arcs: Vec<Vec<(DigitSet, u16)>> = Vec::new();
    let mut largest = (n_start + n_accept).saturating_sub(1);
    let mut add = |from: &mut Vec<(DigitSet, u16)>, symbol: usize, to: usize| -> Option<()> {
        largest = largest.max(to);
        let (digit, to) = (Digit::from_index(symbol)?, u16::try_from(to).ok()?);
        match from.iter_mut().find(|(_, known)| *known == to) {
            Some((set, _)) => set.insert(digit),
            None => from.push((DigitSet::only(digit), to)),
        }
        Some(())
    };
    match form {
        0 => {
            let (count_bits, symbol_bits) = (bits.take(4)?, bits_for(n_symbols - 1));
            while count_bits > 0 && bits.left() >= count_bits {
                let mut from = Vec::new();
                for _ in 0..bits.take(count_bits)? {
                    let (symbol, to) = (bits.take(symbol_bits)?, bits.take(state_bits)?);
                    add(&mut from, symbol, to)?;
                }
                arcs.push(from);
            }
        }
        1 => {
            while bits.left() >= n_symbols {
                let mask = bits.take(n_symbols)?;
                let mut from = Vec::new();
                for symbol in (0..n_symbols).filter(|symbol| mask >> symbol & 1 == 1) {
                    let to = bits.take(state_bits)?;
                    add(&mut from, symbol, to)?;
                }
                arcs.push(from);
            }
        }
        _ => return None,
    }
    // Padding may look like states without arcs, and states without arcs may be cut off.
    let n = largest + 1;
    if arcs.iter().skip(n).any(|from| !from.is_empty()) || n > Automaton::MAX_STATES {
        return None;
    }
    arcs.resize(n, Vec::new());
    let accepts = |state: usize| match start_accepts.get(state) {
        Some(&accepts) => accepts,
        None => state < n_start + n_accept,
    };
    Automaton::new((0..n_start as u16).collect(), (0..n).map(accepts).collect(), arcs)
}

/// The automaton over segments of these lengths, read one after the other, where between two segments
/// it takes the symbol after the last digit. Its states are those of the automaton after so many cells;
/// `None` when that makes too many.
pub(super) fn over_segments(
    automaton: &Automaton,
    lengths: &[usize],
    n_digits: usize,
) -> Option<Automaton> {
    let n = automaton.n_states();
    let length: usize = lengths.iter().sum();
    if n.checked_mul(length + 1)? > Automaton::MAX_STATES {
        return None;
    }
    let number = |after: usize, state: u16| (after * n) as u16 + state;
    let between = Digit::from_index(n_digits)?;
    let digits = DigitSet::all(n_digits as u8);
    let ends: Vec<usize> = lengths
        .iter()
        .scan(0, |at, length| {
            *at += length;
            Some(*at)
        })
        .collect();
    let mut arcs: Vec<Vec<(DigitSet, u16)>> = vec![Vec::new(); n * (length + 1)];
    for after in 0..length {
        let breaks = ends[..ends.len() - 1].contains(&(after + 1));
        for state in 0..n as u16 {
            let from = &mut arcs[usize::from(number(after, state))];
            for &(set, to) in automaton.arcs(state) {
                let set = set & digits;
                if set.is_empty() {
                    continue;
                }
                if !breaks {
                    from.push((set, number(after + 1, to)));
                    continue;
                }
                let beyond = automaton.arcs(to).iter().filter(|(set, _)| set.contains(between));
                from.extend(beyond.map(|&(_, beyond)| (set, number(after + 1, beyond))));
            }
        }
    }
    let accepts = |state: usize| state >= n * length && automaton.is_accepting((state % n) as u16);
    let accepting = (0..n * (length + 1)).map(accepts).collect();
    Automaton::new(automaton.start().to_vec(), accepting, arcs)
}

pub(super) fn write(automaton: &Automaton, n_digits: usize) -> Option<String> {
    let n = automaton.n_states() as u16;
    let begins = |state: &u16| automaton.start().contains(state);
    let mut order: Vec<u16> = automaton.start().to_vec();
    let n_start = order.len();
    order.extend((0..n).filter(|s| !begins(s) && automaton.is_accepting(*s)));
    let n_accept = order.len() - n_start;
    order.extend((0..n).filter(|s| !begins(s) && !automaton.is_accepting(*s)));
    let number = |state: u16| order.iter().position(|&known| known == state);
    let state_bits = bits_for(usize::from(n).saturating_sub(1)).max(1);
    let arcs = |state: u16| -> Vec<(usize, u16)> {
        let each = |&(set, to): &(DigitSet, u16)| {
            set.iter().map(move |d| (d.index(), to)).collect::<Vec<_>>()
        };
        automaton.arcs(state).iter().flat_map(each).collect()
    };
    let most = (0..n).map(|state| arcs(state).len()).max().unwrap_or(0);
    let count_bits = bits_for(most);
    if n == 0 || n_digits > 16 || state_bits > 16 || count_bits > 15 || n_start > 30 {
        return None;
    }
    let mut bits = Bits { bytes: Vec::new(), at: 0 };
    bits.push(0, 2);
    bits.push(state_bits - 1, 4);
    bits.push(n_digits - 1, 4);
    bits.push(n_start, state_bits);
    bits.push(n_accept, state_bits);
    for &state in order[..n_start].iter().rev() {
        bits.push(usize::from(automaton.is_accepting(state)), 1);
    }
    bits.push(count_bits, 4);
    for &state in &order {
        let mut arcs = arcs(state);
        arcs.sort_unstable();
        bits.push(arcs.len(), count_bits);
        for (symbol, to) in arcs {
            bits.push(symbol, bits_for(n_digits - 1));
            bits.push(number(to)?, state_bits);
        }
    }
    Some(BASE64URL_NOPAD.encode(&bits.bytes))
}

/// Bytes of base64 in the flavour for addresses; bits beyond the last byte do not matter.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut specification = BASE64URL_NOPAD.specification();
    specification.check_trailing_bits = false;
    let text = text.trim_end_matches('=');
    specification.encoding().ok()?.decode(text.as_bytes()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_automaton_survives_packing() {
        let automaton = Automaton::explore(
            0u8,
            DigitSet::all(5),
            |&last, digit| (digit.value() > last).then_some(digit.value()),
            |&last| last > 2 || last == 0,
        );
        let automaton = automaton.unwrap();
        let again = read(&write(&automaton, 5).unwrap()).unwrap();
        for code in 0..6usize.pow(3) {
            let word = (0..3).filter_map(|i| Digit::from_number((code / 6usize.pow(i) % 6) as u8));
            let word: Vec<Digit> = word.collect();
            assert_eq!(
                automaton.accepts(word.iter().copied()),
                again.accepts(word.iter().copied())
            );
        }
    }

    #[test]
    fn between_segments_an_automaton_takes_the_symbol_after_the_last_digit() {
        let only = |index: usize| DigitSet::only(Digit::from_index(index).unwrap());
        // Ones, then a break, then twos; of digits 1 to 2 the break is the third symbol.
        let arcs = vec![vec![(only(0), 0), (only(2), 1)], vec![(only(1), 1)]];
        let automaton = Automaton::new(vec![0], vec![false, true], arcs).unwrap();
        let over = over_segments(&automaton, &[2, 1], 2).unwrap();
        let word = |text: &str| {
            let digits = text.bytes().filter_map(|b| Digit::from_number(b - b'0'));
            over.accepts(digits.collect::<Vec<_>>())
        };
        assert!(word("112"));
        assert!(!word("122") && !word("111") && !word("11") && !word("1122"));
        assert_eq!(over_segments(&automaton, &[9000, 1], 2), None);
    }

    #[test]
    fn hostile_bits_are_refused_or_read_but_never_panic() {
        let mut random = crate::random::Random::new(1);
        for _ in 0..2000 {
            let n = random.index(40);
            let bytes: Vec<u8> = (0..n).map(|_| random.bits() as u8).collect();
            let _ = read(&BASE64URL_NOPAD.encode(&bytes));
        }
        assert_eq!(read("!"), None);
    }
}
