"""Names as a page sets them: each in its own script, with its reading where the page is in another.

A player's sort key is the reading of the name: what stands in the list between the others. It is
shown, small, to those who read the page in a language that the name itself is not written in.
"""

import unicodedata

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

SCRIPTS = {  # the first word of a letter's name in Unicode: the script
    "LATIN": "Latin",
    "HEBREW": "Hebrew",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "KATAKANA-HIRAGANA": "Japanese",
    "CJK": "Japanese",
}
# Han alone may be another language's; of the languages of the pages only Japanese writes it.
LANGUAGES = {"Hebrew": "he", "Japanese": "ja"}
READS = {"en": "Latin", "he": "Hebrew", "ja": "Japanese"}


def script_of(name: str) -> str:
    """The script of the first letter; empty for a name without letters."""
    letter = next((sign for sign in name if sign.isalpha()), "")
    first = unicodedata.name(letter, "").partition(" ")[0] if letter else ""
    return SCRIPTS.get(first, first)


def isolate(name: str) -> str:
    """A name inside a sentence, isolated from the direction of the text around it."""
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"


def name_element(name: str) -> SafeString:
    """A name, apart from the text around it, with its language where the script tells it."""
    language = LANGUAGES.get(script_of(name))
    if language is None:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<bdi lang="{}">{}</bdi>', language, name)


def needed_reading(name: str, reading: str) -> str:
    """The reading, where the page's language is not written as the name is, but the reading is
    written otherwise than the name."""
    script = script_of(name)
    needed = script not in ("", READS.get(get_language() or "", "Latin"))
    return reading if needed and script_of(reading) not in ("", script) else ""


def name_with_reading(name: str, reading: str = "") -> SafeString:
    """A name in a list of players, with its reading where that helps."""
    shown = needed_reading(name, reading)
    if not shown:
        return name_element(name)
    return format_html(
        '{} <span class="reading">{}</span>', name_element(name), name_element(shown)
    )
