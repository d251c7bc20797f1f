"""Whose answer a game that was sent waits for."""

import pytest

from config.pages.names import isolate
from games import selectors, services
from games.services import people
from tests.builders import (
    actor_of,
    make_event,
    make_player,
    players_at,
    published_round,
    slot_at,
)
from tests.clients import signed_in, text_of
from tests.flows.events.test_tables import Evening
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments.actor import SYSTEM

pytestmark = pytest.mark.django_db


def waits_for(player):
    return [game.public_id for game in selectors.waiting_for(player.pk)]


def send_casual(sender, first, second):
    return services.submit_casual(
        actor=actor_of(sender), record=ptn(FIRST_BY_ROAD), first_id=first.pk, second_id=second.pk
    )


def entries_asked(event):
    """The numbers of the entries whose answer some game waits for."""
    return [
        entry.number
        for entry in event.entries.order_by("number")
        if selectors.waiting_for_entry(entry.pk).exists()
    ]


def test_a_game_of_an_event_waits_for_the_other_seat():
    event = make_event(games=1)
    slot = slot_at(published_round(event))
    sender, other = players_at(event.rounds.get())
    game = submit(actor_of(sender), slot, claim={"result": "R-0"})
    assert (waits_for(sender), waits_for(other)) == ([], [game.public_id])
    assert entries_asked(event) == [event.entries.get(player=other).number]


def test_a_casual_game_waits_for_the_other_player_whose_page_names_who_sent_it():
    ann, bea = make_player("Ann"), make_player("Bea")
    game = send_casual(bea, ann, bea)
    assert (waits_for(ann), waits_for(bea)) == ([game.public_id], [])
    page = text_of(signed_in(ann.user).get("/me/"))
    assert f"{isolate('Bea')} sent this game" in page
    assert "Casual game" in page
    services.confirm_game(actor=actor_of(ann), game_id=game.pk)
    assert waits_for(ann) == []


@pytest.mark.parametrize("casual", [True, False])
def test_a_game_of_who_was_merged_waits_for_who_they_are_now(casual):
    event = make_event(games=1)
    slot = slot_at(published_round(event))
    sender, other = players_at(event.rounds.get())
    if casual:
        game = send_casual(sender, sender, other)
    else:
        game = submit(actor_of(sender), slot, claim={"result": "R-0"})
    kept = make_player("Now")
    people.merge_players(actor=SYSTEM, player=other.public_id, into=kept.public_id)
    assert waits_for(kept) == [game.public_id]


def test_of_a_table_a_game_waits_for_every_seat_that_has_not_answered():
    evening = Evening(policy="all")
    game = evening.send(1, 2, places=[1, 2, 3, 4])
    seated = [entry.player for entry in _seats(evening)]
    assert [bool(waits_for(player)) for player in seated] == [True, False, True, True]
    evening.confirm(1, 3, game)
    assert [bool(waits_for(player)) for player in seated] == [True, False, False, True]
    answered = [bool(selectors.waiting_for_entry(entry.pk)) for entry in _seats(evening)]
    assert answered == [True, False, False, True]


def _seats(evening):
    pairing = slot_at(evening.round, 1).pairing
    return [seat.entry for seat in pairing.seats.order_by("order")]


def test_a_game_waits_for_the_last_seat_of_the_longest_table():
    event = make_event(
        game="gamnon", entries=14, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"sizes": [14]}}],
    )  # fmt: skip
    slot = slot_at(published_round(event))
    seated = players_at(event.rounds.get())
    submit(actor_of(seated[0]), slot, claim={"places": list(range(1, 15))})
    assert [bool(waits_for(player)) for player in seated] == [False, *[True] * 13]
