"""The end of a game, from a verdict or a claim. No database.

A game of Tak ends in a result code. A card game ends in a place for each seat: the code joins the
places, and the fact `places_x2` scores.

Sides ("first", "second") are the order of moving in the game; seats are numbers in the pairing. The
slot says which seat moves first.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from engine.games import CARD_GAMES
from engine.places import format_places, place_texts
from engine.tak.players import SIDES
from engine.tak.results import CLAIM_RESULTS, RESULTS, claim_reason, way_of, winner_of
from engine.tak.scoring import Scoring, score_game
from games import places
from games.verdicts import moves_hash as moves_hash  # for whoever stores a game
from tournaments.errors import DomainError, InvalidInput
from tournaments.wording import join_with_commas, one_of_message

# JSON: what the engine proved, what a person claims, what scores the end of a game, its rules.
Verdict = dict[str, Any]
Claim = Mapping[str, Any]
Facts = dict[str, Any]
Ruleset = Mapping[str, Any]
TAK_CLAIM_FIELDS = ("result", "reserves", "calls")
CARD_CLAIM_FIELDS = ("places", "cards_left")
CLAIM_FIELDS = (*TAK_CLAIM_FIELDS, *CARD_CLAIM_FIELDS)
MAX_CALLS = 200  # of a claim


class ReserveMissing(DomainError):
    code = "reserve_missing"
    kind = "unproven"
    field = "reserves"
    message = _(
        "This event ranks by board and reserve: say how many stones and capstones {side} had left."
    )


class StakesReserveMissing(ReserveMissing):
    """The same code with another message."""

    message = _(
        "This game is played for coins: say how many stones and capstones the winner had left. "
        "The loser pays for each."
    )


class ResultMissing(DomainError):
    code = "result_missing"
    kind = "unproven"
    field = "result"
    message = _("The record does not say how the game ended. Send the result with it.")


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How a game ended: a result code and the facts that score it (TAK-13, TAKI-9, GAM-10)."""

    result: str
    facts: Facts

    @property
    def places_x2(self) -> list[int] | None:
        """Doubled places by seat; None for a game that ends in a result."""
        return self.facts.get("places_x2")

    @property
    def winner(self) -> int | None:
        """1 who moved first, 2 who moved second, None a draw."""
        return winner_of(self.result)

    def agrees_with(self, other: "GameEnd") -> bool:
        """Whether both have the same winner and type of win, and the same score if both know it.

        For card games: the same places, and the same cards left if both know them.
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


def counted_result(result: str, facts: Facts) -> GameEnd | None:
    """The end of a counted result; None if the game was not played (a forfeit)."""
    ended = GameEnd(result, facts)
    return ended if result in RESULTS or ended.places_x2 is not None else None


def from_verdict(verdict: Verdict, *, claim: Claim | None = None) -> GameEnd:
    """The end that a record shows. claim: sent with the record, for a record without a result.

    :raises ResultMissing: neither the record nor `claim` has a result.
    :raises InvalidInput: the places or calls of the claim differ from those of the record.
    """
    if verdict["game"] in CARD_GAMES:
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
    return GameEnd(result, facts)


def _add_calls(facts: Facts, given: object) -> None:
    """Add claimed calls. If the record shows calls, they must be the same."""
    calls = _checked_calls(given)
    judged = (facts.get("wagers") or {}).get("judged")
    if not judged:
        facts["calls"] = calls
    elif [SIDES[side - 1] for _ply, side, _threat in judged] != calls:
        raise InvalidInput(field="calls", problem=_("the record shows other calls"))


def _from_cards(verdict: Mapping[str, Any], claim: Claim) -> GameEnd:
    """The places that a card record proves, or for an unfinished record those of the claim."""
    facts = facts_by_seat(verdict)
    proven: list[int] | None = facts.get("places_x2")
    claimed: GameEnd | None = None
    if "places" in claim or "cards_left" in claim:
        claimed = _from_places(claim, game=verdict["game"], seats=facts["seats"])
    if proven is None and claimed is None:
        raise ResultMissing()
    if proven is None and claimed is not None:
        facts |= claimed.facts
    elif claimed is not None and claimed.places_x2 != proven:
        of_record = join_with_commas(place_texts(proven or ()))
        problem = _("the record gives the places {places}").format(places=of_record)
        raise InvalidInput(field="places", problem=problem)
    code = format_places(facts["places_x2"])
    about = {"plies": verdict["plies"], "reason": verdict["reason"], "proven": proven is not None}
    return GameEnd(code, {**facts, **about, "result": code})


# Facts of a card verdict that are lists by seat, or a seat.
_LISTS_BY_SEAT = ("places_x2", "cards_left", "hands", "kupa_takings", "shortages")
_SEATS = ("first", "to_move")


def facts_by_seat(verdict: Mapping[str, Any]) -> Facts:
    """The facts of a card verdict by the seats of the table instead of those of the record.

    `seats` of a stored verdict maps each player of the record to a seat (see names.py).
    """
    facts: Facts = dict(verdict["facts"])
    seats: list[int] = verdict.get("seats") or list(range(1, facts["seats"] + 1))
    for name in _LISTS_BY_SEAT:
        if name in facts:
            placed = zip(seats, facts[name], strict=True)
            facts[name] = [value for _seat, value in sorted(placed, key=lambda pair: pair[0])]
    for name in _SEATS:
        if facts.get(name) is not None:
            facts[name] = seats[facts[name] - 1]
    return facts


def card_game_end(
    game: str, *, seats: int, verdict: Mapping[str, Any] | None, claim: Claim | None
) -> GameEnd | None:
    """How a stored card game ended, for display; None while unknown."""
    try:
        if verdict:
            return _from_cards(verdict, claim or {})
        return _from_places(claim or {}, game=game, seats=seats)
    except DomainError:
        return None


def board_plus_reserve(facts: Facts, ruleset: Ruleset) -> dict[str, int]:
    """Points of both sides without the event's factors. Source: TAK-8.1 to 8.4."""
    plain = Scoring(reserve=ruleset.get("reserve_counts", Scoring().reserve))
    return score_game(facts, plain).points


def from_claim(
    claim: Claim,
    *,
    game: str,
    seats: int,
    ruleset: Ruleset,
    reserve_needed: bool = False,
) -> GameEnd:
    """The end that a person claims without a record.

    `claim`: {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}, in a game for
    stakes also the Tak calls in order, {"calls": ["first", "second"]}; for a card game
    {"places": [1, 3, 2]} or {"cards_left": [0, 7, 3]}, by seat.

    :raises InvalidInput: a field does not belong to this game, or is malformed.
    :raises ReserveMissing: the event ranks by board-plus-reserve and the winner's is missing.
    """
    allowed = CARD_CLAIM_FIELDS if game in CARD_GAMES else TAK_CLAIM_FIELDS
    for name in CLAIM_FIELDS:
        if name in claim and name not in allowed:
            problem = _("report this game with {fields}").format(fields=join_with_commas(allowed))
            raise InvalidInput(field=name, problem=problem)
    if game in CARD_GAMES:
        return _from_places(claim, game=game, seats=seats)
    return _from_result(claim, ruleset=ruleset, reserve_needed=reserve_needed)


def _from_places(claim: Claim, *, game: str, seats: int) -> GameEnd:
    """The claimed places, or those that follow from the cards left; both must agree."""
    claimed, cards = claim.get("places"), claim.get("cards_left")
    facts: Facts = {"proven": False}
    if cards is None:
        places_x2 = places.read_places(claimed, seats=seats)
    else:
        places_x2 = places.read_cards_left(cards, seats=seats, game=game)
        facts["cards_left"] = list(cards)
        if claimed is not None and places.read_places(claimed, seats=seats) != places_x2:
            problem = _("the cards left give the places {places}").format(
                places=join_with_commas(place_texts(places_x2))
            )
            raise InvalidInput(field="places", problem=problem)
    code = format_places(places_x2)
    return GameEnd(code, {**facts, "places_x2": list(places_x2), "result": code})


def _from_result(claim: Claim, *, ruleset: Ruleset, reserve_needed: bool) -> GameEnd:
    result = str(claim.get("result", ""))
    if result not in RESULTS:
        raise InvalidInput(field="result", problem=one_of_message(RESULTS))
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
    return GameEnd(result, facts)


def _checked_calls(given: Any) -> list[str]:
    """The sides that called Tak, in order."""
    sides = given if isinstance(given, list) and len(given) <= MAX_CALLS else [None]
    if any(side not in SIDES for side in sides):
        raise InvalidInput(field="calls", problem=_("a list of first and second, as they called"))
    return list(given)


def _checked_reserves(given: object, ruleset: Ruleset) -> dict[str, dict[str, int]]:
    """Stones and capstones left, at most those of the ruleset."""
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
                problem = str(_("a whole number, 0 or more"))
                if most is not None:
                    problem = _("a number from {least} to {most}").format(least=0, most=most)
                raise InvalidInput(field=f"reserves.{side}.{kind}", problem=problem)
            reserves[side][kind] = number
    return reserves
