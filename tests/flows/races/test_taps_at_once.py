"""Both players tap at once, again and again, by the API: nobody gets an error of the server."""

from collections import Counter
from functools import partial

import pytest
from django.test import Client

from games.models import Game
from tests.builders import make_event, players_at, published_round, slot_at
from tests.clients import signed_in
from tests.database import at_once, in_threads
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.models import Result

pytestmark = in_threads
# 403: nobody confirms a game that they sent themselves.
EXPECTED = {200, 201, 403, 409, 422}


def tap_at_once(times):
    """The statuses that both players get who send and confirm the game of a table at once."""
    statuses: Counter[int] = Counter()
    for _ in range(times):
        round_ = published_round(make_event(entries=2))
        slot = slot_at(round_)
        clients = [signed_in(player.user) for player in players_at(round_)]
        body = {"pairing": slot.pairing_id, "number": slot.number, "record": ptn(FIRST_BY_ROAD)}

        tap = partial(send_then_confirm, clients, slot, body)
        for answered in at_once(tap, times=4):
            statuses.update(answered)
        assert Result.objects.filter(slot=slot, current=True).count() == 1
    return statuses


def send_then_confirm(clients: list[Client], slot, body, number):
    """Send the game, then confirm what is there to confirm."""
    client = clients[number % 2]
    answers = [client.post("/api/v1/games/", body, content_type="application/json")]
    for game in Game.objects.filter(slot=slot).values_list("public_id", flat=True):
        confirming = f"/api/v1/games/{game}/confirm/"
        answers.append(client.post(confirming, {}, content_type="application/json"))
    return [answer.status_code for answer in answers]


def test_both_players_tap_at_once():
    assert set(tap_at_once(5)) <= EXPECTED


@pytest.mark.slow
@pytest.mark.long
def test_both_players_tap_at_once_500_times():
    assert set(tap_at_once(500)) <= EXPECTED
