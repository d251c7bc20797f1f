import pytest

from tournaments.state import (
    Absence,
    Entrant,
    EventState,
    MatchRules,
    MatchTable,
    Played,
    Slot,
    SlotResult,
    first_seat_of_game,
)


def game(number: int, points: tuple[int, int] | None, kind: str = "regular") -> Slot:
    result = SlotResult("played", "R-0", points) if points else None
    return Slot(number, kind=kind, result=result)


def test_a_match_is_finished_when_all_its_regular_games_are() -> None:
    open_match = Played(1, (4, 7), (game(1, (2, 0)), game(2, None)))
    assert not open_match.is_finished
    closed = Played(1, (4, 7), (game(1, (2, 0)), game(2, (1, 1)), game(3, None, "playoff")))
    assert closed.is_finished
    assert not Played(1, (4, 7), (game(1, None),)).is_finished
    assert not Played(1, (4, 7)).is_finished
    assert Played(1, (4,), kind="bye_allocated").is_finished


def test_an_open_absence_covers_every_later_round() -> None:
    entrant = Entrant(3, absences=(Absence(2, 3, points_x2=1), Absence(6)))
    covered = [number for number in range(1, 9) if entrant.absence_in(number)]
    assert covered == [2, 3, 6, 7, 8]
    state = EventState((Entrant(1), entrant), rounds_total=8)
    assert state.present_entries(1) == (1, 3)
    assert state.present_entries(2) == (1,)


@pytest.mark.parametrize(
    ("first_seat", "number", "seats", "expected"),
    [
        (1, 1, 2, 1),
        (1, 2, 2, 2),
        (1, 3, 2, 1),
        (2, 1, 2, 2),
        (2, 2, 2, 1),
        (3, 2, 4, 4),
        (4, 2, 4, 1),
    ],
)
def test_the_first_move_goes_round(first_seat: int, number: int, seats: int, expected: int) -> None:
    assert first_seat_of_game(first_seat=first_seat, number=number, seats=seats) == expected


def test_games_nobody_played_score_as_the_rules_say() -> None:
    rules = MatchRules(forfeit_won_x2=2, forfeit_lost_x2=0, double_forfeit_x2=0)
    assert rules.unplayed_x2("forfeit", winner_seat=2) == (0, 2)
    assert rules.unplayed_x2("double_forfeit", winner_seat=None) == (0, 0)
    assert rules.unplayed_x2("cancelled", winner_seat=None, seats=3) == (0, 0, 0)


def test_a_bye_is_worth_a_win_unless_the_rules_say_otherwise() -> None:
    assert MatchRules(games_per_match=2).bye_x2("bye_allocated") == 4
    assert MatchRules(match_table=MatchTable(4, 2, 0)).bye_x2("bye_allocated") == 4
    assert MatchRules(bye_allocated_x2=1).bye_x2("bye_allocated") == 1
    assert MatchRules(bye_asked_x2=0).bye_x2("bye_asked") == 0
