"""One chained line for every change of a fact."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from tournaments import limits
from tournaments.actor import Actor
from tournaments.chain import links
from tournaments.execution.compiled_queries import CompiledQuery
from tournaments.models import Event, JournalHead, JournalLine
from tournaments.services import signing
from tournaments.services.events import witness_mails
from tournaments.services.events.bounds import require_text
from tournaments.services.feed import writing as feed
from tournaments.services.request_ids import current_request_id

HASHED = ("version", "scope", "seq", "prev_hash", "actor", "action", "subject", "before", "after")
# After these lines the signed head of the journal is published in the feed and mailed.
WITNESSED = frozenset({"round.closed", "event.finished"})
HEAD_COLUMNS = ["seq", "hash", "signed_seq", "key", "signature"]


def stored_digest(line: JournalLine) -> str:
    """The hash that a stored line should have."""
    columns = {name: getattr(line, name) for name in HASHED} | {"at": links.write_time(line.at)}
    return links.line_digest(columns, text_hash=_text_hash(line))


def is_text_changed(line: JournalLine) -> bool:
    """Whether the text of a line is neither what was written nor erased."""
    if line.version == 1 or (line.text_hash and not line.text):
        return False
    return line.text_hash != links.text_digest(line.salt, line.text)


def _text_hash(line: JournalLine) -> str:
    """The hash of its text; of an older line it is not stored."""
    return line.text_hash if line.version > 1 else links.text_digest(line.salt, line.text)


def is_begun(scope: str) -> bool:
    """Whether the chain has a line; that of a deleted event stays."""
    return JournalHead.objects.filter(scope=scope).exists()


@dataclass(frozen=True, slots=True)
class Note:
    """What a line says; the chain adds its number and its hashes.

    `before` and `after` hold ids and codes, never names; `text` may be anything and is hashed
    with a salt.
    """

    action: str
    scope: str
    subject: str
    before: Any = None
    after: Any = None
    text: str = ""


def write(
    actor: Actor,
    action: str,
    *,
    scope: str,
    subject: str,
    before: object = None,
    after: object = None,
    text: str = "",
) -> JournalLine:
    """Add a line to the chain of `scope` ("event:<slug>", "club:<slug>", "pool:<slug>", "site").

    Its arguments are those of `Note`. Locks the JournalHead.

    :raises InvalidInput: `text` is longer than a reason may be.
    """
    (line,) = write_all(actor, [Note(action, scope, subject, before, after, text)])
    return line


def write_event(
    actor: Actor, event: Event, action: str, *, subject: str = "", **contents: Any
) -> JournalLine:
    """Add a line to the chain of an event. subject: what is not the event itself."""
    scope = f"event:{event.slug}"
    return write(actor, action, scope=scope, subject=subject or event.slug, **contents)


def write_all(actor: Actor, notes: Sequence[Note]) -> list[JournalLine]:
    """Add lines in this order, each to the chain of its scope, and what the feed has of them.

    The statements grow by batches. Locks the JournalHeads in the order of their scopes.

    :raises InvalidInput: as `write`.
    """
    for note in notes:
        require_text(note.text, field="reason", most=limits.REASON)
    with together() as gathered:
        return gathered.add(actor, notes)


@contextmanager
def together() -> "Iterator[_Gathered]":
    """Insert what is written within this context at its end, by one statement for each table.

    What others wrote before stays before it, as each JournalHead is locked by its first line. The
    lines are in no table before the end: whatever reads the journal does so outside.
    """
    outer = _gathered.get()
    if outer is not None:
        yield outer
        return
    gathered = _Gathered()
    token = _gathered.set(gathered)
    try:
        with transaction.atomic(savepoint=False):
            yield gathered
            gathered.insert()
    finally:
        _gathered.reset(token)


@dataclass(slots=True)
class _Gathered:
    """Lines that are chained and not inserted yet. heads: locked, as the last line leaves them."""

    heads: dict[str, JournalHead] = field(default_factory=dict)
    lines: list[JournalLine] = field(default_factory=list)
    noted: list[tuple[Actor, Note]] = field(default_factory=list)

    def add(self, actor: Actor, notes: Sequence[Note]) -> list[JournalLine]:
        self.heads |= _lock_heads({note.scope for note in notes} - self.heads.keys())
        added = [_next_line(actor, self.heads[note.scope], note) for note in notes]
        self.lines += added
        self.noted += [(actor, note) for note in notes]
        return added

    def insert(self) -> None:
        JournalLine.objects.bulk_create(self.lines)
        for head in self.heads.values():
            signing.sign(head)
            head.save(update_fields=HEAD_COLUMNS)
        feed.write_notes(self.noted)
        for scope in sorted({note.scope for _, note in self.noted if note.action in WITNESSED}):
            witness = signing.witness_of(self.heads[scope])
            feed.write_witness(witness)
            witness_mails.request_mail(witness)


_gathered: ContextVar[_Gathered | None] = ContextVar("gathered lines", default=None)


def _lock_heads(scopes: Iterable[str]) -> dict[str, JournalHead]:
    """The heads, locked in the order of their scopes. A chain begins with its first line."""
    return {scope: _lock_head(scope) for scope in sorted(scopes)}


def _lock_head(scope: str) -> JournalHead:
    head = _LOCKED_HEAD.first(scope=scope)
    if head is None:
        JournalHead.objects.get_or_create(scope=scope)
        (head,) = _LOCKED_HEAD.rows(scope=scope)
    return head


_LOCKED_HEAD = CompiledQuery(
    lambda scope: JournalHead.objects.select_for_update().filter(scope=scope), scope=str
)


def _next_line(actor: Actor, head: JournalHead, note: Note) -> JournalLine:
    """The line that follows the head, which becomes the head."""
    salt = secrets.token_hex(16) if note.text else ""
    line = JournalLine(
        scope=note.scope,
        seq=head.seq + 1,
        prev_hash=head.hash,
        actor=actor.as_json(),
        action=note.action,
        subject=note.subject,
        before=note.before,
        after=note.after,
        text=note.text,
        salt=salt,
        request_id=current_request_id(),
    )
    line.text_hash = links.text_digest(salt, note.text)
    line.hash = stored_digest(line)
    head.seq, head.hash = line.seq, line.hash
    return line
