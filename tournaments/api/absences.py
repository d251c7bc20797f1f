"""Byes, absences and returns of an entry. Withdrawing rules games, so it is in `games.api`."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.entries import EntryApiView
from tournaments.serializers.absences import (
    AbsencesOut,
    AbsentIn,
    ByeCancelIn,
    ByeIn,
    FromRoundIn,
)
from tournaments.services.entries import absences


class AbsenceApiView(EntryApiView):
    """Answers with all absences of the entry."""

    def absences(self) -> Response:
        entry = self.read_entry()
        permissions.require(self.actor, "entry.view", entry)
        found = {"entry": entry.pk, "absences": selectors.absences_of(entry)}
        return Response(AbsencesOut(found).data)


class EntryAbsences(AbsenceApiView):
    """What an entry misses, missed or would have missed; for itself and for staff."""

    @extend_schema(responses=AbsencesOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        return self.absences()


class EntryBye(AbsenceApiView):
    """Ask for a bye in a round that is not paired yet."""

    @extend_schema(request=ByeIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        data = self.body(ByeIn)
        absences.ask_bye(
            actor=self.actor,
            entry_id=self.entry.pk,
            round_number=data["round"],
            points_x2=data.get("points_x2"),
        )
        return self.absences()


class EntryByeCancel(AbsenceApiView):
    """Take back a bye that was asked for."""

    @extend_schema(request=ByeCancelIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        number = self.body(ByeCancelIn)["round"]
        absences.cancel_bye(actor=self.actor, entry_id=self.entry.pk, round_number=number)
        return self.absences()


class EntryAbsent(AbsenceApiView):
    """Note that an entry misses some rounds."""

    @extend_schema(request=AbsentIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        data = self.body(AbsentIn)
        absences.add_absence(actor=self.actor, entry_id=self.entry.pk, **data)
        return self.absences()


class EntryReturn(AbsenceApiView):
    """Play again from a round on, after withdrawing or an absence."""

    @extend_schema(request=FromRoundIn, responses=AbsencesOut)
    def post(self, request: Request, slug: str, entry_id: int) -> Response:
        data = self.body(FromRoundIn)
        absences.return_entry(actor=self.actor, entry_id=self.entry.pk, **data)
        return self.absences()
