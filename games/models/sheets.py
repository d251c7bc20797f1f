"""Photographs of score sheets, which players and staff attach to a game."""

from django.db import models
from django.db.models import CASCADE
from django.utils import timezone

from tournaments.columns import code, public_id


class ScoreSheet(models.Model):
    """A photograph of a slot, for its players and staff alone. It goes with the slot.

    seat: who sent it; null: staff. image: a JPEG that this service has written.
    """

    public_id = public_id()
    slot = models.ForeignKey("tournaments.GameSlot", CASCADE, related_name="score_sheets")
    seat = models.IntegerField(null=True, blank=True)
    actor = models.JSONField()
    image = models.BinaryField()
    sha256 = code()
    width = models.IntegerField()
    height = models.IntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["slot", "sha256"], name="score_sheet_once"),
        ]

    def __str__(self) -> str:
        return f"{self.slot}"
