"""Knockouts of teams: drawn matches, and the bracket."""

import pytest

from tournaments.standings.team_knockout import DECIDED_BY, decide_drawn
from tournaments.state import DOUBLE_FORFEIT, FORFEIT, PLAYED, Played, Slot, SlotResult

OWLS, CROWS = 1, 2


def match(*points_x2, bpr=None, teams=(CROWS, OWLS), kind=PLAYED):
    """Points of the team named first by board, the other one has the rest."""
    slots = tuple(
        Slot(
            at,
            result=SlotResult(kind, "", (points, 2 - points), bpr=bpr[at - 1] if bpr else None),
        )
        for at, points in enumerate(points_x2, start=1)
    )
    return Played(1, teams, slots)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        # 2½ to 1½: not drawn.
        (match(2, 1, 1, 1), None),
        # 1 ½ ½ 0: the counts are 1 + 1 + 1½ = 3½ and 1 + 1½ + 4 = 6½.
        (match(2, 1, 1, 0), (1, "board_count")),
        (match(0, 1, 1, 2), (2, "board_count")),
        # 0 1 1 0 and 1 0 0 1: the counts are both 5; without board 4 it is 2 to 1.
        (match(0, 2, 2, 0), (1, "bottom_boards")),
        # All drawn: the better seed, named second here.
        (match(1, 1, 1, 1), (2, "seed")),
        (match(1, 1, teams=(OWLS, CROWS)), (1, "seed")),
        # 20 to 18 board-plus-reserve points come before the boards.
        (match(2, 0, bpr=[(5, 9), (13, 11)]), (2, "board_plus_reserve")),
        # Known of one game only: they do not count.
        (match(2, 0, bpr=[(5, 9), None]), (1, "board_count")),
        # Nobody came: nobody goes on.
        (match(0, 0, kind=DOUBLE_FORFEIT), None),
    ],
)
def test_who_goes_on_from_a_drawn_match(played, expected):
    if played.results[0].kind == DOUBLE_FORFEIT:
        played = Played(1, (CROWS, OWLS), (Slot(1, result=SlotResult(DOUBLE_FORFEIT, "", (0, 0))),))
    decided = decide_drawn(played, games_per_board=1)
    assert (decided and decided[:2]) == expected
    assert expected is None or expected[1] in DECIDED_BY


def test_a_forfeit_is_no_game_with_reserves():
    won = Slot(2, result=SlotResult(FORFEIT, "", (0, 2)))
    played = Played(1, (CROWS, OWLS), (match(2, bpr=[(9, 4)]).slots[0], won))
    assert decide_drawn(played, games_per_board=1) == (1, "board_plus_reserve", (9, 4), 0)


def test_boards_of_several_games_are_counted_together():
    # Board 1: 1 and 0; board 2: ½ and ½.
    assert decide_drawn(match(2, 0, 1, 1), games_per_board=2) == (2, "seed", None, 0)


def test_an_unfinished_match_is_not_decided():
    played = Played(1, (CROWS, OWLS), (*match(1).slots, Slot(2)))
    assert decide_drawn(played, games_per_board=1) is None
