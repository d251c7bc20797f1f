"""An arena by its passes: who is free is paired, leaves, comes back; the time ends."""

import random
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import actor_of, decide, drafted_round, entry_of, make_event
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.choices import FINISHED_SLOTS
from tournaments.integrity import check_event
from tournaments.models import GameSlot, Stage
from tournaments.recompute import refresh_standings
from tournaments.selectors.ladder.arenas import arena_clock, running_arenas
from tournaments.services.arena import passes
from tournaments.services.entries.absences import NotAway
from tournaments.services.events import events
from tournaments.services.rounds.pairing_jobs import ArenaOver

pytestmark = pytest.mark.django_db


@pytest.fixture
def arena():
    return make_event(slug="arena", entries=5, games=1, stages=[{"system": "arena"}])


def run_pass(event, now=None):
    (stage,) = running_arenas()
    return passes.run_pass(stage_id=stage, now=now or timezone.now())


def open_slots(event):
    slots = GameSlot.objects.filter(pairing__round__event=event)
    return list(slots.exclude(state__in=FINISHED_SLOTS).order_by("pk"))


def test_a_pass_pairs_whoever_is_free_and_no_one_twice(arena):
    first = run_pass(arena)
    assert first.pairings.count() == 2
    assert run_pass(arena) is None
    decide(open_slots(arena)[0])
    second = run_pass(arena)
    assert second.number == 2
    assert second.pairings.count() == 1
    assert check_event(arena.pk) == []
    assert second.proof["input"]["played"] == []


def test_an_hour_by_chance_is_paired_again_from_its_log(arena):
    chance = random.Random(4)
    for _pass in range(12):
        run_pass(arena)
        for slot in open_slots(arena):
            if chance.random() < 0.6:
                decide(slot, chance.choice(("R-0", "0-R", "1/2-1/2")))
    refresh_standings(arena.pk)
    assert check_event(arena.pk) == []
    document = selectors.standings_document(arena)
    assert document["rank_by"] == "arena"
    assert sorted(row["entry"] for row in document["rows"]) == [1, 2, 3, 4, 5]


def test_players_leave_and_come_back(arena):
    me = actor_of(entry_of(arena, 1).player)
    passes.leave_arena(actor=me, event_id=arena.pk)
    passes.leave_arena(actor=me, event_id=arena.pk)
    first = run_pass(arena)
    assert not first.seats.filter(entry__number=1).exists()
    passes.return_to_arena(actor=me, event_id=arena.pk)
    decide(open_slots(arena)[0])
    assert run_pass(arena).seats.filter(entry__number=1).exists()
    with pytest.raises(NotAway):
        passes.return_to_arena(actor=actor_of(entry_of(arena, 2).player), event_id=arena.pk)


def test_a_game_that_runs_is_played_by_who_left(arena):
    first = run_pass(arena)
    entry = first.seats.order_by("pk").first().entry
    passes.leave_arena(actor=actor_of(entry.player), event_id=arena.pk)
    slot = GameSlot.objects.get(pairing__seats__entry=entry)
    decide(slot)
    assert not run_pass(arena).seats.filter(entry=entry).exists()


def test_when_the_time_is_over_games_are_finished_and_the_stage_ends(arena):
    run_pass(arena)
    stage = Stage.objects.get(event=arena)
    ends = arena_clock(stage).ends
    assert ends is not None
    over = ends + timedelta(seconds=1)
    decide(open_slots(arena)[0])
    assert run_pass(arena, over) is None
    stage.refresh_from_db()
    assert "rounds" not in stage.options
    decide(open_slots(arena)[0])
    assert run_pass(arena, over) is None
    assert run_pass(arena, over) is None
    stage.refresh_from_db()
    assert stage.options["rounds"] == 1
    events.finish(actor=SYSTEM, event_id=arena.pk)
    refresh_standings(arena.pk)
    assert check_event(arena.pk) == []


def test_staff_pair_nobody_when_the_time_is_over(arena, monkeypatch):
    run_pass(arena)
    clock = arena_clock(Stage.objects.get(event=arena))
    monkeypatch.setattr(timezone, "now", lambda: clock.ends)
    with pytest.raises(ArenaOver):
        drafted_round(arena)


def test_an_event_without_an_arena_is_not_left():
    event = make_event(entries=3)
    with pytest.raises(passes.NoArena):
        passes.leave_arena(actor=actor_of(entry_of(event, 1).player), event_id=event.pk)
