"""Events that are run in a hall for a time, on another installation."""

from django.db import models
from django.db.models import CASCADE, Q
from django.utils import timezone

from tournaments.columns import code, json


class HallState(models.TextChoices):
    """ended: by staff, or by another take; what comes from there is refused."""

    OUT = "out"
    RETURNED = "returned"
    ENDED = "ended"


class HallTake(models.Model):
    """An archive of an event that a hall was given.

    sha256: of its manifest, which the journal of the hall begins with. marks: of the facts that
    both sides last had alike, made with `salt`; they hold no names and no results. public: the key
    of the hall, once it has returned.
    """

    event = models.ForeignKey("tournaments.Event", CASCADE, related_name="hall_takes")
    sha256 = code(unique=True)
    state = code(default=HallState.OUT)
    salt = code()
    marks = json()
    public = code(blank=True)
    actor = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=~Q(state=HallState.ENDED), name="one_hall_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(state__in=HallState.values), name="hall_state_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(state=HallState.RETURNED) | ~Q(public=""),
                name="returned_hall_has_a_key",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.sha256[:10]}"


class HallReturn(models.Model):
    """What a hall brought back: evidence, never changed.

    sha256, head, journal: as of `TakenArchive`. answers: "hall" or "server" by question.
    """

    take = models.ForeignKey(HallTake, CASCADE, related_name="returns")
    sha256 = code(unique=True)
    head = models.TextField()
    journal = models.TextField()
    answers = json(blank=True)
    actor = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.take}, {self.sha256[:10]}"
