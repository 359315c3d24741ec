"""Ends a function of Python that works on another thread."""

from __future__ import annotations

import ctypes
import time


class Ended(BaseException):
    """The time of an own algorithm is spent, or the study was cancelled."""


raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
"""Has Python raise an exception in a thread, between two of its steps."""
raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)


def cpu_seconds(thread: int) -> float | None:
    """CPU time of a thread that is alive; ``None`` where the system does not tell."""
    clock_of = getattr(time, "pthread_getcpuclockid", None)
    return None if clock_of is None else time.clock_gettime(clock_of(thread))
