//! Finned and sashimi fish, from the X-Wing to the leviathan: a fish with a few base places
//! outside the cover lines, the fins.
//!
//! Either a fin holds the digit or the fish is a plain one. So a place of a cover line
//! outside the base loses the digit when it sees every fin. The fish is *sashimi* when a
//! base line has fewer than two places left without its fins.
//!
//! Order: digits; rows as base, then columns; base lines, then cover lines, as sets of
//! places in ascending numerical order. HoDoKu lets the first line of both vary slowest and allows five
//! fins.

use super::Flow;
use super::fish::{houses, members, union};
use super::franken_fish::MAX_FINS;
use crate::entry::{Entry, Scan};
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::{Effect, Reason, Step};
use crate::technique::Technique;
use std::ops::ControlFlow;
use sudolab_grid::nine::{Digit, House};

/// Finned X-Wing.
pub static FINNED_X_WING: Entry =
    Entry::new("finned-x-wing", "Finned X-Wing", Family::Fish, HODOKU)
        .code("0310")
        .found_by(|p, scan, _, v| Ok(scanned(p, 2, scan, v)))
        .taught_by(&FINNED_X_WING_LESSON);

/// Finned Swordfish.
pub static FINNED_SWORDFISH: Entry =
    Entry::new("finned-swordfish", "Finned Swordfish", Family::Fish, HODOKU)
        .code("0311")
        .found_by(|p, scan, _, v| Ok(scanned(p, 3, scan, v)))
        .taught_by(&FINNED_SWORDFISH_LESSON);

/// Finned Jellyfish.
pub static FINNED_JELLYFISH: Entry =
    Entry::new("finned-jellyfish", "Finned Jellyfish", Family::Fish, HODOKU)
        .code("0312")
        .found_by(|p, scan, _, v| Ok(scanned(p, 4, scan, v)))
        .taught_by(&FINNED_JELLYFISH_LESSON);

/// Finned Squirmbag.
pub static FINNED_SQUIRMBAG: Entry =
    Entry::new("finned-squirmbag", "Finned Squirmbag", Family::Fish, HODOKU)
        .code("0313")
        .found_by(|p, _, _, v| Ok(find(p, 5, v)))
        .unlisted()
        .taught_by(&FINNED_SQUIRMBAG_LESSON);

/// Finned Whale.
pub static FINNED_WHALE: Entry = Entry::new("finned-whale", "Finned Whale", Family::Fish, HODOKU)
    .code("0314")
    .found_by(|p, _, _, v| Ok(find(p, 6, v)))
    .unlisted()
    .taught_by(&FINNED_WHALE_LESSON);

/// Finned Leviathan.
pub static FINNED_LEVIATHAN: Entry =
    Entry::new("finned-leviathan", "Finned Leviathan", Family::Fish, HODOKU)
        .code("0315")
        .found_by(|p, _, _, v| Ok(find(p, 7, v)))
        .unlisted()
        .taught_by(&FINNED_LEVIATHAN_LESSON);

/// Sashimi X-Wing.
pub static SASHIMI_X_WING: Entry =
    Entry::new("sashimi-x-wing", "Sashimi X-Wing", Family::Fish, HODOKU)
        .code("0320")
        .found_by(|p, scan, _, v| Ok(scanned(p, 2, scan, v)))
        .taught_by(&SASHIMI_X_WING_LESSON);

/// Sashimi Swordfish.
pub static SASHIMI_SWORDFISH: Entry =
    Entry::new("sashimi-swordfish", "Sashimi Swordfish", Family::Fish, HODOKU)
        .code("0321")
        .found_by(|p, scan, _, v| Ok(scanned(p, 3, scan, v)))
        .taught_by(&SASHIMI_SWORDFISH_LESSON);

/// Sashimi Jellyfish.
pub static SASHIMI_JELLYFISH: Entry =
    Entry::new("sashimi-jellyfish", "Sashimi Jellyfish", Family::Fish, HODOKU)
        .code("0322")
        .found_by(|p, scan, _, v| Ok(scanned(p, 4, scan, v)))
        .taught_by(&SASHIMI_JELLYFISH_LESSON);

/// Sashimi Squirmbag.
pub static SASHIMI_SQUIRMBAG: Entry =
    Entry::new("sashimi-squirmbag", "Sashimi Squirmbag", Family::Fish, HODOKU)
        .code("0323")
        .found_by(|p, _, _, v| Ok(find(p, 5, v)))
        .unlisted()
        .taught_by(&SASHIMI_SQUIRMBAG_LESSON);

/// Sashimi Whale.
pub static SASHIMI_WHALE: Entry =
    Entry::new("sashimi-whale", "Sashimi Whale", Family::Fish, HODOKU)
        .code("0324")
        .found_by(|p, _, _, v| Ok(find(p, 6, v)))
        .unlisted()
        .taught_by(&SASHIMI_WHALE_LESSON);

/// Sashimi Leviathan.
pub static SASHIMI_LEVIATHAN: Entry =
    Entry::new("sashimi-leviathan", "Sashimi Leviathan", Family::Fish, HODOKU)
        .code("0325")
        .found_by(|p, _, _, v| Ok(find(p, 7, v)))
        .unlisted()
        .taught_by(&SASHIMI_LEVIATHAN_LESSON);

/// Hands out every finned or sashimi fish of this size, 2 to 7; nothing for others.
pub fn find(
    position: &Position,
    size: usize,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    scanned(position, size, Scan::Explainer, visit)
}

fn scanned(
    position: &Position,
    size: usize,
    scan: Scan,
    visit: &mut (impl FnMut(Step) -> Flow + ?Sized),
) -> Flow {
    let (finned, sashimi) = match size {
        2 => (Technique::FinnedXWing, Technique::SashimiXWing),
        3 => (Technique::FinnedSwordfish, Technique::SashimiSwordfish),
        4 => (Technique::FinnedJellyfish, Technique::SashimiJellyfish),
        5 => (Technique::FinnedSquirmbag, Technique::SashimiSquirmbag),
        6 => (Technique::FinnedWhale, Technique::SashimiWhale),
        7 => (Technique::FinnedLeviathan, Technique::SashimiLeviathan),
        _ => return ControlFlow::Continue(()),
    };
    for digit in Digit::all() {
        let all = position.cells_with(digit);
        for (base_start, cover_start) in [(0, 9), (9, 0)] {
            let places: [u16; 9] =
                std::array::from_fn(|line| position.places(House::new(base_start + line), digit));
            let eligible =
                (0..9).filter(|&line| places[line] != 0).fold(0u16, |set, line| set | 1 << line);
            for lines in scan.subsets(eligible, size) {
                let crossings = members(lines).fold(0, |set, line| set | places[line]);
                // What sees all fins lies in their box, so they take up three lines at most.
                let n = crossings.count_ones() as usize;
                if n <= size || n > size + 3 {
                    continue;
                }
                for covers in scan.subsets(crossings, size) {
                    // Asked first: it ends most of them.
                    let outside = crossings & !covers;
                    if !within_chute(outside) {
                        continue;
                    }
                    let with_fins = members(lines)
                        .filter(|&line| places[line] & outside != 0)
                        .fold(0, |set, line| set | 1 << line);
                    if !within_chute(with_fins) {
                        continue;
                    }
                    let fins = all
                        .intersection(union(base_start, with_fins))
                        .intersection(union(cover_start, outside));
                    if scan == Scan::Hodoku && fins.len() > MAX_FINS {
                        continue;
                    }
                    let seen = fins.common_peers().intersection(all);
                    let in_base = union(base_start, lines);
                    let in_cover = union(cover_start, covers);
                    let removed = seen.intersection(in_cover).without(in_base);
                    if removed.is_empty() {
                        continue;
                    }
                    let thin = members(lines).any(|line| (places[line] & covers).count_ones() < 2);
                    visit(Step {
                        technique: if thin { sashimi } else { finned },
                        effect: Effect::remove_digit(removed, digit),
                        reason: Reason::Fish {
                            digit,
                            base: houses(base_start, lines).collect(),
                            cover: houses(cover_start, covers).collect(),
                            fins,
                        },
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether the lines lie in one band or stack.
fn within_chute(lines: u16) -> bool {
    lines & !0b111 == 0 || lines & !0b11_1000 == 0 || lines & !0b1_1100_0000 == 0
}

const WHY_FINNED: &str = "If none of the extra places holds the digit, the fish is plain and its columns \
          are used up. If one of them does, everything that sees it loses the digit. What sees \
          all extra places and lies in a column of the fish goes either way.";

const WHY_SASHIMI: &str = "The same two cases as for every finned fish: without the fin the remaining \
          places are settled and use up the columns, with it everything that sees it goes.";

const WHY_LARGE_FINNED: &str = "Either one of the fins is true, or the fish holds without them; cells \
          that both would clear lose the digit.";

const WHEN_LARGE_FINNED: &str = "Rare, for a smaller fish in the remaining lines is mostly seen before \
          it.";

const WHY_LARGE_SASHIMI: &str = "If no fin is true, what is left of the lines still needs as many cover \
          lines as there are lines; otherwise a fin is. Cells that both would \
          clear lose the digit.";

const WHEN_LARGE_SASHIMI: &str = "Rare, for a smaller fish or a chain of the same digit is mostly seen \
          before it.";

static FINNED_X_WING_LESSON: Lesson = Lesson {
    what: "An X-Wing but for some extra places of the digit in one box, the fin. \
          Candidates of the fish that see the whole fin go.",
    why: WHY_FINNED,
    when: "Far more often than the plain one: two lines with two places each that nearly \
          fit. The eliminations lie in the box of the fin.",
    other_names: &[],
    example: "..1...8..7+8......6+59.4+86.7.8+15..+39.7...8.5....2....+53+82....+8+7+1\
              5.+78+51+24.+3+1+5.734.+8.:\
              218 219 224 225 127 228 651 353 453 257 259 463 672 673 973",
};

static FINNED_SWORDFISH_LESSON: Lesson = Lesson {
    what: "A Swordfish but for some extra places of the digit in one box, the fin. \
          Candidates of the fish that see the whole fin go.",
    why: WHY_FINNED,
    when: "When a swordfish is spoilt by one or two candidates of one box.",
    other_names: &[],
    example: common_position!("114 535"),
};

static FINNED_JELLYFISH_LESSON: Lesson = Lesson {
    what: "A Jellyfish but for some extra places of the digit in one box, the fin. \
          Candidates of the fish that see the whole fin go.",
    why: WHY_FINNED,
    when: "When a jellyfish is spoilt by one or two candidates of one box; mostly found \
          by programs.",
    other_names: &[],
    example: common_position!(""),
};

static SASHIMI_X_WING_LESSON: Lesson = Lesson {
    what: "A finned X-Wing of which a line has lost its place in the fish: without the \
          fin that line would be left with one place. Candidates of the fish that see the \
          whole fin go.",
    why: WHY_SASHIMI,
    when: "As often as the finned X-Wing, and a close relative of the skyscraper: the \
          same candidates go.",
    other_names: &[],
    example: common_position!("114 535"),
};

static SASHIMI_SWORDFISH_LESSON: Lesson = Lesson {
    what: "A finned Swordfish of which a line has lost its place in the fish: without the \
          fin that line would be left with too few places for a plain fish. Candidates of the \
          fish that see the whole fin go.",
    why: WHY_SASHIMI,
    when: "When a line of the swordfish has one place in it and a fin beside it.",
    other_names: &[],
    example: common_position!("114 832 535 137 537"),
};

static SASHIMI_JELLYFISH_LESSON: Lesson = Lesson {
    what: "A finned Jellyfish of which a line has lost its place in the fish: without the \
          fin that line would be left with too few places for a plain fish. Candidates of the \
          fish that see the whole fin go.",
    why: WHY_SASHIMI,
    when: "Mostly found by programs; the pattern of candidates is sparse.",
    other_names: &[],
    example: common_position!(""),
};

static FINNED_SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "A fish of five lines but for a few places in one box, its fins: the \
          digit goes from cells of the cover in that box which see all of them.",
    why: WHY_LARGE_FINNED,
    when: WHEN_LARGE_FINNED,
    other_names: &[],
    example: ".+28.....6.37..2...4.+9...+23..9...7..42...5..9.+71..3..2+8.7+6.9.+142\
              ..1........+26.1.75:114 514 115 516 517 124 824 425 825 527 834 735 14\
              4 845 548 452 657 881 882 384 484 584 884 485 885 886 387 987 891 897",
};

static SASHIMI_SQUIRMBAG_LESSON: Lesson = Lesson {
    what: "A finned fish of five lines in which one line has, besides its fins, at \
          most one place of the digit: it goes from cells of the cover that see \
          all fins.",
    why: WHY_LARGE_SASHIMI,
    when: WHEN_LARGE_SASHIMI,
    other_names: &[],
    example: "3+47.9.+51+85+9+1+83..+626+8+25+1...+9+91.+4+7.823..+89..+1......8+169\
              .82.+14+9...7.+4...9+81+1.+9+7.8+2..:438 382 586",
};

static FINNED_WHALE_LESSON: Lesson = Lesson {
    what: "A fish of six lines but for a few places in one box, its fins: the digit \
          goes from cells of the cover in that box which see all of them.",
    why: WHY_LARGE_FINNED,
    when: WHEN_LARGE_FINNED,
    other_names: &[],
    example: "+3.7.9.....4.....3+96.9.........72....9+7.5.8+2.3....1.785.....7.2..3.\
              ..69.8....32.76:",
};

static SASHIMI_WHALE_LESSON: Lesson = Lesson {
    what: "A finned fish of six lines in which one line has, besides its fins, at \
          most one place of the digit: it goes from cells of the cover that see \
          all fins.",
    why: WHY_LARGE_SASHIMI,
    when: WHEN_LARGE_SASHIMI,
    other_names: &[],
    example: "..1....829+26+834.......1...+6.+6..49.+2.2946......+1.52.6+4+93.+2....\
              9.689...1..1.....268:",
};

static FINNED_LEVIATHAN_LESSON: Lesson = Lesson {
    what: "A fish of seven lines but for a few places in one box, its fins: the \
          digit goes from cells of the cover in that box which see all of them.",
    why: WHY_LARGE_FINNED,
    when: WHEN_LARGE_FINNED,
    other_names: &[],
    example: "...+1....6.1.....4....5698+3+186...3.1.....1.....5.8+7+6.24..4691....3\
              .....7.9........:411 412 454 456",
};

static SASHIMI_LEVIATHAN_LESSON: Lesson = Lesson {
    what: "A finned fish of seven lines in which one line has, besides its fins, at \
          most one place of the digit: it goes from cells of the cover that see \
          all fins.",
    why: WHY_LARGE_SASHIMI,
    when: WHEN_LARGE_SASHIMI,
    other_names: &[],
    example: "..21.8.7+68+6......3....6..9..+2.3.6..+7..3+87..+626..2..+3.923+69..7.\
              ..8....6.1...+6.5+9..:",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::laid::{board, told};

    #[test]
    fn a_fin_leaves_only_what_sees_it() {
        let base = board().only(1, House::row(4), &[52, 55]);
        let finned = base.clone().only(1, House::row(0), &[12, 13, 15]);
        let found = told(&finned, |p, v| find(p, 2, v));
        assert!(found.contains(&"finned-x-wing r2c2<>1 r3c2<>1".into()), "{found:?}");
        let sashimi = base.clone().only(1, House::row(0), &[13, 15]);
        let found = told(&sashimi, |p, v| find(p, 2, v));
        assert!(found.contains(&"sashimi-x-wing r2c2<>1 r3c2<>1".into()), "{found:?}");
        // Fins in two boxes have nothing in common.
        let far = base.only(1, House::row(0), &[12, 13, 15, 18]);
        assert!(told(&far, |p, v| find(p, 2, v)).is_empty());
    }
}
