"""Undo the last revertible action of an event's staff."""

from typing import TYPE_CHECKING

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.undo.undo import last_action, undo_action
from tournaments import permissions, selectors
from tournaments.api.view import ApiView
from tournaments.serializers.base import NumberField, Out, Strict
from tournaments.serializers.journal import AboutOut, about, context_of_lines

if TYPE_CHECKING:
    from tournaments.models import Event


class UndoIn(Strict):
    line = NumberField(min_value=1, help_text="The line that GET returned.")


class UndoOut(Out):
    """A line of the journal; all null where there is nothing to undo."""

    line = serializers.IntegerField(allow_null=True)
    action = serializers.CharField(allow_null=True)
    subject = serializers.CharField(allow_null=True)
    about = AboutOut(allow_null=True, help_text="What it was about, as addresses name it.")


class EventUndo(ApiView):
    """The last action of staff since a round was published, and its undoing."""

    @extend_schema(responses=UndoOut)
    def get(self, request: Request, slug: str) -> Response:
        permissions.require(self.actor, "staff.view", self.event)
        return self.answer(self.event)

    @extend_schema(request=UndoIn, responses=UndoOut)
    def post(self, request: Request, slug: str) -> Response:
        """Undo the action of a line; returns the next one that can be undone."""
        line = self.body(UndoIn)["line"]
        undo_action(actor=self.actor, event_id=self.event.pk, line=line)
        return self.answer(selectors.get_event(slug, self.actor))

    def answer(self, event: "Event") -> Response:
        action = last_action(self.actor, event)
        line = action.line if action else None
        document = {
            "line": line.seq if line else None,
            "action": line.action if line else None,
            "subject": line.subject if line else None,
            "about": about(line.subject, context_of_lines(event, [line])) if line else None,
        }
        return Response(UndoOut(document).data)
