"""Categories and prizes of an event. They count rated games, so they are here."""

from functools import cached_property
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ratings.api.versions import versions_with_ratings
from ratings.selectors import prizes
from tournaments import permissions
from tournaments.api.entries import take_entry
from tournaments.api.lists import ListApiView, Page
from tournaments.api.stored_answers import stored_by
from tournaments.api.view import ApiView
from tournaments.selectors.prizes import categories as rows
from tournaments.serializers.prizes import (
    CategoryChanges,
    CategoryIn,
    CategoryMemberIn,
    CategoryOut,
    CategorySaidOut,
    CategoryStandingsOut,
    PrizesIn,
    PrizesOut,
)
from tournaments.services.prizes import categories, plans


class CategoryApiView(ApiView):
    @cached_property
    def is_staff(self) -> bool:
        return permissions.may(self.actor, "category.view", self.event)

    def answer(self, category_id: int) -> Response:
        found = prizes.category_view(self.event, category_id, staff=self.is_staff)
        return Response(CategoryOut(found).data)

    def require_here(self, category_id: int) -> int:
        """:raises NotFound: the event has none with this id that the actor may see."""
        return rows.get_category(self.event, category_id, staff=self.is_staff).pk


class CategoryList(CategoryApiView, ListApiView):
    serializer_class = CategoryOut

    @stored_by(versions_with_ratings, readers=lambda view: view.is_staff)
    @extend_schema(responses=CategoryOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        found = prizes.category_views(self.event, staff=self.is_staff)
        return self.page_by_place(found, CategoryOut)

    @extend_schema(request=CategoryIn, responses={201: CategoryOut})
    def post(self, request: Request, slug: str) -> Response:
        data: dict[str, Any] = self.body(CategoryIn)
        made = categories.make_category(actor=self.actor, event_id=self.event.pk, **data)
        data = self.answer(made.pk).data
        return self.created(data, "category", slug=slug, category_id=made.pk)


class CategoryDetail(CategoryApiView):
    @extend_schema(responses=CategoryOut)
    def get(self, request: Request, slug: str, category_id: int) -> Response:
        return self.answer(category_id)

    @extend_schema(request=CategoryChanges, responses=CategoryOut)
    def patch(self, request: Request, slug: str, category_id: int) -> Response:
        changes = self.body(CategoryChanges)
        found = self.require_here(category_id)
        categories.edit_category(actor=self.actor, category_id=found, changes=changes)
        return self.answer(category_id)


class CategoryRemove(CategoryApiView):
    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, slug: str, category_id: int) -> Response:
        """Delete a category that has no prizes, with what people said for it."""
        permissions.require(self.actor, "category.edit", self.event)
        found = self.require_here(category_id)
        categories.remove_category(actor=self.actor, category_id=found)
        return Response(status=204)


class CategoryMembers(CategoryApiView):
    @extend_schema(request=CategoryMemberIn, responses=CategorySaidOut)
    def post(self, request: Request, slug: str, category_id: int) -> Response:
        """Put an entry into a category, or take it out."""
        data = self.body(CategoryMemberIn)
        entry = take_entry(data, self.event, self.actor)
        said = {"category_id": category_id, "entry_id": entry.pk, "member": data["member"]}
        categories.set_member(actor=self.actor, **said)
        return Response(CategorySaidOut(said).data)


class CategoryStandings(CategoryApiView):
    @stored_by(versions_with_ratings, readers=lambda view: view.is_staff)
    @extend_schema(responses=CategoryStandingsOut)
    def get(self, request: Request, slug: str, category_id: int) -> Response:
        found = prizes.category_standings(self.event, category_id, staff=self.is_staff)
        return Response(CategoryStandingsOut(found).data)


class EventPrizes(ApiView):
    @stored_by(versions_with_ratings)
    @extend_schema(responses=PrizesOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(PrizesOut(prizes.prizes_document(self.event)).data)

    @extend_schema(request=PrizesIn, responses=PrizesOut)
    def post(self, request: Request, slug: str) -> Response:
        """Replace the prizes as a whole."""
        data: dict[str, Any] = self.body(PrizesIn)
        plans.set_prizes(actor=self.actor, event_id=self.event.pk, **data)
        return Response(PrizesOut(prizes.prizes_document(self.event)).data)
