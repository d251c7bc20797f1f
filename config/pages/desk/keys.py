"""What is typed at the desk, whatever keyboard it was typed on."""

import unicodedata

# The letters of a Hebrew keyboard by the Latin ones on the same keys: nobody switches for a line.
_HEBREW = str.maketrans("קראטוןםפשדגכעיחלךזסבהנמצ'", "ertyuiopasdfghjklzxcvbnmw")


def as_latin(typed: str) -> str:
    """Small Latin letters and plain digits, from wide ones and from Hebrew keys too."""
    return unicodedata.normalize("NFKC", typed).lower().translate(_HEBREW).strip()
