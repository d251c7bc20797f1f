"""The sentences of all pairing reasons and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.errors import gettext_noop
from tournaments.pairing import first_move, lots, pairing_score, round_count
from tournaments.pairing.drafts import (
    check,
    comparison,
    edit_kinds,
    edits,
    public_reasons,
    team_checks,
)
from tournaments.pairing.interface import Reason
from tournaments.pairing.swiss import reasons, swiss
from tournaments.pairing.systems import (
    arena,
    fixed_tables,
    keizer,
    knockout,
    ladder,
    manual,
    mcmahon,
    monrad,
    neighbours,
    playoff,
    round_robin,
    scheveningen,
    tables,
    teams,
)
from tournaments.standings.ladder import challenging, ranking
from tournaments.standings.points import proof_points_as_shown

_MODULES = (
    arena,
    challenging,
    ranking,
    comparison,
    check,
    edit_kinds,
    edits,
    first_move,
    fixed_tables,
    keizer,
    knockout,
    ladder,
    manual,
    mcmahon,
    monrad,
    neighbours,
    lots,
    pairing_score,
    playoff,
    public_reasons,
    round_robin,
    round_count,
    scheveningen,
    swiss,
    reasons,
    tables,
    team_checks,
    teams,
)
# All codes of reasons and refusals; each module defines its own.
MESSAGES: dict[str, str] = {
    code: text for module in _MODULES for code, text in module.MESSAGES.items()
}


POINT_PARAMS = frozenset({"points", "lower", "worst", "best"})
# Parameters that are entry numbers, shown as "entry 5" or as a name.
ENTRY_PARAMS = frozenset(
    {"entry", "opponent", "other", "natural", "first", "second", "high", "low"}
)
ENTRY = gettext_noop("entry {number}")
TEAM, TEAM_MARK = gettext_noop("team {number}"), "team:"


def _in_english(text: str) -> str:
    """The text itself: `str` would make the singular form of a plural message."""
    return text


def reason_text(
    reason: Reason,
    *,
    translate: Callable[[str], str] = _in_english,
    names: Mapping[int, str] | None = None,
) -> str:
    """The sentence of a reason, in English without `translate`. names: by entry number.

    A team is "team:3" among the parameters.
    """

    def format_param(name: str, value: int | str) -> int | str:
        if name in POINT_PARAMS and isinstance(value, str):
            return proof_points_as_shown(value)
        if isinstance(value, str) and value.startswith(TEAM_MARK):
            return translate(TEAM).format(number=value.removeprefix(TEAM_MARK))
        if name not in ENTRY_PARAMS or not isinstance(value, int):
            return value
        return (names or {}).get(value) or translate(ENTRY).format(number=value)

    params = {name: format_param(name, value) for name, value in reason.params.items()}
    text = translate(MESSAGES[reason.code]).format(**params)
    return text[:1].upper() + text[1:]
