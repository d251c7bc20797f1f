"""An outlook as sentences: codes with parameters, which the caller translates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from engine.counted import ngettext_lazy
from engine.errors import gettext_noop
from tournaments.outlook.completions import standard_error
from tournaments.outlook.needs import (
    CHANCE,
    ENOUGH,
    IF,
    IF_LEVEL,
    LEVEL,
    MANY,
    NEVER,
    Condition,
    Need,
)
from tournaments.outlook.open_games import DRAW, FIRST_WINS, SECOND_WINS, OpenGame
from tournaments.outlook.stage import Outlook

ENTRY = gettext_noop("entry {number}")
ENTRY_PARAMS = frozenset({"one", "two", "opponent"})
WIN, TIE, LOSS = "win", "draw", "loss"

MESSAGES: dict[str, str] = {
    # How it was made.
    "all_ways": ngettext_lazy(
        "All ways in which the open game can end were tried, each with its chance.",
        "All ways in which the {games} open games can end were tried, each with its chance.",
        "games",
    ),
    "all_brackets": gettext_noop(
        "All {total} ways in which the bracket can be played to its end were tried, each with its "
        "chance."
    ),
    "sampled": gettext_noop(
        "What is still to be played was played {total} times by chance (lot {seed}). A share is "
        "mostly right to within {error} percentage points."
    ),
    "ranked": gettext_noop("The tables at the end were made by the rules of the event."),
    "by_points": gettext_noop(
        "Points alone rank here, without tie-breaks: equal entries share their places alike."
    ),
    "facts_left_out": gettext_noop(
        "Tie-breaks from {codes} on depend on how games are played and are left out: entries that "
        "are equal before them share their places alike."
    ),
    "rounds_paired_simply": ngettext_lazy(
        "{rounds} round is not paired yet: neighbours by points who have not met stand for it.",
        "{rounds} rounds are not paired yet: neighbours by points who have not met stand for them.",
        "rounds",
    ),
    "after_round": gettext_noop(
        "Who meets whom later is not known: these are the places after round {round}."
    ),
    "if_played": gettext_noop(
        "What is called certain holds if the games are played, and no result or penalty is changed."
    ),
    # One's own results.
    "own_win": gettext_noop("A win against {opponent}"),
    "own_draw": gettext_noop("A draw with {opponent}"),
    "own_loss": gettext_noop("A loss to {opponent}"),
    "own_win_game": gettext_noop("A win in game {game} against {opponent}"),
    "own_draw_game": gettext_noop("A draw in game {game} with {opponent}"),
    "own_loss_game": gettext_noop("A loss in game {game} to {opponent}"),
    "own_any": gettext_noop("In any case"),
    # What that is good for.
    ENOUGH: gettext_noop("enough"),
    LEVEL: gettext_noop("enough for a tie at least"),
    IF: gettext_noop("enough if others help"),
    IF_LEVEL: gettext_noop("enough for a tie if others help"),
    MANY: ngettext_lazy(
        "it depends on {games} game of others", "it depends on {games} games of others", "games"
    ),
    CHANCE: gettext_noop("possible"),
    NEVER: gettext_noop("not enough"),
    # The games of others.
    "one_wins": gettext_noop("{one} beats {two}"),
    "drawn": gettext_noop("{one} and {two} draw"),
    "one_does_not_lose": gettext_noop("{two} does not beat {one}"),
    "not_drawn": gettext_noop("{one} and {two} do not draw"),
    "in_round": gettext_noop("round {round}: {text}"),
    "in_game": gettext_noop("round {round}, game {game}: {text}"),
}


class Sentence(NamedTuple):
    """code: a key of MESSAGES."""

    code: str
    params: Mapping[str, int | str]


def method_sentences(outlook: Outlook) -> Iterator[Sentence]:
    """How the outlook was made, and what it leaves out."""
    found = outlook.found
    if outlook.seed is not None:
        error = round(200 * standard_error(0.5, found.total), 1)
        params: dict[str, int | str] = {
            "total": found.total,
            "seed": outlook.seed,
            "error": f"{error:g}",
        }
        yield Sentence("sampled", params)
    elif outlook.is_bracket:
        yield Sentence("all_brackets", {"total": found.total})
    else:
        yield Sentence("all_ways", {"games": len(found.games)})
    if outlook.rounds:
        yield Sentence("rounds_paired_simply", {"rounds": outlook.rounds})
    if outlook.by_points:
        yield Sentence("by_points", {})
    else:
        yield Sentence("ranked", {})
        if outlook.left_out:
            yield Sentence("facts_left_out", {"codes": outlook.left_out[0]})
    if not outlook.is_final:
        yield Sentence("after_round", {"round": outlook.after_round})
    yield Sentence("if_played", {})


def own_result(game: OpenGame, result: int, entry: int) -> str:
    """WIN, TIE or LOSS of the entry."""
    if result == DRAW:
        return TIE
    return WIN if (result == FIRST_WINS) == (game.seats[0] == entry) else LOSS


def own_sentences(need: Need, entry: int) -> Iterator[Sentence]:
    for game, result in need.own:
        one, other = game.seats
        params: dict[str, int | str] = {"opponent": other if one == entry else one}
        code = f"own_{own_result(game, result, entry)}"
        if game.of > 1:
            code, params = f"{code}_game", params | {"game": game.number}
        yield Sentence(code, params)
    if not need.own:
        yield Sentence("own_any", {})


def status_sentence(need: Need) -> Sentence:
    return Sentence(need.status, {"games": need.games} if need.status == MANY else {})


def condition_sentence(condition: Condition) -> Sentence:
    one, two = condition.game.seats
    results = condition.results
    if results in ((SECOND_WINS,), (DRAW, SECOND_WINS)):
        one, two = two, one
    code = {
        (FIRST_WINS,): "one_wins",
        (SECOND_WINS,): "one_wins",
        (DRAW,): "drawn",
        (FIRST_WINS, DRAW): "one_does_not_lose",
        (DRAW, SECOND_WINS): "one_does_not_lose",
        (FIRST_WINS, SECOND_WINS): "not_drawn",
    }[results]
    return Sentence(code, {"one": one, "two": two})


def place_in_event(game: OpenGame) -> Sentence:
    """The sentence around a condition: which round, and which game of a match. It needs `text`."""
    params: dict[str, int | str] = {"round": game.round}
    if game.of > 1:
        return Sentence("in_game", params | {"game": game.number})
    return Sentence("in_round", params)


def sentence_text(
    sentence: Sentence,
    *,
    translate: Callable[[str], str] = str,
    names: Mapping[int, str] | None = None,
    **more: object,
) -> str:
    """names: by entry number. more: parameters that are text already."""

    def format_param(name: str, value: int | str) -> int | str:
        if name not in ENTRY_PARAMS or not isinstance(value, int):
            return value
        return (names or {}).get(value) or translate(ENTRY).format(number=value)

    params = {name: format_param(name, value) for name, value in sentence.params.items()}
    return translate(MESSAGES[sentence.code]).format(**params, **more)
