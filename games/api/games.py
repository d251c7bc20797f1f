"""Games and rulings, and rounds and pairings with their games."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors, services
from games.api.serializers import (
    DisputeIn,
    GameFullOut,
    GameIn,
    GameOut,
    GameQuery,
    ReasonIn,
    RuleIn,
    claim_of,
)
from tournaments import selectors as tournament_selectors
from tournaments.actor import Actor
from tournaments.api.view import ApiView, ListApiView, actor_of
from tournaments.serializers.base import Nothing
from tournaments.serializers.rounds import PairingOut, PairingQuery, RoundView

# Query parameters and the selector's arguments.
FILTERS = {"event": "event_slug", "round": "round_number", "player": "player_id", "state": "state"}
View = dict[str, Any]


class GameList(ListApiView):
    serializer_class = GameOut
    ordering = ("-at", "-id")

    @extend_schema(parameters=[GameQuery], responses=GameOut(many=True))
    def get(self, request: Request) -> Response:
        asked = self.query(GameQuery)
        rows = selectors.visible_games(
            actor_of(request), **{FILTERS[name]: value for name, value in asked.items()}
        )
        games = self.paginate_queryset(selectors.for_display(rows)) or []
        return self.get_paginated_response([selectors.game_view(game) for game in games])

    @extend_schema(request=GameIn, responses={201: GameFullOut})
    def post(self, request: Request) -> Response:
        asked = self.body(GameIn)
        actor = actor_of(request)
        game = _casual(actor, asked) if "first" in asked else _of_slot(actor, asked)
        return Response(_full(game.public_id, actor), status=201)


class GameDetail(ApiView):
    conditional = True

    @extend_schema(responses=GameFullOut)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(_full(public_id, actor_of(request)))


class GameConfirm(ApiView):
    @extend_schema(request=Nothing, responses=GameFullOut)
    def post(self, request: Request, public_id: str) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        game = selectors.get_game(public_id, actor)
        services.confirm_game(actor=actor, game_id=game.pk)
        return Response(_full(public_id, actor))


class GameDispute(ApiView):
    @extend_schema(request=DisputeIn, responses=GameFullOut)
    def post(self, request: Request, public_id: str) -> Response:
        asked = self.body(DisputeIn)
        actor = actor_of(request)
        game = selectors.get_game(public_id, actor)
        services.dispute_game(actor=actor, game_id=game.pk, text=asked["text"])
        return Response(_full(public_id, actor))


class GameVoid(ApiView):
    @extend_schema(request=ReasonIn, responses=GameFullOut)
    def post(self, request: Request, public_id: str) -> Response:
        asked = self.body(ReasonIn)
        actor = actor_of(request)
        game = selectors.get_game(public_id, actor)
        services.void_result(actor=actor, game_id=game.pk, reason=asked["reason"])
        return Response(_full(public_id, actor))


class PairingList(ListApiView):
    serializer_class = PairingOut

    @extend_schema(parameters=[PairingQuery], responses=PairingOut(many=True))
    def get(self, request: Request) -> Response:
        asked = self.query(PairingQuery)
        rows = tournament_selectors.visible_pairings(actor_of(request), **asked)
        page = self.paginate_queryset(rows) or []
        return self.get_paginated_response(with_games(tournament_selectors.pairing_views(page)))


class PairingDetail(ApiView):
    conditional = True

    @extend_schema(responses=PairingOut)
    def get(self, request: Request, pairing_id: int) -> Response:
        return Response(_pairing(pairing_id, actor_of(request)))


class PairingRule(ApiView):
    """Decide how a slot ended, with or without a game."""

    @extend_schema(request=RuleIn, responses=PairingOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(RuleIn)
        actor = actor_of(request)
        tournament_selectors.pairing_view(pairing_id, actor)  # 404 before 403 for what is hidden
        services.rule_slot(actor=actor, pairing_id=pairing_id, **asked)
        return Response(_pairing(pairing_id, actor))


class RoundDetail(ApiView):
    conditional = True

    @extend_schema(responses=RoundView)
    def get(self, request: Request, slug: str, number: int) -> Response:
        actor = actor_of(request)
        event = tournament_selectors.get_event(slug, actor)
        view = tournament_selectors.round_view(event, number, actor)
        with_games(view["pairings"])
        return Response(view)


def with_games(views: list[View]) -> list[View]:
    """Add to each slot the ids of its games. One query."""
    found = selectors.games_of_pairings([view["id"] for view in views])
    for view in views:
        for slot in view["slots"]:
            slot["games"] = found.get((view["id"], slot["number"]), [])
    return views


def _full(public_id: str, actor: Actor) -> View:
    return selectors.game_view(selectors.get_game(public_id, actor), full=True)


def _pairing(pairing_id: int, actor: Actor) -> View:
    return with_games([tournament_selectors.pairing_view(pairing_id, actor)])[0]


def _of_slot(actor: Actor, asked: dict[str, Any]) -> Any:
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


def _casual(actor: Actor, asked: dict[str, Any]) -> Any:
    chosen = {name: asked[name] for name in ("rules", "game") if name in asked}
    return services.submit_casual(
        actor=actor,
        record=asked["record"],
        first_id=tournament_selectors.get_player(asked["first"]).pk,
        second_id=tournament_selectors.get_player(asked["second"]).pk,
        **chosen,
    )
