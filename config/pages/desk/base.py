"""What all desk pages share: access, the page head, buttons and parsing of typed values.

Anonymous users are sent to the login page; users who are not staff of the event get a 404.
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

ROUND_LABELS = {
    "draft": _("draft"),
    "published": _("being played"),
    "closed": _("closed"),
}
ROUND_CSS_CLASSES = {"draft": "", "published": "open", "closed": "closed"}


class Desk(NamedTuple):
    actor: Actor
    event: Event
    context: dict[str, Any]


def staff_page(view: Callable[..., HttpResponse]) -> Callable[..., Any]:
    """Require a login, and keep the page out of caches and search engines."""
    return login_required(login_url="pages:login")(private_page(view))


def open_desk(request: HttpRequest, slug: str, tab: str, *, verb: str = "staff.view") -> Desk:
    """The event with its page head. tab: the current tab of the navigation.

    :raises Http404: there is no such event, or the actor is not its staff.
    """
    actor = actor_of(request)
    try:
        event = selectors.get_event(slug, actor)
        permissions.require(actor, verb, event)
    except DomainError as error:
        raise Http404(str(error)) from error
    return Desk(actor, event, event_head(actor, event) | {"tab": tab})


def event_head(actor: Actor, event: Event) -> dict[str, Any]:
    """The part of the context that the page head needs. Three queries."""
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
                    "kind": ROUND_CSS_CLASSES.get(each.state, ""),
                    "words": ROUND_LABELS.get(each.state, each.state),
                }
                for each in rounds
            ],
        },
        "may_edit": permissions.may(actor, "event.edit", event),
    }


def run_and_redirect(
    request: HttpRequest, action: Callable[[], object], to: str, *args: object
) -> HttpResponse:
    """Run one service call and redirect to the URL name `to`.

    A returned text is shown there as a success, a DomainError as an error.
    """
    try:
        text = action()
        if isinstance(text, str) and text:
            messages.success(request, text)
    except DomainError as refusal:
        messages.error(request, str(refusal))
    return redirect(to, *args)


def parse_number(text: object, field: str) -> int:
    """:raises InvalidInput: the text is not a whole number."""
    number = parse_optional_number(text, field)
    if number is None:
        raise InvalidInput(field=field, problem=_("missing"))
    return number


def parse_optional_number(text: object, field: str) -> int | None:
    """None for an empty text. :raises InvalidInput: it is not a whole number."""
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


def get_entry_or_404(desk: Desk, entry_id: int) -> Any:
    try:
        return selectors.get_entry(desk.event, entry_id, desk.actor)
    except DomainError as error:
        raise Http404(str(error)) from error
