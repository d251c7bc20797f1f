"""The public form of pairing reasons and warnings, which never reveals forbidden pairs.

Reasons are pairs of a code and its parameters, as stored in a proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import gettext_noop

MESSAGES: dict[str, str] = {
    "not_above_rules": gettext_noop(
        "{entry} does not meet its first choice: by the rules of pairing another opponent is "
        "better for the whole group (FIDE C.04.3 art. 2 and 4.2)."
    ),
    "float_rules": gettext_noop(
        "Not all entries to be paired at a score of {points} could be paired with each other: "
        "those who floated down let everybody else be paired (FIDE C.04.3 C4, C6)."
    ),
    "system_has_better": gettext_noop("The system's own pairing is better by its rules."),
}

# Replacements for reasons that may depend on forbidden pairs. Reasons with other causes share the
# replacement, so it reveals nothing.
PUBLIC_CODES = {
    "not_above_forbidden": "not_above_rules",
    "not_above_needed": "not_above_rules",
    "float_nobody": "float_rules",
    "float_several": "float_rules",
    "float_on_nobody": "float_on",
    # It counts broken rules, including a forbidden pair that meets.
    "engine_has_better": "system_has_better",
}
PUBLIC_PARAMS = {
    "not_above_rules": ("entry",),
    "float_rules": ("points",),
    "float_on": ("entry", "points"),
    "system_has_better": (),
}
STAFF_ONLY_CODES = frozenset({"kept_apart"})


def public_reasons(reasons: list[Any]) -> list[Any]:
    """Stored reasons without those for staff, and with neutral replacements."""
    return [_public_reason(*reason) for reason in reasons if reason[0] not in STAFF_ONLY_CODES]


def _public_reason(code: str, params: Mapping[str, object]) -> list[Any]:
    public = PUBLIC_CODES.get(code)
    if public is None:
        return [code, params]
    return [public, {name: params[name] for name in PUBLIC_PARAMS[public]}]
