"""The journal: one chained line for every change of a fact."""

from django.db import models
from django.utils import timezone

from tournaments.chain.links import VERSION
from tournaments.columns import code, required_json


class JournalHead(models.Model):
    """The end of one chain; locked while a line is added.

    signed_seq: the line whose hash is signed, by the key with the id `key`; the last one, unless a
    release that did not sign has added lines.
    """

    scope = code(primary_key=True)  # event:… club:… pool:… site
    seq = models.IntegerField(default=0)
    hash = code(blank=True)
    signed_seq = models.IntegerField(default=0, db_default=0)
    key = code(blank=True, default="", db_default="")
    signature = code(blank=True, default="", db_default="")

    def __str__(self) -> str:
        return self.scope


class JournalLine(models.Model):
    """Hashed columns hold no names; of free text only a salted hash is in the chain.

    version: what is hashed, see tournaments/chain/links.py. text_hash: that salted hash, which
    stays when the text is erased; empty before version 2. request_id: of the log, not hashed.
    """

    scope = code()
    seq = models.IntegerField()
    prev_hash = code(blank=True)
    hash = code()
    at = models.DateTimeField(default=timezone.now)
    actor = required_json()
    action = code()
    subject = code()
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)
    text = models.TextField(blank=True)
    salt = code(blank=True)
    text_hash = code(blank=True, default="", db_default="")
    version = models.IntegerField(default=VERSION, db_default=1)
    request_id = code(blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "seq"], name="journal_seq_once"),
            models.UniqueConstraint(fields=["scope", "prev_hash"], name="journal_never_forks"),
        ]

    def __str__(self) -> str:
        return f"{self.scope}/{self.seq}"
