"""Sentences of the pure packages, and lists of words, in the language of the reader."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from engine.counted import PluralMessage


class _Translated(PluralMessage):
    def form(self, number: int) -> str:
        return ngettext(str(self), self.plural, number)


def in_words(sentence: str) -> str:
    """A marked sentence in the active language; one that counts chooses when it is formatted."""
    if isinstance(sentence, PluralMessage):
        return _Translated(str(sentence), sentence.plural, sentence.count_field)
    return gettext(sentence)


def in_a_row(words: Iterable[object]) -> str:
    """Words with the comma of the language between them: "a, b, c"."""
    return _joined([str(word) for word in words])


def listed(words: Iterable[object]) -> str:
    """All of them: "a, b and c"."""
    *start, last = [str(word) for word in words] or [""]
    if not start:
        return last
    # Translators: the last two parts of a list: {words} may be several, with commas.
    return pgettext("a list", "{words} and {last}").format(words=_joined(start), last=last)


def one_of(words: Iterable[object]) -> str:
    """What a field takes, for a refusal."""
    return _("one of: {words}").format(words=in_a_row(words))


def _joined(words: Sequence[str]) -> str:
    row = words[0] if words else ""
    for word in words[1:]:
        # Translators: two parts of a list, with the comma of the language between them.
        row = pgettext("a list", "{words}, {word}").format(words=row, word=word)
    return row
