"""The text of Tak records: tags, movetext, comments, results.

Nothing here knows the rules: tokens are handed on as written, and the replay judges them.
Every scan goes forward once, so that the time is linear in the length of the text.
Source: tak-notation 3 to 5.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from engine.errors import RecordError, RecordWarning, gettext_noop
from engine.tak import results
from engine.tak.results import UNFINISHED

MAX_BYTES = 64 * 1024
MAX_PLIES = 1000
# The longest legal move, marks included, has 15 characters.
MAX_TOKEN = 32

# Each way to write a result -> its code.
RESULTS = {code: code for code in results.RESULTS} | {
    "½-½": results.DRAW,
    "0-0": UNFINISHED,
    "*": UNFINISHED,
    "": UNFINISHED,
}

Kind = Literal["move", "number", "nothing", "result", "odd_result"]

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,64})\s*"((?:[^"\\]|\\.)*)"\s*\]', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_STOP = re.compile(r"[\[{;]")
_NUMBER = re.compile(r"([0-9]{1,6})(\.{1,3})(.*)", re.DOTALL)
# No lower-case f: f2- is a move.
_RESULT_LIKE = re.compile(r"(?=[012RFrO]*[-/*½])[01/2RFrO½*-]+")
_BRANCH = re.compile(r"_?[0-9]{1,4}[wb][0-9]{1,3}(?:/_?[0-9]{1,4}[wb][0-9]{1,3}){0,64}")
_NOTHING = frozenset({"--", "...", "…"})
# A second of these after a blank line begins the next game; others may stand several times.
_ONCE = frozenset({"player1", "player2", "size", "result", "date", "event", "site", "tps"})


class RecordTooLong(RecordError):
    code = "record_too_long"
    message = gettext_noop("the record has more than {limit} bytes.")


class TooManyPlies(RecordError):
    code = "too_many_plies"
    message = gettext_noop("the record has more than {limit} plies.")


class UnterminatedComment(RecordError):
    code = "unterminated_comment"
    message = gettext_noop("a comment is opened with a brace and never closed.")


class TagMalformed(RecordError):
    code = "tag_malformed"
    message = gettext_noop('the tag {tag} is not written as [Name "value"].')


class TagRepeated(RecordError):
    code = "tag_repeated"
    message = gettext_noop("the tag {name} is given twice, as {first} and as {again}.")


class SeveralGames(RecordError):
    code = "several_games"
    message = gettext_noop("the record holds more than one game.")


class TokenTooLong(RecordError):
    code = "token_too_long"
    message = gettext_noop("{token} is neither a move nor a result.")


class MoveNumberWrong(RecordError):
    code = "move_number_wrong"
    message = gettext_noop("move number {found} stands where {expected} is expected.")


class PlyMissing(RecordError):
    code = "ply_missing"
    message = gettext_noop("a ply is left out before {token}.")


class MoveAfterResult(RecordError):
    code = "move_after_result"
    message = gettext_noop("{token} follows after the result {result}.")


class ResultsDiffer(RecordError):
    code = "results_differ"
    message = gettext_noop("the record states two results, {first} and {again}.")


@dataclass(frozen=True, slots=True)
class PtnGame:
    """One game as written. `tags` has lower-case names; `plies` counts from the TPS start.

    `stated` is the result that the record claims (None: it says nothing), `comments` holds the
    comments after each ply, 0 being before the first.
    """

    tags: Mapping[str, str]
    tokens: tuple[str, ...]
    stated: str | None
    start_side: int
    start_number: int
    warnings: tuple[RecordWarning, ...]
    comments: Mapping[int, tuple[str, ...]]


def parse_ptn(text: str, lenient: bool = False) -> PtnGame:
    """Read the text of one game.

    :raises RecordError: when it is not one readable game within the limits.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise RecordTooLong(limit=MAX_BYTES)
    text = text.removeprefix("\ufeff")
    pairs, at = _read_tags(text)
    tags = _tag_dict(pairs)
    warnings: list[RecordWarning] = []
    number, side = _start(tags.get("tps", ""))
    reader = _Movetext(number=number, side=side, lenient=lenient, warnings=warnings)
    reader.read(text, at)
    return PtnGame(
        tags=tags,
        tokens=tuple(reader.tokens),
        stated=_stated(tags, reader, warnings, lenient),
        start_side=side,
        start_number=number,
        warnings=tuple(warnings),
        comments={ply: tuple(found) for ply, found in reader.comments.items()},
    )


def split_games(text: str) -> list[str]:
    """Cut a file into the texts of its games; text that cannot be read stays in one piece."""
    text = text.removeprefix("\ufeff")
    cuts, at, size = [0], 0, len(text)
    in_moves, seen, tag_end = False, set[str](), -1
    while at < size:
        stop = _STOP.search(text, at)
        between = text[at : stop.start() if stop else size]
        in_moves = in_moves or bool(between.strip())
        if stop is None:
            break
        at = stop.start()
        if text[at] != "[":
            at = _after_comment(text, at)
            continue
        tag = _TAG.match(text, at)
        if tag is None:
            break
        name = tag[1].lower()
        again = name in seen and name in _ONCE and text.count("\n", tag_end, at) > 1
        if in_moves or again:
            cuts.append(at)
            in_moves, seen = False, set()
        seen.add(name)
        at = tag_end = tag.end()
    pieces = [text[a:b] for a, b in zip(cuts, [*cuts[1:], size], strict=True)]
    return [piece for piece in pieces if piece.strip()] or [text]


def format_ptn(tags: Mapping[str, str], moves: Sequence[str], result: str = "") -> str:
    """Write a record: tags, one numbered move a line, the result. Starts as the TPS tag says."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    lowered = {name.lower(): value for name, value in tags.items()}
    number, side = _start(lowered.get("tps", ""))
    if lines:
        lines.append("")
    plies = ["--", *moves] if side == 2 else list(moves)
    for at in range(0, len(plies), 2):
        lines.append(f"{number + at // 2}. {' '.join(plies[at : at + 2])}")
    if result:
        lines.append(result)
    return "\n".join(lines) + "\n"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _after_comment(text: str, at: int) -> int:
    """The index behind the comment that begins at `at`; the end when it is never closed."""
    end = text.find("}" if text[at] == "{" else "\n", at)
    return len(text) if end < 0 else end + 1


def _read_tags(text: str) -> tuple[list[tuple[str, str]], int]:
    """Tags at the head as (name, value), and where the movetext begins."""
    pairs: list[tuple[str, str]] = []
    at, moves_at, size = 0, 0, len(text)
    while at < size:
        character = text[at]
        if character == "[":
            tag = _TAG.match(text, at)
            if tag is None:
                raise TagMalformed(tag=text[at : at + 40].split("\n")[0], line=_line(text, at))
            pairs.append((tag[1], _ESCAPED.sub(r"\1", tag[2])))
            at = moves_at = tag.end()
        elif character.isspace():
            at += 1
        elif character in "{;":
            if character == "{" and text.find("}", at) < 0:
                raise UnterminatedComment(line=_line(text, at))
            at = _after_comment(text, at)
        else:
            break
    return pairs, moves_at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _tag_dict(pairs: list[tuple[str, str]]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for name, value in pairs:
        key = name.lower()
        first = tags.setdefault(key, value)
        if first != value and key in _ONCE:
            raise TagRepeated(name=name, first=first[:80], again=value[:80])
    return tags


def _start(tps: str) -> tuple[int, int]:
    """Move number and side that a TPS tag starts with; 1 and 1 when it cannot be read here."""
    fields = tps.split()
    if len(fields) != 3 or fields[1] not in ("1", "2"):
        return 1, 1
    number = fields[2]
    if not (number.isascii() and number.isdigit() and len(number) <= 6):
        return 1, int(fields[1])
    return int(number), int(fields[1])


def _stated(
    tags: Mapping[str, str], reader: "_Movetext", warnings: list[RecordWarning], lenient: bool
) -> str | None:
    """The result that tag and movetext agree on."""
    written = tags.get("result", "").strip()
    tagged = RESULTS.get(written) if written else None
    if written and tagged is None:
        warnings.append(("unknown_result", {"result": written[:80]}))
    found = reader.result
    if tagged and found and tagged != found:
        if not lenient or UNFINISHED not in (tagged, found):
            raise ResultsDiffer(first=written, again=reader.result_token)
        warnings.append(("results_differ", {"first": written, "again": reader.result_token}))
        return found if tagged == UNFINISHED else tagged
    return tagged or found


@lru_cache(maxsize=16384)
def _classify(token: str) -> tuple[Kind, str, str]:
    """Kind of a token, with (digits, rest) of a number or the canonical result."""
    if token in RESULTS:
        return "result", RESULTS[token], ""
    if token in _NOTHING:
        return "nothing", "", ""
    if number := _NUMBER.fullmatch(token):
        dots, rest = number[2], number[3]
        # "5..." says by itself that the first player's ply is not repeated.
        return "number", number[1], ("... " + rest if len(dots) > 1 else rest)
    if len(token) > 2 and _RESULT_LIKE.fullmatch(token):
        return "odd_result", token, ""
    return "move", token, ""


@dataclass(slots=True)
class _Movetext:
    """Walks the movetext once. `slot` counts half moves from move 1 of the first player."""

    number: int
    side: int
    lenient: bool
    warnings: list[RecordWarning]
    tokens: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    result: str | None = None
    result_token: str = ""
    start: int = 0
    awaiting: int = 0  # number that was repeated and must be followed by a placeholder
    gap: bool = False
    branch: bool = False
    cut: bool = False

    def read(self, text: str, at: int) -> None:
        self.start = 2 * (self.number - 1) + self.side - 1
        for chunk, comment in _chunks(text, at):
            words = chunk.split()
            if words and not self.cut:
                self._cut_at_branch(words[0])
                if not self.cut:
                    self._take(words)
            if comment is not None and not self.cut:
                self.branch = _BRANCH.fullmatch(comment.strip()[:1024]) is not None
                self.comments.setdefault(len(self.tokens), []).append(comment.strip())
        if self.awaiting and self.tokens:
            self._number_wrong(self.awaiting)

    def _cut_at_branch(self, word: str) -> None:
        """After a label such as {5b1} a number already played begins a side line."""
        if self.branch and len(word) <= MAX_TOKEN:
            kind, digits, _ = _classify(word)
            if kind == "number" and 2 * (int(digits) - 1) < self.start + len(self.tokens):
                self.cut = True
                self.warnings.append(("branches_ignored", {}))
                self.comments[len(self.tokens)].pop()
        self.branch = False

    def _take(self, words: list[str]) -> None:
        tokens = self.tokens
        for word in words:
            if len(word) > MAX_TOKEN:
                cut = word[:MAX_TOKEN]
                raise TokenTooLong(ply=len(tokens) + 1, move=cut, token=cut)
            kind, value, rest = _classify(word)
            if kind == "move":
                if self.result is not None or self.gap or self.awaiting:
                    self._before_move(word)
                tokens.append(word)
            elif kind == "number":
                self._take_number(int(value))
                if rest:
                    self._take(rest.split())
            elif kind == "nothing":
                self._take_nothing()
            else:
                self._take_result(word, value if kind == "result" else None)
        if len(tokens) > MAX_PLIES:
            raise TooManyPlies(limit=MAX_PLIES)

    def _before_move(self, word: str) -> None:
        ply = len(self.tokens) + 1
        if self.result is not None:
            raise MoveAfterResult(ply=ply, move=word, token=word, result=self.result_token)
        if self.gap:
            raise PlyMissing(ply=ply, move=word, token=word)
        if ply == 1:
            self.warnings.append(("placeholder_missing", {}))
        else:
            self._number_wrong(self.awaiting)
        self.awaiting = 0

    def _take_number(self, found: int) -> None:
        slot = self.start + len(self.tokens)
        if self.awaiting or found != slot // 2 + 1:
            self._number_wrong(self.awaiting or found)
            self.awaiting = 0
        elif slot % 2:
            self.awaiting = found

    def _number_wrong(self, found: int) -> None:
        expected = (self.start + len(self.tokens)) // 2 + 1
        if not self.lenient:
            ply = len(self.tokens) + 1
            raise MoveNumberWrong(ply=ply, move=f"{found}.", found=found, expected=expected)
        if "move_number_wrong" not in {code for code, _ in self.warnings}:
            self.warnings.append(("move_number_wrong", {"found": found, "expected": expected}))

    def _take_nothing(self) -> None:
        if self.awaiting:
            self.awaiting = 0
        else:
            self.gap = True

    def _take_result(self, word: str, result: str | None) -> None:
        if result is None:
            # Once: a record may hold thousands of them.
            if "unknown_result" not in {code for code, _ in self.warnings}:
                self.warnings.append(("unknown_result", {"result": word}))
            result = UNFINISHED
        if self.result is not None and self.result != result:
            raise ResultsDiffer(first=self.result_token, again=word)
        self.result, self.result_token = result, word


def _chunks(text: str, at: int) -> Iterator[tuple[str, str | None]]:
    """Pieces of movetext, each with the comment that follows it."""
    size = len(text)
    while at < size:
        stop = _STOP.search(text, at)
        if stop is None:
            yield text[at:], None
            return
        begin = stop.start()
        if text[begin] == "[":
            raise _second_game(text, at, begin)
        end = _after_comment(text, begin)
        if text[begin] == "{" and text[end - 1] != "}":
            raise UnterminatedComment(line=_line(text, begin))
        yield text[at:begin], text[begin + 1 : end - 1 if text[end - 1] in "}\n" else end]
        at = end


def _second_game(text: str, at: int, begin: int) -> RecordError:
    if _TAG.match(text, begin):
        return SeveralGames(line=_line(text, begin))
    return TagMalformed(tag=text[begin : begin + 40].split("\n")[0], line=_line(text, begin))
