"""The players of an event for its staff: the list, and the card of one.

The buttons of the card are in entry_acts.py, the form that adds somebody in people/adding.py.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from config.pages.annotations import Entry
from config.pages.desk.base import Desk, get_entry_or_404, open_desk, staff_page
from config.pages.desk.entry_acts import ROUNDS_AWAY, CancelAdjustmentForm, actions_on
from config.pages.desk.people.adding import AddForm, add_player
from config.pages.forms import ActionForms
from config.pages.labels import FINISHED, RUNNING
from config.pages.names import isolate
from tournaments import permissions, selectors
from tournaments.choices import EntryStatus


@staff_page
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who ever asked to enter; adding somebody is a form of this page."""
    opened = open_desk(request, slug, "players")
    data = [request.POST] if request.method == "POST" else []
    form = AddForm(opened.event, *data, focus="added" in request.GET)
    if form.is_bound and form.submit(add_player, actor=opened.actor, event_id=opened.event.pk):
        messages.success(request, form.result)
        return redirect(f"{reverse('pages:manage-players', args=[slug])}?added=1")
    if not form.asks_who:
        del form.fields["who"]
    entries = selectors.visible_entries(opened.event, opened.actor).prefetch_related("absences")
    found = list(entries)
    alike = selectors.look_alikes([selectors.resolve(entry.player) for entry in found])
    context = {
        "entries": [
            line_of(entry) | {"alike": alike.get(selectors.resolve(entry.player).pk)}
            for entry in found
        ],
        "form": form,
        "may_link": permissions.may(opened.actor, "link.issue", opened.event),
        "before_start": opened.before_start,
        "finished": opened.event.state == FINISHED,
    }
    return opened.render("players.html", context, refused=form.is_bound)


@staff_page
def entry(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """The card of one player of the event, with a form for each act."""
    opened = open_desk(request, slug, "players")
    found = get_entry_or_404(opened, entry_id)
    card = _card(opened, found)
    sent = ActionForms(request, actions_on(found), initial=_initial(opened, found))
    if _run(opened, found, sent):
        return redirect("pages:manage-entry", slug=slug, entry_id=entry_id)
    context = card | {
        "forms": sent,
        "rename_form": sent["rename"],
        "sort_name_form": sent["read-as"],
    }
    return opened.render("entry.html", context, refused=sent.problems)


@staff_page
def press(request: HttpRequest, slug: str, entry_id: int) -> HttpResponse:
    """A button of the card, pressed beside a name in the list; goes back to the list."""
    opened = open_desk(request, slug, "players")
    found = get_entry_or_404(opened, entry_id)
    sent = ActionForms(request, actions_on(found))
    if not _run(opened, found, sent):
        for problem in sent.problems:
            messages.error(request, problem)
    return redirect("pages:manage-players", slug=slug)


def _run(opened: Desk, found: Entry, sent: ActionForms) -> bool:
    """Do what a button of the card asks; False if there is nothing to do or it is refused."""
    done = sent.run(actor=opened.actor, entry_id=found.pk)
    if done and sent.sent is not None:
        given, name = sent.sent.cleaned_data, isolate(selectors.resolve(found.player).name)
        number = given.get("round_number", given.get("from_round"))
        messages.success(opened.request, (done % {"n": number}).format(name=name))
    return bool(done)


def line_of(found: Entry) -> dict[str, object]:
    """An entry as a line of the list and the head of its card."""
    player = selectors.resolve(found.player)
    return {
        "id": found.pk,
        "number": found.number,
        "name": player.name,
        "public_id": player.public_id,
        "state": found.state,
        "words": EntryStatus(found.state).label,
        "rating": found.rating,
        "checked_in_at": found.checked_in_at,
        "fixed_table": found.fixed_table,
        "family": found.family,
        "away": [
            ROUNDS_AWAY[row.kind](row.from_round, row.to_round)
            for row in sorted(found.absences.all(), key=lambda row: row.pk)
            if row.cancelled_at is None
        ],
    }


def _initial(opened: Desk, found: Entry) -> dict[str, object]:
    """What the forms of the card begin with."""
    last = selectors.event_rounds(opened.event, opened.actor).last()
    after_round = last.number if last else 0
    return {
        "family": found.family,
        "fixed_table": found.fixed_table,
        "rating": found.rating,
        "name": selectors.resolve(found.player).name,
        "sort_name": selectors.resolve(found.player).sort_name,
        **dict.fromkeys(("from_round", "to_round", "round"), after_round + 1),
        "after_round": after_round,
    }


def _card(opened: Desk, found: Entry) -> dict[str, object]:
    event, actor = opened.event, opened.actor
    return {
        "entry": line_of(found),
        "may_read_as": permissions.may(actor, "player.sort_name", selectors.resolve(found.player)),
        "absences": [
            row | {"words": ROUNDS_AWAY[row["kind"]](row["from_round"], row["to_round"])}
            for row in selectors.absences_of(found)
            if row["cancelled_at"] is None
        ],
        "points": [
            row | {"form": _cancel_form(row["id"])}
            for row in selectors.adjustments(event)
            if row["entry_id"] == found.pk
        ],
        "before_start": opened.before_start,
        "running": event.state == RUNNING,
    }


def _cancel_form(adjustment: int) -> CancelAdjustmentForm:
    return CancelAdjustmentForm(auto_id=f"undo-{adjustment}-%s", initial={"adjustment": adjustment})
