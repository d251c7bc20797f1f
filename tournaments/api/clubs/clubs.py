"""Clubs and what they say of themselves."""

from django.db.models import F
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.models import Club
from tournaments.serializers.people import (
    ClubChanges,
    ClubFullOut,
    ClubIn,
    ClubOut,
    ClubQuery,
    NamedInClubIn,
)
from tournaments.services.people import club_texts, people


class ClubList(ListApiView):
    asks = ClubQuery
    serializer_class = ClubOut
    ordering = "slug"
    orderings = {"slug": F("slug"), "name": F("name")}

    @extend_schema(responses=ClubOut(many=True))
    def get(self, request: Request) -> Page:
        rows = selectors.search_clubs(self.asked["q"]) if "q" in self.asked else selectors.clubs()
        if "player" in self.asked:
            listing = selectors.clubs_that_list(self.asked["player"])
            rows = rows.filter(pk__in=listing.values("pk"))
        return self.page(rows, ClubOut)

    @extend_schema(request=ClubIn, responses={201: ClubOut})
    def post(self, request: Request) -> Response:
        data: Document = self.body(ClubIn)
        club = people.create_club(actor=self.actor, **data)
        return self.created(ClubOut(club).data, "club", slug=club.slug)


class ClubDetail(ApiView):
    @extend_schema(responses=ClubFullOut)
    def get(self, request: Request, slug: str) -> Response:
        return self.answer(selectors.get_club(slug))

    @extend_schema(request=ClubChanges, responses=ClubFullOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what the club says of itself; what is left out stays."""
        changes = self.body(ClubChanges)
        club = selectors.get_club(slug)
        return self.answer(club_texts.edit_club(actor=self.actor, club_id=club.pk, changes=changes))

    def answer(self, club: Club) -> Response:
        return Response(ClubFullOut(club).data)


class ClubStaffShow(ActionApiView, takes=NamedInClubIn, does=club_texts.show_in_club):
    """Be named on the page of the club as one of who run it, or no longer."""

    def key(self) -> dict[str, int]:
        return {"club_id": selectors.get_club(self.kwargs["slug"]).pk}
