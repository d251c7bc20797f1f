"""Challenges and drops of the ladders of an event, as its archive has them."""

from tournaments.chain.links import write_time
from tournaments.documents import Document
from tournaments.models import Challenge, Event, RungDrop
from tournaments.state import LADDER


def ladder_parts(event: Event) -> dict[str, list[Document]]:
    """The parts by name; none of an event without a ladder."""
    if not event.stages.filter(system=LADDER).exists():
        return {}
    return {"challenges.ndjson": _challenges(event), "rung_drops.ndjson": _drops(event)}


def _challenges(event: Event) -> list[Document]:
    """round: of the match of an accepted one; null if it was withdrawn."""
    rows = Challenge.objects.filter(stage__event=event).order_by("pk")
    return [
        {
            "stage": row.stage.number,
            "challenger": row.challenger.number,
            "challenged": row.challenged.number,
            "made_at": write_time(row.made_at),
            "answer_by": write_time(row.answer_by),
            "state": row.state,
            "answered_at": write_time(row.answered_at) if row.answered_at else None,
            "after_round": row.after_round,
            "round": row.pairing.round.number if row.pairing else None,
        }
        for row in rows.select_related("stage", "challenger", "challenged", "pairing__round")
    ]


def _drops(event: Event) -> list[Document]:
    rows = RungDrop.objects.filter(stage__event=event).order_by("pk")
    return [
        {
            "stage": row.stage.number,
            "entry": row.entry.number,
            "below": row.below.number,
            "at": write_time(row.at),
            "after_round": row.after_round,
        }
        for row in rows.select_related("stage", "entry", "below")
    ]
