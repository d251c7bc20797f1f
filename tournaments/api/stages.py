"""The stages of an event: their options, the end of one and the beginning of the next."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.api.door import Door, actor_of
from tournaments.selectors.rounds.pairings import round_line
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import NextStageIn, StageChanges, StageOut
from tournaments.serializers.rounds import RoundOut
from tournaments.serializers.stages import LineOut, PlayoffIn, StageReasonIn, TieRulingIn
from tournaments.services.stages import decisions, playoffs, stages


class StageDetail(Door):
    @extend_schema(request=StageChanges, responses=StageOut)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change options; once a stage has begun only rounds, legs, rematches_from and days."""
        asked = self.body(StageChanges)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        stage = stages.edit_stage(actor=actor, event_id=event.pk, number=number, **asked)
        return Response(StageOut(stage).data)


class StageEnd(Door):
    @extend_schema(request=Nothing, responses=StageOut)
    def post(self, request: Request, slug: str) -> Response:
        """Say that the stage being played has no more rounds."""
        self.body(Nothing)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        return Response(StageOut(stages.end_stage(actor=actor, event_id=event.pk)).data)


class StageNext(Door):
    @extend_schema(request=NextStageIn, responses=StageOut)
    def post(self, request: Request, slug: str) -> Response:
        """End the stage being played and begin the next with those who go on."""
        asked = self.body(NextStageIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        stage = stages.begin_next_stage(actor=actor, event_id=event.pk, **asked)
        return Response(StageOut(stage).data)


class StageUndo(Door):
    @extend_schema(request=StageReasonIn, responses=StageOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take back the stage that has begun, while it has no rounds; gives the one before."""
        asked = self.body(StageReasonIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        stage = stages.undo_stage(actor=actor, event_id=event.pk, **asked)
        return Response(StageOut(stage).data)


class StageTies(Door):
    @extend_schema(responses=LineOut)
    def get(self, request: Request, slug: str) -> Response:
        """Who goes on as things are, and who is level at the line."""
        actor = actor_of(request)
        return Response(_line(slug, actor))

    @extend_schema(request=TieRulingIn, responses=LineOut)
    def post(self, request: Request, slug: str) -> Response:
        """Rule on the order of those who are level."""
        asked = self.body(TieRulingIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        decisions.decide_ties(actor=actor, event_id=event.pk, **asked)
        return Response(_line(slug, actor))


class StageTiesUndo(Door):
    @extend_schema(request=StageReasonIn, responses=LineOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take the rulings on ties back, while the next stage has not begun."""
        asked = self.body(StageReasonIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        decisions.undo_rulings(actor=actor, event_id=event.pk, **asked)
        return Response(_line(slug, actor))


class StagePlayoff(Door):
    @extend_schema(request=PlayoffIn, responses={201: RoundOut})
    def post(self, request: Request, slug: str) -> Response:
        """Draft a round in which those who are level play it out; it counts in no table."""
        asked = self.body(PlayoffIn)
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        made = playoffs.order_playoff(actor=actor, event_id=event.pk, **asked)
        return Response(RoundOut(round_line(slug, made)).data, status=201)


def _line(slug: str, actor: Actor) -> dict[str, Any]:
    event = selectors.get_event(slug, actor)
    stage, outcome = decisions.line_now(actor=actor, event_id=event.pk)
    return {
        "event": slug,
        "stage": stage.number,
        "going": list(outcome.qualified.order),
        "tied": [
            {"group": tie.group, "entries": sorted(tie.entries), "places": tie.places}
            for tie in outcome.qualified.ties
        ],
        "settled": [
            {"group": done.tie.group, "order": list(done.order), "why": done.decided_by}
            for done in outcome.settled
        ],
    }
