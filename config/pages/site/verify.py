"""Check a record without storing it."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from config.pages.game import card_verdicts, cards, replays, verdicts
from config.pages.game.carried_record import carry_record, read_record
from config.pages.labels import GAME_NAMES
from config.pages.site.rule_texts.names import RULESET_NAMES
from config.pages.site.rule_texts.scoring import scoring_name
from config.pages.site.scoring_form import read_scoring, scoring_form
from engine.errors import RecordError
from engine.games import CARD_GAMES, VERIFIERS
from engine.tak.ruleset import SIZES, STYLE_SIZES
from engine.tak.scoring import Scoring, score_verdict
from games.positions import record_frames
from tournaments.selectors.events.scoring import score_line

# Names of rulesets by code; styles of Tak are left out, as they are usual rules on one board.
RULESETS = {
    game: [(code, name) for code, name in names.items() if code not in STYLE_SIZES]
    for game, names in RULESET_NAMES.items()
}
FORM = "check"  # its id; without a script each replay step submits it


def verify(request: HttpRequest) -> HttpResponse:
    context: dict[str, Any] = {
        "section": "verify",
        "games": [(code, name, RULESETS[code]) for code, name in GAME_NAMES.items()],
        "game": "tak",
        "sizes": SIZES,
        "rules": "",
        "size": None,
        "scoring_form": scoring_form(Scoring()),
    }
    if request.method != "POST":
        return render(request, "pages/site/verify.html", context)
    context |= _check(request.POST)
    status = 422 if context["verdict"].kind == "refused" else 200
    return render(request, "pages/site/verify.html", context, status=status)


def _check(data: QueryDict) -> dict[str, Any]:
    """The input, and the verdict on it. A card record names its own game."""
    record = read_record(data)
    game = data.get("game", "tak")
    game = game if game in VERIFIERS else "tak"
    if card_verdicts.is_card_record(record):
        game = record.lstrip("\ufeff \t\n").partition("/")[0]
    rules = data.get("rules", "")
    rules = rules if rules in dict(RULESETS[game]) else ""
    size = next((size for size in SIZES if str(size) == data.get("size")), None)
    scoring = read_scoring(data)
    asked = {
        "record": carry_record(record),
        "game": game,
        "rules": rules,
        "size": size,
        "scoring_form": scoring_form(scoring),
    }
    if game in CARD_GAMES:
        return asked | _check_cards(game, record, rules, data.get("move"))
    text = f'[Size "{size}"]\n{record}' if size and "[size " not in record.lower() else record
    return asked | _check_tak(text, rules or "standard", data.get("move"), scoring)


def _check_tak(record: str, rules: str, move: str | None, scoring: Scoring) -> dict[str, Any]:
    """The verdict and the replay, at the requested ply or the end."""
    try:
        verdict = VERIFIERS["tak"](record, rules).as_json()
    except RecordError as error:
        refusal = verdicts.refused_card(error, record)
        replay = replays.replay_refusal(error, record, rules, asked=move, form=FORM)
        card = refusal.without_board if replay else refusal
        scored = {}
    else:
        scored = _scored(verdict, scoring)
        verdict |= {"score": scored.pop("points")}
        names = [verdict["players"][side] for side in ("first", "second")]
        frames = record_frames(record, rules)
        replay = replays.replay_verdict(frames, verdict, names, asked=move, form=FORM)
        card = verdicts.accepted_card(verdict).without_board
    return {"verdict": card, "replay": replay, **scored}


def _scored(verdict: dict[str, Any], scoring: Scoring) -> dict[str, Any]:
    """The points by the chosen scoring, with an explanation if the game has ended."""
    score = score_verdict(verdict, scoring)
    ended = verdict["reason"] != "unfinished"
    return {
        "points": score.points,
        "scoring": scoring_name(scoring),
        "explanation": score_line(score) if ended else None,
    }


def _check_cards(game: str, record: str, rules: str, step: str | None) -> dict[str, Any]:
    try:
        verdict = VERIFIERS[game](record, rules or None).as_json()
    except RecordError as error:
        return {"verdict": card_verdicts.refused_card(error, record)}
    names = list(verdict["players"].values())
    return {
        "verdict": card_verdicts.result_card(game, names, verdict=verdict),
        "table": cards.card_table(game, record, verdict["ruleset"], names, step, form=FORM),
        "legend": cards.card_legend(game),
    }
