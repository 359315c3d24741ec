//! Chains and cycles under the names of Sudoku Explainer.
//!
//! They are not looked for one name at a time: the search of the profile `se-1.2.1`
//! ([`crate::rating::se`]) meets all of them and takes the easiest.

use crate::entry::Entry;
use crate::lesson::Lesson;
use crate::origin::{EXPLAINER, Family};

/// Generalized X-Wing.
pub static GENERALIZED_X_WING: Entry =
    Entry::new("generalized-x-wing", "Generalized X-Wing", Family::Chains, EXPLAINER)
        .taught_by(&GENERALIZED_X_WING_LESSON);

/// Bidirectional X-Cycle.
pub static BIDIRECTIONAL_X_CYCLE: Entry =
    Entry::new("bidirectional-x-cycle", "Bidirectional X-Cycle", Family::Chains, EXPLAINER)
        .taught_by(&BIDIRECTIONAL_X_CYCLE_LESSON);

/// Bidirectional Y-Cycle.
pub static BIDIRECTIONAL_Y_CYCLE: Entry =
    Entry::new("bidirectional-y-cycle", "Bidirectional Y-Cycle", Family::Chains, EXPLAINER)
        .taught_by(&BIDIRECTIONAL_Y_CYCLE_LESSON);

/// Bidirectional Cycle.
pub static BIDIRECTIONAL_CYCLE: Entry =
    Entry::new("bidirectional-cycle", "Bidirectional Cycle", Family::Chains, EXPLAINER)
        .taught_by(&BIDIRECTIONAL_CYCLE_LESSON);

/// Forcing X-Chain.
pub static FORCING_X_CHAIN: Entry =
    Entry::new("forcing-x-chain", "Forcing X-Chain", Family::Chains, EXPLAINER)
        .unlisted()
        .taught_by(&FORCING_X_CHAIN_LESSON);

/// Forcing Chain.
pub static FORCING_CHAIN: Entry =
    Entry::new("forcing-chain", "Forcing Chain", Family::Chains, EXPLAINER)
        .unlisted()
        .taught_by(&FORCING_CHAIN_LESSON);

/// Nishio Forcing Chain.
pub static NISHIO_FORCING_CHAIN: Entry =
    Entry::new("nishio-forcing-chain", "Nishio Forcing Chain", Family::Chains, EXPLAINER)
        .in_explainer("Nishio Forcing Chains")
        .taught_by(&NISHIO_FORCING_CHAIN_LESSON);

/// Cell Forcing Chains.
pub static CELL_FORCING_CHAINS: Entry =
    Entry::new("cell-forcing-chains", "Cell Forcing Chains", Family::Chains, EXPLAINER)
        .taught_by(&CELL_FORCING_CHAINS_LESSON);

/// Region Forcing Chains.
pub static REGION_FORCING_CHAINS: Entry =
    Entry::new("region-forcing-chains", "Region Forcing Chains", Family::Chains, EXPLAINER)
        .taught_by(&REGION_FORCING_CHAINS_LESSON);

/// Dynamic Contradiction Forcing Chains, at every level of nesting; the level stands in the reason.
pub static DYNAMIC_CONTRADICTION: Entry = Entry::new(
    "dynamic-contradiction",
    "Dynamic Contradiction Forcing Chains",
    Family::Chains,
    EXPLAINER,
)
.taught_by(&DYNAMIC_CONTRADICTION_LESSON);

/// Dynamic Double Forcing Chains, at every level of nesting; the level stands in the reason.
pub static DYNAMIC_DOUBLE: Entry =
    Entry::new("dynamic-double", "Dynamic Double Forcing Chains", Family::Chains, EXPLAINER)
        .taught_by(&DYNAMIC_DOUBLE_LESSON);

/// Dynamic Cell Forcing Chains, at every level of nesting; the level stands in the reason.
pub static DYNAMIC_CELL: Entry =
    Entry::new("dynamic-cell", "Dynamic Cell Forcing Chains", Family::Chains, EXPLAINER)
        .taught_by(&DYNAMIC_CELL_LESSON);

/// Dynamic Region Forcing Chains, at every level of nesting; the level stands in the reason.
pub static DYNAMIC_REGION: Entry =
    Entry::new("dynamic-region", "Dynamic Region Forcing Chains", Family::Chains, EXPLAINER)
        .taught_by(&DYNAMIC_REGION_LESSON);

const WHY_RING: &str = "In the ring each weak link joins two candidates that are not both true, each \
          strong one two of which one is. Hence every second node is true, one way round or \
          the other.";

static GENERALIZED_X_WING_LESSON: Lesson = Lesson {
    what: "A ring of four places of one digit with strong and weak links in turn: two \
          houses with two places each, whose ends share houses. The rest of these houses loses \
          the digit.",
    why: WHY_RING,
    when: "Sudoku Explainer counts it among its cycles. X-Wings and locked candidates \
          come before it in its order, so it is met within longer chains only.",
    other_names: &["X-Cycle"],
    example: "+9+6+2+147...+7+432..19+6+518+3+6+9+2+7+4.5.+8+3+2+9472+8+7+4+9...34+3+9\
              +7.68+2..2.+5.47.+9.9+56+7.+4.2.+7+492..5.:\
              178 196",
};

static BIDIRECTIONAL_X_CYCLE_LESSON: Lesson = Lesson {
    what: "A ring of six or more places of one digit with strong and weak links in turn. \
          What shares a house with both ends of a weak link loses the digit.",
    why: WHY_RING,
    when: "When a digit has many houses with two places that close to a ring.",
    other_names: &["X-Cycle", "Continuous Nice Loop"],
    example: ".+31..+6+4829+26+834.+1.+4.+8+21.+9+3+6.+6..49+8+2+12946+8+1+3..+8+1.52.\
              6+4+93.+2+1+6+8.9+4689+4.+21.+31+4....268:",
};

static BIDIRECTIONAL_Y_CYCLE_LESSON: Lesson = Lesson {
    what: "A ring of cells with two candidates each, where neighbours share a digit and \
          see each other. What sees both ends of a link loses its digit.",
    why: WHY_RING,
    when: "When many pairs are left: the ring is an XY-chain that returns to its start.",
    other_names: &["XY-Cycle", "Continuous Nice Loop"],
    example: "6+3+8+94+1+75+27+4+5...391+2+195+73...+1+5+32+6+7+489+9+741+3+85+2+68+2+\
              6+4..+13+7587...+9..+49+2......3+6+1...2.+5:\
              884 885",
};

static BIDIRECTIONAL_CYCLE_LESSON: Lesson = Lesson {
    what: "A ring of candidates with strong and weak links in turn, through cells and \
          houses. What is at odds with both ends of a weak link goes.",
    why: WHY_RING,
    when: "The general ring of Sudoku Explainer; several candidates go at once.",
    other_names: &["Continuous Nice Loop", "AIC Ring"],
    example: ".+5+8..49..3.+4+9.51.8+9.6....5.+8926.+73.+55+4+3+8..+6.7+7+61+5.389..8+\
              7+4+3.5.+96.57....1+4.92+5.+7+8.:\
              115 618 725 228 232 135 136 239 156",
};

static FORCING_X_CHAIN_LESSON: Lesson = Lesson {
    what: "Assume that a digit is not in a cell (or is): following links of that digit \
          alone the opposite comes out, so the assumption was false.",
    why: "Each link follows from the one before. An assumption that leads to its own \
          opposite cannot hold.",
    when: "A chain of one digit, as X-chains and turbot fish are; here told from one end.",
    other_names: &["X-Chain", "Discontinuous X-Cycle"],
    example: ".4+1+7.+5+28+35..+34+8..1...2.1+4.+5+4+59+87+63+1+2.8.412.5.+2+16+53+98+\
              4+7..+46+57+1..1..+98+3..4.7.+1+2+4.3.:\
              631 931 632 971 891 997",
};

static FORCING_CHAIN_LESSON: Lesson = Lesson {
    what: "Assume a candidate true or false and follow links through cells and houses: \
          the opposite comes out, so the assumption was false.",
    why: "Each link follows from the one before alone. An assumption that leads to its \
          own opposite cannot hold.",
    when: "The plain chain of Sudoku Explainer; HoDoKu would call it an AIC or a \
          discontinuous nice loop.",
    other_names: &["AIC", "Discontinuous Nice Loop"],
    example: "3+47.9.+51+85+9+1+83+7+4+626+8+25+1+4+3+7+9+91+6+4+7+5823..+89..+1......\
              8+169.82.+14+9+7.+67.+4...9+81+1.+9+7.8+2..:\
              552 569 382 286",
};

static NISHIO_FORCING_CHAIN_LESSON: Lesson = Lesson {
    what: "Assume that a digit is in a cell and follow that digit alone, several \
          consequences at once: a contradiction shows that it is not.",
    why: "Everything said follows from the assumption. If a digit had to be in a place \
          and could not, the assumption is false.",
    when: "When one digit has few places: try it in thought in one of them, without \
          looking at other digits.",
    other_names: &["Nishio"],
    example: "...37+6.+15+76.+18.3...+31+9.2+7+6...67..1+3....2.3..73.+7+8.9.4+2+1+7+3\
              +49+8..+6.4.+6+21.73+6..5+37+4.1:\
              423 431 441 541 542 551 852 952 553 455 555 557 957 565 983 587 298",
};

static CELL_FORCING_CHAINS_LESSON: Lesson = Lesson {
    what: "Try every candidate of a cell in thought. What follows from all of them is so.",
    why: "The cell takes one of its candidates. A consequence that all of them share \
          holds whichever it is.",
    when: "Hard puzzles; begin with a cell of two or three candidates that leads far.",
    other_names: &["Cell Reduction"],
    example: "3.+5..+4..7.4.....5....7.5...9.6...4.8.5.+84.+67..+8.6.2+5..5..9+28..6..\
              9.1+72+8.+812...79.:\
              612 218 929 231 137 338 139 939 148 156 359 163 363 369 378 489 594",
};

static REGION_FORCING_CHAINS_LESSON: Lesson = Lesson {
    what: "Try every place of a digit in a house in thought. What follows from all of \
          them is so.",
    why: "The house takes the digit in one of its places. A consequence that all of them \
          share holds whichever it is.",
    when: "Hard puzzles; begin with a digit of two or three places in a house.",
    other_names: &["Region Reduction", "Unit Forcing Chains"],
    example: "..+5+7.+3+9+8...69+5+8.27+8+97.21.3+5+1...8.+3..5+893...........5.8+9.1.\
              7.+84.65+8.3...9+74.8...+5.:\
              242 244 444 246 446 748 649 657 659 461 262 362 276 279 187 695",
};

static DYNAMIC_CONTRADICTION_LESSON: Lesson = Lesson {
    what: "Assume a candidate true or false and gather all that follows: two consequences \
          contradict each other, so the assumption was false.",
    why: "Everything said follows from the assumption. On the way several consequences \
          may be used together, and at higher levels locked candidates, pairs, X-Wings or \
          whole chains; each of these is told where it is used.",
    when: "Very hard puzzles. It is trying in thought, kept in order.",
    other_names: &[
        "Dynamic Forcing Chains",
        "Dynamic Forcing Chains Plus",
        "Nested Forcing Chains",
    ],
    example: "2..+97143....3+65......84+2....76.3...+44.26+5+731.53...+4+6.76..+72..4.\
              7...1.9+62.+2...6.7.:\
              822 123 923 133 933 948 863 991 193 899",
};

static DYNAMIC_DOUBLE_LESSON: Lesson = Lesson {
    what: "Assume a candidate true, and then false: what follows from both is so.",
    why: "The candidate is true or false, and nothing else. What both cases share holds. \
          On the way several consequences may be used together, and at higher levels locked \
          candidates, pairs, X-Wings or whole chains; each of these is told where it is used.",
    when: "Very hard puzzles, where neither assumption alone breaks down.",
    other_names: &[
        "Dynamic Forcing Chains",
        "Dynamic Forcing Chains Plus",
        "Nested Forcing Chains",
    ],
    example: ".7+2+18.5..3..5...2..+58+4....17...4+56..2.49.1...59...........1..8.....\
              5..46.....42.7:\
              727 927 635 735 736 844 266 366 766 867 869 672 373 981 182 882 183 284 691 \
              991 192 892 193 394",
};

static DYNAMIC_CELL_LESSON: Lesson = Lesson {
    what: "Try every candidate of a cell in thought and gather all that follows. What all \
          of them share is so.",
    why: "The cell takes one of its candidates. On the way several consequences may be \
          used together, and at higher levels locked candidates, pairs, X-Wings or whole \
          chains; each of these is told where it is used.",
    when: "Very hard puzzles, where chains of single links do not suffice.",
    other_names: &[
        "Dynamic Forcing Chains",
        "Dynamic Forcing Chains Plus",
        "Nested Forcing Chains",
    ],
    example: "..9+476.3...42..9..5.......4.5....4..6.+21.8..9..7....1.7......+93..3..9\
              8...9.31.2..:\
              122 322 822 528 529 137 638 748 749 872 873 485",
};

static DYNAMIC_REGION_LESSON: Lesson = Lesson {
    what: "Try every place of a digit in a house in thought and gather all that follows. \
          What all of them share is so.",
    why: "The house takes the digit in one of its places. On the way several consequences \
          may be used together, and at higher levels locked candidates, pairs, X-Wings or \
          whole chains; each of these is told where it is used.",
    when: "Very hard puzzles, where chains of single links do not suffice.",
    other_names: &[
        "Dynamic Forcing Chains",
        "Dynamic Forcing Chains Plus",
        "Nested Forcing Chains",
    ],
    example: "1..4.6.2+5...51....6.5...+1.+47......1...96...8..8...2.+59...9..547..3..\
              ..+6..4....+391:\
              815 717 826 727 329 232 342 445 556 272 176 281 881 182 282 284 884 285 885 \
              886",
};
