"""The results of a whole match of teams, entered by staff at once."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.claim_fields import MOST_SEATS, ClaimFields, claim_of
from games.services.match_slips import BoardSlip, enter_match
from tournaments import permissions, selectors
from tournaments.api.teams.teams import shown_match
from tournaments.api.view import ApiView
from tournaments.errors import InvalidInput, NotFound
from tournaments.serializers.base import NumberField, Strict
from tournaments.serializers.teams.teams import TeamMatchOut
from tournaments.services.stages.stage_settings import MOST_BOARDS

MOST_GAMES = 20 * MOST_BOARDS


class BoardResultIn(ClaimFields):
    """A game of a board: how it ended, or which seats of the board did not come."""

    board = NumberField(min_value=1)
    number = NumberField(default=1, min_value=1, help_text="The game of the board.")
    absent = serializers.ListField(
        child=NumberField(min_value=1),
        required=False,
        min_length=1,
        max_length=MOST_SEATS,
        help_text="Seats that did not come: every open game of the board is forfeited.",
    )

    def validate(self, asked: dict[str, Any]) -> dict[str, Any]:
        if ("absent" in asked) == (claim_of(asked) is not None):
            raise serializers.ValidationError(_("Give a result, or who is absent."))
        return asked


class MatchResultsIn(Strict):
    results = BoardResultIn(many=True, min_length=1, max_length=MOST_GAMES)  # type: ignore[call-arg]


class TeamMatchResults(ApiView):
    @extend_schema(request=MatchResultsIn, responses=TeamMatchOut)
    def post(self, request: Request, slug: str, number: int, match: int) -> Response:
        """Every result that is named, or none."""
        asked = self.body(MatchResultsIn)["results"]
        permissions.require(self.actor, "round.close", self.event)
        boards = selectors.match_boards(self.event.pk, number, match)
        enter_match(actor=self.actor, match=match, boards=_slips(boards, asked))
        return Response(shown_match(self.event, number, match))


def _slips(match: selectors.MatchBoards, rows: list[dict[str, Any]]) -> list[BoardSlip]:
    """The rows by board.

    :raises NotFound: the match has no such board with two players.
    :raises InvalidInput: a game of a board is named twice, or has a result and who is absent.
    """
    found: dict[int, BoardSlip] = {}
    for row in rows:
        board = row["board"]
        if board not in match.slots:
            raise NotFound(what="board", key=board)
        pairing = match.slots[board][0].pairing_id
        slip = found.get(board) or BoardSlip(board, pairing)
        if slip.absent or row["number"] in slip.claims or (slip.claims and "absent" in row):
            problem = _("board {board} twice").format(board=board)
            raise InvalidInput(field="results", problem=problem)
        claim = claim_of(row)
        claims = {**slip.claims, row["number"]: claim} if claim else {}
        found[board] = BoardSlip(board, pairing, claims, row.get("absent", ()))
    return list(found.values())
