"""The desk itself: where the event stands, the one next button, what is missing or unwise."""

from collections.abc import Callable, Iterable
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
    number_in,
    open_desk,
    staff_page,
    typed_reason,
)
from config.pages.desk.rounds.published import count_words, reported_of
from config.pages.desk.rounds.rounds import LOOK_AGAIN_SECONDS, pair_now
from config.pages.desk.steps import DONE, Button, steps_of
from config.pages.desk.undo import undo_of
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

MOST_MISSING = 60
SLOT_WORDS = {
    "open": gettext_lazy("not reported"),
    "reported": gettext_lazy("waits for the other player"),
    "disputed": gettext_lazy("disputed"),
    "postponed": gettext_lazy("postponed"),
}


class Missing(NamedTuple):
    """A table that is not done: its games with what they wait for. url: of the first of them."""

    url: str
    table: int | None
    names: list[str]
    words: str
    late: bool


class Look(NamedTuple):
    words: str
    url: str = ""


@staff_page
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    opened = open_desk(request, slug, "desk")
    error, status, pressed = "", 200, ""
    if request.method == "POST":
        pressed = request.POST.get("do", "")
        try:
            return _done(request, opened, pressed)
        except DomainError as refused:
            error, status = str(refused), 422
    context = (
        opened.context
        | _standing(opened)
        | undo_of(opened)
        | {
            "error": error,
            "pressed": pressed,
            "typed_reason": typed_reason(request),
            "seeded_by": request.POST.get("pool", ""),
        }
    )
    answer = render(request, "pages/desk/desk.html", context, status=status)
    if context["steps"].pairing is not None:
        answer["Refresh"] = str(LOOK_AGAIN_SECONDS)
    return answer


def _done(request: HttpRequest, opened: Desk, do: str) -> HttpResponse:
    """One press of a button, one call of a service; then where its fruit is seen."""
    if do == "pair":
        return _pair(opened)
    act = ACTS.get(do)
    if act is None:
        raise InvalidInput(field="do", problem=_("there is no such button"))
    act(request, opened)
    return redirect("pages:manage", slug=opened.event.slug)


def _pair(opened: Desk) -> HttpResponse:
    job = pairing_jobs.request_pairing(actor=opened.actor, event_id=opened.event.pk)
    return pair_now(opened.event.slug, job)


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
    """The list that was chosen to seed; None: the one that fits."""
    asked = request.POST.get("pool", "")
    if not asked:
        return None
    if asked not in {pool.slug for pool in rating_lists.pools_of_game(event.game)}:
        raise NotFound(what="rating list", key=asked)
    return asked


def _life(service: Callable[..., object]) -> Callable[[HttpRequest, Desk], None]:
    def act(_request: HttpRequest, opened: Desk) -> None:
        service(actor=opened.actor, event_id=opened.event.pk)

    return act


def _with_reason(service: Callable[..., object]) -> Callable[[HttpRequest, Desk], None]:
    def act(request: HttpRequest, opened: Desk) -> None:
        service(actor=opened.actor, event_id=opened.event.pk, reason=typed_reason(request))

    return act


def _of_round(
    service: Callable[..., object], *, reason: bool = False
) -> Callable[[HttpRequest, Desk], None]:
    def act(request: HttpRequest, opened: Desk) -> None:
        why = {"reason": typed_reason(request)} if reason else {}
        number = number_in(request.POST.get("number"), "number")
        service(actor=opened.actor, event_id=opened.event.pk, number=number, **why)

    return act


ACTS: dict[str, Callable[[HttpRequest, Desk], None]] = {
    "open": _life(events.open_registration),
    "draft": _life(events.back_to_draft),
    "start": _start,
    "unstart": _life(events.back_to_registration),
    "finish": _life(events.finish),
    "reopen": _with_reason(events.reopen),
    "publish": _of_round(rounds.publish_round),
    "discard": _of_round(rounds.discard_draft),
    "unpublish": _of_round(rounds.unpublish_round, reason=True),
    "close": _of_round(rounds.close_round),
    "reopen-round": _of_round(rounds.reopen_round, reason=True),
    "next-stage": _life(stages.begin_next_stage),
    "undo-stage": _with_reason(stages.undo_stage),
}


def _standing(opened: Desk) -> dict[str, Any]:
    event, actor = opened.event, opened.actor
    steps = steps_of(event, actor)
    last = selectors.event_rounds(event, actor).last()
    entries = list(selectors.event_entries(event))
    counts = selectors.slot_counts(last) if last else {}
    reported, total = reported_of(counts)
    decided = counts.get("decided", 0)
    check_in = registration_settings(event.registration)["check_in"]
    before_start = event.state in ("draft", "registration")
    numbers = {"number": last.number if last else 0, "count": total - decided}
    return {
        "steps": steps,
        "said": str(steps.said).format(**numbers),
        "main": _shown(steps.main, numbers) if steps.main else None,
        "others": [_shown(button, numbers) for button in steps.others],
        "back": [_shown(button, numbers) for button in steps.back],
        "round": last,
        "reported": reported,
        "total": total,
        "count": count_words(reported, total),
        "unsure": reported - decided,
        "missing": _missing(event, last) if last and last.state == "published" else [],
        "players_in": sum(entry.state == "in" for entry in entries),
        "waiting": sum(entry.state == "waiting" for entry in entries),
        "applied": sum(entry.state == "applied" for entry in entries),
        "checked_in": sum(bool(e.checked_in_at) and e.state == "in" for e in entries),
        "check_in": check_in,
        "before_start": before_start,
        "seeding": rating_lists.pools_of_game(event.game) if before_start else [],
        "warnings": list(_warnings(opened, last, entries)),
    }


def _shown(button: Button, numbers: dict[str, int]) -> dict[str, Any]:
    return {
        "do": button.do,
        "words": str(button.words).format(**numbers),
        "reason": button.reason,
        "number": button.number,
        "waits": str(button.waits).format(**numbers),
    }


def _missing(event: Event, last: Any) -> list[Missing]:
    """The tables of a round that have games to be decided, by table."""
    now = timezone.now()
    by_pairing: dict[int, list[Any]] = {}
    for slot in selectors.slots_of_round(event.pk, last.number):
        if slot.slot_state not in DONE:
            by_pairing.setdefault(slot.pairing_id, []).append(slot)
    rows = [
        Missing(
            url=_address("manage-slot", event.slug, slots[0].pairing_id, slots[0].number),
            table=slots[0].table,
            names=[seat.name for seat in slots[0].seats],
            words=join_with_commas(
                _("game %(n)d: %(what)s") % {"n": slot.number, "what": _slot_words(slot)}
                for slot in slots
            ),
            late=any(slot.due_at and slot.due_at < now for slot in slots),
        )
        for slots in by_pairing.values()
    ]
    rows.sort(key=lambda row: (not row.late, row.table is None, row.table or 0))
    return rows[:MOST_MISSING]


def _slot_words(slot: Any) -> str:
    return str(SLOT_WORDS.get(slot.slot_state, slot.slot_state))


def _warnings(opened: Desk, last: Any, entries: list[Any]) -> Iterable[Look]:
    event = opened.event
    slug = event.slug
    retry_at = selectors.standings_retry_at(event)
    if retry_at is not None:
        when = zones.local_time_text(retry_at, event.time_zone, there=True)
        text = _("The table took too long to compute. It is tried again after %(when)s.")
        yield Look(text % {"when": when})
    for sentence in game_length_advice(event.game, event.stages.all(), event.ruleset):
        yield Look(sentence)
    if last is not None and last.state == "draft":
        for told in draft_warnings(last):
            yield Look(told["text"], _address("manage-draft", slug, last.number))
    applied = sum(entry.state == "applied" for entry in entries)
    if applied:
        text = ngettext("%(n)d player asks to enter.", "%(n)d players ask to enter.", applied)
        yield Look(text % {"n": applied}, _address("manage-players", slug))
    late = len(late_slots(event, timezone.now())) if event.state == "running" else 0
    if late:
        text = ngettext("%(n)d game is late.", "%(n)d games are late.", late)
        yield Look(text % {"n": late}, _address("manage-late", slug))
    if last is not None and selectors.slot_counts(last).get("disputed"):
        yield Look(_("A result is disputed."), _address("manage-results", slug))
