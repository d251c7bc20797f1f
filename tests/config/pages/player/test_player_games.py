"""The games on a player's page: all that counts or waits, and nothing that was refused."""

from urllib.parse import urlsplit

import pytest
from django.test import Client

from games import services
from games.player_games import EnteredGame, load_player_games, player_games
from games.services import people
from tests.builders import (
    actor_of,
    decide,
    make_event,
    make_player,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import text_of, tidy, url_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import enter_result, rule, submit
from tournaments.actor import ANONYMOUS, SYSTEM

pytestmark = pytest.mark.django_db
CLAIM = {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}


@pytest.fixture
def round_():
    """A published round: Ada, Bo at table 1, Cleo, Dan at table 2; one game each."""
    return published_round(make_event(games=1))


def page_of(player):
    text = tidy(text_of(Client().get(url_of("player", player.public_id))))
    return text[text.rindex("<h2>Games</h2>") :]


def listed(player):
    """The public ids of the games, or the slots, that the page lists."""
    games = load_player_games(list(player_games(ANONYMOUS, player)))
    return [one.slot.slot_id if isinstance(one, EnteredGame) else one.public_id for one in games]


def test_a_result_of_the_desk_is_a_game_of_both_and_leads_to_its_table(round_):
    enter_result(slot_at(round_), CLAIM)
    pairing = pairing_at(round_)
    event = round_.event
    table = f"{url_of('event-round', event.slug, 1)}#pairing-{pairing.pk}"
    for player in players_at(round_):
        text = page_of(player)
        assert text.count("<li>") == 1
        assert f'href="{table}"' in text
        assert "R-0" in text
        assert "entered by staff" in text
    shown = text_of(Client().get(urlsplit(table).path))
    assert f'id="pairing-{pairing.pk}"' in shown
    assert listed(players_at(round_, 2)[0]) == []


def test_a_result_whose_record_is_listed_is_listed_once(round_):
    first, second = players_at(round_)
    game = submit(actor_of(first), slot_at(round_), record=ptn(FIRST_BY_ROAD))
    assert listed(first) == [game.public_id], "it waits"
    services.confirm_game(actor=actor_of(second), game_id=game.pk)
    assert listed(first) == listed(second) == [game.public_id]


def test_a_refused_claim_is_no_game_and_what_the_desk_enters_instead_is(round_):
    first, second = players_at(round_)
    slot = slot_at(round_)
    game = submit(actor_of(first), slot, claim=CLAIM)
    services.dispute_game(actor=actor_of(second), game_id=game.pk, text="it was the other way")
    enter_result(slot, {**CLAIM, "result": "0-R"}, reason="seen")
    assert listed(first) == listed(second) == [slot.pk]
    text = page_of(first)
    assert "0-R" in text
    assert "R-0" not in text


def test_a_forfeit_is_no_game_and_an_adjudication_is(round_):
    rule(slot_at(round_), {"kind": "forfeit", "winner": 1})
    rule(slot_at(round_, 2), {"kind": "adjudicated", "result": "R-0"})
    assert listed(players_at(round_)[0]) == []
    assert "decided by the arbiter" in page_of(players_at(round_, 2)[0])


def test_a_corrected_result_is_listed_as_it_counts(round_):
    slot = slot_at(round_)
    enter_result(slot, CLAIM)
    enter_result(slot, {**CLAIM, "result": "F-0"}, reason="misread")
    text = page_of(players_at(round_)[0])
    assert text.count("<li>") == 1
    assert "F-0" in text


def test_games_of_three_records_of_a_person_are_those_of_one(round_):
    other = published_round(make_event(games=1))
    first, second = players_at(round_)
    game = submit(actor_of(first), slot_at(round_), record=ptn(FIRST_BY_ROAD))
    services.confirm_game(actor=actor_of(second), game_id=game.pk)
    decide(slot_at(other))
    kept = make_player("Ada Lovelace")
    for one in (first, players_at(other)[0]):
        people.merge_players(actor=SYSTEM, player=one.public_id, into=kept.public_id)
    assert set(listed(kept)) == {game.public_id, slot_at(other).pk}


def test_a_card_table_of_the_desk_is_listed_with_its_places():
    event = make_event(
        game="taki", entries=4, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"sizes": [4]}}],
    )  # fmt: skip
    slot = slot_at(published_round(event))
    enter_result(slot, {"places": [4, 2, 2, 1]})
    names = [seat.entry.player.name for seat in slot.pairing.seats.order_by("order")]
    text = page_of(players_at(slot.pairing.round)[0])
    best_first = [names[3], names[1], names[2], names[0]]
    assert sorted(best_first, key=text.index) == best_first
    assert "2–3" in text


def test_entered_and_submitted_games_are_in_one_order_of_pages():
    event = make_event(games=3, entries=2)
    match = published_round(event)
    first, second = players_at(match)
    decide(slot_at(match, 1, 1))
    sent = submit(actor_of(second), slot_at(match, 1, 2), record=ptn(FIRST_BY_ROAD))
    decide(slot_at(match, 1, 3))
    keys = player_games(ANONYMOUS, first)
    assert keys.count() == 3
    pages = [load_player_games(list(keys[at : at + 1])) for at in range(3)]
    assert [getattr(one, "public_id", None) for (one,) in pages] == [None, sent.public_id, None]
    entered = [one for page in (pages[0], pages[2]) for one in page]
    assert [one.slot.number for one in entered if isinstance(one, EnteredGame)] == [3, 1]
