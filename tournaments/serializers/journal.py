"""Lines of the journal, and who did something.

A line holds ids and no names, so that it can be checked after a person is forgotten. What it shows
besides, `by` and `about`, is not hashed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments import selectors
from tournaments.actor import Kind
from tournaments.documents import Document
from tournaments.models import Event, JournalLine
from tournaments.serializers.base import CodeField, NumberField, Out, ShapeField, Strict

ACTORS = get_args(Kind)


class JournalQuery(Strict):
    since_version = NumberField(
        required=False, min_value=0, help_text="Only lines whose seq is higher."
    )


class WhoOut(Out):
    """Who did something, under the name of today."""

    kind = CodeField(ACTORS)
    name = serializers.CharField(
        allow_null=True, help_text="Of the account's player, or of the entry of a personal link."
    )
    application = serializers.CharField(
        allow_null=True, help_text="The name of the application that acted for the account."
    )


class ActorOut(Out):
    """Who did something, by ids."""

    kind = CodeField(ACTORS)
    user = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True)
    token = serializers.IntegerField(allow_null=True)


class AboutOut(Out):
    """What a line is about, as addresses name it; the others are null."""

    pairing = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(allow_null=True, help_text="Of the game of the pairing.")
    entry_id = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    stage = serializers.IntegerField(allow_null=True)
    player = serializers.CharField(allow_null=True)
    user = serializers.CharField(allow_null=True, help_text="The name of an account.")


class WitnessOut(Out):
    """The signed end of a journal. `text` is what `manage.py check_journal --witness` takes."""

    scope = serializers.CharField()
    seq = serializers.IntegerField(help_text="Of the last line.")
    hash = serializers.CharField(help_text="Of the last line.")
    key = serializers.CharField(help_text="The id of a key of `keys/`.")
    signature = serializers.CharField(help_text="Ed25519, in base64url.")
    text = serializers.CharField(source="__str__")


class PublicKeyOut(Out):
    """A key by which the service signs, or has signed."""

    id = serializers.CharField()
    algorithm = serializers.CharField()
    public = serializers.CharField(help_text="32 bytes in base64url.")
    current = serializers.BooleanField(help_text="Whether it signs now.")


class PublicKeysOut(Out):
    keys = PublicKeyOut(many=True)


ABOUT = tuple(AboutOut().fields)


class JournalLineOut(Out):
    """A line of the chain; what `hash` is of, by its version, says docs/api.md."""

    version = serializers.IntegerField()
    scope = serializers.CharField()
    seq = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = ShapeField(ActorOut, help_text="Ids, as they are hashed; `by` is for people.")
    by = serializers.SerializerMethodField()
    action = serializers.CharField()
    subject = serializers.CharField(help_text="As it is hashed; `about` has addresses.")
    about = serializers.SerializerMethodField()
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    text = serializers.CharField()
    salt = serializers.CharField(help_text="Of the hash of the text.")
    text_hash = serializers.CharField(
        help_text="It stays when the text is erased; empty before version 2."
    )
    hash = serializers.CharField()
    prev_hash = serializers.CharField()

    @extend_schema_field(WhoOut)
    def get_by(self, line: JournalLine) -> Document:
        return who(line.actor, self.context["names"])

    @extend_schema_field(AboutOut)
    def get_about(self, line: JournalLine) -> Document:
        return about(line.subject, self.context)


def about(subject: str, context: Mapping[str, Any]) -> Document:
    """The fields of `AboutOut` for the subject of a line; its context is `context_of_lines`."""
    kind, _colon, key = subject.partition(":")
    found: Document = dict.fromkeys(ABOUT)
    if kind == "slot" and (place := context["slots"].get(int(key))):
        found |= {"pairing": place.pairing, "number": place.game}
    elif kind in ("pairing", "round", "stage"):
        found[kind] = int(key)
    elif kind == "entry":
        found["entry_id"] = int(key)
    elif kind == "player":
        found["player"] = key
    elif kind == "user":
        found["user"] = context["names"].users.get(int(key))
    return found


def who(actor: Mapping[str, Any], names: selectors.ActorNames) -> Document:
    """The fields of `WhoOut` for a stored actor."""
    return {
        "kind": actor["kind"],
        "name": names.name_of(actor),
        "application": names.application_of(actor),
    }


def context_of_lines(event: Event, lines: Sequence[Any]) -> Document:
    """What `JournalLineOut` needs to name people and games. Three queries."""
    subjects = [line.subject.partition(":") for line in lines]
    accounts = {int(key) for kind, _colon, key in subjects if kind == "user"}
    slots = {int(key) for kind, _colon, key in subjects if kind == "slot"}
    return {
        "names": selectors.actor_names(event, [line.actor for line in lines], accounts),
        "slots": selectors.places_of_slots(event, slots),
    }


class JournalCheckOut(Out):
    event = serializers.CharField()
    holds = serializers.BooleanField(help_text="Every line follows from the one before.")
    differences = serializers.ListField(
        child=serializers.CharField(), help_text="Each broken link, by the number of its line."
    )
    lines = serializers.IntegerField(help_text="How many lines it has.")
    hash = serializers.CharField(help_text="Of the last line; empty without lines.")
