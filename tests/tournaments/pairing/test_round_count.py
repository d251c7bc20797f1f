"""How many rounds a stage has unless somebody says so."""

import pytest

from tests.tournaments.playing import make_entrants
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.round_count import require_round_left, rounds_of_stage
from tournaments.state import Entrant, EventState, PairingOptions


@pytest.mark.parametrize("system", ["swiss", "mcmahon", "monrad", "knockout", "team_swiss"])
def test_as_many_as_halve_the_field_to_one(system: str) -> None:
    sizes = [0, 1, 2, 3, 4, 5, 8, 9, 16, 17]
    found = [rounds_of_stage(system, make_entrants(size), PairingOptions()) for size in sizes]
    assert found == [0, 1, 1, 2, 2, 3, 3, 4, 4, 5]


@pytest.mark.parametrize("system", ["round_robin", "team_round_robin"])
def test_a_round_robin_has_those_of_its_largest_group(system: str) -> None:
    """Five need five rounds, for one is free in each; four need three."""
    groups = [Entrant(number, group="AB"[number > 4]) for number in range(1, 10)]
    assert rounds_of_stage(system, groups, PairingOptions()) == 5
    assert rounds_of_stage(system, groups[:4], PairingOptions()) == 3
    assert rounds_of_stage(system, groups, PairingOptions(cycles=2)) == 10


def test_a_scheveningen_has_one_for_each_board() -> None:
    assert rounds_of_stage("scheveningen", make_entrants(2), PairingOptions(boards=4)) == 4


@pytest.mark.parametrize("system", ["keizer", "tables", "manual", "ladder", "double_elimination"])
def test_others_end_when_the_organiser_says_so(system: str) -> None:
    assert rounds_of_stage(system, make_entrants(8), PairingOptions()) == 0


def test_after_the_last_round_there_is_none() -> None:
    require_round_left(EventState(make_entrants(4), 3, 2))
    require_round_left(EventState(make_entrants(4), 0, 40))
    with pytest.raises(PairingRefused) as refused:
        require_round_left(EventState(make_entrants(4), 3, 3))
    assert (refused.value.code, refused.value.params) == ("rounds_done", {"rounds": 3})
