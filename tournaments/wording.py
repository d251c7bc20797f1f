"""Translates the sentences of pure packages and joins lists of words."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from engine.counted import PluralMessage
from engine.errors import RecordError


class _TranslatedPlural(PluralMessage):
    def form(self, number: int) -> str:
        return ngettext(str(self), self.plural, number)


def translate_marked(sentence: str) -> str:
    """A marked sentence in the active language; plural forms are chosen during formatting."""
    if isinstance(sentence, PluralMessage):
        return _TranslatedPlural(str(sentence), sentence.plural, sentence.count_field)
    return gettext(sentence)


def refusal_sentence(refused: RecordError) -> str:
    """What the engine refuses, in the active language, without the place."""
    return translate_marked(refused.message).format(**refused.params)


def join_with_commas(words: Iterable[object]) -> str:
    """Words joined by the comma of the active language: "a, b, c"."""
    return _join([str(word) for word in words])


def join_with_and(words: Iterable[object]) -> str:
    """Words joined as in "a, b and c"."""
    *start, last = [str(word) for word in words] or [""]
    if not start:
        return last
    # Translators: the last two parts of a list: {words} may be several, with commas.
    return pgettext("a list", "{words} and {last}").format(words=_join(start), last=last)


def one_of_message(words: Iterable[object]) -> str:
    """An error message that lists the accepted values."""
    return _("one of: {words}").format(words=join_with_commas(words))


def _join(words: Sequence[str]) -> str:
    row = words[0] if words else ""
    for word in words[1:]:
        # Translators: two parts of a list, with the comma of the language between them.
        row = pgettext("a list", "{words}, {word}").format(words=row, word=word)
    return row
