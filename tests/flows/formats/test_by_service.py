"""Every format lives a whole event through the service: paired, published, decided, closed."""

import random

import pytest

from tests.builders import make_event, published_round
from tests.flows.formats.formats import LIVES, decide_by_chance
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event
from tournaments.pairing import SYSTEMS
from tournaments.recompute import refresh_standings
from tournaments.services.events import events
from tournaments.services.rounds import rounds
from tournaments.services.rounds.pairing_jobs import RoundImpossible
from tournaments.standings import StandingsTable


def test_every_system_has_a_life_here():
    assert {*LIVES, "tables", "manual"} == set(SYSTEMS)


@pytest.mark.parametrize("system", LIVES)
@pytest.mark.parametrize("games", [2, pytest.param(1, marks=pytest.mark.slow)])
def test_an_event_from_its_first_round_to_its_final_table(system, games):
    entries, options, most = LIVES[system]
    chance = random.Random(f"{system}{games}")
    stages = [{"system": system, "options": options}]
    event = make_event(entries=entries, games=games, stages=stages)
    number = 0
    try:
        while number <= most:
            round_ = published_round(event)
            number = round_.number
            decide_by_chance(round_, chance)
            rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    except RoundImpossible:
        assert number
    assert number <= most
    events.finish(actor=SYSTEM, event_id=event.pk)
    refresh_standings(event.pk)
    assert check_event(event.pk) == []
    document = selectors.standings_document(event)
    assert sorted(row["entry"] for row in document["rows"]) == list(range(1, entries + 1))
    assert document["rows"][0]["rank"] == 1


@pytest.mark.slow
def test_a_nohat_open_plays_four_two_and_one_matches_a_round():
    event = make_event(
        entries=12,
        games=2,
        stages=[{"system": "swiss", "options": {"rounds": 3, "legs": [4, 2, 1]}}],
    )
    chance = random.Random(1)
    met = set()
    for number, legs in ((1, 4), (2, 2), (3, 1)):
        round_ = published_round(event)
        assert (round_.number, round_.legs) == (number, legs)
        for pairing in round_.pairings.all():
            pair = frozenset(pairing.seats.values_list("entry__number", flat=True))
            assert pair not in met
            met.add(pair)
        decide_by_chance(round_, chance)
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=number)
    assert len(met) == 6 * 7
    refresh_standings(event.pk)
    assert check_event(event.pk) == []
    table = StandingsTable.from_json(event.standings.document)
    assert sum(row.match_points_x2 for row in table.rows) == 2 * 6 * 7
