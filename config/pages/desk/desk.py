"""The first page of the desk: the next step, undecided tables and warnings."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages import zones
from config.pages.annotations import Event, Round
from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.rounds.rounds import REFRESH_SECONDS, progress_context, redirect_to_draft
from config.pages.desk.steps.actions import ACTIONS, PAIRING_ACTIONS
from config.pages.desk.steps.panel import PANEL_PAGES, next_step_address, panel_context
from config.pages.desk.steps.start import start_question
from config.pages.desk.steps.steps import find_steps
from config.pages.desk.undo import undo_context
from config.pages.forms import ActionForms
from config.pages.labels import PRESENCE, RUNNING
from tournaments import selectors
from tournaments.advice import game_length_advice
from tournaments.choices import FINISHED_SLOTS, EntryStatus, RoundStatus, SlotStatus
from tournaments.selectors import SlotContext
from tournaments.selectors.rounds.late import late_slots
from tournaments.selectors.rounds.pairings import draft_warnings
from tournaments.wording import join_with_commas

MAX_UNDECIDED = 60
SLOT_LABELS = {
    SlotStatus.OPEN: gettext_lazy("not reported"),
    SlotStatus.REPORTED: gettext_lazy("waits for the other player"),
    SlotStatus.DISPUTED: gettext_lazy("disputed"),
    SlotStatus.POSTPONED: gettext_lazy("postponed"),
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
    """Shows the desk, and handles the buttons of the next step on every page."""
    opened = open_desk(request, slug, "desk")
    sent = ActionForms(request, ACTIONS)
    sent.run(actor=opened.actor, event_id=opened.event.pk)
    if request.method == "POST" and not sent.problems:
        return _redirect_after(opened, sent)
    opened = open_desk(request, slug, "desk")  # a refused button may have done its first half
    steps = find_steps(opened.event, opened.actor)
    asks = sent.do == "start" and opened.before_start
    context = {**_event_context(opened), **panel_context(opened, steps, sent)}
    context |= {**undo_context(opened), "question": start_question(opened.event) if asks else None}
    if sent.do not in {button.action for button in steps.back if button.reason}:
        context["problems"] = sent.problems  # a form with a reason shows its own
    response = opened.render("desk.html", context, refused=sent.problems)
    if steps.pairing is not None:
        response["Refresh"] = str(REFRESH_SECONDS)
    return response


def _redirect_after(opened: Desk, sent: ActionForms) -> HttpResponse:
    """To the draft that was paired, to the results of a round that was published, else back."""
    slug = opened.event.slug
    if sent.do in PAIRING_ACTIONS:
        return redirect_to_draft(slug, sent[sent.do].result)
    back = "manage-results" if sent.do == "publish" else opened.request.POST.get("next", "")
    if back in PANEL_PAGES and back != "manage":
        return redirect(f"pages:{back}", slug=slug)
    return redirect(next_step_address(slug))


def _presence_counts(event: Event) -> list[tuple[str, list[str]]]:
    """Who is withdrawn, absent or late."""
    found = selectors.presence_of_entries(event)
    return [(str(label), found[word]) for word, label in PRESENCE.items() if word in found]


def _event_context(opened: Desk) -> dict[str, object]:
    event, actor = opened.event, opened.actor
    last = selectors.event_rounds(event, actor).last()
    entries = list(selectors.event_entries(event))
    states = Counter(entry.state for entry in entries)
    counts = selectors.slot_counts(last) if last else {}
    is_played = last is not None and last.state == RoundStatus.PUBLISHED
    return {
        **progress_context(counts),
        "round": last,
        "undecided": _undecided(event, last) if last and is_played else [],
        "players_in": states[EntryStatus.IN],
        "waiting": states[EntryStatus.WAITING],
        "applied": states[EntryStatus.APPLIED],
        "checked_in": sum(
            bool(each.checked_in_at) and each.state == EntryStatus.IN for each in entries
        ),
        "away": _presence_counts(event),
        "before_start": opened.before_start,
        "warnings": list(_warnings(opened, last, states[EntryStatus.APPLIED])),
    }


def _undecided(event: Event, last: Round) -> list[UndecidedTable]:
    """Tables with undecided games: late ones first, then by number."""
    now = timezone.now()
    by_pairing: dict[int, list[SlotContext]] = {}
    for slot in selectors.slots_of_round(event.pk, last.number):
        if slot.slot_state not in FINISHED_SLOTS:
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


def _slot_label(slot: SlotContext) -> str:
    return str(SLOT_LABELS[SlotStatus(slot.slot_state)])


def _warnings(opened: Desk, last: Round | None, applied: int) -> Iterable[DeskWarning]:
    event = opened.event
    slug = event.slug
    retry_at = selectors.standings_retry_at(event)
    if retry_at is not None:
        when = zones.local_time_text(retry_at, event.time_zone, there=True)
        text = _("The table could not be computed. It is tried again after %(when)s.")
        yield DeskWarning(text % {"when": when})
    for sentence in game_length_advice(event.game, selectors.event_stages(event), event.ruleset):
        yield DeskWarning(sentence)
    if last is not None and last.state == RoundStatus.DRAFT:
        for warning in draft_warnings(last):
            yield DeskWarning(warning["text"], _address("manage-draft", slug, last.number))
    if applied:
        text = ngettext("%(n)d player asks to enter.", "%(n)d players ask to enter.", applied)
        yield DeskWarning(text % {"n": applied}, _address("manage-players", slug))
    late = len(late_slots(event, timezone.now())) if event.state == RUNNING else 0
    if late:
        text = ngettext("%(n)d game is late.", "%(n)d games are late.", late)
        yield DeskWarning(text % {"n": late}, _address("manage-late", slug))
    if last is not None and selectors.slot_counts(last).get(SlotStatus.DISPUTED):
        yield DeskWarning(_("A result is disputed."), _address("manage-results", slug))


def _address(name: str, *args: object) -> str:
    return reverse(f"pages:{name}", args=args)
