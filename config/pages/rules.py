"""The rules of the games in plain words, and with an event those that it chose."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from config.pages.event_lines import GAMES, isolated
from config.pages.events import open_event
from config.pages.rule_texts import Option, Section, gamnon, tak, taki
from engine.games import CARD_GAMES, DEFAULT_RULES, PRESETS, RULES
from tournaments.advice import advice_of, table_sizes
from tournaments.wording import in_a_row, listed

TEXTS: dict[str, tuple[Section, ...]] = {
    "tak": tak.SECTIONS,
    "taki": taki.SECTIONS,
    "gamnon": gamnon.SECTIONS,
}


USUAL_SIZE = 6  # of a Tak board; the options that belong to a size stand with an event


class Choice(NamedTuple):
    """`names` are the rulesets that choose it; `chosen` where it is the event's."""

    words: str
    names: str
    chosen: bool


class OptionLine(NamedTuple):
    """`changed`: the event chose otherwise than the usual rules of this game."""

    label: str
    choices: list[Choice]
    changed: bool


class Part(NamedTuple):
    title: str
    sentences: list[str]
    options: list[OptionLine]


def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    """The rules of a game, each option with the named rules that choose it."""
    if game not in TEXTS:
        raise Http404(game)
    size = {"size": USUAL_SIZE} if game == "tak" else {}
    presets = {name: RULES[game]({"name": name} | size).as_dict() for name in PRESETS[game]}
    sections = tak.WHOLE if game == "tak" else TEXTS[game]
    context = {
        "section": "rules",
        "game": GAMES[game],
        "parts": [_part(section, presets, None) for section in sections],
        "names": listed(isolated(name) for name in presets),
    }
    return render(request, "pages/game_rules.html", context)


def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of one event: what it chose, marked where it differs from the usual."""
    found, context = open_event(request, slug, "rules")
    name = found.ruleset.get("name", DEFAULT_RULES[found.game])
    usual = RULES[found.game](
        {"name": name} | ({"size": found.ruleset["size"]} if found.game == "tak" else {})
    ).as_dict()
    context |= {
        "game": GAMES[found.game],
        "code": found.game,
        "name": name,
        "parts": [_part(section, {name: usual}, found.ruleset) for section in TEXTS[found.game]],
        "playing": _playing(found),
        "advice": advice_of(found.game, found.stages.all()),
    }
    return render(request, "pages/event_rules.html", context)


def _playing(event: Any) -> list[str]:
    """How its games score and who confirms them."""
    said = []
    if event.game in CARD_GAMES:
        sizes = table_sizes(event.stages.all())
        if sizes:
            joined = in_a_row(sizes)
            said.append(_("Tables of %(sizes)s, as far as possible the first.") % {"sizes": joined})
        if event.match.get("winner_takes_all"):
            said.append(_("The winner of a table scores one point, everybody else none."))
        else:
            said.append(
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
    return [*said, policies.get(event.confirm.get("policy", "opponent"), "")]


def _part(
    section: Section, presets: Mapping[str, Mapping[str, Any]], event: Mapping[str, Any] | None
) -> Part:
    return Part(
        str(section.title),
        [str(sentence) for sentence in section.sentences],
        [_option(option, presets, event) for option in section.options],
    )


def _option(
    option: Option, presets: Mapping[str, Mapping[str, Any]], event: Mapping[str, Any] | None
) -> OptionLine:
    """Every choice of a few; of numbers those that somebody chose."""
    usual = [rules[option.field] for rules in presets.values()]
    here = event.get(option.field, usual[0]) if event is not None else None
    values = list(dict.fromkeys([*option.choices, *usual, *([here] if event is not None else [])]))
    if event is not None and option.number:
        values = [here]
    return OptionLine(
        str(option.label),
        [
            Choice(
                words=_words(option, value),
                names=in_a_row(
                    name for name, rules in presets.items() if rules[option.field] == value
                ),
                chosen=event is not None and value == here,
            )
            for value in values
        ],
        changed=event is not None and here != usual[0],
    )


def _words(option: Option, value: Any) -> str:
    if value in option.choices:
        return str(option.choices[value])
    return str(option.number).format(value=value)
