"""The report of a stage says all that the stage's state says, or refuses."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.playing import make_entrants, match
from tournaments.standings.scores import scores
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    ForbiddenMeeting,
    MatchRules,
    MatchTable,
    PairingOptions,
    Played,
    SlotResult,
)
from tournaments.trf.compose import build_report, file_rounds, starting_ranks
from tournaments.trf.convert import state_from_report
from tournaments.trf.errors import TrfError
from tournaments.trf.read import read_report
from tournaments.trf.report import AskedByes, ReportCell, VirtualPoints
from tournaments.trf.write import write_report

WON, LOST, DRAWN = (
    SlotResult("played", "1-0", (2, 0)),
    SlotResult("played", "0-1", (0, 2)),
    SlotResult("played", "1/2-1/2", (1, 1)),
)
FORFEIT = SlotResult("forfeit", "", (2, 0))
NOBODY = SlotResult("double_forfeit", "", (0, 0))
CANCELLED = SlotResult("cancelled", "", (0, 0))
BY_GAMES = MatchRules(games_per_match=2)
TWO_GAMES = MatchRules(games_per_match=2, match_table=MatchTable(4, 2, 0))


def stage(*played: Played, size: int = 4, current_round: int = 1, **more) -> EventState:
    entrants = make_entrants(size)
    said = {"entrants": entrants, "rounds_total": 3, "system": "swiss", **more}
    return EventState(current_round=current_round, played=played, **said)


def cells(report, number: int) -> list[str]:
    (player,) = (player for player in report.players if player.number == number)
    return [f"{cell.opponent}{cell.color}{cell.result}" for cell in player.cells]


def test_a_match_of_several_games_is_one_result_with_the_color_of_its_first_game():
    state = stage(
        match(1, (1, 2), WON, DRAWN), match(1, (3, 4), WON, LOST, first_seat=2), rules=TWO_GAMES
    )
    report = build_report(state)
    assert [cells(report, number) for number in (1, 2, 3, 4)] == [
        ["2w1"], ["1b0"], ["4b="], ["3w="],
    ]  # fmt: skip
    assert report.scoring_x2 == (("W", 4), ("D", 2))
    assert [player.points_x2 for player in report.players] == [4, 0, 2, 2]
    assert [player.rank for player in report.players] == [1, 4, 2, 2]


def test_legs_become_rounds_and_an_absence_brings_its_points_once():
    state = stage(
        match(1, (1, 2), WON),
        match(1, (2, 1), WON, leg=2),
        entrants=(
            Entrant(1, virtual_x2=(2, 1)),
            Entrant(2),
            Entrant(3, absences=(Absence(1, 2, 1),)),
        ),
        options=PairingOptions(legs=(2, 1)),
        forbidden=(ForbiddenMeeting(1, 3, 1), ForbiddenMeeting(2, 3)),
    )
    report = build_report(state)
    assert file_rounds(state) == {1: range(1, 3), 2: range(3, 4), 3: range(4, 5)}
    assert cells(report, 1) == ["2w1", "2b0"]
    assert cells(report, 3) == ["0-H", "0-Z"]
    assert report.byes == (AskedByes("H", 3, (3,)),)
    assert [(f.last_round, f.players) for f in report.forbidden] == [(2, (1, 3)), (4, (2, 3))]
    assert report.virtual == (
        VirtualPoints(1, 2, 1, 1, game_points_x2=2),
        VirtualPoints(3, 3, 1, 1, game_points_x2=1),
    )
    assert report.rounds == 4


def test_rounds_of_an_earlier_stage_are_left_out():
    state = stage(match(3, (1, 2), WON), current_round=3, rounds_before=2, rounds_total=4, size=2)
    report = build_report(state)
    assert (cells(report, 1), report.rounds) == (["2w1"], 2)


def test_a_starting_order_gives_the_numbers():
    entrants = (Entrant(7, 1500, seed=2), Entrant(9, 1900, seed=1))
    state = stage(match(1, (7, 9), WON), entrants=entrants)
    assert starting_ranks(state) == {9: 1, 7: 2}
    report = build_report(state, names={9: "Nine"})
    assert [(p.number, p.name, p.rating) for p in report.players] == [
        (1, "Nine", 1900), (2, "#7", 1500),
    ]  # fmt: skip
    assert report.players[0].cells == (ReportCell(2, "b", "0"),)


def test_open_ended_absences_and_stages():
    """Without a known last round, only the round to be paired is looked at."""
    entrants = (Entrant(1), Entrant(2, absences=(Absence(2, None, 0, "withdrawn"),)))
    state = stage(match(1, (1, 2), WON), entrants=entrants, forbidden=(ForbiddenMeeting(1, 2),))
    assert [b.round for b in build_report(state).byes] == [2, 3]
    unending = build_report(replace(state, rounds_total=0))
    assert ([b.round for b in unending.byes], unending.rounds) == ([2], 0)
    assert unending.forbidden[0].last_round == 999


NOT_SAID = [
    (stage(match(2, (4, 2, 1), WON), current_round=2), "seats_not_said",
     {"round": 2, "entry": 4, "seats": 3}),
    (stage(match(1, (4, 2), None)), "unfinished_not_said", {"round": 1, "first": 4, "second": 2}),
    (stage(match(1, (4, 2), CANCELLED)), "cancelled_not_said",
     {"round": 1, "first": 4, "second": 2}),
    (stage(match(1, (1, 2), CANCELLED, CANCELLED), rules=TWO_GAMES), "cancelled_not_said",
     {"round": 1, "first": 1, "second": 2}),
    # Two games without a table: three points to one is neither a win, a draw nor a loss.
    (stage(match(1, (4, 2), WON, DRAWN), rules=BY_GAMES), "points_not_said",
     {"round": 1, "entry": 4, "points_x2": "3"}),
    (stage(match(1, (1, 2), SlotResult("forfeit", "", (1, 0)))), "points_not_said",
     {"round": 1, "entry": 1, "points_x2": "1"}),
    (stage(Played(1, (3,), kind="bye_allocated", bye_points_x2=1)), "points_not_said",
     {"round": 1, "entry": 3, "points_x2": "1"}),
    (stage(Played(1, (1,), kind="bye_asked", bye_points_x2=3)), "points_not_said",
     {"round": 1, "entry": 1, "points_x2": "3"}),
    (stage(entrants=(Entrant(1, absences=(Absence(1, 2, 3),)),)), "points_not_said",
     {"round": 1, "entry": 1, "points_x2": "3"}),
    (stage(entrants=(Entrant(7, absences=(Absence(2, 2, 3),)),)), "points_not_said",
     {"round": 2, "entry": 7, "points_x2": "3"}),
    (stage(entrants=(Entrant(5, start_points_x2=2),)), "score_not_said", {"entry": 5}),
    (stage(entrants=(Entrant(1, adjustments=(Adjustment(1, -1),)),)), "score_not_said",
     {"entry": 1}),
    (stage(entrants=(Entrant(3, group="A"),)), "group_not_said", {"entry": 3, "group": "A"}),
]  # fmt: skip


@pytest.mark.parametrize(("state", "code", "params"), NOT_SAID)
def test_what_a_report_cannot_say_is_refused_by_what_it_is(state, code, params):
    with pytest.raises(TrfError) as refused:
        build_report(state)
    assert (refused.value.code, refused.value.params) == (code, params)
    assert "{" not in str(refused.value)


RULES = st.sampled_from(
    [
        MatchRules(),
        MatchRules(bye_allocated_x2=1),
        MatchRules(match_table=MatchTable(6, 2, 0)),
        TWO_GAMES,
        replace(TWO_GAMES, bye_allocated_x2=2),
    ]
)


@st.composite
def stages(draw) -> EventState:
    """A stage of up to three rounds, at random; who is paired with whom follows no system."""
    random = Random(draw(st.integers(0, 2**32)))
    rules, size = draw(RULES), draw(st.integers(2, 9))
    current, total = draw(st.integers(0, 3)), draw(st.integers(3, 5))
    played: list[Played] = []
    for number in range(1, current + 1):
        order = random.sample(range(1, size + 1), size)
        playing = 2 * random.randint(0, size // 2)
        for seats in zip(order[:playing:2], order[1:playing:2], strict=True):
            kinds = [[WON, LOST, DRAWN], [FORFEIT], [NOBODY]][random.choice((0, 0, 0, 1, 2))]
            results = [random.choice(kinds) for _ in range(rules.games_per_match)]
            played.append(match(number, seats, *results, first_seat=random.randint(1, 2)))
        for entry in order[playing:-1]:
            points_x2 = random.choice((0, 1, 2)) if rules == MatchRules() else 0
            played.append(Played(number, (entry,), kind="bye_asked", bye_points_x2=points_x2))
        if playing < size:
            played.append(Played(number, (order[-1],), kind="bye_allocated"))
    entrants = tuple(
        Entrant(
            entry,
            random.choice((None, 1500)),
            absences=random.choice(((), (Absence(random.randint(1, 5), None),))),
            virtual_x2=random.choice(((), (2, 2, 1), (0, 1))),
        )
        for entry in range(1, size + 1)
    )
    forbidden = (ForbiddenMeeting(1, 2, random.choice((None, 2, 4))),)
    options = PairingOptions(top_moves="second")
    return EventState(
        entrants, total, current, tuple(played), rules, options, "swiss", forbidden=forbidden
    )


@given(stages())
def test_a_stage_goes_out_and_comes_in_again(state):
    """Seen as pairing and standings see it: who met whom, who moved first, scores, who is here."""
    again = state_from_report(read_report(write_report(build_report(state))))
    assert _meetings(again) == _meetings(state)
    for number in state.entry_numbers:
        assert again.entrant(number).rating == state.entrant(number).rating
        virtual = again.entrant(number).virtual_x2
        assert virtual == state.entrant(number).virtual_x2[: len(virtual)]
    points = [{e: s.match_points_x2 for e, s in scores(one).items()} for one in (state, again)]
    assert points[0] == points[1]
    assert [s.won for s in scores(again).values()] == [
        _matches_won(state, entry) for entry in state.entry_numbers
    ]
    for number in range(state.next_round, state.rounds_total + 1):
        assert again.present_entries(number) == state.present_entries(number)
        assert again.are_kept_apart(1, 2, number) == state.are_kept_apart(1, 2, number)
    assert (again.current_round, again.rounds_total) == (state.current_round, state.rounds_total)
    assert (again.system, again.options) == (state.system, state.options)


def _meetings(state: EventState) -> set[tuple[int, int, int]]:
    """Round, and first and second mover of the first game; entry and 0 for an allocated bye."""
    found = set()
    for played in state.played:
        if played.kind == "match":
            first = played.regular_slots[0].first_seat
            found.add((played.round, played.seats[first - 1], played.seats[2 - first]))
        elif played.kind == "bye_allocated":
            found.add((played.round, played.seats[0], 0))
    return found


def _matches_won(state: EventState, entry: int) -> int:
    """Matches won over the board."""
    won = 0
    for played in state.pairings_of(entry):
        if played.kind == "match" and any(r.kind == "played" for r in played.results):
            totals = [sum(r.points_x2[seat] for r in played.results) for seat in (0, 1)]
            mine = played.seats.index(entry)
            won += totals[mine] > totals[1 - mine]
    return won
