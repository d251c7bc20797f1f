"""Byes, absences and returns of an entry. Withdrawing rules games, so it is in `games.api`."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments import permissions, selectors
from tournaments.api.entries import EntryApiView
from tournaments.api.view import ActionApiView
from tournaments.documents import Document
from tournaments.serializers.absences import (
    AbsencesOut,
    AbsentIn,
    ByeCancelIn,
    ByeIn,
    FromRoundIn,
)
from tournaments.services.entries import absences


class EntryAbsences(EntryApiView):
    """What an entry misses, missed or would have missed; for itself and for staff."""

    @extend_schema(responses=AbsencesOut)
    def get(self, request: Request, slug: str, entry_id: int) -> Response:
        return Response(AbsencesOut(_absences(self)).data)


class AbsenceActionApiView(ActionApiView, EntryApiView, gives=AbsencesOut):
    """Answers with all absences of the entry."""

    def key(self) -> dict[str, int]:
        return {"entry_id": self.entry.pk}

    def shown(self, done: object) -> Document:
        return _absences(self)


class EntryBye(AbsenceActionApiView, takes=ByeIn, does=absences.ask_bye):
    """Ask for a bye in a round that is not paired yet."""


class EntryByeCancel(AbsenceActionApiView, takes=ByeCancelIn, does=absences.cancel_bye):
    """Take back a bye that was asked for."""


class EntryAbsent(AbsenceActionApiView, takes=AbsentIn, does=absences.add_absence):
    """Note that an entry misses some rounds."""


class EntryReturn(AbsenceActionApiView, takes=FromRoundIn, does=absences.return_entry):
    """Play again from a round on, after withdrawing or an absence."""


def _absences(view: EntryApiView) -> Document:
    entry = view.read_entry()
    permissions.require(view.actor, "entry.view", entry)
    return {"entry_id": entry.pk, "entry": entry.number, "absences": selectors.absences_of(entry)}
