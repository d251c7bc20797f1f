"""The tables of the documents are those of the code."""

import re
from dataclasses import asdict
from typing import Any

import pytest
from django.urls import Resolver404, resolve
from drf_spectacular.generators import SchemaGenerator

from config import settings as site
from config.access import guess_limits, link_codes, rate_limits
from config.api.urls import urlpatterns as api_patterns
from engine.tak import ruleset
from engine.tak.wagers import WagerRules
from games.services import result_rows
from ratings.services import entry_rows
from ratings.systems import BATCHES, BOUNDS, build
from ratings.systems import SYSTEMS as FOLDS
from tests.api.table import TABLE
from tests.docs.documents import codes, first_cells, read, rows, section, value
from tournaments import limits
from tournaments.columns import ALPHABET
from tournaments.pairing import SYSTEMS
from tournaments.pairing.drafts.edit_kinds import KINDS
from tournaments.pairing.systems.arena import DEFAULT_MINUTES
from tournaments.services.entries import registration
from tournaments.services.events import settings
from tournaments.services.events.states import TRANSITIONS
from tournaments.services.stages.stage_settings import OPTIONS
from tournaments.standings.ladder.challenging import DEFAULT_DAYS
from tournaments.standings.tiebreaks.registry import TIEBREAKS
from tournaments.state import RANK_BY, PairingOptions

NOT_DOCUMENTED = {"missing"}  # answers 404 to everything
NOT_FILTERS = {"cursor", "format", "limit", "fields", "expand", "ordering"}


def addresses() -> dict[str, str]:
    """Each documented address, and its methods as written."""
    rows = re.findall(
        r"^\| `([^`]+)` \| ([^|]+) \|", section(read("docs/api.md"), "Addresses"), re.M
    )
    return dict(rows)


def name_of(address: str) -> str:
    """:raises Resolver404: nothing is there."""
    found = resolve(re.sub(r"<\w+>", "1", address))
    if found.url_name in NOT_DOCUMENTED:
        raise Resolver404(address)
    return found.url_name or found.route


@pytest.mark.parametrize("address", sorted(addresses()))
def test_a_documented_address_exists(address):
    name_of(address)


def test_an_address_that_is_not_there_is_noticed():
    with pytest.raises(Resolver404):
        name_of("/api/v1/taverns/")


def test_every_address_of_the_api_is_documented():
    documented = {name_of(address) for address in addresses()}
    assert {pattern.name for pattern in api_patterns} - NOT_DOCUMENTED <= documented


def test_documented_methods_are_those_that_are_tested():
    documented = {
        (name_of(address), method.lower())
        for address, methods in addresses().items()
        if address.startswith("/api/v1/")
        for method in re.findall(r"[A-Z]{3,}", methods)
    }
    missing = set(TABLE) - documented
    assert not missing


@pytest.mark.parametrize(
    ("head", "columns"), [("entries", entry_rows.COLUMNS), ("results", result_rows.COLUMNS)]
)
def test_documented_columns_of_a_file_are_read(head, columns):
    text = section(read("docs/api.md"), "In bulk")
    table = text.partition(f"| {head}: column ")[2].partition("\n\n")[0]
    documented = [
        (codes(names), also.split(", ") if also else []) for names, also, _ in rows(table)
    ]
    assert {name for names, _also in documented for name in names} == columns.fields.keys()
    for names, also in documented:
        assert set(also) <= {heading for name in names for heading in columns.fields[name]}


def test_addresses_that_refuse_a_key_are_marked():
    marked = {name_of(address) for address, methods in addresses().items() if "*no key*" in methods}
    views: dict[str, Any] = {
        str(each.name): getattr(each.callback, "cls", None) for each in api_patterns
    }
    refusing = {name for name, view in views.items() if not getattr(view, "takes_key", True)}
    assert marked == refusing != set()


def top_fields(shape: str) -> list[str]:
    """The fields of a JSON object as documented: `{"a", "b": [{"c"}]}` has a and b."""
    flat = shape.removeprefix("{").removesuffix("}")
    while flat != (flat := re.sub(r"[\[{][^\[\]{}]*[\]}]", "", flat)):
        pass
    return [part.split('"')[1] for part in flat.split(", ") if part.startswith('"')]


def request_fields(schema: dict[str, Any], path: str) -> set[str]:
    bodies = [operation.get("requestBody", {}) for operation in schema["paths"][path].values()]
    shapes = [kind["schema"] for body in bodies for kind in body.get("content", {}).values()]
    named = [shape["$ref"].rsplit("/", 1)[1] for shape in shapes if "$ref" in shape]
    found = [schema["components"]["schemas"][name]["properties"] for name in named]
    return {field for properties in found for field in properties}


def test_documented_fields_of_requests_exist():
    schema = SchemaGenerator().get_schema(request=None, public=True)
    paths = {re.sub(r"\{\w+\}", "<>", path): path for path in schema["paths"]}
    unknown = []
    for address, _methods, what in rows(section(read("docs/api.md"), "Addresses")):
        path = paths.get(re.sub(r"<\w+>", "<>", codes(address)[0]), "")
        named = [field for shape in codes(what) if shape[0] == "{" for field in top_fields(shape)]
        fields = request_fields(schema, path) if named else set()
        unknown += [(address, field) for field in named if field not in fields]
    assert unknown == []


def test_tie_breaks_are_those_of_the_code():
    text = section(read("docs/rules.md"), "Tie-breaks")
    assert sorted(first_cells(text)) == sorted(TIEBREAKS)
    assert ", ".join(settings.MATCH["tiebreaks"]) in text


def test_ways_to_rank_and_to_confirm_are_those_of_the_code():
    text = read("docs/rules.md")
    assert all(f"`{way}`" in section(text, "Scores") for way in RANK_BY)
    assert tuple(first_cells(section(text, "When a game counts"))) == settings.POLICIES


PAIRING_ROWS = [
    (codes(name)[0], options)
    for name, _who, options, _rounds in rows(section(read("docs/pairing.md"), "Systems"))
]


def test_pairing_systems_and_their_options_are_those_of_the_code():
    named = {system: set(re.findall(r"`(\w+)`", options)) for system, options in PAIRING_ROWS}
    assert set(named) == set(SYSTEMS)
    for system, options in named.items():
        if "swiss" in options:  # "as swiss without groups, and ..."
            options |= OPTIONS["swiss"] - {"groups", "acceleration"}
        assert options - {"lot", "none", "swiss", "swap", "list", "match_points"} == OPTIONS[system]


def test_defaults_of_pairing_options_are_those_of_the_code():
    usual = asdict(PairingOptions()) | {"rematches_from": "never", "minutes": DEFAULT_MINUTES}
    usual |= DEFAULT_DAYS | {"inactive_days": "never"}
    for system, options in PAIRING_ROWS:
        for name, text in re.findall(r"`(\w+)` \(`?([^)`]+)`?\)", options):
            if name not in ("numbers", "legs"):  # those of a new stage; one leg
                default = [value(part) for part in text.split(", ")]
                wanted = usual[name]
                assert (tuple(default) if isinstance(wanted, tuple) else default[0]) == wanted, (
                    system,
                    name,
                )


def test_the_bounds_of_parameters_are_those_of_the_code():
    documented = {
        (system, codes(name)[0]): (
            float(least.replace(",", "")),
            float(most.replace(",", "")),
            unit,
        )
        for name, least, most, unit, systems, _why in rows(
            section(read("docs/ratings.md"), "Bounds")
        )
        for system in codes(systems)
    }
    assert documented == {
        (system, name): (bound.least, bound.most, bound.unit + ", whole" * bound.whole)
        for system, bounds in BOUNDS.items()
        for name, bound in bounds.items()
    }


def test_parameters_of_rating_systems_have_their_defaults():
    text = section(read("docs/ratings.md"), "Systems")
    glicko, others = text.split("### The others")
    found = {"glicko": {codes(row[0])[0]: float(row[1]) for row in rows(glicko)}}
    for name, _kind, parameters in rows(others):
        pairs = re.findall(r"`(\w+)` (\d+(?:\.\d+)?)", parameters)
        found[codes(name)[0]] = {parameter: float(number) for parameter, number in pairs}
    assert found == {code: build(code, {}).parameters() for code in (*FOLDS, *BATCHES)}


def test_filters_of_lists_are_those_of_the_schema():
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]
    for address, filters, ordering in rows(section(read("docs/api.md"), "Lists")):
        path = "/api/v1/" + codes(address)[0].replace("<slug>", "{slug}")
        given = paths[path]["get"]["parameters"]
        asked = {each["name"]: each for each in given if each.get("in") == "query"}
        assert asked.keys() - NOT_FILTERS == set(codes(filters)) - {"seq"}, path
        orders = asked.get("ordering", {"schema": {"enum": []}})["schema"]["enum"]
        assert {order.removeprefix("-") for order in orders} == set(codes(ordering)), path


def test_rates_are_those_of_the_code():
    documented = [int(number) for _what, number in rows(section(read("docs/api.md"), "How often"))]
    limits = (
        rate_limits.VERIFY,
        rate_limits.SCHEMA,
        rate_limits.IMAGE,
        rate_limits.EXPORT,
        rate_limits.SEARCH,
        rate_limits.OUTLOOK,
        rate_limits.WRITE,
    )
    assert documented == [limit.most for limit in limits]


def test_limits_of_guesses_are_those_of_the_code():
    text = section(read("docs/security.md"), "Guessing")
    logins, known = guess_limits.LOGINS, guess_limits.FREE_LOGINS_AFTER_MANY
    for sentence in (
        f"after {guess_limits.CODES.free} wrong ones from an address",
        f"{logins.free} at once, then one after 1, 2, 4 … {logins.longest} seconds",
        f"after {guess_limits.WRONG_LOGINS_FROM.most} wrong ones from an address",
        f"{known} free guess from there instead of {logins.free}",
        f"A code has {link_codes.LETTERS} of {len(ALPHABET)} letters",
    ):
        assert sentence in text, sentence
    accounts = section(read("docs/security.md"), "Accounts and players")
    assert f"{guess_limits.SIGN_UPS.most} new accounts an hour" in accounts
    assert f"{guess_limits.MAILS_TO.most} an hour to one mail address" in accounts
    assert f"{guess_limits.MAILS_FROM.most} an hour from one client address" in accounts


def test_limits_of_bodies_are_those_of_the_code():
    text = section(read("docs/api.md"), "Limits")
    small, large, form = (int(number) * 1024 for number in re.findall(r"(\d+)\s(?:KiB)", text))
    assert small == site.SMALL_BODY_BYTES
    assert large == site.LARGE_BODY_BYTES
    assert form == site.FORM_BODY_BYTES
    for number, what in (
        (limits.TIEBREAKS, "tie-breaks"), (limits.STAGES, "stages"), (limits.HANDLES, "handles"),
        (limits.ROWS, "rows"), (limits.REASON, "characters of a reason"),
        (limits.NAME, "of a name"), (limits.JSON_DEPTH, "levels"),
    ):  # fmt: skip
        assert re.search(rf"\b{number} {what}", text), what


def test_options_of_tak_are_those_of_the_code():
    found = {
        codes(names)[0]: codes(values)
        for names, values in rows(section(read("docs/api.md"), "Rulesets"))
    }
    assert found["name"] == list(ruleset.PRESETS)
    for option, allowed in ruleset.CHOICES.items():
        of = "out_of_pieces" if option == "reserve_counts" else option  # one row for both
        assert tuple(found[of]) == allowed, option


def test_settings_of_stakes_have_their_defaults():
    found = {
        codes(name)[0]: value(codes(default)[0]) if "`" in default else int(default.split(",")[0])
        for name, default, _what in rows(section(read("docs/stakes.md"), "Turning them on"))
    }
    assert found == settings.STAKES | WagerRules().as_dict()


def test_transitions_and_edits_are_those_of_the_code():
    text = read("docs/rules.md")
    life = [row[0].split(" (")[0] for row in rows(section(text, "The life of an event"))]
    assert sorted(life) == sorted(TRANSITIONS)
    assert set(first_cells(section(text, "The life of a round"))) >= KINDS.keys()


def test_customs_and_styles_of_tak_are_those_of_the_code():
    found = first_cells(section(read("docs/rules.md"), "House rules"))
    assert {name for name in found if name in ruleset.CHOICES} == {
        "tak_call",
        "undo",
        "first_colour",
    }
    assert {*ruleset.STYLE_SIZES} <= {*found}


def test_settings_of_the_registration_have_their_defaults():
    text = section(read("docs/rules.md"), "Who takes part")
    found = {
        name: value(default)
        for names, defaults, *_rest in rows(text)[: len(registration.DEFAULTS)]
        if names.startswith("`")
        for name, default in zip(codes(names), codes(defaults), strict=False)
    }
    assert registration.DEFAULTS.items() >= found.items()
    assert {*registration.DEFAULTS} - {*found} == {"closes_at", "rating_max"}  # beside another
