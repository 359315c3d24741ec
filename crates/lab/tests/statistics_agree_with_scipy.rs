//! Every statistic against values computed elsewhere; `fixtures/make_fixtures.py` says how.

use serde_json::Value;
use std::path::Path;
use sudolab_lab::stats::fit::{self, Family, Law};
use sudolab_lab::stats::{
    self, Alternative, Interval, Mean, Median, Observation, Statistic, Zeros,
};

fn fixture(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn number(value: &Value) -> f64 {
    match value {
        Value::String(s) if s == "inf" => f64::INFINITY,
        Value::String(s) if s == "-inf" => f64::NEG_INFINITY,
        _ => value.as_f64().unwrap_or_else(|| panic!("not a number: {value}")),
    }
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}"))
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

fn observations(value: &Value) -> Vec<Observation> {
    list(value)
        .iter()
        .map(|v| match v.get("beyond") {
            Some(limit) => Observation::Beyond(number(limit)),
            None => Observation::Seen(number(v)),
        })
        .collect()
}

fn count(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("not a count: {value}")) as usize
}

/// Equal to nine digits, and to nine digits of the value itself where it is tiny.
#[track_caller]
fn same(found: f64, expected: &Value, case: &Value) {
    close(found, number(expected), 1e-9, case);
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64, case: &Value) {
    let error =
        if found == expected { 0.0 } else { (found - expected).abs() / expected.abs().max(1e-250) };
    let name = case.get("case").unwrap_or(case);
    assert!(error <= tolerance, "{name}: found {found:e}, expected {expected:e}, error {error:e}");
}

#[track_caller]
fn same_interval(found: Interval, expected: &Value, case: &Value) {
    // An end near zero is compared on the scale of the interval.
    for (end, expected) in [found.low, found.high].into_iter().zip(numbers(expected)) {
        let error = (end - expected).abs();
        assert!(
            error <= 1e-9 * expected.abs().max(1e-3 * found.width()),
            "{}: {end} {expected}",
            case["case"]
        );
    }
}

const ALTERNATIVES: [(&str, Alternative); 3] = [
    ("two-sided", Alternative::TwoSided),
    ("less", Alternative::Less),
    ("greater", Alternative::Greater),
];

#[test]
fn summaries() {
    for case in list(&fixture("summary")) {
        let values = numbers(&case["values"]);
        let found = stats::Summary::of(&values).unwrap();
        let order = [found.min, found.q1, found.median, found.q3, found.max];
        for (found, expected) in order.into_iter().zip(list(&case["quantiles"])) {
            same(found, expected, case);
        }
        same(found.mean, &case["mean"], case);
        same(found.total, &Value::from(number(&case["mean"]) * values.len() as f64), case);
        same(found.geometric_mean.unwrap(), &case["geometric_mean"], case);
        assert_eq!(found.sd.is_none(), case["sd"].is_null());
        if let Some(sd) = found.sd {
            same(sd, &case["sd"], case);
        }
    }
}

#[test]
fn intervals_and_tests_of_a_proportion() {
    let fixture = fixture("proportion");
    for case in list(&fixture["intervals"]) {
        let (k, n, level) = (count(&case["k"]), count(&case["n"]), number(&case["level"]));
        same_interval(stats::wilson(k, n, level).unwrap(), &case["wilson"], case);
        same_interval(stats::clopper_pearson(k, n, level).unwrap(), &case["exact"], case);
    }
    for case in list(&fixture["tests"]) {
        let (k, n, p) = (count(&case["k"]), count(&case["n"]), number(&case["p"]));
        for (name, alternative) in ALTERNATIVES {
            same(stats::binomial_test(k, n, p, alternative).unwrap(), &case[name], case);
        }
    }
}

#[test]
fn bootstrap_intervals_of_a_given_distribution() {
    for case in list(&fixture("bootstrap")) {
        let (values, distribution) = (numbers(&case["values"]), numbers(&case["distribution"]));
        let (estimate, jackknife) = match case["statistic"].as_str() {
            Some("mean") => (Mean.of(&mut values.clone()), Mean.without_each(&values)),
            _ => (Median.of(&mut values.clone()), Median.without_each(&values)),
        };
        for level in [0.9, 0.95] {
            let percentile = stats::percentile_interval(&distribution, level).unwrap();
            same_interval(percentile, &case[format!("percentile@{level}")], case);
            let bca = stats::bca_interval(&distribution, estimate, &jackknife, level).unwrap();
            same_interval(bca, &case[format!("BCa@{level}")], case);
        }
    }
}

#[test]
fn sign_and_signed_rank_tests() {
    for case in list(&fixture("paired")) {
        let differences = numbers(&case["differences"]);
        for (name, alternative) in ALTERNATIVES {
            let sign = stats::sign_test(&differences, alternative).unwrap();
            assert_eq!(sign.positive, count(&case["sign"]["positive"]));
            assert_eq!(sign.negative, count(&case["sign"]["negative"]));
            same(sign.p, &case["sign"][name], case);
            for (key, zeros) in [("pratt", Zeros::Pratt), ("wilcox", Zeros::Discard)] {
                let found = stats::wilcoxon(&differences, zeros, alternative).unwrap();
                same(found.p, &case[key][name], case);
            }
        }
    }
}

#[test]
fn typical_differences() {
    for case in list(&fixture("paired")) {
        let Some(expected) = case.get("hodges_lehmann") else { continue };
        for expected in list(expected) {
            let differences = numbers(&case["differences"]);
            let found = stats::hodges_lehmann(&differences, number(&expected["level"])).unwrap();
            assert!(
                (found.estimate - number(&expected["estimate"])).abs() < 1e-12,
                "{}",
                case["case"]
            );
            same_interval(found.interval, &expected["interval"], case);
            if !expected["reached"].is_null() {
                same(found.level, &expected["reached"], case);
            }
        }
    }
}

#[test]
fn equivalence() {
    for case in list(&fixture("paired")) {
        let Some(expected) = case.get("tost") else { continue };
        let found =
            stats::tost(&numbers(&case["differences"]), number(&expected["factor"])).unwrap();
        same(found.p, &expected["p"], case);
        same(found.p_lower, &expected["p_lower"], case);
        same(found.p_upper, &expected["p_upper"], case);
        same_interval(found.ratio_interval.unwrap(), &expected["interval"], case);
    }
}

#[test]
fn adjusted_p_values() {
    for case in list(&fixture("multiple")) {
        let p = numbers(&case["p"]);
        for (found, expected) in stats::holm(&p).unwrap().into_iter().zip(list(&case["holm"])) {
            same(found, expected, case);
        }
        let found = stats::benjamini_hochberg(&p).unwrap();
        for (found, expected) in found.into_iter().zip(list(&case["bh"])) {
            same(found, expected, case);
        }
    }
}

#[test]
fn effect_sizes() {
    for case in list(&fixture("effect")) {
        let (first, second) = (numbers(&case["first"]), numbers(&case["second"]));
        same(stats::a12(&first, &second).unwrap(), &case["a12"], case);
        same(stats::cliffs_delta(&first, &second).unwrap(), &case["cliff"], case);
    }
}

#[test]
fn fits_with_and_without_timeouts() {
    for case in list(&fixture("fit")) {
        let data = observations(&case["observations"]);
        let families = [
            (Family::Exponential, "exponential"),
            (Family::LogNormal, "log_normal"),
            (Family::Weibull, "weibull"),
        ];
        for (family, key) in families {
            let (found, expected) = (family.fit(&data).unwrap(), &case[key]);
            let parameters = match found.law {
                Law::Exponential { mean } => vec![mean],
                Law::LogNormal { mu, sigma } => vec![mu, sigma],
                Law::Weibull { shape, scale } => vec![shape, scale],
                Law::Pareto { .. } => unreachable!("not a family of its own"),
            };
            for (found, expected) in parameters.into_iter().zip(list(&expected["parameters"])) {
                same(found, expected, case);
            }
            same(found.log_likelihood, &expected["ll"], case);
            let penalty = if key == "exponential" { 2.0 } else { 4.0 };
            close(found.aic(), penalty - 2.0 * number(&expected["ll"]), 1e-9, case);
            same(fit::kolmogorov_smirnov(&data, &found.law).unwrap(), &expected["ks"], case);
            same(fit::anderson_darling(&data, &found.law).unwrap(), &expected["ad"], case);
            for (p, expected) in [0.01, 0.5, 0.99].into_iter().zip(list(&expected["quantiles"])) {
                same(found.law.quantile(p), expected, case);
            }
            let at = numbers(&expected["at"]);
            close(found.law.density(at[0]), at[1], 1e-8, case);
            close(found.law.cdf(at[0]), at[2], 1e-8, case);
            close(found.law.sf(at[0] * 50.0), at[3], 1e-8, case);
        }
        let expected = &case["pareto"];
        let tail = fit::pareto_tail(&data, Some(number(&expected["start"]))).unwrap();
        let Law::Pareto { alpha, .. } = tail.law else { panic!("not a Pareto tail") };
        same(alpha, &expected["alpha"], case);
        same(tail.log_likelihood, &expected["ll"], case);
        if let Some(expected) = case.get("pareto_best") {
            let tail = fit::pareto_tail(&data, None).unwrap();
            let Law::Pareto { alpha, start } = tail.law else { panic!("not a Pareto tail") };
            same(start, &expected["start"], case);
            same(alpha, &expected["alpha"], case);
        }
    }
}

#[test]
fn overlap_of_the_worst() {
    for case in list(&fixture("overlap")) {
        let (n, k, shared) =
            (count(&case["n"]) as u64, count(&case["k"]) as u64, count(&case["shared"]) as u64);
        let rate = k as f64 / n as f64;
        same(stats::special::binomial_at_least(shared, n, rate * rate), &case["binomial"], case);
        same(
            stats::special::hypergeometric_at_least(shared, n, k, k),
            &case["hypergeometric"],
            case,
        );
        let Some(first) = case.get("first") else { continue };
        let found = &stats::worst_overlap_sweep(&numbers(first), &numbers(&case["second"]), &[0.1])
            .unwrap()[0];
        assert_eq!((found.k as u64, found.shared as u64), (k, shared), "{}", case["case"]);
        same(found.binomial_p, &case["binomial"], case);
        same(found.hypergeometric_p, &case["hypergeometric"], case);
        same(found.odds_ratio, &case["odds_ratio"], case);
    }
}

#[test]
fn rank_correlations() {
    for case in list(&fixture("correlation")) {
        let (x, y) = (numbers(&case["x"]), numbers(&case["y"]));
        for (key, found) in
            [("spearman", stats::spearman(&x, &y)), ("kendall", stats::kendall(&x, &y))]
        {
            let found = found.unwrap();
            same(found.coefficient, &case[key][0], case);
            same(found.p, &case[key][1], case);
        }
    }
}

#[test]
fn friedman_and_critical_distances() {
    let fixture = fixture("friedman");
    for case in list(&fixture["tests"]) {
        let rows: Vec<Vec<f64>> = list(&case["rows"]).iter().map(numbers).collect();
        let found = stats::friedman(&rows).unwrap();
        for (found, expected) in found.mean_ranks.iter().zip(list(&case["mean_ranks"])) {
            same(*found, expected, case);
        }
        same(found.chi_square, &case["chi_square"], case);
        same(found.p, &case["p"], case);
        same(found.f, &case["f"], case);
        same(found.f_p, &case["f_p"], case);
    }
    for case in list(&fixture["distances"]) {
        let found = stats::nemenyi_critical_distance(
            count(&case["k"]),
            count(&case["n"]),
            number(&case["alpha"]),
        );
        same(found.unwrap(), &case["distance"], case);
    }
}

#[test]
fn survival_curves_and_their_comparison() {
    for case in list(&fixture("survival")) {
        let groups: Vec<Vec<Observation>> =
            list(&case["groups"]).iter().map(observations).collect();
        for (group, expected) in groups.iter().zip(list(&case["kaplan_meier"])) {
            let curve = stats::KaplanMeier::of(group, 0.95).unwrap();
            assert_eq!(curve.steps.len(), list(&expected["steps"]).len());
            for (step, expected) in curve.steps.iter().zip(list(&expected["steps"])) {
                same(step.time, &expected[0], case);
                assert_eq!(step.at_risk, count(&expected[1]));
                assert!((step.share - number(&expected[2])).abs() < 1e-12);
                assert!((step.interval.low - number(&expected[3])).abs() < 1e-9);
                assert!((step.interval.high - number(&expected[4])).abs() < 1e-9);
            }
            assert_eq!(curve.median(), expected["median"].as_f64());
        }
        for (key, weighting) in
            [("log_rank", stats::Weighting::LogRank), ("gehan", stats::Weighting::Gehan)]
        {
            let found = stats::log_rank(&groups, weighting).unwrap();
            same(found.chi_square, &case[key][0], case);
            same(found.p, &case[key][1], case);
        }
    }
}

#[test]
fn distribution_functions() {
    let fixture = fixture("special");
    let rows = |key: &str| list(&fixture[key]).iter().map(numbers).collect::<Vec<_>>();
    let check = |key: &str, f: &dyn Fn(&[f64]) -> f64| {
        for row in rows(key) {
            let (expected, arguments) = row.split_last().unwrap();
            close(f(arguments), *expected, 1e-11, &Value::from(format!("{key} {arguments:?}")));
        }
    };
    use stats::special::*;
    check("normal_sf", &|a| normal_sf(a[0]));
    check("normal_quantile", &|a| normal_quantile(a[0]));
    check("student_sf", &|a| student_sf(a[0], a[1]));
    check("chi_square_sf", &|a| chi_square_sf(a[0], a[1]));
    check("f_sf", &|a| f_sf(a[0], a[1], a[2]));
    check("beta", &|a| beta_tails(a[0], a[1], a[2], 1.0 - a[2]).0);
    check("studentized_range", &|a| studentized_range_cdf(a[0], a[1] as usize));
}

#[test]
fn races() {
    for case in list(&fixture("races")) {
        let times: Vec<Vec<Observation>> = list(&case["times"]).iter().map(observations).collect();
        for (name, k) in [("2", 2.0), ("10", 10.0)] {
            for (list, expected) in times.iter().zip(list(&case["par"][name])) {
                same(stats::par(list, k).unwrap(), expected, case);
            }
        }
        let portfolio = stats::Portfolio::of(&times, 2.0).unwrap();
        same(portfolio.par, &case["virtual"], case);
        for (i, share) in portfolio.shares.iter().enumerate() {
            same(share.won, &case["won"][i], case);
            // A difference of two means: nine digits of the means.
            let error = (share.marginal - number(&case["marginal"][i])).abs();
            assert!(error <= 1e-9 * portfolio.par, "{}: {error}", case["case"]);
        }
        let profiles = stats::performance_profile(&times).unwrap();
        for (profile, expected) in profiles.iter().zip(list(&case["profile"])) {
            for (factor, expected) in numbers(&case["factors"]).into_iter().zip(list(expected)) {
                same(profile.at(factor), expected, case);
            }
        }
        for (list, expected) in times.iter().zip(list(&case["ecdf"])) {
            let curve = stats::Ecdf::of(list).unwrap();
            for (at, expected) in numbers(&case["at"]).into_iter().zip(numbers(expected)) {
                assert!((curve.at(at) - expected).abs() < 1e-9, "{} {at}", case["case"]);
            }
        }
        for quantile in list(&case["quantiles"]) {
            let values = numbers(&case["values"]);
            let found = stats::quantile_interval(&values, number(&quantile["p"]), 0.95).unwrap();
            same_interval(found, &quantile["interval"], case);
        }
        if let Some(expected) = case.get("tost_ranks") {
            let differences = numbers(&expected["differences"]);
            let found = stats::tost_ranks(&differences, number(&expected["factor"])).unwrap();
            same(found.p_lower, &expected["p_lower"], case);
            same(found.p_upper, &expected["p_upper"], case);
        }
    }
}
