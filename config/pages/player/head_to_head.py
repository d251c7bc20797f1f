"""The record of two players against each other."""

from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.game.game_links import game_links
from config.pages.labels import game_label
from ratings import selectors
from ratings.analysis.statistics import Tally
from ratings.selectors import HeadToHeadGame
from tournaments import selectors as tournaments

PAGE = 50


class TallyRow(NamedTuple):
    """A group of games, and the points of both players in it."""

    what: str
    tally: Tally
    one_x2: int
    other_x2: int


class ExpectedRow(NamedTuple):
    """Expected shares of the first player, in per cent."""

    pool: str
    name: str
    moving_first: float | None
    moving_second: float | None


class MeetingRow(NamedTuple):
    meeting: HeadToHeadGame
    what: str
    other_x2: int
    url: str


def head_to_head(request: HttpRequest, public_id: str, other: str) -> HttpResponse:
    actor = actor_of(request)
    one, two = (tournaments.get_player(who) for who in (public_id, other))
    if one.pk == two.pk:
        raise Http404
    found = selectors.head_to_head(one, two, actor)
    page = Paginator(found.meetings, PAGE).get_page(request.GET.get("page"))
    urls = game_links(actor, [meeting.source for meeting in page])
    movers = {True: found.one.name, False: found.other.name}
    context = {
        "section": "players",
        "one": found.one,
        "other": found.other,
        "total": _tally_row("", found.total.tally),
        "by_first": [
            _tally_row(_("%(name)s moved first") % {"name": movers[part.moved_first]}, part.tally)
            for part in found.by_first
            if part.moved_first is not None
        ],
        "by_size": [
            _tally_row(game_label(part.game, part.size), part.tally) for part in found.by_size
        ],
        "expected": [
            ExpectedRow(
                row.pool,
                row.pool_name or row.pool,
                _percent(row.moving_first),
                _percent(row.moving_second),
            )
            for row in found.expected
        ],
        "page": page,
        "meetings": [
            MeetingRow(
                meeting,
                game_label(meeting.game, meeting.size),
                2 - meeting.score_x2,
                urls.get(meeting.source, ""),
            )
            for meeting in page
        ],
    }
    return render(request, "pages/player/head_to_head.html", context)


def _tally_row(what: str, tally: Tally) -> TallyRow:
    return TallyRow(what, tally, tally.score_x2, 2 * tally.games - tally.score_x2)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share
