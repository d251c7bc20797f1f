"""Direct encounter: tied entries ranked by their points against each other.

Source: FIDE C.07 (1 March 2026), article 6.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tournaments.standings.crosstable import OVER, Crosstable
from tournaments.standings.derivation import Derivation, Derivations, add_up, average
from tournaments.standings.points import Points


def direct_encounter(crosstable: Crosstable) -> Derivations:
    """The place from 1 among tied entries; shared if still tied.

    If all have met, they are ordered by points against each other (6.2). Otherwise an entry is
    ranked above others that could not catch up whatever the missing results (6.3). Entries that
    remain tied are compared again among themselves.
    """
    return encounter_places("DE", crosstable, (crosstable,))


def encounter_places(
    code: str, crosstable: Crosstable, scores: Sequence[Crosstable]
) -> Derivations:
    """The place from 1 among tied entries by the first of several scores that parts them.

    scores: the same crosstable, ranked by each. A smaller group begins with the first again.
    """
    places = dict.fromkeys(crosstable.cells, 1)
    steps: dict[int, list[Derivation]] = {entry: [] for entry in crosstable.cells}
    for group in crosstable.tied:
        todo = [group] if len(group) > 1 else []
        while todo:
            tied = todo.pop()
            parted: list[list[int]] = []
            for ranked in scores:
                made = {entry: _meetings(ranked, entry, tied) for entry in tied}
                for entry, node in made.items():
                    steps[entry].append(node)
                parted = _split_group(ranked, made)
                if len(parted) > 1:
                    break
            place = min(places[entry] for entry in tied)
            for part in parted if len(parted) > 1 else ():
                places |= dict.fromkeys(part, place)
                place += len(part)
                if len(part) > 1:
                    todo.append(frozenset(part))
    return {
        entry: Derivation(code, place, {}, tuple(steps[entry])) for entry, place in places.items()
    }


def _meetings(crosstable: Crosstable, entry: int, tied: frozenset[int]) -> Derivation:
    """Points against the others of the group; the average of several meetings counts (6.1.2).

    Only matches over the board count (6.1.1), in a round robin forfeits too (15.2).
    """
    against: dict[int, list[Derivation]] = {}
    for cell in crosstable.cells[entry]:
        if cell.opponent in tied and (cell.kind == OVER or crosstable.is_round_robin):
            against.setdefault(cell.opponent, []).append(cell.points)
    parts = [
        nodes[0] if len(nodes) == 1 else average("repeated", nodes) for nodes in against.values()
    ]
    return add_up("meetings", parts, {"among": len(tied), "met": len(against)})


def _split_group(crosstable: Crosstable, made: Derivations) -> list[list[int]]:
    """The group split by points, the best first; one part if all stay tied."""
    points = {entry: node.value or 0 for entry, node in made.items()}
    missing = {entry: len(made) - 1 - int(node.params["met"]) for entry, node in made.items()}
    order = sorted(made, key=lambda entry: (-points[entry], entry))
    if crosstable.is_round_robin or not any(missing.values()):
        return [list(part) for _, part in groupby(order, key=lambda entry: points[entry])]
    most = {entry: points[entry] + missing[entry] * crosstable.win_x2 for entry in made}
    return _split_certain(order, points, most)


def _split_certain(
    order: list[int], points: dict[int, Points], most: dict[int, Points]
) -> list[list[int]]:
    """Entries that are certainly above all later ones, one by one, then the rest together."""
    alone = 0
    while alone < len(order) - 1:
        if points[order[alone]] <= max(_values_of(most, order[alone + 1 :])):
            break
        alone += 1
    rest = order[alone:]
    return [[entry] for entry in order[:alone]] + ([rest] if rest else [])


def _values_of(values: dict[int, Points], entries: Iterable[int]) -> list[Points]:
    return [values[entry] for entry in entries]
