"""The pages of one event: now, players, rounds, games."""

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Document, Entry, Event, Stage
from config.pages.event import standings_rows
from config.pages.event.entering import registration_panel
from config.pages.event.parts.announcements import shown_announcements
from config.pages.event.parts.team_table import team_table
from config.pages.event.rounds import RoundPage, round_page
from config.pages.event_about import about_event
from config.pages.game.game_rows import PAGE, game_rows
from config.pages.labels import event_summary
from config.pages.live import live_event_page, shared_part, shared_value
from config.pages.long_lists import (
    FIRST,
    SHORT,
    ListedName,
    find_names,
    find_row,
    list_page,
    page_number,
    row_url,
)
from config.pages.site.featured import featured_board
from games import selectors as games
from games.models import GameState
from tournaments import permissions, selectors
from tournaments.actor import ANONYMOUS
from tournaments.choices import BEFORE_START, EntryStatus, EventStatus, RoundStatus, StageStatus
from tournaments.pairing.systems.round_robin import rounds_needed
from tournaments.standings.teams import TEAM_KNOCKOUT, TEAM_SYSTEMS
from tournaments.state import ROLLING, EventState

ELIMINATION = ("knockout", "double_elimination")  # of entries
WITH_BRACKET = (*ELIMINATION, TEAM_KNOCKOUT)
SHOWN_ENTRIES = (EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN)


@live_event_page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The current round beside the standings."""
    found, context = open_event(request, slug, "now")
    last = context["head"]["last_round"]
    context["leaves"] = {
        "round": shared_part(
            request,
            "pages/event/leaves/round.html",
            lambda: {"event": found} | _first_tables(request, found, last),
        ),
        "standings": shared_part(
            request,
            "pages/event/leaves/standings.html",
            lambda: {"event": found} | _first_places(request, found),
        ),
    }
    context["announcements"] = shown_announcements(found, actor_of(request))
    context["about"] = about_event(found)
    context["team_table"] = team_table(found) if context["head"]["teams"] else None
    context["part"] = registration_panel(found, actor_of(request))
    newest = games.visible_games(actor_of(request), event_slug=slug, state=GameState.CONFIRMED)
    return render(request, "pages/event/event.html", context | featured_board(newest))


@live_event_page
def event_players(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "players")
    page = page_number(request.GET.get("page"))
    if answer := find_row(request, context, lambda name: _find_entries(request, found, name)):
        return answer
    context["leaf"] = shared_part(
        request,
        "pages/event/leaves/players.html",
        lambda: _entries_on_page(_entries(found, request), page) | {"event": found},
        of=(page, *(["staff"] if context["may_manage"] else _own_hidden_entries(found, request))),
    )
    context["may_import"] = permissions.may(actor_of(request), "entry.add", found)
    return render(request, "pages/event/players.html", context)


def _entries(found: Event, request: HttpRequest) -> "QuerySet[Entry]":
    visible = selectors.visible_entries(found, actor_of(request))
    return visible.filter(state__in=SHOWN_ENTRIES)


def _find_entries(request: HttpRequest, found: Event, asked: str) -> list[ListedName]:
    rows = list(_entries(found, request))
    listed = [_listed_entry(each, at, len(rows)) for at, each in enumerate(rows)]
    return find_names(asked, listed)


def _own_hidden_entries(found: Event, request: HttpRequest) -> list[int]:
    """What a reader sees in the list beside what everybody sees; few have an account and that."""
    if selectors.player_of(actor_of(request).user_id or 0) is None:
        return []
    own = _entries(found, request).exclude(state=EntryStatus.IN)
    return list(own.values_list("pk", flat=True))


def _entries_on_page(entries: "QuerySet[Entry]", number: int) -> Context:
    page: Page[Entry] = list_page(entries, str(number))
    rows = [
        {
            "id": entry.pk,
            "number": entry.number,
            "name": selectors.resolve(entry.player).name,
            "reading": selectors.resolve(entry.player).sort_name,
            "url": standings_rows.player_url(selectors.resolve(entry.player).public_id),
            "rating": entry.rating,
            "state": EntryStatus(entry.state).label,
        }
        for entry in page
    ]
    return {"page": page, "entries": rows}


def _listed_entry(entry: Entry, at: int, rows: int) -> ListedName:
    player = selectors.resolve(entry.player)
    words = "" if entry.number is None else str(entry.number)
    return ListedName(player.public_id, player.name, words, row_url(at, rows, f"entry-{entry.pk}"))


@live_event_page
def event_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """In pages if it has many tables; a name leads to its table."""
    found, context = open_event(request, slug, "rounds")
    page = page_number(request.GET.get("page"))
    if answer := find_row(request, context, lambda name: _find_tables(found, number, name)):
        return answer
    context["number"] = number
    context["leaf"] = shared_part(
        request,
        "pages/event/leaves/tables.html",
        lambda: _tables_on_page(request, found, number, page),
        of=page,
    )
    published = [each["number"] for each in context["head"]["rounds"] if each["kind"]]
    context["other_rounds"] = [each for each in published if each != number]
    return render(request, "pages/event/round.html", context)


@live_event_page
def event_games(request: HttpRequest, slug: str) -> HttpResponse:
    _found, context = open_event(request, slug, "games")
    visible = games.visible_games(actor_of(request), event_slug=slug).exclude(
        state__in=games.HIDDEN_FROM_PUBLIC
    )
    page = Paginator(games.for_display(visible), PAGE).get_page(request.GET.get("page"))
    context |= {"page": page, "rows": game_rows(page, with_event=False)}
    return render(request, "pages/event/games.html", context)


def open_event(request: HttpRequest, slug: str, tab: str) -> tuple[Event, Context]:
    """The event, and the context that all its pages share.

    :raises Http404: the reader may not see it.
    """
    actor = actor_of(request)
    found = selectors.get_event(slug, actor)
    return found, {
        "section": "events",
        "tab": tab,
        "event": found,
        "head": shared_value(request, "head", lambda: _head(found), of=get_language()),
        "may_manage": actor.user_id is not None and selectors.is_staff_of(actor, found.pk),
    }


def _head(found: Event) -> Context:
    stages = list(selectors.event_stages(found))
    published = list(selectors.event_rounds(found, ANONYMOUS).defer("proof", "proof_staff"))
    rounds = [
        {
            "number": each.number,
            "kind": "closed" if each.state == RoundStatus.CLOSED else "open",
            "words": RoundStatus(each.state).label,
        }
        for each in published
    ]
    last = published[-1].number if published else 0
    players = selectors.event_entries(found).filter(state=EntryStatus.IN).count()
    planned = _rounds_planned(stages[-1], players) if stages else 0
    rounds += [
        {"number": number, "kind": "", "words": _("to come")}
        for number in range(last + 1, planned + 1)
    ]
    rolling = stages[-1].system if stages and stages[-1].system in ROLLING else ""
    return {
        "kicker": event_summary(found, [stage.system for stage in stages]),
        "club": found.club,
        "state": EventStatus(found.state).label,
        "players": players,
        # An arena has hundreds of rounds, each a pass; a ladder one for each challenge.
        "rounds": [] if rolling else rounds,
        "last_round": last,
        "rated": bool(selectors.counting_reason(found)),
        "hall_since": games.in_hall_since(found),
        "teams": any(stage.system in TEAM_SYSTEMS for stage in stages)
        or selectors.has_teams(found),
        "rolling": rolling,
        "bracket": any(
            each.system in WITH_BRACKET and each.state != StageStatus.OPEN for each in stages
        ),
    }


def _rounds_planned(stage: Stage, players: int) -> int:
    """The rounds set for the stage, else those its system needs; 0 if unknown."""
    options = stage.options
    if options.get("rounds"):
        return int(options["rounds"])
    if stage.system == "round_robin" and stage.event.state not in BEFORE_START:
        return rounds_needed(players, options.get("cycles", 1))
    return 0


def _first_places(request: HttpRequest, found: Event) -> Context:
    """The standings of the current stage; only the first places if they are long."""
    document = document_of(request, found)
    is_long = len(document["rows"]) > SHORT
    table = standings_rows.build_standings(
        document,
        None if is_long else selectors.event_state(found.pk)[0],
        stamp=standings_rows.standings_stamp(document, found.time_zone),
        presence=selectors.presence_by_number(found),
        shown=slice(FIRST) if is_long else standings_rows.ALL_ROWS,
        has_links=is_long,
    )
    return {"table": table, "all_rows": len(document["rows"]) if is_long else 0}


def document_of(request: HttpRequest, event: Event) -> Document:
    """The stored standings."""
    return shared_value(request, "standings", lambda: selectors.standings_document(event))


def states_of(request: HttpRequest, event: Event) -> list[EventState]:
    """The states of all stages that have begun."""
    return _states_and_version(request, event)[0]


def crosstable_of(request: HttpRequest, event: Event) -> Document:
    def read() -> Document:
        return selectors.crosstable(event, _states_and_version(request, event))

    return shared_value(request, "crosstable", read)


def _states_and_version(request: HttpRequest, event: Event) -> tuple[list[EventState], int]:
    return shared_value(request, "states", lambda: selectors.event_states(event.pk))


def round_of(request: HttpRequest, event: Event, number: int) -> RoundPage:
    """A published round with all its tables."""
    return shared_value(
        request, "round", lambda: round_page(event, number), of=(number, get_language())
    )


def _first_tables(request: HttpRequest, found: Event, number: int) -> Context:
    """The first tables of a round, or all if they are few."""
    if not number:
        return {"round": None}
    whole = round_of(request, found, number)
    is_long = whole.tables > SHORT
    part = whole.part(slice(0, FIRST)) if is_long else whole
    return {"round": part, "all_tables": whole.tables if is_long else 0}


def _tables_on_page(request: HttpRequest, found: Event, number: int, asked: int) -> Context:
    whole = round_of(request, found, number)
    page = list_page(range(whole.tables), str(asked))
    part = whole.part(slice(page.start_index() - 1, page.end_index()))
    return {"event": found, "round": part, "page": page}


def _find_tables(found: Event, number: int, asked: str) -> list[ListedName]:
    pairings = selectors.round_view(found, number, ANONYMOUS)["pairings"]
    listed = [
        ListedName(
            seat["player"],
            seat["name"],
            str(pairing["table"] or _("bye")),
            row_url(at, len(pairings), f"pairing-{pairing['id']}"),
        )
        for at, pairing in enumerate(pairings)
        for seat in pairing["seats"]
    ]
    return find_names(asked, listed)
