"""Copies of events."""

from rest_framework import serializers

from tournaments.serializers.base import NAME, SlugField, Strict


class CopyIn(Strict):
    slug = SlugField()
    name = serializers.CharField(max_length=NAME)
    starts_on = serializers.DateField(required=False, allow_null=True)
    with_entries = serializers.BooleanField(
        default=False, help_text="Who is in the old one is in the new one too."
    )
