"""Results, standings derived from them, and published tables."""

from django.db import models
from django.db.models import CASCADE, PROTECT, Q
from django.utils import timezone

from tournaments.columns import code, json, required_json

from .events import Event
from .rounds import GameSlot


class Result(models.Model):
    """The result of a slot. Append-only: a correction is the next revision."""

    slot = models.ForeignKey(GameSlot, PROTECT, related_name="results")
    revision = models.IntegerField()
    current = models.BooleanField(default=True)
    kind = code()  # played | forfeit | double_forfeit | adjudicated | cancelled
    outcome = code(blank=True)  # R-0, 0-F, 1/2-1/2 ...
    facts = json(blank=True)
    source = code(blank=True)  # "game:<public id>", or empty for a desk entry or a ruling
    actor = required_json()
    reason = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slot", "revision"], name="result_revision_once"),
            models.UniqueConstraint(
                fields=["slot"], condition=Q(current=True), name="one_counted_result_per_slot"
            ),
            models.CheckConstraint(
                condition=Q(revision=1) | ~Q(reason=""), name="a_correction_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}: {self.outcome or self.kind}"


class SeatResult(models.Model):
    """Half points of one seat. place_x2: 5 is a shared second and third place."""

    result = models.ForeignKey(Result, CASCADE, related_name="seats")
    order = models.IntegerField()
    points_x2 = models.IntegerField()
    place_x2 = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["result", "order"], name="seat_result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.result_id}.{self.order}"


class Publication(models.Model):
    """A published table; never recomputed."""

    event = models.ForeignKey(Event, PROTECT, null=True, blank=True, related_name="publications")
    scope = code()
    kind = code()
    after_round = models.IntegerField(default=0)
    version = models.IntegerField()
    document = required_json()
    sha256 = code()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scope", "kind", "after_round", "version"], name="publication_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.kind} {self.after_round} v{self.version}"


class Standings(models.Model):
    """Derived: the current table of an event.

    scores: the points of each match by seat. marks: by round a digest of the input of its table, to
    detect corrections of earlier rounds. certain: by entry number what is certain of first place
    and of the cut-off, see `outlook.marks`.
    """

    event = models.OneToOneField(Event, CASCADE, related_name="standings")
    version = models.IntegerField()
    document = required_json()
    scores = json(default=list, blank=True)
    marks = json(blank=True)
    certain = json(null=True, blank=True)
    computed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "standings"

    def __str__(self) -> str:
        return f"{self.event}"
