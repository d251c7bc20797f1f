"""Which games a pool counts: the database and Python say the same of every game."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ratings import counting
from ratings.models import RatedGame
from tests.builders import make_event

DAYS = [date(2026, 1, 1) + timedelta(day) for day in range(3)]
any_of = st.lists(st.sampled_from([4, 5, 6]), min_size=1, max_size=2, unique=True)
filters = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["tak", "taki", ["tak", "taki"]]),
        "size": st.one_of(st.sampled_from([5, 6]), any_of),
        "half_komi": st.sampled_from([0, 4, [0, 4]]),
        "time_class": st.sampled_from(["blitz", ["", "blitz"]]),
        "events": st.sampled_from([["spring"], ["spring", "autumn"]]),
        "casual": st.sampled_from(["yes", "no"]),
        "from": st.sampled_from([day.isoformat() for day in DAYS]),
    },
)


class EveryGame(TestCase):
    @classmethod
    def setUpTestData(cls) -> None:
        events = [None, *(make_event(slug=s, state="draft") for s in ("spring", "autumn"))]
        rows = [
            RatedGame(
                source=f"{number}",
                revision=1,
                order_key=f"{day}|{number}",
                played_on=day,
                game=game,
                size=size,
                half_komi=half_komi,
                time_class=time_class,
                event=event,
            )
            for number, (day, game, size, half_komi, time_class, event) in enumerate(
                (day, game, size, half_komi, time_class, event)
                for day in DAYS
                for game, size in (("tak", 5), ("tak", 6), ("taki", None))
                for half_komi in (0, 4)
                for time_class in ("", "blitz")
                for event in events
            )
        ]
        RatedGame.objects.bulk_create(rows)

    @given(filters)
    def test_the_database_and_python_agree(self, counts: dict) -> None:
        counts = counting.validated(counts)
        asked = set(RatedGame.objects.filter(counting.counted_filter(counts)).values_list("pk"))
        games = RatedGame.objects.select_related("event")
        assert asked == {(game.pk,) for game in games if counting.is_counted(counts, game)}

    def test_casual_games_beside_the_events_of_a_club(self) -> None:
        """By hand: of 36 games of Tak-5 and Tak-6 a third is casual, a third of each event."""
        for counts, expected in (
            ({"game": "tak"}, 72),
            ({"game": "tak", "casual": "only"}, 24),
            ({"game": "tak", "casual": "no"}, 48),
            ({"game": "tak", "events": ["spring"]}, 24),
            ({"game": "tak", "events": ["spring"], "casual": "yes"}, 48),
            ({"game": "tak", "size": [5], "half_komi": 4, "from": "2026-01-02"}, 12),
        ):
            assert RatedGame.objects.filter(counting.counted_filter(counts)).count() == expected


@pytest.mark.parametrize(
    "counts",
    [
        {"colour": 1}, {"size": "5"}, {"size": []}, {"size": True}, {"game": 3}, {"casual": True},
        {"events": "spring"}, {"events": []}, {"events": [1]}, {"from": "soon"},
        {"from": "20260101"}, {"from": None}, {"casual": "only", "events": ["spring"]},
        {"half_komi": [0, "4"]},
    ],
)  # fmt: skip
def test_what_no_game_can_be_is_refused(counts):
    with pytest.raises(ValueError, match=r"\w"):
        counting.validated(counts)
