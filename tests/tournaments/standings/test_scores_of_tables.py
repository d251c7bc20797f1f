"""Scores of card tables: exact shares of a point, equal weight for tables of every size, kept
through JSON; and the standings of stages in groups, of eliminations and of a Keizer.
"""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.places import rank
from tests.tournaments.playing import make_entrants
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.interface import Reason
from tournaments.standings import StandingsTable, build_table
from tournaments.standings.points import (
    game_points_x2,
    place_points_x2,
    points_text,
    proof_points_as_shown,
    proof_points_text,
    read_points,
    table_points_x2,
    write_points,
)
from tournaments.standings.scores import scores
from tournaments.standings.tiebreaks.keizer import keizer_scores
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    Slot,
    SlotResult,
)

RULES = MatchRules(tiebreaks=("WIN",))


def placed(*places_x2: int, winner_takes_all: bool = False, kind: str = "played") -> SlotResult:
    points = place_points_x2(places_x2, winner_takes_all=winner_takes_all)
    return SlotResult(kind, "", points)


def sat(round_: int, seats: tuple[int, ...], *results: SlotResult) -> Played:
    slots = tuple(Slot(number, result=result) for number, result in enumerate(results, start=1))
    return Played(round_, seats, slots)


def event(*played: Played, size: int, rounds: int = 1, rules: MatchRules = RULES) -> EventState:
    return EventState(make_entrants(size), 9, rounds, played, rules)


def test_the_example_of_the_rules() -> None:
    """TAKI-9: four at a table, cards left 0, 3, 3, 7, so places 1, 2.5, 2.5, 4: 1, ½, ½, 0."""
    assert place_points_x2((2, 5, 5, 8)) == (6, 3, 3, 0)
    assert game_points_x2(sat(1, (1, 2, 3, 4), placed(2, 5, 5, 8)), RULES) == (2, 1, 1, 0)


@pytest.mark.parametrize(
    ("stored", "kind", "points_x2"),
    [
        ((6, 3, 3, 0), "played", (2, 1, 1, 0)),
        ((4, 1, 1), "adjudicated", (2, Fraction(1, 2), Fraction(1, 2))),
        ((6, 4, 2, 0), "played", (2, Fraction(4, 3), Fraction(2, 3), 0)),
        ((2, 0, 0), "played", (2, 0, 0)),  # the winner takes all
        ((0, 2, 0), "forfeit", (0, 2, 0)),
        ((0, 0, 0), "double_forfeit", (0, 0, 0)),
        ((1, 1), "played", (1, 1)),
    ],
)
def test_points_of_one_game_as_pages_show_them(
    stored: tuple[int, ...], kind: str, points_x2: tuple[Fraction, ...]
) -> None:
    assert table_points_x2(stored, kind=kind) == points_x2


@given(st.lists(st.integers(1, 9), min_size=2, max_size=9))
def test_the_points_of_a_game_are_those_of_the_standings(said: list[int]) -> None:
    """And a table of k gives k/2 points in all, between 0 and 1 each, more for a better place."""
    places_x2 = rank(said)
    points = table_points_x2(place_points_x2(places_x2), kind="played")
    seats = tuple(range(1, len(said) + 1))
    assert game_points_x2(sat(1, seats, placed(*places_x2)), RULES) == points
    assert sum(points) == len(said)
    assert all(0 <= given <= 2 for given in points)
    by_place = sorted(zip(places_x2, points, strict=True))
    assert [given for _place, given in by_place] == sorted(points, reverse=True)


def test_the_winner_takes_all_if_alone() -> None:
    """GAM-10: 1 for the winner, 0 for the others."""
    assert place_points_x2((5, 2, 5), winner_takes_all=True) == (0, 2, 0)
    assert place_points_x2((3, 3, 6), winner_takes_all=True) == (0, 0, 0)
    won = sat(1, (1, 2, 3), placed(5, 2, 5, winner_takes_all=True))
    assert game_points_x2(won, RULES) == (0, 2, 0)


def test_a_table_of_four_and_one_of_three_after_two_rounds() -> None:
    # places   round 1: 1 2 3 4 | 5 6 7      round 2: 1 5 6 | 2 3 4 7
    #                   1 2 3 4 | 1 2½ 2½             2 1 3 | 1 2½ 2½ 4
    # points            1 ⅔ ⅓ 0 | 1 ¼ ¼               ½ 1 0 | 1 ½ ½ 0
    state = event(
        sat(1, (1, 2, 3, 4), placed(2, 4, 6, 8)),
        sat(1, (5, 6, 7), placed(2, 5, 5)),
        sat(2, (1, 5, 6), placed(4, 2, 6)),
        sat(2, (2, 3, 4, 7), placed(2, 5, 5, 8)),
        size=7,
        rounds=2,
    )
    rows = build_table(state).rows
    assert [(r.rank, r.entry, r.primary_x2, r.wins) for r in rows] == [
        (1, 5, 4, 2),
        (2, 2, Fraction(10, 3), 1),
        (3, 1, 3, 1),
        (4, 3, Fraction(5, 3), 0),
        (5, 4, 1, 0),
        (6, 6, Fraction(1, 2), 0),
        (6, 7, Fraction(1, 2), 0),
    ]
    whole = [r.primary_x2 for r in rows if r.primary_x2 == int(r.primary_x2)]
    assert all(type(value) is int for value in whole)
    assert [r.as_json()["primary_x2"] for r in rows] == [4, "10/3", 3, "5/3", 1, "1/2", "1/2"]


@st.composite
def tables_of_all_sizes(draw: st.DrawFn) -> EventState:
    size = draw(st.integers(2, 10))
    played = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        order = draw(st.permutations(range(1, size + 1)))
        cut = draw(st.integers(2, size))
        for seats in (tuple(order[:cut]), tuple(order[cut:])):
            if len(seats) > 1:
                said = [draw(st.integers(1, len(seats))) for _seat in seats]
                result = placed(*(2 * sum(o < v for o in said) + said.count(v) + 1 for v in said))
                played.append(sat(number, seats, result))
    return event(*played, size=size, rounds=5)


@given(tables_of_all_sizes())
def test_every_table_gives_half_a_point_for_each_seat_exactly(state: EventState) -> None:
    """TAKI-9: the normalised scores of a table of k sum to k/2, whatever is shared."""
    made = sum(Fraction(score.primary_x2) for score in scores(state).values())
    assert made == sum(len(played.seats) for played in state.played)


@given(tables_of_all_sizes())
def test_a_score_is_that_of_the_pairs_at_the_table(state: EventState) -> None:
    """The independent formula: the share of the others beaten, a shared place beating half."""
    expected = {number: Fraction() for number in state.entry_numbers}
    for played in state.played:
        (result,) = played.results
        for entry, mine in zip(played.seats, result.points_x2, strict=True):
            beaten = sum((mine > other) + Fraction(mine == other, 2) for other in result.points_x2)
            expected[entry] += (beaten - Fraction(1, 2)) / (len(played.seats) - 1)
    assert {n: Fraction(s.primary_x2, 2) for n, s in scores(state).items()} == expected


@given(tables_of_all_sizes())
def test_fractions_survive_json(state: EventState) -> None:
    rules = replace(RULES, tiebreaks=("WIN", "GP", "DE"))
    made = build_table(replace(state, rules=rules))
    assert StandingsTable.from_json(json.loads(json.dumps(made.as_json()))) == made


def test_a_forfeit_at_a_table_is_worth_what_the_event_says() -> None:
    rules = MatchRules(forfeit_won_x2=2, forfeit_lost_x2=0, cancelled_x2=2)
    forfeit = SlotResult("forfeit", "seat-2", rules.unplayed_x2("forfeit", winner_seat=2, seats=4))
    cancelled = SlotResult(
        "cancelled", "", rules.unplayed_x2("cancelled", winner_seat=None, seats=3)
    )
    assert game_points_x2(sat(1, (1, 2, 3, 4), forfeit), rules) == (0, 2, 0, 0)
    # Two half points for each of three look like places, and are none.
    assert game_points_x2(sat(1, (1, 2, 3), cancelled), rules) == (2, 2, 2)


def test_several_games_at_a_table_add_up() -> None:
    both = sat(1, (1, 2, 3, 4), placed(2, 4, 6, 8), placed(8, 2, 4, 6))
    assert game_points_x2(both, RULES) == (2, Fraction(10, 3), 2, Fraction(2, 3))


@pytest.mark.parametrize(
    ("value", "text", "written"),
    [
        (0, "0", 0),
        (1, "½", 1),
        (3, "1½", 3),
        (4, "2", 4),
        (-1, "−½", -1),
        (Fraction(41, 2), "10¼", "41/2"),
        (Fraction(3, 2), "¾", "3/2"),
        (Fraction(10, 3), "1⅔", "10/3"),
        (Fraction(2, 3), "⅓", "2/3"),
        (Fraction(-10, 3), "−1⅔", "-10/3"),
        (Fraction(4, 9), "2/9", "4/9"),
    ],
)
def test_points_are_written_and_read(value: int | Fraction, text: str, written: object) -> None:
    assert points_text(value) == text
    assert write_points(value) == written
    assert read_points(write_points(value)) == value


@pytest.mark.parametrize(
    ("value", "text"), [(3, "1½"), (Fraction(41, 2), "10 1/4"), (Fraction(2, 3), "1/3")]
)
def test_reasons_in_proofs_keep_the_form_of_stored_ones(value: int | Fraction, text: str) -> None:
    assert proof_points_text(value) == text


@given(st.fractions(-40, 40, max_denominator=12))
def test_points_of_a_proof_are_shown_as_all_others(value: Fraction) -> None:
    assert proof_points_as_shown(proof_points_text(value)) == points_text(value)


def test_a_reason_is_shown_with_one_sign_for_a_fraction() -> None:
    reason = Reason("table_scores", {"worst": "1/3", "best": "10 1/4"})
    assert reason_text(reason) == "The scores at this table go from ⅓ to 10¼."


def test_a_stage_in_groups_has_a_table_of_each() -> None:
    # Groups of two: B has the better loser, and 10 comes after B.
    entrants = tuple(
        Entrant(number, group=group)
        for number, group in ((1, "B"), (2, "10"), (3, "A"), (4, "A"), (5, "10"), (6, "B"))
    )
    played = (
        sat(1, (3, 4), placed(4, 2)),
        sat(1, (1, 6), placed(3, 3)),
        sat(1, (2, 5), placed(2, 4)),
    )
    made = build_table(EventState(entrants, 1, 1, played, MatchRules(tiebreaks=("DE",))))
    assert [(r.group, r.rank, r.entry) for r in made.rows] == [
        ("A", 1, 4),
        ("A", 2, 3),
        ("B", 1, 1),
        ("B", 1, 6),
        ("10", 1, 2),
        ("10", 2, 5),
    ]
    assert StandingsTable.from_json(made.as_json()) == made


def test_a_tie_break_looks_at_one_group_only() -> None:
    """Equal points in two groups are no tie: the direct encounter of each is counted."""
    entrants = tuple(Entrant(n, group="A" if n < 4 else "B") for n in range(1, 7))
    pairs = ((1, 2), (2, 3), (4, 5), (5, 6))  # the first of each wins
    played = tuple(sat(1, pair, placed(2, 4)) for pair in pairs)
    state = EventState(entrants, 1, 1, played, MatchRules(tiebreaks=("DE",)))
    places = {row.entry: row.tie_breaks[0] for row in build_table(state).rows}
    assert places == {1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1}


def test_a_table_without_groups_is_stored_as_it_always_was() -> None:
    row = build_table(event(sat(1, (1, 2), placed(2, 4)), size=2)).as_json()["rows"][0]
    assert list(row) == [
        "rank", "entry", "match_points_x2", "game_points_x2", "bpr", "wins", "won", "played",
        "primary_x2", "tie_breaks",
    ]  # fmt: skip


def test_an_elimination_ranks_by_how_far_an_entry_came() -> None:
    # 1 beats 4, 3 beats 2; the final is still to come.
    entrants = tuple(Entrant(number, seed=number) for number in range(1, 5))
    played = tuple(
        replace(sat(1, seats, placed(*places)), bracket=bracket)
        for seats, places, bracket in (((1, 4), (2, 4), "W1-1"), ((2, 3), (4, 2), "W1-2"))
    )
    state = EventState(entrants, 2, 1, played, RULES, system="knockout")
    made = build_table(state)
    assert (made.rank_by, made.tiebreaks) == ("bracket", ())
    assert [(r.rank, r.entry) for r in made.rows] == [(1, 1), (1, 3), (3, 2), (3, 4)]
    final = replace(sat(2, (1, 3), placed(4, 2)), bracket="W2-1")
    over = build_table(replace(state, played=(*played, final), current_round=2))
    assert [(r.rank, r.entry) for r in over.rows] == [(1, 3), (2, 1), (3, 2), (3, 4)]


def test_a_keizer_ranks_by_its_own_points() -> None:
    state = event(sat(1, (1, 4), placed(4, 2)), sat(1, (2, 3), placed(2, 4)), size=4)
    made = build_table(replace(state, system="keizer"))
    points = keizer_scores(replace(state, system="keizer"))
    assert made.rank_by == "keizer"
    assert {row.entry: row.primary_x2 for row in made.rows} == {n: 2 * p for n, p in points.items()}
    assert [row.match_points_x2 for row in made.rows[:2]] == [2, 2]


def test_rounds_of_an_earlier_stage_are_not_missed_again() -> None:
    away = Entrant(1, absences=(Absence(1, 3, points_x2=1),), adjustments=(Adjustment(3, -1),))
    rules = MatchRules(match_table=MatchTable())
    state = EventState((away, Entrant(2)), 4, 3, rules=rules, rounds_before=2)
    assert scores(state)[1].match_points_x2 == 0, "half a point for round 3, less one"
    assert scores(replace(state, rounds_before=0))[1].match_points_x2 == 2
