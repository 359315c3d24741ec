use super::exhaustive::{self, Shape};
use super::*;
use crate::Board;
use crate::random::Random;
use sudolab_testkit::{carried, outside};

const CLASSIC: Shape = Shape { size: 9, rows: 3, columns: 3, transposes: true };
/// The grid with the most automorphisms.
const MOST_CANONICAL: &str =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

fn values(line: &str) -> [u8; 81] {
    line.parse::<Puzzle>().unwrap().as_nine().copied().unwrap()
}

/// The quick finder against every move, and the isomorph it names.
fn check_against_all_moves(values: &[u8; 81]) {
    let quick = LeastForm::new().find(values);
    let slow = exhaustive::least(values, CLASSIC, &Halt::never()).unwrap();
    assert_eq!(quick.values.as_slice(), slow.values.as_slice(), "{values:?}");
    assert_eq!(quick.automorphisms, slow.automorphisms, "{values:?}");
    check_isomorph(values);
}

fn check_isomorph(values: &[u8; 81]) -> Canonical {
    let grid = Grid::from_values(Board::classic(), values).unwrap();
    let canonical = Canonical::of_grid(&grid).unwrap();
    assert_eq!(&canonical.isomorph().grid(&grid).unwrap(), canonical.grid());
    canonical
}

#[test]
fn the_least_form_is_the_least_of_all_moves() {
    let mut random = Random::new(2);
    let solved = values(MOST_CANONICAL);
    // Sparse and dense parts of a grid, and values without any regard to the rules.
    for keep in [4, 9, 17, 30] {
        let kept = std::array::from_fn(|i| if random.index(81) < keep { solved[i] } else { 0 });
        check_against_all_moves(&kept);
        let any =
            std::array::from_fn(
                |_| {
                    if random.index(81) < keep { random.index(4) as u8 } else { 0 }
                },
            );
        check_against_all_moves(&any);
    }
    let line = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    check_against_all_moves(&values(line));
}

#[test]
#[ignore = "tries millions of moves for each of 120 grids: two minutes"]
fn the_least_form_is_the_least_of_all_moves_at_length() {
    let mut random = Random::new(77);
    let solved = values(MOST_CANONICAL);
    for i in 0..120 {
        let (keep, digits) = (2 + i % 30, 1 + random.index(9));
        let shuffled = Isomorph::random(&Board::classic(), &mut random)
            .grid(&Grid::from_values(Board::classic(), &solved).unwrap());
        let shuffled = shuffled.unwrap();
        let kept = std::array::from_fn(|c| {
            let value = shuffled.values()[c];
            if random.index(81) < keep && usize::from(value) <= digits { value } else { 0 }
        });
        check_against_all_moves(&kept);
        let any = std::array::from_fn(|_| {
            if random.index(81) < keep { 1 + random.index(digits) as u8 } else { 0 }
        });
        check_against_all_moves(&any);
    }
}

#[test]
fn grids_with_known_symmetry_have_the_known_number_of_automorphisms() {
    let count = |line: &str| check_isomorph(&values(line)).automorphisms();
    // The empty grid: the whole group. One clue: a cell and a digit are fixed.
    assert_eq!(count(&".".repeat(81)), 3_359_232 * 362_880);
    assert_eq!(count(&format!("{}5", ".".repeat(80))), 3_359_232 / 81 * 40_320);
    // The largest group of a filled grid (Russell & Jarvis 2006).
    assert_eq!(count(MOST_CANONICAL), 648);
    // One digit nine times, by the rules: the group moves 46 656 such patterns into each other.
    let line: String =
        (0..81).map(|i| if i % 9 == i / 9 % 3 * 3 + i / 27 { '1' } else { '.' }).collect();
    assert_eq!(count(&line), 3_359_232 / 46_656 * 40_320);
    // Against every rule: one digit everywhere.
    assert_eq!(count(&"7".repeat(81)), 3_359_232 * 40_320);
}

#[test]
fn symmetry_never_blows_the_search_up() {
    // Every 0/1 pattern made of equal boxes, and a full band beside blanks.
    let mut finder = LeastForm::new();
    for pattern in 0..512u32 {
        let cells: [u8; 81] =
            std::array::from_fn(|i| (pattern >> (i / 9 % 3 * 3 + i % 3) & 1) as u8);
        let found = finder.find(&cells);
        assert_eq!(
            found.values.iter().filter(|&&v| v == 1).count(),
            9 * pattern.count_ones() as usize
        );
        let turned: [u8; 81] = std::array::from_fn(|i| cells[i % 9 * 9 + i / 9]);
        assert_eq!(finder.find(&turned).automorphisms, found.automorphisms);
    }
    let mut band = values(MOST_CANONICAL);
    band[27..].fill(0);
    let least = finder.find(&band);
    assert_eq!(least.values[54..63], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
}

#[test]
fn shuffled_puzzles_have_the_same_form() {
    let board = Board::classic();
    let mut random = Random::new(9);
    let mut finder = LeastForm::new();
    let minimal = outside::shared_lines("9x9/generated_minimal_random.txt").unwrap_or_default();
    for lines in [carried::puzzles("royle17.txt.gz"), carried::puzzles("top95.txt"), minimal] {
        for line in lines.iter().step_by(lines.len().div_ceil(1500).max(1)) {
            let puzzle: Puzzle = line.parse().unwrap();
            let form = finder.find(puzzle.as_nine().unwrap());
            let shuffled = Isomorph::random(&board, &mut random).puzzle(&puzzle).unwrap();
            let other = finder.find(shuffled.as_nine().unwrap());
            assert_eq!(
                (form.values, form.automorphisms),
                (other.values, other.automorphisms),
                "{line}"
            );
        }
    }
}

#[test]
fn the_first_of_all_grids_is_its_own_form() {
    // The first grid in lexicographic order that is least among its isomorphs, and the grid with
    // the most automorphisms, both as listed by Russell & Jarvis.
    const FIRST: &str =
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    for line in [FIRST, MOST_CANONICAL] {
        assert_eq!(LeastForm::new().find(&values(line)).values, values(line));
    }
}

#[test]
fn different_17_clue_puzzles_have_different_forms() {
    // The list holds one of each kind, so that no two forms may be equal.
    let lines = carried::puzzles("royle17.txt.gz");
    let mut finder = LeastForm::new();
    let forms: std::collections::HashSet<[u8; 81]> =
        lines.iter().map(|line| finder.find(&values(line)).values).collect();
    assert_eq!(forms.len(), lines.len());
}

#[test]
fn smaller_boards_are_canonical_by_trying_all_moves() {
    let mut random = Random::new(4);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2)] {
        let board = Board::boxes(rows, columns).unwrap();
        for _ in 0..30 {
            let values: Vec<u8> = (0..board.n_cells())
                .map(|_| {
                    if random.below(3) == 0 {
                        random.below(board.size() as u32 + 1) as u8
                    } else {
                        0
                    }
                })
                .collect();
            let grid = Grid::from_values(board.clone(), &values).unwrap();
            let form = Canonical::of_grid(&grid).unwrap();
            assert_eq!(&form.isomorph().grid(&grid).unwrap(), form.grid());
            let moved = Isomorph::random(&board, &mut random).grid(&grid).unwrap();
            let other = Canonical::of_grid(&moved).unwrap();
            assert_eq!((form.grid(), form.automorphisms()), (other.grid(), other.automorphisms()));
        }
    }
    let empty = Grid::empty(Board::boxes(2, 2).unwrap());
    assert_eq!(Canonical::of_grid(&empty).unwrap().automorphisms(), 128 * 24);
}

#[test]
fn what_is_not_offered_is_refused_with_a_reason() {
    let board = Board::boxes(4, 4).unwrap();
    let error = Canonical::of_grid(&Grid::empty(board)).unwrap_err();
    assert!(error.to_string().contains("for a 16x16 board"), "{error}");
    let clues = Grid::empty(Board::classic());
    let sets = vec![Board::classic().digits(); 81];
    let stated = Puzzle::with_candidates(clues, sets).unwrap();
    assert_eq!(Canonical::of(&stated), Err(CanonicalError::StatedCandidates));
}
