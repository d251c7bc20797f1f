"""Terms of the games in English, Hebrew and Japanese, with their meanings.

The terms are data, as all three languages are shown; the meanings are translated.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import get_language

LANGUAGES = ("en", "he", "ja")


@dataclass(frozen=True, slots=True)
class Term:
    """key: the anchor. meaning: translated."""

    key: str
    en: str
    he: str
    ja: str
    meaning: str | Promise

    def word(self, language: str) -> str:
        return {"en": self.en, "he": self.he, "ja": self.ja}[language]

    def localized(self) -> str:
        """The term in the current language."""
        language = (get_language() or "en")[:2]
        return self.word(language if language in LANGUAGES else "en")

    def translations(self) -> list[tuple[str, str]]:
        """The term in the other languages."""
        here = (get_language() or "en")[:2]
        shown = here if here in LANGUAGES else "en"
        return [(language, self.word(language)) for language in LANGUAGES if language != shown]
