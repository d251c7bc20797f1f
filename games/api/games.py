"""Games and rulings, and rounds and pairings with their games."""

from collections.abc import Callable

from django.db.models import F
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors, services
from games.api.expanding import with_games
from games.api.serializers import (
    DisputeIn,
    GameFullOut,
    GameIn,
    GameOut,
    GameQuery,
    PairingOut,
    ReasonIn,
    RoundView,
    RuleIn,
)
from games.claim_fields import claim_of
from games.models import Game
from games.selectors import View
from ratings import selectors as rating_selectors
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.api.lists import ListApiView, Page, known_date
from tournaments.api.stored_answers import stored_by, versions_of_pairing, versions_of_round
from tournaments.api.view import ApiView
from tournaments.selectors.events.versions import Versions
from tournaments.serializers.base import Nothing, Strict
from tournaments.serializers.rounds import ExpandQuery, PairingQuery

# Query parameters and the selector's arguments; and lookups of games.
FILTERS = {"event": "event_slug", "round": "round_number", "player": "player_id", "state": "state"}
LOOKUPS = {
    "club": "slot__pairing__round__event__club__slug",
    "game": "game",
    "date_from": "played_on__gte",
    "date_to": "played_on__lte",
}


OF_PAIRINGS = {
    "club": "round__event__club__slug",
    "size": "round__event__ruleset__size",
    "date_from": "round__event__starts_on__gte",
    "date_to": "round__event__starts_on__lte",
}


class GameList(ListApiView):
    asks = GameQuery
    serializer_class = GameOut
    ordering = "-at"
    orderings = {"at": F("at"), "played_on": known_date("played_on")}

    @extend_schema(responses=GameOut(many=True))
    def get(self, request: Request) -> Page:
        rows = selectors.visible_games(
            self.actor,
            **{FILTERS[name]: value for name, value in self.asked.items() if name in FILTERS},
        )
        rows = self.filtered(rows, LOOKUPS)
        if "size" in self.asked:
            rows = selectors.of_size(rows, self.asked["size"])
        if "pool" in self.asked:
            rows = selectors.counted_by(rows, rating_selectors.pool_by_slug(self.asked["pool"]))
        return self.page(
            selectors.for_display(rows), lambda games: [selectors.game_view(game) for game in games]
        )

    @extend_schema(request=GameIn, responses={200: GameFullOut, 201: GameFullOut})
    def post(self, request: Request) -> Response:
        asked = self.body(GameIn)
        newest = selectors.newest_game_id()
        game = _casual(self.actor, asked) if "first" in asked else _of_slot(self.actor, asked)
        shown = selectors.game_view(selectors.get_game(game.public_id, self.actor), full=True)
        if game.pk <= newest:  # the same game was sent before
            return Response(shown)
        return self.created(shown, "game", public_id=game.public_id)


class GameApiView(ApiView):
    @property
    def game(self) -> Game:
        """:raises NotFound: there is no such game, or the actor may not see it."""
        return selectors.get_game(self.kwargs["public_id"], self.actor)

    def answer(self) -> Response:
        return Response(selectors.game_view(self.game, full=True))


class GameDetail(GameApiView):
    @stored_by(lambda view: selectors.game_versions(view.kwargs["public_id"], view.actor))
    @extend_schema(responses=GameFullOut)
    def get(self, request: Request, public_id: str) -> Response:
        return self.answer()


class _GameDecision(GameApiView):
    shape: type[Strict]
    service: Callable[..., object]

    @extend_schema(responses=GameFullOut)
    def post(self, request: Request, public_id: str) -> Response:
        asked = self.body(self.shape)
        self.service(actor=self.actor, game_id=self.game.pk, **asked)
        return self.answer()


@extend_schema_view(post=extend_schema(request=Nothing))
class GameConfirm(_GameDecision):
    shape, service = Nothing, staticmethod(services.confirm_game)


@extend_schema_view(post=extend_schema(request=DisputeIn))
class GameDispute(_GameDecision):
    shape, service = DisputeIn, staticmethod(services.dispute_game)


@extend_schema_view(post=extend_schema(request=ReasonIn))
class GameVoid(_GameDecision):
    shape, service = ReasonIn, staticmethod(services.void_result)


def _pairing_list_versions(view: ApiView) -> Versions:
    event = view.request.query_params.get("event", "")
    return tournament_selectors.pairing_list_versions(event, view.actor) if event else ()


class PairingList(ListApiView):
    asks = PairingQuery
    serializer_class = PairingOut
    columns = tournament_selectors.PairingRow._fields
    orderings = {"id": F("pk"), "round": F("round__number")}

    @stored_by(_pairing_list_versions, parameters=["event", "round", "limit", "expand"])
    @extend_schema(responses=PairingOut(many=True))
    def get(self, request: Request) -> Page:
        filters = ("event", "round", "player", "state")
        asked = {name: self.asked[name] for name in filters if name in self.asked}
        rows = tournament_selectors.visible_pairings(self.actor, **asked)
        rows = self.filtered(rows, OF_PAIRINGS)
        expand = self.asked.get("expand", ())
        return self.page(
            rows, lambda page: with_games(tournament_selectors.pairing_views(page), expand)
        )


class PairingApiView(ApiView):
    def require_visible(self) -> View:
        """Not found comes before not allowed, so hidden pairings stay hidden."""
        return tournament_selectors.pairing_view(self.kwargs["pairing_id"], self.actor)

    def answer(self) -> Response:
        return Response(with_games([self.require_visible()], self.asked.get("expand", ()))[0])


class PairingDetail(PairingApiView):
    asks = ExpandQuery

    @stored_by(versions_of_pairing, parameters=["expand"])
    @extend_schema(responses=PairingOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        return self.answer()


class PairingRule(PairingApiView):
    """Decide how a slot ended, with or without a game."""

    @extend_schema(request=RuleIn, responses=PairingOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(RuleIn)
        self.require_visible()
        services.rule_slot(actor=self.actor, pairing_id=pairing_id, **asked)
        return self.answer()


class RoundApiView(ApiView):
    def require_visible(self) -> View:
        """:raises NotFound: there is no such round, or the actor may not see it."""
        return tournament_selectors.round_view(self.event, self.kwargs["number"], self.actor)

    def answer(self) -> Response:
        view = self.require_visible()
        with_games(view["pairings"], self.asked.get("expand", ()))
        return Response(view)


class RoundDetail(RoundApiView):
    asks = ExpandQuery

    @stored_by(versions_of_round, parameters=["expand"])
    @extend_schema(responses=RoundView)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.answer()


def _of_slot(actor: Actor, asked: View) -> Game:
    return services.submit_game(
        actor=actor,
        pairing_id=asked["pairing"],
        number=asked["number"],
        record=asked.get("record", ""),
        claim=claim_of(asked),
        played_on=asked.get("played_on"),
        bids=asked.get("bids"),
        first=asked.get("lot"),
    )


def _casual(actor: Actor, asked: View) -> Game:
    chosen = {name: asked[name] for name in ("rules", "game") if name in asked}
    return services.submit_casual(
        actor=actor,
        record=asked["record"],
        first_id=tournament_selectors.get_player(asked["first"]).pk,
        second_id=tournament_selectors.get_player(asked["second"]).pk,
        **chosen,
    )
