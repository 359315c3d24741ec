"""Settings of the tests."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

# Machines that test may be slow: no example is given a deadline.
settings.register_profile(
    "sudolab",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sudolab")


def command(name):
    """A program of the repository that lies beside the command; nothing where there is none."""
    beside = os.environ.get("SUDOLAB_BIN")
    path = Path(beside).with_name(name) if beside else None
    return path if path is not None and path.exists() else None
