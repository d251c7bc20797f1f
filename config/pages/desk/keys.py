"""Normalizing lines that are typed on other keyboard layouts."""

import unicodedata

# The letters of a Hebrew keyboard, and the Latin ones on the same keys.
_HEBREW = str.maketrans("קראטוןםפשדגכעיחלךזסבהנמצ'", "ertyuiopasdfghjklzxcvbnmw")


def to_latin_keys(typed: str) -> str:
    """In lower-case Latin letters and ASCII digits, also from full-width and Hebrew letters."""
    return unicodedata.normalize("NFKC", typed).lower().translate(_HEBREW).strip()
