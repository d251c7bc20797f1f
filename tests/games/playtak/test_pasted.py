"""An address of a game at playtak, or its export, is sent in place of a record."""

import json

import pytest

from engine.errors import RecordError
from games.models import Game
from games.playtak.errors import GameNotOver, NotAGame
from games.services.casual import submit_casual
from games.services.playtak.server import NoSuchGame, PlaytakOff, PlaytakUnreachable
from games.services.records.names import OtherPlayers
from games.services.submit import prove_for_slot, submit_game
from tests.builders import actor_of, make_player
from tests.games.playtak.known_games import EXPORT, STORED, stored_game
from tests.games.playtak.test_arriving import black_of, counted, white_of
from tournaments import selectors
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db
ADDRESS = "https://playtak.com/games/{}/ninjaviewer"


@pytest.fixture
def slot(cup):
    return cup.slots[0]


@pytest.fixture
def played(cup, slot):
    """The number of a game of the slot's players, as the slot wants it."""
    row = stored_game(44, white=white_of(slot), black=black_of(slot), date=cup.standin.now_ms)
    cup.standin.add(row, None)
    return 44


def send(slot, record):
    return submit_game(actor=SYSTEM, pairing_id=slot.pairing_id, number=1, record=record)


def test_an_address_is_a_record(cup, slot, played):
    game = send(slot, ADDRESS.format(played))
    assert counted(slot) == ("R-0", True)
    assert game.record.startswith('[Site "PlayTak.com"]')


def test_the_server_is_asked_once_for_checking_and_sending(cup, slot, played):
    context = selectors.slot_context_by_id(slot.pk)
    assert prove_for_slot(context, record=ADDRESS.format(played)).end.result == "R-0"
    assert not Game.objects.exists()
    send(slot, ADDRESS.format(played))
    assert [path for _method, path in cup.standin.asked] == ["/v1/games-history/44"]


def test_an_export_is_a_record(cup, slot, played):
    send(slot, json.dumps(cup.standin.games[played]))
    assert counted(slot) == ("R-0", True)
    assert cup.standin.asked == []


def test_an_export_of_other_rules_is_refused_by_the_engine(slot):
    with pytest.raises(RecordError) as refused:
        send(slot, json.dumps(STORED))
    assert refused.value.code == "wrong_size"


def test_a_game_of_other_players_is_refused(cup, slot, played):
    other = cup.slots[1]
    with pytest.raises(OtherPlayers):
        send(other, ADDRESS.format(played))
    assert not Game.objects.exists()


def test_a_game_that_is_not_over_is_refused(cup, slot, played):
    cup.standin.games[played]["result"] = "0-0"
    with pytest.raises(GameNotOver):
        send(slot, ADDRESS.format(played))


def test_a_game_that_is_not_there_is_refused(slot):
    with pytest.raises(NoSuchGame):
        send(slot, ADDRESS.format(9))


def test_a_server_that_is_away_or_unknown_is_said(cup, slot, played, settings):
    cup.standin.is_away = True
    with pytest.raises(PlaytakUnreachable):
        send(slot, ADDRESS.format(played))
    settings.PLAYTAK_API_URL = ""
    with pytest.raises(PlaytakOff):
        send(slot, ADDRESS.format(played))


def test_an_export_that_cannot_be_read_is_refused(slot):
    with pytest.raises(NotAGame):
        send(slot, json.dumps({**STORED, "size": 12}))


def test_a_casual_game_is_sent_by_its_address_too(cup, played):
    first, second = make_player("Reed"), make_player("Moss")
    game = submit_casual(
        actor=actor_of(first),
        record=ADDRESS.format(played),
        first_id=first.pk,
        second_id=second.pk,
        rules={"name": "standard", "size": 5},
    )
    assert (game.verdict or {})["result"] == "R-0"


def test_another_text_is_left_as_it_is(slot):
    with pytest.raises(RecordError) as refused:
        send(slot, EXPORT)
    assert refused.value.code == "wrong_size"
    with pytest.raises(RecordError):
        send(slot, "https://example.org/games/1")
