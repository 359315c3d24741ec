"""Counts the lines of a logic room by folder: python3 count.py [CLONE/]crates/logic

A line is a test (in a `#[cfg(test)] mod`), part of a lesson, part of an entry, a remark (or blank), or code.
"""

import collections
import pathlib
import re
import sys

KINDS = ["files", "lines", "tests", "lessons", "entries", "remarks", "code"]
FOLDERS = [
    ("rooms of chains", ["src/tabling", "src/rating/hodoku/tabling", "src/rating/se/chains"]),
    ("what the older room did not know",
     ["src/general", "src/rating/human", "src/techniques/kraken_fish.rs", "src/lesson.rs", "src/example.rs",
      "src/every_step.rs", "src/path.rs", "src/start.rs", "tests/any_board.rs", "tests/along_a_path.rs",
      "tests/large_fish.rs", "tests/own_technique.rs", "tests/told_in_full.rs"]),
    ("finders, HoDoKu's order and tables of techniques",
     ["src/techniques", "src/rating/hodoku", "src/technique.rs", "src/origin.rs", "src/entry.rs", "src/catalogue.rs",
      "src/exemplar.rs", "src/regression.rs", "src/hint.rs"]),
    ("cells and sets, now in grid", ["src/board"]),
    ("tests and examples", ["tests", "examples"]),
    ("everything else", ["src"]),
]


def kind_of(lines):
    """Pairs each line with its kind."""
    inside = None  # the kind of a block, and how it ends
    for number, line in enumerate(lines):
        text = line.strip()
        if inside is None:
            after = lines[number + 1] if number + 1 < len(lines) else ""
            if text == "#[cfg(test)]" and re.match(r"(pub(\(.*\))? )?mod \w+ \{", after):
                inside = ("tests", lambda it: it.rstrip() == "}")
            elif re.match(r"(pub )?(static|const) \w+: (Lesson = Lesson|&str =)", line) and "LESSON" in line or re.match(
                r"const (WHY|WHEN)\w*: &str", line
            ):
                inside = ("lessons", lambda it: it.rstrip().endswith(";"))
            elif re.match(r"(pub )?static \w+: Entry", line):
                inside = ("entries", lambda it: it.rstrip().endswith(";"))
        if inside:
            yield inside[0]
            if inside[1](line):
                inside = None
        else:
            yield "remarks" if text == "" or text.startswith("//") else "code"


def folder_of(path):
    """The first group that names a folder of the path or the file itself."""
    for name, folders in FOLDERS:
        if any(path == folder or path.startswith(folder + "/") for folder in folders):
            return name
    raise ValueError(path)


def main():
    root = pathlib.Path(sys.argv[1])
    counts = {name: collections.Counter() for name, _ in FOLDERS}
    for file in sorted(root.rglob("*.rs")):
        lines = file.read_text().splitlines()
        count = counts[folder_of(file.relative_to(root).as_posix())]
        count.update(kind_of(lines))
        count["lines"] += len(lines)
        count["files"] += 1
    counts["sum"] = sum(counts.values(), collections.Counter())
    counts["sum without the rooms of chains"] = counts["sum"] - counts["rooms of chains"]
    alike = counts["sum without the rooms of chains"] - counts["what the older room did not know"]
    alike["lines"] -= alike.pop("lessons", 0)
    counts["like for like: also without lessons and what the older room did not know"] = alike
    print("| part | " + " | ".join(KINDS) + " |")
    print("|---" * (len(KINDS) + 1) + "|")
    for name, count in counts.items():
        print(f"| {name} | " + " | ".join(f"{count[kind]:,}".replace(",", " ") for kind in KINDS) + " |")


main()
