"""What of a journal line is hashed.

Version 1 lacks the time of the line. Since version 2 a line also stores the hash of its text, so
that the rest of the line is still checked after the text was erased.
"""

import hashlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from tournaments.proof.hashing import document_hash

VERSION = 2


def text_digest(salt: str, text: str) -> str:
    """What of a free text enters the chain: the text can be erased and the chain still holds."""
    return hashlib.sha256(f"{salt}|{text}".encode()).hexdigest() if text else ""


def write_time(at: datetime) -> str:
    """A time as it is hashed, and as the API shows it."""
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def line_digest(line: Mapping[str, Any], *, text_hash: str) -> str:
    """The hash of a line: of its version, its columns and the hash of the line before.

    line: `version`, `scope`, `seq`, `prev_hash`, `actor`, `action`, `subject`, `before`, `after`,
    and since version 2 `at` as `write_time` writes it.
    """
    hashed = {name: line[name] for name in ("scope", "seq", "actor", "action", "subject")}
    hashed |= {
        "prev": line["prev_hash"],
        "before": line["before"],
        "after": line["after"],
        "text": text_hash,
    }
    if line["version"] > 1:
        hashed |= {"version": line["version"], "at": line["at"]}
    return document_hash(hashed)
