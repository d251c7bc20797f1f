"""Announcements to the people of an event."""

from rest_framework import serializers

from tournaments import limits
from tournaments.choices import AnnouncedTo
from tournaments.serializers.base import CodeField, Out, Strict


class AnnouncementIn(Strict):
    text = serializers.CharField(max_length=limits.ANNOUNCEMENT, help_text="In Markdown.")
    to = CodeField(AnnouncedTo, default=AnnouncedTo.ALL.value)


class AnnouncementOut(Out):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    text = serializers.CharField(help_text="In Markdown.")
    to = CodeField(AnnouncedTo)
    round = serializers.IntegerField(
        allow_null=True, help_text="The round that was running; null: not for a round."
    )
    people = serializers.IntegerField(
        allow_null=True, help_text="How many it was for, for staff; null for others."
    )
    withdrawn_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when only staff see it; null: not withdrawn."
    )


class GroupReachOut(Out):
    to = CodeField(AnnouncedTo)
    people = serializers.IntegerField(help_text="How many an announcement would be for now.")


class AnnouncementReachOut(Out):
    round = serializers.IntegerField(
        allow_null=True, help_text="The number of the running round; null: none."
    )
    reach = GroupReachOut(many=True, help_text="By group.")
