"""Check a record without storing it."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from config.pages import card_verdicts, cards, replays, verdicts
from config.pages.event_lines import GAMES as GAME_NAMES
from engine.errors import RecordError
from engine.games import CARD_GAMES, GAMES
from games.positions import frames_of

# Of each game its rulesets by name; Gamnon has no other than its own.
RULESETS: dict[str, list[tuple[str, Any]]] = {
    "tak": [
        ("standard", _("Standard")),
        ("playtak", "PlayTak"),
        ("university", "University"),
        ("beta", "Beta"),
    ],
    "taki": [("blog", _("Blog, the usual")), ("publisher", _("The publisher’s"))],
}
SIZES = range(3, 9)
FORM = "check"  # its id; a step of the replay sends it again, where no script runs


def verify(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "section": "verify",
        "games": [(code, name, RULESETS.get(code, [])) for code, name in GAME_NAMES.items()],
        "game": "tak",
        "sizes": SIZES,
        "rules": "",
        "size": None,
    }
    status = 200
    if request.method == "POST":
        context |= _check(request.POST)
        status = 422 if context["verdict"].kind == "refused" else 200
    return render(request, "pages/verify.html", context, status=status)


def _check(data: QueryDict) -> dict[str, Any]:
    """What was asked, and the verdict on it. A record says itself if it is one of cards."""
    record = data.get("record", "").replace("\r\n", "\n")
    game = data.get("game", "tak")
    game = game if game in GAMES else "tak"
    if card_verdicts.is_record(record):
        game = record.lstrip("\ufeff \t\n").partition("/")[0]
    rules = data.get("rules", "")
    rules = rules if rules in dict(RULESETS.get(game, [])) else ""
    size = next((size for size in SIZES if str(size) == data.get("size")), None)
    asked = {"record": record, "game": game, "rules": rules, "size": size}
    if game in CARD_GAMES:
        return asked | _check_cards(game, record, rules)
    text = f'[Size "{size}"]\n{record}' if size and "[size " not in record.lower() else record
    return asked | _check_tak(text, rules or "standard", data.get("move"))


def _check_tak(record: str, rules: str, move: str | None) -> dict[str, Any]:
    """The verdict and the replay board, at the ply that is asked for or at the end."""
    try:
        verdict = GAMES["tak"](record, rules).as_json()
    except RecordError as error:
        refusal = verdicts.refused(error, record)
        replay = replays.of_refusal(error, record, rules, asked=move)
        shown = refusal.without_board if replay else refusal
    else:
        names = [verdict["players"][side] for side in ("first", "second")]
        frames = frames_of(record, rules)
        replay = replays.of_verdict(frames, verdict, names, asked=move)
        shown = verdicts.shown(verdict).without_board
    return {"verdict": shown, "replay": replay and replace(replay, form=FORM)}


def _check_cards(game: str, record: str, rules: str) -> dict[str, Any]:
    try:
        verdict = GAMES[game](record, rules or None).as_json()
    except RecordError as error:
        return {"verdict": card_verdicts.refused(error, record)}
    names = list(verdict["players"].values())
    return {
        "verdict": card_verdicts.shown(game, names, verdict=verdict),
        "table": cards.table_page(game, record, verdict["ruleset"], names),
        "legend": cards.card_names(game),
    }
