"""Sentences that count something: one form for one, another for the rest.

Whoever shows a sentence translates it, and a language has forms of its own: a counted sentence
carries both English forms and the field that counts, and chooses when it is formatted.
"""

from __future__ import annotations

from typing import Self


class Counted(str):
    """The sentence for one; `others`: that for the rest; `by`: the field that counts."""

    others: str
    by: str

    def __new__(cls, one: str, others: str, by: str) -> Self:
        made = super().__new__(cls, one)
        made.others, made.by = others, by
        return made

    def form(self, number: int) -> str:
        """The sentence for so many, with its fields still open."""
        return str(self) if number == 1 else self.others

    def format(self, *args: object, **params: object) -> str:
        return self.form(int(str(params[self.by]))).format(*args, **params)


def ngettext_lazy(one: str, others: str, by: str) -> Counted:
    """Mark a sentence for translation without translating it, as `errors.gettext_noop` does."""
    return Counted(one, others, by)
