import pytest

from ratings.analysis.time_class import time_class


@pytest.mark.parametrize(
    ("minutes", "increment", "expected"),
    [
        (1, 0, "bullet"), (2, 0.5, "bullet"), (2, 1, "blitz"), (3, 2, "blitz"), (10, 0, "blitz"),
        (10, 1, "rapid"), (15, 10, "rapid"), (30, 29, "rapid"), (30, 30, "classical"),
        (60, 0, "classical"), (90, 30, "classical"), (0, 5, "blitz"),
    ],
)  # fmt: skip
def test_a_class_by_minutes_and_seconds_a_move(minutes, increment, expected):
    assert time_class({"minutes": minutes, "increment_seconds": increment}) == expected


def test_what_is_not_said_counts_as_nothing():
    assert time_class({"minutes": 5}) == time_class({"increment_seconds": 5}) == "blitz"
    assert time_class({}) == time_class({"minutes": 0, "increment_seconds": 0}) == ""


def test_a_class_that_is_named_stands():
    assert time_class({"class": "by-post", "minutes": 5}) == "by-post"
    assert time_class({"class": "", "minutes": 5}) == "blitz"
