"""Who may see pairings and rounds, and rounds as plain nested values."""

from collections import Counter

from django.db.models import Q, QuerySet

from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.documents import Document
from tournaments.errors import NotFound, get_row, require_found
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Event, EventRole, GameSlot, Pairing, Round, Seat
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.proof import proof
from tournaments.proof.parts import whole_proof
from tournaments.selectors.events.events import event_rounds, is_staff_of, readable_events
from tournaments.selectors.events.versions import (
    Versions,
    event_versions,
    public_round_versions,
    versions_of_event,
)
from tournaments.selectors.people.away import absent_entries
from tournaments.selectors.people.people import is_site_staff
from tournaments.selectors.rounds.pairing_views import pairing_views, pairings_of_round
from tournaments.selectors.rounds.stale import draft_is_stale
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


def pairing_list_versions(slug: str, actor: Actor) -> Versions:
    """`event_versions`, and whether the actor sees drafts; empty if not even the event is seen."""
    try:
        versions = event_versions(slug, actor)
    except NotFound:
        return ()
    signed_in = actor.user_id is not None
    return (*versions, signed_in and is_staff_of(actor, Event.objects.get(slug=slug).pk))


def bracket_views(event: Event) -> list[Document]:
    """`pairing_views` of the published bracket matches of an event."""
    published = Pairing.objects.filter(round__event=event).exclude(round__state=RoundStatus.DRAFT)
    return pairing_views(published.exclude(bracket="").order_by("round__number", "pk"))


def round_view(event: Event, number: int, actor: Actor) -> Document:
    """A round with its pairings by leg and table, byes last; drafts only for staff."""
    round_ = require_found(_ROUND.first(event_id=event.pk, number=number), "round", number)
    if round_.state == RoundStatus.DRAFT and not is_staff_of(actor, event.pk):
        raise NotFound(what="round", key=number)
    pairings = sorted(
        pairings_of_round(round_.pk),
        key=lambda row: (row.leg, row.table is None, row.table or 0, row.pk),
    )
    views = pairing_views(pairings)
    return {
        **round_summary(event.slug, round_),
        "legs": round_.legs,
        "slots": Counter(slot["state"] for view in views for slot in view["slots"]),
        "away": absent_entries(round_),
        "pairings": views,
        "warnings": draft_warnings(round_),
    }


# Proofs are read of drafts only.
_ROUND = CompiledQuery(
    lambda event_id, number: Round.objects.defer("proof", "proof_staff").filter(
        event=event_id, number=number
    ),
    event_id=int,
    number=int,
)


def pairing_places(event: Event, number: int, actor: Actor) -> tuple[str, list[Document]]:
    """The state of a round; id, leg and table of each pairing. A draft only for staff."""
    found = event_rounds(event, actor).filter(number=number).values_list("pk", "state").first()
    round_id, state = require_found(found, "round", number)
    places = Pairing.objects.filter(round=round_id).values("id", "leg", "table")
    return state, [dict(place) for place in places]


def round_versions(slug: str, number: int, actor: Actor) -> Versions:
    """`event_versions` of the event. :raises NotFound: as `get_event` and `round_view`."""
    if public := public_round_versions(slug, number):
        return public
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
