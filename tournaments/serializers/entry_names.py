"""How a body names entries: by id, or by their numbers in the event.

Both are small whole numbers, so a field says which of them it is.
"""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.documents import Document
from tournaments.serializers.base import NumberField, Strict

ONE, SOME = ("entry_id", "entry_number"), ("entry_ids", "entry_numbers")
WHICH = _("Say entry_id, or entry_number: the number in the event.")
WHICH_OF_SOME = _("Say entry_ids, or entry_numbers: the numbers in the event.")


class EntryIn(Strict):
    """One entry: exactly one of `entry_id` and `entry_number`."""

    instead = {"entry": WHICH}

    entry_id = NumberField(required=False, min_value=1, help_text="The id of the entry.")
    entry_number = NumberField(
        required=False, min_value=1, help_text="Or its number in the event, which tables show."
    )

    def validate(self, asked: Document) -> Document:
        if len(asked.keys() & set(ONE)) != 1:
            raise serializers.ValidationError(WHICH)
        return asked


class EntryNumberOut(serializers.IntegerField):
    """`entry` of an answer."""

    def __init__(self) -> None:
        text = "The number of the entry in the event; null before it has one."
        super().__init__(allow_null=True, help_text=text)


class EntriesField(serializers.ListField):
    """Ids or numbers of entries."""

    def __init__(self, *, most: int, least: int = 0, help_text: str) -> None:
        super().__init__(
            child=NumberField(min_value=1),
            required=False,
            min_length=least,
            max_length=most,
            help_text=help_text,
        )
