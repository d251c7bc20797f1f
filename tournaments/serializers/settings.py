"""The shapes of the settings of events and stages, for the document; services check them.

They are read from the tables that the checks use, so they cannot differ from them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from rest_framework import serializers

from engine.games import PRESETS
from engine.gamnon import ruleset as gamnon
from engine.tak import ruleset as tak
from engine.tak import scoring, wagers
from engine.taki import ruleset as taki
from tournaments.serializers.base import CodeField, Out, ShapeField
from tournaments.services.events.settings import LATE, POLICIES
from tournaments.services.stages.stage_settings import TEAM_RANK_BY
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import (
    ACCELERATIONS,
    BOARD_TIES,
    BY_LOT,
    MOVES,
    NUMBER_ORDERS,
    POSTPONED_AS,
    RANK_BY,
    SHAPES,
    TOP_FIRST,
    TOP_SECOND,
)


def _shape(name: str, declared: Mapping[str, serializers.Field[Any, Any, Any, Any]]) -> type[Out]:
    return type(name, (Out,), dict(declared))


def _option(field: Any, values: Iterable[Any], *, required: bool) -> Any:
    """The field of an option: of a choice, a flag or a number."""
    may_be_null = field.default is None
    known = tuple(values)
    if field.type in ("bool", bool):
        return serializers.BooleanField(required=required)
    if known and isinstance(known[0], str):
        return serializers.ChoiceField(known, required=required)
    return serializers.IntegerField(required=required, allow_null=may_be_null)


def _rules(
    name: str, ruleset: type[Any], *, choices: Mapping[str, Iterable[Any]], always: frozenset[str]
) -> type[Out]:
    """The fields of a ruleset. always: those that tell it from the rules of another game."""
    game = name.removesuffix("Ruleset").lower()
    known = {"name": PRESETS[game], **choices} if game in PRESETS else choices
    return _shape(
        name,
        {
            field.name: _option(field, known.get(field.name, ()), required=field.name in always)
            for field in fields(ruleset)
        },
    )


TakRuleset = _rules(
    "TakRuleset",
    tak.Ruleset,
    choices=tak.CHOICES,
    always=frozenset({"name", "size", "stones", "capstones"}),
)
TakiRuleset = _rules(
    "TakiRuleset", taki.Ruleset, choices=taki.CHOICES, always=frozenset({"name", "deck"})
)
GamnonRuleset = _rules(
    "GamnonRuleset",
    gamnon.Ruleset,
    choices=gamnon.CHOICES,
    always=frozenset({"name", "refill_sources"}),
)
RULESETS = (TakRuleset, TakiRuleset, GamnonRuleset)
WagerRules = _rules(
    "WagerRules", wagers.WagerRules, choices=wagers.CHOICES, always=frozenset({"scheme"})
)


class Stakes(WagerRules):  # type: ignore[misc, valid-type]
    limit = serializers.IntegerField()
    min_age = serializers.IntegerField(allow_null=True)


class GamePoints(Out):
    won_x2 = serializers.IntegerField(required=False)
    tied_x2 = serializers.IntegerField(required=False)
    lost_x2 = serializers.IntegerField(required=False)
    per_game = serializers.BooleanField(required=False)


class GameScoring(Out):
    methods = serializers.ListField(child=CodeField(scoring.METHODS))
    combine = CodeField(scoring.OPTIONS["combine"], required=False)
    scope = CodeField(scoring.OPTIONS["scope"], required=False)
    capless = CodeField(scoring.OPTIONS["capless"], required=False)


class Match(Out):
    games = serializers.IntegerField()
    points = ShapeField(GamePoints)
    bye_allocated_x2 = serializers.IntegerField(allow_null=True)
    bye_asked_x2 = serializers.IntegerField()
    forfeit_win_x2 = serializers.IntegerField()
    forfeit_loss_x2 = serializers.IntegerField()
    double_forfeit_x2 = serializers.IntegerField(required=False)
    cancelled_x2 = serializers.IntegerField(required=False)
    late_x2 = serializers.IntegerField(required=False)
    rank_by = CodeField(RANK_BY)
    tiebreaks = serializers.ListField(child=CodeField(TIEBREAKS))
    scoring = ShapeField(GameScoring, required=False)
    postponed = CodeField(POSTPONED_AS, required=False)
    winner_takes_all = serializers.BooleanField(required=False)
    late = CodeField(LATE, required=False)
    stakes = ShapeField(Stakes, required=False, allow_null=True)


class Confirm(Out):
    policy = CodeField(POLICIES)
    hours = serializers.FloatField(allow_null=True)


class TimeControl(Out):
    minutes = serializers.FloatField(required=False)
    increment_seconds = serializers.FloatField(required=False)

    def get_fields(self) -> dict[str, Any]:
        """`class` is a Python keyword, so it is added here."""
        return {**super().get_fields(), "class": serializers.CharField(required=False)}


class Byes(Out):
    limit = serializers.IntegerField()
    points_x2 = serializers.IntegerField()
    last_round = serializers.IntegerField(allow_null=True)


class Registration(Out):
    limit = serializers.IntegerField(allow_null=True)
    waiting_list = serializers.BooleanField()
    approval = serializers.BooleanField()
    opens_at = serializers.DateTimeField(allow_null=True)
    closes_at = serializers.DateTimeField(allow_null=True)
    rating_min = serializers.IntegerField(allow_null=True)
    rating_max = serializers.IntegerField(allow_null=True)
    unrated = serializers.BooleanField()
    clubs = serializers.ListField(child=serializers.CharField())
    check_in = serializers.BooleanField()
    byes = ShapeField(Byes)
    note = serializers.CharField(allow_blank=True)


class StageOptions(Out):
    """The options that a system does not have are left out."""

    rounds = serializers.IntegerField(required=False)
    cycles = serializers.IntegerField(required=False)
    swap_last_rounds = serializers.BooleanField(required=False)
    groups = serializers.IntegerField(required=False)
    legs = serializers.ListField(child=serializers.IntegerField(), required=False)
    top_moves = CodeField((TOP_FIRST, TOP_SECOND, BY_LOT), required=False)
    acceleration = CodeField(ACCELERATIONS, required=False)
    numbers = CodeField(NUMBER_ORDERS, required=False)
    rematches_from = serializers.IntegerField(required=False, allow_null=True)
    bar = serializers.IntegerField(required=False, allow_null=True)
    floor = serializers.IntegerField(required=False, allow_null=True)
    grade = serializers.IntegerField(required=False)
    meet_again_after = serializers.IntegerField(required=False)
    to_majority = serializers.BooleanField(required=False)
    third_place = serializers.BooleanField(required=False)
    reset = serializers.BooleanField(required=False)
    sizes = serializers.ListField(child=serializers.IntegerField(), required=False)
    by_score = serializers.BooleanField(required=False)
    places = serializers.IntegerField(required=False)
    best_of_rest = serializers.IntegerField(required=False)
    places_by_players = serializers.BooleanField(required=False)
    days = serializers.IntegerField(required=False, allow_null=True)
    boards = serializers.IntegerField(required=False)
    team_rank_by = CodeField(TEAM_RANK_BY, required=False)
    team_tiebreaks = serializers.ListField(child=CodeField(TIEBREAKS), required=False)
    board_rounds = serializers.IntegerField(required=False, allow_null=True)
    board_ties = CodeField(BOARD_TIES, required=False)
    partners = serializers.BooleanField(required=False)
    reach = serializers.IntegerField(required=False)
    moves = CodeField(MOVES, required=False)
    shape = CodeField(SHAPES, required=False)
    answer_days = serializers.IntegerField(required=False)
    play_days = serializers.IntegerField(required=False)
    protected_days = serializers.IntegerField(required=False)
    inactive_days = serializers.IntegerField(required=False, allow_null=True)
    minutes = serializers.IntegerField(required=False)
    streaks = serializers.BooleanField(required=False)
    berserk = serializers.BooleanField(required=False)
