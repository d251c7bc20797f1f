"""What all desk pages share: access, the page head, and fields of several forms.

Anonymous users are sent to the login page; users who are not staff of the event get a 404.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Entry, Event
from config.pages.forms import Form, Labelled, NumberField, Text, TextField
from config.pages.labels import event_summary
from config.pages.secret_pages import private_page
from games import selectors as games
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START, EventStatus, RoundStatus
from tournaments.errors import DomainError
from tournaments.limits import SHORT_REASON

ROUND_CSS_CLASSES = {RoundStatus.PUBLISHED: "open", RoundStatus.CLOSED: "closed"}
TABS = (
    ("desk", "pages:manage", _("Desk")),
    ("players", "pages:manage-players", _("Players")),
    ("rounds", "pages:manage-rounds", _("Rounds")),
    ("results", "pages:manage-results", _("Results")),
    ("print", "pages:manage-print", _("Print")),
    ("settings", "pages:manage-settings", _("Settings")),
    ("staff", "pages:event-staff", _("Staff")),
    ("journal", "pages:manage-journal", _("Journal")),
)
WHY = _("Why")
DRAWN = _("empty: drawn by lot")
LOT_LABEL = _("Lot number")
SAME_ROUND = _("the same number gives the same round again")
MAY_BE_EMPTY = _("may be empty")


@dataclass(frozen=True, slots=True)
class Desk:
    """A request of staff for a page of an event, and the context of its head."""

    request: HttpRequest
    actor: Actor
    event: Event
    context: dict[str, object]

    @property
    def before_start(self) -> bool:
        return self.event.state in BEFORE_START

    def render(
        self, template: str, context: Mapping[str, object], *, refused: object = False
    ) -> HttpResponse:
        """A page of the desk; 422 if what was sent is refused."""
        status = 422 if refused else 200
        path = f"pages/desk/{template}"
        return render(self.request, path, {**self.context, **context}, status=status)


def staff_page(view: Callable[..., HttpResponse]) -> Callable[..., Any]:
    """Require a login, and keep the page out of caches and search engines."""
    return login_required(login_url="pages:login")(private_page(view))


def open_desk(request: HttpRequest, slug: str, tab: str, *, verb: str = "staff.view") -> Desk:
    """The event with its page head. tab: the current tab of the navigation.

    :raises Http404: there is no such event, or the actor is not its staff.
    """
    actor = actor_of(request)
    event = get_event_or_404(slug, actor, verb)
    return Desk(request, actor, event, event_head(actor, event) | {"tab": tab})


@contextmanager
def refused_as_404() -> Iterator[None]:
    """Answer a refusal, such as a missing row, as a page that does not exist."""
    try:
        yield
    except DomainError as error:
        raise Http404(str(error)) from error


def get_event_or_404(slug: str, actor: Actor, verb: str) -> Event:
    with refused_as_404():
        event = selectors.get_event(slug, actor)
        permissions.require(actor, verb, event)
    return event


def event_head(actor: Actor, event: Event) -> dict[str, object]:
    """The part of the context that the page head needs. Four queries."""
    rounds = selectors.event_rounds(event, actor).defer("proof", "proof_staff")
    return {
        "section": "desk",
        "event": event,
        "tabs": TABS,
        "head": {
            "kicker": event_summary(event, [each.system for each in selectors.event_stages(event)]),
            "state": EventStatus(event.state).label,
            "rated": bool(selectors.counting_reason(event)),
            "hall_since": games.in_hall_since(event),
            "rounds": [
                {
                    "number": each.number,
                    "kind": ROUND_CSS_CLASSES.get(RoundStatus(each.state), ""),
                    "words": RoundStatus(each.state).label,
                }
                for each in rounds
            ],
        },
        "may_edit": permissions.may(actor, "event.edit", event),
    }


def get_entry_or_404(desk: Desk, entry_id: int) -> Entry:
    with refused_as_404():
        return selectors.get_entry(desk.event, entry_id, desk.actor)


def lot_field(repeats: Text) -> NumberField:
    """The number of a lot. repeats: what the same number gives again."""
    return NumberField(LOT_LABEL, format_lazy("{} · {}", DRAWN, repeats), required=False)


class NumbersField(Labelled, forms.Field):
    """Whole numbers with spaces, commas or dashes between them."""

    def to_python(self, value: object) -> list[int]:
        number = NumberField()
        return [number.clean(text) for text in re.split(r"[\s,–-]+", str(value or "")) if text]


class LineField(TextField):
    """The line that is typed at the desk."""

    widget = forms.TextInput(
        attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
    )


class LineForm(Form):
    """A form whose refusals are about its line."""

    def add_refusal(self, error: DomainError) -> None:
        self.add_error("line", str(error))


class ReasonForm(Form):
    reason = TextField(WHY, max_length=SHORT_REASON, error_messages={"required": _("Say why.")})
