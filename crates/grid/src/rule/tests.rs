//! Every kind of rule, judged against its own demands and read back from its text.

use super::*;
use crate::random::Random;
use crate::{Digit, DigitSet, HouseKind, Plan};

/// One rule of every kind and more, on a 4x4 board.
const FOUR: [&str; 63] = [
    "cage r1c1 r1c2 r2c1",
    "cage 6 r1c1 r1c2 r2c1",
    "white-dot 1 r1c1 r1c2",
    "white-dot 2 r1c1 r2c1",
    "black-dot 2 r1c1 r1c2",
    "black-dot 3 r1c1 r1c2",
    "arrow r1c1 / r1c2 r2c3",
    "arrow r1c1 r1c2 / r2c1 r2c2 r3c3 r3c4 r4c1",
    "double-arrow r1c1 r1c2 r2c2 r2c3",
    "thermometer r1c1 r2c2 r3c3",
    "slow-thermometer r1c1 r2c2 r3c3",
    "whisper 2 r1c1 r1c2 r2c3 r2c4",
    "renban r1c1 r2c2 r3c2",
    "nabner r1c1 r2c2",
    "pair-sum 5 r1c1 r1c2",
    "negative-kropki r1c1 r1c2 r2c2 r3c2",
    "negative-white",
    "negative-black",
    "negative-xv r1c1 r2c1",
    "jump 1 2",
    "jump 1 1",
    "nonconsecutive 1",
    "taxicab",
    "even r1c1 r3c3",
    "odd r1c1 r3c3",
    "one-of 1 4 r2c2 r2c3",
    "greater r1c1 r1c2",
    "minimum r2c2",
    "maximum r2c2 r2c3",
    "sum 7 r1c1 r2c2 r3c3",
    "sum 1 2 -1 r1c1 r2c2",
    "little-killer 7 r1c2 r2c3 r3c4",
    "equal-sums r1c1 r1c2 / r2c3 / r3c1 r3c2",
    "region-sum r1c1 r1c2 / r2c3 r2c4",
    "zipper r1c1 r1c2 r2c2 r2c3",
    "zipper r1c1 r1c2 r2c2",
    "sum-line 4 r1c1 r1c2 r2c2 r2c3",
    "sum-ring 4 r1c1 r1c2 r2c2 r2c1",
    "entropic r1c1 r1c2 r2c3",
    "modular 2 r1c1 r1c2 r2c3",
    "palindrome r1c1 r1c2 r2c3 r2c4",
    "clone r1c1 r1c2 / r3c1 r3c2",
    "between r1c1 r1c2 r2c3 r3c3",
    "lockout 2 r1c1 r1c2 r2c3 r3c3",
    "quadruple 1 2 r1c1 r1c2 r2c1 r2c2",
    "outside 3 r1c1 r1c2",
    "exactly 1 1 r1c1 r1c2 r2c3 r3c3",
    "counts 1 2 3 0 r1c1 r2c2 r3c3 r4c4",
    "sandwich 2 r1c1 r1c2 r1c3 r1c4",
    "lunchbox 3 r1c1 r1c2 r2c3",
    "skyscraper 2 r1c1 r1c2 r1c3 r1c4",
    "hidden-skyscraper 2 r1c1 r1c2 r1c3 r1c4",
    "rossini 1 r1c1 r1c2 r1c3",
    "x-sum 6 r1c1 r1c2 r1c3 r1c4",
    "numbered-room 2 r1c1 r1c2 r1c3 r1c4",
    "index 2 r2c1 / r1c1 r1c2 r1c3 r1c4",
    "value-index r1c1 r1c2 / r2c1 r2c2 r2c3",
    "counting-circles r1c1 r2c2 r3c3 r4c4",
    "count-distinct r1c1 / r2c2 r3c3 r4c4",
    "different r1c1 r2c2 r3c3",
    "same-values r1c1 r1c2 / r2c3 r2c4 / r3c1 r4c2",
    "either { thermometer r1c1 r1c2 ; even r1c1 | cage 4 r3c3 r4c4 | either { odd r2c2 | odd r2c3 } }",
    "relation =2/13/24/3 r1c1 r2c2 r3c3",
];

const MORE: [&str; 10] = [
    "relation-all =34/4/1/12 r1c1 r2c2",
    "automaton =0;1;12>1,3>0/4>1 r1c1 r2c2 r3c3",
    "regex =(12|3.)*4? r1c1 r1c2 r2c2",
    "rellik 7 r1c1 r1c2 r2c3",
    "equality-cage r1c1 r1c2",
    "entropy-squares",
    "modular-squares",
    "flatmates",
    "rank 5 r1c1 r1c2 r1c3 r1c4",
    "shared-rank 5 r1c1 r1c2 r1c3 r1c4",
];

fn random_grid(board: &Arc<Board>, random: &mut Random) -> Grid {
    let mut grid = Grid::empty(board.clone());
    for cell in board.cells() {
        grid.set(cell, Digit::from_index(random.index(board.size())).unwrap());
    }
    grid
}

/// A grid in which the digits of each row differ, so that rules on rows have something to do.
fn rows_of_permutations(board: &Arc<Board>, random: &mut Random) -> Grid {
    let mut grid = Grid::empty(board.clone());
    for row in 0..board.rows() {
        let mut digits: Vec<Digit> = board.digits().iter().collect();
        for column in 0..board.columns() {
            if let Some(cell) = board.cell_at(row, column) {
                grid.set(cell, digits.swap_remove(random.index(digits.len())));
            }
        }
    }
    grid
}

/// Whether helpers can be filled so that every demand is kept, by trying them in turn. Demands on
/// cells alone were kept before this is asked.
fn helpers_fit(lowering: &Lowering, held: &mut Vec<Digit>) -> bool {
    let next = held.len();
    let known = |demand: &&Demand| variables(demand).iter().all(|cell| cell.index() < next);
    let touches = |demand: &&Demand| {
        next == lowering.n_cells() || variables(demand).iter().any(|cell| cell.index() + 1 == next)
    };
    let demands = lowering.demands().iter();
    if !demands.filter(known).filter(touches).all(|demand| demand.is_kept(held, lowering)) {
        return false;
    }
    if next == lowering.n_variables() {
        return true;
    }
    lowering.domain(Cell::new(next)).iter().any(|digit| {
        held.push(digit);
        let fits = helpers_fit(lowering, held);
        held.pop();
        fits
    })
}

fn variables(demand: &Demand) -> Vec<Cell> {
    match demand {
        Demand::Different(cells)
        | Demand::Line { cells, .. }
        | Demand::Among { cells, .. }
        | Demand::Connected { cells, .. } => cells.clone(),
        Demand::Allowed { cell, .. } => vec![*cell],
        Demand::Pair { a, b, .. } => vec![*a, *b],
        Demand::Sum { terms, .. } => terms.iter().map(|(cell, _)| *cell).collect(),
        Demand::Either(ways) => ways.iter().flatten().flat_map(variables).collect(),
        Demand::PairsDiffer(pairs) => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        Demand::Order { line, others, .. } => {
            line.iter().chain(others.iter().flatten()).copied().collect()
        }
    }
}

fn lowered(rule: &Rule, board: &Board) -> Lowering {
    let mut lowering = Lowering::new(board);
    rule.lower(board, &mut lowering);
    lowering
}

fn demands_hold(rule: &Rule, grid: &Grid) -> bool {
    kept_by(&lowered(rule, grid.board()), grid)
}

fn kept_by(lowering: &Lowering, grid: &Grid) -> bool {
    let mut held: Vec<Digit> = grid.board().cells().map(|cell| grid.get(cell).unwrap()).collect();
    helpers_fit(lowering, &mut held)
}

fn agree(board: &Arc<Board>, text: &str, n: usize) {
    let rule = Rule::from_text(text, board).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut random = Random::new(text.len() as u64);
    let lowering = lowered(&rule, board);
    let (mut kept, mut broken) = (0, 0);
    for i in 0..n {
        let grid = match i % 2 == 0 {
            true => random_grid(board, &mut random),
            false => rows_of_permutations(board, &mut random),
        };
        let holds = rule.holds(&grid);
        assert_eq!(holds.is_ok(), kept_by(&lowering, &grid), "{text} on {grid}: {holds:?}");
        *if holds.is_ok() { &mut kept } else { &mut broken } += 1;
    }
    assert!(broken > 0, "{text} was never broken");
    let rare = ["jump", "nonconsecutive", "taxicab", "negative", "squares", "rank", "flatmates"];
    assert!(kept > 0 || rare.iter().any(|name| text.contains(name)), "{text} was never kept");
}

#[test]
fn what_a_rule_judges_is_what_it_demands() {
    let board = Board::of_size(4).unwrap();
    // Ranks lean on houses, which random fillings do not keep.
    let bare = Plan::new(4, 4, 1..=4).board().unwrap();
    for text in FOUR.iter().chain(&MORE) {
        agree(if text.contains("rank") { &bare } else { &board }, text, 600);
    }
}

#[test]
fn values_that_begin_elsewhere_are_judged_and_demanded_alike() {
    let board = Board::of_size(4).unwrap().with_first_value(0).unwrap();
    for text in FOUR.iter().chain(&MORE) {
        agree_where_possible(&board, text);
    }
    let below = Board::of_size(4).unwrap().with_first_value(-1).unwrap();
    for text in FOUR.iter().chain(&MORE) {
        agree_where_possible(&below, text);
    }
}

/// Some rules of the list cannot be kept with other values; then only the judges have to agree.
fn agree_where_possible(board: &Arc<Board>, text: &str) {
    let values = board.first_value()..=board.first_value() + 3;
    let bare = Plan::new(4, 4, values).board().unwrap();
    let board = if text.contains("rank") { &bare } else { board };
    let Ok(rule) = Rule::from_text(text, board) else { return };
    let mut random = Random::new(7);
    let lowering = lowered(&rule, board);
    for _ in 0..60 {
        let grid = rows_of_permutations(board, &mut random);
        assert_eq!(rule.holds(&grid).is_ok(), kept_by(&lowering, &grid), "{text} on {grid}");
    }
}

#[test]
fn rules_of_whole_boards_are_kept_by_some_grid() {
    let kept = |board: &Arc<Board>, text: &str, line: &str| {
        let rule = Rule::from_text(text, board).unwrap();
        let grid = board.grid_from_line(line).unwrap();
        assert_eq!(rule.holds(&grid), Ok(()), "{text}");
        assert!(demands_hold(&rule, &grid), "{text}");
    };
    let four = Board::of_size(4).unwrap();
    kept(&four, "nonconsecutive 1", "1313131313131313");
    kept(&four, "jump 1 2", "1212212112122121");
    kept(&four, "jump 1 1", "1234123412341234");
    kept(&four, "negative-xv r1c1 r1c2 r1c2 r1c3 r1c2 r2c2", "1411111111111111");
    kept(&four, "rank 1 r1c1 r1c2 r1c3 r1c4", "1234431221433421");
    kept(&four, "shared-rank 1 r1c1 r1c2 r1c3 r1c4", "1234341221434321");
    kept(&four, "flatmates", "1234243134124123");
    let nine = Board::classic();
    let wave = ["147".repeat(3), "471".repeat(3)].concat().repeat(5)[..81].to_owned();
    kept(&nine, "entropy-squares", &wave);
}

#[test]
fn unknown_regions_are_judged_as_they_are_demanded() {
    let mut plan = Plan::new(2, 4, 1..=4);
    plan.side = vec![("cc".to_owned(), 8)];
    let board = plan.board().unwrap();
    let cells = "r1c1 r1c2 r1c3 r1c4 r2c1 r2c2 r2c3 r2c4";
    let texts = [
        format!("unknown-regions 4 {cells} / cc1 cc2 cc3 cc4 cc5 cc6 cc7 cc8"),
        "region-run 0 r1c1 / cc1 cc2 cc3 / cc1 cc5".to_owned(),
        "region-run 1 r1c1 / cc1 cc2 cc3 / cc1 cc5".to_owned(),
        "region-count 0 r1c2 / cc2 cc1 cc3 cc6".to_owned(),
    ];
    let mut random = Random::new(3);
    for text in &texts {
        let rule = Rule::from_text(text, &board).unwrap();
        assert_eq!(rule.text(&board), *text);
        let mut kept = 0;
        for i in 0..4000 {
            let mut grid = random_grid(&board, &mut random);
            // Half of the time only two regions, or hardly any would be right.
            for cell in board.side_cells().filter(|_| i % 2 == 0) {
                grid.set(cell, Digit::from_index(random.index(2)).unwrap());
            }
            let holds = rule.holds(&grid).is_ok();
            assert_eq!(holds, demands_hold(&rule, &grid), "{text} on {:?}", grid.values());
            kept += usize::from(holds);
        }
        assert!(kept > 0 || text.starts_with("unknown"), "{text} was never kept");
    }
    let rule = Rule::from_text(&texts[0], &board).unwrap();
    let mut right = Grid::empty(board.clone());
    let values = [1, 2, 1, 2, 3, 4, 3, 4, 1, 1, 2, 2, 1, 1, 2, 2];
    right.copy_from(&values);
    assert!(rule.holds(&right).is_ok() && demands_hold(&rule, &right));
    let renumbered = values.iter().enumerate().map(|(i, &v)| if i < 8 { v } else { 3 - v });
    right.copy_from(&renumbered.collect::<Vec<u8>>());
    assert!(rule.holds(&right).is_err() && !demands_hold(&rule, &right));
}

#[test]
fn a_rule_reads_back_what_it_writes() {
    let board = Board::of_size(4).unwrap();
    for text in FOUR.iter().chain(&MORE) {
        let rule = Rule::from_text(text, &board).unwrap();
        assert_eq!(rule.text(&board), *text);
        let same = rule.moved(&|cell| cell).unwrap();
        assert_eq!(same, rule);
        if !matches!(rule, Rule::Either(_)) {
            assert_eq!(Rule::from_parts(rule.name(), rule.parts()), Ok(rule));
        }
    }
    let classic = Board::classic();
    for text in ["cage 10 r1c1 r1c2", "cage r9c9", "thermometer r3c3 r2c2 r1c1"] {
        assert_eq!(Rule::from_text(text, &classic).unwrap().text(&classic), text);
    }
}

#[test]
fn every_kind_is_in_the_list_of_these_tests() {
    let tried = |name: &str| {
        let named = |text: &&str| text.split(' ').next() == Some(name);
        FOUR.iter().chain(&MORE).any(named)
    };
    let elsewhere = [
        "unknown-regions",
        "region-run",
        "region-count",
        "no-equal-lines",
        "doublers",
        "doubled",
        "connected",
    ];
    for name in Rule::kinds() {
        assert!(tried(name) || elsewhere.contains(&name), "{name} is not tried");
    }
}

#[test]
fn no_equal_lines_is_judged_as_it_is_demanded() {
    let board = Board::of_size(3).unwrap();
    let rule = Rule::from_text("no-equal-lines", &board).unwrap();
    let mut random = Random::new(5);
    let mut kept = 0;
    for _ in 0..300 {
        let grid = random_grid(&board, &mut random);
        let holds = rule.holds(&grid).is_ok();
        assert_eq!(holds, demands_hold(&rule, &grid), "{grid}");
        kept += usize::from(holds);
    }
    assert!(kept > 0);
}

#[test]
fn a_blank_breaks_nothing() {
    let board = Board::of_size(4).unwrap();
    let mut random = Random::new(11);
    for text in FOUR.iter().chain(&MORE) {
        let rule = Rule::from_text(text, &board).unwrap();
        assert!(rule.holds(&Grid::empty(board.clone())).is_ok(), "{text}");
        // What a part of a grid breaks, no filling of the blanks mends.
        for _ in 0..40 {
            let full = random_grid(&board, &mut random);
            let mut part = full.clone();
            for cell in board.cells().filter(|_| random.index(2) == 0) {
                part.clear(cell);
            }
            if rule.holds(&part).is_err() {
                assert!(rule.holds(&full).is_err(), "{text} on {part} and {full}");
            }
        }
    }
}

#[test]
fn a_rule_that_makes_no_sense_is_refused_with_its_reason() {
    let board = Board::of_size(4).unwrap();
    let refusal = |text: &str| Rule::from_text(text, &board).unwrap_err().to_string();
    let check = |text: &str, reason: &str| assert_eq!(refusal(text), reason, "{text}");
    check("cage 10", "a cage needs a cell");
    check("thermometer r1c1", "a thermometer needs at least 2 cells");
    check("cage r1c1 r1c1", "a cage names a cell twice; name each cell once");
    check("cage r1c5", "'r1c5' does not belong there; cells are written r1c1");
    check("cage -3 r1c1", "'-3' does not belong there; cells are written r1c1");
    check("cage 3 4 r1c1", "the rule 'cage' needs 1 number");
    check("cage 3 r1c1 4", "'4' does not belong there; cells are written r1c1");
    check("arrow r1c1", "the rule 'arrow' needs 2 lists of cells");
    check("white-dot 1 r1c1 r1c2 r1c3", "the rule 'white-dot' needs 2 cells");
    assert!(refusal("either { cage r1c1 | }").starts_with("'}' is not a rule known here"));
    check("either { cage r1c1", "the rule 'either' needs rules in braces");
    check("cage r1c1 ; cage r1c2", "';' does not belong there; cells are written r1c1");
    check("sum-line 0 r1c1", "the rule 'sum-line' needs a sum from 1 to 1000");
    check("regex =(1 r1c1", "the rule 'regex' needs a closing ) in the regular expression");
    check(
        "rank 1 r1c1 r1c2",
        "the rule 'rank' needs a whole row or column, from one end to the other",
    );
    assert!(
        refusal("frown r1c1").starts_with("'frown' is not a rule known here; there are cage, ")
    );
    let below = board.with_first_value(-2).unwrap();
    assert_eq!(
        Rule::from_text("sum-line 4 r1c1 r1c2", &below).unwrap_err().to_string(),
        "the rule 'sum-line' is not possible with values below 0"
    );
}

#[test]
fn every_rule_has_something_to_draw() {
    let board = Board::of_size(4).unwrap();
    for text in FOUR.iter().chain(&MORE) {
        let rule = Rule::from_text(text, &board).unwrap();
        assert!(!rule.marks(&board).is_empty(), "{text}");
    }
}

#[test]
fn extra_houses_of_a_plan_are_houses() {
    let mut plan = Plan::new(2, 2, 1..=3);
    plan.houses.push((HouseKind::Row, vec![(0, 0), (0, 1)]));
    let board = plan.board().unwrap();
    let with = board.with_extra(&[vec![board.cell(0, 0), board.cell(1, 1)]]).unwrap();
    assert_eq!(with.houses().len(), 2);
    assert_eq!(with.digits(), DigitSet::all(3));
}
