"""The challenges of ladders from an archive, and who went down for not playing."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tournaments.choices import ChallengeState
from tournaments.models import Challenge, Entry, Event, Pairing, RungDrop, Stage
from tournaments.selectors.events.archive import EventFacts
from tournaments.services.archives.storing import store


def store_ladders(
    event: Event, facts: EventFacts, entries: Mapping[int, Entry], stages: Mapping[int, Stage]
) -> None:
    """Archives of events without a ladder have none of these parts. The rounds are stored."""
    rows = facts.parts.get("challenges.ndjson", [])
    pairings = {
        pairing.round.number: pairing
        for pairing in Pairing.objects.filter(
            round__event=event, round__number__in=[row["round"] for row in rows if row["round"]]
        ).select_related("round")
    }
    store(
        Challenge(
            stage=stages[row["stage"]],
            challenger=entries[row["challenger"]],
            challenged=entries[row["challenged"]],
            made_at=datetime.fromisoformat(row["made_at"]),
            answer_by=datetime.fromisoformat(row["answer_by"]),
            state=ChallengeState(row["state"]),
            answered_at=_moment(row["answered_at"]),
            after_round=row["after_round"],
            pairing=pairings[row["round"]] if row["round"] else None,
        )
        for row in rows
    )
    store(
        RungDrop(
            stage=stages[row["stage"]],
            entry=entries[row["entry"]],
            below=entries[row["below"]],
            at=datetime.fromisoformat(row["at"]),
            after_round=row["after_round"],
        )
        for row in facts.parts.get("rung_drops.ndjson", [])
    )


def _moment(text: Any) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
