//! Which law the times follow.

use super::super::blocks::{Field, Table};
use super::super::laws::Laws;
use super::super::numbers as n;
use super::columns;
use crate::compare::Comparison;

/// T8: laws of the times.
pub fn fits(c: &Comparison<'_>, laws: &[Laws]) -> Table {
    let mut rows = Vec::new();
    for of in laws {
        for (law, goodness) in &of.tested {
            rows.push(vec![
                Field::word(c.label(of.algorithm)),
                Field::word(law.law.name()),
                Field::word(parameters(&law.law)),
                Field::count(law.n),
                Field::count(law.n_beyond),
                Field::number(law.law.mean(), n::seconds(law.law.mean())),
                Field::number(law.aic() - of.best, format!("{:.1}", law.aic() - of.best)),
                Field::maybe(goodness.map(|g| g.kolmogorov_smirnov), |x| format!("{x:.3}")),
                Field::maybe(goodness.map(|g| g.kolmogorov_smirnov_p), n::p),
                Field::maybe(goodness.map(|g| g.anderson_darling), n::plain),
                Field::maybe(goodness.map(|g| g.anderson_darling_p), n::p),
                Field::count(of.n_tested),
            ]);
        }
    }
    Table {
        name: "fits",
        title: "What law do the times follow?".to_owned(),
        note: format!(
            "Fitted by maximum likelihood with runs that a limit stopped as censored times; puzzles that an algorithm gave up on are left out. The law with ΔAIC 0 describes the times best of the three; a difference above 10 is decisive. Whether it describes them well is another question: the p values are from a parametric bootstrap ({} samples drawn from the fitted law and fitted again), and a small one says that the times do not follow the law. Samples of more than {} puzzles are tested on that many, chosen at random: with more, every simple law is refuted.",
            super::super::laws::DRAWS,
            super::super::laws::TESTED
        ),
        columns: columns(&[
            ("algorithm", "algorithm"),
            ("law", "law"),
            ("parameters", "parameters"),
            ("n", "puzzles"),
            ("beyond", "beyond the limit"),
            ("mean_seconds", "mean of the law"),
            ("delta_aic", "ΔAIC"),
            ("kolmogorov_smirnov", "largest gap (KS)"),
            ("kolmogorov_smirnov_p", "p"),
            ("anderson_darling", "Anderson–Darling"),
            ("anderson_darling_p", "p"),
            ("n_tested", ""),
        ]),
        rows,
        folded: true,
        shown: 200,
    }
}

fn parameters(law: &crate::stats::fit::Law) -> String {
    use crate::stats::fit::Law;
    match *law {
        Law::Exponential { mean } => format!("mean {}", n::seconds(mean)),
        Law::LogNormal { mu, sigma } => {
            format!("median {}, σ {}", n::seconds(mu.exp()), n::plain(sigma))
        }
        Law::Weibull { shape, scale } => {
            format!("shape {}, scale {}", n::plain(shape), n::seconds(scale))
        }
        Law::Pareto { alpha, start } => {
            format!("index {}, from {}", n::plain(alpha), n::seconds(start))
        }
    }
}
