"""Entering the first players of a season into an event."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings.api.serializers import QualifiersIn, QualifiersOut
from ratings.services import qualifying
from tournaments.api.view import ApiView


class EventQualifiers(ApiView):
    @extend_schema(request=QualifiersIn, responses=QualifiersOut)
    def post(self, request: Request, slug: str) -> Response:
        """Enter them, or with `dry_run` say who would be entered."""
        data = self.body(QualifiersIn)
        act = qualifying.preview_qualifiers
        if not data.pop("dry_run"):
            act = qualifying.enter_qualifiers
        found = act(actor=self.actor, event_id=self.event.pk, **data)
        return Response(QualifiersOut(found).data)
