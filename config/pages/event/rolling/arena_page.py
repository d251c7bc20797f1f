"""The arena: its clock, who plays whom now, the points; leaving and coming back."""

from collections.abc import Mapping
from typing import NamedTuple

from django.forms import HiddenInput
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Document
from config.pages.event.events import open_event
from config.pages.forms import Action, ActionForms, Form, NumberField
from config.pages.live import live_event_page
from config.pages.names import isolate
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.errors import require_found
from tournaments.pairing.systems.arena import free_players
from tournaments.selectors.ladder.arenas import arena_clock, berserk_choice, current_arena
from tournaments.selectors.ladder.situation import own_entry
from tournaments.services.arena import berserk, passes
from tournaments.standings.arena.points import ArenaMatch, arena_matches
from tournaments.state import EventState


class BerserkForm(Form):
    pairing_id = NumberField(widget=HiddenInput)


def whole_time(*, actor: Actor, event_id: int, pairing_id: int) -> object:
    return berserk.go_berserk(actor=actor, event_id=event_id, pairing_id=pairing_id, undo=True)


ACTIONS = {
    "leave": Action(Form, passes.leave_arena, _("You will not be paired until you come back.")),
    "return": Action(Form, passes.return_to_arena, _("You are back and will be paired.")),
    "berserk": Action(
        BerserkForm, berserk.go_berserk, _("You play with half the time: halve it on your clock.")
    ),
    "whole": Action(BerserkForm, whole_time, _("You have the whole time again.")),
}


class ArenaRow(NamedTuple):
    """points: so far. last: of the last matches, the newest last. status: playing, free or away."""

    place: int
    entry: int
    player: str
    name: str
    points: int
    last: tuple[ArenaMatch, ...]
    status: str


@live_event_page
def event_arena(request: HttpRequest, slug: str) -> HttpResponse:
    """The buttons of players: leave and come back."""
    found, context = open_event(request, slug, "arena")
    stage = require_found(current_arena(found), "arena of", slug)
    actor = actor_of(request)
    sent = ActionForms(request, ACTIONS)
    if request.method == "POST":
        sent.run_with_messages(request, actor=actor, event_id=found.pk)
        return redirect("pages:event-arena", slug=slug)
    state, _version = selectors.event_state(found.pk, stage_number=stage.number)
    clock = arena_clock(stage)
    mine = own_entry(found, actor)
    numbers = state.present_entries(state.next_round)
    names = selectors.players_by_number(found)
    busy = [p for p in state.played if not p.is_finished]
    context |= {
        "clock": clock,
        "is_over": clock.is_over(timezone.now()) or found.state == EventStatus.FINISHED,
        "rows": _rows(names, state),
        "games": [tuple(isolate(names[seat]["name"]) for seat in p.seats) for p in busy],
        "free": len(free_players(state)),
        "is_in": mine is not None
        and found.state == EventStatus.RUNNING
        and mine.number in state.entry_numbers,
        "choice": berserk_choice(mine.pk) if mine is not None else None,
        "is_away": mine is not None and mine.number not in numbers,
    }
    return render(request, "pages/event/rolling/arena.html", context)


def _rows(names: Mapping[int, Document], state: EventState) -> list[ArenaRow]:
    """By points, the best first; equal ones by number. names: of players, by entry number."""
    matches = arena_matches(state)
    here, busy = set(state.present_entries(state.next_round)), state.busy_entries(state.next_round)
    points = {entry: sum(match.points for match in had) for entry, had in matches.items()}
    order = sorted(matches, key=lambda entry: (-points[entry], entry))
    return [
        ArenaRow(
            place=place,
            entry=entry,
            player=names[entry]["player"],
            name=names[entry]["name"],
            points=points[entry],
            last=matches[entry][-8:],
            status="playing" if entry in busy else "free" if entry in here else "away",
        )
        for place, entry in enumerate(order, start=1)
    ]
