"""Tasks for test_time_limits.py: one that ends, and two that never do."""

import os
from pathlib import Path

from billiard.exceptions import SoftTimeLimitExceeded

from config.celery import app

__all__ = ["app"]


@app.task(name="tests.short")
def short(number: int) -> None:
    Path(os.environ["VAR_DIR"], f"done-{number}").touch()


@app.task(name="tests.spin", soft_time_limit=1, time_limit=20)
def spin(number: int) -> None:
    _begin("spin", number)
    while True:
        pass


@app.task(name="tests.deaf", soft_time_limit=1, time_limit=2)
def deaf(number: int) -> None:
    """It does not end when it is interrupted: its process must be killed."""
    _begin("deaf", number)
    while True:
        try:
            while True:
                pass
        except SoftTimeLimitExceeded:
            continue


def _begin(name: str, number: int) -> None:
    with Path(os.environ["VAR_DIR"], f"begun-{name}-{number}").open("a") as file:
        file.write("x")
