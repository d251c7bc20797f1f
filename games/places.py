"""Places at a table, as people write them. No database.

Internally places are doubled (`_x2`), one for each seat, and shared places are their mean: a shared
second to third is 5. People write 2.5, or 2 for both. Source: TAKI-9, TAKI-11.3, GAM-11.6.

What is shown has one form: places, 1 or 2–3 if shared, with the points of the standings beside.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.places import place_texts, rank
from tournaments.errors import InvalidInput
from tournaments.standings.points import Points, place_points_x2, table_points_x2
from tournaments.state import PLAYED

# Sort keys of the cards in hand, the best place first: TAKI-9 and GAM-8 (13), GAM-10.
CARD_SORT_KEYS: dict[str, Callable[[int], int]] = {
    "taki": lambda left: left,
    "gamnon": lambda n: -n,
}

_PLACE_IN_CODE = re.compile(r"[0-9]{1,4}(\.5)?")


class SeatScore(NamedTuple):
    """What a seat has of a game. place: empty unless cards were played. points_x2: as the
    standings count them; None for a game that counts in none.
    """

    place: str
    points_x2: Points | None


def slot_scores(slot: Mapping[str, Any]) -> list[SeatScore]:
    """By seat, from a slot of `selectors.pairing_view`; empty without a result."""
    score = slot["score"]
    if not score:
        return []
    points = table_points_x2(score["points_x2"], kind=slot["kind"])
    places = place_texts(score["places_x2"] or ()) or [""] * len(points)
    return [SeatScore(*each) for each in zip(places, points, strict=True)]


def sum_scores(scores: Sequence[SeatScore]) -> SeatScore:
    """What one seat has of some games; a place only of a single one."""
    if len(scores) == 1:
        return scores[0]
    return SeatScore("", sum(score.points_x2 or 0 for score in scores))


def end_scores(places_x2: Sequence[int], match: Mapping[str, Any] | None) -> list[SeatScore]:
    """By seat, what these places give. match: of the event; None for a casual game."""
    places = place_texts(places_x2)
    if match is None:
        return [SeatScore(place, None) for place in places]
    winner_takes_all = match.get("winner_takes_all", False)
    stored = place_points_x2(places_x2, winner_takes_all=winner_takes_all)
    points = table_points_x2(stored, kind=PLAYED)
    return [SeatScore(*each) for each in zip(places, points, strict=True)]


def read_places_code(code: str) -> tuple[int, ...]:
    """Doubled places by seat from the result code of a card game; empty for another result."""
    parts = code.split("-")
    if not all(_PLACE_IN_CODE.fullmatch(part) for part in parts):
        return ()
    places_x2 = tuple(int(2 * Fraction(part)) for part in parts)
    return places_x2 if sum(places_x2) == len(parts) * (len(parts) + 1) else ()


def read_places(given: object, *, seats: int) -> tuple[int, ...]:
    """Doubled places by seat, from [1, 3, 2], [1, 2, 2, 4] or [1, 2.5, 2.5, 4].

    :raises InvalidInput: a place is missing, or does not fit the others.
    """
    written = [
        _half(place, seat) for seat, place in enumerate(_each_seat(given, "places", seats), 1)
    ]
    places_x2 = rank(written)
    for seat, (place, place_x2) in enumerate(zip(written, places_x2, strict=True), start=1):
        sharing = written.count(place)
        first_x2 = place_x2 - (sharing - 1)
        if place not in (Fraction(first_x2, 2), Fraction(place_x2, 2)):
            better, right = first_x2 // 2 - 1, first_x2 // 2
            problem = ngettext(
                "{place} cannot be: with {better} seat before it, it is {right}",
                "{place} cannot be: with {better} seats before it, it is {right}",
                better,
            )
            raise InvalidInput(
                field=f"places.{seat}",
                problem=problem.format(place=text(place), better=better, right=right),
            )
    return places_x2


def read_cards_left(given: object, *, seats: int, game: str) -> tuple[int, ...]:
    """Doubled places by seat from the cards each still held.

    :raises InvalidInput: a seat has no number of cards.
    """
    cards = _each_seat(given, "cards_left", seats)
    for seat, left in enumerate(cards, start=1):
        if type(left) is not int or left < 0:
            raise InvalidInput(field=f"cards_left.{seat}", problem=_("a number of cards, from 0"))
    return rank([CARD_SORT_KEYS[game](left) for left in cards])


def text(place: Fraction) -> str:
    return f"{float(place):g}"


def _each_seat(given: object, field: str, seats: int) -> list[Any]:
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise InvalidInput(field=field, problem=_("one for each of {n} seats").format(n=seats))
    return list(given)


def _half(place: Any, seat: int) -> Fraction:
    """A whole or half place."""
    if type(place) in (int, float) and 1 <= place <= 1000 and 2 * place == int(2 * place):
        return Fraction(place)
    raise InvalidInput(field=f"places.{seat}", problem=_("a place from 1, like 2 or 2.5"))
