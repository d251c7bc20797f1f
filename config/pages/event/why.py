"""Why a pairing was made: one table of a round, with its reasons."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from config.pages.account.signing_in import actor_of
from config.pages.event.events import open_event
from config.pages.event.rounds import pairing_row, section_title
from config.pages.game.game_rows import game_rows
from config.pages.live import live_page
from config.pages.names import isolate
from config.pages.player.forecasts import forecast_sentence
from config.pages.site_facts import event_and_rating_facts
from games import selectors as games
from tournaments import permissions, selectors
from tournaments.actor import ANONYMOUS
from tournaments.services.rounds.drafts import translate_reason


@live_page(event_and_rating_facts)
def event_why(request: HttpRequest, slug: str, number: int, pairing_id: int) -> HttpResponse:
    found, context = open_event(request, slug, "rounds")
    round_ = selectors.get_proved_round(found, number, ANONYMOUS)
    pairing = selectors.visible_pairing(pairing_id, ANONYMOUS)
    if pairing.round_id != round_.pk:
        raise Http404
    view = selectors.pairing_views([pairing])[0]
    names = {row["entry"]: isolate(row["name"]) for row in view["seats"]}
    names |= {
        each: isolate(row["name"]) for each, row in selectors.players_by_number(found).items()
    }
    played = games.games_of_pairings([pairing_id])
    sent = games.visible_games(actor_of(request), event_slug=slug, round_number=number)
    visible = sent.filter(slot__pairing=pairing).exclude(state__in=games.HIDDEN_FROM_PUBLIC)
    for_staff = permissions.may(actor_of(request), "apart.view", found)
    reasons = selectors.reasons_of(pairing, for_staff=for_staff)
    context |= {
        "number": number,
        "table": view["table"],
        "part": section_title(view, round_.legs),
        "pairings": [pairing_row(view, played)],
        "expected": forecast_sentence(selectors.slots_of_pairing(pairing_id)),
        "reasons": [translate_reason(reason, names) for reason in reasons],
        "rows": game_rows(games.for_display(visible), with_event=False),
    }
    return render(request, "pages/event/why.html", context)
