"""The pages of one event: now, players, rounds, games."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Context, Event, Stage
from config.pages.event import standings_rows
from config.pages.event.entering import registration_panel
from config.pages.event.rounds import round_page
from config.pages.event_about import about_event
from config.pages.game.game_rows import PAGE, game_rows
from config.pages.labels import event_summary
from config.pages.live import live_event_page, shared_part
from config.pages.site.featured import featured_board
from games import selectors as games
from games.models import GameState
from tournaments import permissions, selectors
from tournaments.actor import ANONYMOUS
from tournaments.choices import BEFORE_START, EntryStatus, EventStatus, RoundStatus, StageStatus
from tournaments.pairing.systems.round_robin import rounds_needed

ELIMINATION = ("knockout", "double_elimination")  # systems that have a bracket
SHOWN_ENTRIES = (EntryStatus.APPLIED, EntryStatus.WAITING, EntryStatus.IN)


@live_event_page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The current round beside the standings."""
    found, context = open_event(request, slug, "now")
    last = context["head"]["last_round"]
    context["leaves"] = {
        "round": shared_part(
            request,
            "pages/event/parts/leaf_round.html",
            lambda: {"event": found, "round": round_page(found, last) if last else None},
        ),
        "standings": shared_part(
            request, "pages/event/parts/leaf_standings.html", lambda: {"table": _table(found)}
        ),
    }
    context["about"] = about_event(found)
    context["part"] = registration_panel(found, actor_of(request))
    newest = games.visible_games(actor_of(request), event_slug=slug, state=GameState.CONFIRMED)
    return render(request, "pages/event/event.html", context | featured_board(newest))


@live_event_page
def event_players(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "players")
    context["entries"] = [
        {
            "number": entry.number,
            "name": selectors.resolve(entry.player).name,
            "reading": selectors.resolve(entry.player).sort_name,
            "url": standings_rows.player_url(selectors.resolve(entry.player).public_id),
            "rating": entry.rating,
            "state": EntryStatus(entry.state).label,
        }
        for entry in selectors.visible_entries(found, actor_of(request)).filter(
            state__in=SHOWN_ENTRIES
        )
    ]
    context["may_import"] = permissions.may(actor_of(request), "entry.add", found)
    return render(request, "pages/event/players.html", context)


@live_event_page
def event_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    found, context = open_event(request, slug, "rounds")
    context["round"] = round_page(found, number)
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
    found = selectors.get_event(slug, actor_of(request))
    actor = actor_of(request)
    return found, {
        "section": "events",
        "tab": tab,
        "event": found,
        "head": _head(found),
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
    return {
        "kicker": event_summary(found, [stage.system for stage in stages]),
        "club": found.club,
        "state": EventStatus(found.state).label,
        "players": players,
        "rounds": rounds,
        "last_round": last,
        "rated": bool(selectors.counting_reason(found)),
        "bracket": any(
            each.system in ELIMINATION and each.state != StageStatus.OPEN for each in stages
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


def _table(found: Event) -> standings_rows.Standings:
    """The standings of the current stage."""
    document = selectors.standings_document(found)
    state, _version = selectors.event_state(found.pk)
    return standings_rows.build_standings(
        document,
        state,
        stamp=standings_rows.standings_stamp(document, found.time_zone),
        presence=selectors.presence_by_number(found),
    )
