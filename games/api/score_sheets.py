"""Photographs of score sheets."""

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.services import score_sheets
from tournaments import selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ApiView
from tournaments.limits import MAX_ID
from tournaments.serializers.base import Nothing, Out, Strict


class ScoreSheetIn(Strict):
    number = serializers.IntegerField(
        default=1, min_value=1, max_value=MAX_ID, help_text="Of the game in its pairing."
    )
    photo = serializers.FileField(help_text="A JPEG, PNG or WebP of at most 8 MB.")


class ScoreSheetOut(Out):
    public_id = serializers.CharField(help_text="Of the photo.")
    number = serializers.IntegerField(help_text="Of the game in its pairing.")
    seat = serializers.IntegerField(allow_null=True, help_text="Who sent it; null: staff.")
    at = serializers.DateTimeField(help_text="When it was sent.")
    width = serializers.IntegerField(help_text="In pixels.")
    height = serializers.IntegerField(help_text="In pixels.")


class PairingSheets(ListApiView):
    serializer_class = ScoreSheetOut
    parser_classes = [MultiPartParser]
    takes_key = False

    @extend_schema(responses=ScoreSheetOut(many=True))
    def get(self, request: Request, pairing_id: int) -> Page:
        # A pairing that is not there is answered like that of a draft.
        slots = selectors.slots_of_pairing(pairing_id) or [selectors.slot_context(pairing_id, 1)]
        found = [
            {**score_sheets.describe_sheet(sheet), "number": slot.number}
            for slot in slots
            for sheet in score_sheets.sheets_of(self.actor, slot)
        ]
        return self.page_by_place(found, ScoreSheetOut)

    @extend_schema(request={"multipart/form-data": ScoreSheetIn}, responses={201: ScoreSheetOut})
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(ScoreSheetIn)
        made = score_sheets.attach_sheet(
            actor=self.actor,
            pairing_id=pairing_id,
            number=asked["number"],
            photo=asked["photo"].read(),
        )
        shown = {**score_sheets.describe_sheet(made), "number": asked["number"]}
        shown_as = ScoreSheetOut(shown).data
        return self.created(shown_as, "sheet", public_id=made.public_id)


class ScoreSheetPhoto(ApiView):
    has_fields = False

    @extend_schema(responses={(200, "image/jpeg"): bytes})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        sheet = score_sheets.get_sheet(self.actor, public_id)
        return HttpResponse(bytes(sheet.image), content_type="image/jpeg")


class ScoreSheetRemove(ApiView):
    @extend_schema(request=Nothing, responses={204: None})
    def post(self, request: Request, public_id: str) -> Response:
        self.body(Nothing)
        score_sheets.remove_sheet(actor=self.actor, public_id=public_id)
        return Response(status=204)
