"""Defaults and validation of the settings of an event. No database."""

import re
from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from engine.errors import RecordError
from engine.games import RULESET_LOADERS
from engine.tak.ruleset import STYLE_SIZES
from engine.tak.scoring import scoring_from_dict
from engine.tak.wagers import TAVERN, wager_rules
from tournaments import limits
from tournaments.documents import Document, Settings
from tournaments.errors import InvalidInput
from tournaments.services.events.bounds import (
    is_code,
    require_known,
    require_length,
    time_zones,
)
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import AS_DRAW, POSTPONED_AS, RANK_BY
from tournaments.wording import join_with_commas, one_of_message, refusal_sentence

MATCH: Document = {
    "games": 2,
    "points": {"won_x2": 2, "tied_x2": 1, "lost_x2": 0},
    "bye_allocated_x2": None,  # null: the points of a match won (FIDE C.04.1)
    "bye_asked_x2": 1,
    "forfeit_win_x2": 2,
    "forfeit_loss_x2": 0,
    "rank_by": "match_points",
    "tiebreaks": ["BPR", "GP", "WIN"],
    "scoring": {"methods": ["board_plus_reserve"]},
    # What a postponed match counts as in the pairing of the next round.
    "postponed": AS_DRAW,
}
# Settings that change no result; after round 1 they may change with a reason.
RANKING = frozenset({"rank_by", "tiebreaks", "scoring", "late"})
# Card games: the points follow from the places at a table.
CARD_MATCH = {**MATCH, "games": 1, "points": {"per_game": True}, "tiebreaks": ["WIN"]}
CARD_GAMES = ("taki", "gamnon")
GAMES = ("tak", *CARD_GAMES)
CONFIRM: Document = {"policy": "opponent", "hours": None}
CARD_CONFIRM = {**CONFIRM, "policy": "majority"}
POLICIES = ("opponent", "majority", "all", "staff")
VISIBILITIES = ("public", "unlisted", "private")
RULESET = {"name": "standard", "size": 6}
MOST_GAMES = 10
LATE = ("nothing", "forfeit")  # for a game that is not played in time
# Settings that need not be stored, with their defaults.
OPTIONAL: Document = {
    "double_forfeit_x2": 0,
    "cancelled_x2": 0,
    "late_x2": 0,
    "winner_takes_all": False,
    "late": LATE[0],
    "stakes": None,
}
# Stakes in coins (TAK-7), besides the rules of engine.tak.wagers. limit: the largest debt in coins;
# min_age: in years, or null. match.stakes null: no stakes.
STAKES: Document = {"limit": 100, "min_age": None}
TAVERN_LIMIT = 1000  # a tavern game may cost some hundred coins
MOST_OWED, OLDEST = 1_000_000, 150
TIMES = ("minutes", "increment_seconds")
TIME_CLASS = re.compile(r"[a-z0-9-]{1,20}")


def validate_ruleset(game: str, ruleset: Mapping[str, object] | None) -> Document:
    """All fields of the rules, with those of the preset filled in."""
    if game not in GAMES:
        raise InvalidInput(field="game", problem=one_of_message(GAMES))
    given = dict(ruleset or {})
    styled = given.get("name") in tuple(STYLE_SIZES)  # a style fixes the size
    usual = RULESET if game == "tak" and not styled else {}
    try:
        return RULESET_LOADERS[game]({**usual, **given}).as_dict()
    except RecordError as refused:
        raise InvalidInput(field="ruleset", problem=refusal_sentence(refused)) from refused


def default_match(game: str) -> Document:
    return CARD_MATCH if game in CARD_GAMES else MATCH


def match_defaults_of_ruleset(game: str, ruleset: Mapping[str, object]) -> Document:
    """Match settings that a ruleset implies: by the `source` rules of Gamnon only places win."""
    if game == "gamnon" and ruleset["name"] == "source":
        return {"winner_takes_all": ruleset["winner_takes_all"]}
    return {}


def validate_match(match: Mapping[str, object] | None, *, game: str) -> Document:
    """Complete match settings with the defaults of the game."""
    given = dict(match or {})
    require_known(given, (*MATCH, *OPTIONAL), field="match")
    full = {**default_match(game), **given}
    if type(full.get("winner_takes_all", False)) is not bool:
        raise InvalidInput(field="match.winner_takes_all", problem=_("true or false"))
    if type(full["games"]) is not int or not 1 <= full["games"] <= MOST_GAMES:
        raise InvalidInput(field="match.games", problem=_("a number from 1 to 10"))
    for name in full:
        if name.endswith("_x2") and (name, full[name]) != ("bye_allocated_x2", None):
            _check_half_points(full[name], f"match.{name}")
    _check_points(full["points"])
    if not is_code(full["rank_by"], RANK_BY):
        raise InvalidInput(field="match.rank_by", problem=one_of_message(RANK_BY))
    if not is_code(full.get("late", LATE[0]), LATE):
        raise InvalidInput(field="match.late", problem=one_of_message(LATE))
    if not is_code(full["postponed"], POSTPONED_AS):
        raise InvalidInput(field="match.postponed", problem=one_of_message(POSTPONED_AS))
    _check_tiebreaks(full["tiebreaks"])
    full["scoring"] = _validate_scoring(full["scoring"])
    if full.get("stakes") is not None:
        full["stakes"] = _validate_stakes(full["stakes"], game=game)
    return full


def _validate_stakes(stakes: object, *, game: str) -> Document:
    """Complete rules of stakes; `{}` gives those of the University."""
    if game != "tak" or not isinstance(stakes, Mapping):
        raise InvalidInput(field="match.stakes", problem=_("rules of stakes in Tak, or null"))
    usual = {**STAKES, "limit": TAVERN_LIMIT} if stakes.get("scheme") == TAVERN else STAKES
    own = {**usual, **{name: stakes[name] for name in STAKES if name in stakes}}
    limit, age = own["limit"], own["min_age"]
    if type(limit) is not int or not 0 <= limit <= MOST_OWED:
        raise InvalidInput(field="match.stakes.limit", problem=_("a number of coins"))
    if age is not None and (type(age) is not int or not 1 <= age <= OLDEST):
        raise InvalidInput(field="match.stakes.min_age", problem=_("a number of years, or null"))
    try:
        rules = wager_rules({name: stakes[name] for name in stakes if name not in STAKES})
    except RecordError as refused:
        raise InvalidInput(field="match.stakes", problem=refusal_sentence(refused)) from refused
    return {**rules.as_dict(), **own}


def _validate_scoring(scoring: object) -> Document:
    """`reserve` is refused: the ruleset says which reserve pieces count."""
    if not isinstance(scoring, Mapping) or "reserve" in scoring:
        raise InvalidInput(field="match.scoring", problem=_("methods and their options"))
    try:
        full = scoring_from_dict(scoring).as_dict()
    except RecordError as refused:
        raise InvalidInput(field="match.scoring", problem=refusal_sentence(refused)) from refused
    return {name: value for name, value in full.items() if name != "reserve"}


def default_confirm(game: str) -> Document:
    return CARD_CONFIRM if game in CARD_GAMES else CONFIRM


def validate_confirm(confirm: Mapping[str, object] | None, *, game: str) -> Document:
    given = dict(confirm or {})
    require_known(given, CONFIRM, field="confirm")
    full = {**default_confirm(game), **given}
    if not is_code(full["policy"], POLICIES):
        raise InvalidInput(field="confirm.policy", problem=one_of_message(POLICIES))
    hours = full["hours"]
    if hours is not None and (type(hours) not in (int, float) or not 0 < hours <= 10_000):
        raise InvalidInput(field="confirm.hours", problem=_("a number of hours, or null"))
    return full


def validate_time_control(given: Settings | None) -> Document:
    """Any of {"class", "minutes", "increment_seconds"}; {}: not known.

    :raises InvalidInput: a field is unknown, or its value is not allowed.
    """
    for name, value in (given or {}).items():
        field = f"time_control.{name}"
        if name == "class":
            if not (isinstance(value, str) and TIME_CLASS.fullmatch(value)):
                raise InvalidInput(field=field, problem=_("small letters, digits and hyphens"))
        elif name not in TIMES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
        elif type(value) not in (int, float) or not 0 <= value <= 10_000:
            raise InvalidInput(field=field, problem=_("a number, not below zero"))
    return dict(given or {})


def check_visibility_and_zone(*, visibility: str, time_zone: str) -> None:
    if visibility not in VISIBILITIES:
        problem = one_of_message(VISIBILITIES)
        raise InvalidInput(field="visibility", problem=problem)
    if time_zone not in time_zones():
        unknown = _("there is no time zone {name}; names are as Europe/Warsaw")
        raise InvalidInput(field="time_zone", problem=unknown.format(name=time_zone))


def _check_points(points: object) -> None:
    if points == {"per_game": True}:
        return
    if not isinstance(points, Mapping) or set(points) != {"won_x2", "tied_x2", "lost_x2"}:
        raise InvalidInput(field="match.points", problem=_("won_x2, tied_x2 and lost_x2"))
    for name, value in points.items():
        _check_half_points(value, f"match.points.{name}")


def _check_half_points(value: object, field: str) -> None:
    if type(value) is not int or not 0 <= value <= 1000:
        raise InvalidInput(field=field, problem=_("a number of half points"))


def _check_tiebreaks(value: object) -> None:
    """A short list of known codes without repetition."""
    field = "match.tiebreaks"
    if not isinstance(value, list | tuple):
        raise InvalidInput(field=field, problem=_("a list of codes"))
    require_length(value, field=field, most=limits.TIEBREAKS)
    unknown = [str(code)[: limits.SLUG] for code in value if not is_code(code, TIEBREAKS)]
    if unknown:
        problem = _("there is no tie-break {codes}").format(codes=join_with_commas(unknown))
        raise InvalidInput(field=field, problem=problem)
    if len(set(value)) < len(value):
        raise InvalidInput(field=field, problem=_("each code once"))
