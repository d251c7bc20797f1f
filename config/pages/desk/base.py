"""What all pages of the desk share: who may open them, their head, and lone buttons.

Only staff of the event may open them: others get 404, visitors who are not signed in the login.
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
from tournaments.limits import MAX_INTEGER, REASON

ROUND_WORDS = {
    "draft": _("draft"),
    "published": _("being played"),
    "closed": _("closed"),
}
ROUND_KINDS = {"draft": "", "published": "open", "closed": "closed"}


class Desk(NamedTuple):
    """An open page of the desk. context: what its head shows."""

    actor: Actor
    event: Event
    context: dict[str, Any]


def staff_page(view: Callable[..., HttpResponse]) -> Callable[..., Any]:
    """Require a login, and keep the page out of caches and search engines."""
    return login_required(login_url="pages:login")(private_page(view))


def open_desk(request: HttpRequest, slug: str, tab: str, *, verb: str = "staff.view") -> Desk:
    """The event for its staff. tab: the current entry of the navigation.

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
    """Do what a lone button asks, then redirect to the page named `to`.

    A string that `do` returns is shown there as a message, and so is a refusal.
    """
    try:
        message = do()
        if isinstance(message, str) and message:
            messages.success(request, message)
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
    if abs(number) > MAX_INTEGER:
        raise InvalidInput(field=field, problem=_("a smaller number"))
    return number


def typed_reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:REASON]


def entry_of(desk: Desk, entry_id: int) -> Any:
    """An entry of this event. :raises Http404: there is none."""
    try:
        return selectors.get_entry(desk.event, entry_id, desk.actor)
    except DomainError as error:
        raise Http404(str(error)) from error
