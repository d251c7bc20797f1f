"""Commands: python -m engine verify | play | moves | perft.

Exit status 0: everything accepted; 1: something refused; 2: wrong usage.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.errors import RecordError, gettext_noop
from engine.games import CARD_GAMES, DEFAULT_RULES, PRESETS, VERIFIERS, refusal_as_json
from engine.tak.moves import format_move
from engine.tak.notation.ptn import format_ptn, split_games
from engine.tak.notation.tps import parse_tps
from engine.tak.perft import perft
from engine.tak.position import Position
from engine.tak.ruleset import Ruleset, make_ruleset
from engine.tak.scoring import Scoring, parse_scoring, score_verdict
from engine.tak.verify import verify as verify_tak
from engine.verdict import tak_refusal_as_json


class NotText(RecordError):
    code = "not_text"
    message = gettext_noop("the file is not UTF-8 text.")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    options = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = options.run
    try:
        return run(options)
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {error.filename}: {error.strerror}\n")


def verify_files(options: argparse.Namespace) -> int:
    """One JSON object a line for each game of each file."""
    if options.game in CARD_GAMES and options.scoring:
        options.usage_error("--scoring is for Tak only")
    failed = 0
    for name in options.files:
        for index, record in enumerate(_records(name, many=options.game == "tak")):
            answer = _verify_record(options, record)
            failed += not answer["ok"]
            _print_json({"file": name, "index": index} | answer)
    return 1 if failed else 0


def play_moves(options: argparse.Namespace) -> int:
    """Verify moves given on the command line."""
    tags = {"TPS": options.tps} if options.tps else {}
    # Only the tags: the text may already contain move numbers.
    record = format_ptn(tags, ()) + " " + options.moves
    try:
        verdict = verify_tak(record, _ruleset(options))
        answer = verdict.as_json()
        answer["warnings"] = [w for w in answer["warnings"] if w["code"] not in _IMPLIED_WARNINGS]
    except RecordError as error:
        answer = tak_refusal_as_json("tak", options.rules, error)
    _print_json({"file": None, "index": 0} | answer)
    return 0 if answer["ok"] else 1


# Warnings about tags that the options of the command replace.
_IMPLIED_WARNINGS = frozenset({"not_stated", "placeholder_missing"})


def print_moves(options: argparse.Namespace) -> int:
    """The legal moves, sorted by their text."""
    position = _position(options)
    if position is None:
        return 1
    size = position.ruleset.size
    for text in sorted(format_move(move, size) for move in position.legal_moves()):
        print(text)
    return 0


def print_perft(options: argparse.Namespace) -> int:
    position = _position(options)
    if position is None:
        return 1
    print(perft(position, options.depth, count_finished=options.count_finished))
    return 0


def _verify_record(options: argparse.Namespace, record: str | RecordError) -> dict[str, Any]:
    game = options.game
    if isinstance(record, RecordError):
        return refusal_as_json(game, options.rules, record)
    # Without --rules, card games take the options of the record.
    rules = options.rules if game in CARD_GAMES else options.rules or DEFAULT_RULES[game]
    try:
        answer = VERIFIERS[game](record, rules, lenient=options.lenient).as_json()
    except RecordError as error:
        return refusal_as_json(game, options.rules, error)
    return answer | _score_fields(answer, options.scoring) if options.scoring else answer


def _score_fields(answer: dict[str, object], scoring: Scoring) -> dict[str, Any]:
    """The points by a chosen scoring, and their factors."""
    score = score_verdict(answer, scoring)
    return {"score": score.points, "scored": score.as_dict()}


def _records(name: str, *, many: bool) -> Iterator[str | RecordError]:
    """The games of a file: `many`, or one. A file that is not text yields an error."""
    raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield NotText()
        return
    yield from split_games(text) if many else (text,)


def _ruleset(options: argparse.Namespace) -> Ruleset:
    given = {name: getattr(options, name) for name in ("stones", "capstones")}
    pieces = {name: count for name, count in given.items() if count is not None}
    return make_ruleset(options.rules, size=options.size, half_komi=options.half_komi, **pieces)


def _position(options: argparse.Namespace) -> Position | None:
    try:
        ruleset = _ruleset(options)
        return parse_tps(options.tps, ruleset) if options.tps else Position.start(ruleset)
    except RecordError as error:
        print(error, file=sys.stderr)
        return None


def _print_json(answer: dict[str, object]) -> None:
    print(json.dumps(answer, ensure_ascii=False), flush=True)


_SCORING_HELP = (
    "board_plus_reserve,downing,middletown,tarway"
    "[,combine=max][,scope=not_in_road][,capless=bonus][,reserve=stones_only]"
)


def _scoring(text: str) -> Scoring:
    try:
        return parse_scoring(text)
    except RecordError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Rules and records.")
    verbs = parser.add_subparsers(dest="verb", required=True)

    verify = verbs.add_parser("verify", help="prove the games of files")
    verify.add_argument("--game", choices=sorted(VERIFIERS), default="tak")
    verify.add_argument(
        "--rules",
        metavar="NAME",
        help="; ".join(f"{game}: {', '.join(names)}" for game, names in PRESETS.items()),
    )
    verify.add_argument("--lenient", action="store_true")
    verify.add_argument("--scoring", type=_scoring, metavar="METHODS", help=_SCORING_HELP)
    verify.add_argument("files", metavar="FILE", nargs="+", help="records; - is standard input")
    verify.set_defaults(run=verify_files, usage_error=verify.error)

    play = verbs.add_parser("play", help="prove moves")
    _add_start(play)
    play.add_argument("--moves", required=True)
    play.set_defaults(run=play_moves)

    moves = verbs.add_parser("moves", help="list the legal moves")
    _add_start(moves)
    moves.set_defaults(run=print_moves)

    count = verbs.add_parser("perft", help="count the leaves of the tree of moves")
    _add_start(count)
    count.add_argument("--depth", type=_depth, required=True)
    count.add_argument("--count-finished", action="store_true")
    count.set_defaults(run=print_perft)
    return parser


def _add_start(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", type=int, required=True)
    parser.add_argument("--half-komi", type=int, default=0)
    parser.add_argument("--rules", metavar="NAME", default="standard")
    parser.add_argument("--stones", type=int, help="of each player; 9x9 has no usual set")
    parser.add_argument("--capstones", type=int)
    parser.add_argument("--tps", metavar="TPS", default="")


def _depth(text: str) -> int:
    depth = int(text)
    if not 0 <= depth <= 20:
        raise argparse.ArgumentTypeError("must be from 0 to 20")
    return depth


if __name__ == "__main__":
    sys.exit(main())
