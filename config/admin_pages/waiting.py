"""What waits for site staff: the cards of the admin's front page.

A card is shown to those who may see its table.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from config.admin_pages.links import same_page
from config.pages.forms import Text
from games import selectors as games
from ratings import selectors as ratings
from tournaments import selectors as tournaments
from tournaments.services import task_failures

SHOWN = 5


@dataclass(frozen=True, slots=True)
class Row:
    text: str
    url: str


@dataclass(frozen=True, slots=True)
class Card:
    """count: of all that waits; rows: the first of them. url: the page with all."""

    title: Text
    count: int
    rows: list[Row]
    url: str


@dataclass(frozen=True, slots=True)
class Kind:
    """model: the table that the reader must be allowed to see."""

    title: Text
    model: str
    find: Callable[[], Any]
    row: Callable[[Any], Row]
    query: str = ""


def list_url(model: str, query: str = "") -> str:
    app, name = model.lower().split(".")
    return reverse(f"admin:{app}_{name}_changelist") + query


def row_url(model: str, pk: object) -> str:
    app, name = model.lower().split(".")
    return reverse(f"admin:{app}_{name}_change", args=[pk])


def _slot_url(slot: Any) -> str:
    """The desk's page of a game, where an arbiter rules."""
    place = slot.pairing
    return reverse("pages:manage-slot", args=[place.round.event.slug, place.pk, slot.number])


def _held(found: tuple[int, str, int]) -> Row:
    event_id, name, n = found
    text = ngettext("%(name)s: %(n)d game", "%(name)s: %(n)d games", n) % {"name": name, "n": n}
    return Row(text, row_url("tournaments.Event", event_id))


KINDS = (
    Kind(
        _("Disputes"),
        "games.Dispute",
        games.all_open_disputes,
        lambda dispute: Row(str(dispute), _slot_url(dispute.slot)),
        "?closed_at__isempty=1",
    ),
    Kind(
        _("Late games"),
        "tournaments.GameSlot",
        lambda: tournaments.overdue_slots(timezone.now()),
        lambda slot: Row(str(slot), _slot_url(slot)),
        "?late=yes",
    ),
    Kind(
        _("Events to approve for rating"),
        "tournaments.Event",
        ratings.held_by_event,
        _held,
        "?held=yes",
    ),
    Kind(
        _("Players who may be one person"),
        "tournaments.Player",
        tournaments.possible_duplicates,
        lambda player: Row(str(player), same_page(player)),
        "?same=yes",
    ),
    Kind(
        _("Failed tasks"),
        "tournaments.FailedTask",
        task_failures.failures,
        lambda task: Row(str(task), row_url("tournaments.FailedTask", task.pk)),
    ),
)


def cards(site: admin.AdminSite, request: HttpRequest) -> list[Card]:
    """The cards with something in them; two queries each and one for the players of games."""
    readable = [kind for kind in KINDS if _may_see(site, request, kind.model)]
    found = [_card(kind) for kind in readable]
    return [card for card in found if card.count]


def _may_see(site: admin.AdminSite, request: HttpRequest, model: str) -> bool:
    return site.get_model_admin(apps.get_model(model)).has_view_permission(request)


def _card(kind: Kind) -> Card:
    found = kind.find()
    count = len(found) if isinstance(found, list) else found.count()
    first: Iterable[Any] = found[:SHOWN]
    rows = [kind.row(each) for each in first]
    return Card(kind.title, count, rows, list_url(kind.model, kind.query))
