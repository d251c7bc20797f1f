"""The feed of changes: what programs that follow the service are told."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournaments.columns import code, json


class Change(models.Model):
    """One change, written in the transaction of its fact.

    It refers by ids and slugs, without foreign keys and without names, so that deleting a row or
    forgetting a person needs nothing here. `position` is its place in the feed, null until the
    transaction is committed and the change is numbered (services/feed/numbering.py). `by_user`,
    `by_entry`: whose act it was, by account or by personal link; neither is shown.
    """

    position = models.BigIntegerField(null=True, unique=True)
    at = models.DateTimeField(default=timezone.now)
    kind = code()
    action = code()
    public = models.BooleanField(default=True)  # otherwise for staff of the event
    event = code(blank=True, db_index=True)
    pool = code(blank=True)
    game = code(blank=True)
    round = models.IntegerField(null=True)
    pairing = models.BigIntegerField(null=True)
    slot = models.BigIntegerField(null=True)
    entry = models.BigIntegerField(null=True)
    by_user = models.BigIntegerField(null=True)
    by_entry = models.BigIntegerField(null=True)
    data = json(blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["id"], condition=Q(position__isnull=True), name="change_not_numbered"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position}: {self.action}"


class FeedState(models.Model):
    """One row, which whoever numbers changes locks.

    last: the last position given. forgotten: the last one deleted; 0 for none.
    """

    last = models.BigIntegerField(default=0)
    forgotten = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.forgotten} – {self.last}"


class FeedReader(models.Model):
    """How far a part of the service that acts on changes has read the feed."""

    name = code(unique=True)
    position = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"{self.name}: {self.position}"
