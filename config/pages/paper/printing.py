"""What the desk prints: the menu, and each sheet in the language and for the paper asked for."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from config.pages import zones
from config.pages.desk.base import ROUND_WORDS, Desk, open_desk, staff_page
from config.pages.event.crosstable import build_crosstable as crosstable_of
from config.pages.event.rounds import round_page
from config.pages.event.standings import standings_sections
from config.pages.event.standings_rows import standings_stamp
from config.pages.paper.name_lists import players_by_name, round_by_name
from config.pages.paper.paper import PAPERS, choice_of, other_choices
from config.pages.paper.score_sheets import COLUMNS, blank_sheet, sheets_of
from config.pages.paper.slips import counts_reserves, slips_of, spare_slips
from config.pages.paper.wide_crosstable import UPRIGHT, parts_of
from config.pages.site.rule_texts.house import customs_of
from engine.games import CARD_GAMES
from tournaments import selectors
from tournaments.errors import NotFound

DRAFT = "draft"
Filled = dict[str, Any]  # what a template of pages/paper/ is filled with


@staff_page
def menu(request: HttpRequest, slug: str) -> HttpResponse:
    """What there is to print, of the round that is chosen or the newest."""
    desk = open_desk(request, slug, "print")
    rounds = list(selectors.event_rounds(desk.event, desk.actor))
    asked = request.GET.get("round", "")
    newest = rounds[-1] if rounds else None
    shown = next((each for each in rounds if str(each.number) == asked), newest)
    choice = choice_of(request.GET)
    context = desk.context | {
        "rounds": [(each.number, ROUND_WORDS.get(each.state, each.state)) for each in rounds],
        "round": shown,
        "draft": shown is not None and shown.state == DRAFT,
        "cards": desk.event.game in CARD_GAMES,
        "choice": choice,
        "papers": PAPERS.items(),
    }
    return render(request, "pages/paper/menu.html", context)


def _sheet(template: str) -> Callable[[Callable[..., Filled]], Callable[..., HttpResponse]]:
    """A page that is paper. What the view says is said in the language of the sheet."""

    def wrapped(view: Callable[..., Filled]) -> Callable[..., HttpResponse]:
        @staff_page
        @wraps(view)
        def page(request: HttpRequest, slug: str, **at: Any) -> HttpResponse:
            choice = choice_of(request.GET)
            with translation.override(choice.language):
                desk = open_desk(request, slug, "print")
                printed = zones.local_time(timezone.now(), desk.event.time_zone, there=True).words
                filled = {"choice": choice, "printed": printed, **other_choices(choice)}
                context = desk.context | filled | view(request, desk, **at)
                answer = render(request, f"pages/paper/{template}.html", context)
            answer["Content-Language"] = choice.language
            return answer

        return page

    return wrapped


@_sheet("tables")
def tables(request: HttpRequest, desk: Desk, number: int) -> Filled:
    """A round by table, with room for the results."""
    view = _round(desk, number)
    shown = round_page(desk.event, number, desk.actor)
    return {
        **_head(view),
        "sections": shown.sections,
        "away": view["away"],
        "cards": desk.event.game in CARD_GAMES,
    }


@_sheet("names")
def names(request: HttpRequest, desk: Desk, number: int) -> Filled:
    """A round by name."""
    view = _round(desk, number)
    shown = round_page(desk.event, number, desk.actor)
    return {**_head(view), "lines": round_by_name(desk.event, shown, view["away"])}


@_sheet("result_slips")
def slips(request: HttpRequest, desk: Desk, number: int) -> Filled:
    """Result slips, each with the way to where its result is sent; spare ones fill the page."""

    def address(pairing_id: int) -> str:
        path = reverse("pages:at-table", args=[desk.event.slug, pairing_id])
        return str(request.build_absolute_uri(path))

    view, event = _round(desk, number), desk.event
    made = list(slips_of(view, game=event.game, address=address))
    games = int(event.match.get("games", 1))
    return {
        **_head(view),
        "slips": made + spare_slips(made, game=event.game, games=games),
        "cards": event.game in CARD_GAMES,
        "reserves": event.game not in CARD_GAMES and counts_reserves(event.match),
        "customs": customs_of(event.ruleset),
    }


@_sheet("score_sheets")
def score_sheets(request: HttpRequest, desk: Desk, number: int) -> Filled:
    """A score sheet for each game of a round that is to be played."""
    view, event = _round(desk, number), desk.event
    _only_tak(desk)
    made = list(sheets_of(selectors.slots_of_round(event.pk, number)))
    return {**_head(view), "sheets": made, **_of_sheets(event.ruleset)}


@_sheet("score_sheets")
def blank_score_sheet(request: HttpRequest, desk: Desk) -> Filled:
    """A score sheet without names."""
    _only_tak(desk)
    return {"sheets": [blank_sheet(desk.event.ruleset)], **_of_sheets(desk.event.ruleset)}


def _of_sheets(ruleset: Filled) -> Filled:
    """What every score sheet of an event has: its lines, and the customs of the event."""
    by_consent = ruleset.get("undo") == "by_consent"
    return {"columns": COLUMNS, "customs": customs_of(ruleset), "counts_undos": by_consent}


@_sheet("standings")
def standings(request: HttpRequest, desk: Desk) -> Filled:
    document = selectors.standings_document(desk.event)
    return {**_stamped(desk, document), "sections": list(standings_sections(document, None))}


@_sheet("crosstable")
def crosstable(request: HttpRequest, desk: Desk) -> Filled:
    table = selectors.standings_document(desk.event)
    cross = crosstable_of(selectors.crosstable(desk.event), table, urls={}, stamp="")
    return {
        **_stamped(desk, table),
        "parts": parts_of(cross),
        "across": len(cross.rows) > UPRIGHT,
    }


@_sheet("players")
def players(request: HttpRequest, desk: Desk) -> Filled:
    """Who plays, by name, with a box to tick."""
    return {"lines": players_by_name(desk.event)}


def _round(desk: Desk, number: int) -> dict[str, Any]:
    """:raises Http404: the event has no such round."""
    try:
        return selectors.round_view(desk.event, number, desk.actor)
    except NotFound as error:
        raise Http404(str(error)) from error


def _head(view: Filled) -> Filled:
    return {"number": view["number"], "draft": view["state"] == DRAFT}


def _stamped(desk: Desk, document: Filled) -> Filled:
    stamp = standings_stamp(document, desk.event.time_zone, there=True)
    return {"stamp": stamp, "late": not document["fresh"]}


def _only_tak(desk: Desk) -> None:
    """:raises Http404: the moves of a card game are not written on such a sheet."""
    if desk.event.game in CARD_GAMES:
        raise Http404(_("Score sheets are for Tak."))
