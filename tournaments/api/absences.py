"""Byes asked for, absences, returning. Withdrawing, which rules games, is a door of games."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.entries import EntryApiView
from tournaments.api.view import actor_of
from tournaments.serializers.absences import (
    AbsencesOut,
    AbsentIn,
    ByeCancelIn,
    ByeIn,
    FromRoundIn,
)
from tournaments.services.entries import absences


class AbsenceApiView(EntryApiView):
    """An address that answers with every absence of the entry."""

    def absences(self, slug: str, entry_id: int) -> Response:
        actor = actor_of(self.request)
        entry = selectors.get_entry(selectors.get_event(slug, actor), entry_id, actor)
        permissions.require(actor, "entry.view", entry)
        found = {"entry": entry.pk, "absences": selectors.absences_of(entry)}
        return Response(AbsencesOut(found).data)


class EntryAbsences(AbsenceApiView):
    """What an entry misses, missed or would have missed; for itself and for staff."""

    @extend_schema(responses=AbsencesOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.absences(slug, entry_id)


class EntryBye(AbsenceApiView):
    """Ask for a bye in a round that is not paired yet."""

    @extend_schema(request=ByeIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        asked = self.body(ByeIn)
        absences.ask_bye(
            actor=actor_of(request),
            entry_id=self.entry_id(slug, entry_id),
            round_number=asked["round"],
            points_x2=asked.get("points_x2"),
        )
        return self.absences(slug, entry_id)


class EntryByeCancel(AbsenceApiView):
    """Take back a bye that was asked for."""

    @extend_schema(request=ByeCancelIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        number = self.body(ByeCancelIn)["round"]
        absences.cancel_bye(
            actor=actor_of(request), entry_id=self.entry_id(slug, entry_id), round_number=number
        )
        return self.absences(slug, entry_id)


class EntryAbsent(AbsenceApiView):
    """Note that an entry misses some rounds."""

    @extend_schema(request=AbsentIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        asked = self.body(AbsentIn)
        absences.add_absence(
            actor=actor_of(request), entry_id=self.entry_id(slug, entry_id), **asked
        )
        return self.absences(slug, entry_id)


class EntryReturn(AbsenceApiView):
    """Play again from a round on, after withdrawing or an absence."""

    @extend_schema(request=FromRoundIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        asked = self.body(FromRoundIn)
        absences.return_entry(
            actor=actor_of(request), entry_id=self.entry_id(slug, entry_id), **asked
        )
        return self.absences(slug, entry_id)
