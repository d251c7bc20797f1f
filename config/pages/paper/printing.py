"""The print menu of the desk, and its sheets."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from config.pages import zones
from config.pages.annotations import Context, Document
from config.pages.desk.base import Desk, open_desk, staff_page
from config.pages.desk.links import qr_of
from config.pages.event.crosstable import build_crosstables
from config.pages.event.rounds import round_page
from config.pages.event.standings import standings_sections
from config.pages.event.standings_rows import standings_stamp
from config.pages.paper.name_lists import players_by_name, round_by_name
from config.pages.paper.print_options import PAPERS, print_option_links, read_print_options
from config.pages.paper.score_sheets import COLUMNS, blank_sheet, make_score_sheets
from config.pages.paper.slips import counts_reserves, make_slips, spare_slips
from config.pages.paper.wide_crosstable import PORTRAIT_COLUMNS, split_columns
from config.pages.site.rule_texts.house import customs_of
from engine.games import CARD_GAMES
from ratings.selectors.prizes import prizes_document
from tournaments import selectors
from tournaments.choices import RoundStatus


@staff_page
def menu(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheets of the requested round, by default the newest one."""
    desk = open_desk(request, slug, "print")
    rounds = list(selectors.event_rounds(desk.event, desk.actor))
    asked = request.GET.get("round", "")
    newest = rounds[-1] if rounds else None
    selected = next((each for each in rounds if str(each.number) == asked), newest)
    options = read_print_options(request.GET)
    context = desk.context | {
        "rounds": [(each.number, RoundStatus(each.state).label) for each in rounds],
        "round": selected,
        "draft": selected is not None and selected.state == RoundStatus.DRAFT,
        "cards": desk.event.game in CARD_GAMES,
        "options": options,
        "papers": PAPERS.items(),
    }
    return render(request, "pages/paper/menu.html", context)


def sheet_page(template: str) -> Callable[[Callable[..., Context]], Callable[..., HttpResponse]]:
    """A view that returns the context of a sheet. It runs in the language of the sheet."""

    def wrapped(view: Callable[..., Context]) -> Callable[..., HttpResponse]:
        @staff_page
        @wraps(view)
        def page(request: HttpRequest, slug: str, **at: object) -> HttpResponse:
            options = read_print_options(request.GET)
            with translation.override(options.language):
                desk = open_desk(request, slug, "print")
                printed = zones.local_time(timezone.now(), desk.event.time_zone, there=True).words
                common = {"options": options, "printed": printed, **print_option_links(options)}
                context = desk.context | common | view(request, desk, **at)
                response = render(request, f"pages/paper/{template}.html", context)
            response["Content-Language"] = options.language
            return response

        return page

    return wrapped


@sheet_page("tables")
def tables(request: HttpRequest, desk: Desk, number: int) -> Context:
    """A round by table, with room for the results."""
    view = selectors.round_view(desk.event, number, desk.actor)
    page = round_page(desk.event, number, desk.actor)
    return {
        **_round_head(view),
        "sections": page.sections,
        "away": view["away"],
        "cards": desk.event.game in CARD_GAMES,
    }


@sheet_page("names")
def names(request: HttpRequest, desk: Desk, number: int) -> Context:
    """A round by name."""
    view = selectors.round_view(desk.event, number, desk.actor)
    page = round_page(desk.event, number, desk.actor)
    return {**_round_head(view), "rows": round_by_name(desk.event, page, view["away"])}


@sheet_page("result_slips")
def slips(request: HttpRequest, desk: Desk, number: int) -> Context:
    """Result slips with QR codes; spare slips fill the last page."""

    def address(pairing_id: int) -> str:
        path = reverse("pages:at-table", args=[desk.event.slug, pairing_id])
        return str(request.build_absolute_uri(path))

    view, event = selectors.round_view(desk.event, number, desk.actor), desk.event
    boards = selectors.boards_by_table(event, number)
    filled = list(make_slips(view, game=event.game, address=address, boards=boards))
    games = int(event.match.get("games", 1))
    return {
        **_round_head(view),
        "slips": filled + spare_slips(filled, game=event.game, games=games),
        "cards": event.game in CARD_GAMES,
        "reserves": event.game not in CARD_GAMES and counts_reserves(event.match),
        "customs": customs_of(event.ruleset),
    }


@sheet_page("score_sheets")
def score_sheets(request: HttpRequest, desk: Desk, number: int) -> Context:
    view, event = selectors.round_view(desk.event, number, desk.actor), desk.event
    _require_tak(desk)
    sheets = list(make_score_sheets(selectors.slots_of_round(event.pk, number)))
    return {**_round_head(view), "sheets": sheets, **_sheet_context(event.ruleset)}


@sheet_page("score_sheets")
def blank_score_sheet(request: HttpRequest, desk: Desk) -> Context:
    _require_tak(desk)
    return {"sheets": [blank_sheet(desk.event.ruleset)], **_sheet_context(desk.event.ruleset)}


def _sheet_context(ruleset: Document) -> Context:
    by_consent = ruleset.get("undo") == "by_consent"
    return {"columns": COLUMNS, "customs": customs_of(ruleset), "counts_undos": by_consent}


@sheet_page("standings")
def standings(request: HttpRequest, desk: Desk) -> Context:
    document = selectors.standings_document(desk.event)
    presence = selectors.presence_by_number(desk.event)
    sections = list(standings_sections(document, None, presence=presence))
    return {**_stamp_context(desk, document), "sections": sections}


@sheet_page("crosstable")
def crosstable(request: HttpRequest, desk: Desk) -> Context:
    table = selectors.standings_document(desk.event)
    stages = build_crosstables(selectors.crosstable(desk.event), table, urls={})
    return {
        **_stamp_context(desk, table),
        "parts": [part for stage in stages for part in split_columns(stage)],
        "landscape": any(len(stage.rows) > PORTRAIT_COLUMNS for stage in stages),
        "cards": desk.event.game in CARD_GAMES,
    }


@sheet_page("players")
def players(request: HttpRequest, desk: Desk) -> Context:
    return {"rows": players_by_name(desk.event)}


@sheet_page("prizes")
def prizes(request: HttpRequest, desk: Desk) -> Context:
    """Who gets what, with a line to sign."""
    return {"prizes": prizes_document(desk.event)}


@sheet_page("certificates")
def certificates(request: HttpRequest, desk: Desk) -> Context:
    """One page for each who gets a prize."""
    return {"prizes": prizes_document(desk.event)}


def _round_head(view: Document) -> Context:
    return {"number": view["number"], "draft": view["state"] == RoundStatus.DRAFT}


def _stamp_context(desk: Desk, document: Document) -> Context:
    stamp = standings_stamp(document, desk.event.time_zone, there=True)
    witness = selectors.journal_head(desk.event)
    return {
        "stamp": stamp,
        "late": not document["fresh"],
        "witness": witness and str(witness),
        "witness_qr": qr_of(str(witness)) if witness else "",
    }


def _require_tak(desk: Desk) -> None:
    """:raises Http404: score sheets are for Tak only."""
    if desk.event.game in CARD_GAMES:
        raise Http404(_("Score sheets are for Tak."))
