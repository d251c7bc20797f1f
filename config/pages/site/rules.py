"""The rules of the games, and the rules of one event."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.annotations import Event
from config.pages.event.events import open_event
from config.pages.labels import GAME_NAMES, event_game_label
from config.pages.site.record_format import record_format
from config.pages.site.rule_texts.names import ruleset_name
from config.pages.site.rule_texts.parts import (
    TEXTS,
    every_part_of_event,
    parts_with_choices,
    ruleset_names,
)
from engine.games import CARD_GAMES, DEFAULT_RULES
from tournaments import selectors
from tournaments.advice import game_length_advice, table_sizes
from tournaments.wording import join_with_commas


def rules_index(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/site/rules_index.html", {"section": "rules"})


def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game; each option with the rulesets that choose it."""
    if game not in TEXTS:
        raise Http404(game)
    context = {
        "section": "rules",
        "game": GAME_NAMES[game],
        "code": game,
        "record": record_format(game),
        "parts": parts_with_choices(game, TEXTS[game]),
        "rulesets": ruleset_names(game),
    }
    return render(request, "pages/site/game_rules.html", context)


def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one event; options that differ from its named rules are marked."""
    found, context = open_event(request, slug, "rules")
    name = found.ruleset.get("name", DEFAULT_RULES[found.game])
    context |= {
        "game": event_game_label(found),
        "game_name": GAME_NAMES[found.game],
        "code": found.game,
        "name": ruleset_name(found.game, name),
        "parts": every_part_of_event(found),
        "playing": _playing(found),
        "advice": game_length_advice(found.game, selectors.event_stages(found), found.ruleset),
    }
    return render(request, "pages/event/rules.html", context)


def _playing(event: Event) -> list[str]:
    """How games score, and who confirms results."""
    sentences = []
    if event.game in CARD_GAMES:
        sizes = table_sizes(selectors.event_stages(event))
        if sizes:
            joined = join_with_commas(sizes)
            sentences.append(
                _("Tables of %(sizes)s, as far as possible the first.") % {"sizes": joined}
            )
        if event.match.get("winner_takes_all"):
            sentences.append(_("The winner of a table scores one point, everybody else none."))
        else:
            sentences.append(
                _(
                    "The first place scores one point, the last none, the others as far between "
                    "as their places; shared places share."
                )
            )
    policies = {
        "opponent": _("A result counts when the other players agree."),
        "all": _("A result counts when everybody at the table agrees."),
        "majority": _("A result counts when more than half of the others agree."),
        "staff": _("A result counts when an arbiter confirms it."),
    }
    return [*sentences, policies.get(event.confirm.get("policy", "opponent"), "")]
