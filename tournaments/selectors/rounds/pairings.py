"""Pairings and rounds as plain nested values.

`games` of a slot stays empty; the games app fills in the public ids.
"""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from engine.tak.scoring import Scoring
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.errors import NotFound, get_row, require_found
from tournaments.models import Event, EventRole, GameSlot, Pairing, Result, Round, Seat
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.proof import proof
from tournaments.proof.parts import whole_proof
from tournaments.selectors.events.events import event_rounds, is_staff_of, readable_events
from tournaments.selectors.events.scoring import board_score, event_scoring
from tournaments.selectors.events.versions import Versions, event_versions, versions_of_event
from tournaments.selectors.people.away import absent_entries
from tournaments.selectors.people.people import is_site_staff, resolve
from tournaments.selectors.rounds.stale import draft_is_stale
from tournaments.state import OVER_THE_BOARD
from tournaments.wording import translate_marked


def visible_pairings(
    actor: Actor,
    *,
    event: str = "",
    round: int | None = None,  # noqa: A002  # the name of the filter
    player: str = "",
    state: str = "",
) -> "QuerySet[Pairing]":
    """Pairings of published rounds that the actor may read, and of drafts for staff.

    event: a slug. player: a public id. state: of any slot.
    """
    pairings = Pairing.objects.filter(round__event__in=readable_events(actor))
    if actor.kind != "system" and not is_site_staff(actor.user_id):
        visible = ~Q(round__state=RoundStatus.DRAFT)
        if actor.user_id is not None:
            ours = EventRole.objects.filter(user_id=actor.user_id)
            visible |= Q(round__event__in=ours.values("event_id"))
            visible |= Q(round__event__club__roles__user_id=actor.user_id)
        pairings = pairings.filter(visible)
    if event:
        pairings = pairings.filter(round__event__slug=event)
    if round is not None:
        pairings = pairings.filter(round__number=round)
    if player:
        seats = Seat.objects.filter(
            Q(entry__player__public_id=player) | Q(entry__player__merged_into__public_id=player)
        )
        pairings = pairings.filter(pk__in=seats.values("pairing_id"))
    if state:
        pairings = pairings.filter(pk__in=GameSlot.objects.filter(state=state).values("pairing_id"))
    return pairings.distinct().order_by("-pk")


def pairing_view(pairing_id: int, actor: Actor) -> Document:
    """:raises NotFound: there is no such pairing, or the actor may not see it."""
    pairing = get_row(visible_pairings(actor), "pairing", pk=pairing_id)
    return pairing_views([pairing])[0]


def pairing_versions(pairing_id: int, actor: Actor) -> Versions:
    """`event_versions` of the event. :raises NotFound: as `pairing_view`."""
    found = visible_pairings(actor).filter(pk=pairing_id).values_list("round__event_id", flat=True)
    return versions_of_event(require_found(found.first(), "pairing", pairing_id))


def bracket_views(event: Event) -> list[Document]:
    """`pairing_views` of the published bracket matches of an event."""
    published = Pairing.objects.filter(round__event=event).exclude(round__state=RoundStatus.DRAFT)
    return pairing_views(published.exclude(bracket="").order_by("round__number", "pk"))


def round_view(event: Event, number: int, actor: Actor) -> Document:
    """A round with its pairings by leg and table, byes last; drafts only for staff."""
    round_ = get_row(event_rounds(event, actor), "round", number=number)
    pairings = sorted(
        Pairing.objects.filter(round=round_),
        key=lambda row: (row.leg, row.table is None, row.table or 0, row.pk),
    )
    return {
        **round_summary(event.slug, round_),
        "legs": round_.legs,
        "slots": slot_counts(round_),
        "away": absent_entries(round_),
        "pairings": pairing_views(pairings),
        "warnings": draft_warnings(round_),
    }


def round_versions(slug: str, number: int, actor: Actor) -> Versions:
    """`event_versions` of the event. :raises NotFound: as `get_event` and `round_view`."""
    versions = event_versions(slug, actor)
    found = Round.objects.filter(event__slug=slug, number=number).values_list("event", "state")
    event_id, state = require_found(found.first(), "round", number)
    if state == RoundStatus.DRAFT and not is_staff_of(actor, event_id):
        raise NotFound(what="round", key=number)
    return versions


def round_summary(event_slug: str, round_: Round) -> Document:
    """A round without its pairings."""
    return {
        "event": event_slug,
        "number": round_.number,
        "kind": round_.kind,
        "state": round_.state,
        "stale": draft_is_stale(round_),
        "opens_at": round_.opens_at.isoformat() if round_.opens_at else None,
        "closes_at": round_.closes_at.isoformat() if round_.closes_at else None,
    }


def draft_warnings(round_: Round) -> list[Document]:
    """The warnings of a draft; those of a published round are in its proof."""
    if round_.state != RoundStatus.DRAFT:
        return []
    return [
        {
            "code": each.code,
            "params": dict(each.params),
            "text": reason_text(each, translate=translate_marked),
        }
        for each in proof.warnings_of(whole_proof(round_))
    ]


def slot_counts(round_: Round) -> dict[str, int]:
    """The number of slots of a round by state."""
    counts: dict[str, int] = {}
    for state in GameSlot.objects.filter(pairing__round=round_).values_list("state", flat=True):
        counts[state] = counts.get(state, 0) + 1
    return counts


def pairing_views(pairings: Iterable[Pairing]) -> list[Document]:
    """Pairings in the shape of the API, in order; six queries in all."""
    rows = list(pairings)
    prefetch_related_objects(
        rows,
        "round__event",
        Prefetch(
            "seats",
            Seat.objects.select_related("entry__player__merged_into").order_by("order"),
        ),
        Prefetch("slots", GameSlot.objects.order_by("number")),
        Prefetch(
            "slots__results",
            Result.objects.filter(current=True).prefetch_related("seats"),
            to_attr="counted",
        ),
    )
    return [_view(pairing) for pairing in rows]


def _view(pairing: Pairing) -> Document:
    scoring = event_scoring(pairing.round.event)
    zone = ZoneInfo(pairing.round.event.time_zone)
    return {
        "id": pairing.pk,
        "event": pairing.round.event.slug,
        "round": pairing.round.number,
        "leg": pairing.leg,
        "table": pairing.table,
        "kind": pairing.kind,
        "group": pairing.group,
        "bracket": pairing.bracket,
        "seats": [_seat(seat) for seat in pairing.seats.all()],
        "slots": [_slot(slot, scoring, zone) for slot in pairing.slots.all()],
    }


def _seat(seat: Seat) -> Document:
    """`entry` is the entry's number; a draft of an event always has them."""
    player = resolve(seat.entry.player)
    return {
        "order": seat.order,
        "entry": seat.entry.number,
        "player": player.public_id,
        "name": player.name,
        "sort_name": player.sort_name,
    }


def _slot(slot: GameSlot, scoring: Scoring, zone: ZoneInfo) -> Document:
    counted: list[Result] = slot.counted  # type: ignore[attr-defined]  # to_attr above
    result = counted[0] if counted else None
    return {
        "number": slot.number,
        "first_seat": slot.first_seat,
        "state": slot.state,
        "due_at": slot.due_at.isoformat() if slot.due_at else None,
        "play_at": slot.play_at.astimezone(zone).isoformat() if slot.play_at else None,
        "proposed_by": slot.proposed_by,
        "kind": result.kind if result else None,
        "result": (result.outcome or result.kind) if result else None,
        "cause": result.facts.get("cause") if result else None,
        "score": _score(result, scoring) if result else None,
        "games": [],
    }


def _score(result: Result, scoring: Scoring) -> Document:
    """Half points by seat, and the event's score of the game by who moved first and second.

    `places_x2`: doubled places by seat of a card game, shared ones as their mean (5: 2nd-3rd).

    `at_least`: the facts leave it open how much more the winner's score is. `scored`: board,
    reserve and factors that the score is made of.
    """
    over_the_board = result.kind in OVER_THE_BOARD
    score = board_score(result.facts, scoring) if over_the_board else None
    return {
        "points_x2": [
            seat.points_x2 for seat in sorted(result.seats.all(), key=lambda seat: seat.order)
        ],
        "places_x2": result.facts.get("places_x2") if over_the_board else None,
        "board": score.points if score else None,
        "at_least": bool(score and score.at_least),
        "scored": score.score.as_dict() if score and score.score else None,
    }
