"""Every game that records can be verified of, by its code, and its rules by their names."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.errors import RecordError
from engine.gamnon import ruleset as gamnon_rules
from engine.gamnon import steps as gamnon_steps
from engine.gamnon import verify as gamnon_proof
from engine.steps import Step
from engine.tak import ruleset as tak_rules
from engine.tak import warnings
from engine.tak.verify import verify as verify_tak
from engine.taki import ruleset as taki_rules
from engine.taki import steps as taki_steps
from engine.taki import verify as taki_proof
from engine.verdict import CardVerdict, Verdict, card_refusal, refusal

CARD_GAMES = ("taki", "gamnon")
# What a game is judged by where nobody names any rules.
DEFAULT_RULES = {"tak": "standard", "taki": "blog", "gamnon": "standard"}


class Verify(Protocol):
    """Prove one record.

    `rules` is the name of a preset, which the record completes; or all its fields, which the
    record must not contradict; or None for the record's own, else the default.

    :raises RecordError: the record is refused.
    """

    def __call__(
        self, record: str, rules: Mapping[str, Any] | str | None = None, *, lenient: bool = False
    ) -> Verdict | CardVerdict: ...


class Fields(Protocol):
    """Rules of any game."""

    def as_dict(self) -> dict[str, Any]: ...


GAMES: dict[str, Verify] = {
    "tak": verify_tak,
    "taki": taki_proof.verify,
    "gamnon": gamnon_proof.verify,
}
# All fields of the rules of a game from a name and the fields that differ; RecordError if none.
RULES: dict[str, Callable[[Mapping[str, Any]], Fields]] = {
    "tak": tak_rules.ruleset_from_dict,
    "taki": taki_rules.ruleset_from_dict,
    "gamnon": gamnon_rules.ruleset_from_dict,
}
# The names a ruleset may have, the default first.
PRESETS: dict[str, tuple[str, ...]] = {
    "tak": tuple(tak_rules.PRESETS),
    "taki": tuple(taki_rules.PRESETS),
    "gamnon": tuple(gamnon_rules.PRESETS),
}
# The fewest and the most who may sit at one table, by the rules of a game of cards.
SEATS: dict[str, Callable[[Mapping[str, Any]], tuple[int, int]]] = {
    "taki": lambda fields: taki_rules.seat_bounds(taki_rules.ruleset_from_dict(fields)),
    "gamnon": lambda fields: gamnon_rules.seat_bounds(gamnon_rules.ruleset_from_dict(fields)),
}
# A game of cards told line by line, and the sentences of what is done.
STEPS: dict[str, Callable[[str, Mapping[str, Any]], tuple[Step, ...]]] = {
    "taki": taki_steps.steps,
    "gamnon": gamnon_steps.steps,
}
# What a verdict may remark on a record that it accepts.
WARNINGS: dict[str, str] = {**warnings.WARNINGS, **taki_proof.WARNINGS, **gamnon_proof.WARNINGS}
DEEDS: dict[str, dict[str, str]] = {
    "taki": taki_steps.MESSAGES,
    "gamnon": gamnon_steps.MESSAGES,
}


def refused(game: str, rules: str | None, error: RecordError) -> dict[str, Any]:
    """The object for a refused record, in the form of its game."""
    form: Callable[[str, str | None, RecordError], dict[str, Any]] = (
        card_refusal if game in CARD_GAMES else refusal
    )
    return form(game, rules or DEFAULT_RULES[game], error)
