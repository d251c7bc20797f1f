"""Every table of the tournaments app. Private to the app: others use selectors and services."""

from .events import (
    Absence,
    Adjustment,
    Entry,
    Event,
    EventRole,
    ForbiddenPair,
    KeptApart,
    Series,
    SeriesStandings,
    Stage,
    StageEntry,
)
from .journal import JournalHead, JournalLine
from .people import Club, ClubRole, Handle, Membership, Player, User
from .results import Publication, Result, SeatResult, Standings
from .rounds import FINISHED_SLOTS, GameSlot, Pairing, PairingJob, Round, Seat
from .tasks import FailedTask

__all__ = [
    "FINISHED_SLOTS",
    "Absence",
    "Adjustment",
    "Club",
    "ClubRole",
    "Entry",
    "Event",
    "EventRole",
    "FailedTask",
    "ForbiddenPair",
    "GameSlot",
    "Handle",
    "JournalHead",
    "JournalLine",
    "KeptApart",
    "Membership",
    "Pairing",
    "PairingJob",
    "Player",
    "Publication",
    "Result",
    "Round",
    "Seat",
    "SeatResult",
    "Series",
    "SeriesStandings",
    "Stage",
    "StageEntry",
    "Standings",
    "User",
]
