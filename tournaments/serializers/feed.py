"""The feed of changes."""

from typing import Any

from rest_framework import serializers

from tournaments.choices import ChangeKind
from tournaments.errors import InvalidInput
from tournaments.selectors.events.feed import FeedFilter, read_kinds
from tournaments.serializers.base import IdField, Out, Strict


class ChangesQuery(Strict):
    since = IdField(
        required=False, default="",
        help_text="The cursor after which to go on; `latest`: only what comes from now on; left "
        "out: the oldest change that is kept.",
    )  # fmt: skip
    kind = IdField(required=False, default="", help_text="One or more, with commas.")
    event = IdField(required=False, default="", help_text="The slug of an event.")
    club = IdField(required=False, default="", help_text="The slug of the club of the events.")
    player = IdField(required=False, default="", help_text="The id of a player.")
    follow = serializers.BooleanField(
        required=False, default=False, help_text="1: an open stream of server-sent events."
    )

    def validate_kind(self, text: str) -> frozenset[str]:
        try:
            return read_kinds(text)
        except InvalidInput as wrong:
            raise serializers.ValidationError(str(wrong.details["problem"])) from None


class FeedChangeOut(Out):
    """A change of something public, or of an event of which the reader is staff."""

    cursor = serializers.CharField(help_text="Give it as `since` to go on after this change.")
    at = serializers.CharField(help_text="When it happened, an ISO time.")
    kind = serializers.ChoiceField(ChangeKind.values)
    action = serializers.CharField(help_text="What happened, such as `round.published`.")
    event = serializers.CharField(allow_null=True, help_text="The slug of the event.")
    club = serializers.CharField(allow_null=True, help_text="The slug of the club of the event.")
    subject = serializers.CharField(help_text="The address that says how it is now.")
    round = serializers.IntegerField(allow_null=True)
    pairing = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True, help_text="Of the game in its pairing.")
    game = serializers.CharField(allow_null=True, help_text="The id of what was sent.")
    entry_id = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(
        child=serializers.CharField(), help_text="The ids of those whom it concerns, by seat."
    )
    pool = serializers.CharField(allow_null=True, help_text="The slug of the rating pool.")
    data = serializers.DictField(  # type: ignore[assignment]  # our field
        help_text="Codes and numbers, by action."
    )


class ChangesOut(Out):
    results = FeedChangeOut(many=True)
    next = serializers.CharField(help_text="A cursor to go on from, also if there is no result.")


def feed_filter(asked: dict[str, Any]) -> FeedFilter:
    """The filter of a validated ChangesQuery."""
    kinds = asked["kind"] or frozenset()
    return FeedFilter(kinds, asked["event"], asked["club"], asked["player"])
