"""Challenges of a ladder, its rungs, and leaving and coming back in an arena."""

from collections.abc import Sequence
from typing import cast

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.entries import take_entry
from tournaments.api.lists import ListApiView, Page
from tournaments.api.view import ActionApiView, ApiView
from tournaments.documents import Document
from tournaments.errors import require_found
from tournaments.models import Absence, Challenge
from tournaments.selectors.ladder.situation import (
    challenges_of,
    current_ladder,
    describe_challenge,
    ladder_document,
)
from tournaments.serializers.absences import AbsenceOut
from tournaments.serializers.base import Nothing
from tournaments.serializers.rolling.challenges import (
    BerserkIn,
    BerserkOut,
    ChallengeIn,
    ChallengeOut,
    LadderOut,
    OwnEntryIn,
)
from tournaments.services.arena import berserk, passes
from tournaments.services.ladder import challenges


class ChallengeList(ListApiView):
    serializer_class = ChallengeOut

    @extend_schema(responses=ChallengeOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page(challenges_of(self.event), _shown)

    @extend_schema(request=ChallengeIn, responses={201: ChallengeOut})
    def post(self, request: Request, slug: str) -> Response:
        data = self.body(ChallengeIn)
        challenged = take_entry(data, self.event, self.actor)
        made = challenges.make_challenge(
            actor=self.actor, event_id=self.event.pk, entry_id=challenged.pk, **data
        )
        return Response(_one(made), status=201)


class ChallengeActionApiView(ActionApiView, gives=ChallengeOut):
    def key(self) -> dict[str, int]:
        return {"event_id": self.event.pk, "challenge_id": self.kwargs["challenge_id"]}

    def shown(self, done: Challenge) -> Document:
        return _one(done)


class ChallengeAccept(ChallengeActionApiView, takes=Nothing, does=challenges.accept_challenge):
    """Accept it: its match is published."""


class ChallengeDecline(ChallengeActionApiView, takes=Nothing, does=challenges.decline_challenge):
    """Decline it: the challenger moves as if it had won."""


class ChallengeWithdraw(ChallengeActionApiView, takes=Nothing, does=challenges.withdraw_challenge):
    """Take it back."""


class Ladder(ApiView):
    @extend_schema(responses=LadderOut)
    def get(self, request: Request, slug: str) -> Response:
        stage = require_found(current_ladder(self.event), "ladder of", self.event.slug)
        document = ladder_document(self.event, stage, self.actor, timezone.now())
        return Response(LadderOut(document).data)


class ArenaActionApiView(ActionApiView, takes=OwnEntryIn, gives=AbsenceOut):
    def shown(self, done: Absence) -> Absence:
        return done


class ArenaLeave(ArenaActionApiView, takes=OwnEntryIn, does=passes.leave_arena):
    """Be paired no more."""


class ArenaReturn(ArenaActionApiView, takes=OwnEntryIn, does=passes.return_to_arena):
    """Be paired again."""


class ArenaBerserk(ActionApiView, takes=BerserkIn, gives=BerserkOut, does=berserk.go_berserk):
    """Halve the own time of a match."""


def _one(made: Challenge) -> Document:
    return _shown(list(challenges_of(made.stage.event).filter(pk=made.pk)))[0]


def _shown(rows: list[Challenge]) -> Sequence[Document]:
    shown = ChallengeOut([describe_challenge(row) for row in rows], many=True)
    return cast("Sequence[Document]", shown.data)
