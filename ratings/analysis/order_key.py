"""The key that orders rated games: total, and the same on every installation.

It does not depend on the time of insertion, so an imported ledger is rated in the same order.
"""

from datetime import date

LENGTH = 200
SEPARATOR = "|"
AFTER_ALL = "~"  # sorts after every key, because keys begin with a day


def _number(value: int | None) -> str:
    if value is None:
        return ""
    if not 0 <= value < 1_000_000:
        raise ValueError(f"{value} does not fit into six digits")
    return f"{value:06d}"


def build(
    *,
    played_on: date,
    event_starts_on: date | None = None,
    event_slug: str = "",
    round: int | None = None,  # noqa: A002
    leg: int | None = None,
    table: int | None = None,
    slot: int | None = None,
    record_hash: str = "",
    public_id: str,
) -> str:
    """Join the parts with `|`; parts that a casual game lacks are empty. Keys compare as bytes.

    :raises ValueError: a part holds the separator, a number is negative or has more than six
        digits, or the key is longer than its column.
    """
    texts = (event_slug, record_hash, public_id)
    if any(SEPARATOR in text for text in texts):
        raise ValueError(f"{SEPARATOR!r} inside a part of {texts}")
    key = SEPARATOR.join(
        [
            played_on.isoformat(),
            event_starts_on.isoformat() if event_starts_on else "",
            event_slug,
            _number(round),
            _number(leg),
            _number(table),
            _number(slot),
            record_hash,
            public_id,
        ]
    )
    if len(key) > LENGTH:
        raise ValueError(f"an order key of {len(key)} characters, {LENGTH} fit: {key}")
    return key
