"""One chained line for every change of a fact."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from tournaments import limits
from tournaments.actor import Actor
from tournaments.models import Event, JournalHead, JournalLine
from tournaments.services.events.bounds import require_text
from tournaments.services.feed.writing import write_notes


def _digest(parts: dict[str, object]) -> str:
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def text_digest(salt: str, text: str) -> str:
    """What of a free text enters the chain: the text can be erased and the chain still holds."""
    return hashlib.sha256(f"{salt}|{text}".encode()).hexdigest() if text else ""


def line_digest(line: JournalLine, *, text_hash: str) -> str:
    return _digest(
        {
            "scope": line.scope,
            "seq": line.seq,
            "prev": line.prev_hash,
            "actor": line.actor,
            "action": line.action,
            "subject": line.subject,
            "before": line.before,
            "after": line.after,
            "text": text_hash,
        }
    )


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
    with transaction.atomic(savepoint=False):
        heads = _lock_heads({note.scope for note in notes})
        lines = [_next_line(actor, heads[note.scope], note) for note in notes]
        JournalLine.objects.bulk_create(lines)
        for head in heads.values():
            head.save(update_fields=["seq", "hash"])
        write_notes(actor, notes)
    return lines


def _lock_heads(scopes: Iterable[str]) -> dict[str, JournalHead]:
    """The heads, locked in this order. A chain begins with its first line."""
    wanted = sorted(scopes)
    rows = JournalHead.objects.select_for_update().filter(scope__in=wanted).order_by("scope")
    heads = {head.scope: head for head in rows}
    for scope in wanted:
        if scope not in heads:
            JournalHead.objects.get_or_create(scope=scope)
            heads[scope] = JournalHead.objects.select_for_update().get(scope=scope)
    return heads


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
    )
    line.hash = line_digest(line, text_hash=text_digest(salt, note.text))
    head.seq, head.hash = line.seq, line.hash
    return line


def broken_links(scope: str) -> Iterator[str]:
    """Say which lines of a chain do not follow from the one before. One query.

    A line whose text was erased is checked by its neighbours only.
    """
    previous, expected = "", 1
    for line in JournalLine.objects.filter(scope=scope).order_by("seq").iterator():
        if line.seq != expected or line.prev_hash != previous:
            yield f"{scope}/{line.seq}: does not follow line {expected - 1}"
        erased = bool(line.salt) and not line.text
        if not erased and line.hash != line_digest(
            line, text_hash=text_digest(line.salt, line.text)
        ):
            yield f"{scope}/{line.seq}: was changed"
        previous, expected = line.hash, line.seq + 1


def last_link(scope: str) -> tuple[int, str]:
    """Number and hash of the last line of a chain; (0, "") for an empty one."""
    line = JournalLine.objects.filter(scope=scope).order_by("-seq").first()
    return (line.seq, line.hash) if line else (0, "")
