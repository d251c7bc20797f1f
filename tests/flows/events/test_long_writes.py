"""What staff do to hundreds of rows at once: written as one by one, by statements that grow by
batches.
"""

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection, transaction

from games.models import Game, GamePlayer, Ruling
from games.services import dispute_game, postpone_slots, rule_slot
from games.services.people import anonymise_player
from games.stakes.check import check_event_stakes
from tests.builders import (
    acting,
    decide,
    drafted_round,
    make_event,
    make_user,
    pairing_at,
    players_at,
    slot_at,
)
from tests.flows.events.list_worlds import result_world
from tests.flows.events.written_rows import dump, statements, undone
from tournaments.actor import SYSTEM
from tournaments.models import Entry, ForbiddenPair, GameSlot, JournalLine, Player, StageEntry
from tournaments.selectors.rounds.playoffs import Decision, Decisions
from tournaments.services import journal_checks
from tournaments.services.entries import apart, waiting_list
from tournaments.services.events import copying, events
from tournaments.services.rounds import rounds
from tournaments.services.rounds.results import SlotDecided
from tournaments.services.stages import decisions

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
STAKES = {"stakes": {"scheme": "tavern", "limit": 500, "min_age": None}}


# --- as one by one


@pytest.mark.parametrize("match", [{}, STAKES])
def test_games_are_put_off_as_one_by_one(match):
    """Open, reported, disputed and postponed ones, and one in which the only staff sit."""
    boss = make_user("boss")
    event, _rows = result_world(boss, system="round_robin", match=match)
    actor, round_ = acting(boss), event.rounds.get()
    one, two, three, four = (pairing_at(round_, table).pk for table in (1, 2, 3, 4))
    opponent = players_at(round_, 3)[1]
    assert opponent.user
    dispute_game(actor=acting(opponent.user), game_id=Game.objects.get().pk, text="no")
    outcome: dict[str, Any] = {"kind": "postponed", "until": NOON}
    rule_slot(actor=actor, pairing_id=one, number=1, outcome=outcome, reason="rain")
    named = [(four, 1), (three, 1), (one, 1), (one, 2), (two, 2)]

    def put_off_each():
        for pairing_id, number in named:
            rule_slot(
                actor=actor, pairing_id=pairing_id, number=number, outcome=outcome, reason="snow"
            )

    def put_off():
        made = postpone_slots(
            actor=actor, event_id=event.pk, round_number=1, slots=named, until=NOON, reason="snow"
        )
        assert [ruling.pk for ruling in made] == list(
            Ruling.objects.order_by("pk").values_list("pk", flat=True)
        )[-len(named) :]

    _none, one_by_one = undone(put_off_each)
    _none, at_once = undone(put_off)
    assert at_once == one_by_one
    put_off()
    states = GameSlot.objects.filter(state="postponed").count()
    assert (states, check_event_stakes(event.pk)) == (5, [])
    assert journal_checks.check_scope("event:spring") == []


@pytest.mark.parametrize(
    ("state", "to", "action"),
    [("in", "cancelled", "entry.left_out"), ("waiting", "in", "entry.promoted")],
)
def test_entries_change_their_state_as_one_by_one(state, to, action):
    boss = make_user("boss")
    event = crowd(boss, {state: 4})
    Entry.objects.filter(pk__in=keys(event)[:2]).update(checked_in_at=NOON)

    def change_each():
        for entry in event.entries.order_by("pk"):
            waiting_list.set_state(acting(boss), event, entry, to, action=action)

    def change():
        entries = list(event.entries.order_by("pk"))
        waiting_list.set_states(acting(boss), event, entries, to, action=action)

    _none, one_by_one = undone(change_each)
    _none, at_once = undone(change)
    assert at_once == one_by_one
    assert at_once != dump()


def test_a_game_that_was_decided_meanwhile_is_not_put_off():
    boss = make_user("boss")
    event = playing(boss, tables=3)
    round_ = event.rounds.get()
    named = [(pairing_at(round_, table).pk, 1) for table in (1, 2)]
    about = {"actor": acting(boss), "event_id": event.pk, "round_number": 1, "reason": "snow"}
    with faster(lambda: decide(slot_at(round_, 1))), pytest.raises(SlotDecided):
        postpone_slots(slots=named, **about)
    assert not Ruling.objects.exists()
    with faster(lambda: decide(slot_at(round_, 2))):
        assert len(postpone_slots(**about)) == 1
    states = list(GameSlot.objects.order_by("pairing__table").values_list("state", flat=True))
    assert states == ["decided", "decided", "postponed"]


def faster(act):
    """Somebody else who acts once, when the lock is about to be taken."""
    acted: list[bool] = []

    def wrapper(execute, sql, params, many, context):
        if sql.startswith("SAVEPOINT") and not acted:
            acted.append(True)
            act()
        return execute(sql, params, many, context)

    return connection.execute_wrapper(wrapper)


# --- how the statements grow


def crowd(boss, states, *, system="round_robin", **settings):
    """An event before its start, with so many entries in each state."""
    event = make_event(
        slug="spring", organiser=boss, entries=0, state="registration", games=1,
        stages=[{"system": system}], **settings,
    )  # fmt: skip
    wanted = [state for state, number in states.items() for _each in range(number)]
    made = [Player(name=f"P{at}", public_id=f"p{at}") for at in range(len(wanted))]
    Entry.objects.bulk_create(
        Entry(event=event, player=player, rating=at, state=wanted[at], family=f"F{at}")
        for at, player in enumerate(Player.objects.bulk_create(made))
    )
    return event


def keys(event):
    return list(event.entries.order_by("pk").values_list("pk", flat=True))


def playing(boss, tables):
    """A round of so many games."""
    event = crowd(boss, {"in": 2 * tables})
    events.start(actor=SYSTEM, event_id=event.pk)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=drafted_round(event).number)
    return event


def postponing(boss, number):
    event = playing(boss, number)
    about = {"actor": acting(boss), "event_id": event.pk, "round_number": 1}
    return lambda: postpone_slots(until=NOON, reason="snow", **about)


def starting(boss, number):
    """So many did not come, and as many of the waiting list did."""
    registration = {"check_in": True, "limit": number}
    event = crowd(boss, {"in": number, "waiting": number}, registration=registration)
    event.entries.filter(state="waiting").update(checked_in_at=NOON)
    return lambda: events.start(actor=acting(boss), event_id=event.pk)


def making_room(boss, number):
    event = crowd(boss, {"in": 1, "waiting": number}, registration={"limit": 1})
    changes = {"registration": {"limit": 500}}
    return lambda: events.edit_event(actor=acting(boss), event_id=event.pk, changes=changes)


def keeping_apart(boss, number):
    """About so many pairs."""
    event = crowd(boss, {"in": {20: 7, 80: 13}[number]})
    about = {"actor": acting(boss), "event_id": event.pk, "entries": keys(event)}
    return lambda: apart.keep_apart(**about)


def restoring_pairs(boss, number):
    keep = keeping_apart(boss, number)
    earlier = [(pair.low_id, pair.high_id, None) for pair in keep()]
    ForbiddenPair.objects.all().delete()
    event_id = Entry.objects.values_list("event", flat=True)[0]
    return lambda: apart.restore_pairs(
        actor=acting(boss), event_id=event_id, current=[], earlier=earlier
    )


def copying_all(boss, number):
    event = crowd(boss, {"in": number})
    entries = keys(event)
    for low, high in pairwise(entries):
        ForbiddenPair.objects.create(event=event, low_id=low, high_id=high)
    about = {"actor": acting(boss), "event_id": event.pk, "slug": "autumn", "name": "Autumn"}
    return lambda: copying.copy_event(with_entries=True, **about)


def forgetting(boss, number):
    """Somebody of so many records, which name both sides."""
    player = Player.objects.create(name="Gone", public_id="gone")
    games = Game.objects.bulk_create(
        Game(game="tak", ruleset={}, record=f"[{at}]", actor={}, import_key=f"{at}",
             verdict={"players": {"first": "Gone", "second": "Bo"}, "at": at})
        for at in range(number)
    )  # fmt: skip
    GamePlayer.objects.bulk_create(
        GamePlayer(game=game, order=1, player=player, name_in_record="Gone") for game in games
    )
    return lambda: anonymise_player(actor=SYSTEM, player="gone")


def marking(boss, number):
    """A tie of so many at the line."""
    event = crowd(boss, {"in": number}, system="swiss")
    events.start(actor=SYSTEM, event_id=event.pk)
    places = {at: Decisions(Decision(at, "lot"), None) for at in range(1, number + 1)}
    return lambda: decisions.save_decisions(event.stages.get(), places)


@pytest.mark.parametrize(
    "world",
    [
        postponing, starting, making_room, keeping_apart, restoring_pairs, copying_all, forgetting,
        marking,
    ],
)  # fmt: skip
def test_the_statements_grow_by_batches_and_not_by_rows(world):
    counts = []
    for number in (20, 80):
        with transaction.atomic():
            read, written = statements(world(make_user("boss"), number))
            transaction.set_rollback(True)
        counts.append(len(read) + len(written))
    few, many = counts
    assert few < 100
    assert many - few <= 60 / 10


@pytest.mark.parametrize(
    ("world", "action"),
    [
        (postponing, "slot.state"),
        (postponing, "slot.ruled"),
        (starting, "entry.left_out"),
        (starting, "entry.promoted"),
        (making_room, "entry.promoted"),
        (copying_all, "entry.added"),
    ],
)
def test_each_row_has_its_line_in_a_chain_that_holds(world, action):
    world(make_user("boss"), 20)()
    lines = JournalLine.objects.filter(action=action)
    assert len(set(lines.values_list("scope", "subject"))) == len(lines) == 20
    assert journal_checks.check_scope(lines[0].scope) == []


def test_what_was_written_together_is_what_was_asked():
    boss = make_user("boss")
    with transaction.atomic():
        starting(boss, 20)()
        numbers = Entry.objects.filter(state="in").order_by("number").values_list("number")
        assert list(numbers) == [(number,) for number in range(1, 21)]
        assert Entry.objects.filter(state="cancelled", number=None).count() == 20
        transaction.set_rollback(True)
    with transaction.atomic():
        forgetting(boss, 20)()
        assert set(Game.objects.values_list("record", "import_key")) == {("", "")}
        told = [game.verdict for game in Game.objects.order_by("pk")]
        assert told == [{"players": {"first": "", "second": ""}, "at": at} for at in range(20)]
        transaction.set_rollback(True)
    marking(boss, 20)()
    ranks = StageEntry.objects.order_by("entry__number").values_list("decided_rank", flat=True)
    assert list(ranks) == list(range(1, 21))
