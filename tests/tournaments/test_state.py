from dataclasses import replace

import pytest

from tournaments import state as words
from tournaments.state import (
    Absence,
    Adjustment,
    Entrant,
    EventState,
    ForbiddenMeeting,
    LadderFact,
    MatchRules,
    MatchTable,
    PairingOptions,
    Played,
    Slot,
    SlotResult,
    first_seat_of_game,
)
from tournaments.state.teams import Team, TeamMatch


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


def test_the_texts_that_marks_of_stored_tables_are_made_of_stay() -> None:
    """A changed default, or a field more in the text, would compute every stored table again."""
    entrant = Entrant(1, absences=(Absence(1),), adjustments=(Adjustment(1, -1),))
    assert repr(entrant) == (
        "Entrant(number=1, rating=None, absences=(Absence(from_round=1, to_round=None, "
        "points_x2=0, kind='absent'),), adjustments=(Adjustment(after_round=1, points_x2=-1, "
        "kind='penalty'),), start_points_x2=0, group='', seed=0, virtual_x2=(), fixed_table=None)"
    )
    assert repr(MatchRules(match_table=MatchTable())) == (
        "MatchRules(games_per_match=1, match_table=MatchTable(won_x2=2, tied_x2=1, lost_x2=0), "
        "bye_allocated_x2=None, bye_asked_x2=1, forfeit_won_x2=2, forfeit_lost_x2=0, "
        "double_forfeit_x2=0, cancelled_x2=0, rank_by='match_points', tiebreaks=(), "
        "postponed='draw')"
    )
    assert repr(PairingOptions()) == (
        "PairingOptions(cycles=1, swap_last_rounds=False, legs=(), top_moves='lot', "
        "acceleration='none', rematches_from=None, bar=None, floor=None, grade=100, "
        "third_place=False, reset=True, to_majority=True, meet_again_after=4, sizes=(4, 3, 5), "
        "by_score=True, by_times=True, groups=1, numbers='list', seats_by_lot=True, reach=3, "
        "moves='swap', shape='list', streaks=True)"
    )
    played = Played(1, (1, 2), (Slot(1, result=SlotResult("played", "R-0", (2, 0))),))
    assert repr(played) == (
        "Played(round=1, seats=(1, 2), slots=(Slot(number=1, first_seat=1, kind='regular', "
        "result=SlotResult(kind='played', outcome='R-0', points_x2=(2, 0), bpr=None, flats=None, "
        "ford=None, cards_left=None)),), leg=1, kind='match', table=None, bye_points_x2=None, "
        "group='', bracket='')"
    )
    assert TeamMatch(1, 2, (3, 4)).decided_for is None
    assert repr(TeamMatch(1, 2, (3, 4), decided_for=1)) == (
        "TeamMatch(round=1, number=2, teams=(3, 4))"
    )


def test_options_that_a_stage_leaves_out() -> None:
    """Those of the table in docs/pairing.md that are not in the text of a mark."""
    options = PairingOptions.from_dict({"boards": 6, "legs": [2, 1], "minutes": 30})
    assert (options.boards, options.legs) == (6, (2, 1))
    usual = PairingOptions()
    assert (usual.boards, usual.team_rank_by, usual.board_rounds) == (4, "match_points", None)
    assert usual.team_tiebreaks == ("GP", "EDE", "EMMSB", "BBE")
    assert (usual.board_ties, usual.berserk, usual.partners) == ("performance", False, False)
    assert (usual.tables_of_match, replace(usual, partners=True).tables_of_match) == (4, 1)


def test_rounds_are_counted_through_the_event_and_within_the_stage() -> None:
    state = EventState((), rounds_total=7, current_round=5, rounds_before=3)
    assert (state.next_round, state.stage_round) == (6, 3)
    assert state.pairing_rules == 4
    options = PairingOptions(legs=(3, 2))
    legs = replace(state, options=options)
    assert [legs.legs_of_round(number) for number in (1, 2, 3, 9)] == [3, 2, 2, 2]
    assert state.legs_of_round(1) == 1


def test_the_starting_order_is_by_seed_and_else_by_number() -> None:
    state = EventState((Entrant(9, seed=1), Entrant(3), Entrant(2, seed=3), Entrant(1, seed=4)), 0)
    assert state.entries_by_seed == (9, 2, 3, 1)
    assert state.entry_numbers == (1, 2, 3, 9)
    assert state.entrant(2).seed == 3
    with pytest.raises(KeyError):
        state.entrant(4)


def test_two_are_kept_apart_up_to_a_round_or_for_good() -> None:
    apart = (ForbiddenMeeting(1, 2, last_round=3), ForbiddenMeeting(1, 3))
    state = EventState((), 0, forbidden=apart)
    assert [state.are_kept_apart(2, 1, number) for number in (3, 4)] == [True, False]
    assert state.are_kept_apart(1, 3, 99)
    assert not state.are_kept_apart(2, 3, 1)


@pytest.mark.parametrize(
    ("largest", "allowed"), [(0, [False, True, True, True]), (4, [False, True, True, False])]
)
def test_tables_within_the_limits_of_the_game(largest: int, allowed: list[bool]) -> None:
    state = EventState((), 0, smallest_table=3, largest_table=largest)
    assert [state.allows_table_size(seats) for seats in (2, 3, 4, 5)] == allowed


PLAYED = (
    Played(2, (1, 2), (game(1, (2, 0)),)),
    Played(1, (2, 3), (game(1, None),), leg=2),
    Played(1, (1, 2), (game(1, (2, 0)),)),
)


def test_what_was_played_so_far() -> None:
    facts = (LadderFact("a", "decided", 1, 2, 1), LadderFact("b", "decided", 2, 3, 2))
    state = EventState((Entrant(1), Entrant(2), Entrant(3)), 5, 2, PLAYED, ladder=facts)
    assert [(p.round, p.leg) for p in state.pairings_of(2)] == [(1, 1), (1, 2), (2, 1)]
    assert state.busy_entries(2) == {2, 3}
    assert state.busy_entries(1) == set()
    first = state.as_of_round(1)
    assert (first.current_round, len(first.played), first.ladder) == (1, 2, facts[:1])
    assert state.as_of_round(9) == state


def test_a_group_alone_has_its_entries_and_their_games() -> None:
    entrants = (Entrant(1, group="A"), Entrant(2, group="A"), Entrant(3, group="B"))
    state = EventState(entrants, 5, 2, PLAYED)
    alone = state.of_group("A")
    assert (alone.entry_numbers, alone.played) == ((1, 2), (PLAYED[0], PLAYED[2]))
    assert alone.of_group("A") is alone


def test_a_team_by_its_number() -> None:
    state = EventState((), 0, teams=(Team(1, (3, 4)), Team(2, (1,))))
    assert state.team(2).members == (1,)
    with pytest.raises(KeyError):
        state.team(3)


def test_the_last_of_two_absences_counts() -> None:
    both = Entrant(1, absences=(Absence(1, 3, points_x2=1), Absence(2, 2, kind="withdrawn")))
    kinds = [found and found.kind for found in map(both.absence_in, range(1, 5))]
    assert kinds == ["absent", "withdrawn", "absent", None]


def test_games_that_are_no_regular_ones_are_left_out_of_a_match() -> None:
    match = Played(1, (1, 2), (game(1, (2, 0)), game(2, None), game(3, (0, 2), "playoff")))
    assert [slot.number for slot in match.regular_slots] == [1, 2]
    assert [result.points_x2 for result in match.results] == [(2, 0)]
    assert not match.is_bye
    assert Played(1, (1,), kind="bye_asked").is_bye


def test_the_words_that_are_stored_and_that_the_api_takes() -> None:
    assert words.PAIRING_KINDS == ("match", "bye_allocated", "bye_asked")
    assert words.RESULT_KINDS == (
        "played", "adjudicated", "forfeit", "double_forfeit", "cancelled",
    )  # fmt: skip
    assert {"played", "adjudicated"} == words.OVER_THE_BOARD
    assert (words.REGULAR, words.PLAYOFF) == ("regular", "playoff")
    assert words.CAUSES == ("no_show", "withdrew", "late", "conduct", "other")
    assert words.POSTPONED_AS == ("draw", "none", "win")
    assert words.RANK_BY == ("match_points", "game_points", "board_plus_reserve")
    assert words.BOARD_TIES == ("performance", "shared")
    assert (words.TOP_FIRST, words.TOP_SECOND, words.BY_LOT) == ("first", "second", "lot")
    assert words.NUMBER_ORDERS == ("lot", "equals", "list", "given")
    assert words.ROLLING == ("ladder", "arena")
    assert (words.MOVES, words.SHAPES) == (("swap", "insert"), ("list", "pyramid"))
    assert words.LADDER_FACTS == ("decided", "conceded", "dropped")
    assert words.ACCELERATIONS == ("none", "baku")
