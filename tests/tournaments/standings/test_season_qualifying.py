"""Who qualifies from a season: the first places, with substitutes by rank."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.seasons.qualifying import ENTERS, IN, qualify

# a first, b and c share 2, d 4, e and f share 5.
TABLE = [("a", 1), ("b", 2), ("c", 2), ("d", 4), ("e", 5), ("f", 5)]


def found(places, **options):
    return {each.player: each.state for each in qualify(TABLE, places, **options)}


def test_the_first_places_enter():
    assert found(3) == {"a": "enters", "b": "enters", "c": "enters"}


def test_the_next_comes_in_for_who_declines():
    expected = {"a": "declined", "b": "enters", "c": "enters", "d": "enters"}
    assert found(3, declined={"a"}) == expected


def test_those_of_one_rank_are_tied_if_not_all_have_a_place():
    assert found(2) == {"a": "enters", "b": "tied", "c": "tied"}
    assert found(2, declined={"c"}) == {"a": "enters", "b": "enters", "c": "declined"}


def test_who_is_in_takes_a_place_unless_told_otherwise():
    assert found(3, entered={"b"}) == {"a": "enters", "b": "in", "c": "enters"}
    besides = found(3, entered={"b"}, besides=True)
    assert besides == {"a": "enters", "b": "in", "c": "enters", "d": "enters"}
    assert found(2, entered={"b"}) == {"a": "enters", "b": "in"}


@given(st.integers(1, 8), st.sets(st.sampled_from("abcdef")), st.sets(st.sampled_from("abcdef")))
def test_no_more_than_the_places_and_nobody_who_declined(places, entered, declined):
    rows = qualify(TABLE, places, entered=entered, declined=declined)
    inside = {each.player for each in rows if each.state == IN}
    entering = {each.player for each in rows if each.state == ENTERS}
    assert not entering & (entered | declined)
    last = max((each.rank for each in rows if each.state == ENTERS), default=0)
    before = {each.player for each in rows if each.state == IN and each.rank <= last}
    assert len(entering) + len(before) <= places or not entering
    assert inside <= entered
    again = qualify(TABLE, places, entered=entered | entering, declined=declined)
    assert not [each for each in again if each.state == ENTERS], "repeating enters nobody"
