"""A match as a series of games: when it is over, what is left out, what is played off.

R is a game won by seat 1, L by seat 2, D a draw, N a double forfeit, C cancelled, . is open.
"""

from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.match_series import SeriesPlan, is_decided, leading_seat, plan_slots
from tournaments.state import PLAYOFF, REGULAR, MatchRules, Played, Slot, SlotResult

RESULTS = {
    "R": SlotResult("played", "", (2, 0)),
    "L": SlotResult("played", "", (0, 2)),
    "D": SlotResult("played", "", (1, 1)),
    "N": SlotResult("double_forfeit", "", (0, 0)),
    "C": SlotResult("cancelled", "", (0, 0)),
    ".": None,
}
RULES = MatchRules(games_per_match=3)


def match(games: str, playoffs: str = "", *, first_seat: int = 1) -> Played:
    slots = tuple(
        Slot(
            number=at + 1,
            first_seat=(first_seat - 1 + at) % 2 + 1,
            kind=REGULAR if at < len(games) else PLAYOFF,
            result=RESULTS[letter],
        )
        for at, letter in enumerate(games + playoffs)
    )
    return Played(1, (7, 9), slots)


@pytest.mark.parametrize(
    ("games", "playoffs", "to_majority", "over", "ahead"),
    [
        ("...", "", True, False, None),
        ("R..", "", True, False, 1),
        ("RR.", "", True, True, 1),  # best of three: two wins are enough
        ("RR.", "", False, False, 1),  # unless all games are to be played
        ("RD.", "", True, False, 1),  # seat 2 can still tie
        ("LD.", "", True, False, 2),
        ("RRL", "", False, True, 1),
        ("RL", "", True, False, None),
        ("RL", "R.", True, False, None),  # half a pair decides nothing
        ("RL", "R.RR", True, False, None),  # nor does a later pair before an earlier one
        ("RL", "RD", True, True, 1),
        ("RL", "RL", True, False, None),
        ("RL", "RLDL", True, True, 2),
        ("RL", "RLL.", True, False, None),
        ("RN", "", True, True, 1),
        ("NN", "", True, True, None),  # nobody came: nobody wins
        ("NC", "", True, True, None),
        ("CC", "", True, False, None),  # cancelled: to be played off
        ("DN", "", True, False, None),
        ("RL", "NN", True, True, None),
    ],
)
def test_when_a_match_is_over_and_who_is_ahead(games, playoffs, to_majority, over, ahead):
    played = match(games, playoffs)
    assert is_decided(played, RULES, to_majority=to_majority) is over
    assert leading_seat(played) == ahead


def test_a_bye_is_over_and_won():
    bye = Played(1, (7,), kind="bye_allocated")
    assert is_decided(bye, RULES, to_majority=False)
    assert leading_seat(bye) == 1


@given(st.text("RLD", max_size=4), st.integers(0, 4))
def test_a_majority_is_what_no_end_of_the_match_can_change(games, left):
    ends = (match(games + "".join(rest)) for rest in product("RLD", repeat=left))
    leaders = {leading_seat(end) for end in ends}
    expected = bool(games) and len(leaders) == 1 and leaders != {None}
    assert is_decided(match(games + "." * left), RULES, to_majority=True) is expected


def test_a_forfeit_that_is_worth_more_keeps_a_match_open_longer():
    generous = replace(RULES, forfeit_won_x2=4)
    assert is_decided(match("RR."), RULES, to_majority=True)
    assert not is_decided(match("RR."), generous, to_majority=True)


def test_games_after_the_majority_are_not_needed():
    plan = plan_slots(match("RRR.."), RULES, to_majority=True, elimination=True)
    assert plan == SeriesPlan(not_needed=(4, 5))
    assert plan_slots(match("RRR.."), RULES, to_majority=False, elimination=True) == SeriesPlan()


def test_a_corrected_result_makes_the_play_off_superfluous():
    plan = plan_slots(match("RD", ".."), RULES, to_majority=True, elimination=True)
    assert plan == SeriesPlan(not_needed=(3, 4))


@pytest.mark.parametrize(
    ("games", "playoffs", "first_seat", "added"),
    [
        ("RL", "", 1, [(3, 1), (4, 2)]),
        ("RL", "", 2, [(3, 2), (4, 1)]),
        ("D", "", 1, [(2, 2), (3, 1)]),  # the first move goes on alternating
        ("RLD", "", 1, [(4, 2), (5, 1)]),
        ("RL", "RL", 1, [(5, 1), (6, 2)]),
        ("RL", "R", 1, [(4, 2)]),
        ("RL", "..", 1, []),
        ("RL", "RR", 1, []),
        ("R.", "", 1, []),
        ("NN", "", 1, []),
    ],
)
def test_a_tied_match_goes_on_in_pairs(games, playoffs, first_seat, added):
    played = match(games, playoffs, first_seat=first_seat)
    plan = plan_slots(played, RULES, to_majority=True, elimination=True)
    assert plan.to_add == tuple(Slot(number, seat, PLAYOFF) for number, seat in added)
    outside = plan_slots(played, RULES, to_majority=True, elimination=False)
    assert outside.to_add == ()


@given(st.integers(1, 5), st.sampled_from([1, 2]), st.integers())
def test_every_series_ends_with_first_moves_shared_and_a_winner_ahead(games, first_seat, seed):
    random = Random(seed)
    played = match("." * games, first_seat=first_seat)
    while not is_decided(played, RULES, to_majority=False):
        at = next((at for at, slot in enumerate(played.slots) if slot.result is None), None)
        slots = list(played.slots)
        if at is None:
            slots += plan_slots(played, RULES, to_majority=False, elimination=True).to_add
            assert len(slots) == len(played.slots) + 2
        else:
            slots[at] = replace(slots[at], result=RESULTS[random.choice("RLDDD")])
        played = replace(played, slots=tuple(slots))
    firsts = [slot.first_seat for slot in played.slots]
    assert all(one != other for one, other in pairwise(firsts))
    results = [slot.result for slot in played.slots if slot.result is not None]
    assert len(results) == len(firsts)
    points = [sum(result.points_x2[at] for result in results) for at in (0, 1)]
    assert leading_seat(played) == (1 if points[0] > points[1] else 2)
