"""Every table of an event is carried by its archive, or docs/archive.md says why not."""

import re
from typing import Any

from django.apps import apps
from django.db.models import Model

from config.admin_pages.names import OURS
from tests.paths import ROOT

EVENT = "tournaments.Event"
# Where the archive has the rows of a table; others are derived and need not be there.
CARRIED = {
    "Event": "event.json",
    "Team": "event.json",
    "TeamMember": "event.json",
    "Entry": "entries.ndjson",
    "Stage": "stages.ndjson",
    "StageEntry": "stages.ndjson",
    "Absence": "absences.ndjson",
    "Challenge": "challenges.ndjson",
    "RungDrop": "rung_drops.ndjson",
    "Round": "rounds.ndjson",
    "Pairing": "rounds.ndjson",
    "Seat": "rounds.ndjson",
    "GameSlot": "rounds.ndjson",
    "TeamMatch": "rounds.ndjson",
    "Result": "results.ndjson",
    "SeatResult": "results.ndjson",
    "Game": "games.ndjson",
    "GamePlayer": "games.ndjson",
    "Confirmation": "games.ndjson",
    "Ruling": "rulings.ndjson",
    "Dispute": "disputes.ndjson",
    "Category": "prizes.json",
    "CategoryMember": "prizes.json",
    "PrizePlan": "prizes.json",
    "Prize": "prizes.json",
    "Announcement": "announcements.ndjson",
    "Addressee": "announcements.ndjson",
    "Adjustment": "adjustments.ndjson",
    "Publication": "publications.ndjson",
    "Standings": "standings.json",
    "WagerAccount": "stakes.json",
    "WagerTransfer": "stakes.json",
    "SlotBids": "stakes.json",
    "RatedGame": "rated_games.ndjson",
    "Posting": "rated_games.ndjson",
    "RatingChange": "rating_lists.json",
}
# People outlive the events that they were added at, or play in.
OF_PEOPLE = {
    "Player", "DistinctPlayers", "Handle", "Membership", "MembershipRequest", "PlayerRating",
}  # fmt: skip


def tables_of_an_event() -> set[str]:
    """The names of the tables whose rows lead to an event by foreign keys, without people."""
    models = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    found: set[type[Model]] = {apps.get_model(EVENT)}
    while more := {model for model in models if model not in found and parents(model) & found}:
        found |= more
    return {model.__name__ for model in found} - OF_PEOPLE


def parents(model: type[Model]) -> set[Any]:
    if model.__name__ in OF_PEOPLE:
        return set()
    return {column.related_model for column in model._meta.local_fields if column.is_relation}


def section(title: str) -> str:
    text = (ROOT / "docs" / "archive.md").read_text()
    return text.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def left_out() -> set[str]:
    rows = [line.split("|") for line in section("Left out").splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall(r"`(\w+)`", row[2])}


def test_every_table_of_an_event_is_carried_or_left_out_for_a_reason():
    assert left_out() | CARRIED.keys() == tables_of_an_event()
    assert not left_out() & CARRIED.keys()


def test_parts_that_carry_tables_are_described():
    parts = set(re.findall(r"`(\w+\.(?:nd)?json)`", section("The file")))
    assert set(CARRIED.values()) <= parts
