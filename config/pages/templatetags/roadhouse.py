"""Filters and tags for points, ratings, names, times and seats."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Protocol

from django import template
from django.conf.locale import LANG_INFO
from django.contrib.messages.storage.base import Message
from django.http import QueryDict
from django.utils.formats import date_format, number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from config.pages import names, zones
from engine.places import place_text
from games.places import SeatScore
from ratings.selectors import HistoryEntry
from tournaments.prizes.money import money_text
from tournaments.standings.points import FRACTION_SIGNS, Points, points_text, read_points

register = template.Library()


class Scored(Protocol):
    """A row with what a seat has, such as a `SeatScore`."""

    @property
    def place(self) -> str: ...

    @property
    def points_x2(self) -> Points | None: ...


def plain_points(points_x2: Points | str) -> str:
    """Half points as text, for use inside left-to-right elements."""
    return points_text(read_points(points_x2))


@register.filter
def money(amount: int, currency: str) -> SafeString:
    """An amount of the smallest unit with its currency, left to right."""
    return format_html('<span class="num" dir="ltr">{}</span>', money_text(amount, currency))


@register.filter
def points(points_x2: Points | str | None) -> SafeString:
    """Half points; the empty `i` reserves the width of a fraction, so columns align."""
    if points_x2 is None:
        return mark_safe('<span class="num">–<i></i></span>')  # nosec  # a constant
    text = plain_points(points_x2)
    fraction = text[-1] if text[-1] in FRACTION_SIGNS.values() else ""
    whole = text.removesuffix(fraction)
    return format_html('<span class="num">{}<i>{}</i></span>', whole, fraction)


@register.filter
def points_tight(points_x2: Points | str | None) -> SafeString:
    """Half points inside a sentence or a narrow cell."""
    if points_x2 is None:
        return mark_safe('<span class="num">–</span>')  # nosec  # a constant
    return format_html('<span class="num">{}</span>', plain_points(points_x2))


@register.simple_tag
def current(here: object, name: object, kind: str = "page") -> SafeString | str:
    """The attribute of a link that leads to where the reader is."""
    return format_html(' aria-current="{}"', kind) if here == name else ""


@register.simple_tag(takes_context=True)
def current_section(context: template.Context, name: str) -> SafeString | str:
    """`current` of a part of the site; pages of errors are in none."""
    return current(context.get("section"), name)


@register.simple_tag
def seat_score(seat: Scored) -> SafeString:
    """What a seat has of a table that is over: its place with the points beside, or its points.

    A casual game has places alone.
    """
    if not seat.place:
        return points_tight(seat.points_x2)
    if seat.points_x2 is None:
        return num(seat.place)
    return format_html(
        '{} <span class="quiet">({})</span>', num(seat.place), points_tight(seat.points_x2)
    )


@register.simple_tag
def rated_place(line: HistoryEntry) -> SafeString:
    """The place of a rated game at a card table, with its points beside."""
    place = place_text(line.place_x2 or 0, sharing=line.sharing)
    return seat_score(SeatScore(place, line.points_x2))


@register.simple_tag
def note_class(message: Message) -> str:
    """The class of a note on the page, by the level of a message."""
    return {"error": "bad", "warning": "warn", "info": "info"}.get(message.level_tag, "")


@register.filter
def num(value: object) -> SafeString:
    """A score or number that stays left to right."""
    return format_html('<span class="num">{}</span>', value)


@register.filter
def rating(value: float | None) -> SafeString:
    if value is None:
        return mark_safe('<span class="num">–</span>')  # nosec  # a constant
    return format_html('<span class="num">{}</span>', number_format(round(value), use_l10n=False))


@register.filter
def signed(value: float) -> SafeString:
    """A change with its sign on the left."""
    rounded = round(value)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return format_html('<span class="num">{}{}</span>', sign, abs(rounded))


@register.filter
def change(value: float) -> SafeString:
    """The change by one game, to a tenth of a point."""
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else "±"
    return format_html('<span class="num">{}{}</span>', sign, f"{abs(rounded):.1f}")


@register.filter
def percent(share: float) -> SafeString:
    """A share from 0 to 1 in per cent."""
    return format_html('<span class="num">{} %</span>', round(100 * share))


@register.filter
def bdi(name: object) -> SafeString:
    return names.name_element(str(name))


@register.simple_tag
def called(name: str, reading: str = "") -> SafeString:
    """A player's name in a list, with its reading for readers of another script."""
    return names.name_with_reading(name, reading)


@register.filter
def reading_of(public_id: str, readings: Mapping[str, str]) -> str:
    return readings.get(public_id, "")


@register.filter
def ptn(text: object) -> SafeString:
    return format_html('<span class="ptn">{}</span>', text)


@register.simple_tag
def seat(order: int) -> SafeString:
    """The mark before a name: a tile for the first mover, a half-moon for the second."""
    if order not in (1, 2):
        return mark_safe("")  # nosec  # a constant
    name, label = ("first", _("moves first")) if order == 1 else ("second", _("moves second"))
    return format_html('<i class="seat {}" role="img" aria-label="{}"></i>', name, label)


@register.simple_tag
def moment(
    at: datetime | None, event_zone: str = "", kind: str = "full", *, there: bool = False
) -> SafeString:
    """A point in time by `zones.local_time`; a dash for None."""
    if at is None:
        return mark_safe("–")  # nosec  # a constant
    return zones.time_element(at, zones.local_time(at, event_zone, kind=kind, there=there))


@register.filter
def day(on: date) -> SafeString:
    """A day as every page writes it."""
    return format_html('<time datetime="{}">{}</time>', on.isoformat(), date_format(on))


@register.simple_tag
def zone_of_reader() -> str:
    return zones.zone_of_reader()


@register.filter
def own_name(code: str) -> str:
    """The name of a language in that language."""
    return str(LANG_INFO.get(code, {}).get("name_local", code)).capitalize()


@register.simple_tag(takes_context=True)
def page_query(context: template.Context, page: int) -> str:
    """The query string of another page of this list. A part without a request has no filters."""
    query = context["request"].GET if "request" in context else {}
    values = QueryDict(mutable=True)
    values.update({name: value for name, value in query.items() if name != "page"})
    values["page"] = str(page)
    return "?" + values.urlencode()
