"""The rules of the games in words, and those of one event, in the language of the reader."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from config.pages.labels import GAME_NAMES
from config.pages.site.rule_texts.parts import TEXTS, every_part_of_event, parts_with_choices
from engine.games import PRESETS
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ApiView
from tournaments.documents import Document
from tournaments.errors import require_found
from tournaments.serializers.base import Out


class GameRulesLineOut(Out):
    game = serializers.ChoiceField(sorted(TEXTS), help_text="The code of the game.")
    name = serializers.CharField(help_text="The name of the game.")
    rulesets = serializers.ListField(
        child=serializers.CharField(), help_text="The codes of its named rules."
    )


class RuleChoiceOut(Out):
    words = serializers.CharField(help_text="What this choice means.")
    rulesets = serializers.CharField(
        source="names", help_text="The named rules that choose it; empty in an event."
    )
    chosen = serializers.BooleanField(help_text="The event chooses it.")


class RuleOptionOut(Out):
    title = serializers.CharField(source="label", help_text="What it is about.")
    changed = serializers.BooleanField(help_text="The event differs here from its named rules.")
    usual = serializers.CharField(help_text="What these say; empty outside events.")
    choices = RuleChoiceOut(many=True, help_text="What may be chosen, or what was.")


class RulesPartOut(Out):
    title = serializers.CharField(help_text="Of the section.")
    sentences = serializers.ListField(child=serializers.CharField(), help_text="Its paragraphs.")
    options = RuleOptionOut(many=True, help_text="What may be chosen; of an event: what was.")


class GameRulesOut(GameRulesLineOut):
    parts = RulesPartOut(many=True, help_text="The rules by sections.")


class EventRulesOut(Out):
    event = serializers.CharField()
    game = serializers.CharField()
    parts = RulesPartOut(many=True, help_text="The rules of this event by sections.")


class RulesList(ListApiView):
    permission_classes = [AllowAny]
    serializer_class = GameRulesLineOut

    @extend_schema(responses=GameRulesLineOut(many=True))
    def get(self, request: Request) -> Page:
        return self.page_by_place([_line(game) for game in sorted(TEXTS)], GameRulesLineOut)


class GameRules(ApiView):
    permission_classes = [AllowAny]

    @extend_schema(responses=GameRulesOut)
    def get(self, request: Request, game: str) -> Response:
        require_found(TEXTS.get(game), "game", game)
        parts = parts_with_choices(game, TEXTS[game])
        return Response(GameRulesOut({**_line(game), "parts": parts}).data)


class EventRules(ApiView):
    @extend_schema(responses=EventRulesOut)
    def get(self, request: Request, slug: str) -> Response:
        parts = every_part_of_event(self.event)
        return Response(
            EventRulesOut({"event": slug, "game": self.event.game, "parts": parts}).data
        )


def _line(game: str) -> Document:
    return {"game": game, "name": str(GAME_NAMES[game]), "rulesets": list(PRESETS[game])}
