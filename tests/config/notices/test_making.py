"""Whom a change is told to: values in, notices out, without a database."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.notices.choices import KIND_OF, Kind, What
from config.notices.making import MAKERS, Situation, notices_of
from config.notices.words import PATHS, SENTENCES
from tournaments.selectors import PairedSeat
from tournaments.services.feed.actions import LISTED

AT = datetime(2036, 5, 2, 17, 0, tzinfo=UTC)
ADA, BO, BOSS = 1, 2, 9


def seat(order, user_id, **about):
    usual = {
        "pairing": 7, "round": 3, "leg": 1, "table": 4, "entry": order * 10,
        "games": 1, "number": 1, "first_seat": 1, "state": "open",
    }  # fmt: skip
    return PairedSeat(order=order, player=f"p{order}", user_id=user_id, **{**usual, **about})


def change(action, **about):
    usual = {
        "cursor": "c1", "at": AT.isoformat(), "event": "cup", "round": 3, "pairing": 7,
        "number": 1, "game": None, "pool": None, "entry_id": None, "data": {},
    }  # fmt: skip
    return {"action": action, **usual, **about}


def notified_of(made):
    return [(notice.user_id, notice.what) for notice in made]


BOTH = Situation(seats=(seat(1, ADA), seat(2, BO)))


def test_a_round_is_told_to_each_player_with_their_own_side():
    made = notices_of(change("round.published"), BOTH, author=BOSS)
    assert notified_of(made) == [(ADA, What.PAIRED), (BO, What.PAIRED)]
    first, second = (notice.data for notice in made)
    assert (first["first"], first["others"], first["table"]) == (True, ["p2"], 4)
    assert (second["first"], second["others"]) == (False, ["p1"])


def test_who_has_no_game_is_told_of_the_bye():
    alone = seat(1, ADA, number=None, first_seat=None, games=0, table=None)
    (notice,) = notices_of(change("round.published"), Situation(seats=(alone,)))
    assert (notice.what, notice.data["first"], notice.urgent) == (What.BYE, None, False)


def test_a_round_of_two_legs_is_told_once_for_each():
    legs = tuple(seat(1, ADA, leg=leg, pairing=leg) for leg in (1, 2))
    made = notices_of(change("round.published"), Situation(seats=legs))
    assert len({notice.source for notice in made}) == 2


@pytest.mark.parametrize(
    ("due", "urgent"), [(None, True), (timedelta(hours=23), True), (timedelta(days=7), False)]
)
def test_a_round_wakes_people_unless_there_is_time(due, urgent):
    seats = (seat(1, ADA, due_at=AT + due if due else None), seat(2, None))
    (notice,) = notices_of(change("round.published"), Situation(seats=seats))
    assert notice.urgent is urgent


def test_nobody_is_told_of_their_own_act():
    seats = (seat(1, ADA, state="reported"), seat(2, BO, state="reported"))
    waiting = Situation(seats=seats)
    made = notices_of(change("game.submitted"), waiting, author=ADA)
    assert notified_of(made) == [(BO, What.WAITS)]


def test_a_game_that_counts_already_does_not_wait():
    assert notices_of(change("game.submitted"), BOTH, author=ADA) == []


def test_a_ruling_is_told_once_not_also_as_a_result():
    ruled = change("result.recorded", data={"kind": "forfeit", "outcome": "seat-1"})
    assert notices_of(ruled, BOTH) == []
    played = change("result.recorded", data={"kind": "played", "outcome": "R-0"})
    assert notified_of(notices_of(played, BOTH)) == [(ADA, What.COUNTS), (BO, What.COUNTS)]


def test_staff_hear_of_a_dispute_by_night_and_players_in_the_morning():
    situation = Situation(seats=BOTH.seats, staff=(BO, BOSS))
    made = notices_of(change("slot.disputed"), situation, author=ADA)
    assert [(n.user_id, n.what, n.urgent) for n in made] == [
        (BO, What.DISPUTED, False),  # plays, and is staff: told once
        (BOSS, What.DISPUTED_STAFF, True),
    ]


def test_an_entry_that_is_approved_may_wait_for_a_place():
    situation = Situation(recipients={ADA: {}})
    for state, what in (("in", What.ACCEPTED), ("waiting", What.LISTED)):
        made = notices_of(change("entry.approved", data={"state": state}), situation)
        assert notified_of(made) == [(ADA, what)]


def test_other_changes_tell_nothing():
    assert notices_of(change("entry.checked_in"), BOTH) == []


def test_every_action_told_is_in_the_feed_and_everything_told_has_words():
    assert set(MAKERS) <= set(LISTED)
    assert set(SENTENCES) == set(PATHS) == set(KIND_OF) == set(What)
    assert set(KIND_OF.values()) == set(Kind)


@given(
    action=st.sampled_from(sorted(MAKERS)),
    users=st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=1, max_size=6),
    staff=st.lists(st.integers(1, 5), max_size=3),
    author=st.one_of(st.none(), st.integers(1, 5)),
)
def test_a_person_has_one_notice_of_a_source_and_the_author_none(action, users, staff, author):
    seats = tuple(seat(order, user, state="reported") for order, user in enumerate(users, 1))
    situation = Situation(seats=seats, staff=tuple(staff), recipients={user: {} for user in staff})
    made = notices_of(change(action, data={"kind": "played"}), situation, author=author)
    keys = [(notice.user_id, notice.source) for notice in made]
    assert len(keys) == len(set(keys))
    assert author is None or author not in {notice.user_id for notice in made}
    assert {notice.user_id for notice in made} <= {*users, *staff} - {None}
