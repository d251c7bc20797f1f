"""A record of a game of an event is no casual game besides: it would be rated twice."""

from datetime import date

import pytest

from games import services
from games.models import Game
from games.services import people
from games.services.casual import GameOfEvent
from games.services.records.event_games import casual_games
from games.services.result_rows import enter_rows
from games.undo.decisions import revert_decisions
from ratings.models import RatedGame
from tests.builders import acting, actor_of, make_event, make_player, published_round, slot_at
from tests.flows.records import FIRST_BY_ROAD, SECOND_BY_ROAD, ptn
from tests.slots import enter_result, rule, submit
from tournaments.actor import SYSTEM
from tournaments.models import Event, JournalLine
from tournaments.services.bulk import Given

pytestmark = pytest.mark.django_db


def send(actor, first, second, **tags):
    return services.submit_casual(
        actor=actor, record=ptn(FIRST_BY_ROAD, **tags), first_id=first.pk, second_id=second.pk
    )


def played_in_event(**event):
    """A game of an event with its two players, the first mover first; it counts."""
    slot = slot_at(published_round(make_event(games=1, **event)))
    first, second = players_of(slot)
    game = submit(SYSTEM, slot, record=ptn(FIRST_BY_ROAD, Date="2026.11.20"))
    assert game.state == "confirmed"
    return game, first, second


def players_of(slot):
    return [seat.entry.player for seat in slot.pairing.seats_from(slot.first_seat)]


def imported(first, second, **tags):
    record = ptn(FIRST_BY_ROAD, Player1=first.name, Player2=second.name, **tags)
    dry, done = (
        services.import_record(actor=SYSTEM, record=record, dry_run=dry_run)
        for dry_run in (True, False)
    )
    assert dry.kind == done.kind
    return done


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_game_that_counts_in_an_event_is_not_rated_again(visibility):
    game, first, second = played_in_event(visibility=visibility)
    for sender in (actor_of(first), actor_of(second), SYSTEM):
        assert send(sender, first, second, Date="2026.11.20").pk == game.pk
    done = imported(first, second, Date="2026.11.20")
    assert (done.kind, done.game) == ("known", game)
    assert (Game.objects.count(), RatedGame.objects.count()) == (1, 1)


def test_a_game_of_an_event_is_known_by_the_day_that_it_was_stored_with():
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    record = ptn(FIRST_BY_ROAD)
    game = submit(SYSTEM, slot, record=record, played_on=date(2026, 11, 20))
    for tags in ({"Date": "2026.11.20"}, {}):
        assert send(actor_of(first), first, second, **tags).pk == game.pk
        assert imported(first, second, **tags).game == game


def test_a_game_with_other_colours_or_of_another_day_is_not_that_of_the_event():
    game, first, second = played_in_event()
    assert send(actor_of(first), second, first, Date="2026.11.20").pk != game.pk
    assert send(actor_of(first), first, second, Date="2026.11.21").pk != game.pk
    assert imported(first, second, Date="2026.11.19").kind == "rated"


def test_a_game_of_an_event_is_known_after_a_merge_too():
    game, first, second = played_in_event()
    kept = make_player("Kit Kerr", account=False)
    people.merge_players(actor=SYSTEM, player=second.public_id, into=kept.public_id)
    assert send(actor_of(first), first, kept, Date="2026.11.20").pk == game.pk
    assert imported(first, kept, Date="2026.11.20").game == game


def test_a_game_that_waits_in_an_event_is_known():
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    game = submit(actor_of(first), slot, record=ptn(FIRST_BY_ROAD, Date="2026.11.20"))
    assert game.state == "submitted"
    assert send(actor_of(first), first, second, Date="2026.11.20").pk == game.pk
    assert imported(first, second, Date="2026.11.20").game == game


def test_a_record_of_a_claim_that_counts_in_an_event_is_known():
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    enter_result(slot, {"result": "0-F"})
    record = ptn(FIRST_BY_ROAD, Date="2026.11.20")
    game = submit(actor_of(first), slot, record=record)
    assert game.state == "evidence"
    assert send(actor_of(first), first, second, Date="2026.11.20").pk == game.pk
    assert imported(first, second, Date="2026.11.20").game == game


@pytest.mark.parametrize("how", ["claim", "void", "refused", "forfeit"])
def test_a_game_of_an_event_whose_moves_do_not_count_is_another_one(how):
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    record = ptn(FIRST_BY_ROAD, Date="2026.11.20")
    if how == "claim":
        enter_result(slot, {"result": "R-0"})
    elif how == "forfeit":
        rule(slot, {"kind": "forfeit", "winner": 1})
        assert submit(actor_of(first), slot, record=record).state == "evidence"
    else:
        game = submit(SYSTEM, slot, record=record)
        services.void_result(actor=SYSTEM, game_id=game.pk, reason="never played")
        if how == "refused":
            Game.objects.filter(pk=game.pk).update(state="rejected")
    sent = send(actor_of(first), first, second, Date="2026.11.20")
    assert (sent.slot, sent.state) == (None, "submitted")
    services.void_result(actor=SYSTEM, game_id=sent.pk, reason="try the import")
    assert imported(first, second, Date="2026.11.20").kind == "rated"


def test_who_may_not_read_an_event_is_not_told_of_its_games():
    game, first, second = played_in_event()
    Event.objects.update(state="draft")
    sent = send(actor_of(first), first, second, Date="2026.11.20")
    assert (sent.pk == game.pk, sent.slot) == (False, None)


def counted_casual(first, second):
    """A casual game that counts."""
    game = send(SYSTEM, first, second, Date="2026.11.20")
    assert game.state == "confirmed"
    return game


def live_sources():
    return set(RatedGame.objects.filter(voided_at=None).values_list("source", flat=True))


@pytest.mark.parametrize("how", ["desk", "confirmed", "ruled", "claim first", "imported"])
def test_a_casual_game_that_counts_is_void_once_it_counts_in_an_event(how):
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    sent = (
        imported(first, second, Date="2026.11.20").game
        if how == "imported"
        else counted_casual(first, second)
    )
    other = send(SYSTEM, second, first, Date="2026.11.20")
    if how == "claim first":
        enter_result(slot, {"result": "0-F"})
    record = ptn(FIRST_BY_ROAD, Date="2026.11.20")
    game = submit(actor_of(first) if how in {"confirmed", "ruled"} else SYSTEM, slot, record=record)
    if how in {"confirmed", "ruled"}:
        sent.refresh_from_db()
        assert (game.state, sent.state) == ("submitted", "confirmed")
    if how == "confirmed":
        services.confirm_game(actor=actor_of(second), game_id=game.pk)
    elif how == "ruled":
        rule(slot, {"kind": "adjudicated", "result": game.verdict["result"]})
    sent.refresh_from_db()
    assert sent.state == "void"
    assert live_sources() == {f"slot:{slot.pk}", f"game:{other.public_id}"}
    line = JournalLine.objects.get(scope="site", action="game.voided")
    assert (line.subject, line.text) == (
        f"game:{sent.public_id}",
        "Its record was sent for an event.",
    )


@pytest.mark.parametrize("how", ["entered", "adjudicated"])
def test_a_record_beside_the_result_voids_the_casual_game_too(how):
    """The record waits, or was kept as evidence, and the game counts by what staff say of it."""
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    sent = counted_casual(first, second)
    if how == "adjudicated":
        rule(slot, {"kind": "forfeit", "winner": 1})
    submit(actor_of(first), slot, record=ptn(FIRST_BY_ROAD, Date="2026.11.20"))
    sent.refresh_from_db()
    assert sent.state == "confirmed"
    if how == "entered":
        enter_result(slot, {"result": "0-F"})
    else:
        rule(slot, {"kind": "adjudicated", "result": "0-F"})
    sent.refresh_from_db()
    assert sent.state == "void"
    assert live_sources() == {f"slot:{slot.pk}"}


def test_a_list_of_results_voids_the_casual_games_of_its_records(boss):
    event = make_event(organiser=boss, games=1)
    round_ = published_round(event)
    slots = [slot_at(round_), slot_at(round_, 2)]
    records = [ptn(moves, Date="2026.11.20") for moves in (FIRST_BY_ROAD, SECOND_BY_ROAD)]
    first, second = players_of(slots[0])
    sent = counted_casual(first, second)
    # The moves of the second table, played by those of the first.
    kept = services.submit_casual(
        actor=SYSTEM, record=records[1], first_id=first.pk, second_id=second.pk
    )
    rows = [
        Given({"pairing": slot.pairing_id, "record": record})
        for slot, record in zip(slots, records, strict=True)
    ]
    enter_rows(acting(boss), event, round_.number, rows)
    sent.refresh_from_db()
    assert (slots[0].games.get().state, sent.state) == ("confirmed", "void")
    assert live_sources() == {f"game:{kept.public_id}", *(f"slot:{slot.pk}" for slot in slots)}


def test_undoing_a_forfeit_voids_the_game_that_was_sent_as_a_casual_one_meanwhile(boss):
    event = make_event(organiser=boss, games=1)
    slot = slot_at(published_round(event))
    first, second = players_of(slot)
    submit(SYSTEM, slot, record=ptn(FIRST_BY_ROAD, Date="2026.11.20"))
    rule(slot, {"kind": "forfeit", "winner": 1}, actor=acting(boss))
    sent = counted_casual(first, second)
    revert_decisions(
        actor=acting(boss), pairing_id=slot.pairing_id, numbers=[slot.number], reason="they played"
    )
    sent.refresh_from_db()
    assert sent.state == "void"
    assert live_sources() == {f"slot:{slot.pk}"}


def test_a_record_that_proves_no_played_result_leaves_the_casual_game():
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    sent = counted_casual(first, second)
    rule(slot, {"kind": "forfeit", "winner": 1})
    game = submit(actor_of(first), slot, record=ptn(FIRST_BY_ROAD, Date="2026.11.20"))
    sent.refresh_from_db()
    assert (game.state, sent.state) == ("evidence", "confirmed")
    assert live_sources() == {f"game:{sent.public_id}"}


def test_a_casual_game_of_others_or_of_another_day_stays():
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    third = make_player("Kit Kerr")
    kept = [
        send(SYSTEM, second, first, Date="2026.11.20"),
        send(SYSTEM, first, third, Date="2026.11.20"),
        send(SYSTEM, first, second, Date="2026.11.19"),
    ]
    submit(SYSTEM, slot, record=ptn(FIRST_BY_ROAD, Date="2026.11.20"))
    assert set(Game.objects.filter(slot=None, state="confirmed")) == set(kept)


def test_a_casual_game_that_was_sent_for_an_event_since_is_not_confirmed_but_refused():
    slot = slot_at(published_round(make_event(games=1)))
    first, second = players_of(slot)
    record = ptn(FIRST_BY_ROAD, Date="2026.11.20")
    sent = send(actor_of(first), first, second, Date="2026.11.20")
    game = submit(SYSTEM, slot, record=record)
    for actor in (actor_of(second), SYSTEM):
        with pytest.raises(GameOfEvent) as refused:
            services.confirm_game(actor=actor, game_id=sent.pk)
        assert refused.value.details == {"game_id": sent.public_id, "known": game.public_id}
    services.dispute_game(actor=actor_of(second), game_id=sent.pk, text="it is of the event")
    sent.refresh_from_db()
    assert (sent.state, RatedGame.objects.count()) == ("rejected", 1)


def test_of_many_games_with_the_same_moves_only_those_of_the_day_are_read():
    first, second = make_player("Ada Abel"), make_player("Bo Berg")
    of_day = counted_casual(first, second)
    other = send(SYSTEM, first, second, Date="2026.11.21")
    undated = send(SYSTEM, first, second)
    hashes = {of_day.moves_hash, other.moves_hash, undated.moves_hash}
    assert len(hashes) == 1
    assert set(casual_games(hashes, {"2026-11-20"})) == {of_day}
    assert set(casual_games(hashes, {"2026-11-20", None})) == {of_day, undated}
