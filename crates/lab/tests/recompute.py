"""Computes every sentence of a study's first screen again, from exported rows alone, with SciPy.

    python recompute.py SUDOLAB FOLDER RANDOMISED[,RANDOMISED...]

Runs `SUDOLAB study report FOLDER` and `SUDOLAB study export FOLDER`, and compares what the report
says with what NumPy and SciPy make of the rows. Numbers may differ in their last printed digit.
Ends with 1 and the sentences that differ, if any do. The rank of a leader in resampled sets is
drawn, so it is compared within five points of a hundred.
"""

import io
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

LEVEL = 0.05


def said(program, *arguments):
    run = subprocess.run([program, *arguments], capture_output=True, text=True, check=True)
    return run.stdout


def table(program, folder, name):
    text = said(program, "study", "export", folder, "--table", name)
    return pd.read_csv(io.StringIO(text), keep_default_na=True)


# Numbers as the report prints them.


def plain(x):
    if not np.isfinite(x):
        return "∞"
    if x == 0:
        return "0"
    digits = 2 - int(np.floor(np.log10(abs(x))))
    if digits <= 0:
        step = 10.0**-digits
        return count(round(x / step) * step)
    return f"{x:.{digits}f}"


def count(n):
    text = str(int(n))
    return text if len(text) <= 4 else f"{int(n):,}".replace(",", "")


def seconds(x):
    for limit, factor, unit in [(0.9995e-6, 1e9, "ns"), (0.9995e-3, 1e6, "µs"), (0.9995, 1e3, "ms")]:
        if x < limit:
            return f"{plain(x * factor)} {unit}"
    return f"{plain(x)} s"


def time(x, limit):
    return seconds(x) if np.isfinite(x) else f"> {seconds(limit)}"


def percent(x):
    x *= 100
    return f"{x:.1f} %" if 0 < x < 10 or 90 < x < 100 else f"{x:.0f} %"


def counted(n, thing):
    return f"{count(n)} {thing}{'' if n == 1 else 's'}"


# Statistics.


def middle(values):
    """The median of values of which some are infinite."""
    values = np.sort(np.asarray(values, dtype=float))
    low, high = values[(len(values) - 1) // 2], values[len(values) // 2]
    return low if low == high else (low + high) / 2


def finite(differences):
    """The same signs, ranks and ties, with numbers that SciPy takes."""
    d = np.asarray(differences, dtype=float)
    beyond = 10 * (1 + np.abs(d[np.isfinite(d)]).max(initial=1.0))
    return np.where(np.isposinf(d), beyond, np.where(np.isneginf(d), -beyond, d))


def signed_rank(differences):
    d = finite(differences)
    if not np.any(d):
        return 1.0
    return stats.wilcoxon(d, zero_method="pratt", correction=True).pvalue


def walsh(differences):
    d = np.asarray(differences, dtype=float)
    i, j = np.triu_indices(len(d))
    a, b = d[i], d[j]
    opposite = np.isinf(a) & (a == -b)
    with np.errstate(invalid="ignore"):
        return np.sort(np.where(opposite, 0.0, a / 2 + b / 2))


def hodges_lehmann(differences, level=0.95):
    averages, n = walsh(differences), len(differences)
    tail = (1 - level) / 2
    if n <= 50:
        ways = np.zeros(n * (n + 1) // 2 + 1)
        ways[0] = 1
        for rank in range(1, n + 1):
            ways[rank:] = ways[rank:] + ways[: len(ways) - rank]
        below = np.cumsum(ways / ways.sum())
        skip = max(int(np.argmax(below > tail)) - 1, 0)
    else:
        mean, sd = n * (n + 1) / 4, np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
        skip = int(max(np.floor(mean + stats.norm.ppf(tail) * sd), 1)) - 1
    return middle(averages), averages[skip], averages[len(averages) - 1 - skip]


def holm(p):
    p = np.asarray(p, dtype=float)
    order, out, highest = np.argsort(p, kind="stable"), np.empty(len(p)), 0.0
    for place, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - place) * p[i]))
        out[i] = highest
    return out


class Study:
    def __init__(self, program, folder, randomised):
        # What the plan asked for, of which a study that was broken off has only a part.
        file = sqlite3.connect(f"file:{Path(folder) / 'study.sqlite'}?mode=ro", uri=True)
        meta = dict(file.execute("SELECT key, value FROM meta"))
        self.labels = [label for (label,) in file.execute("SELECT label FROM algorithms ORDER BY id")]
        sets = [label for (label,) in file.execute("SELECT label FROM sets ORDER BY id")]
        (self.n_puzzles,) = file.execute("SELECT count(*) FROM puzzles").fetchone()
        file.close()
        self.by_mean = meta["kind"] == "thesis"
        self.planned = None if self.by_mean else self.n_puzzles * len(self.labels) * int(meta["most_runs"])
        self.limit = float(meta["limit_seconds"])
        runs = self.all_runs = table(program, folder, "runs")
        self.parts = {name: table(program, folder, name) for name in ["ratings", "generated", "speeds"]}
        self.randomised = set(randomised)
        keys = ["puzzle_set", "number"]
        runs["time"] = np.where(runs["class"] == "solved", runs["cpu_seconds"].clip(lower=1e-9), np.inf)
        # Compared are puzzles that every algorithm has been run on.
        if len(runs):
            everyone = runs.groupby(keys)["label"].transform("nunique") == len(self.labels)
            runs = runs[everyone]
        self.runs = runs
        self.sets = [name for name in sets if name in set(runs["puzzle_set"])]
        if not len(runs):
            return
        self.puzzles = runs.groupby(keys, sort=False).first()[["origin"]]
        # One number for each pair: the median of its runs, or in the thesis' protocol their mean.
        one = (lambda times: np.mean(times)) if self.by_mean else middle
        self.times = runs.groupby([*keys, "label"])["time"].apply(one).unstack()
        self.times = self.times.loc[self.puzzles.index, self.labels]
        first = runs[runs["repeat"] == 0]
        self.ticks = first.pivot_table(index=keys, columns="label", values="ticks").loc[self.puzzles.index]
        failing = runs[runs["class"] != "solved"]
        order = {"refuted": 0, "gave-up": 1, "stopped": 2, "faulty": 3}

        def ending(classes):
            counts = classes.value_counts()
            return max(counts.index, key=lambda c: (counts[c], order.get(c, -1)))

        self.endings = failing.groupby([*keys, "label"])["class"].apply(ending)

    def ranked(self, times):
        def key(label):
            seen = times[label][np.isfinite(times[label])]
            typical = np.exp(np.log(seen).mean()) if len(seen) else np.inf
            return (-len(seen), typical, self.labels.index(label))

        return sorted(self.labels, key=key)

    def of_set(self, name):
        return self.times.loc[[name]]

    def differences(self, times, first, second):
        x, y = times[first].to_numpy(), times[second].to_numpy()
        decided = np.isfinite(x) | np.isfinite(y)
        with np.errstate(divide="ignore"):
            logs = np.log(y[decided] / x[decided])
        origins = self.puzzles.loc[times.index]["origin"].to_numpy()
        if len(set(origins)) == len(origins):
            return logs
        by = pd.Series(logs).groupby(origins[decided], sort=False)
        joined = by.apply(lambda v: middle(v)).to_numpy()
        return np.where(np.isnan(joined), 0.0, joined)

    def leader(self, name):
        """The order of a set, whom its leader is not told apart from, and the next one's ratio."""
        times = self.of_set(name)
        order = self.ranked(times)
        first = order[0]
        p_time, p_more, ratios, more = [], [], [], []
        for other in order[1:]:
            d = self.differences(times, first, other)
            p_time.append(signed_rank(d) if len(d) else np.nan)
            ratios.append(np.exp(hodges_lehmann(d)) if len(d) else None)
            x, y = np.isfinite(times[first]), np.isfinite(times[other])
            alone = int((x & ~y).sum()), int((~x & y).sum())
            more.append(alone[0] > alone[1])
            p_more.append(stats.binomtest(alone[0], sum(alone)).pvalue if sum(alone) else 1.0)
        p_time = holm(np.nan_to_num(p_time, nan=1.0))
        p_more = holm(p_more)
        rivals = [
            other
            for i, other in enumerate(order[1:])
            if not (p_more[i] < LEVEL and more[i])
            and not (p_time[i] < LEVEL and ratios[i] is not None and ratios[i][0] > 1)
        ]
        return order, rivals, ratios[0]

    def leads_again(self, name, leader):
        times = self.of_set(name)
        origins = pd.factorize(self.puzzles.loc[times.index]["origin"])[0]
        members = [np.flatnonzero(origins == k) for k in range(origins.max() + 1)]
        values, source = times.to_numpy(), np.random.default_rng(1)
        again, draws = 0, 2000
        for _ in range(draws):
            drawn = np.concatenate([members[k] for k in source.integers(len(members), size=len(members))])
            here = values[drawn]
            seen = np.isfinite(here)
            solved = seen.sum(axis=0)
            with np.errstate(divide="ignore", invalid="ignore"):
                logs = np.where(seen, np.log(here), 0.0).sum(axis=0) / solved
            score = [(-s, g if s else np.inf, i) for i, (s, g) in enumerate(zip(solved, logs))]
            again += self.labels[min(score)[2]] == leader
        return again / draws


def headline(study, name):
    order, rivals, ratio = study.leader(name)
    leader, times = order[0], study.of_set(name)
    seen, n = np.isfinite(times[leader]).sum(), len(times)
    if seen == 0:
        text = "nobody solved a puzzle"
    else:
        solved = f"solved all {counted(n, 'puzzle')}" if seen == n else f"solved {count(seen)} of {counted(n, 'puzzle')}"
        did = (
            f"it {solved}, half of them within {time(middle(times[leader]), study.limit)} of CPU time"
            f" and the slowest in {time(times[leader].max(), study.limit)}"
        )
        if rivals:
            more = f" and {len(rivals) - 4} more" if len(rivals) > 4 else ""
            again = percent(study.leads_again(name, leader))
            clusters, others = study.puzzles.loc[times.index]["origin"].nunique(), len(order) - 1
            if 2.0 ** (1 - clusters) * others >= LEVEL:
                few = f"{counted(clusters, 'puzzle')} are too few for any test to tell it apart from"
                more += f" ({few} {counted(others, 'other')})"
            text = (
                f"{leader} leads, not told apart from {', '.join(rivals[:4])}{more}: {did};"
                f" it leads again in {again} of resampled sets"
            )
        else:
            text = f"{leader} won: {did}"
    if ratio is not None and np.isfinite(ratio[0]):
        text += f"; next {order[1]}, {plain(ratio[0])} times as long ({plain(ratio[1])} to {plain(ratio[2])})"
    clusters = study.puzzles.loc[times.index]["origin"].nunique()
    if clusters < n:
        text += f"; its {counted(n, 'puzzle')} come from {clusters} and count as so many"
    return leader, not rivals and seen > 0, f"- “{name}”: {text}"


def p_is(p):
    if p < 0.001:
        return "< 0.001"
    return f"= {p:.3f}" if p < 0.1 else f"= {p:.2f}"


def one_sided(differences, alternative):
    d = finite(differences)
    return stats.wilcoxon(d, zero_method="pratt", correction=True, alternative=alternative).pvalue


def alike_within(differences, factor):
    """The larger p of two one-sided tests that the typical ratio lies within a factor."""
    margin, d = np.log(factor), np.asarray(differences, dtype=float)
    return max(one_sided(d + margin, "greater"), one_sided(d - margin, "less"))


def effect(study, first, other, p):
    """How two algorithms differ, in the words of a study of one set."""
    x, y = study.times[first].to_numpy(), study.times[other].to_numpy()
    d = study.differences(study.times, first, other)
    if not len(d):
        return f"nothing can be said about {other}"
    ratio = np.exp(hodges_lehmann(d))
    high = f"{plain(ratio[1])} to {plain(ratio[2])}" if np.isfinite(ratio[2]) else f"at least {plain(ratio[1])}"
    if p >= LEVEL:
        if np.isfinite(ratio[2]):
            span = f"{other} takes between {high} times as long (95 % interval)"
        else:
            span = f"{other} takes as long within the uncertainty"
        equal = alike_within(d, 1.1)
        same_size = f", and the two are alike within a factor of 1.1 (p {p_is(equal)})" if equal < LEVEL else ""
        if ratio[1] > 1 or ratio[2] < 1:
            shown = f"the difference to {other} is not yet certain"
        else:
            shown = f"no difference to {other} is shown"
        return f"{shown} (p {p_is(p)} after Holm's correction, {counted(len(x), 'puzzle')}): {span}{same_size}"
    if np.isfinite(ratio[0]) and ratio[0] >= 1:
        size = f"{other} takes {plain(ratio[0])} times as long on the same puzzle (95 % interval {high})"
    elif np.isfinite(ratio[0]):
        turned = f"{plain(1 / ratio[2])} to {plain(1 / ratio[1])}"
        size = (
            f"{other} is faster: the winner takes {plain(1 / ratio[0])} times as long on the same puzzle"
            f" (95 % interval {turned})"
        )
    else:
        size = f"{other} fails too often for a ratio"
    certain = "beyond reasonable doubt" if p < 0.001 else "unlikely to be chance"
    return (
        f"{size}; the winner was faster on {count((x < y).sum())} of {count(len(x))} puzzles. That is {certain}"
        f" (signed-rank test, p {p_is(p)} after Holm's correction)"
    )


def the_only_set(study):
    order = study.ranked(study.times)
    solved = {label: int(np.isfinite(study.times[label]).sum()) for label in order}
    text = headline(study, study.sets[0])[2].split(": ", 1)[1]
    text = re.split(r"; (?:next |its \d+ puzzles? come)", text)[0]
    lines = [f"{text}."]
    if len(order) < 2:
        return lines
    first, second, n = order[0], order[1], len(study.times)
    differences = {other: study.differences(study.times, first, other) for other in order[1:]}
    p = dict(zip(order[1:], holm([signed_rank(d) if len(d) else 1.0 for d in differences.values()])))
    told = effect(study, first, second, p[second])
    if solved[second] == solved[first]:
        lines.append(f"Next: {told}.")
    else:
        lines.append(f"Next comes {second} with {count(solved[second])} of {count(n)} puzzles solved; {told}.")
    family = study.runs.groupby("label")["family"].first()
    seen, others = {family[first], family[second]}, []
    for label in order[1:]:
        if family[label] in seen:
            continue
        seen.add(family[label])
        ratio = np.exp(hodges_lehmann(differences[label])) if len(differences[label]) else [np.nan]
        if np.isfinite(ratio[0]):
            high = f"{plain(ratio[1])} to {plain(ratio[2])}" if np.isfinite(ratio[2]) else f"at least {plain(ratio[1])}"
            how = f"takes {plain(ratio[0])} times as long ({high})"
        else:
            how = "fails too often for a ratio of times"
        others.append(f"- {family[label]}: {label} {how}; it solved {count(solved[label])} of {count(n)}")
    if others:
        lines.append("The best of each other family, against the winner (95 % interval):")
    return lines + others


def set_by_set(study):
    if len(study.sets) == 1:
        return the_only_set(study)
    lines, won = [], {}
    for name in study.sets:
        leader, has_won, line = headline(study, name)
        lines.append(line)
        if has_won:
            won[leader] = won.get(leader, 0) + 1
    n = len(study.sets)
    if not won:
        first = f"No algorithm won any of the {n} sets: a test tells none apart from all others."
    elif list(won.values()) == [n]:
        first = f"{next(iter(won))} won in all {n} sets."
    else:
        order = sorted(won, key=lambda label: (-won[label], study.labels.index(label)))
        first = f"Of {n} sets, {', '.join(f'{label} won {won[label]}' for label in order)}."
    pointer = "How much slower the others are in each set, with intervals, is in set by set."
    return [first, "Set by set:", *lines, pointer]


def completeness(study):
    times, n = study.times, len(study.times)
    order = study.ranked(times)
    solved = {label: int(np.isfinite(times[label]).sum()) for label in order}
    failing = [label for label in order if solved[label] < n]
    within = f"the limit of {seconds(study.limit)}"
    ticks = study.runs["limit_ticks"].iloc[0]
    limits = study.runs.groupby("label")["limit_ticks"].first()
    if limits.nunique(dropna=False) > 1:
        # Some algorithms have ticks of their own.
        stand = f"the ticks that stand for {seconds(study.limit)}"
        within = f"{seconds(study.limit)}, or the ticks that stand for it," if limits.isna().any() else stand
    elif np.isfinite(ticks):
        within = f"the limits of {count(ticks)} ticks and {seconds(study.limit)}"
    if not failing:
        return [f"All {counted(len(order), 'algorithm')} solved every puzzle within {within} for a run."]

    def gave_up(label):
        here = study.endings.xs(label, level="label") if label in study.endings.index.get_level_values("label") else []
        unsolved = [key for key in times.index if not np.isfinite(times.loc[key, label])]
        return sum(1 for key in unsolved if here.get(key) == "gave-up")

    given = {label: gave_up(label) for label in failing}
    bracket = (
        ", and in brackets those they gave up on, where more time would not have helped" if any(given.values()) else ""
    )
    lines = [
        f"{count(len(order) - len(failing))} of {counted(len(order), 'algorithm')} solved every puzzle within {within}"
        f" for a run. Where the others failed, with the puzzles they solved of {count(n)}{bracket}:"
    ]
    groups = {}
    for label in failing:
        sets = tuple(name for name in study.sets if not np.isfinite(study.of_set(name)[label]).all())
        groups.setdefault(sets, []).append(label)
    for sets, labels in sorted(groups.items(), key=lambda item: len(item[0])):
        names = [f"“{name}”" for name in sets]
        if len(study.sets) == 1:
            place = "some puzzles"
        elif len(sets) == len(study.sets):
            place = "every set"
        elif len(sets) == 1:
            place = f"{names[0]} only"
        else:
            place = f"{', '.join(names[:-1])} and {names[-1]}"
        words = [f"{label} {solved[label]}" + (f" ({given[label]})" if given[label] else "") for label in labels]
        lines.append(f"- on {place}: {', '.join(words)}")
    return lines


def before_search(study):
    counts = {}
    for label in study.labels:
        n = int((np.isfinite(study.times[label]) & (study.ticks[label] == 0)).sum())
        if n:
            counts[label] = n
    if not counts:
        return []
    order = sorted(counts, key=lambda label: (-counts[label], label))
    listed = ", ".join(f"{label} {counts[label]}" for label in order)
    return [
        f"Solved before the search began, by placing what is forced: up to {counts[order[0]]} of {len(study.times)}"
        f" puzzles ({listed}). What is left compares their searches."
    ]


def beyond_solving(study):
    lines = []
    made = study.parts["generated"]
    if len(made):
        always, sometimes, hardly = [], [], []
        for label in study.labels:
            here = made[made["label"] == label]
            if not len(here):
                continue
            if here["undecided"].sum() > 0.5 * here["decisions"].sum():
                hardly.append(label)
            elif here["proper"].all():
                took = here["cpu_seconds"]
                always.append((took.mean(), label, took.min(), took.max(), len(took)))
            else:
                sometimes.append(label)
        others = ""
        for labels, what in [
            (sometimes, "also made improper ones"),
            (hardly, "left more than half of the questions undecided"),
        ]:
            if labels:
                who = ", ".join(labels) if len(labels) <= 6 else f"{len(labels)} others"
                others += f"; {who} {what}"
        if always:
            mean, label, least, most, n = min(always)
            total = len(always) + len(sometimes) + len(hardly)
            lines.append(
                f"- generation: as the judge of what may be taken away, {len(always)} of"
                f" {counted(total, 'algorithm')} made proper puzzles only, {label} with the least time of them: a mean of"
                f" {seconds(mean)} for a puzzle, from {seconds(least)} to {seconds(most)} over {count(n)}{others}"
            )
        else:
            lines.append(f"- generation: no algorithm made proper puzzles only{others}")
    rated = study.parts["ratings"]
    if len(rated):
        er = rated.set_index(["puzzle_set", "number"])["er"]
        first = study.all_runs[study.all_runs["repeat"] == 0]
        found = []
        for label in study.labels:
            total = weight = 0.0
            for name in study.sets:
                here = first[(first["label"] == label) & (first["puzzle_set"] == name)]
                here = here.set_index(["puzzle_set", "number"])
                here = here.loc[here.index.intersection(er.index)]
                x, y = finite(here["time"]), er.loc[here.index].to_numpy()
                if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
                    continue
                total += (len(x) - 1) * stats.spearmanr(x, y).statistic
                weight += len(x) - 1
            if weight:
                found.append((total / weight, label))
        found.sort()
        if found:
            (low, least), (high, most) = found[0], found[-1]
            span = f", from {low:.2f} ({least}) to {high:.2f} ({most})" if len(found) > 1 else ""
            lines.append(
                "- rating: times go with the human rating of a puzzle by a rank correlation within sets of typically"
                f" {np.median([x for x, _ in found]):.2f}{span}; 1 would be the same order of hardness"
            )
    speeds = study.parts["speeds"]
    if len(speeds) and speeds["threads"].max() > 1:
        most, parts = speeds["threads"].max(), []
        for form, words in [
            ("puzzles", "many puzzles at once go"),
            ("tree", "one search cut into parts"),
            ("side-by-side", "independent runs of one puzzle"),
        ]:
            here = speeds[speeds["form"] == form]
            wall = here.groupby(["label", "threads"])["wall_seconds"].median().unstack()
            if 1 not in wall or most not in wall:
                continue
            gains = (wall[1] / wall[most]).dropna()
            if len(gains):
                parts.append(
                    f"{words} {plain(gains.median())} times as fast ({plain(gains.min())} to {plain(gains.max())})"
                )
        if parts:
            lines.append(
                f"- speed-up: with {most} threads, typically {', '.join(parts)};"
                " in brackets the least and the most of any algorithm"
            )
    return ["Beyond solving:", *lines] if lines else []


def noise(study):
    runs = study.runs
    order = study.ranked(study.times)
    keys = ["puzzle_set", "number"]
    p, offs, ratios = [], [], []
    for label in order:
        here = runs[runs["label"] == label]
        # Halves of equal size, by the order of the repeats: one may be missing where the study was broken off.
        here = here.sort_values("repeat", kind="stable")
        equal = here.groupby(keys)["repeat"].transform("size") // 2 * 2
        place = here.groupby(keys).cumcount()
        halves = [
            here[(place < equal) & (place % 2 == k)].groupby(keys)["time"].apply(middle) for k in (0, 1)
        ]
        both = pd.concat(halves, axis=1, keys=["even", "odd"]).dropna().loc[lambda t: np.isfinite(t).any(axis=1)]
        both = both.reindex([key for key in study.times.index if key in both.index])
        # The thesis' protocol stops by its times, so that its repeats have no halves.
        if len(both) and not study.by_mean:
            d = study.differences(both, "even", "odd")
            p.append(signed_rank(d))
            offs.append((label, np.exp(abs(hodges_lehmann(d)[0]))))
        if label not in study.randomised:
            solved = here[np.isfinite(here["time"])].groupby(keys)["time"].agg(["min", "max", "size"])
            solved = solved[solved["size"] > 1]
            ratios.extend(solved["max"] / solved["min"])
    ratios = np.asarray(ratios)
    apart = int((ratios > 2).sum())
    typical = np.median(ratios) if len(ratios) else 1.0
    repeats = (
        f"repeats of the same deterministic work differ typically by {plain(typical)} times, and by more than twice on"
        f" {count(apart)} of {counted(len(ratios), 'pair')} ({percent(apart / max(len(ratios), 1))})"
    )
    differs = [f"{label} (ratio {plain(off)})" for (label, off), q in zip(offs, holm(p)) if q < LEVEL]
    faults = []
    if differs:
        faults.append(
            f"even and odd repeats differ for {', '.join(differs)} although they are the same algorithm"
        )
    if len(ratios) and (apart > 0.02 * len(ratios) or typical > 1.25):
        faults.append(f"{repeats}, where at most 1.25 times and {percent(0.02)} are allowed")
    if faults:
        return [
            f"Noise check failed: {'; and '.join(faults)}. Differences of that size between algorithms mean nothing"
            " here; run again on a quiet machine."
        ]
    off = sorted(off for _, off in offs if np.isfinite(off))
    self_ratio = off[len(off) // 2] if off else 1.0
    alike = (
        "no algorithm differs from itself when its even and odd repeats are compared"
        f" (typical ratio {plain(self_ratio)})"
    )
    if not len(ratios):
        nothing = (
            "no deterministic algorithm solved a puzzle twice, so that nothing shows how far repeats of the same work"
            " lie apart"
        )
        return [f"Noise check cannot tell: {nothing}{f'; but {alike}' if p else ''}."]
    return [f"Noise check passed: {f'{alike}; ' if p else ''}{repeats}."]


def faults(study):
    faulty = study.runs[study.runs["class"] == "faulty"]
    if not len(faulty):
        return []
    guilty = [label for label in study.ranked(study.times) if label in set(faulty["label"])]
    return [
        f"Warning: {counted(len(faulty), 'run')} claimed a false solution or panicked ({', '.join(guilty)}); see faulty"
        " runs."
    ]


def busy(study):
    runs = study.all_runs
    n = runs["inner"] * runs["batches"]
    cpu, wall = (n * runs["cpu_seconds"]).sum(), (n * runs["wall_seconds"]).sum()
    share = min(cpu / wall, 1.0)
    if share >= 0.9:
        return []
    return [
        f"The machine was busy: the runs had a core to themselves only {percent(share)} of the time, so times are"
        " rough. Run again on a quiet machine before quoting them."
    ]


def crowded(study):
    if not study.all_runs["core"].isna().any():
        return []
    return [
        "Runs shared cores: more of them were measured at a time than there are physical cores, or the system told none,"
        " so they slowed one another down. Leave --jobs out to have one on each core."
    ]


def unfinished(study):
    if study.planned is None or len(study.all_runs) >= study.planned:
        return []
    return [
        f"Unfinished: {count(len(study.all_runs))} of {count(study.planned)} runs are done, and"
        f" {count(len(study.puzzles))} of {count(study.n_puzzles)} puzzles have been run by every algorithm and are"
        " compared here. The same command goes on."
    ]


def too_early(study):
    return [
        f"Too early to say. {counted(len(study.all_runs), 'run')} done, but no puzzle has been run by every algorithm"
        " yet. The same command goes on."
    ]


# Comparing.

NUMBER = re.compile(r"\d+(?:\.\d+)?")


def same(ours, theirs):
    """Whether two sentences say the same, numbers within one of their last digit."""
    if NUMBER.sub("#", ours) != NUMBER.sub("#", theirs):
        return False
    drawn = [m.start(1) for m in re.finditer(r"leads again in (\d+(?:\.\d+)?)", theirs)]
    for a, b in zip(NUMBER.finditer(ours), NUMBER.finditer(theirs)):
        x, y = float(a.group()), float(b.group())
        digits = min(len(part.group().partition(".")[2]) for part in (a, b))
        unit = 10.0**-digits
        if digits == 0 and max(x, y) >= 1000:
            unit = 10.0 ** (len(str(int(max(x, y)))) - 3)
        if b.start() in drawn:
            unit = 5.0
        if abs(x - y) > 1.0001 * unit and abs(x - y) > 1e-9:
            return False
    return True


def main():
    program, folder, randomised = sys.argv[1], sys.argv[2], sys.argv[3].split(",")
    answer = said(program, "study", "report", folder).split("\nReport:")[0]
    answer = answer.replace("\u00a0", " ").replace("\u202f", "")
    report = [line.strip() for line in answer.splitlines() if line.strip()]
    study = Study(program, folder, randomised)
    expected = too_early(study)
    if len(study.runs):
        expected = [
            *set_by_set(study),
            *completeness(study),
            *before_search(study),
            *beyond_solving(study),
            *faults(study),
            *noise(study),
            *busy(study),
            *crowded(study),
            *unfinished(study),
        ]
    wrong = 0
    for place in range(max(len(report), len(expected))):
        theirs = report[place] if place < len(report) else "(nothing)"
        ours = expected[place] if place < len(expected) else "(nothing)"
        if not same(ours, theirs):
            wrong += 1
            print(f"the report says\n  {theirs}\nand the rows say\n  {ours}\n")
    if wrong:
        sys.exit(1)
    print(f"{len(report)} lines of the first screen follow from {len(study.all_runs)} rows")


if __name__ == "__main__":
    main()
