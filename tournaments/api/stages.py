"""The stages of an event: their options, the end of one and the beginning of the next."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actor import Actor
from tournaments.api.view import ApiView
from tournaments.models import Event
from tournaments.selectors.rounds.pairings import round_summary
from tournaments.serializers.base import Nothing
from tournaments.serializers.events import NextStageIn, StageChanges, StageOut
from tournaments.serializers.rounds import RoundOut
from tournaments.serializers.stages import LineOut, PlayoffIn, StageReasonIn, TieRulingIn
from tournaments.services.stages import decisions, playoffs, stages


class StageDetail(ApiView):
    @extend_schema(request=StageChanges, responses=StageOut)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change options; once a stage has begun only rounds, legs, rematches_from and days."""
        data = self.body(StageChanges)
        stage = stages.edit_stage(actor=self.actor, event_id=self.event.pk, number=number, **data)
        return Response(StageOut(stage).data)


class StageEnd(ApiView):
    @extend_schema(request=Nothing, responses=StageOut)
    def post(self, request: Request, slug: str) -> Response:
        """Say that the stage being played has no more rounds."""
        self.body(Nothing)
        stage = stages.end_stage(actor=self.actor, event_id=self.event.pk)
        return Response(StageOut(stage).data)


class StageNext(ApiView):
    @extend_schema(request=NextStageIn, responses=StageOut)
    def post(self, request: Request, slug: str) -> Response:
        """End the stage being played and begin the next with those who go on."""
        data = self.body(NextStageIn)
        stage = stages.begin_next_stage(actor=self.actor, event_id=self.event.pk, **data)
        return Response(StageOut(stage).data)


class StageUndo(ApiView):
    @extend_schema(request=StageReasonIn, responses=StageOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take back the stage that has begun, while it has no rounds; gives the one before."""
        data = self.body(StageReasonIn)
        stage = stages.undo_stage(actor=self.actor, event_id=self.event.pk, **data)
        return Response(StageOut(stage).data)


class StageTies(ApiView):
    @extend_schema(responses=LineOut)
    def get(self, request: Request, slug: str) -> Response:
        """Who goes on as things are, and who is level at the line."""
        return Response(_cutoff(self.event, self.actor))

    @extend_schema(request=TieRulingIn, responses=LineOut)
    def post(self, request: Request, slug: str) -> Response:
        """Rule on the order of those who are level."""
        data = self.body(TieRulingIn)
        decisions.rule_on_tie(actor=self.actor, event_id=self.event.pk, **data)
        return Response(_cutoff(self.event, self.actor))


class StageTiesUndo(ApiView):
    @extend_schema(request=StageReasonIn, responses=LineOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take the rulings on ties back, while the next stage has not begun."""
        data = self.body(StageReasonIn)
        decisions.undo_rulings(actor=self.actor, event_id=self.event.pk, **data)
        return Response(_cutoff(self.event, self.actor))


class StagePlayoff(ApiView):
    @extend_schema(request=PlayoffIn, responses={201: RoundOut})
    def post(self, request: Request, slug: str) -> Response:
        """Draft a round in which those who are level play it out; it counts in no table."""
        data = self.body(PlayoffIn)
        made = playoffs.order_playoff(actor=self.actor, event_id=self.event.pk, **data)
        return Response(RoundOut(round_summary(slug, made)).data, status=201)


def _cutoff(event: Event, actor: Actor) -> dict[str, Any]:
    stage, outcome = decisions.current_cutoff(actor=actor, event_id=event.pk)
    return {
        "event": event.slug,
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
