"""Rounds, pairings, seats, slots and pairing jobs."""

from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, Q
from django.utils import timezone

from tournaments.choices import SlotStatus
from tournaments.columns import code, json

from .events import Entry, Event, Stage

# States of a slot without a pending game.
FINISHED_SLOTS = (SlotStatus.DECIDED, SlotStatus.UNNEEDED)


class Round(models.Model):
    """Numbered through the event.

    proof: engine, version, rules era, seed, input (entry numbers, no names), pairs of the engine,
    edits by hand; proof_hash is its hash. proof_staff: the part for staff
    (`tournaments/proof_parts.py`), null before version 4. results_version: that of the event when
    the round was paired; null in old rows.
    """

    stage = models.ForeignKey(Stage, CASCADE, related_name="rounds")
    event = models.ForeignKey(Event, CASCADE, related_name="rounds")
    number = models.IntegerField()
    legs = models.IntegerField(default=1)
    kind = code(default="regular")  # regular | playoff: settles a tie, counts in no table
    state = code(default="draft")  # RoundStatus
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
                fields=["stage"], condition=Q(state="draft"), name="round_one_draft_per_stage"
            ),
            models.CheckConstraint(
                condition=Q(state="draft") | ~Q(proof_hash=""), name="published_round_has_proof"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


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
        return f"{self.round_id}.{self.leg}@{self.table or '-'}"


class Seat(models.Model):
    """One entry in one pairing. `round` and `leg` are copies for the constraint."""

    pairing = models.ForeignKey(Pairing, CASCADE, related_name="seats")
    order = models.IntegerField()
    entry = models.ForeignKey(Entry, PROTECT, related_name="seats")
    round = models.ForeignKey(Round, CASCADE, related_name="seats")
    leg = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pairing", "order"], name="seat_order_once"),
            models.UniqueConstraint(fields=["round", "leg", "entry"], name="nobody_sits_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.pairing_id}.{self.order}"


class GameSlot(models.Model):
    """A numbered game of a pairing. `first_seat` moves first."""

    pairing = models.ForeignKey(Pairing, CASCADE, related_name="slots")
    number = models.IntegerField()
    kind = code(default="regular")  # regular | playoff
    first_seat = models.IntegerField(default=1)
    ruleset = json(default=None, null=True, blank=True)  # null: the event's
    time_control = json(default=None, null=True, blank=True)
    state = code(default="open")  # SlotStatus
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
        return f"{self.pairing_id}:{self.number}"


class PairingJob(models.Model):
    """One attempt to pair the next round of a stage.

    by_hand: pairings by the organiser (lists of entry numbers), or empty. ends_at: a job still
    running then is lost. error: the code of the refusal; problem: its parameters. drawn: the seed
    comes from the secure random source.
    """

    stage = models.ForeignKey(Stage, CASCADE, related_name="pairing_jobs")
    state = code(default="waiting")  # JobStatus
    progress = models.IntegerField(default=0)  # percent
    error = models.TextField(blank=True)
    problem = json(blank=True)
    actor = json()
    seed = models.IntegerField(default=0)
    drawn = models.BooleanField(default=False)
    by_hand = json(default=list, blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)
    round = models.ForeignKey(Round, SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(state__in=["waiting", "running"]),
                name="one_pairing_job_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(progress__gte=0) & Q(progress__lte=100),
                name="progress_is_a_percentage",
            ),
            models.CheckConstraint(
                condition=~Q(state="running") | Q(ends_at__isnull=False),
                name="running_job_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}: {self.state}"
