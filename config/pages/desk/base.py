"""What every page of the desk shares: who may open it, its head, and how a button answers.

Whoever is not staff of the event finds nothing at these addresses; the anonymous sign in first.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.event.event_rows import Event
from config.pages.labels import event_state_label, event_summary
from config.pages.secret_pages import private_page
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput

LONGEST_WHY = 5_000
LARGEST = 2**31 - 1

ROUND_WORDS = {
    "draft": _("draft"),
    "published": _("being played"),
    "closed": _("closed"),
}
ROUND_KINDS = {"draft": "", "published": "open", "closed": "closed"}


class Desk(NamedTuple):
    """A page of the desk that is open: who sits at it, the event, and what its head shows."""

    actor: Actor
    event: Event
    context: dict[str, Any]


def staff_page(view: Callable[..., HttpResponse]) -> Callable[..., Any]:
    """A view for people who are signed in; no cache and no search engine keeps the page."""
    return login_required(login_url="pages:login")(private_page(view))


def open_desk(request: HttpRequest, slug: str, tab: str, *, verb: str = "staff.view") -> Desk:
    """The event for its staff. tab: which part of the navigation is the page's own.

    :raises Http404: there is no such event, or the reader is not its staff.
    """
    actor = actor_of(request)
    try:
        event = selectors.get_event(slug, actor)
        permissions.require(actor, verb, event)
    except DomainError as error:
        raise Http404(str(error)) from error
    return Desk(actor, event, head_of(actor, event) | {"tab": tab})


def head_of(actor: Actor, event: Event) -> dict[str, Any]:
    """What the head of each page shows. Three queries."""
    stages = list(event.stages.order_by("number"))
    rounds = list(selectors.event_rounds(event, actor).defer("proof", "proof_staff"))
    return {
        "section": "events",
        "event": event,
        "head": {
            "kicker": event_summary(event, [stage.system for stage in stages]),
            "state": event_state_label(event),
            "rated": bool(selectors.counting_reason(event)),
            "rounds": [
                {
                    "number": each.number,
                    "kind": ROUND_KINDS.get(each.state, ""),
                    "words": ROUND_WORDS.get(each.state, each.state),
                }
                for each in rounds
            ],
        },
        "may_edit": permissions.may(actor, "event.edit", event),
    }


def pressed(request: HttpRequest, do: Callable[[], object], to: str, *args: object) -> HttpResponse:
    """Do what a lone button asks (one call of a service), and go on to the page named `to`.

    `do` returns the sentence to say, or something that is not one. A refusal is said there.
    """
    try:
        said = do()
        if isinstance(said, str) and said:
            messages.success(request, said)
    except DomainError as refused:
        messages.error(request, str(refused))
    return redirect(to, *args)


def number_in(text: object, field: str) -> int:
    """:raises InvalidInput: what was typed is no number."""
    number = number_or_none(text, field)
    if number is None:
        raise InvalidInput(field=field, problem=_("missing"))
    return number


def number_or_none(text: object, field: str) -> int | None:
    """None for an empty field. :raises InvalidInput: what was typed is no number."""
    typed = str(text or "").strip()
    if not typed:
        return None
    digits = typed[1:] if typed[0] in "+-" else typed
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 11):
        raise InvalidInput(field=field, problem=_("a number"))
    number = int(typed)
    if abs(number) > LARGEST:
        raise InvalidInput(field=field, problem=_("a smaller number"))
    return number


def half_points_in(text: object, field: str) -> int:
    """Half points from what people type: 1, ½, 0.5, 1½, 1.5; below 0 with a minus.

    :raises InvalidInput: anything else.
    """
    typed = str(text or "").strip().replace(",", ".").replace("\N{MINUS SIGN}", "-")
    sign = -1 if typed.startswith("-") else 1
    typed = typed.lstrip("+-")
    if typed.endswith("½"):
        typed = (typed[:-1] or "0") + ".5"
    whole, _dot, part = typed.partition(".")
    if part not in ("", "0", "5") or not (whole.isascii() and whole.isdecimal()):
        raise InvalidInput(field=field, problem=_("points, as 1, ½ or 1.5"))
    if len(whole) > 4:
        raise InvalidInput(field=field, problem=_("a smaller number"))
    return sign * (2 * int(whole) + (part == "5"))


def typed_reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:LONGEST_WHY]


def entry_of(desk: Desk, entry_id: int) -> Any:
    """An entry of this event. :raises Http404: there is none."""
    try:
        return selectors.get_entry(desk.event, entry_id, desk.actor)
    except DomainError as error:
        raise Http404(str(error)) from error
