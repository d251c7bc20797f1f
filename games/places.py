"""Places at a table, as people write them. No database.

Internally places are doubled (`_x2`), one for each seat, and shared places are their mean: a shared
second to third is 5. People write 2.5, or 2 for both. Source: TAKI-9, TAKI-11.3, GAM-11.6.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from engine.places import rank
from tournaments.errors import InvalidInput

# Sort keys of the cards in hand, the best place first: TAKI-9 and GAM-8 (13), GAM-10.
CARD_SORT_KEYS: dict[str, Callable[[int], int]] = {
    "taki": lambda left: left,
    "gamnon": lambda n: -n,
}


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


def place_texts(places_x2: Sequence[int]) -> list[str]:
    """The places of a table by seat, as pages show them: 1, or 2–3 if shared."""
    shared = Counter(places_x2)
    return [place_text(place_x2, sharing=shared[place_x2]) for place_x2 in places_x2]


def place_text(place_x2: int, *, sharing: int = 1) -> str:
    """sharing: how many seats have this place."""
    best = (place_x2 - sharing + 1) // 2
    return str(best) if sharing == 1 else f"{best}–{best + sharing - 1}"


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
