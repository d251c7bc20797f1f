"""One chained line for every change of a fact."""

import hashlib
import json
import secrets
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from tournaments import limits
from tournaments.actor import Actor
from tournaments.models import JournalHead, JournalLine
from tournaments.services.events.bounds import require_text


def _digest(parts: dict[str, Any]) -> str:
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


@transaction.atomic
def write(
    actor: Actor,
    action: str,
    *,
    scope: str,
    subject: str,
    before: Any = None,
    after: Any = None,
    text: str = "",
) -> JournalLine:
    """Add a line to the chain of `scope` ("event:<slug>", "club:<slug>", "pool:<slug>", "site").

    `before` and `after` hold ids and codes, never names; `text` may be anything and is hashed
    with a salt. Locks the JournalHead.

    :raises InvalidInput: `text` is longer than a reason may be.
    """
    require_text(text, field="reason", most=limits.REASON)
    JournalHead.objects.get_or_create(scope=scope)
    head = JournalHead.objects.select_for_update().get(scope=scope)
    salt = secrets.token_hex(16) if text else ""
    line = JournalLine(
        scope=scope,
        seq=head.seq + 1,
        prev_hash=head.hash,
        actor=actor.as_json(),
        action=action,
        subject=subject,
        before=before,
        after=after,
        text=text,
        salt=salt,
    )
    line.hash = line_digest(line, text_hash=text_digest(salt, text))
    line.save(force_insert=True)
    head.seq, head.hash = line.seq, line.hash
    head.save(update_fields=["seq", "hash"])
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
