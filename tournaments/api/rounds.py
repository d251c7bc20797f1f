"""Pairing and publishing rounds, and the tables made of them.

A round as it reads, with its games, is a door of the games app.
"""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.door import Door, ListDoor, actor_of
from tournaments.models import Round
from tournaments.serializers import (
    Nothing,
    PairIn,
    RoundOut,
)
from tournaments.services import rounds

TABLE = {"type": "object", "additionalProperties": True}


class RoundList(ListDoor):
    serializer_class = RoundOut

    @extend_schema(responses=RoundOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        found = [_line(slug, row) for row in selectors.event_rounds(event, actor)]
        return self.whole(found, RoundOut)

    @extend_schema(request=PairIn, responses={201: RoundOut})
    def post(self, request: Request, slug: str) -> Response:
        """Pair the next round as a draft."""
        asked = self.body(PairIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        made = rounds.pair_round(actor=actor, event_id=event.pk, seed=asked["seed"])
        return Response(RoundOut(_line(slug, made)).data, status=201)


class RoundPublish(Door):
    @extend_schema(request=Nothing, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = rounds.publish_round(actor=actor, event_id=event.pk, number=number)
        return Response(RoundOut(_line(slug, done)).data)


class RoundClose(Door):
    @extend_schema(request=Nothing, responses=RoundOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        self.body(Nothing)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        done = rounds.close_round(actor=actor, event_id=event.pk, number=number)
        return Response(RoundOut(_line(slug, done)).data)


class Standings(Door):
    """The table, as of `version`; while `fresh` is false a newer one is being computed."""

    conditional = True

    @extend_schema(responses={200: TABLE})
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return Response(selectors.standings_document(event))


class Crosstable(Door):
    conditional = True

    @extend_schema(responses={200: TABLE})
    def get(self, request: Request, slug: str) -> Response:
        event = selectors.get_event(slug, actor_of(request))
        return Response(selectors.crosstable(event))


def _line(slug: str, row: Round) -> dict[str, Any]:
    return {"event": slug, "number": row.number, "state": row.state}
