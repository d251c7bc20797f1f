"""From what a record proves or a person says to the outcome of a slot. No database.

Tak ends in a result code. A card game ends in places, one a seat: the code is those places, and
`places_x2` of the facts is what scores.

Sides ("first", "second") are who moves first and second in the game; seats are numbers in the
pairing. A slot says which seat moves first.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.places import format_places
from engine.tak.players import SIDES
from engine.tak.results import CLAIM_RESULTS, RESULTS, claim_reason, way_of, winner_of
from engine.tak.scoring import Scoring, score_game
from games import places
from tournaments.errors import DomainError, InvalidInput
from tournaments.wording import in_a_row, one_of

OF_TAK = ("result", "reserves", "calls")
OF_CARDS = ("places", "cards_left")
CLAIMED = (*OF_TAK, *OF_CARDS)
MOST_CALLS = 200  # of a claim


class ReserveMissing(DomainError):
    code = "reserve_missing"
    kind = "unproven"
    message = _(
        "This event ranks by board and reserve: say how many stones and capstones {side} had left."
    )


class StakesReserveMissing(ReserveMissing):
    """The same code for programs, with the other reason."""

    message = _(
        "This game is played for coins: say how many stones and capstones the winner had left. "
        "The loser pays for each."
    )


class ResultMissing(DomainError):
    code = "result_missing"
    kind = "unproven"
    message = _("The record does not say how the game ended. Send the result with it.")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: a result code and the facts that score it (TAK-13, TAKI-9, GAM-10)."""

    result: str
    facts: dict[str, Any]

    @property
    def places_x2(self) -> list[int] | None:
        """Doubled places by seat; None for a game that ends in a result."""
        return self.facts.get("places_x2")

    @property
    def winner(self) -> int | None:
        """1 who moved first, 2 who moved second, None a draw."""
        return winner_of(self.result)

    def agrees_with(self, other: "Ended") -> bool:
        """Whether both say the same: winner, way of winning, and score where both know it.

        Of card games: the same places, and the same cards left where both know them.
        """
        if self.places_x2 is not None:
            cards, others = self.facts.get("cards_left"), other.facts.get("cards_left")
            return self.places_x2 == other.places_x2 and (
                not cards or not others or cards == others
            )
        if self.winner != other.winner:
            return False
        ways = {way_of(self.result), way_of(other.result)}
        if len(ways) == 2 and "1" not in ways:
            return False
        mine, theirs = self.exact_score, other.exact_score
        return mine is None or theirs is None or mine == theirs

    @property
    def exact_score(self) -> tuple[int, int] | None:
        score = self.facts.get("score") or {}
        if self.facts.get("score_at_least") or not score:
            return None
        return score["first"], score["second"]


def counted_result(result: str, facts: dict[str, Any]) -> Ended | None:
    """The end of a counted result that was played; None where nobody played (a forfeit)."""
    ended = Ended(result, facts)
    return ended if result in RESULTS or ended.places_x2 is not None else None


def from_verdict(verdict: dict[str, Any], *, claim: Mapping[str, Any] | None = None) -> Ended:
    """The end a record shows; `claim` is what was said beside a record that states none.

    :raises ResultMissing: neither the record nor `claim` tells how the game ended.
    :raises InvalidInput: the places that were said are not those the record proves, or the calls
        are not those it shows.
    """
    if verdict["game"] in places.BEST_CARDS:
        return _from_cards(verdict, claim or {})
    result = verdict["result"] or ""
    claimed = not verdict["proven"]
    if result not in RESULTS:
        result = (claim or {}).get("result") or ""
        claimed = True
    if result not in CLAIM_RESULTS and claimed:
        raise ResultMissing()
    facts = {
        "size": verdict["size"],
        "half_komi": verdict["half_komi"],
        "plies": verdict["plies"],
        "result": result,
        "reason": verdict["reason"] if not claimed else claim_reason(result),
        "proven": not claimed,
        "reserves": verdict["reserves"],
        "flats": verdict["flats"],
        "score_at_least": False,
        **verdict.get("facts", {}),
    }
    facts["score"] = board_plus_reserve(facts, verdict["ruleset"])
    if "calls" in (claim or {}):
        _add_calls(facts, (claim or {})["calls"])
    return Ended(result, facts)


def _add_calls(facts: dict[str, Any], given: Any) -> None:
    """Calls given beside a record. A record that shows calls must show the same."""
    calls = _checked_calls(given)
    judged = (facts.get("wagers") or {}).get("judged")
    if not judged:
        facts["calls"] = calls
    elif [SIDES[side - 1] for _ply, side, _threat in judged] != calls:
        raise InvalidInput(field="calls", problem=_("the record shows other calls"))


def _from_cards(verdict: Mapping[str, Any], claim: Mapping[str, Any]) -> Ended:
    """The places a record of cards proves; of one that was broken off, those that are said."""
    facts = facts_by_seat(verdict)
    shown: list[int] | None = facts.get("places_x2")
    said: Ended | None = None
    if "places" in claim or "cards_left" in claim:
        said = _from_places(claim, game=verdict["game"], seats=facts["seats"])
    if shown is None and said is None:
        raise ResultMissing()
    if shown is None and said is not None:
        facts |= said.facts
    elif said is not None and said.places_x2 != shown:
        proven = format_places(shown or ())
        problem = _("the record gives the places {places}").format(places=proven)
        raise InvalidInput(field="places", problem=problem)
    code = format_places(facts["places_x2"])
    about = {"plies": verdict["plies"], "reason": verdict["reason"], "proven": shown is not None}
    return Ended(code, {**facts, **about, "result": code})


# Facts of a verdict of cards that hold something of each seat, or name a seat.
_OF_EACH_SEAT = ("places_x2", "cards_left", "hands", "kupa_takings", "shortages")
_A_SEAT = ("first", "to_move")


def facts_by_seat(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a verdict of cards by the seats of the table, not those of the record.

    `seats` of a stored verdict says which seat each player of the record has (see names.py).
    """
    facts: dict[str, Any] = dict(verdict["facts"])
    seats: list[int] = verdict.get("seats") or list(range(1, facts["seats"] + 1))
    for name in _OF_EACH_SEAT:
        if name in facts:
            placed = zip(seats, facts[name], strict=True)
            facts[name] = [value for _seat, value in sorted(placed, key=lambda pair: pair[0])]
    for name in _A_SEAT:
        if facts.get(name) is not None:
            facts[name] = seats[facts[name] - 1]
    return facts


def moves_hash(verdict: Mapping[str, Any]) -> str:
    """What tells two games of a slot apart: the moves, and of cards who sat where."""
    if not verdict.get("seats"):
        return str(verdict["moves_hash"])
    text = f"{verdict['moves_hash']}|{verdict['seats']}"
    return hashlib.sha256(text.encode()).hexdigest()


def end_as_told(
    game: str, *, seats: int, verdict: Mapping[str, Any] | None, claim: Mapping[str, Any] | None
) -> Ended | None:
    """How a stored game of cards ended, to be shown; None where nobody has said it yet."""
    try:
        if verdict:
            return _from_cards(verdict, claim or {})
        return _from_places(claim or {}, game=game, seats=seats)
    except DomainError:
        return None


def board_plus_reserve(facts: Mapping[str, Any], ruleset: Mapping[str, Any]) -> dict[str, int]:
    """Points of both sides without factors. Source: TAK-8.1 to 8.4."""
    plain = Scoring(reserve=ruleset.get("reserve_counts", Scoring().reserve))
    return score_game(facts, plain).points


def from_claim(
    claim: dict[str, Any],
    *,
    game: str,
    seats: int,
    ruleset: dict[str, Any],
    reserve_needed: bool = False,
) -> Ended:
    """The end a person states without a record.

    `claim`: {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}, in a game for
    stakes with the Tak calls in their order, {"calls": ["first", "second"]}; of a card
    game {"places": [1, 3, 2]} or {"cards_left": [0, 7, 3]}, by seat.

    :raises InvalidInput: it is not how this game ends, or makes no sense.
    :raises ReserveMissing: the event ranks by board-plus-reserve and the winner's is not given.
    """
    ours = OF_CARDS if game in places.BEST_CARDS else OF_TAK
    for name in CLAIMED:
        if name in claim and name not in ours:
            raise InvalidInput(
                field=name, problem=_("this game is told by {fields}").format(fields=in_a_row(ours))
            )
    if game in places.BEST_CARDS:
        return _from_places(claim, game=game, seats=seats)
    return _from_result(claim, ruleset=ruleset, reserve_needed=reserve_needed)


def _from_places(claim: Mapping[str, Any], *, game: str, seats: int) -> Ended:
    """Places as said, or as the cards left give them; where both are said they must agree."""
    said, cards = claim.get("places"), claim.get("cards_left")
    facts: dict[str, Any] = {"proven": False}
    if cards is None:
        places_x2 = places.read_places(said, seats=seats)
    else:
        places_x2 = places.read_cards_left(cards, seats=seats, game=game)
        facts["cards_left"] = list(cards)
        if said is not None and places.read_places(said, seats=seats) != places_x2:
            problem = _("the cards left give the places {places}").format(
                places=format_places(places_x2)
            )
            raise InvalidInput(field="places", problem=problem)
    code = format_places(places_x2)
    return Ended(code, {**facts, "places_x2": list(places_x2), "result": code})


def _from_result(claim: dict[str, Any], *, ruleset: dict[str, Any], reserve_needed: bool) -> Ended:
    result = str(claim.get("result", ""))
    if result not in RESULTS:
        raise InvalidInput(field="result", problem=one_of(RESULTS))
    reserves = _checked_reserves(claim.get("reserves") or {}, ruleset)
    winner = winner_of(result)
    known = winner is None or SIDES[winner - 1] in reserves
    if reserve_needed and not known:
        raise ReserveMissing(side=SIDES[(winner or 1) - 1])
    facts = {
        "size": ruleset["size"],
        "half_komi": ruleset.get("half_komi", 0),
        "result": result,
        "reason": {"R": "road", "F": "board_full"}.get(way_of(result), claim_reason(result)),
        "proven": False,
        "reserves": reserves,
        "score_at_least": not known,
    }
    facts["score"] = board_plus_reserve(facts, ruleset)
    if "calls" in claim:
        facts["calls"] = _checked_calls(claim["calls"])
    if set(reserves) == set(SIDES) and "capstones" in ruleset:
        facts["capstones_placed"] = {
            side: ruleset["capstones"] - left["capstones"] for side, left in reserves.items()
        }
    return Ended(result, facts)


def _checked_calls(given: Any) -> list[str]:
    """Who called Tak, in the order of calling."""
    sides = given if isinstance(given, list) and len(given) <= MOST_CALLS else [None]
    if any(side not in SIDES for side in sides):
        raise InvalidInput(field="calls", problem=_("a list of first and second, as they called"))
    return list(given)


def _checked_reserves(given: Any, ruleset: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Stones and capstones left, within the set of the ruleset."""
    reserves: dict[str, dict[str, int]] = {}
    if not isinstance(given, dict) or set(given) - set(SIDES):
        raise InvalidInput(field="reserves", problem=_("give first and second"))
    for side, left in given.items():
        if not isinstance(left, dict) or set(left) - {"stones", "capstones"}:
            raise InvalidInput(field=f"reserves.{side}", problem=_("give stones and capstones"))
        reserves[side] = {}
        for kind in ("stones", "capstones"):
            number = left.get(kind, 0)
            most = ruleset.get(kind)
            if type(number) is not int or number < 0 or (most is not None and number > most):
                raise InvalidInput(
                    field=f"reserves.{side}.{kind}", problem=_("a number from 0 to the set's")
                )
            reserves[side][kind] = number
    return reserves
