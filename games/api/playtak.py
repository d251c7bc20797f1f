"""An event at playtak, for its staff."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import MessageState, SeekState
from games.playtak.played import TYPES
from games.playtak.wanted import MESSAGES
from games.services.playtak.events import set_playtak
from games.services.playtak.overview import playtak_overview
from tournaments.api.view import ApiView
from tournaments.serializers.base import CodeField, Out, Strict


class PlaytakIn(Strict):
    is_on = serializers.BooleanField(help_text="Whether the games are played at playtak.")


class PlaytakProblemOut(Out):
    code = CodeField(MESSAGES)
    params = serializers.JSONField(help_text="What is put into the sentence.")
    message = serializers.CharField(help_text="The sentence, in the language of the request.")


class PlaytakPlayerOut(Out):
    player = serializers.CharField()
    name = serializers.CharField()


class PlaytakSeekOut(Out):
    pnt_id = serializers.IntegerField(help_text="`pntId` of the game at playtak.")
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    players = serializers.ListField(
        child=serializers.CharField(), help_text="Who moves first and second."
    )
    state = CodeField(SeekState)
    game = serializers.IntegerField(
        allow_null=True, help_text="The number of the game at playtak; null: not known."
    )
    problems = PlaytakProblemOut(many=True, help_text="Why the last attempt made no seek.")


class PlaytakMessageOut(Out):
    at = serializers.DateTimeField(help_text="When it came.")
    kind = CodeField(TYPES)
    game = serializers.IntegerField(help_text="The number of the game at playtak.")
    pnt_id = serializers.IntegerField(help_text="`pntId` as the message has it.")
    is_found = serializers.BooleanField(
        help_text="No message came; it was found by asking the server."
    )
    state = CodeField(MessageState)
    problems = PlaytakProblemOut(many=True, help_text="What does not fit, or why it waits.")


class PlaytakOut(Out):
    is_available = serializers.BooleanField(help_text="Whether this service knows a server.")
    takes_messages = serializers.BooleanField(
        help_text="Whether the server can tell of games; else they are found by asking it."
    )
    is_on = serializers.BooleanField(help_text="Whether the games are played there now.")
    problems = PlaytakProblemOut(many=True, help_text="Why this event cannot be played there.")
    missing = PlaytakPlayerOut(many=True, help_text="Players without a name at playtak.")
    seeks = PlaytakSeekOut(many=True, help_text="The newest first.")
    messages = PlaytakMessageOut(many=True, help_text="The last fifty, the newest first.")


class EventPlaytak(ApiView):
    @extend_schema(responses=PlaytakOut)
    def get(self, request: Request, slug: str) -> Response:
        return self.answer()

    @extend_schema(request=PlaytakIn, responses=PlaytakOut)
    def post(self, request: Request, slug: str) -> Response:
        """Switch it on or off."""
        is_on = self.body(PlaytakIn)["is_on"]
        set_playtak(actor=self.actor, event_id=self.event.pk, is_on=is_on)
        return self.answer()

    def answer(self) -> Response:
        return Response(PlaytakOut(playtak_overview(self.actor, self.event)).data)
