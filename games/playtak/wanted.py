"""What a slot wants of a game at playtak, its seek, and what of a game does not fit. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import gettext_noop
from games.playtak.played import PlayedGame

# What playtak plays by; what an event may not have otherwise. Source: Game.java of its server.
RULES_THERE: dict[str, frozenset[Any]] = {
    "flat_tie": frozenset({"draw"}),
    "out_of_pieces": frozenset({"all_pieces"}),
    "opening": frozenset({"swap", "double_black_stack"}),
}
# Source: Seek.java, which changes what lies outside without a word.
BOUNDS = {"size": (3, 8), "half_komi": (0, 8), "stones": (10, 80), "capstones": (0, 5)}
LONGEST_GAME = 24 * 3600


@dataclass(frozen=True, slots=True)
class Problem:
    """code: a key of MESSAGES; params are put into it."""

    code: str
    params: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"code": self.code, "params": self.params}


MESSAGES: dict[str, str] = {
    "players": gettext_noop("{white} and {black} played it; {first} and {second} are paired."),
    "first_mover": gettext_noop("{white} moved first; {first} had to."),
    "size": gettext_noop("it was played on size {found}, not {expected}."),
    "komi": gettext_noop("it was played with a komi of {found}, not {expected}."),
    "pieces": gettext_noop("it was played with the pieces {found}, not {expected}."),
    "opening": gettext_noop("it began with the opening {found}, not {expected}."),
    "time": gettext_noop("it was played with the time {found}, not {expected}."),
    "not_tournament": gettext_noop("it was not played as a game of a tournament."),
    "repeated": gettext_noop("game {number} at playtak was counted here already."),
    "counted_elsewhere": gettext_noop("this game was counted in another place."),
    "too_early": gettext_noop("it began before its round was published."),
    "other_report": gettext_noop("a player reported a different result."),
    "switched_off": gettext_noop("its event is not played at playtak any more."),
    "no_slot": gettext_noop("no game of this service has this number."),
    "not_at_server": gettext_noop("the server has no such game."),
    "not_over": gettext_noop("the server has no result of it."),
    "server_away": gettext_noop("the server could not be asked."),
    "not_published": gettext_noop("its round is not published."),
    "not_proved": gettext_noop("the engine refuses it: {reason}"),
    "no_handle": gettext_noop("{name} has no name at playtak."),
    "no_time": gettext_noop("the event does not say the time for a game."),
    "not_online": gettext_noop("{name} is not at playtak now, or plays there."),
    "other_seek": gettext_noop("another game of the first player comes first."),
    "not_there": gettext_noop("playtak cannot play by these rules: {field}."),
}


@dataclass(frozen=True, slots=True)
class Side:
    """A player of a slot. handles: their names at playtak, as they write them."""

    name: str
    handles: tuple[str, ...]

    def is_called(self, name: str) -> bool:
        return name.casefold() in {handle.casefold() for handle in self.handles}


@dataclass(frozen=True, slots=True)
class Wanted:
    """first moves first. seconds, increment: None where the event does not say them.

    ruleset: the fields of `engine.tak.ruleset.Ruleset`.
    """

    first: Side
    second: Side
    ruleset: Mapping[str, Any]
    seconds: int | None = None
    increment: int | None = None


def wanted_time(time_control: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """Seconds and increment of a time control of an event; minutes may have a fraction."""
    minutes, increment = time_control.get("minutes"), time_control.get("increment_seconds")
    if minutes is None:
        return None, None
    return round(60 * minutes), round(increment or 0)


def why_no_seek(wanted: Wanted) -> list[Problem]:
    """Why no seek can be made for a slot; empty if one can."""
    found = [
        Problem("no_handle", {"name": side.name})
        for side in (wanted.first, wanted.second)
        if not side.handles
    ]
    if not wanted.seconds or wanted.seconds > LONGEST_GAME:
        found.append(Problem("no_time", {}))
    return found + rules_not_there(wanted.ruleset)


def rules_not_there(ruleset: Mapping[str, Any]) -> list[Problem]:
    """Which rules of an event playtak does not play by."""
    unlike = [name for name, known in RULES_THERE.items() if ruleset[name] not in known]
    outside = [name for name, (least, most) in BOUNDS.items() if not least <= ruleset[name] <= most]
    return [Problem("not_there", {"field": name}) for name in unlike + outside]


def seek_body(wanted: Wanted, pnt_id: int) -> dict[str, Any]:
    """The body of `PUT /api/v1/seeks`: the first player seeks the second, as a tournament game.

    The slot has nothing that `why_no_seek` names.
    """
    rules = wanted.ruleset
    body: dict[str, Any] = {
        "pntId": pnt_id,
        "creator": wanted.first.handles[0],
        "opponent": wanted.second.handles[0],
        "color": "WHITE",
        "timeContingent": wanted.seconds,
        "timeIncrement": wanted.increment or 0,
        "extraTimeTriggerMove": 0,
        "extraTimeAmount": 0,
        "komi": rules["half_komi"] / 2,
        "boardSize": rules["size"],
        "capstones": rules["capstones"],
        "pieces": rules["stones"],
        "unrated": False,
        "tournament": True,
    }
    # Older servers do not know the field and refuse a seek that has it.
    if rules["opening"] != "swap":
        body["opening"] = rules["opening"].replace("_", " ")
    return body


def misfits(played: PlayedGame, wanted: Wanted) -> list[Problem]:
    """What of a game is not as its slot wants it; empty if it fits."""
    found = _players(played, wanted)
    rules = wanted.ruleset
    pairs = {
        "size": (played.size, rules["size"]),
        "komi": (f"{played.half_komi / 2:g}", f"{rules['half_komi'] / 2:g}"),
        "pieces": (
            f"{played.stones}+{played.capstones}",
            f"{rules['stones']}+{rules['capstones']}",
        ),
        "opening": (played.opening, rules["opening"]),
    }
    if wanted.seconds is not None:
        pairs["time"] = (_time(played), f"{wanted.seconds}+{wanted.increment or 0}")
    found += [
        Problem(code, {"found": there, "expected": here})
        for code, (there, here) in pairs.items()
        if there != here
    ]
    if not played.is_tournament:
        found.append(Problem("not_tournament", {}))
    return found


def _players(played: PlayedGame, wanted: Wanted) -> list[Problem]:
    first, second = wanted.first, wanted.second
    if first.is_called(played.white) and second.is_called(played.black):
        return []
    if first.is_called(played.black) and second.is_called(played.white):
        return [Problem("first_mover", {"white": played.white, "first": first.name})]
    names = {"white": played.white, "black": played.black}
    return [Problem("players", {**names, "first": first.name, "second": second.name})]


def _time(played: PlayedGame) -> str:
    """Seconds and increment, with the extra time; it is compared with one that has none."""
    text = f"{played.seconds}+{played.increment}{'n' if played.does_increment_scale else ''}"
    if played.extra_move and played.extra_seconds:
        text += f"@{played.extra_move}+{played.extra_seconds}"
    return text
