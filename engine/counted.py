"""Messages with a singular and a plural form, which `format` chooses.

Languages differ in their plural forms, so a message keeps both English forms and the name of the
field that counts. The caller that shows it translates it.
"""

from __future__ import annotations

from typing import Self


class PluralMessage(str):
    """The singular form. `plural`: the other one; `count_field`: the field that counts."""

    plural: str
    count_field: str

    def __new__(cls, one: str, plural: str, count_field: str) -> Self:
        made = super().__new__(cls, one)
        made.plural, made.count_field = plural, count_field
        return made

    def form(self, number: int) -> str:
        """The form for this number, not yet formatted."""
        return str(self) if number == 1 else self.plural

    def format(self, *args: object, **params: object) -> str:
        return self.form(int(str(params[self.count_field]))).format(*args, **params)


def ngettext_lazy(one: str, plural: str, count_field: str) -> PluralMessage:
    """Mark a plural message for translation, as `errors.gettext_noop` does for other messages."""
    return PluralMessage(one, plural, count_field)
