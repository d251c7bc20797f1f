"""Undo: the last thing staff of an event did that can be taken back."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.undo.undo import last_act
from tournaments import permissions, selectors
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.base import NumberField, Out, Strict


class UndoIn(Strict):
    line = NumberField(min_value=1, help_text="As told by GET: what is undone is what was seen.")


class UndoOut(Out):
    """A line of the journal; all null where there is nothing to undo."""

    line = serializers.IntegerField(allow_null=True)
    action = serializers.CharField(allow_null=True)
    subject = serializers.CharField(allow_null=True)


class EventUndo(ApiView):
    """What staff did last since a round was published, and taking it back."""

    @extend_schema(responses=UndoOut)
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "staff.view", event)
        return Response(_shown(actor, event))

    @extend_schema(request=UndoIn, responses=UndoOut)
    def post(self, request: Request, slug: str) -> Response:
        """Take back what a line says; the answer is what would be undone next."""
        line = self.body(UndoIn)["line"]
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        services.undo_act(actor=actor, event_id=event_id, line=line)
        return Response(_shown(actor, selectors.get_event(slug, actor)))


def _shown(actor: Any, event: Any) -> Any:
    act = last_act(actor, event)
    line = act.line if act else None
    told = {
        "line": line.seq if line else None,
        "action": line.action if line else None,
        "subject": line.subject if line else None,
    }
    return UndoOut(told).data
