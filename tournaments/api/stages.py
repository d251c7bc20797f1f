"""The stages of an event: their options, the end of one and the beginning of the next."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.door import Door, actor_of
from tournaments.serializers import NextStageIn, Nothing, StageChanges, StageOut
from tournaments.services import stages


class StageDetail(Door):
    @extend_schema(request=StageChanges, responses=StageOut)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Change options; once a stage has begun only rounds, legs and rematches_from."""
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
