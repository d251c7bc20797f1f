"""Standings, derivations, publications."""

from rest_framework import serializers

from tournaments.serializers.base import NumberField, Out, Strict


class ExplainedOut(Out):
    """A number as a sentence, with its parts."""

    code = serializers.CharField()
    text = serializers.CharField(help_text="The sentence, in the language of the request.")
    value = serializers.CharField(
        allow_blank=True, help_text="As people read it; empty where there is none."
    )
    value_x2 = serializers.JSONField(
        allow_null=True, help_text="Of half points: the number, or of parts of them `n/d`."
    )
    children = serializers.ListField(
        child=serializers.DictField(), help_text="The same, for each part."
    )


class DerivationOut(Out):
    """`lines`: the score that ranks and the tie-breaks, each a tree of `code`, `text`, `value`,
    `children`."""

    event = serializers.CharField()
    entry = serializers.IntegerField()
    version = serializers.IntegerField()
    lines = serializers.ListField(child=serializers.DictField())


class ChangeOut(Out):
    """One value that a correction changed; null: there was no row."""

    entry = serializers.IntegerField()
    column = serializers.CharField(help_text="rank, bpr ..., or the code of a tie-break.")
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)


class PublicationOut(Out):
    kind = serializers.CharField(help_text="standings, stage-1 ..., final.")
    after_round = serializers.IntegerField()
    version = serializers.IntegerField()
    sha256 = serializers.CharField()
    changes = ChangeOut(many=True)


class PublicationsOut(Out):
    results = PublicationOut(many=True)


class PublishedQuery(Strict):
    version = NumberField(required=False, min_value=0, help_text="The latest, if none is named.")
