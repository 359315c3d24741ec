"""The Sudoku laboratory for Python.

>>> import sudolab
>>> puzzle = sudolab.Puzzle(
...     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
>>> puzzle.check().status
'unique'
>>> puzzle.rate("se-1.2.1").word
'hard'
"""

from __future__ import annotations

from sudolab._core import VERSION as __version__
from sudolab.converting import convert, formats
from sudolab.errors import (
    BoardError,
    ClusterError,
    ConflictError,
    DefectError,
    LimitError,
    NoSolutionError,
    NotUniqueError,
    ParseError,
    StudyError,
    SudolabError,
    SudolabWarning,
    UnknownAlgorithm,
    UsageError,
)
from sudolab.lab import Algorithm, Technique, algorithms, run, techniques
from sudolab.making import generate
from sudolab.many import check_many, count_many, rate_many, solve_many
from sudolab.puzzle import Puzzle
from sudolab.reading import read
from sudolab.results import (
    Count,
    Explanation,
    Hint,
    Outcome,
    Rating,
    Solution,
    Step,
    Verdict,
)
from sudolab.study import Report, Study, reproduce
from sudolab.table import Results
from sudolab.timetables import Placement, Timetable, timetable
from sudolab.tracing import Trace, trace

__all__ = [
    "Algorithm",
    "BoardError",
    "ClusterError",
    "ConflictError",
    "Count",
    "DefectError",
    "Explanation",
    "Hint",
    "LimitError",
    "NoSolutionError",
    "NotUniqueError",
    "Outcome",
    "ParseError",
    "Placement",
    "Puzzle",
    "Rating",
    "Report",
    "Results",
    "Solution",
    "Step",
    "Study",
    "StudyError",
    "SudolabError",
    "SudolabWarning",
    "Technique",
    "Timetable",
    "Trace",
    "UnknownAlgorithm",
    "UsageError",
    "Verdict",
    "__version__",
    "algorithms",
    "check_many",
    "convert",
    "count_many",
    "formats",
    "generate",
    "rate_many",
    "read",
    "reproduce",
    "run",
    "solve_many",
    "techniques",
    "timetable",
    "trace",
]
