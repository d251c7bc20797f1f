"""How many places of each group go on; the table by players is the one of docs/pairing.md."""

import re
from pathlib import Path

import pytest

from tournaments.pairing.cutoff import MOST_PLACES, PLACES_BY_PLAYERS, cutoff_places

BY_PLAYERS = {"places_by_players": True}


@pytest.mark.parametrize(
    ("players", "places"), [(2, 4), (15, 4), (16, 8), (63, 8), (64, 16), (2000, 16)]
)
def test_places_by_the_number_of_players(players: int, places: int) -> None:
    assert cutoff_places(BY_PLAYERS, players=players) == (places, 0)


@pytest.mark.parametrize("groups", range(1, 20))
def test_groups_share_the_places_and_each_sends_one(groups: int) -> None:
    places, rest = cutoff_places(BY_PLAYERS, players=20, groups=groups)
    assert places >= 1
    assert places * groups + rest == max(8, groups)
    assert rest < groups


def test_fixed_places_and_everybody() -> None:
    assert cutoff_places({"places": 3, "best_of_rest": 2}, players=40, groups=2) == (3, 2)
    assert cutoff_places({}, players=40, groups=2) == (40, 0)
    assert cutoff_places({"places_by_players": False, "places": 3}, players=40) == (3, 0)


def test_the_table_of_the_document() -> None:
    text = Path("docs/pairing.md").read_text()
    table = text.split("| players | go on |")[1].split("\n\n")[0]
    rows = [tuple(map(int, re.findall(r"\d+", line))) for line in table.splitlines()[2:]]
    (below, few), (upper, middle) = PLACES_BY_PLAYERS
    assert rows == [(below, few), (below, upper - 1, middle), (upper, MOST_PLACES)]
