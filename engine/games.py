"""The games by code: how to verify their records, load their rules and show their steps."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.errors import RecordError
from engine.gamnon import ruleset as gamnon_rules
from engine.gamnon import steps as gamnon_steps
from engine.gamnon import verify as gamnon_verify
from engine.steps import Step
from engine.tak import ruleset as tak_rules
from engine.tak import warnings
from engine.tak.verify import verify as verify_tak
from engine.taki import ruleset as taki_rules
from engine.taki import steps as taki_steps
from engine.taki import verify as taki_verify
from engine.verdict import CardVerdict, Verdict, card_refusal_as_json, tak_refusal_as_json

CARD_GAMES = ("taki", "gamnon")
# The rules if nobody names any.
DEFAULT_RULES = {"tak": "standard", "taki": "blog", "gamnon": "standard"}


class Verifier(Protocol):
    """Verify one record.

    `rules` is the name of a preset, which the record completes; or all fields of a ruleset, which
    the record must not contradict; or None for the rules that the record states, else the default.

    :raises RecordError: the record is refused.
    """

    def __call__(
        self, record: str, rules: Mapping[str, Any] | str | None = None, *, lenient: bool = False
    ) -> Verdict | CardVerdict: ...


class AnyRuleset(Protocol):
    def as_dict(self) -> dict[str, Any]: ...


VERIFIERS: dict[str, Verifier] = {
    "tak": verify_tak,
    "taki": taki_verify.verify,
    "gamnon": gamnon_verify.verify,
}
# A ruleset from its name and the fields that differ; RecordError if there is none.
RULESET_LOADERS: dict[str, Callable[[Mapping[str, Any]], AnyRuleset]] = {
    "tak": tak_rules.ruleset_from_dict,
    "taki": taki_rules.ruleset_from_dict,
    "gamnon": gamnon_rules.ruleset_from_dict,
}
# The names of rulesets, the default first.
PRESETS: dict[str, tuple[str, ...]] = {
    "tak": tuple(tak_rules.PRESETS),
    "taki": tuple(taki_rules.PRESETS),
    "gamnon": tuple(gamnon_rules.PRESETS),
}
# The smallest and the largest table, by the fields of the ruleset of a card game.
SEAT_BOUNDS: dict[str, Callable[[Mapping[str, Any]], tuple[int, int]]] = {
    "taki": lambda fields: taki_rules.seat_bounds(taki_rules.ruleset_from_dict(fields)),
    "gamnon": lambda fields: gamnon_rules.seat_bounds(gamnon_rules.ruleset_from_dict(fields)),
}
# The steps of a record of a card game, and the sentences of their actions.
STEP_READERS: dict[str, Callable[[str, Mapping[str, Any]], tuple[Step, ...]]] = {
    "taki": taki_steps.read_steps,
    "gamnon": gamnon_steps.read_steps,
}
# The sentences of warnings by code.
WARNINGS: dict[str, str] = {**warnings.WARNINGS, **taki_verify.WARNINGS, **gamnon_verify.WARNINGS}
STEP_MESSAGES: dict[str, dict[str, str]] = {
    "taki": taki_steps.MESSAGES,
    "gamnon": gamnon_steps.MESSAGES,
}


def refusal_as_json(game: str, rules: str | None, error: RecordError) -> dict[str, Any]:
    """The object that commands and the API give for a refused record."""
    as_json: Callable[[str, str | None, RecordError], dict[str, Any]] = (
        card_refusal_as_json if game in CARD_GAMES else tak_refusal_as_json
    )
    return as_json(game, rules or DEFAULT_RULES[game], error)
