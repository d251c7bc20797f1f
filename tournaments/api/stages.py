"""The stages of an event: their options, the end of one and the beginning of the next."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actor import Actor
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import Event, Round
from tournaments.selectors.rounds.pairings import round_summary
from tournaments.serializers.events import NextStageIn, StageChanges, StageOut
from tournaments.serializers.rounds import RoundOut
from tournaments.serializers.stages import LineOut, PlayoffIn, StageReasonIn, TieRulingIn
from tournaments.services.stages import decisions, playoffs, stages


class StageDetail(ApiView):
    @extend_schema(responses=StageOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """One stage, with its options."""
        return Response(StageOut(get_row(self.event.stages, "stage", number=number)).data)

    @extend_schema(request=StageChanges, responses=StageOut)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change options; once a stage has begun only rounds, legs, rematches_from and days."""
        data = self.body(StageChanges)
        stage = stages.edit_stage(actor=self.actor, event_id=self.event.pk, number=number, **data)
        return Response(StageOut(stage).data)


class StageEnd(ActionApiView, does=stages.end_stage, gives=StageOut):
    """Say that the stage being played has no more rounds."""


class StageNext(ActionApiView, takes=NextStageIn, does=stages.begin_next_stage, gives=StageOut):
    """End the stage being played and begin the next with those who go on."""


class StageUndo(ActionApiView, takes=StageReasonIn, does=stages.undo_stage, gives=StageOut):
    """Take back the stage that has begun, while it has no rounds; gives the one before."""


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


class StagePlayoff(
    ActionApiView, takes=PlayoffIn, does=playoffs.order_playoff, gives=RoundOut, status=201
):
    """Draft a round in which those who are level play it out; it counts in no table."""

    def address_of(self, done: Round) -> tuple[str, dict[str, Any]]:
        return "round", {"slug": self.event.slug, "number": done.number}

    def shown(self, done: Round) -> Document:
        return round_summary(self.event.slug, done)


def _cutoff(event: Event, actor: Actor) -> Document:
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
