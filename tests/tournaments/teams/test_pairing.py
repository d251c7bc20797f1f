"""Matches of teams: who meets, who sits on which board, what is owed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tests.tournaments.playing import make_entrants
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused
from tournaments.pairing.systems.round_robin import berger_pairs
from tournaments.pairing.systems.teams import pair_team_round_robin
from tournaments.standings.table import build_table, standings_document
from tournaments.standings.teams import team_state
from tournaments.state import (
    BYE_ALLOCATED,
    FORFEIT,
    PLAYED,
    Absence,
    EventState,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
)
from tournaments.state.teams import Team

WIN, DRAW, LOSS = (2, 0), (1, 1), (0, 2)


def stage(*teams: tuple[int, ...], boards: int = 3, system: str = "team_round_robin") -> EventState:
    return EventState(
        make_entrants(max(map(max, teams))),
        0,
        system=system,
        options=PairingOptions(boards=boards),
        teams=tuple(Team(number, members) for number, members in enumerate(teams, start=1)),
    )


def play(state: EventState, paired: PairedRound, *points: tuple[int, int]) -> EventState:
    """The round with the points of each board with two players, by table; byes have none."""
    given_ = iter(points)
    played = [
        Played(
            paired.round,
            pairing.seats,
            ()
            if pairing.kind == BYE_ALLOCATED
            else (Slot(1, pairing.first_seat, result=SlotResult(PLAYED, "", next(given_))),),
            kind=pairing.kind,
            table=pairing.table,
        )
        for pairing in paired.pairings
    ]
    return replace(
        state,
        current_round=paired.round,
        played=(*state.played, *played),
        matches=(*state.matches, *paired.matches),
    )


OWLS, CROWS = (1, 3, 5), (2, 4)


def test_the_worked_example_of_the_document() -> None:
    state = stage(OWLS, CROWS)
    paired = pair_team_round_robin(state)
    assert [(p.seats, p.table, p.first_seat) for p in paired.pairings] == [
        ((1, 2), 1, 1),
        ((3, 4), 2, 2),
        ((5,), None, 1),
    ]
    after = play(state, paired, WIN, DRAW)
    (match,) = team_state(after).played
    assert [slot.result and slot.result.points_x2 for slot in match.slots] == [WIN, DRAW, WIN]
    assert match.slots[2].result is not None
    assert match.slots[2].result.kind == FORFEIT
    rows = build_table(team_state(after)).rows
    assert [(r.entry, r.match_points_x2, r.game_points_x2) for r in rows] == [(1, 4, 5), (2, 0, 1)]


def test_a_board_without_players_is_lost_by_both_teams() -> None:
    state = stage((1, 3), (2, 4))
    after = play(state, pair_team_round_robin(state), DRAW, DRAW)
    rows = build_table(team_state(after)).rows
    assert [(r.match_points_x2, r.game_points_x2) for r in rows] == [(2, 2), (2, 2)]


def test_seats_the_other_way_round_count_for_the_right_team() -> None:
    # Board 1 was changed by hand: the player of the second team has seat 1 and loses.
    state = stage((1, 3), (2, 4), boards=2)
    paired = pair_team_round_robin(state)
    turned = replace(paired.pairings[0], seats=(2, 1), first_seat=2)
    after = play(state, replace(paired, pairings=(turned, *paired.pairings[1:])), LOSS, DRAW)
    (match,) = team_state(after).played
    assert [(s.first_seat, s.result and s.result.points_x2) for s in match.slots] == [
        (1, WIN),
        (2, DRAW),
    ]


def test_reserves_take_the_places_of_those_who_are_absent() -> None:
    state = stage((1, 3, 5, 7), (2, 4, 6))
    away = replace(state.entrants[2], absences=(Absence(1, 1),))  # 3
    state = replace(state, entrants=(*state.entrants[:2], away, *state.entrants[3:]))
    assert [p.seats for p in pair_team_round_robin(state).pairings] == [(1, 2), (5, 4), (7, 6)]


def test_a_team_with_nobody_there_is_absent() -> None:
    state = stage((1, 2), (3, 4), (5, 6), boards=2)
    gone = tuple(
        replace(e, absences=(Absence(1),)) if e.number in (5, 6) else e for e in state.entrants
    )
    paired = pair_team_round_robin(replace(state, entrants=gone))
    # Round 1 of the table for four: 1-4 and 2-3, so both others have no opponent.
    assert [m.teams for m in paired.matches] == [(1,), (2,)]
    assert all(p.kind == BYE_ALLOCATED for p in paired.pairings)


def test_one_team_cannot_play() -> None:
    with pytest.raises(PairingRefused) as refused:
        pair_team_round_robin(stage((1, 2)))
    assert refused.value.code == "too_few_entries"


@given(st.integers(2, 9), st.integers(1, 5), st.integers(1, 8))
@examples(60)
def test_every_round_is_a_berger_round_and_owes_nothing(
    teams: int, boards: int, number: int
) -> None:
    """Independent of the code that pairs: the table of FIDE C.05 annex 1 for so many teams."""
    members = [tuple(range(1 + t * boards, 1 + (t + 1) * boards)) for t in range(teams)]
    state = stage(*members, boards=boards)
    size = teams + teams % 2
    number = min(number, size - 1)
    state = replace(state, current_round=number - 1)
    paired = pair_team_round_robin(state)
    expected = {pair for pair in berger_pairs(size, number) if max(pair) <= teams}
    assert {m.teams for m in paired.matches if len(m.teams) == 2} == expected
    assert find_problems(state, paired) == []
    for match in paired.matches:
        first = [
            p for p in paired.pairings if p.table and p.seats[0] in members[match.teams[0] - 1]
        ]
        moves = [p.first_seat for p in sorted(first, key=lambda p: p.table or 0)]
        assert moves == [1 + at % 2 for at in range(len(moves))]


def codes(state: EventState, paired: PairedRound) -> list[str]:
    return [reason.code for reason in find_problems(state, paired)]


def test_what_a_round_of_teams_owes() -> None:
    state = stage((1, 2), (3, 4), (5, 6), (7, 8), boards=2)
    paired = pair_team_round_robin(state)
    assert codes(state, paired) == []
    one, two, *rest = paired.pairings
    swapped = replace(
        paired, pairings=(replace(one, seats=(1, 3)), replace(two, seats=(2, 4)), *rest)
    )
    assert "not_of_match" in codes(state, swapped)
    same = replace(paired, pairings=(replace(one, seats=(1, 2)), *rest))
    assert "own_team" in codes(state, same)
    turned = replace(paired, pairings=(replace(one, first_seat=2), *paired.pairings[1:]))
    assert codes(state, turned) == ["team_moves_first"]
    assert codes(state, replace(paired, matches=())) == ["no_matches_of_teams"] + ["not_placed"] * 4
    far = replace(paired, pairings=(replace(one, table=99), *paired.pairings[1:]))
    assert "no_such_board" in codes(state, far)


def test_teams_that_have_met_do_not_meet_again() -> None:
    state = stage((1, 2), (3, 4), boards=2)
    paired = pair_team_round_robin(state)
    after = play(state, paired, WIN, WIN)
    again = replace(
        paired, round=2, matches=tuple(replace(match, round=2) for match in paired.matches)
    )
    assert codes(after, again) == ["rematch"]


def test_the_document_of_standings_has_both_tables() -> None:
    state = stage(OWLS, CROWS)
    document = standings_document([play(state, pair_team_round_robin(state), WIN, DRAW)])
    assert [row["entry"] for row in document["teams"]["rows"]] == [1, 2]
    assert sorted(row["entry"] for row in document["rows"]) == [1, 2, 3, 4, 5]


def test_a_bye_of_a_team_gives_its_players_byes() -> None:
    state = stage((1, 2), (3, 4), (5, 6), boards=2)
    paired = pair_team_round_robin(state)
    alone = next(match.teams[0] for match in paired.matches if len(match.teams) == 1)
    members = state.team(alone).members
    assert {p.seats for p in paired.pairings if len(p.seats) == 1} == {(e,) for e in members}
    assert isinstance(paired.pairings[0], Pairing)
