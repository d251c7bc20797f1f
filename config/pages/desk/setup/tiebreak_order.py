"""The order of tie-breaks from the places that were chosen for them. Pure.

Each tie-break has a place beside its name, so an order is made without a script: a place that is
taken is not refused, the others make room.
"""

from collections.abc import Iterable, Mapping


def arrange(before: Iterable[str], places: Mapping[str, int | None]) -> list[str]:
    """The tie-breaks that have a place, in order. before: how they stood, the first one first.

    Whoever moves up, or is new, goes before the one that has the place; whoever moves down goes
    behind it. So each ends where it was put.
    """
    old = {code: place for place, code in enumerate(before, start=1)}

    def key(code: str) -> tuple[int, int, int]:
        place, was = places[code] or 0, old.get(code)
        direction = -1 if was is None or place < was else int(place > was)
        return (place, direction, was or 0)

    return sorted((code for code in places if places[code]), key=key)
