"""Every list and every text that a write takes has a limit, in serializers and in services."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from rest_framework import serializers

from engine.errors import RecordError
from games.api.serializers import RulesField
from ratings import counting
from tests.api.document.subclasses import subclasses_of
from tests.builders import make_event, make_player
from tournaments import limits
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.serializers.base import MomentField, ObjectField, RowField, Strict
from tournaments.services import journal
from tournaments.services.entries import registration
from tournaments.services.events import changes, events, seasons, settings
from tournaments.services.people import handles, people
from tournaments.services.stages.stage_settings import CHECKS, validate_stage
from tournaments.standings.seasons.scoring import SeasonScoring
from tournaments.standings.tiebreaks.registry import TIEBREAKS

# Fields whose values are few, or are read by a format of fixed length. Of a moment that is
# MomentField, which refuses a time without its offset.
FIXED = (
    serializers.ChoiceField,
    serializers.BooleanField,
    serializers.DateField,
    serializers.TimeField,
    MomentField,
)
# Files are limited with their requests (`PHOTO_BODY_BYTES`).
FILES = (serializers.FileField,)
# Fields of JSON that check their own size (`require_small`), or each row by a shape.
CHECKED_JSON = (ObjectField, RulesField)


def every_shape() -> list[type[Strict]]:
    """All bodies and queries that the API reads."""
    return sorted(subclasses_of(Strict), key=lambda shape: shape.__qualname__)


def without_limit(field: Any, path: str) -> Iterator[str]:
    if isinstance(field, RowField):
        yield from without_limit(field.shape(), path)
    elif isinstance(field, serializers.ListSerializer | serializers.ListField):
        if getattr(field, "max_length", None) is None:
            yield f"{path}: a list"
        yield from without_limit(field.child, f"{path}[]")
    elif isinstance(field, serializers.Serializer):
        for name, inner in field.fields.items():
            yield from without_limit(inner, f"{path}.{name}")
    elif isinstance(field, serializers.IntegerField | serializers.FloatField):
        if field.min_value is None or field.max_value is None:
            yield f"{path}: a number"
    elif isinstance(field, serializers.CharField) and not isinstance(field, FIXED):
        if field.max_length is None:
            yield f"{path}: a text"
    elif not isinstance(field, (*FIXED, *FILES, *CHECKED_JSON)):
        yield f"{path}: {type(field).__name__}"


def test_every_field_of_every_body_has_a_limit():
    shapes = every_shape()
    assert len(shapes) > 70
    assert [each for shape in shapes for each in without_limit(shape(), shape.__name__)] == []


@pytest.mark.parametrize("field", [ObjectField(), RulesField()])
@pytest.mark.parametrize(
    "value",
    [
        {"x": "y" * limits.JSON_LENGTH},
        {str(number): 1 for number in range(limits.JSON_LENGTH)},
        json.loads('{"x":' * limits.JSON_DEPTH + '{"x":1}' + "}" * limits.JSON_DEPTH),
    ],
    ids=["long", "wide", "deep"],
)
def test_an_object_of_settings_has_a_size(field, value):
    with pytest.raises(serializers.ValidationError):
        field.run_validation(value)


# --- services: pages call them without a serializer ------------------------------------------
@pytest.mark.parametrize(
    "tiebreaks", [["BPR"] * 200_000, ["WIN", "BPR", "WIN"], [{}], [None], ["x" * 10_000], {}]
)
def test_tie_breaks_are_few_known_and_each_once(tiebreaks):
    with pytest.raises(InvalidInput) as refused:
        settings.validate_match({"tiebreaks": tiebreaks}, game="tak")
    assert refused.value.details["field"] == "match.tiebreaks"
    assert len(str(refused.value)) < 500


def test_twenty_tie_breaks_are_taken():
    codes = sorted(TIEBREAKS)[: limits.TIEBREAKS]
    assert len(codes) == limits.TIEBREAKS
    assert settings.validate_match({"tiebreaks": codes}, game="tak")["tiebreaks"] == codes


# Of every JSON type, and of sizes that no setting has.
STRANGE: list[Any] = [
    None, True, 0, -1, 10**30, 1.5, "", "x", "x" * 50_000, [], [{}], [[]], [None], {}, {"x": {}},
    {"": []}, [1] * 50_000,
]  # fmt: skip


def refused_or_small(call: Any) -> str:
    """What is wrong with how a value was taken; "" if it was refused or what is kept is small."""
    try:
        kept = call()
    except (InvalidInput, RecordError):
        return ""
    text = json.dumps(kept, default=str)
    return "" if len(text) < limits.JSON_LENGTH else f"kept {len(text)} characters"


@pytest.mark.parametrize("value", STRANGE, ids=lambda value: repr(value)[:20])
def test_no_setting_is_broken_by_a_value_of_another_type(value):
    calls: dict[str, Any] = {}
    for name in (*settings.MATCH, *settings.OPTIONAL):
        calls[f"match.{name}"] = lambda name=name: settings.validate_match(
            {name: value}, game="tak"
        )
    for name in (*settings.STAKES, "coins"):
        calls[f"stakes.{name}"] = lambda name=name: settings.validate_match(
            {"stakes": {name: value}}, game="tak"
        )
    for name in ("methods", "combine", "scope", "capless"):
        calls[f"scoring.{name}"] = lambda name=name: settings.validate_match(
            {"scoring": {name: value}}, game="tak"
        )
    for name in settings.CONFIRM:
        calls[f"confirm.{name}"] = lambda name=name: settings.validate_confirm(
            {name: value}, game="tak"
        )
    for name in (*settings.TIMES, "class"):
        calls[f"time_control.{name}"] = lambda name=name: settings.validate_time_control(
            {name: value}
        )
    for name in registration.DEFAULTS:
        calls[f"registration.{name}"] = lambda name=name: registration.validate_registration(
            {name: value}
        )
    for name in registration.BYES:
        calls[f"byes.{name}"] = lambda name=name: registration.validate_registration(
            {"byes": {name: value}}
        )
    for game in settings.GAMES:
        for name in settings.validate_ruleset(game, None):
            calls[f"{game}.{name}"] = lambda game=game, name=name: settings.validate_ruleset(
                game, {name: value}
            )
    for name in CHECKS:
        for system in ("swiss", "mcmahon", "tables", "round_robin", "keizer", "knockout"):
            calls[f"{system}.{name}"] = lambda name=name, system=system: validate_stage(
                {"system": system, "options": {name: value}}, number=2
            )
    calls["system"] = lambda: validate_stage({"system": value}, number=1)
    for name in SeasonScoring().as_json():
        calls[f"season.{name}"] = lambda name=name: seasons.validate_scoring({name: value})
    for name in counting.NAMES:
        calls[f"counts.{name}"] = lambda name=name: _counts({name: value})
    wrong = {}
    for name, call in calls.items():
        try:
            problem = refused_or_small(call)
        except Exception as error:
            problem = repr(error)[:200]
        if problem:
            wrong[name] = problem
    assert wrong == {}


def _counts(counts: dict[str, Any]) -> dict[str, Any]:
    try:
        return counting.validated(counts)
    except ValueError as error:  # what the service of pools expects
        raise InvalidInput(field="counts", problem=str(error)) from error


def test_services_refuse_what_is_too_long():
    event, player = make_event(entries=2), make_player("Ada")
    long = "x" * (limits.NAME + 1)
    too_many = [("site", f"name{number}") for number in range(limits.HANDLES + 1)]
    club = people.create_club(actor=SYSTEM, slug="reeds", name="Reeds")
    calls = [
        lambda: people.create_player(actor=SYSTEM, name=long),
        lambda: people.create_player(actor=SYSTEM, name="Ada", sort_name=long),
        lambda: people.create_player(actor=SYSTEM, name="Ada", handles=too_many),
        lambda: people.set_sort_name(actor=SYSTEM, player_id=player.pk, sort_name=long),
        lambda: handles.add_handle(actor=SYSTEM, player_id=player.pk, site=long, name="a"),
        lambda: handles.add_handle(actor=SYSTEM, player_id=player.pk, site="a", name=long),
        lambda: people.create_club(actor=SYSTEM, slug="b", name=long),
        lambda: seasons.create_series(actor=SYSTEM, club_id=club.pk, slug="s", name=long),
        lambda: events.create_event(actor=SYSTEM, new=events.NewEvent(slug="c", name=long)),
        lambda: events.create_event(
            actor=SYSTEM,
            new=events.NewEvent(
                slug="c", name="c", stages=[{"system": "manual"}] * (limits.STAGES + 1)
            ),
        ),
        lambda: changes.validate_changes(event, {"name": long}),
        lambda: journal.write(
            SYSTEM, "x", scope="site", subject="x", text="x" * (limits.REASON + 1)
        ),
    ]
    for call in calls:
        with pytest.raises(InvalidInput):
            call()


def test_a_player_has_at_most_twenty_names_elsewhere():
    player = make_player("Ada")
    for number in range(limits.HANDLES):
        handles.add_handle(actor=SYSTEM, player_id=player.pk, site="s", name=f"n{number}")
    with pytest.raises(InvalidInput):
        handles.add_handle(actor=SYSTEM, player_id=player.pk, site="s", name="one more")
