"""The text of Tak records: tags, movetext, comments, results.

Tokens are kept as written; the replay checks them against the rules. Parsing is linear in the
length of the text.
Source: tak-notation 3 to 5.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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

Kind = Literal["move", "number", "placeholder", "result", "odd_result"]
Token = tuple[Kind, str, str]  # see `_classify`
KNOWN_TOKENS_LIMIT = 16_384

_TAG = re.compile(r'\[\s*([A-Za-z0-9_]{1,64})\s*"((?:[^"\\]|\\.)*)"\s*\]', re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_STOP = re.compile(r"[\[{;]")
_NUMBER = re.compile(r"([0-9]{1,6})(\.{1,3})(.*)", re.DOTALL)
# No lower-case f: f2- is a move.
_RESULT_LIKE = re.compile(r"(?=[012RFrO]*[-/*½])[01/2RFrO½*-]+")
_BRANCH = re.compile(r"_?[0-9]{1,4}[wb][0-9]{1,3}(?:/_?[0-9]{1,4}[wb][0-9]{1,3}){0,64}")
_PLACEHOLDERS = frozenset({"--", "...", "…"})
# Tags that a game has once: a second one after a blank line begins the next game.
_UNIQUE_TAGS = frozenset({"player1", "player2", "size", "result", "date", "event", "site", "tps"})


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
    """One game as written. `tags`: by lower-case name. `stated`: the result, None if there is none.

    `start_side` and `start_number`: who moves first and the move number, by the TPS tag.
    `comments`: by ply, after which they stand; 0 is before the first.
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

    :raises RecordError: the text is not one readable game within the limits.
    """
    if len(text) > MAX_BYTES or len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise RecordTooLong(limit=MAX_BYTES)
    text = text.removeprefix("\ufeff")
    pairs, at = _read_tags(text)
    tags = _tag_dict(pairs)
    warnings: list[RecordWarning] = []
    number, side = _read_start(tags.get("tps", ""))
    reader = _Movetext(number=number, side=side, lenient=lenient, warnings=warnings)
    reader.read(text, at)
    return PtnGame(
        tags=tags,
        tokens=tuple(reader.tokens),
        stated=_agreed_result(tags, reader, warnings, lenient),
        start_side=side,
        start_number=number,
        warnings=tuple(warnings),
        comments={ply: tuple(found) for ply, found in reader.comments.items()},
    )


def split_games(text: str) -> list[str]:
    """Split a file into the texts of its games; unreadable text stays in one piece."""
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
        again = name in seen and name in _UNIQUE_TAGS and text.count("\n", tag_end, at) > 1
        if in_moves or again:
            cuts.append(at)
            in_moves, seen = False, set()
        seen.add(name)
        at = tag_end = tag.end()
    pieces = [text[a:b] for a, b in zip(cuts, [*cuts[1:], size], strict=True)]
    return [piece for piece in pieces if piece.strip()] or [text]


def format_ptn(tags: Mapping[str, str], moves: Sequence[str], result: str = "") -> str:
    """A record: tags, one numbered move a line, the result. The TPS tag sets the first number."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    lowered = {name.lower(): value for name, value in tags.items()}
    number, side = _read_start(lowered.get("tps", ""))
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
    """The index after the comment at `at`; the end of the text if it is never closed."""
    end = text.find("}" if text[at] == "{" else "\n", at)
    return len(text) if end < 0 else end + 1


def _read_tags(text: str) -> tuple[list[tuple[str, str]], int]:
    """The tags as (name, value), and the index of the movetext."""
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
        if first != value and key in _UNIQUE_TAGS:
            raise TagRepeated(name=name, first=first[:80], again=value[:80])
    return tags


def _read_start(tps: str) -> tuple[int, int]:
    """Move number and side of a TPS tag; 1 and 1 if it is malformed."""
    fields = tps.split()
    if len(fields) != 3 or fields[1] not in ("1", "2"):
        return 1, 1
    number = fields[2]
    if not (number.isascii() and number.isdigit() and len(number) <= 6):
        return 1, int(fields[1])
    return int(number), int(fields[1])


def _agreed_result(
    tags: Mapping[str, str], reader: "_Movetext", warnings: list[RecordWarning], lenient: bool
) -> str | None:
    """The result of the tag and the movetext; they must agree."""
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


_KNOWN_TOKENS: dict[str, Token] = {}


def _classify(token: str) -> Token:
    """Kind of a token, with (digits, rest) of a number or the canonical result."""
    if token in RESULTS:
        return "result", RESULTS[token], ""
    if token in _PLACEHOLDERS:
        return "placeholder", "", ""
    if number := _NUMBER.fullmatch(token):
        dots, rest = number[2], number[3]
        # "5..." includes the placeholder for the first player's ply.
        return "number", number[1], ("... " + rest if len(dots) > 1 else rest)
    if len(token) > 2 and _RESULT_LIKE.fullmatch(token):
        return "odd_result", token, ""
    return "move", token, ""


@dataclass(slots=True)
class _Movetext:
    """Parser of the movetext. Half moves count from move 1 of the first player."""

    number: int
    side: int
    lenient: bool
    warnings: list[RecordWarning]
    tokens: list[str] = field(default_factory=list)
    comments: dict[int, list[str]] = field(default_factory=dict)
    result: str | None = None
    result_token: str = ""
    start: int = 0
    awaiting: int = 0  # a repeated number, which a placeholder must follow
    gap: bool = False
    branch: bool = False
    is_cut: bool = False

    def read(self, text: str, at: int) -> None:
        self.start = 2 * (self.number - 1) + self.side - 1
        for chunk, comment in _chunks(text, at):
            words = chunk.split()
            if words and not self.is_cut:
                self._cut_at_branch(words[0])
                if not self.is_cut:
                    self._take(words)
            if comment is not None and not self.is_cut:
                self.branch = _BRANCH.fullmatch(comment.strip()[:1024]) is not None
                self.comments.setdefault(len(self.tokens), []).append(comment.strip())
        if self.awaiting and self.tokens:
            self._number_wrong(self.awaiting)

    def _cut_at_branch(self, word: str) -> None:
        """After a label such as {5b1}, a move number already played begins a branch."""
        if self.branch and len(word) <= MAX_TOKEN:
            kind, digits, _ = _classify(word)
            if kind == "number" and 2 * (int(digits) - 1) < self.start + len(self.tokens):
                self.is_cut = True
                self.warnings.append(("branches_ignored", {}))
                self.comments[len(self.tokens)].pop()
        self.branch = False

    def _take(self, words: list[str]) -> None:
        tokens = self.tokens
        for word in words:
            try:
                kind, value, rest = _KNOWN_TOKENS[word]
            except KeyError:
                kind, value, rest = self._read_token(word)
            if kind == "move":
                if self.result is not None or self.gap or self.awaiting:
                    self._before_move(word)
                tokens.append(value)  # the same string each time: its hash is known already
            elif kind == "number":
                half_move = self.start + len(tokens)
                # Most often the number of a new move, at its place.
                if half_move % 2 or self.awaiting or int(value) != half_move // 2 + 1:
                    self._take_number(int(value))
                if rest:
                    self._take(rest.split())
            elif kind == "placeholder":
                self._take_placeholder()
            else:
                self._take_result(word, value if kind == "result" else None)
        if len(tokens) > MAX_PLIES:
            raise TooManyPlies(limit=MAX_PLIES)

    def _read_token(self, word: str) -> Token:
        if len(word) > MAX_TOKEN:
            start = word[:MAX_TOKEN]
            raise TokenTooLong(ply=len(self.tokens) + 1, move=start, token=start)
        if len(_KNOWN_TOKENS) >= KNOWN_TOKENS_LIMIT:  # a hostile record may invent tokens
            _KNOWN_TOKENS.clear()
        known = _KNOWN_TOKENS[word] = _classify(word)
        return known

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
        half_move = self.start + len(self.tokens)
        if self.awaiting or found != half_move // 2 + 1:
            self._number_wrong(self.awaiting or found)
            self.awaiting = 0
        elif half_move % 2:
            self.awaiting = found

    def _number_wrong(self, found: int) -> None:
        expected = (self.start + len(self.tokens)) // 2 + 1
        if not self.lenient:
            ply = len(self.tokens) + 1
            raise MoveNumberWrong(ply=ply, move=f"{found}.", found=found, expected=expected)
        if "move_number_wrong" not in {code for code, _ in self.warnings}:
            self.warnings.append(("move_number_wrong", {"found": found, "expected": expected}))

    def _take_placeholder(self) -> None:
        if self.awaiting:
            self.awaiting = 0
        else:
            self.gap = True

    def _take_result(self, word: str, result: str | None) -> None:
        if result is None:
            # Only once, because a record may contain thousands.
            if "unknown_result" not in {code for code, _ in self.warnings}:
                self.warnings.append(("unknown_result", {"result": word}))
            result = UNFINISHED
        if self.result is not None and self.result != result:
            raise ResultsDiffer(first=self.result_token, again=word)
        self.result, self.result_token = result, word


def _chunks(text: str, at: int) -> Iterator[tuple[str, str | None]]:
    """Movetext between comments, each with the comment after it."""
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
