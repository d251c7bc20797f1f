"""Pairings as plain nested values, as the API and pages show them.

Rows are read as values and keys are named by ranges: a round of an event of a thousand has
thousands of them.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import FilteredRelation, Q, QuerySet, TextField
from django.db.models.functions import Cast, Coalesce

from engine.tak.scoring import Scoring
from tournaments.documents import Document
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import GameSlot, Pairing, Round, Seat, SeatResult
from tournaments.selectors.events.scoring import board_score, make_scoring
from tournaments.selectors.key_ranges import QueryByKeys
from tournaments.state import OVER_THE_BOARD


class _RoundOfPairing(NamedTuple):
    number: int
    event: str  # slug
    zone: ZoneInfo
    scoring: Scoring


class PairingRow(NamedTuple):
    """The columns of a pairing that are shown; reading them costs less than a model."""

    pk: int
    round_id: int
    leg: int
    table: int | None
    kind: str
    group: str
    bracket: str


def _seats_with_players(named: Q) -> "QuerySet[Seat, tuple[Any, ...]]":
    shown = (
        Coalesce(f"entry__player__merged_into__{name}", f"entry__player__{name}")
        for name in ("public_id", "name", "sort_name")
    )
    rows = Seat.objects.filter(named).order_by("pairing", "order")
    return rows.values_list("pairing", "order", "entry__number", "berserk_at", *shown)


def _slots_with_results(named: Q) -> "QuerySet[GameSlot, tuple[Any, ...]]":
    counted = FilteredRelation("results", condition=Q(results__current=True))
    as_text = Cast("counted__facts", TextField())
    slots = GameSlot.objects.filter(named).order_by("pairing", "number")
    return slots.annotate(counted=counted, facts=as_text).values_list(
        *("pairing", "number", "first_seat", "state", "due_at", "play_at", "proposed_by"),
        *("counted__pk", "counted__kind", "counted__outcome", "facts"),
    )


def _points_by_seat(named: Q) -> "QuerySet[SeatResult, tuple[Any, ...]]":
    of_seats = SeatResult.objects.filter(named, result__current=True)
    return of_seats.order_by("order").values_list("result", "points_x2")


_ROUNDS = QueryByKeys(
    "pk",
    lambda named: Round.objects.filter(named).values_list(
        "pk", "number", "event__slug", "event__time_zone", "event__match", "event__ruleset"
    ),
)
_SEATS = QueryByKeys("pairing", _seats_with_players)
_SLOTS = QueryByKeys("pairing", _slots_with_results)
_POINTS = QueryByKeys("result__slot__pairing", _points_by_seat)
_OF_ROUND = CompiledQuery(
    lambda round_id: Pairing.objects.filter(round=round_id).values_list(*PairingRow._fields),
    round_id=int,
)


def pairings_of_round(round_id: int) -> list[PairingRow]:
    return [PairingRow(*row) for row in _OF_ROUND.rows(round_id=round_id)]


def pairing_views(pairings: Iterable[Pairing | PairingRow]) -> list[Document]:
    """Pairings in the shape of the API, in order; four queries in all.

    `games` of a slot stays empty; the games app fills in the public ids.
    """
    rows = list(pairings)
    if not rows:
        return []
    keys = [row.pk for row in rows]
    rounds = _rounds({row.round_id for row in rows})
    seats = _seats(keys)
    slots = _slots(rows, rounds)
    return [
        {
            "id": row.pk,
            "event": rounds[row.round_id].event,
            "round": rounds[row.round_id].number,
            "leg": row.leg,
            "table": row.table,
            "kind": row.kind,
            "group": row.group,
            "bracket": row.bracket,
            "seats": seats[row.pk],
            "slots": slots[row.pk],
        }
        for row in rows
    ]


def _rounds(keys: Collection[int]) -> dict[int, _RoundOfPairing]:
    return {
        pk: _RoundOfPairing(
            number, slug, ZoneInfo(zone), make_scoring(match=match, ruleset=ruleset)
        )
        for pk, number, slug, zone, match, ruleset in _ROUNDS.rows(keys)
    }


def _seats(keys: Collection[int]) -> dict[int, list[Document]]:
    """Seats by pairing. `entry` is the entry's number; a draft of an event always has them.

    Of a merged player the other row is shown.
    """
    found: dict[int, list[Document]] = defaultdict(list)
    for pairing, order, entry, berserk_at, public_id, name, sort_name in _SEATS.rows(keys):
        found[pairing].append(
            {
                "order": order,
                "entry": entry,
                "player": public_id,
                "name": name,
                "sort_name": sort_name,
                "berserk_at": berserk_at.isoformat() if berserk_at else None,
            }
        )
    return found


def _slots(
    pairings: list[Pairing | PairingRow], rounds: dict[int, _RoundOfPairing]
) -> dict[int, list[Document]]:
    """Slots by pairing, each with the result that counts."""
    round_of = {row.pk: rounds[row.round_id] for row in pairings}
    points = _points(round_of)
    found: dict[int, list[Document]] = defaultdict(list)
    rows = _SLOTS.rows(round_of)
    read_facts = cache(_of_facts)  # results without a record have few different ones
    for pairing, number, first_seat, state, due_at, play_at, proposed_by, *of_result in rows:
        pk, kind, outcome, facts = of_result
        of_round = round_of[pairing]
        played = read_facts(facts, kind, of_round.scoring) if pk else None
        found[pairing].append(
            {
                "number": number,
                "first_seat": first_seat,
                "state": state,
                "due_at": due_at.isoformat() if due_at else None,
                "play_at": play_at.astimezone(of_round.zone).isoformat() if play_at else None,
                "proposed_by": proposed_by,
                "kind": kind,
                "result": outcome or kind,
                "cause": played.cause if played else None,
                "score": {"points_x2": points[pk], **played.score} if played else None,
                "games": [],
            }
        )
    return found


class _Played(NamedTuple):
    """What is shown of the facts of a result; not changed, as other results may share it."""

    cause: str | None
    score: Document  # without the half points


def _points(keys: Collection[int]) -> dict[int, list[int]]:
    """Half points by seat, by the results of these pairings that count."""
    points = defaultdict(list)
    for result, points_x2 in _POINTS.rows(keys):
        points[result].append(points_x2)
    return points


def _of_facts(text: str, kind: str, scoring: Scoring) -> _Played:
    """The event's score of a game by who moved first and second, besides the half points.

    `places_x2`: doubled places by seat of a card game, shared ones as their mean (5: 2nd-3rd).

    `at_least`: the facts leave it open how much more the winner's score is. `scored`: board,
    reserve and factors that the score is made of.
    """
    facts = json.loads(text)
    over_the_board = kind in OVER_THE_BOARD
    score = board_score(facts, scoring) if over_the_board else None
    shown = {
        "places_x2": facts.get("places_x2") if over_the_board else None,
        "board": score.points if score else None,
        "at_least": bool(score and score.at_least),
        "scored": score.score.as_dict() if score and score.score else None,
    }
    return _Played(facts.get("cause"), shown)
