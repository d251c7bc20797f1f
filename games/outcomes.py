"""From what a record proves or a person says to the outcome of a slot. No database.

Sides ("first", "second") are who moves first and second in the game; seats are numbers in the
pairing. A slot says which seat moves first.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError, InvalidInput

RESULTS = ("R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2")
SIDES = ("first", "second")


class ReserveMissing(DomainError):
    code = "reserve_missing"
    kind = "unproven"
    message = _(
        "This event ranks by board and reserve: say how many stones and capstones {side} had left."
    )


class ResultMissing(DomainError):
    code = "result_missing"
    kind = "unproven"
    message = _("The record does not say how the game ended. Send the result with it.")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a game ended: a result code and the facts that score it (TAK-13)."""

    result: str
    facts: dict[str, Any]

    @property
    def winner(self) -> int | None:
        """1 who moved first, 2 who moved second, None a draw."""
        return winner_of(self.result)

    def agrees_with(self, other: "Ended") -> bool:
        """Whether both say the same: winner, way of winning, and score where both know it."""
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


def counted_end(result: str, facts: dict[str, Any]) -> Ended | None:
    """The end of a counted result that was played; None where nobody played (a forfeit)."""
    return Ended(result, facts) if result in RESULTS else None


def winner_of(result: str) -> int | None:
    """1, 2 or None for a draw."""
    if result == "1/2-1/2":
        return None
    return 2 if result.startswith("0-") else 1


def way_of(result: str) -> str:
    """R by road, F by flats, 1 any other win, = a draw."""
    if result == "1/2-1/2":
        return "="
    return result.strip("0-")


def score_points_x2(result: str) -> tuple[int, int]:
    """Half points of who moved first and of who moved second."""
    winner = winner_of(result)
    if winner is None:
        return 1, 1
    return (2, 0) if winner == 1 else (0, 2)


def from_verdict(verdict: dict[str, Any], *, said: str | None = None) -> Ended:
    """The end a record shows; `said` is the result given beside a record that states none.

    :raises ResultMissing: neither the record nor `said` tells how the game ended.
    """
    result = verdict["result"] or ""
    claimed = not verdict["proven"]
    if result not in RESULTS:
        result = said or ""
        claimed = True
    if result not in ("1-0", "0-1", "1/2-1/2") and claimed:
        raise ResultMissing()
    facts = {
        "size": verdict["size"],
        "half_komi": verdict["half_komi"],
        "plies": verdict["plies"],
        "result": result,
        "reason": verdict["reason"] if not claimed else reason_of_claim(result),
        "proven": not claimed,
        "reserves": verdict["reserves"],
        "flats": verdict["flats"],
        "score": board_plus_reserve(verdict["ruleset"], result, verdict["reserves"]),
        "score_at_least": False,
        **verdict.get("facts", {}),
    }
    return Ended(result, facts)


def reason_of_claim(result: str) -> str:
    return "agreement" if result == "1/2-1/2" else "resignation_or_time"


def board_plus_reserve(
    ruleset: dict[str, Any], result: str, reserves: dict[str, dict[str, int]]
) -> dict[str, int]:
    """Points of both sides. Source: TAK-8.1 to 8.4."""
    from_reserve = (
        ("stones",)
        if ruleset.get("reserve_counts") == "stones_only"
        else (
            "stones",
            "capstones",
        )
    )
    score = {"first": 0, "second": 0}
    winner = winner_of(result)
    if winner is not None:
        side = SIDES[winner - 1]
        left = reserves.get(side, {})
        score[side] = ruleset["size"] ** 2 + sum(max(left.get(kind, 0), 0) for kind in from_reserve)
    return score


def from_claim(claim: dict[str, Any], *, ruleset: dict[str, Any], reserve_needed: bool) -> Ended:
    """The end a person states without a record.

    `claim`: {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}.

    :raises ReserveMissing: the event ranks by board-plus-reserve and the winner's is not given.
    """
    result = str(claim.get("result", ""))
    if result not in RESULTS:
        raise InvalidInput(field="result", problem=_("one of ") + " ".join(RESULTS))
    reserves = _checked_reserves(claim.get("reserves") or {}, ruleset)
    winner = winner_of(result)
    known = winner is None or SIDES[winner - 1] in reserves
    if reserve_needed and not known:
        raise ReserveMissing(side=SIDES[(winner or 1) - 1])
    facts = {
        "size": ruleset["size"],
        "half_komi": ruleset.get("half_komi", 0),
        "result": result,
        "reason": {"R": "road", "F": "board_full"}.get(way_of(result), reason_of_claim(result)),
        "proven": False,
        "reserves": reserves,
        "score": board_plus_reserve(ruleset, result, reserves),
        "score_at_least": not known,
    }
    return Ended(result, facts)


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
