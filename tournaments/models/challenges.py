"""Challenges on a ladder, and who went down for not playing."""

from django.db import models
from django.db.models import CASCADE, SET_NULL, F, Q
from django.utils import timezone

from tournaments.choices import ChallengeState
from tournaments.columns import code

from .events import Entry, Stage
from .rounds import Pairing


class Challenge(models.Model):
    """A challenge of one entry by another; nobody has two open ones.

    after_round: the last published round when it was answered or ran out. pairing: of an accepted
    one; null if its round was withdrawn.
    """

    stage = models.ForeignKey(Stage, CASCADE, related_name="challenges")
    challenger = models.ForeignKey(Entry, CASCADE, related_name="challenges_made")
    challenged = models.ForeignKey(Entry, CASCADE, related_name="challenges_had")
    made_at = models.DateTimeField(default=timezone.now)
    answer_by = models.DateTimeField()
    state = code(default=ChallengeState.OPEN)
    answered_at = models.DateTimeField(null=True, blank=True)
    after_round = models.IntegerField(default=0, db_default=0)
    pairing = models.OneToOneField(
        Pairing, SET_NULL, null=True, blank=True, related_name="challenge"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["challenger"],
                condition=Q(state=ChallengeState.OPEN),
                name="one_open_challenge_made",
            ),
            models.UniqueConstraint(
                fields=["challenged"],
                condition=Q(state=ChallengeState.OPEN),
                name="one_open_challenge_had",
            ),
            models.CheckConstraint(
                condition=~Q(challenger=F("challenged")), name="nobody_challenges_themselves"
            ),
            models.CheckConstraint(
                condition=Q(state=ChallengeState.OPEN, answered_at__isnull=True)
                | (~Q(state=ChallengeState.OPEN) & Q(answered_at__isnull=False)),
                name="challenge_is_open_or_answered",
            ),
            models.CheckConstraint(
                condition=Q(state__in=ChallengeState.values), name="challenge_state_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger.player.name} – {self.challenged.player.name}"


class RungDrop(models.Model):
    """An entry that had not played for too long went down, directly below another."""

    stage = models.ForeignKey(Stage, CASCADE, related_name="rung_drops")
    entry = models.ForeignKey(Entry, CASCADE, related_name="rung_drops")
    below = models.ForeignKey(Entry, CASCADE, related_name="+")
    at = models.DateTimeField()
    after_round = models.IntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "at"], name="rung_drop_once"),
            models.CheckConstraint(
                condition=~Q(entry=F("below")), name="nobody_drops_below_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}, {self.at}"
