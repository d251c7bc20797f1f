"""The table of a season: which events of a player count, and how they add up."""

import random
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.seasons.places import Place, final_places, points_of_place
from tournaments.standings.seasons.scoring import BETTER, PLACES, SHARED, SeasonScoring
from tournaments.standings.seasons.table import EventScore, EventScores, season_table

SCORES = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 20), max_size=4)
LEAGUE = SeasonScoring(by=PLACES, points_x2=(20, 12, 8, 4))


def event(name, **points):
    return EventScores(name, {player: EventScore(value) for player, value in points.items()})


def test_the_best_two_of_three_events_count():
    events = [event("one", a=4, b=6), event("two", a=5, c=9), event("three", a=5, b=3, c=1)]
    rows = season_table(events, SeasonScoring(best=2))
    assert [(row.rank, row.player, row.total) for row in rows] == [
        (1, "a", 10),
        (1, "c", 10),
        (3, "b", 9),
    ]
    parts = [(part.event, part.score.points, part.counts) for part in rows[0].parts]
    assert parts == [("one", 4, False), ("two", 5, True), ("three", 5, True)]


def test_a_bonus_counts_for_events_that_are_dropped_but_not_for_who_took_no_part():
    scores = [4, 6, 5]
    events = [event(str(at), a=score) for at, score in enumerate(scores)]
    events.append(EventScores("absent", {"a": EventScore(1, took_part=False)}))
    (row,) = season_table(events, SeasonScoring(best=2, bonus_x2=3))
    assert row.total == 6 + 5 + 3 * 3
    assert [part.bonus for part in row.parts] == [3, 3, 3, 0]


def test_half_points_of_a_bonus_are_whole_points_where_wins_count():
    (row,) = season_table([event("one", a=2)], SeasonScoring(by="wins", bonus_x2=3))
    assert row.total == 2 + Fraction(3, 2)
    assert row.as_json()["total"] == "7/2"


def test_fractions_of_tables_add_up_exactly():
    events = [event(str(n), a=Fraction(2, 3)) for n in range(3)]
    assert season_table(events, SeasonScoring())[0].as_json()["total"] == 2


@given(
    st.lists(SCORES, max_size=5),
    st.one_of(st.none(), st.integers(1, 4)),
    st.integers(0, 9),
    st.integers(0, 99),
)
def test_totals_are_the_most_that_so_many_events_give_in_any_order(scores, best, bonus, seed):
    scoring = SeasonScoring(best=best, bonus_x2=bonus)
    events = [event(str(at), **given) for at, given in enumerate(scores)]
    rows = season_table(events, scoring)
    for row in rows:
        mine = sorted((s[row.player] for s in scores if row.player in s), reverse=True)
        assert row.total == sum(mine[:best]) + bonus * len(mine)
        assert row.total <= sum(mine) + bonus * len(mine)
        assert len(row.parts) == len(mine)
    shuffled = random.Random(seed).sample(events, len(events))
    again = season_table(shuffled, scoring)
    assert [(r.rank, r.player, r.total) for r in again] == [
        (r.rank, r.player, r.total) for r in rows
    ]


# --- places -----------------------------------------------------------------------------------
def row(entry, rank, played=3, **more):
    return {"entry": entry, "rank": rank, "played": played, **more}


def test_points_of_places_are_shared_by_equal_players():
    """10, 6, 4, 2: two at place 2 have (6 + 4) / 2; three at place 3 (4 + 2 + 0) / 3."""
    assert points_of_place(Place(1), LEAGUE) == 20
    assert points_of_place(Place(2, 2), LEAGUE) == 10
    assert points_of_place(Place(3, 3), LEAGUE) == 4
    assert points_of_place(Place(1, 3), LEAGUE) == Fraction(40, 3)
    assert points_of_place(Place(5), LEAGUE) == 0


def test_or_all_have_those_of_the_best_place():
    scoring = SeasonScoring(by=PLACES, points_x2=(20, 12, 8, 4), ties=BETTER)
    assert [points_of_place(Place(2, 3), scoring), points_of_place(Place(5, 2), scoring)] == [12, 0]


@given(st.lists(st.integers(0, 40), max_size=6), st.lists(st.integers(1, 4), max_size=5))
def test_sharing_gives_away_the_whole_table_and_no_more(points, groups):
    scoring = SeasonScoring(by=PLACES, points_x2=tuple(sorted(points, reverse=True)), ties=SHARED)
    first, given_away = 1, Fraction(0)
    for sharing in groups:
        given_away += sharing * points_of_place(Place(first, sharing), scoring)
        first += sharing
    assert given_away == sum(scoring.points_x2[: first - 1])


def test_the_last_stage_comes_first_and_who_played_nothing_has_no_place():
    final = [row(1, 1), row(2, 2)]
    groups = [row(1, 1), row(3, 2), row(2, 1), row(4, 2), row(5, 3), row(6, 3, played=0)]
    found = final_places({"rows": final, "earlier": [{"rows": groups}]})
    assert found == {1: Place(1), 2: Place(2), 3: Place(3, 2), 4: Place(3, 2), 5: Place(5)}


def test_a_tie_that_was_decided_is_none():
    decided = {"rank": 2, "why": "lot"}
    rows = [row(1, 1, decided={"rank": 1, "why": "lot"}), row(2, 1, decided=decided), row(3, 3)]
    assert final_places({"rows": rows}) == {1: Place(1), 2: Place(2), 3: Place(3)}


def test_a_tie_without_a_decision_covers_its_places():
    rows = [row(1, 1), row(2, 1), row(3, 3)]
    assert final_places({"rows": rows}) == {1: Place(1, 2), 2: Place(1, 2), 3: Place(3)}
