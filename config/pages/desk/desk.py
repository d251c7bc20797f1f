"""The first page of the desk: the next step, undecided tables and warnings."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages import zones
from config.pages.desk.base import (
    Desk,
    open_desk,
    parse_number,
    staff_page,
    typed_reason,
)
from config.pages.desk.rounds.published import count_reported, reported_text
from config.pages.desk.rounds.rounds import REFRESH_SECONDS, pair_and_redirect
from config.pages.desk.steps import DONE, Button, find_steps
from config.pages.desk.undo import undo_context
from config.pages.event.event_rows import Event
from ratings import selectors as rating_lists
from ratings import services as ratings
from tournaments import selectors
from tournaments.advice import game_length_advice
from tournaments.errors import DomainError, InvalidInput, NotFound
from tournaments.selectors.rounds.late import late_slots
from tournaments.selectors.rounds.pairings import draft_warnings
from tournaments.services.entries.registration import registration_settings
from tournaments.services.events import events
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.stages import stages
from tournaments.wording import join_with_commas

MAX_UNDECIDED = 60
Action = Callable[[HttpRequest, Desk], None]
SLOT_LABELS = {
    "open": gettext_lazy("not reported"),
    "reported": gettext_lazy("waits for the other player"),
    "disputed": gettext_lazy("disputed"),
    "postponed": gettext_lazy("postponed"),
}


class UndecidedTable(NamedTuple):
    """text: the state of each open game. url: of the first of them."""

    url: str
    table: int | None
    names: list[str]
    text: str
    late: bool


class DeskWarning(NamedTuple):
    text: str
    url: str = ""


@staff_page
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "desk")
    error, status, action = "", 200, ""
    if request.method == "POST":
        action = request.POST.get("do", "")
        try:
            return _run_action(request, opened, action)
        except DomainError as refusal:
            error, status = str(refusal), 422
    context = (
        opened.context
        | _event_context(opened)
        | undo_context(opened)
        | {
            "error": error,
            "refused_action": action,
            "typed_reason": typed_reason(request),
            "seeded_by": request.POST.get("pool", ""),
        }
    )
    response = render(request, "pages/desk/desk.html", context, status=status)
    if context["steps"].pairing is not None:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


def _run_action(request: HttpRequest, opened: Desk, do: str) -> HttpResponse:
    """Make the service call of a button, and redirect."""
    if do == "pair":
        return _pair(opened)
    action = ACTIONS.get(do)
    if action is None:
        raise InvalidInput(field="do", problem=_("there is no such button"))
    action(request, opened)
    return redirect("pages:manage", slug=opened.event.slug)


def _pair(opened: Desk) -> HttpResponse:
    job = pairing_jobs.request_pairing(actor=opened.actor, event_id=opened.event.pk)
    return pair_and_redirect(opened.event.slug, job)


def _address(name: str, *args: object) -> str:
    return reverse(f"pages:{name}", args=args)


def _start(request: HttpRequest, opened: Desk) -> None:
    ratings.start_event(
        actor=opened.actor,
        event_id=opened.event.pk,
        include_absent="include_absent" in request.POST,
        pool=_seeding_pool(request, opened.event),
    )


def _seeding_pool(request: HttpRequest, event: Event) -> str | None:
    """The chosen rating list; None: the list that fits the event."""
    slug = request.POST.get("pool", "")
    if not slug:
        return None
    if slug not in {pool.slug for pool in rating_lists.pools_of_game(event.game)}:
        raise NotFound(what="rating list", key=slug)
    return slug


def _event_action(service: Callable[..., object], *, reason: bool = False) -> Action:
    def run(request: HttpRequest, opened: Desk) -> None:
        given = {"reason": typed_reason(request)} if reason else {}
        service(actor=opened.actor, event_id=opened.event.pk, **given)

    return run


def _round_action(service: Callable[..., object], *, reason: bool = False) -> Action:
    def run(request: HttpRequest, opened: Desk) -> None:
        number = parse_number(request.POST.get("number"), "number")
        _event_action(partial(service, number=number), reason=reason)(request, opened)

    return run


ACTIONS: dict[str, Action] = {
    "open": _event_action(events.open_registration),
    "draft": _event_action(events.back_to_draft),
    "start": _start,
    "unstart": _event_action(events.back_to_registration),
    "finish": _event_action(events.finish),
    "reopen": _event_action(events.reopen, reason=True),
    "publish": _round_action(rounds.publish_round),
    "discard": _round_action(rounds.discard_draft),
    "unpublish": _round_action(rounds.unpublish_round, reason=True),
    "close": _round_action(rounds.close_round),
    "reopen-round": _round_action(rounds.reopen_round, reason=True),
    "next-stage": _event_action(stages.begin_next_stage),
    "undo-stage": _event_action(stages.undo_stage, reason=True),
}


def _event_context(opened: Desk) -> dict[str, Any]:
    event, actor = opened.event, opened.actor
    steps = find_steps(event, actor)
    last = selectors.event_rounds(event, actor).last()
    entries = list(selectors.event_entries(event))
    counts = selectors.slot_counts(last) if last else {}
    reported, total = count_reported(counts)
    decided = counts.get("decided", 0)
    check_in = registration_settings(event.registration)["check_in"]
    before_start = event.state in ("draft", "registration")
    numbers = {"number": last.number if last else 0, "count": total - decided}
    return {
        "steps": steps,
        "message": str(steps.message).format(**numbers),
        "main": _button_context(steps.main, numbers) if steps.main else None,
        "others": [_button_context(button, numbers) for button in steps.others],
        "back": [_button_context(button, numbers) for button in steps.back],
        "round": last,
        "reported": reported,
        "total": total,
        "count": reported_text(reported, total),
        "unsure": reported - decided,
        "undecided": _undecided(event, last) if last and last.state == "published" else [],
        "players_in": sum(entry.state == "in" for entry in entries),
        "waiting": sum(entry.state == "waiting" for entry in entries),
        "applied": sum(entry.state == "applied" for entry in entries),
        "checked_in": sum(bool(e.checked_in_at) and e.state == "in" for e in entries),
        "check_in": check_in,
        "before_start": before_start,
        "seeding": rating_lists.pools_of_game(event.game) if before_start else [],
        "warnings": list(_warnings(opened, last, entries)),
    }


def _button_context(button: Button, numbers: dict[str, int]) -> dict[str, Any]:
    return {
        "action": button.action,
        "label": str(button.label).format(**numbers),
        "reason": button.reason,
        "number": button.number,
        "blocked": str(button.blocked).format(**numbers),
    }


def _undecided(event: Event, last: Any) -> list[UndecidedTable]:
    """Tables with undecided games: late ones first, then by number."""
    now = timezone.now()
    by_pairing: dict[int, list[Any]] = {}
    for slot in selectors.slots_of_round(event.pk, last.number):
        if slot.slot_state not in DONE:
            by_pairing.setdefault(slot.pairing_id, []).append(slot)
    rows = [
        UndecidedTable(
            url=_address("manage-slot", event.slug, slots[0].pairing_id, slots[0].number),
            table=slots[0].table,
            names=[seat.name for seat in slots[0].seats],
            text=join_with_commas(
                _("game %(n)d: %(what)s") % {"n": slot.number, "what": _slot_label(slot)}
                for slot in slots
            ),
            late=any(slot.due_at and slot.due_at < now for slot in slots),
        )
        for slots in by_pairing.values()
    ]
    rows.sort(key=lambda row: (not row.late, row.table is None, row.table or 0))
    return rows[:MAX_UNDECIDED]


def _slot_label(slot: Any) -> str:
    return str(SLOT_LABELS.get(slot.slot_state, slot.slot_state))


def _warnings(opened: Desk, last: Any, entries: list[Any]) -> Iterable[DeskWarning]:
    event = opened.event
    slug = event.slug
    retry_at = selectors.standings_retry_at(event)
    if retry_at is not None:
        when = zones.local_time_text(retry_at, event.time_zone, there=True)
        text = _("The table took too long to compute. It is tried again after %(when)s.")
        yield DeskWarning(text % {"when": when})
    for sentence in game_length_advice(event.game, event.stages.all(), event.ruleset):
        yield DeskWarning(sentence)
    if last is not None and last.state == "draft":
        for warning in draft_warnings(last):
            yield DeskWarning(warning["text"], _address("manage-draft", slug, last.number))
    applied = sum(entry.state == "applied" for entry in entries)
    if applied:
        text = ngettext("%(n)d player asks to enter.", "%(n)d players ask to enter.", applied)
        yield DeskWarning(text % {"n": applied}, _address("manage-players", slug))
    late = len(late_slots(event, timezone.now())) if event.state == "running" else 0
    if late:
        text = ngettext("%(n)d game is late.", "%(n)d games are late.", late)
        yield DeskWarning(text % {"n": late}, _address("manage-late", slug))
    if last is not None and selectors.slot_counts(last).get("disputed"):
        yield DeskWarning(_("A result is disputed."), _address("manage-results", slug))
