"""The matches of teams as rows of a bracket, with the points of all boards."""

from django.urls import reverse
from django.utils.translation import gettext as _

from config.pages.annotations import Document, Event
from config.pages.event.rounds import PairingRow, SeatRow
from config.pages.names import isolate
from tournaments import selectors
from tournaments.standings.points import read_points
from tournaments.state import EventState


def team_rows(event: Event, state: EventState) -> dict[tuple[int, str], PairingRow]:
    """By round and label. state: of a knockout of teams."""
    matches = selectors.matches_in_bracket(event, state, write_name=isolate)
    return {place: _row(event, match) for place, match in matches.items()}


def _row(event: Event, match: Document) -> PairingRow:
    """A match links to its boards on the page of the round, and to the reasons of board 1."""
    paired = [board["pairing"] for board in match["boards"] if board["pairing"]]
    page = reverse("pages:event-round", args=[event.slug, match["round"]])
    number = match["round"]
    return PairingRow(
        table=match["number"],
        seats=[
            SeatRow(
                name=side["name"],
                moves=0,
                points_x2=read_points(side["game_points_x2"]),
                won=False,
                entry=side["team"],
            )
            for side in match["teams"]
        ],
        state=_state(match),
        url=f"{page}#pairing-{paired[0]}" if paired else page,
        why=reverse("pages:why", args=[event.slug, number, paired[0]]) if paired else page,
        over=match["teams"][0]["match_points_x2"] is not None,
    )


def _state(match: Document) -> str:
    if match["decided"]:
        return str(match["decided"]["text"])
    over = match["teams"][0]["match_points_x2"] is not None
    return _("finished") if over else _("being played")
