"""The states of an event: each transition from each state, and what blocks one."""

from typing import Any

import pytest

from tests.builders import (
    acting,
    actor_of,
    decide_round,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import Adjustment, Event, JournalLine, Publication, StageEntry
from tournaments.services import journal_checks
from tournaments.services.entries import entries
from tournaments.services.events import events
from tournaments.services.events.states import (
    TRANSITIONS,
    DraftWaits,
    EventHasAdjustments,
    EventHasEntries,
    EventHasRounds,
    GamesUndecided,
    ReasonNeeded,
    WrongState,
)
from tournaments.services.rounds import pairing_jobs, rounds

SERVICES: dict[str, Any] = {
    "open": events.open_registration,
    "start": events.start,
    "finish": events.finish,
    "draft": events.back_to_draft,
    "unstart": events.back_to_registration,
    "reopen": events.reopen,
}
#             current state: target of each transition ("-" stays, "x" refused)
TABLE = """
name      draft         registration  running       finished
open      registration  -             x             x
start     running       running       -             x
finish    x             x             finished      -
draft     -             draft         x             x
unstart   x             -             registration  x
reopen    x             x             -             running
"""


def cells():
    head, *lines = (line.split() for line in TABLE.strip().splitlines())
    for name, *leads in lines:
        for state, lead in zip(head[1:], leads, strict=True):
            yield name, state, lead


def call(name, event, actor=SYSTEM):
    more = {"reason": "A result was wrong."} if name == "reopen" else {}
    return SERVICES[name](actor=actor, event_id=event.pk, **more)


def in_state(state):
    """An event in a state, with nothing that blocks a transition."""
    entered = 2 if state in ("running", "finished") else 0
    event = make_event(entries=entered, state=state)
    if state == "finished":
        events.finish(actor=SYSTEM, event_id=event.pk)
    return event


@pytest.mark.parametrize(("name", "state", "lead"), list(cells()))
def test_every_transition_from_every_state(name, state, lead):
    event = in_state(state)
    if name == "start" and lead == "running":
        for _ in range(2):
            entries.enter(actor=SYSTEM, event_id=event.pk, player_id=make_player().pk)
    before = JournalLine.objects.count()
    if lead == "x":
        with pytest.raises(WrongState):
            call(name, event)
        lead = "-"
    else:
        call(name, event)
        call(name, event)
    assert Event.objects.get(pk=event.pk).state == (state if lead == "-" else lead)
    assert JournalLine.objects.count() == before + (lead != "-")


def test_the_table_has_every_transition():
    assert set(TRANSITIONS) == {name for name, _state, _lead in cells()}
    assert set(TRANSITIONS) == set(SERVICES)


@pytest.mark.parametrize("name", sorted(TRANSITIONS))
def test_only_organisers_change_the_state(name):
    event = in_state(TRANSITIONS[name].sources[0])
    with pytest.raises(NotAllowed):
        call(name, event, acting(make_user()))


def test_an_event_somebody_has_entered_is_not_hidden_again():
    event = make_event(entries=1, state="registration")
    with pytest.raises(EventHasEntries, match="1 player"):
        events.back_to_draft(actor=SYSTEM, event_id=event.pk)
    entries.cancel_entry(actor=SYSTEM, entry_id=event.entries.get().pk)
    assert events.back_to_draft(actor=SYSTEM, event_id=event.pk).state == "draft"


def test_a_start_is_not_taken_back_while_a_round_is_there_be_it_a_draft():
    event = make_event()
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(EventHasRounds, match="1 round is paired"):
        events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=draft.number)
    taken = events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    assert taken.state == "registration"
    assert not StageEntry.objects.filter(stage__event=event).exists()
    assert set(event.entries.values_list("number", flat=True)) == {None}
    assert event.stages.get().state == "open"
    state, _version = selectors.event_state(event.pk)
    assert state.entrants == ()


def test_a_start_is_not_taken_back_over_a_penalty():
    event = make_event()
    seat = StageEntry.objects.get(stage__event=event, seed=1)
    Adjustment.objects.create(
        stage_entry=seat, after_round=1, kind="penalty", points_x2=-1, reason="late"
    )
    with pytest.raises(EventHasAdjustments):
        events.back_to_registration(actor=SYSTEM, event_id=event.pk)
    assert StageEntry.objects.filter(stage__event=event).count() == 4


def test_an_event_with_a_game_or_a_draft_left_does_not_finish():
    event = make_event(entries=4)
    round_ = published_round(event)
    with pytest.raises(GamesUndecided, match="4 games"):
        events.finish(actor=SYSTEM, event_id=event.pk)
    decide_round(round_)
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(DraftWaits, match="Round 2"):
        events.finish(actor=SYSTEM, event_id=event.pk)


def test_reopening_needs_a_reason_and_keeps_what_was_published():
    event = make_event(entries=2)
    decide_round(published_round(event))
    events.finish(actor=SYSTEM, event_id=event.pk)
    kept = Publication.objects.get(kind="final")
    for nothing in ("", "  "):
        with pytest.raises(ReasonNeeded):
            events.reopen(actor=SYSTEM, event_id=event.pk, reason=nothing)
    events.reopen(actor=SYSTEM, event_id=event.pk, reason="Table 1 was entered wrong.")
    assert Publication.objects.get(kind="final") == kept
    line = JournalLine.objects.get(action="event.reopened")
    assert (line.before, line.text) == ({"state": "finished"}, "Table 1 was entered wrong.")
    assert journal_checks.check_scope(f"event:{event.slug}") == []


def test_a_draft_is_seen_by_its_staff_alone():
    """Not by who was entered by staff, nor by a personal link, nor in lists by player."""
    organiser, player = make_user(), make_player()
    event = make_event(state="draft", organiser=organiser)
    entry = entries.enter(actor=acting(organiser), event_id=event.pk, player_id=player.pk)
    link = type(SYSTEM)("link", entry_id=entry.pk)
    for actor in (actor_of(player), link, acting(make_user())):
        with pytest.raises(NotFound):
            selectors.get_event(event.slug, actor)
        listed = selectors.visible_events(actor)
        assert not selectors.entered_events(listed, player.public_id).exists()
    assert selectors.get_event(event.slug, acting(organiser)) == event
