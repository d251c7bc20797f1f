"""Rounds, pairings, seats, slots and pairing jobs."""

from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.choices import JobStatus, RoundStatus, SlotStatus
from tournaments.columns import code, json

from .events import Entry, Event, Stage

# States of a slot without a pending game.


class Round(models.Model):
    """Numbered through the event.

    proof: engine, version, rules era, seed, input (entry numbers, no names), pairs of the engine,
    edits by hand; proof_hash is its hash. proof_staff: the part for staff
    (`tournaments/proof/parts.py`), null before version 4. results_version: that of the event when
    the round was paired; null in old rows.
    """

    stage = models.ForeignKey(Stage, CASCADE, related_name="rounds")
    event = models.ForeignKey(Event, CASCADE, related_name="rounds")
    number = models.IntegerField()
    legs = models.IntegerField(default=1)
    kind = code(default="regular")  # regular | playoff: settles a tie, counts in no table
    state = code(default=RoundStatus.DRAFT)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    proof = models.JSONField(null=True, blank=True)
    proof_staff = models.JSONField(null=True, blank=True)
    proof_hash = code(blank=True)
    results_version = models.IntegerField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(state=RoundStatus.DRAFT),
                name="round_one_draft_per_stage",
            ),
            models.CheckConstraint(
                condition=Q(state=RoundStatus.DRAFT) | ~Q(proof_hash=""),
                name="published_round_has_proof",
            ),
        ]

    def __str__(self) -> str:
        return _("%(event)s, round %(round)d") % {"event": self.event, "round": self.number}


class Pairing(models.Model):
    """Entries at a table: one for a bye, two for Tak, up to fourteen for card games."""

    round = models.ForeignKey(Round, CASCADE, related_name="pairings")
    leg = models.IntegerField(default=1)
    table = models.IntegerField(null=True, blank=True)
    group = code(blank=True)
    kind = code()  # match | bye_allocated | bye_asked
    bracket = code(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "leg", "table"], name="pairing_table_once"),
            models.UniqueConstraint(
                fields=["round", "bracket"], condition=~Q(bracket=""), name="pairing_bracket_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.names()}: {self.round}"

    def names(self, first_seat: int = 1) -> str:
        """The players by seat, beginning with `first_seat`; reads `seats__entry__player`."""
        return " – ".join(seat.entry.player.name for seat in self.seats_from(first_seat))

    def seats_from(self, first_seat: int) -> "list[Seat]":
        """The seats in order, beginning with `first_seat`; reads `seats`."""
        return sorted(self.seats.all(), key=lambda seat: (seat.order < first_seat, seat.order))


class Seat(models.Model):
    """One entry in one pairing. `round` and `leg` are copies for the constraint.

    berserk_at: of an arena, when the player halved the own time.
    """

    pairing = models.ForeignKey(Pairing, CASCADE, related_name="seats")
    order = models.IntegerField()
    entry = models.ForeignKey(Entry, PROTECT, related_name="seats")
    round = models.ForeignKey(Round, CASCADE, related_name="seats")
    leg = models.IntegerField()
    berserk_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "order"], name="seat_order_once"),
            models.UniqueConstraint(fields=["round", "leg", "entry"], name="nobody_sits_twice"),
            models.CheckConstraint(
                condition=Q(berserk_at__isnull=True) | Q(order__in=(1, 2)),
                name="only_one_of_two_goes_berserk",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.order}. {self.entry.player.name}"


class GameSlot(models.Model):
    """A numbered game of a pairing. `first_seat` moves first."""

    pairing = models.ForeignKey(Pairing, CASCADE, related_name="slots")
    number = models.IntegerField()
    kind = code(default="regular")  # regular | playoff
    first_seat = models.IntegerField(default=1)
    ruleset = json(default=None, null=True, blank=True)  # null: the event's
    time_control = json(default=None, null=True, blank=True)
    state = code(default=SlotStatus.OPEN)
    due_at = models.DateTimeField(null=True, blank=True)
    # Agreed if `proposed_by` is null, else proposed by that seat.
    play_at = models.DateTimeField(null=True, blank=True)
    proposed_by = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "number"], name="slot_number_once"),
            models.CheckConstraint(
                condition=Q(proposed_by__isnull=True) | Q(play_at__isnull=False),
                name="a_proposal_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pairing.names(self.first_seat)} ({self.number}): {self.pairing.round}"


class PairingJob(models.Model):
    """One attempt to pair the next round of a stage.

    by_hand: pairings by the organiser (lists of entry numbers), or empty. ends_at: a job still
    running then is lost, as is one without a heartbeat_at for some seconds, by the clock of the
    database; attempts: how many processes have taken it. error: the code of the refusal; problem:
    its parameters. drawn: the seed comes from the secure random source.
    """

    stage = models.ForeignKey(Stage, CASCADE, related_name="pairing_jobs")
    state = code(default=JobStatus.WAITING)
    progress = models.IntegerField(default=0)  # percent
    error = models.TextField(blank=True)
    problem = json(blank=True)
    actor = json()
    seed = models.IntegerField(default=0)
    drawn = models.BooleanField(default=False)
    by_hand = json(default=list, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    heartbeat_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    round = models.ForeignKey(Round, SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(state__in=[JobStatus.WAITING, JobStatus.RUNNING]),
                name="one_pairing_job_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(progress__gte=0) & Q(progress__lte=100),
                name="progress_is_a_percentage",
            ),
            models.CheckConstraint(
                condition=~Q(state=JobStatus.RUNNING) | Q(ends_at__isnull=False),
                name="running_job_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.state}"
