"""The prizes and categories of an event, and what a player says of themselves for them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.desk.base import refused_as_404
from config.pages.event.events import open_event
from config.pages.forms import Form, NumberField
from ratings.selectors import prizes as selectors
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START
from tournaments.limits import MAX_ID
from tournaments.selectors.prizes import categories as rows
from tournaments.services.prizes import categories

JOIN, LEAVE = "join", "leave"
TIES = {
    "equal": _("Ties divide their prizes equally."),
    "hort": _("Ties: half by equal sharing, half by tie-break (Hort)."),
    "tie_break": _("Ties are settled by tie-break."),
}


class SayForm(Form):
    category = NumberField(max_value=MAX_ID)


def event_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "prizes")
    actor = actor_of(request)
    mine = _own_entry(found, actor)
    form = SayForm(request.POST if request.method == "POST" else None)
    if form.is_bound and mine is not None:
        member = request.POST.get("do") == JOIN
        if form.submit(_say, actor=actor, entry_id=mine, member=member):
            messages.success(request, _("Saved."))
            return redirect("pages:event-prizes", slug=slug)
    staff = permissions.may(actor, "category.view", found)
    document = selectors.prizes_document(found)
    own = rows.own_categories(mine) if mine is not None else set()
    context |= {
        "prizes": document,
        "ties": TIES[document["ties"]],
        "categories": selectors.category_views(found, staff=staff),
        "choices": _choices(found, own) if mine is not None else [],
        "problems": form.problems if form.is_bound else [],
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "pages/event/prizes.html", context, status=status)


def event_category(request: HttpRequest, slug: str, category_id: int) -> HttpResponse:
    """The standings of a category."""
    found, context = open_event(request, slug, "prizes")
    staff = permissions.may(actor_of(request), "category.view", found)
    with refused_as_404():
        context["standings"] = selectors.category_standings(found, category_id, staff=staff)
        context["category"] = selectors.category_view(found, category_id, staff=staff)
    return render(request, "pages/event/category.html", context)


def _say(*, actor: Actor, entry_id: int, category: int, member: bool) -> bool:
    return categories.set_member(
        actor=actor, category_id=category, entry_id=entry_id, member=member
    )


def _own_entry(event: Event, actor: Actor) -> int | None:
    """The entry of the reader, before the event starts."""
    if event.state not in BEFORE_START or actor.user_id is None:
        return None
    player = tournaments.player_of(actor.user_id)
    mine = tournaments.event_entries(event).filter(player=player) if player else None
    return mine.values_list("pk", flat=True).first() if mine is not None else None


def _choices(event: Event, own: set[int]) -> list[tuple[int, str, bool]]:
    return [(row.pk, row.name, row.pk in own) for row in rows.own_choices(event)]
