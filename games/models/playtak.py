"""Events that are played at playtak, the seeks made there, and what its server said of games."""

from django.db import models
from django.db.models import CASCADE, SET_NULL, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.columns import code, json


class SeekState(models.TextChoices):
    """LISTED: the seek is in the server's list. CLOSED: the slot was decided in another way."""

    WAITING = "waiting", _("waits for the first player to be there")
    LISTED = "listed", _("is in the list at playtak")
    PLAYING = "playing", _("is being played")
    TAKEN = "taken", _("was played and arrived")
    CLOSED = "closed", _("not needed any more")


UNDECIDED_SEEKS = (SeekState.WAITING, SeekState.LISTED, SeekState.PLAYING)


class MessageState(models.TextChoices):
    """REFUSED: it says nothing that could be checked. DISPUTED: the game does not fit."""

    WAITING = "waiting", _("is being checked")
    TAKEN = "taken", _("taken")
    DISPUTED = "disputed", _("disputed")
    REFUSED = "refused", _("refused")


class PlaytakEvent(models.Model):
    """An event whose games are played at playtak, while `is_on`."""

    event = models.OneToOneField("tournaments.Event", CASCADE, related_name="playtak")
    is_on = models.BooleanField(default=True, db_default=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.event}"


class PlaytakSeek(models.Model):
    """The game of a slot at playtak: its id is the `pntId` there.

    number: of the game there, once it is known to be this one. problem: why the last attempt made
    no seek, as in `Problem.as_json`, or {}. made_at: no game that began before is this one.
    """

    slot = models.OneToOneField("tournaments.GameSlot", CASCADE, related_name="playtak_seek")
    state = code(default=SeekState.WAITING)
    number = models.IntegerField(null=True, blank=True)
    problem = json(blank=True)
    attempts = models.IntegerField(default=0, db_default=0)
    made_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["number"], condition=Q(number__isnull=False), name="one_seek_of_a_game"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}"


class PlaytakMessage(models.Model):
    """What the server said of a game, or what was found by asking it (`is_found`).

    Of the message only these numbers are kept; the game is read from the server. kind: created or
    ended. problems: what does not fit, as in `Problem.as_json`.
    """

    kind = code()
    number = models.IntegerField()
    pnt_id = models.IntegerField()
    seek = models.ForeignKey(PlaytakSeek, SET_NULL, null=True, blank=True, related_name="messages")
    is_found = models.BooleanField(default=False, db_default=False)
    state = code(default=MessageState.WAITING)
    problems = json(default=list, blank=True)
    attempts = models.IntegerField(default=0, db_default=0)
    at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "number", "pnt_id"], name="playtak_message_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"
