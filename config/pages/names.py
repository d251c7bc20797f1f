"""Names in HTML, each with its language, and with its reading for readers of other scripts.

The reading is the player's sort name.
"""

import unicodedata

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

SCRIPTS = {  # by the first word of a letter's Unicode name
    "LATIN": "Latin",
    "HEBREW": "Hebrew",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "KATAKANA-HIRAGANA": "Japanese",
    "CJK": "Japanese",
}
# Han is taken for Japanese, the only language of the pages that uses it.
LANGUAGES = {"Hebrew": "he", "Japanese": "ja"}
READS = {"en": "Latin", "he": "Hebrew", "ja": "Japanese"}


def script_of(name: str) -> str:
    """The script of the first letter; empty for a name without letters."""
    letter = next((sign for sign in name if sign.isalpha()), "")
    first = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return SCRIPTS.get(first, first)


def isolate(name: str) -> str:
    """Isolate a name inside a sentence from the text direction around it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def name_element(name: str) -> SafeString:
    """A <bdi> element, with the language if the script determines it."""
    language = LANGUAGES.get(script_of(name))
    if language is None:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<bdi lang="{}">{}</bdi>', language, name)


def needed_reading(name: str, reading: str) -> str:
    """The reading, if the reader may not read the script of the name."""
    script = script_of(name)
    needed = script not in ("", READS.get(get_language() or "", "Latin"))
    return reading if needed and script_of(reading) not in ("", script) else ""


def name_with_reading(name: str, reading: str = "") -> SafeString:
    """A name in a list of players, with its reading if needed."""
    reading = needed_reading(name, reading)
    if not reading:
        return name_element(name)
    return format_html(
        '{} <span class="reading">{}</span>', name_element(name), name_element(reading)
    )
