"""Undo the last revertible action of an event's staff."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.undo.undo import last_action, undo_action
from tournaments import permissions, selectors
from tournaments.api.view import ApiView, actor_of
from tournaments.serializers.base import NumberField, Out, Strict


class UndoIn(Strict):
    line = NumberField(min_value=1, help_text="The line that GET returned.")


class UndoOut(Out):
    """A line of the journal; all null where there is nothing to undo."""

    line = serializers.IntegerField(allow_null=True)
    action = serializers.CharField(allow_null=True)
    subject = serializers.CharField(allow_null=True)


class EventUndo(ApiView):
    """The last action of staff since a round was published, and its undoing."""

    @extend_schema(responses=UndoOut)
    def get(self, request: Request, slug: str) -> Response:
        actor = actor_of(request)
        event = selectors.get_event(slug, actor)
        permissions.require(actor, "staff.view", event)
        return Response(_undo_document(actor, event))

    @extend_schema(request=UndoIn, responses=UndoOut)
    def post(self, request: Request, slug: str) -> Response:
        """Undo the action of a line; returns the next one that can be undone."""
        line = self.body(UndoIn)["line"]
        actor = actor_of(request)
        event_id = selectors.get_event(slug, actor).pk
        undo_action(actor=actor, event_id=event_id, line=line)
        return Response(_undo_document(actor, selectors.get_event(slug, actor)))


def _undo_document(actor: Any, event: Any) -> Any:
    action = last_action(actor, event)
    line = action.line if action else None
    document = {
        "line": line.seq if line else None,
        "action": line.action if line else None,
        "subject": line.subject if line else None,
    }
    return UndoOut(document).data
