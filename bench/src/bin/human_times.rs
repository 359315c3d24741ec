//! Fits the model of the profile `human`, and tells how well it does on puzzles left out.
//!
//! ```text
//! cargo run --release -p sudolab-bench --bin human_times -- TIMES.csv
//! ```
//!
//! The table has the columns `puzzle` and `mean_seconds`. The logarithm of the seconds is fitted by
//! least squares with a small penalty on the standardised weights; ten folds, drawn from a fixed seed,
//! give the figures on puzzles that the fit has not seen.

use std::error::Error;
use sudolab_grid::halt::Halt;
use sudolab_grid::random::Random;
use sudolab_lab::stats::spearman;
use sudolab_logic::position::Position;
use sudolab_logic::rating::human::{FEATURES, features, rounds};

const N: usize = FEATURES.len();
const PENALTY: f64 = 3.0;
const FOLDS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: human_times TIMES.csv")?;
    let text = std::fs::read_to_string(file)?;
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().ok_or("the table is empty")?.split(',').collect();
    let column =
        |name: &str| head.iter().position(|h| *h == name).ok_or(format!("no column {name}"));
    let (puzzle, seconds) = (column("puzzle")?, column("mean_seconds")?);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let position = Position::from_line(fields[puzzle]).ok_or(format!("no puzzle: {line}"))?;
        x.push(features(&rounds::play(&position, &Halt::never())?));
        y.push(fields[seconds].parse::<f64>()?.ln());
    }
    let mut order: Vec<usize> = (0..x.len()).collect();
    Random::for_run(1, "folds", "", 0).shuffle(&mut order);
    let mut told = vec![0.0; x.len()];
    for fold in 0..FOLDS {
        let (test, train): (Vec<_>, Vec<_>) =
            order.iter().enumerate().partition(|(place, _)| place % FOLDS == fold);
        let rows = |list: &[(usize, &usize)]| list.iter().map(|(_, i)| **i).collect::<Vec<_>>();
        let model = fit(&x, &y, &rows(&train));
        rows(&test).into_iter().for_each(|i| told[i] = model.predict(&x[i]));
    }
    let mut left: Vec<f64> = y.iter().zip(&told).map(|(y, t)| y - t).collect();
    left.sort_by(f64::total_cmp);
    let at = |share: f64| left[((left.len() - 1) as f64 * share).round() as usize];
    println!("{} puzzles, {FOLDS} folds", y.len());
    println!("Spearman {:.3}, Pearson {:.3}", spearman(&told, &y)?.coefficient, pearson(&told, &y));
    println!("percentiles of the rest: 10 % {:.3}, 90 % {:.3}", at(0.1), at(0.9));
    let model = fit(&x, &y, &(0..x.len()).collect::<Vec<_>>());
    println!("base {:.4}", model.base);
    for (name, weight) in FEATURES.iter().zip(model.weights) {
        println!("{name} {weight:.4}");
    }
    Ok(())
}

struct Model {
    base: f64,
    weights: [f64; N],
}

impl Model {
    fn predict(&self, x: &[f64; N]) -> f64 {
        self.base + self.weights.iter().zip(x).map(|(w, x)| w * x).sum::<f64>()
    }
}

fn fit(x: &[[f64; N]], y: &[f64], rows: &[usize]) -> Model {
    let n = rows.len() as f64;
    let mean = |f: &dyn Fn(usize) -> f64| rows.iter().map(|&i| f(i)).sum::<f64>() / n;
    let means: [f64; N] = std::array::from_fn(|j| mean(&|i| x[i][j]));
    let spread = |j: usize| mean(&|i| (x[i][j] - means[j]).powi(2)).sqrt().max(1e-9);
    let spreads: [f64; N] = std::array::from_fn(spread);
    let middle = mean(&|i| y[i]);
    let z = |i: usize, j: usize| (x[i][j] - means[j]) / spreads[j];
    // The normal equations, solved by elimination.
    let mut a = [[0.0; N + 1]; N];
    for j in 0..N {
        for k in 0..N {
            a[j][k] = rows.iter().map(|&i| z(i, j) * z(i, k)).sum::<f64>();
        }
        a[j][j] += PENALTY;
        a[j][N] = rows.iter().map(|&i| z(i, j) * (y[i] - middle)).sum::<f64>();
    }
    for j in 0..N {
        let row = a[j];
        for k in (0..N).filter(|&k| k != j) {
            let factor = a[k][j] / row[j];
            (0..=N).for_each(|c| a[k][c] -= factor * row[c]);
        }
    }
    let weights: [f64; N] = std::array::from_fn(|j| a[j][N] / a[j][j] / spreads[j]);
    let base = middle - weights.iter().zip(means).map(|(w, m)| w * m).sum::<f64>();
    Model { base, weights }
}

fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let mean = |x: &[f64]| x.iter().sum::<f64>() / n;
    let (ma, mb) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(f64, f64) -> f64| a.iter().zip(b).map(|(&x, &y)| f(x, y)).sum::<f64>();
    let covariance = sum(&|x, y| (x - ma) * (y - mb));
    covariance / (sum(&|x, _| (x - ma).powi(2)) * sum(&|_, y| (y - mb).powi(2))).sqrt()
}
