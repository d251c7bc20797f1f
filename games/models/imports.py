"""Bulk imports of records, and archives that events were made from."""

from django.db import models
from django.db.models import CASCADE, Q
from django.utils import timezone

from tournaments.choices import JobStatus
from tournaments.columns import code


class Import(models.Model):
    """A bulk import of records, and its progress; see `services/records/import_runs.py`.

    event: to whose open games they belong; None: casual games. `files`, `size`: how many, and their
    characters; `read`: of these. `done`: how many records are read, `total` all of them, once that
    is known. `report`: in a list, how many were rated, unrated, known and refused. is_complete: no
    more files are to come. ends_at: an import that still runs then has lost its worker; null: a
    command runs it. attempts: to store the next batch. language: of the refusals.
    """

    actor = models.JSONField()
    source = code()
    state = code()  # a JobStatus
    event = models.ForeignKey(
        "tournaments.Event", CASCADE, null=True, blank=True, related_name="imports"
    )
    dry_run = models.BooleanField(default=False, db_default=False)
    is_complete = models.BooleanField(default=True, db_default=True)
    files = models.IntegerField(default=0, db_default=0)
    size = models.IntegerField(default=0, db_default=0)
    read = models.IntegerField(default=0, db_default=0)
    done = models.IntegerField(default=0)
    total = models.IntegerField(null=True, blank=True)
    report = models.JSONField(default=list, blank=True)
    language = code(blank=True, default="", db_default="")
    attempts = models.IntegerField(default=0, db_default=0)
    at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(state__in=[JobStatus.WAITING, JobStatus.RUNNING]),
                name="one_import_of_an_event_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.at:%Y-%m-%d %H:%M}"


class ImportPart(models.Model):
    """A text of an import that is not stored yet. Parts in a row with one name are one file.

    first: how many games of the file stand before it. done: how many of its own are stored.
    """

    source = models.ForeignKey(Import, CASCADE, related_name="parts")
    number = models.IntegerField()
    name = code()
    text = models.TextField(blank=True)
    first = models.IntegerField(default=0)
    done = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "number"], name="one_part_of_each_number"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


class ImportRefusal(models.Model):
    """A record that an import refused: the number of the game in its file, and the problem."""

    source = models.ForeignKey(Import, CASCADE, related_name="refusals")
    file = code()
    number = models.IntegerField()
    problem = models.JSONField()

    def __str__(self) -> str:
        return f"{self.file} {self.number}"


class TakenArchive(models.Model):
    """The archive that an event was made from, and its journal there: evidence, never changed.

    sha256: of its manifest, so a copy without its sealed part is the same archive. public: the key
    that signed it. head: the signed head of the journal; empty: it had none. journal: the part as
    it was, without the texts of the lines. for_hall: the event is run here for the installation
    that it came from, and its people and games have the ids of there.
    """

    event = models.OneToOneField("tournaments.Event", CASCADE, related_name="taken_archive")
    sha256 = code(unique=True)
    public = code()
    head = models.TextField(blank=True)
    journal = models.TextField(blank=True)
    is_rated = models.BooleanField(default=False, db_default=False)
    for_hall = models.BooleanField(default=False, db_default=False)
    actor = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.event}: {self.sha256[:10]}"
