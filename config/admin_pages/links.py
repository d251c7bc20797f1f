"""Where rows of the admin are on the website: their public pages, and the desk."""

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config.pages.forms import Text

Link = tuple[Text, str]


def _page(name: str, *args: object) -> str:
    return reverse(f"pages:{name}", args=args)


def _round(round_: Any) -> str:
    return _page("event-round", round_.event.slug, round_.number)


def _slot(slot: Any) -> str:
    return _page("manage-slot", slot.pairing.round.event.slug, slot.pairing_id, slot.number)


def same_page(player: Any) -> str:
    """The page of the admin that compares a player with others of the name."""
    return reverse("admin:same-player", args=[player.pk])


# The public page of a row, as "View on site".
PUBLIC: dict[str, Callable[[Any], str]] = {
    "tournaments.Player": lambda row: _page("player", row.public_id),
    "tournaments.Club": lambda row: _page("club", row.slug),
    "tournaments.Series": lambda row: _page("series", row.slug),
    "tournaments.Event": lambda row: _page("event", row.slug),
    "tournaments.Entry": lambda row: _page("event-players", row.event.slug),
    "tournaments.Round": _round,
    "tournaments.Pairing": lambda row: _round(row.round),
    "tournaments.GameSlot": lambda row: _round(row.pairing.round),
    "tournaments.Result": lambda row: _round(row.slot.pairing.round),
    "games.Game": lambda row: _page("game", row.public_id),
    "ratings.Pool": lambda row: _page("pool", row.slug),
}
# The pages where staff work on a row.
DESK: dict[str, Callable[[Any], list[Link]]] = {
    "tournaments.Club": lambda row: [(_("Staff"), _page("club-staff", row.slug))],
    "tournaments.Player": lambda row: [(_("The same player?"), same_page(row))],
    "tournaments.Event": lambda row: [
        (_("Desk"), _page("manage", row.slug)),
        (_("Journal"), _page("manage-journal", row.slug)),
    ],
    "tournaments.Entry": lambda row: [
        (_("Desk"), _page("manage-entry", row.event.slug, row.pk)),
    ],
    "games.Import": lambda row: [(_("Progress"), reverse("pages:import", args=[row.pk]))],
    "tournaments.Round": lambda row: [
        (_("Desk"), _page("manage-round", row.event.slug, row.number)),
    ],
    "tournaments.GameSlot": lambda row: [(_("Decide"), _slot(row))],
    "games.Dispute": lambda row: [(_("Decide"), _slot(row.slot))],
}


def add_links() -> None:
    """Give the pages of the admin their links to the website."""
    for model, public in PUBLIC.items():
        _admin_of(model).view_on_site = public
    for model, desk in DESK.items():
        _admin_of(model).links = desk
    _admin_of("tournaments.Player").same_page = same_page


def _admin_of(model: str) -> Any:
    return admin.site.get_model_admin(apps.get_model(model))
