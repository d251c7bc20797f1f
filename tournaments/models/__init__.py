"""Every table of the tournaments app. Private to the app: others use selectors and services."""

from .announcements import Addressee, Announcement
from .challenges import Challenge, RungDrop
from .changes import Change, FeedReader, FeedState
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
from .people import (
    Club,
    ClubRole,
    DistinctPlayers,
    Handle,
    Membership,
    MembershipRequest,
    Player,
    User,
)
from .prizes import Category, CategoryMember, EntryFee, EventFee, Prize, PrizePlan
from .results import Publication, Result, SeatResult, Standings
from .rounds import GameSlot, Pairing, PairingJob, Round, Seat
from .tasks import FailedTask
from .teams import LineUpPlace, Team, TeamMatch, TeamMember
