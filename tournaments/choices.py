"""The states of events, stages, entries, rounds, games and pairing jobs, as stored in `state`.

Models keep their columns without `choices`. The labels are the words of pages.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class EventStatus(TextChoices):
    DRAFT = "draft", _("being prepared")
    REGISTRATION = "registration", _("open for players")
    RUNNING = "running", _("being played")
    FINISHED = "finished", _("finished")


# What has not started: drafts are listed to their staff only.
BEFORE_START = (EventStatus.DRAFT, EventStatus.REGISTRATION)


class StageStatus(TextChoices):
    OPEN = "open", _("to come")
    RUNNING = "running", _("being played")
    FINISHED = "finished", _("finished")


class EntryStatus(TextChoices):
    APPLIED = "applied", _("asked to enter")
    WAITING = "waiting", _("on the waiting list")
    IN = "in", _("plays")
    REFUSED = "refused", _("refused")
    CANCELLED = "cancelled", _("cancelled")


class RoundStatus(TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("being played")
    CLOSED = "closed", _("closed")


class SlotStatus(TextChoices):
    """unneeded: a game of a series that is over."""

    OPEN = "open", _("open")
    REPORTED = "reported", _("reported")
    DISPUTED = "disputed", _("disputed")
    DECIDED = "decided", _("decided")
    POSTPONED = "postponed", _("postponed")
    UNNEEDED = "unneeded", _("not needed")


FINISHED_SLOTS = (SlotStatus.DECIDED, SlotStatus.UNNEEDED)


class ChallengeState(TextChoices):
    """Of a challenge on a ladder. expired: not answered in time."""

    OPEN = "open", _("open")
    ACCEPTED = "accepted", _("accepted")
    DECLINED = "declined", _("declined")
    WITHDRAWN = "withdrawn", _("taken back")
    EXPIRED = "expired", _("not answered in time")


class JobStatus(TextChoices):
    """Of a pairing job; only the API shows it, by value."""

    WAITING = "waiting", "waiting"
    RUNNING = "running", "running"
    DONE = "done", "done"
    FAILED = "failed", "failed"
    CANCELLED = "cancelled", "cancelled"


class AnnouncedTo(TextChoices):
    """Who an announcement is for."""

    ALL = "all", _("everybody")
    ROUND = "round", _("those who are in the running round")
    PLAYING = "playing", _("those who still play in the running round")
    OWING = "owing", _("those whose results are missing")


class ChangeKind(TextChoices):
    """Of an entry in the feed of changes; only the API shows it, by value."""

    EVENT = "event", "event"
    REGISTRATION = "registration", "registration"
    ROUND = "round", "round"
    PAIRING = "pairing", "pairing"
    GAME = "game", "game"
    RESULT = "result", "result"
    STANDINGS = "standings", "standings"
    RATING_LIST = "rating_list", "rating_list"
    JOURNAL = "journal", "journal"
    ANNOUNCEMENT = "announcement", "announcement"
