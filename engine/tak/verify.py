"""Verify the text of a Tak record: rules, replay, result."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import RecordError, RecordWarning, gettext_noop
from engine.tak import facts
from engine.tak.board import ReplayResult
from engine.tak.ending import Outcome
from engine.tak.etiquette import judge_etiquette
from engine.tak.notation.ptn import PtnGame, parse_ptn
from engine.tak.notation.tags import (
    SizeMissing,
    StatedRules,
    infer_size,
    read_ante,
    read_bids,
    read_clock,
    read_date,
    stated_rules,
)
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.opening import replay_from
from engine.tak.players import Player
from engine.tak.position import Position
from engine.tak.results import CLAIM_RESULTS, UNFINISHED, WINNERS, claim_reason
from engine.tak.ruleset import Ruleset, UnknownRuleset, make_ruleset, ruleset_from_dict
from engine.tak.scoring import board_plus_reserve
from engine.tak.wagers import called_plies
from engine.tak.warnings import warning_as_json
from engine.verdict import Verdict

Rules = Ruleset | Mapping[str, Any] | str | None


class WrongSize(RecordError):
    code = "wrong_size"
    message = gettext_noop("the record is of size {found}, the event plays size {expected}.")


class WrongKomi(RecordError):
    code = "wrong_komi"
    message = ngettext_lazy(
        "the record has a komi of {found} half point, the event plays with {expected}.",
        "the record has a komi of {found} half points, the event plays with {expected}.",
        "found",
    )


class WrongOpening(RecordError):
    code = "wrong_opening"
    message = gettext_noop("the record has the opening {found}, the event plays {expected}.")


class WrongPieces(RecordError):
    code = "wrong_pieces"
    message = gettext_noop("the record has {found} {name} a player, the event gives {expected}.")


class ResultNotOnBoard(RecordError):
    code = "result_not_on_board"
    message = gettext_noop("the record says {claimed}, but the final position shows {proven}.")


class ResultContradicted(RecordError):
    code = "result_contradicts_board"
    message = gettext_noop("the record claims {claimed}, but the game had ended with {proven}.")


_CONTRADICTIONS: dict[str, type[RecordError]] = {
    "size": WrongSize,
    "half_komi": WrongKomi,
    "opening": WrongOpening,
    "stones": WrongPieces,
    "capstones": WrongPieces,
}
# What a record without the tag usually means. If the rules say otherwise, warn.
_DEFAULTS = {"half_komi": 0, "opening": "swap"}


def verify(record: str, rules: Rules = None, *, lenient: bool = False) -> Verdict:
    """Verify one record.

    `rules` is the name of a preset, which the tags complete with size, komi, pieces and opening;
    or a ruleset or its fields, which the tags must not contradict.

    :raises RecordError: the record is refused.
    """
    game = parse_ptn(record, lenient)
    warnings = list(game.warnings)
    ruleset = resolve_rules(game, rules, lenient=lenient, warnings=warnings)
    return prove(game, ruleset, lenient=lenient, warnings=warnings)


def resolve_rules(
    game: PtnGame, rules: Rules, *, lenient: bool, warnings: list[RecordWarning]
) -> Ruleset:
    """The ruleset for a record. Appends to `warnings`."""
    if isinstance(rules, Mapping) and "size" in rules:
        rules = ruleset_from_dict(rules)
    stated = stated_rules(game.tags)
    fixed = _fields_of(rules)
    _refuse_contradiction(stated, fixed, warnings)
    if isinstance(rules, Ruleset):
        return rules
    in_tags = {
        name: getattr(stated, name) for name in _CONTRADICTIONS if getattr(stated, name) is not None
    }
    fields: dict[str, Any] = in_tags | fixed
    name = rules if isinstance(rules, str) else fields.pop("name", "standard")
    if "size" not in fields:
        if not lenient:
            raise SizeMissing
        fields["size"] = infer_size(game.tags, game.tokens)
        warnings.append(("size_inferred", {"size": fields["size"]}))
    return make_ruleset(name, **fields)


def prove(
    game: PtnGame, ruleset: Ruleset, *, lenient: bool, warnings: list[RecordWarning]
) -> Verdict:
    """Replay a parsed game under a ruleset and judge its result."""
    tps = game.tags.get("tps", "").strip()
    start = parse_tps(tps, ruleset) if tps else None
    replayed, on_setup = replay_from(game.tokens, ruleset, start)
    if on_setup:
        warnings.append(("opening_on_setup", {}))
    warnings += [(code, dict(params)) for code, params in replayed.warnings]
    result, winner, reason = _judge_result(
        game.stated, replayed, lenient=lenient, warnings=warnings
    )
    played_on, clock = _date_and_clock(game, warnings)
    extra_facts = _wagers(game, warnings) | judge_etiquette(game, ruleset, warnings)
    reserves, flats = facts.reserves(replayed.position), facts.flats(replayed.position)
    return Verdict(
        game="tak",
        rules=ruleset.name,
        ruleset=ruleset.as_dict(),
        size=ruleset.size,
        half_komi=ruleset.half_komi,
        plies=replayed.plies,
        result=result,
        winner=winner,
        reason=reason,
        proven=replayed.outcome is not None,
        claimed=replayed.outcome is None and reason != "unfinished",
        tps=format_tps(replayed.position),
        reserves=reserves,
        flats=flats,
        score=board_plus_reserve(ruleset, winner=winner, reserves=reserves),
        players={
            "first": game.tags.get("player1", ""),
            "second": game.tags.get("player2", ""),
        },
        played_on=played_on,
        warnings=_unique_warnings(warnings),
        moves=tuple(replayed.canonical),
        moves_hash=moves_hash(ruleset, start, replayed.canonical),
        facts=facts.final_facts(replayed.position, replayed.outcome) | clock | extra_facts,
    )


def moves_hash(ruleset: Ruleset, start: Position | None, moves: tuple[str, ...] | list[str]) -> str:
    """SHA-256 (hex) over size, half komi, opening, start position and canonical moves.

    An empty start position counts as none. Names, tags, comments and result are not hashed.
    """
    from_tps = format_tps(start) if start is not None else ""
    if from_tps and from_tps == format_tps(Position.start(ruleset)):
        from_tps = ""
    parts = [ruleset.size, ruleset.half_komi, ruleset.opening, from_tps, list(moves)]
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def _unique_warnings(warnings: list[RecordWarning]) -> tuple[dict[str, Any], ...]:
    once = {(code, tuple(sorted(params.items(), key=str))): params for code, params in warnings}
    return tuple(warning_as_json(code, params) for (code, _), params in once.items())


def _fields_of(rules: Rules) -> dict[str, Any]:
    if isinstance(rules, Ruleset):
        return dict(rules.as_dict())
    if isinstance(rules, Mapping):
        return dict(rules)
    if rules is None or isinstance(rules, str):
        return {}
    raise UnknownRuleset(name=str(rules)[:80])


def _refuse_contradiction(
    stated: StatedRules, fixed: Mapping[str, object], warnings: list[RecordWarning]
) -> None:
    for name, error in _CONTRADICTIONS.items():
        if name not in fixed:
            continue
        found, expected = getattr(stated, name), fixed[name]
        if found is None:
            if name == "size" or (name in _DEFAULTS and expected != _DEFAULTS[name]):
                warnings.append(("not_stated", {"name": name}))
        elif found != expected:
            raise error(name=name, found=found, expected=expected)


def _judge_result(
    stated: str | None, replayed: ReplayResult, *, lenient: bool, warnings: list[RecordWarning]
) -> tuple[str, Player | None, str]:
    """Result, winner and reason, from the stated result and the final position."""
    if replayed.outcome is not None:
        _compare_results(stated, replayed.outcome, replayed, lenient=lenient, warnings=warnings)
        return replayed.outcome.result, replayed.outcome.winner, replayed.outcome.reason
    if stated is None or stated == UNFINISHED:
        return UNFINISHED, None, "unfinished"
    if stated in CLAIM_RESULTS:
        return stated, WINNERS[stated], claim_reason(stated)
    if not lenient:
        raise ResultNotOnBoard(
            claimed=stated, proven="no end of the game", tps=format_tps(replayed.position)
        )
    params: dict[str, object] = {"claimed": stated, "proven": "no end of the game"}
    warnings.append(("result_not_on_board", params))
    return UNFINISHED, None, "unfinished"


def _compare_results(
    stated: str | None,
    outcome: Outcome,
    replayed: ReplayResult,
    *,
    lenient: bool,
    warnings: list[RecordWarning],
) -> None:
    """Refuse a stated result that contradicts the end on the board."""
    if stated is None or stated == outcome.result:
        return
    params: dict[str, Any] = {"claimed": stated, "proven": outcome.result}
    if stated == UNFINISHED:
        warnings.append(("ended_but_unfinished", {"proven": outcome.result}))
    elif stated in CLAIM_RESULTS and WINNERS[stated] == outcome.winner:
        warnings.append(("result_restated", params))
    elif lenient:
        warnings.append(("result_not_on_board", params))
    else:
        error = ResultContradicted if stated in CLAIM_RESULTS else ResultNotOnBoard
        raise error(tps=format_tps(replayed.position), **params)


def _date_and_clock(
    game: PtnGame, warnings: list[RecordWarning]
) -> tuple[str | None, dict[str, Any]]:
    """The ISO date of the game, and its time control as a fact."""
    written = game.tags.get("date", "").strip()
    played_on = read_date(written)
    if written and played_on is None and "?" not in written:
        warnings.append(("date_unread", {"date": written[:80]}))
    written = game.tags.get("clock", "").strip()
    clock = read_clock(written)
    if written and clock is None:
        warnings.append(("clock_unread", {"clock": written[:80]}))
    return played_on, {"clock": clock} if clock else {}


def _wagers(game: PtnGame, warnings: list[RecordWarning]) -> dict[str, Any]:
    """Stakes in the record, as a fact: ante, bids, and the plies of Tak calls.

    Games without stakes need no check of the calls; wagers.py checks them.
    """
    found: dict[str, Any] = {}
    for name, read in (("ante", read_ante), ("bids", read_bids)):
        written = game.tags.get(name, "").strip()
        value = read(written) if written else None
        if value is not None:
            found[name] = value
        elif written:
            warnings.append(("stakes_unread", {"name": name.title(), "value": written[:80]}))
    if calls := called_plies(game.comments):
        found["calls"] = calls
    return {"wagers": found} if found else {}
