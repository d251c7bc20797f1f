"""Whether what the reasons of a Swiss pairing say is so, counted in what was played before it.

For tournaments without groups, forfeits and absences: each plays one game a round, or has a bye.
"""

from fractions import Fraction

from tournaments.pairing import Pairing, Reason
from tournaments.pairing.swiss.move_reasons import ABSOLUTE, Preference
from tournaments.state import EventState, Played

DOWN, UP = 1, -1


class History:
    """What was played before a round."""

    def __init__(self, state: EventState) -> None:
        self.state = state
        self.entries = state.entry_numbers
        self.had_bye = {played.seats[0] for played in state.played if played.is_bye}

    def points(self, entry: int, *, before: int = 99) -> Fraction:
        """A bye counts as a win."""
        found = Fraction(0)
        for played in self.state.played:
            if played.round < before and entry in played.seats:
                found += 2 if played.is_bye else self._points_x2(played, entry)
        return found / 2

    def _points_x2(self, played: Played, entry: int) -> int | Fraction:
        return played.results[0].points_x2[played.seats.index(entry)]

    def met_in(self, one: int, other: int) -> list[int]:
        return [played.round for played in self.state.played if {one, other} == {*played.seats}]

    def wish(self, entry: int) -> Preference:
        """C.04.3 art. 1.7; `test_preferences_are_those_of_article_1_7` has the table."""
        games = [p for p in self.state.played if len(p.seats) == 2 and entry in p.seats]
        return Preference.of(tuple(p.seats[p.slots[0].first_seat - 1] == entry for p in games))

    def must_move_alike(self, one: int, other: int) -> bool:
        return self.wish(one) == self.wish(other) and self.wish(one).strength == ABSOLUTE

    def floated(self, entry: int, *, ago: int) -> int:
        """DOWN, UP or 0, so many rounds ago; a bye floats down (C.04.3 art. 1.4)."""
        number = self.state.next_round - ago
        for played in self.state.played:
            if played.round == number and entry in played.seats:
                if played.is_bye:
                    return DOWN
                mine, theirs = (
                    self.points(each, before=number)
                    for each in sorted(played.seats, key=lambda seat: seat != entry)
                )
                return (mine > theirs) - (mine < theirs)
        return 0


def assert_true(state: EventState, pairing: Pairing) -> None:
    past = History(state)
    for reason in pairing.explanation:
        if len(pairing.seats) == 1:
            assert _holds_of_bye(past, reason, pairing.seats[0]), reason
        else:
            assert _holds_of_match(past, reason, {*pairing.seats}), reason


def _holds_of_bye(past: History, reason: Reason, entry: int) -> bool:
    points = past.points(entry)
    below = {each for each in past.entries if past.points(each) < points}
    alike = {each for each in past.entries if past.points(each) == points} - past.had_bye
    holds = {
        "bye_odd": len(past.entries) % 2 == 1,
        "bye_lowest": not below,
        "bye_below_had": bool(below) and below <= past.had_bye,
        "bye_below_needed": bool(below - past.had_bye),
        "bye_last": len(alike) > 1 and entry == max(alike),
        "bye_better": entry < max(alike),
    }
    return holds[reason.code] and _number(reason.params.get("points", points)) == points


def _number(said: object) -> Fraction:
    """What a reason writes as 3, 1½ or ½."""
    whole, half, _ = f"{said}".partition("½")
    return Fraction(whole or 0) + (Fraction(1, 2) if half else 0)


def _holds_of_match(past: History, reason: Reason, pair: set[int]) -> bool:
    if reason.code.startswith("not_above_"):
        return _holds_of_first_choice(past, reason, pair)
    if reason.code.startswith("float_"):
        return _holds_of_float(past, reason, pair)
    points = {past.points(entry) for entry in pair}
    if reason.code == "swiss_same_score":
        return points == {_number(reason.params["points"])}
    if reason.code == "swiss_floated":
        high, low = (int(reason.params[name]) for name in ("entry", "opponent"))
        said = [_number(reason.params[name]) for name in ("points", "lower")]
        return {high, low} == pair and said == [max(points), min(points)] == [
            past.points(high), past.points(low),
        ]  # fmt: skip
    return True


def _holds_of_first_choice(past: History, reason: Reason, pair: set[int]) -> bool:
    entry, natural = (int(reason.params[name]) for name in ("entry", "natural"))
    (instead,) = pair - {entry}
    met, code = past.met_in(entry, natural), reason.code.removeprefix("not_above_")
    if code == "met" or met:
        return code == "met" and reason.params["round"] == max(met)
    if code == "must_move_alike" or past.must_move_alike(entry, natural):
        return code == "must_move_alike" and past.must_move_alike(entry, natural)
    wishes = [past.wish(each).first for each in (entry, natural, instead)]
    alike = wishes[0] is not None and wishes[0] == wishes[1] != wishes[2]
    if code == "move_alike" or alike:
        return code == "move_alike" and alike
    is_below = past.points(natural) < past.points(entry)
    ago = next((n for n in (1, 2) if is_below and past.floated(natural, ago=n) == UP), 0)
    return code == ("needed", "floated_last_round", "floated_two_rounds")[ago]


def _holds_of_float(past: History, reason: Reason, pair: set[int]) -> bool:
    code = reason.code.removeprefix("float_")
    entry = max(pair, key=past.points)
    if code.startswith("on"):
        points = _number(reason.params["points"])
        others = [each for each in past.entries if past.points(each) == points]
        return (code == "on_nobody") == all(_may_not_meet(past, entry, each) for each in others)
    if code == "alone":
        return True
    if code == "odd":
        return int(reason.params["size"]) % 2 == 1
    if code == "lowest":
        return reason.params["entry"] == entry
    if "other" not in reason.params:
        return True
    other = int(reason.params["other"])
    ago = next((n for n in (1, 2) if past.floated(other, ago=n) == DOWN), 0)
    return code == ("better", "spared_last_round", "spared_two_rounds")[ago]


def _may_not_meet(past: History, one: int, other: int) -> bool:
    return bool(past.met_in(one, other)) or past.must_move_alike(one, other)
