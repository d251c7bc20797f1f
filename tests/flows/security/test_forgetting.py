"""A person asks to be forgotten: no row names them any more, and every proof still holds."""

import pytest
from django.apps import apps

from config.demo.card_records import RECORDS
from games.check import check_event_games
from games.models import Game
from games.services import confirm_game
from games.services.people import anonymise_player
from tests.api.world import ROAD
from tests.builders import acting as acting_as
from tests.builders import (
    actor_of,
    make_event,
    make_player,
    make_user,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.events.test_card_tables import Evening
from tests.slots import submit
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.integrity import check_event, check_people
from tournaments.models import Handle, Player
from tournaments.recompute import refresh_standings
from tournaments.services.people import handles
from tournaments.standings.scores import scores

APPS = ("tournaments", "games", "ratings", "config")


def rows_that_say(text):
    """Tables of ours with a row that holds this text in any column."""
    return sorted(
        model.__name__
        for app in APPS
        for model in apps.get_app_config(app).get_models()
        if any(text in str(list(row)) for row in model._default_manager.values_list())
    )


@pytest.fixture
def played():
    """Ada, known elsewhere as Adamant, beat Bo with a record that names them."""
    event = make_event(entries=2, games=1)
    slot = slot_at(published_round(event))
    ada, bo = Player.objects.get(name="Ada"), Player.objects.get(name="Bo")
    handles.add_handle(actor=SYSTEM, player_id=ada.pk, site="playtak", name="Adamant")
    seats = list(slot.pairing.seats.order_by("order"))
    first, second = (ada, bo) if seats[slot.first_seat - 1].entry.player_id == ada.pk else (bo, ada)
    named = ROAD.replace(
        '[Result "R-0"]', f'[Player1 "{first.name}"]\n[Player2 "{second.name}"]\n[Result "R-0"]'
    )
    game = submit(actor_of(ada), slot, record=named)
    confirm_game(actor=actor_of(bo), game_id=game.pk)
    refresh_standings(event.pk)
    return event, ada


def test_no_table_names_a_person_who_was_forgotten(played):
    event, ada = played
    assert {"Game", "Handle", "Player"} <= {*rows_that_say("Ada"), *rows_that_say("adamant")}
    for _ in range(2):
        anonymise_player(actor=SYSTEM, player=ada.public_id)
    refresh_standings(event.pk)
    assert rows_that_say("Ada") == []
    assert rows_that_say("adamant") == []
    ada.refresh_from_db()
    assert (ada.user, ada.birth_year) == (None, None)
    assert Handle.objects.get().site == "playtak"


def test_what_was_played_stays_and_is_proved(played):
    event, ada = played
    before = scores(selectors.event_state(event.pk)[0])
    anonymise_player(actor=SYSTEM, player=ada.public_id)
    assert scores(selectors.event_state(event.pk)[0]) == before
    assert [*check_event(event.pk), *check_event_games(event.pk), *check_people()] == []
    assert (Game.objects.get().verdict or {})["moves"]


def test_who_was_merged_into_the_person_is_forgotten_too(played):
    _event, ada = played
    other = make_player("Ada L.")
    other.merged_into = ada
    other.save()
    anonymise_player(actor=SYSTEM, player=other.public_id)
    assert Player.objects.filter(name__startswith="Ada").count() == 0


def test_only_the_sites_staff_forget_anybody(played):
    _event, ada = played
    with pytest.raises(NotAllowed):
        anonymise_player(actor=actor_of(ada), player=ada.public_id)
    anonymise_player(actor=acting_as(make_user(staff=True)), player=ada.public_id)


@pytest.mark.parametrize("game", ["taki", "gamnon"])
def test_a_record_of_cards_names_nobody_either(game):
    """Its verdict has places, points and cards by the names of the record."""
    evening = Evening(game)
    players = players_at(evening.round)
    record = RECORDS[game](evening.names, seed="a")
    evening.confirm(2, evening.send(1, record))
    assert "Game" in rows_that_say(f"'{players[0].name}'")
    anonymise_player(actor=SYSTEM, player=players[0].public_id)
    verdict = Game.objects.get().verdict
    assert not {name for name in evening.names if f"'{name}'" in str(verdict)}
