"""From the text of a Tak record to a verdict: rules, replay, result.

Reading text is ptn.py and tags.py; legality and the end of the game are board.py.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from engine.counted import ngettext_lazy
from engine.errors import RecordError, gettext_noop
from engine.tak import facts
from engine.tak.board import Replayed
from engine.tak.etiquette import judge_etiquette
from engine.tak.notation.ptn import UNFINISHED, Notice, PtnGame, parse_ptn
from engine.tak.notation.tags import (
    SizeMissing,
    Stated,
    infer_size,
    read_ante,
    read_bids,
    read_clock,
    read_date,
    stated_rules,
)
from engine.tak.notation.tps import format_tps, parse_tps
from engine.tak.notices import notice
from engine.tak.opening import replay_from
from engine.tak.play import Outcome
from engine.tak.position import Position
from engine.tak.ruleset import Ruleset, UnknownRuleset, make_ruleset, ruleset_from_dict
from engine.tak.scoring import board_plus_reserve
from engine.tak.wagers import called_plies
from engine.verdict import Verdict

Rules = Ruleset | Mapping[str, Any] | str | None

_CLAIM_WINNER = {"1-0": 1, "0-1": 2, "1/2-1/2": None}


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


_WRONG: dict[str, type[RecordError]] = {
    "size": WrongSize,
    "half_komi": WrongKomi,
    "opening": WrongOpening,
    "stones": WrongPieces,
    "capstones": WrongPieces,
}
# What a record that is silent about a field means by it; another value deserves a warning.
_USUAL = {"half_komi": 0, "opening": "swap"}


def verify(record: str, rules: Rules = None, *, lenient: bool = False) -> Verdict:
    """Prove one record.

    `rules` is a preset's name, which the tags complete with size, komi, sets and opening; or a
    ruleset (a value, or a mapping of its fields), which the tags must not contradict.

    :raises RecordError: when the record is refused.
    """
    game = parse_ptn(record, lenient)
    notices = list(game.warnings)
    ruleset = resolve_rules(game, rules, lenient=lenient, notices=notices)
    return prove(game, ruleset, lenient=lenient, notices=notices)


def resolve_rules(game: PtnGame, rules: Rules, *, lenient: bool, notices: list[Notice]) -> Ruleset:
    """The ruleset that a record is judged by; adds to `notices`."""
    if isinstance(rules, Mapping) and "size" in rules:
        rules = ruleset_from_dict(rules)
    stated = stated_rules(game.tags)
    fixed = _fixed(rules)
    _refuse_contradiction(stated, fixed, notices)
    if isinstance(rules, Ruleset):
        return rules
    said = {name: getattr(stated, name) for name in _WRONG if getattr(stated, name) is not None}
    fields: dict[str, Any] = said | fixed
    name = rules if isinstance(rules, str) else fields.pop("name", "standard")
    if "size" not in fields:
        if not lenient:
            raise SizeMissing
        fields["size"] = infer_size(game.tags, game.tokens)
        notices.append(("size_inferred", {"size": fields["size"]}))
    return make_ruleset(name, **fields)


def prove(game: PtnGame, ruleset: Ruleset, *, lenient: bool, notices: list[Notice]) -> Verdict:
    """Replay a parsed game under a ruleset and judge its result."""
    tps = game.tags.get("tps", "").strip()
    start = parse_tps(tps, ruleset) if tps else None
    done, on_setup = replay_from(game.tokens, ruleset, start)
    if on_setup:
        notices.append(("opening_on_setup", {}))
    notices += [(code, dict(params)) for code, params in done.warnings]
    result, winner, reason = _judge(game.stated, done, lenient=lenient, notices=notices)
    played_on, clock = _when(game, notices)
    told = _wagers(game, notices) | judge_etiquette(game, ruleset, notices)
    reserves, flats = facts.reserves(done.position), facts.flats(done.position)
    return Verdict(
        game="tak",
        rules=ruleset.name,
        ruleset=ruleset.as_dict(),
        size=ruleset.size,
        half_komi=ruleset.half_komi,
        plies=done.plies,
        result=result,
        winner=winner,
        reason=reason,
        proven=done.outcome is not None,
        claimed=done.outcome is None and reason != "unfinished",
        tps=format_tps(done.position),
        reserves=reserves,
        flats=flats,
        score=board_plus_reserve(ruleset, winner=winner, reserves=reserves),
        players={
            "first": game.tags.get("player1", ""),
            "second": game.tags.get("player2", ""),
        },
        played_on=played_on,
        warnings=_shown(notices),
        moves=tuple(done.canonical),
        moves_hash=moves_hash(ruleset, start, done.canonical),
        facts=facts.final_facts(done.position, done.outcome) | clock | told,
    )


def moves_hash(ruleset: Ruleset, start: Position | None, moves: tuple[str, ...] | list[str]) -> str:
    """SHA-256 (hex) over size, half komi, opening, start position and canonical moves.

    An empty starting board is the same as none. Names, tags, comments, result: not in it.
    """
    from_tps = format_tps(start) if start is not None else ""
    if from_tps == format_tps(Position.start(ruleset)):
        from_tps = ""
    parts = [ruleset.size, ruleset.half_komi, ruleset.opening, from_tps, list(moves)]
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def _shown(notices: list[Notice]) -> tuple[dict[str, Any], ...]:
    """Each remark once."""
    once = {(code, tuple(sorted(params.items(), key=str))): params for code, params in notices}
    return tuple(notice(code, params) for (code, _), params in once.items())


def _fixed(rules: Rules) -> dict[str, Any]:
    if isinstance(rules, Ruleset):
        return dict(rules.as_dict())
    if isinstance(rules, Mapping):
        return dict(rules)
    if rules is None or isinstance(rules, str):
        return {}
    raise UnknownRuleset(name=str(rules)[:80])


def _refuse_contradiction(stated: Stated, fixed: Mapping[str, Any], notices: list[Notice]) -> None:
    for name, error in _WRONG.items():
        if name not in fixed:
            continue
        found, expected = getattr(stated, name), fixed[name]
        if found is None:
            if name == "size" or (name in _USUAL and expected != _USUAL[name]):
                notices.append(("not_stated", {"name": name}))
        elif found != expected:
            raise error(name=name, found=found, expected=expected)


def _judge(
    stated: str | None, done: Replayed, *, lenient: bool, notices: list[Notice]
) -> tuple[str, int | None, str]:
    """Result, winner and reason, from what the record states and what the board shows."""
    if done.outcome is not None:
        _compare(stated, done.outcome, done, lenient=lenient, notices=notices)
        return done.outcome.result, done.outcome.winner, done.outcome.reason
    if stated is None or stated == UNFINISHED:
        return UNFINISHED, None, "unfinished"
    if stated in _CLAIM_WINNER:
        reason = "agreement" if stated == "1/2-1/2" else "resignation_or_time"
        return stated, _CLAIM_WINNER[stated], reason
    if not lenient:
        raise ResultNotOnBoard(
            claimed=stated, proven="no end of the game", tps=format_tps(done.position)
        )
    params: dict[str, object] = {"claimed": stated, "proven": "no end of the game"}
    notices.append(("result_not_on_board", params))
    return UNFINISHED, None, "unfinished"


def _compare(
    stated: str | None, outcome: Outcome, done: Replayed, *, lenient: bool, notices: list[Notice]
) -> None:
    """Refuse a stated result that a finished position contradicts."""
    if stated is None or stated == outcome.result:
        return
    params: dict[str, Any] = {"claimed": stated, "proven": outcome.result}
    if stated == UNFINISHED:
        notices.append(("ended_but_unfinished", {"proven": outcome.result}))
    elif stated in ("1-0", "0-1") and _CLAIM_WINNER[stated] == outcome.winner:
        notices.append(("result_restated", params))
    elif lenient:
        notices.append(("result_not_on_board", params))
    else:
        error = ResultContradicted if stated in _CLAIM_WINNER else ResultNotOnBoard
        raise error(tps=format_tps(done.position), **params)


def _when(game: PtnGame, notices: list[Notice]) -> tuple[str | None, dict[str, Any]]:
    """The day of the game, and its time control as a fact."""
    written = game.tags.get("date", "").strip()
    played_on = read_date(written)
    if written and played_on is None and "?" not in written:
        notices.append(("date_unread", {"date": written[:80]}))
    written = game.tags.get("clock", "").strip()
    clock = read_clock(written)
    if written and clock is None:
        notices.append(("clock_unread", {"clock": written[:80]}))
    return played_on, {"clock": clock} if clock else {}


def _wagers(game: PtnGame, notices: list[Notice]) -> dict[str, Any]:
    """What a record tells of stakes, as a fact: ante, bids, and the plies that Tak was called at.

    Whether a call was true is judged where it costs something, see wagers.py.
    """
    told: dict[str, Any] = {}
    for name, read in (("ante", read_ante), ("bids", read_bids)):
        written = game.tags.get(name, "").strip()
        value = read(written) if written else None
        if value is not None:
            told[name] = value
        elif written:
            notices.append(("stakes_unread", {"name": name.title(), "value": written[:80]}))
    if calls := called_plies(game.comments):
        told["calls"] = calls
    return {"wagers": told} if told else {}
