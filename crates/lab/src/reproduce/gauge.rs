//! GAuGE, table 2 and section 5: what it says, and the bounds it is held to.

use super::bound::{
    Bound, Size, by_cluster, mean_share, needed_for_correlation, of_correlation, over_units,
};
use super::claim::Claim;
use super::gauge_figures::figures;
use super::measured::Measured;
use super::retrace::retrace;
use crate::report::{Block, Field, Table, numbers};
use crate::stats::{Interval, Summary, spearman};
use crate::store::Row;
use sudolab_grid::random::Random;
use sudolab_solvers::Event;

const GAUGE: &str = "gauge-2006";
const SINGLES: &str = "rules-singles";

/// Table 2: puzzle of the book, blanks, mean placements, mean generation, successful runs of 30.
const TABLE_2: [(&str, u32, u32, u32, u32); 10] = [
    ("#111", 53, 53, 238, 30),
    ("#112", 51, 51, 181, 30),
    ("#113", 53, 53, 166, 30),
    ("#114", 53, 53, 210, 30),
    ("#115", 51, 51, 123, 30),
    ("#116", 53, 21, 55, 0),
    ("#117", 53, 13, 14, 0),
    ("#118", 54, 54, 301, 30),
    ("#119", 51, 51, 188, 30),
    ("#120", 51, 51, 135, 30),
];

/// The bounds.
const SUCCESSES: Bound = Bound::share((0.95, 1.0), (0.5, 1.0));
const BEYOND_SINGLES: Bound = Bound::share((0.0, 0.1), (0.0, 0.3));
/// Table 2 prints means of 21 and 13, and section 5 says that a brute force search with the same
/// instructions places no more. So at least 20.5 of 21 were placed on average, or another number would
/// stand there; one number of 13 fewer is of the same kind.
const PLACED: Bound = Bound::share((20.5 / 21.0, 1.0), (12.0 / 13.0, 1.0));
/// The smallest and the largest mean of a puzzle in table 2; in kind within a factor of two of them.
const GENERATION: Bound = Bound::plain((123.0, 301.0), (61.0, 602.0));
/// Its mean.
const MEAN_GENERATION: f64 = 193.0;

/// Individuals of a generation, and of the first population: a tick is one individual judged.
const POPULATION: f64 = 100.0;

/// What the runs on one puzzle came to.
pub(super) struct Line<'a> {
    blanks: usize,
    /// Placed by singles alone: the most the instructions can do.
    reachable: f64,
    solved: usize,
    placed: f64,
    /// Generations of the runs that solved.
    generations: Vec<f64>,
    /// Mean generation of the last placement, for puzzles that no run solved.
    last_placement: Option<f64>,
    puzzle: String,
    /// What it was made from.
    origin: String,
    pub(super) rows: &'a [Row],
}

impl Line<'_> {
    fn share(&self) -> f64 {
        self.solved as f64 / self.rows.len().max(1) as f64
    }

    /// What the runs placed, of what can be placed.
    fn part_placed(&self) -> f64 {
        let part = |row: &Row| placed(self.blanks, row) / self.reachable.max(1.0);
        self.rows.iter().map(part).sum::<f64>() / self.rows.len().max(1) as f64
    }

    fn mean_generation(&self) -> Option<f64> {
        Summary::of(&self.generations).ok().map(|s| s.mean)
    }
}

/// Claims and figures: from the paper's design, 30 runs on few puzzles, and one run on many.
pub fn compare(m: &Measured<'_>, more: &Measured<'_>) -> (Vec<Claim>, Vec<Block>) {
    let kinds = [("symmetric", lines(m, "symmetric")), ("eased", lines(m, "eased"))];
    let mut hard = lines(m, "more than singles");
    for line in &mut hard {
        line.last_placement = last_placement(m, line.rows);
    }
    let mut claims = Vec::new();
    for (kind, easy) in &kinds {
        singles(&mut claims, [m, more], kind, easy, &lines(more, kind));
    }
    more_than_singles(&mut claims, [m, more], &hard, &lines(more, "more than singles"));
    let mut blocks = vec![Block::Table(table([&kinds[0].1, &kinds[1].1, &hard]))];
    blocks.extend(figures(m, &kinds));
    (claims, blocks)
}

fn random(m: &Measured<'_>, what: &str) -> Random {
    Random::for_run(m.content.seed, "bound", what, 0)
}

/// Both lists, and which of their puzzles were made from the same one.
fn together<'l, 'a>(
    few: &'l [Line<'a>],
    many: &'l [Line<'a>],
) -> (Vec<&'l Line<'a>>, Vec<Vec<usize>>) {
    let all: Vec<&Line<'_>> = few.iter().chain(many).collect();
    let mut origins: Vec<&str> = Vec::new();
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    for (i, line) in all.iter().enumerate() {
        match origins.iter().position(|o| *o == line.origin) {
            Some(known) => clusters[known].push(i),
            None => {
                origins.push(&line.origin);
                clusters.push(vec![i]);
            }
        }
    }
    (all, clusters)
}

/// What was made how often: "240 of 240 runs on 8 puzzles and 80 of 80 on 80 more".
fn made(count: fn(&Line<'_>) -> usize, few: &[Line<'_>], many: &[Line<'_>]) -> String {
    let of = |lines: &[Line<'_>]| {
        let runs: usize = lines.iter().map(|l| l.rows.len()).sum();
        (lines.iter().map(count).sum::<usize>(), runs, lines.len())
    };
    let ((k, n, puzzles), (l, m, others)) = (of(few), of(many));
    format!("{k} of {n} runs on {puzzles} puzzles, and {l} of {m} on {others} more")
}

/// The claims on puzzles that fall to singles, for one kind of ours.
fn singles(
    claims: &mut Vec<Claim>,
    [m, more]: [&Measured<'_>; 2],
    kind: &str,
    easy: &[Line<'_>],
    others: &[Line<'_>],
) {
    let rows = format!("{} and {} ({kind})", m.rows(GAUGE), more.folder);
    let (all, clusters) = together(easy, others);
    let shares = by_cluster(&all.iter().map(|l| l.share()).collect::<Vec<_>>(), &clusters);
    let size = Size::puzzles(clusters.len(), SUCCESSES.needed_for_share(1.0));
    let interval = mean_share(&shares, &mut random(m, kind));
    claims.push(Claim {
        place: "table 2".into(),
        what: format!("puzzles that fall to singles ({kind}): successful runs"),
        published: "240 of 240 (8 puzzles, 30 runs each)".into(),
        ours: format!("{}{}", made(|l| l.solved, easy, others), percents(interval)),
        bound: format!("mean over puzzles: {SUCCESSES}"),
        size: Some(size),
        agreement: SUCCESSES.judge(interval).with(size),
        reading: "Other puzzles with as many blanks: the book's are not at hand. What the paper leaves open (pairings in a generation, how a failed instruction is credited) is a setting of ours.".into(),
        rows: rows.clone(),
    });
    let by_blanks: Vec<(f64, f64)> =
        all.iter().filter_map(|l| Some((l.blanks as f64, l.mean_generation()?))).collect();
    let means: Vec<f64> = by_blanks.iter().map(|p| p.1).collect();
    let few: Vec<f64> = easy.iter().filter_map(Line::mean_generation).collect();
    let (Ok(s), Ok(of_few)) = (Summary::of(&means), Summary::of(&few)) else { return };
    let interval = mean_generation(&means, &mut random(m, "generation"));
    let needs = GENERATION.needed_by_width(interval, means.len(), MEAN_GENERATION);
    let size = Size::puzzles(means.len(), needs.max(8));
    claims.push(Claim {
        place: "table 2".into(),
        what: format!("generation of success ({kind}), mean over the runs of a puzzle"),
        published: "123 to 301, on average 193".into(),
        ours: format!(
            "on average {:.0} ({} puzzles{}); {:.0} to {:.0} on the {} with many runs",
            s.mean,
            means.len(),
            interval.map_or(String::new(), |i| format!(
                "; 95 % interval {:.0} to {:.0}",
                i.low, i.high
            )),
            of_few.min,
            of_few.max,
            few.len()
        ),
        bound: format!("mean over puzzles: {GENERATION}"),
        size: Some(size),
        agreement: GENERATION.judge(interval).with(size),
        reading: "A generation is taken as 50 pairings, as many offspring as individuals; the paper does not say.".into(),
        rows: rows.clone(),
    });
    let theirs: Vec<(f64, f64)> =
        TABLE_2.iter().filter(|l| l.4 == 30).map(|l| (f64::from(l.1), f64::from(l.3))).collect();
    let published = correlation(&theirs).map_or(0.0, |c| c.0);
    let ours = correlation(&by_blanks);
    let size = Size::puzzles(by_blanks.len(), needed_for_correlation(published));
    claims.push(Claim {
        place: "section 5".into(),
        what: format!("more blanks take more generations ({kind})"),
        published: format!(
            "51 blanks 123 to 188, 54 blanks 301; Spearman's correlation of table 2 is {published:.2}"
        ),
        ours: match ours {
            Some((r, i)) => format!(
                "correlation {r:.2}, 95 % interval {:.2} to {:.2} ({} puzzles)",
                i.low,
                i.high,
                by_blanks.len()
            ),
            None => format!(
                "the {} puzzles do not differ in blanks, or are too few",
                by_blanks.len()
            ),
        },
        bound: format!(
            "correlation: {}; one half as strong as theirs needs {} puzzles with different blanks",
            Bound::positive(),
            needed_for_correlation(published / 2.0)
        ),
        size: Some(size),
        agreement: Bound::positive().judge(ours.map(|c| c.1)).with(size),
        reading: "Puzzles count, not runs.".into(),
        rows,
    });
}

fn percents(interval: Option<Interval>) -> String {
    interval.map_or(String::new(), |i| {
        let (low, high) = (numbers::percent(i.low), numbers::percent(i.high));
        format!("; 95 % interval over puzzles {low} to {high}")
    })
}

fn mean_generation(means: &[f64], random: &mut Random) -> Option<Interval> {
    over_units(means.len(), random, |units| {
        Some(units.iter().map(|&u| means[u]).sum::<f64>() / units.len() as f64)
    })
}

/// Spearman's correlation of blanks and generations with its interval.
fn correlation(points: &[(f64, f64)]) -> Option<(f64, Interval)> {
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().copied().unzip();
    let found = spearman(&x, &y).ok().filter(|c| c.coefficient.is_finite())?;
    Some((found.coefficient, of_correlation(found.coefficient, found.n)?))
}

fn more_than_singles(
    claims: &mut Vec<Claim>,
    [m, more]: [&Measured<'_>; 2],
    hard: &[Line<'_>],
    others: &[Line<'_>],
) {
    let (all, clusters) = together(hard, others);
    let over = |value: fn(&Line<'_>) -> f64| {
        by_cluster(&all.iter().map(|l| value(l)).collect::<Vec<_>>(), &clusters)
    };
    let size = Size::puzzles(clusters.len(), BEYOND_SINGLES.needed_for_share(0.0));
    let interval = mean_share(&over(|l| l.share()), &mut random(m, "beyond"));
    claims.push(Claim {
        place: "table 2".into(),
        what: "puzzles that need more than singles: successful runs".into(),
        published: "0 of 60 (#116, #117)".into(),
        ours: format!("{}{}", made(|l| l.solved, hard, others), percents(interval)),
        bound: format!("mean over puzzles: {BEYOND_SINGLES}"),
        size: Some(size),
        agreement: BEYOND_SINGLES.judge(interval).with(size),
        reading: "The four instructions are naked and hidden singles, and cannot do more.".into(),
        rows: format!("{} and {}", m.rows(GAUGE), more.folder),
    });
    let shown: Vec<String> =
        hard.iter().map(|l| format!("{:.1} of {:.0}", l.placed, l.reachable)).collect();
    let parts = over(|l| l.part_placed());
    let interval = mean_share(&parts, &mut random(m, "placed"));
    let size = Size::puzzles(parts.len(), PLACED.needed_for_share(1.0));
    claims.push(Claim {
        place: "table 2, section 5".into(),
        what: "numbers placed there, against the most that the instructions can place".into(),
        published: "21 of 21 and 13 of 13".into(),
        ours: format!(
            "{}; over all {} puzzles {}{}",
            shown.join(" and "),
            parts.len(),
            numbers::percent(parts.iter().sum::<f64>() / parts.len().max(1) as f64),
            percents(interval)
        ),
        bound: format!("mean share of the most: {PLACED}"),
        size: Some(size),
        agreement: PLACED.judge(interval).with(size),
        reading:
            "Mean over the runs; the most is what singles place when applied until nothing changes."
                .into(),
        rows: format!("{} and {}, {GAUGE} and {SINGLES}", m.folder, more.folder),
    });
}

fn placed(blanks: usize, row: &Row) -> f64 {
    blanks as f64 - row.best_cost.unwrap_or(0.0)
}

/// The generation of the sequence that is run at a tick: the first hundred are no generation's.
fn generation_at(ticks: u64) -> f64 {
    ((ticks as f64 - POPULATION) / POPULATION).ceil().max(0.0)
}

/// The mean generation in which runs that do not solve placed their last number. Rows tell; where they
/// come from an earlier version, the runs are made again.
fn last_placement(m: &Measured<'_>, rows: &[Row]) -> Option<f64> {
    let last = |row: &Row| {
        if let Some(tick) = row.best_tick() {
            return Some(generation_at(tick));
        }
        let (mut most, mut at) = (0, 0);
        retrace(m.content, row, &[], |event| {
            if let Event::Program(program) = event
                && program.most_placed > most
            {
                (most, at) = (program.most_placed, program.generation);
            }
        })?;
        Some(at as f64)
    };
    let unsolved: Vec<f64> =
        rows.iter().filter(|r| !r.ended.is_solved()).filter_map(last).collect();
    (!unsolved.is_empty()).then(|| unsolved.iter().sum::<f64>() / unsolved.len() as f64)
}

fn lines<'a>(m: &Measured<'a>, set: &str) -> Vec<Line<'a>> {
    let (gauge, singles) = (m.in_set(GAUGE, set), m.in_set(SINGLES, set));
    let place = m.content.sets.iter().position(|s| s == set);
    let puzzles = m.content.puzzles.iter().filter(|p| Some(p.set) == place);
    puzzles
        .zip(gauge.rows.iter().zip(&singles.rows))
        .map(|(puzzle, (&rows, by_singles))| {
            let blanks = puzzle.cells - puzzle.clues;
            let solved: Vec<&Row> = rows.iter().filter(|r| r.ended.is_solved()).collect();
            let sum: f64 = rows.iter().map(|r| placed(blanks, r)).sum();
            Line {
                blanks,
                reachable: by_singles.first().map_or(blanks as f64, |r| placed(blanks, r)),
                solved: solved.len(),
                placed: sum / rows.len().max(1) as f64,
                generations: solved.iter().map(|r| generation_at(r.ticks)).collect(),
                last_placement: None,
                puzzle: puzzle.line.clone(),
                origin: puzzle.origin.clone(),
                rows,
            }
        })
        .collect()
}

pub(super) fn generations(easy: &[Line<'_>]) -> (Vec<f64>, usize) {
    let seen = easy.iter().flat_map(|l| l.generations.clone()).collect();
    (seen, easy.iter().map(|l| l.rows.len() - l.solved).sum())
}

fn table([symmetric, eased, hard]: [&[Line<'_>]; 3]) -> Table {
    let head = |name: &str, words: &str| (name.to_owned(), words.to_owned());
    // The book's puzzles of each kind, with ours of the same kind beside them by blanks.
    let mut rows = Vec::new();
    for (successes, kind, lines) in
        [(30, "symmetric", symmetric), (30, "eased", eased), (0, "more than singles", hard)]
    {
        let mut theirs: Vec<_> = TABLE_2.iter().filter(|l| l.4 == successes).collect();
        let mut ours: Vec<&Line<'_>> = lines.iter().collect();
        theirs.sort_by_key(|l| (l.1, l.3));
        ours.sort_by_key(|l| l.blanks);
        for ((name, blanks, placed, generation, successes), line) in theirs.into_iter().zip(ours) {
            let mean = line.mean_generation().or(line.last_placement);
            rows.push(vec![
                Field::word(*name),
                Field::word(format!("{placed}/{blanks}")),
                Field::number(f64::from(*generation), generation.to_string()),
                Field::number(f64::from(*successes), format!("{successes}/30")),
                Field::word(kind),
                Field::word(format!("{}/{}", numbers::plain(line.placed), line.blanks)),
                Field::number(line.reachable, format!("{:.0}", line.reachable)),
                Field::maybe(mean, |x| format!("{x:.0}")),
                Field::number(line.solved as f64, format!("{}/{}", line.solved, line.rows.len())),
                Field::word(line.puzzle.clone()),
            ]);
        }
    }
    Table {
        name: "table-2",
        title: "Table 2: placements, generations, successful runs".into(),
        note: "The book's puzzles and ours, each sorted by blanks; they are not the same puzzles. The generation is that of success, and where no run succeeds that of the last placement, both means over the runs.".into(),
        columns: vec![
            head("published_puzzle", "puzzle"),
            head("published_placed", "placed"),
            head("published_generation", "generation"),
            head("published_successes", "successes"),
            head("ours_kind", "ours"),
            head("ours_placed", "placed"),
            head("ours_reachable", "singles place"),
            head("ours_generation", "generation"),
            head("ours_successes", "successes"),
            head("ours_puzzle", "our puzzle"),
        ],
        rows,
        folded: false,
        shown: usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Agreement::{CannotTell, Differs, Holds, InKind};
    use crate::reproduce::mock::{Made, Mock, verdict, verdicts};
    use crate::store::Content;

    /// What one run of the system came to.
    #[derive(Clone, Copy)]
    struct World {
        /// The share of runs on easy puzzles that solve.
        solved: f64,
        generation: fn(usize) -> f64,
        /// The share of runs on hard puzzles that solve.
        beyond: f64,
        /// The share of the reachable that is placed on hard puzzles.
        placed: f64,
    }

    const AS_PUBLISHED: World = World {
        solved: 1.0,
        generation: |blanks| 120.0 + 40.0 * (blanks as f64 - 50.0),
        beyond: 0.0,
        placed: 1.0,
    };

    const REACHABLE: f64 = 20.0;

    fn rows(name: &str, sets: [usize; 3], runs: u32, world: World) -> Content {
        Mock { plan: name, sets: &sets, runs, versions: 1 }.content(|p| {
            let hard = p.set == "more than singles";
            let blanks = 51 + p.number % 4;
            let lucky = |share: f64| {
                ((p.number * 31 + p.repeat as usize * 7) % 100) as f64 <= 100.0 * share - 1.0
            };
            let solved = lucky(if hard { world.beyond } else { world.solved });
            let left = if hard { blanks as f64 - world.placed * REACHABLE } else { 3.0 };
            let made = match p.label {
                SINGLES if hard => Made::stuck(blanks as f64 - REACHABLE),
                SINGLES => Made::solved(1, 1e-3),
                _ if solved => {
                    let ticks = POPULATION * (1.0 + (world.generation)(blanks));
                    Made::solved(ticks as u64, 0.1)
                }
                _ => Made::stuck(left),
            };
            Made { clues: 81 - blanks, ..made }
        })
    }

    fn claims(world: World, few: [usize; 3], many: [usize; 3]) -> Vec<Claim> {
        let (runs, puzzles) =
            (rows("gauge", few, 30, world), rows("gauge-puzzles", many, 1, world));
        compare(&Measured::of(&runs, "runs"), &Measured::of(&puzzles, "puzzles")).0
    }

    fn at_full_size(world: World) -> Vec<Claim> {
        claims(world, [8, 8, 2], [80, 80, 160])
    }

    #[test]
    fn rows_as_published_hold_and_say_how_many_puzzles_that_takes() {
        let full = at_full_size(AS_PUBLISHED);
        assert_eq!(full.len(), 8);
        assert!(verdicts(&full).iter().all(|v| *v == Holds), "{:?}", verdicts(&full));
    }

    #[test]
    fn sixty_runs_on_two_puzzles_are_two_pieces_of_evidence() {
        let few = claims(AS_PUBLISHED, [8, 8, 2], [1, 1, 1]);
        for what in
            ["puzzles that need more", "numbers placed", "puzzles that fall to singles (eased)"]
        {
            assert_eq!(verdict(&few, what), CannotTell, "{what}");
        }
    }

    #[test]
    fn rows_that_are_otherwise_make_each_claim_differ() {
        let never = at_full_size(World { solved: 0.2, ..AS_PUBLISHED });
        assert_eq!(verdict(&never, "puzzles that fall to singles (symmetric)"), Differs);
        assert_eq!(verdict(&never, "puzzles that fall to singles (eased)"), Differs);
        let some = at_full_size(World { solved: 0.8, ..AS_PUBLISHED });
        assert_eq!(verdict(&some, "puzzles that fall to singles (eased)"), InKind);
        let late = at_full_size(World { generation: |_| 700.0, ..AS_PUBLISHED });
        assert_eq!(verdict(&late, "generation of success (symmetric)"), Differs);
        assert_eq!(verdict(&late, "generation of success (eased)"), Differs);
        assert_eq!(verdict(&late, "more blanks take more generations (eased)"), CannotTell);
        let falling = World { generation: |b| 300.0 - 40.0 * (b as f64 - 50.0), ..AS_PUBLISHED };
        let falling = at_full_size(falling);
        assert_eq!(verdict(&falling, "more blanks take more generations (symmetric)"), Differs);
        assert_eq!(verdict(&falling, "more blanks take more generations (eased)"), Differs);
        let beyond = at_full_size(World { beyond: 0.7, ..AS_PUBLISHED });
        assert_eq!(verdict(&beyond, "puzzles that need more than singles"), Differs);
        let short = at_full_size(World { placed: 0.4, ..AS_PUBLISHED });
        assert_eq!(verdict(&short, "numbers placed there"), Differs);
        let nearly = at_full_size(World { placed: 0.85, ..AS_PUBLISHED });
        assert_eq!(
            verdict(&nearly, "numbers placed there"),
            Differs,
            "three of twenty are missing"
        );
    }

    #[test]
    fn puzzles_that_do_not_differ_in_blanks_cannot_tell() {
        assert!(correlation(&[(53.0, 100.0); 8]).is_none());
        assert!(correlation(&[(53.0, 100.0), (52.0, 90.0), (51.0, 70.0)]).is_none());
    }
}
