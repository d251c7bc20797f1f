"""The hash of a stored JSON document."""

import hashlib
import json
from collections.abc import Mapping


def document_hash(document: Mapping[str, object]) -> str:
    """SHA-256 of the JSON text with sorted keys and without spaces."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
