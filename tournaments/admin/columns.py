"""Columns of lists: players, events, rounds and results as people write them."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from django.db.models import Model
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from engine.places import place_texts
from tournaments import state
from tournaments.standings.points import points_text, table_points_x2

Words = str | Promise
Column = Callable[[Any, Any], object]
NO_ROW = "–"
RESULT_KINDS: dict[str, Words] = {
    state.FORFEIT: _("forfeit"),
    state.DOUBLE_FORFEIT: _("double forfeit"),
    state.ADJUDICATED: _("adjudicated"),
    state.CANCELLED: _("cancelled"),
}


def column(label: Words, read: Callable[[Any], object], order: str = "") -> Column:
    """A column with what `read` finds of a row; order: the lookup to sort by."""

    def show(page: Any, row: Any) -> object:
        return read(row)

    described: Any = show
    described.short_description = label
    if order:
        described.admin_order_field = order
    return cast("Column", described)


def row_link(row: Model | None, text: object = None) -> SafeString | str:
    """A link to the admin page of a row."""
    if row is None:
        return NO_ROW
    names = row._meta
    url = reverse(f"admin:{names.app_label}_{names.model_name}_change", args=[row.pk])
    return format_html('<a href="{}"><bdi>{}</bdi></a>', url, row if text is None else text)


def link_column(label: Words, read: Callable[[Any], Model | None], order: str = "") -> Column:
    return column(label, lambda row: row_link(read(row)), order)


def names_html(names: Iterable[str]) -> SafeString:
    return format_html_join(" – ", "<bdi>{}</bdi>", ((name,) for name in names))


def players_of(pairing: Any, first_seat: int = 1) -> SafeString:
    return names_html(seat.entry.player.name for seat in pairing.seats_from(first_seat))


def round_link(round_: Any) -> SafeString | str:
    return row_link(round_, round_.number)


def slot_columns(read: Callable[[Any], Any], path: str = "") -> tuple[Column, Column, Column]:
    """The columns players, event and round of a scheduled game.

    path: the lookup that leads to it, with its underscores. They read `pairing__round__event` and
    `pairing__seats__entry__player` of the game.
    """

    def of_slot(show: Callable[[Any], object]) -> Callable[[Any], object]:
        return lambda row: NO_ROW if read(row) is None else show(read(row))

    place = f"{path}pairing__round"
    return (
        column(_("players"), of_slot(lambda slot: players_of(slot.pairing, slot.first_seat))),
        column(
            _("event"),
            of_slot(lambda slot: row_link(slot.pairing.round.event)),
            f"{place}__event__name",
        ),
        column(
            _("round"), of_slot(lambda slot: round_link(slot.pairing.round)), f"{place}__number"
        ),
    )


def slot_paths(path: str) -> dict[str, str]:
    """The `paths` of a page whose rows belong to a scheduled game."""
    place = f"{path}pairing__"
    slot = {"slot": path.removesuffix("__")} if path else {}
    return {
        "event": f"{place}round__event",
        "club": f"{place}round__event__club",
        "round": f"{place}round",
        "player": f"{place}seats__entry__player",
        **slot,
    }


def result_text(result: Any) -> str:
    """The points in the order of the players, and how the game ended: 1 – 0 · R-0.

    At a table of several the places with the points of the standings: 1 (1) · 2–3 (¼) · 2–3 (¼).

    Reads `seats` and `slot`.
    """
    first = result.slot.first_seat
    seats = sorted(result.seats.all(), key=lambda seat: (seat.order < first, seat.order))
    given = table_points_x2([seat.points_x2 for seat in seats], kind=result.kind)
    points = [points_text(each) for each in given]
    kind = str(RESULT_KINDS.get(result.kind, ""))
    if len(seats) > 2 and all(seat.place_x2 is not None for seat in seats):
        places = place_texts([seat.place_x2 for seat in seats])
        scores = [f"{place} ({each})" for place, each in zip(places, points, strict=True)]
        return " · ".join(filter(None, (*scores, kind)))
    return " · ".join(filter(None, (" – ".join(points), kind or result.outcome)))
