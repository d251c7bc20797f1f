"""What staff tell the people of an event."""

from django.db import models
from django.db.models import CASCADE, Q
from django.utils import timezone

from tournaments.choices import AnnouncedTo
from tournaments.columns import code

from .events import Entry, Event


class Announcement(models.Model):
    """A text to all or to a group. A withdrawn one stays, with its time.

    round: the round that was running, for the groups that are of a round.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="announcements")
    at = models.DateTimeField(default=timezone.now)
    text = models.TextField()
    to = code(default=AnnouncedTo.ALL)
    round = models.IntegerField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(text=""), name="announcement_has_a_text"),
            models.CheckConstraint(
                condition=Q(to__in=AnnouncedTo.values), name="announcement_is_to_a_known_group"
            ),
            models.CheckConstraint(
                condition=Q(to__in=[AnnouncedTo.ROUND, AnnouncedTo.PLAYING], round__isnull=False)
                | Q(to__in=[AnnouncedTo.ALL, AnnouncedTo.OWING], round__isnull=True),
                name="announcement_to_a_round_names_it",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.pk}"


class Addressee(models.Model):
    """An entry that an announcement was for when it was made."""

    announcement = models.ForeignKey(Announcement, CASCADE, related_name="addressees")
    entry = models.ForeignKey(Entry, CASCADE, related_name="announcements")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["announcement", "entry"], name="addressee_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.announcement}"
