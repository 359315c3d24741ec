//! Forcing chains and nets as HoDoKu's tables find them ([`crate::tabling`]).

use super::Flow;
use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{Family, HODOKU};
use crate::position::Position;
use crate::step::Step;
use crate::tabling::Tabling;
use sudolab_grid::halt::{Pulse, Stop};

/// Forcing Chain Contradiction.
pub static FORCING_CHAIN_CONTRADICTION: Entry = Entry::new(
    "forcing-chain-contradiction",
    "Forcing Chain Contradiction",
    Family::Chains,
    HODOKU,
)
.code("1301")
.found_by(|p, _, pulse, v| find(p, false, pulse, v))
.unlisted()
.taught_by(&FORCING_CHAIN_CONTRADICTION_LESSON);

/// Forcing Chain Verity.
pub static FORCING_CHAIN_VERITY: Entry =
    Entry::new("forcing-chain-verity", "Forcing Chain Verity", Family::Chains, HODOKU)
        .code("1302")
        .found_by(|p, _, pulse, v| find(p, false, pulse, v))
        .unlisted()
        .taught_by(&FORCING_CHAIN_VERITY_LESSON);

/// Forcing Net Contradiction.
pub static FORCING_NET_CONTRADICTION: Entry =
    Entry::new("forcing-net-contradiction", "Forcing Net Contradiction", Family::Chains, HODOKU)
        .code("1303")
        .found_by(|p, _, pulse, v| find(p, true, pulse, v))
        .unlisted()
        .taught_by(&FORCING_NET_CONTRADICTION_LESSON);

/// Forcing Net Verity.
pub static FORCING_NET_VERITY: Entry =
    Entry::new("forcing-net-verity", "Forcing Net Verity", Family::Chains, HODOKU)
        .code("1304")
        .found_by(|p, _, pulse, v| find(p, true, pulse, v))
        .unlisted()
        .taught_by(&FORCING_NET_VERITY_LESSON);

/// Hands out every forcing chain, or every forcing net.
fn find(
    position: &Position,
    nets: bool,
    pulse: &mut Pulse<'_>,
    visit: &mut dyn FnMut(Step) -> Flow,
) -> Result<Flow, Stop> {
    Tabling::new().all_forcing_within(position, nets, pulse, &mut |found| visit(found.step))
}

static FORCING_CHAIN_CONTRADICTION_LESSON: Lesson = Lesson {
    what: "Assume a candidate: two chains from it lead to something impossible, such as a \
          digit both there and not, or a house without a place for a digit. So the candidate \
          is false.",
    why: "Each chain follows from the assumption. What is impossible cannot follow from \
          something true.",
    when: "Where HoDoKu's patterns end; every node rests on the one before alone.",
    other_names: &[],
    example: "1+9+52...847.+8+4+1+5+2.+9.4+298.+1.+5+5.9.4..1.2+1.+5....7.8.+19.5..+9.\
              +1.54.2..+2...+9.+5185..+21..3:\
              844 646",
};

static FORCING_CHAIN_VERITY_LESSON: Lesson = Lesson {
    what: "Take all candidates of a cell, all places of a digit in a house, or a \
          candidate true and false: chains from all of them lead to the same. So it is so.",
    why: "One of the beginnings is true. What follows from all of them follows from that \
          one.",
    when: "Where HoDoKu's patterns end; every node rests on the one before alone.",
    other_names: &[],
    example: "....21.453+2+4+5+967...+5+1...29.5.9.1...2.3...+9...14..58....16..5....7\
              +59...3.4.+3+1.....:\
              817 839 446 347 647 251 754 655 657 364 667 669 769 274",
};

static FORCING_NET_CONTRADICTION_LESSON: Lesson = Lesson {
    what: "As the forcing chain, but a node may rest on several others: all that follows \
          from an assumption is gathered until something impossible is found.",
    why: "Everything said follows from the assumption. What is impossible cannot follow \
          from something true.",
    when: "The last but one resort of HoDoKu: one assumption nearly always settles \
          something.",
    other_names: &[],
    example: "..5.+2..7+8.4+2+8+57..66+7+81.+95..+8.4..2.+59+5....83..+72.59.8..+2.7.8\
              5.9.4+5.+9..28..8.2....5:\
              745 755 158",
};

static FORCING_NET_VERITY_LESSON: Lesson = Lesson {
    what: "As the forcing chain, but a node may rest on several others: what follows from \
          all candidates of a cell or all places of a digit is so.",
    why: "One of the beginnings is true. What follows from all of them follows from that \
          one.",
    when: "The last but one resort of HoDoKu.",
    other_names: &[],
    example: "..5.+2..7+8.4+2+8+57..66+7+81.+95..+8.4..2.+59+5....83..+72.59.8..+2.7.8\
              5.9.4+5.+9..28..8.2....5:\
              316 745 755 158 385",
};
