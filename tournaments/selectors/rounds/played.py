"""Pairings with their games and the results that count, as plain values.

Rounds of a thousand players have many rows.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.db.models import QuerySet

from engine.tak.ford import ford_of_game
from engine.tak.scoring import Scoring
from tournaments import state as pure
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Event, GameSlot, Pairing, Result, Seat, SeatResult, Stage
from tournaments.selectors.events.scoring import board_score, event_scoring
from tournaments.state import PLAYOFF


def played_of_stage(stage: Stage) -> list[pure.Played]:
    """The published pairings of a stage, without play-offs. Five queries."""
    return _OF_STAGE.read(stage.pk, event_scoring(stage.event))


def played_pairing(pairing_id: int) -> pure.Played:
    """Six queries."""
    event = Event.objects.get(rounds__pairings=pairing_id)
    (played,) = _OF_PAIRING.read(pairing_id, event_scoring(event))
    return played


class _PlayedRows:
    """The queries for pairings that have a key in one of their columns, and what they hold.

    pairings: the query for the pairings themselves, which may leave some out.
    """

    def __init__(
        self, column: str, pairings: "Callable[[int], QuerySet[Pairing, tuple[Any, ...]]]"
    ) -> None:
        here = f"pairing__{column}"
        self._pairings = CompiledQuery(pairings, key=int)
        self._seats = CompiledQuery(
            lambda key: (
                Seat.objects.filter(**{here: key})
                .order_by("pairing_id", "order")
                .values_list("pairing_id", "entry__number", "order", "berserk_at")
            ),
            key=int,
        )
        self._slots = CompiledQuery(
            lambda key: (
                GameSlot.objects.filter(**{here: key})
                .order_by("pairing_id", "number")
                .values_list("pairing_id", "pk", "number", "first_seat", "kind")
            ),
            key=int,
        )
        self._results = CompiledQuery(
            lambda key: Result.objects.filter(current=True, **{f"slot__{here}": key}).values_list(
                *("pk", "slot_id", "kind", "outcome", "facts", "slot__first_seat")
            ),
            key=int,
        )
        self._points = CompiledQuery(
            lambda key: (
                SeatResult.objects.filter(result__current=True, **{f"result__slot__{here}": key})
                .order_by("result_id", "order")
                .values_list("result_id", "points_x2")
            ),
            key=int,
        )

    def read(self, key: int, scoring: Scoring) -> list[pure.Played]:
        """Five queries."""
        seats: dict[int, list[int]] = defaultdict(list)
        berserk: dict[int, list[int]] = defaultdict(list)
        for pairing_id, entry, order, berserk_at in self._seats.rows(key=key):
            seats[pairing_id].append(entry or 0)
            if berserk_at is not None:
                berserk[pairing_id].append(order)
        results = self._results_by_slot(key, scoring)
        slots: dict[int, list[pure.Slot]] = defaultdict(list)
        for pairing_id, pk, number, first_seat, kind in self._slots.rows(key=key):
            slots[pairing_id].append(pure.Slot(number, first_seat, kind, results.get(pk)))
        return [
            pure.Played(
                round=number,
                seats=tuple(seats[pk]),
                slots=tuple(slots[pk]),
                leg=leg,
                kind=kind,
                table=table,
                group=group,
                bracket=bracket,
                berserk=tuple(berserk[pk]) if pk in berserk else (),
            )
            for pk, number, leg, kind, table, group, bracket in self._pairings.rows(key=key)
        ]

    def _results_by_slot(self, key: int, scoring: Scoring) -> dict[int, pure.SlotResult]:
        """The results that count, by slot id. Two queries."""
        points: dict[int, list[int]] = defaultdict(list)
        for result_id, given in self._points.rows(key=key):
            points[result_id].append(given)
        results = (_Counted(*row) for row in self._results.rows(key=key))
        return {
            result.slot_id: pure.SlotResult(
                kind=result.kind,
                outcome=result.outcome,
                points_x2=tuple(points[result.pk]),
                bpr=_board_plus_reserve(result, scoring),
                flats=_by_seat(result, result.facts.get("flats")),
                ford=_ford(result),
                cards_left=_cards_left(result),
            )
            for result in results
        }


def _in_order(pairings: "QuerySet[Pairing]") -> "QuerySet[Pairing, tuple[Any, ...]]":
    columns = ("pk", "round__number", "leg", "kind", "table", "group", "bracket")
    return pairings.order_by("round__number", "leg", "table", "pk").values_list(*columns)


def _published(stage_id: int) -> "QuerySet[Pairing]":
    visible = Pairing.objects.filter(round__stage=stage_id).exclude(round__state=RoundStatus.DRAFT)
    return visible.exclude(round__kind=PLAYOFF)


_OF_STAGE = _PlayedRows("round__stage", lambda key: _in_order(_published(key)))
_OF_PAIRING = _PlayedRows("pk", lambda key: _in_order(Pairing.objects.filter(pk=key)))


class _Counted(NamedTuple):
    """A result that counts. first_seat: of its game."""

    pk: int
    slot_id: int
    kind: str
    outcome: str
    facts: Document
    first_seat: int


def _board_plus_reserve(result: _Counted, scoring: Scoring) -> tuple[int, ...] | None:
    """Points by seat; 0 for a game that is not played (TAK-8.1)."""
    if result.kind not in pure.OVER_THE_BOARD:
        return (0, 0)
    score = board_score(result.facts, scoring)
    return score.by_seat(result.first_seat) if score else None


def _ford(result: _Counted) -> tuple[int, ...] | None:
    """FORD points by seat; None if the facts are incomplete."""
    ford = ford_of_game(result.facts) if "result" in result.facts else None
    return _by_seat(result, ford.points if ford else None)


def _by_seat(result: _Counted, of_side: Mapping[str, int] | None) -> tuple[int, ...] | None:
    """Values by "first" and "second" as a tuple by seat."""
    if of_side is None:
        return None
    by_mover = (of_side["first"], of_side["second"])
    return by_mover if result.first_seat == 1 else by_mover[::-1]


def _cards_left(result: _Counted) -> tuple[int, ...] | None:
    cards = result.facts.get("cards_left")
    return tuple(cards) if isinstance(cards, list) else None
