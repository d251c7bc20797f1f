"""The order of rated games: by day, then as the event was played; never by insertion."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.analysis import order_key

DAY = date(2026, 3, 1)
FULL: dict[str, Any] = {
    "played_on": DAY,
    "event_starts_on": date(2026, 2, 27),
    "event_slug": "spring-open",
    "round": 3,
    "leg": 1,
    "table": 12,
    "slot": 2,
    "record_hash": "ab" * 32,
    "public_id": "x7k2m9q4zt",
}


def test_all_parts_stand_in_order_numbers_padded():
    assert order_key.build(**FULL) == (
        "2026-03-01|2026-02-27|spring-open|000003|000001|000012|000002|" + "ab" * 32 + "|x7k2m9q4zt"
    )


def test_what_a_casual_game_lacks_is_empty():
    key = order_key.build(played_on=DAY, record_hash="cd", public_id="g1")
    assert key == "2026-03-01|||||||cd|g1"


def test_the_longest_key_fits_its_column():
    longest = FULL | {"event_slug": "s" * 50, "round": 999_999, "table": 999_999}
    assert len(order_key.build(**longest)) <= order_key.LENGTH


@pytest.mark.parametrize(
    "wrong",
    [
        {"round": -1},
        {"table": 1_000_000},
        {"event_slug": "a|b"},
        {"record_hash": "a|b"},
        {"public_id": "x" * 200},
    ],
)
def test_a_part_that_would_break_the_order_is_refused(wrong):
    with pytest.raises(ValueError, match=r"."):
        order_key.build(**(FULL | wrong))


numbers = st.integers(0, 999_999)
places = st.tuples(st.dates(), numbers, numbers, numbers, numbers)


@given(places, places)
def test_keys_of_one_event_compare_as_its_games_were_played(one, other):
    def key(place):
        day, *rest = place
        named = dict(zip(("round", "leg", "table", "slot"), rest, strict=True))
        return order_key.build(
            played_on=day, event_starts_on=DAY, event_slug="e", **named, public_id="g"
        )

    assert (key(one) < key(other)) == (one < other)
    assert (key(one).encode() < key(other).encode()) == (key(one) < key(other))
