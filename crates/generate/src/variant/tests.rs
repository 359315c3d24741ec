use super::*;
use crate::{ClueSymmetry, Workshop};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use sudolab_grid::halt::Stop;
use sudolab_grid::{Cell, Puzzle, Solution};

fn order(size: usize, variants: &[Variant]) -> Order {
    let board = Board::of_size(size).expect("a size with boxes");
    Order { board, variants: variants.to_vec(), ..Order::default() }
}

/// The first puzzle that comes, and how many attempts it took.
fn first(order: &Order, seed: u64) -> (Made, u64) {
    order.check().expect("the order is possible");
    let mut workshop = Workshop::new();
    (0..500)
        .find_map(|n| workshop.attempt(order, seed, n).ok().map(|made| (made, n + 1)))
        .unwrap_or_else(|| panic!("500 attempts and no {:?}", order.variants))
}

#[test]
fn every_variant_comes_with_its_rules_one_solution_and_no_rule_broken() {
    for size in [6, 9] {
        for &(name, variant) in Variant::ALL {
            // Windows of 2x3 do not fit twice; the board then has one of them.
            let (made, _) = first(&order(size, &[variant]), 3);
            let puzzle = made.puzzle.puzzle();
            let board = puzzle.board();
            let extra = board.extra_regions().count();
            assert!(puzzle.has_rules() || extra > 0, "{name} {size}: nothing but houses");
            // By the naive judge of each rule, not by the engine.
            let full = made.puzzle.solution().grid();
            assert_eq!(puzzle.rules().hold(full), Ok(()), "{name} {size}");
            let count = ExactSolver::new().count(puzzle, 2);
            assert_eq!((count.solutions, count.complete), (1, true), "{name} {size}");
            let plain = ExactSolver::new().count(&Puzzle::new(puzzle.clues().clone()), 2);
            let needed = plain.solutions > 1 || extra > 0;
            assert!(needed, "{name} {size}: the rules add nothing to {puzzle}");
        }
    }
}

#[test]
fn what_is_read_off_a_solution_is_kept_by_it_on_boards_of_every_kind() {
    let mut solver = ExactSolver::new();
    let mut random = Random::new(4);
    let boards = [
        Board::of_size(4),
        Board::boxes(2, 4),
        Board::latin(5),
        Board::of_size(9),
        Board::of_size(12),
    ];
    for board in boards {
        let board = board.expect("a board");
        let solution = crate::random_grid(&mut solver, &board, &mut random).expect("it has grids");
        for &(name, variant) in Variant::ALL {
            let found = variant.read_off(solution.grid(), &mut random);
            let rules = [found.bound, found.loose].concat();
            let puzzle = Puzzle::new(Grid::empty(board.clone())).with_rules(rules.clone());
            let puzzle = puzzle.unwrap_or_else(|e| panic!("{name} on {board}: {e}"));
            let kept = Solution::check(&puzzle, solution.grid().clone());
            assert!(kept.is_ok(), "{name} on {board}: {kept:?}");
            // Their text is read back as the same rule.
            for rule in &rules {
                let text = rule.text(&board);
                assert_eq!(Rule::from_text(&text, &board).as_ref(), Ok(rule), "{text}");
            }
        }
    }
}

#[test]
fn cages_cover_the_board_once_without_a_repeated_digit() {
    let mut random = Random::new(5);
    let board = Board::classic();
    let solution = crate::random_grid(&mut ExactSolver::new(), &board, &mut random);
    let solution = solution.expect("it has grids");
    let mut alone = 0;
    for _ in 0..50 {
        let cages = cages::cages(solution.grid(), &mut random);
        let cells: Vec<Cell> = cages.iter().flat_map(Rule::cells).collect();
        assert_eq!(cells.len(), 81);
        assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), 81);
        for cage in &cages {
            assert!(cage.cells().len() <= 5, "{}", cage.text(&board));
            assert!(cage.holds(solution.grid()).is_ok(), "{}", cage.text(&board));
            alone += usize::from(cage.cells().len() == 1);
        }
    }
    assert_eq!(alone, 0, "cages of one cell are clues");
}

#[test]
fn lines_share_no_cell_and_do_not_cross() {
    let mut random = Random::new(6);
    let board = Board::classic();
    let solution = crate::random_grid(&mut ExactSolver::new(), &board, &mut random);
    let solution = solution.expect("it has grids");
    for variant in [Variant::Thermometer, Variant::Arrow, Variant::Renban, Variant::Zipper] {
        let drawn = lines::lines(variant, solution.grid(), &mut random);
        assert!(drawn.len() >= 5, "{variant:?}: {}", drawn.len());
        let cells: Vec<Cell> = drawn.iter().flat_map(Rule::cells).collect();
        assert_eq!(cells.iter().collect::<BTreeSet<_>>().len(), cells.len(), "{variant:?}");
        let mut middles = BTreeSet::new();
        for line in &drawn {
            for two in line.cells().windows(2) {
                let (r, c) = (board.row(two[0]), board.column(two[0]));
                let (s, d) = (board.row(two[1]), board.column(two[1]));
                assert!(r.abs_diff(s) <= 1 && c.abs_diff(d) <= 1, "{}", line.text(&board));
                let crosses = r != s && c != d && !middles.insert((r + s, c + d));
                assert!(!crosses, "{}", line.text(&board));
            }
        }
    }
}

#[test]
fn clues_are_as_many_and_as_symmetric_as_ordered() {
    for variant in [Variant::Killer, Variant::Thermometer, Variant::AntiKnight] {
        let clues = Some(20..=24);
        let order = Order { clues, symmetry: ClueSymmetry::Rot180, ..order(9, &[variant]) };
        let (made, _) = first(&order, 1);
        assert!((20..=24).contains(&made.clues), "{variant:?}: {}", made.clues);
        let puzzle = made.puzzle.puzzle();
        assert!(puzzle.has_rules(), "{variant:?}");
        let turned = |cell: Cell| puzzle.clues().get(Cell::new(80 - cell.index()));
        assert!(puzzle.clues().filled().all(|(cell, _)| turned(cell).is_some()), "{variant:?}");
    }
    let (made, _) = first(&order(9, &[Variant::Killer]), 1);
    assert_eq!(made.clues, 0, "a killer has no clues unless some are ordered");
}

#[test]
fn no_clue_and_no_rule_of_a_minimal_puzzle_can_go() {
    let order = Order { minimal: true, ..order(6, &[Variant::Thermometer]) };
    let (made, _) = first(&order, 2);
    let puzzle = made.puzzle.puzzle();
    let mut solver = ExactSolver::new();
    assert!(puzzle.n_clues() > 0);
    for (cell, _) in puzzle.clues().filled() {
        let mut clues = puzzle.clues().clone();
        clues.clear(cell);
        let less = puzzle.with_clues(clues).expect("the same board");
        assert!(solver.count(&less, 2).solutions > 1, "{}", puzzle.board().name(cell));
    }
    for i in 0..puzzle.rules().len() {
        let mut rules = puzzle.rules().as_slice().to_vec();
        let gone = rules.remove(i);
        let less = puzzle.clone().with_rules(rules).expect("fewer rules");
        assert!(solver.count(&less, 2).solutions > 1, "{}", gone.text(puzzle.board()));
    }
    assert_eq!(made.undecided, 0);
}

#[test]
fn variants_can_be_combined() {
    let (made, _) =
        first(&order(9, &[Variant::Diagonal, Variant::AntiKnight, Variant::Whispers]), 1);
    let puzzle = made.puzzle.puzzle();
    assert_eq!(puzzle.board().extra_regions().count(), 2);
    let kinds: BTreeSet<&str> = puzzle.rules().iter().map(Rule::name).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["jump", "whisper"]);
}

#[test]
fn an_attempt_depends_on_its_number_alone_and_ends_when_told_to() {
    let order = order(6, &[Variant::Arrow]);
    let many = Workshop::new().attempts(&order, 4, 0..6);
    for (number, made) in (0..6).zip(&many) {
        assert_eq!(&Workshop::new().attempt(&order, 4, number), made);
    }
    let puzzles: BTreeSet<String> =
        many.iter().flatten().map(|made| made.puzzle.puzzle().key().into_text()).collect();
    assert!(puzzles.len() > 1, "each number makes a puzzle of its own");
    let raised = AtomicBool::new(true);
    let halt = Halt::never().cancelled_by(&raised);
    let stopped = Workshop::new().attempt_within(&order, 4, 0, &halt);
    assert_eq!(stopped, Err(Rejected::Stopped(Stop::Cancelled)));
}

#[test]
fn as_many_rules_stay_as_are_asked_for_and_clues_make_up_for_the_rest() {
    for variant in [Variant::Killer, Variant::Thermometer, Variant::Arrow] {
        let asked = Order { n_rules: Some(3..=4), ..order(6, &[variant]) };
        for seed in 0..4 {
            let (made, _) = first(&asked, seed);
            let n = made.puzzle.puzzle().rules().len();
            assert!((3..=4).contains(&n), "{n} rules of {variant:?}");
        }
    }
    let none = Order { n_rules: Some(1..=3), ..order(9, &[Variant::Kropki]) };
    assert_eq!(none.check(), Err(crate::OrderError::RulesBound));
}

#[test]
fn steps_reach_the_solution_within_the_effort_that_is_asked_for() {
    let halt = sudolab_grid::halt::Halt::never();
    for variants in [&[Variant::Killer][..], &[Variant::Thermometer, Variant::AntiKnight], &[]] {
        for range in [150..=400, 500..=900] {
            let asked = Order { effort: Some(range.clone()), ..order(6, variants) };
            // A plain 6x6 puzzle is never that hard.
            if variants.is_empty() && *range.start() > 400 {
                continue;
            }
            let (made, _) = first(&asked, 5);
            let told = made.effort.expect("it was asked for").total;
            assert!(range.contains(&told), "{told} of {variants:?}");
            let again = crate::effort::measured(&made.puzzle, u32::MAX, &halt);
            assert_eq!(again.expect("nothing stops it"), made.effort);
        }
    }
    let plain = Order { effort: Some(1..=9), ..Order::default() };
    assert_eq!(plain.check(), Err(crate::OrderError::Effort));
}
