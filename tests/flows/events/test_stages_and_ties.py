"""Groups, then a knockout; two are level where the places end: a lot, a ruling, or a play-off.

Two groups of four, drawn as a snake: A 1 4 5 8, B 2 3 6 7. The stronger wins, but 4 and 5 draw,
so both have one win, one draw and one loss, and only one of them goes on.
"""

import pytest

from ratings.models import RatedGame
from tests.builders import (
    acting,
    decide,
    entry_of,
    finish_round,
    make_event,
    make_user,
    played_round,
    published_round,
)
from tests.slots import enter_result, rule
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.integrity import check_event
from tournaments.models import GameSlot, JournalLine, Round, StageEntry
from tournaments.recompute import refresh_standings
from tournaments.services.events.states import ReasonNeeded
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.rounds.pairing_jobs import StagePlayedOff
from tournaments.services.stages import decisions, playoffs, stages
from tournaments.services.stages.decisions import NotTied
from tournaments.services.stages.playoffs import NothingTied
from tournaments.services.stages.stage_ends import StageUndecided
from tournaments.services.stages.stages import FirstStage, StageHasRounds, TiedAtTheLine

STAGES = [
    {"system": "round_robin", "options": {"groups": 2}},
    {"system": "knockout", "options": {"places": 2}},
]


def seats_of(slot):
    seats = slot.pairing.seats.order_by("order")
    return tuple(seats.values_list("entry__number", flat=True))


def slots_between(round_, *numbers):
    slots = GameSlot.objects.filter(pairing__round=round_).order_by("pk")
    return [slot for slot in slots if set(seats_of(slot)) == set(numbers)]


def win(slot, number):
    """The game of a slot is won by an entry."""
    decide(slot, "R-0" if seats_of(slot)[slot.first_seat - 1] == number else "0-R")


def play_groups(*draws, entries=8, planned=STAGES, **settings):
    event = make_event(entries=entries, games=1, stages=planned, **settings)
    for _number in range(3):
        round_ = published_round(event)
        for pair in draws:
            for slot in slots_between(round_, *pair):
                decide(slot, "1/2-1/2")
        finish_round(round_, favourites=True)
    return event


def make_world():
    return play_groups((4, 5))


@pytest.fixture
def event(made):
    return made


def begin(event, **how):
    return stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, **how)


def going(stage):
    return list(stage.stage_entries.order_by("seed").values_list("entry__number", flat=True))


def decided(event, stage=1):
    rows = StageEntry.objects.filter(stage__event=event, stage__number=stage)
    rows = rows.exclude(decided_rank=None).order_by("entry__number")
    return {row.entry.number: (row.decided_rank, row.decided_why) for row in rows}


def play_off(event, **how):
    """Order a play-off and publish it."""
    made = playoffs.order_playoff(actor=SYSTEM, event_id=event.pk, **how)
    return rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=made.number)


def test_a_tie_stops_the_next_stage(event):
    with pytest.raises(TiedAtTheLine, match="4 and 5"):
        begin(event)
    assert decided(event) == {}


def test_settled_by_lot(event):
    knockout = begin(event, ties="lot", seed=3)
    (first, second) = sorted(decided(event).items(), key=lambda row: row[1])
    assert [first[1], second[1]] == [(1, "lot"), (2, "lot")]
    assert set(going(knockout)) == {1, first[0], 2, 3}


def test_settled_by_a_ruling_that_says_why(event):
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[5, 4], reason="5 came on time")
    line = JournalLine.objects.get(action="tie.ruled")
    assert decided(event) == {4: (2, f"ruling {line.seq}"), 5: (1, f"ruling {line.seq}")}
    assert (line.text, line.after) == ("5 came on time", {"order": [5, 4], "group": "A"})
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[5, 4], reason="again")
    assert JournalLine.objects.filter(action="tie.ruled").count() == 1
    # Seeds: the winners, then the seconds; 1 meets 4 and 2 meets 3: A1 v B2, B1 v A2.
    assert going(begin(event)) == [1, 2, 5, 3]


def test_a_ruling_is_for_those_who_are_tied_and_for_staff(event):
    for order in ([4], [4, 1], [4, 5, 8]):
        with pytest.raises(NotTied, match="4, 5"):
            decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=order, reason="so")
    with pytest.raises(InvalidInput):
        decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[4, 5, 4], reason="so")
    with pytest.raises(ReasonNeeded):
        decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[4, 5], reason=" ")
    with pytest.raises(NotAllowed):
        decisions.rule_on_tie(
            actor=acting(make_user()), event_id=event.pk, order=[4, 5], reason="so"
        )
    assert decided(event) == {}


def test_a_ruling_is_taken_back_while_the_next_stage_has_not_begun(event):
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[5, 4], reason="a mistake")
    for _twice in range(2):
        decisions.undo_rulings(actor=SYSTEM, event_id=event.pk, reason="it was one")
    assert decided(event) == {}
    (line,) = JournalLine.objects.filter(action="tie.ruling_undone")
    assert sorted(line.before or {}) == ["4", "5"]
    with pytest.raises(TiedAtTheLine):
        begin(event)


def test_settled_by_a_play_off_of_two(event):
    made = play_off(event, time_control={"class": "blitz", "minutes": 3}, seed=1)
    (slot,) = slots_between(made, 4, 5)
    assert (made.number, made.kind, slot.kind, slot.time_control["class"]) == (
        4, "playoff", "playoff", "blitz",
    )  # fmt: skip
    assert GameSlot.objects.filter(pairing__round=made).count() == 1
    with pytest.raises(StageUndecided):
        begin(event)
    refresh_standings(event.pk)
    before = selectors.standings_document(event)["rows"]
    win(slot, 5)
    event.refresh_from_db()
    refresh_standings(event.pk)
    assert selectors.standings_document(event)["rows"] == before, "a play-off is in no table"
    state, _version = selectors.event_state(event.pk)
    assert (state.current_round, {played.round for played in state.played}) == (3, {1, 2, 3})
    knockout = begin(event, ties="playoff")
    assert decided(event) == {4: (2, "play-off"), 5: (1, "play-off")}
    assert going(knockout) == [1, 2, 5, 3]
    assert selectors.event_state(event.pk)[0].rounds_before == 4
    semi = published_round(event)
    assert semi.number == 5
    assert check_event(event.pk) == []


def test_a_game_of_a_play_off_is_rated_in_its_own_time_class(event):
    made = play_off(event, time_control={"class": "blitz"})
    (slot,) = slots_between(made, 4, 5)
    enter_result(slot, {"result": "F-0"})
    assert RatedGame.objects.get(source=f"slot:{slot.pk}").time_class == "blitz"


def test_a_play_off_that_is_level_is_followed_by_another_then_by_a_lot(event):
    first = play_off(event, games=2)
    one, other = slots_between(first, 4, 5)
    assert {one.first_seat, other.first_seat} == {1, 2}
    win(one, 4)
    win(other, 5)
    with pytest.raises(TiedAtTheLine):
        begin(event, ties="playoff")
    second = play_off(event)
    (slot,) = slots_between(second, 4, 5)
    assert second.number == 5
    win(slot, 4)
    assert going(begin(event, ties="playoff")) == [1, 2, 4, 3]
    assert check_event(event.pk) == []


def test_more_than_two_play_off_by_the_berger_tables():
    # Everybody draws: all four of each group are level for two places.
    everybody = [(a, b) for a in range(1, 9) for b in range(a + 1, 9)]
    event = play_groups(*everybody)
    made = play_off(event, seed=5)
    assert (made.legs, made.pairings.count()) == (3, 12)
    met = {tuple(sorted(seats_of(slot))) for slot in GameSlot.objects.filter(pairing__round=made)}
    of_group = {pair for group in ((1, 4, 5, 8), (2, 3, 6, 7)) for pair in pairs_of(group)}
    assert met == of_group
    for slot in GameSlot.objects.filter(pairing__round=made):
        win(slot, min(seats_of(slot)))
    knockout = begin(event, ties="playoff")
    assert set(going(knockout)) == {1, 4, 2, 3}
    assert {number: rank for number, (rank, _why) in decided(event).items()} == {
        1: 1, 4: 2, 5: 3, 8: 4, 2: 1, 3: 2, 6: 3, 7: 4,
    }  # fmt: skip
    assert check_event(event.pk) == []


def pairs_of(group):
    return {(a, b) for a in group for b in group if a < b}


def test_a_play_off_leaves_some_level_and_a_ruling_parts_them():
    # 4, 5 and 8 all draw among themselves and lose to 1: level for one place of group A.
    event = play_groups((4, 5), (4, 8), (5, 8))
    made = play_off(event)
    assert (made.legs, made.pairings.count()) == (3, 3)
    decide(slots_between(made, 4, 5)[0], "1/2-1/2")
    win(slots_between(made, 4, 8)[0], 4)
    win(slots_between(made, 5, 8)[0], 5)
    with pytest.raises(TiedAtTheLine, match="4 and 5"):
        begin(event)
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[5, 4], reason="the toss")
    knockout = begin(event)
    assert set(going(knockout)) == {1, 5, 2, 3}
    ranks = {number: rank for number, (rank, _why) in decided(event).items()}
    assert ranks == {4: 2, 5: 1, 8: 3}
    assert decided(event)[8] == (3, "play-off")


def test_a_play_off_cannot_be_ordered_where_nobody_is_level():
    with pytest.raises(NothingTied):
        playoffs.order_playoff(actor=SYSTEM, event_id=play_groups().pk)


@pytest.mark.parametrize(
    "control", [{"class": "Blitz!"}, {"minutes": -1}, {"minutes": True}, {"clock": 3}]
)
def test_a_time_control_that_makes_no_sense_is_refused(event, control):
    with pytest.raises(InvalidInput, match="time_control"):
        playoffs.order_playoff(actor=SYSTEM, event_id=event.pk, time_control=control)
    assert not Round.objects.filter(kind="playoff").exists()


def test_once_it_is_played_off_a_stage_has_no_more_rounds(event):
    made = play_off(event)
    win(slots_between(made, 4, 5)[0], 4)
    with pytest.raises(StagePlayedOff):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)


def test_a_play_off_can_be_discarded_and_ordered_anew(event):
    made = playoffs.order_playoff(actor=SYSTEM, event_id=event.pk)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=made.number)
    assert play_off(event).number == made.number


def test_a_correction_makes_another_tie_and_the_ruling_does_not_decide_it(event):
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[5, 4], reason="5 came on time")
    (slot,) = [
        slot
        for slot in GameSlot.objects.filter(pairing__round__event=event)
        if set(seats_of(slot)) == {4, 5}
    ]
    rule(
        slot,
        {
            "kind": "adjudicated",
            "result": "F-0" if seats_of(slot)[slot.first_seat - 1] == 4 else "0-F",
            "reserves": {"first": {"stones": 4, "capstones": 0}},
        },
        reason="the record was misread",
    )
    assert set(going(begin(event))) == {1, 4, 2, 3}


def test_a_stage_begun_too_early_is_taken_back(event):
    begin(event, ties="lot", seed=3)
    drawn = decided(event)
    back = stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="the lot was not public")
    assert (back.number, back.state) == (1, "running")
    assert decided(event) == {}
    assert not StageEntry.objects.filter(stage__event=event, stage__number=2).exists()
    assert selectors.event_state(event.pk)[0].system == "round_robin"
    begun, undone = JournalLine.objects.filter(subject="stage:2").order_by("seq")
    assert (begun.after or {})["entries"] == (undone.before or {})["entries"] != []
    assert undone.text == "the lot was not public"
    begin(event, ties="lot", seed=3)
    assert decided(event) == drawn, "the same seed draws the same lot"
    refresh_standings(event.pk)
    assert check_event(event.pk) == []


def test_a_ruling_survives_taking_the_stage_back(event):
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[5, 4], reason="5 came on time")
    ruled = decided(event)
    begin(event)
    stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="too early")
    assert decided(event) == ruled
    assert going(begin(event)) == [1, 2, 5, 3]


def test_a_stage_with_a_round_stays_and_so_does_the_first(event):
    with pytest.raises(FirstStage):
        stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="why not")
    begin(event, ties="lot")
    with pytest.raises(ReasonNeeded):
        stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="")
    pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(StageHasRounds):
        stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="why not")


def test_the_best_of_the_rest_are_level_across_groups():
    # 4 and 3 are second in their groups with the same points: one more place than groups.
    planned = [STAGES[0], {"system": "knockout", "options": {"places": 1, "best_of_rest": 1}}]
    event = play_groups(planned=planned)
    with pytest.raises(TiedAtTheLine, match="3 and 4"):
        begin(event)
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[4, 3], reason="drawn from a hat")
    line = JournalLine.objects.get(action="tie.ruled")
    assert decided(event) == {
        3: (2, f"across groups 2: ruling {line.seq}"),
        4: (1, f"across groups 1: ruling {line.seq}"),
    }
    assert set(going(begin(event))) == {1, 2, 4}


def test_tied_in_the_group_and_then_across_groups_both_decisions_are_kept():
    planned = [STAGES[0], {"system": "knockout", "options": {"places": 1, "best_of_rest": 1}}]
    # 1 and 4 draw, so do 2 and 3; all four beat the others: level first in their groups.
    event = play_groups((1, 4), (2, 3), planned=planned)
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[4, 1], reason="a")
    decisions.rule_on_tie(actor=SYSTEM, event_id=event.pk, order=[2, 3], reason="b")
    with pytest.raises(TiedAtTheLine, match="1 and 3"):
        begin(event)
    begin(event, ties="lot", seed=2)
    rank, why = decided(event)[1]
    assert rank == 2
    assert why.startswith("ruling ")
    assert "; across groups " in why
    assert why.endswith(": lot")
    stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="once more")
    assert all("across" not in why for _rank, why in decided(event).values())
    again = begin(event, ties="lot", seed=2)
    assert {4, 2} <= set(going(again))


def test_the_table_shows_what_was_decided(event):
    begin(event, ties="lot", seed=3)
    refresh_standings(event.pk)
    (groups,) = selectors.standings_document(event)["earlier"]
    shown = {row["entry"]: row["decided"] for row in groups["rows"] if row.get("decided")}
    assert shown == {
        number: {"rank": rank, "why": "lot"} for number, (rank, _why) in decided(event).items()
    }


def test_two_knockout_entries_level_for_a_place_play_it_off():
    # No match for the third place: the losers of the semi-finals are level behind the finalists.
    planned = [{"system": "knockout"}, {"system": "round_robin", "options": {"places": 3}}]
    event = make_event(entries=4, games=2, stages=planned)
    for _number in range(2):
        played_round(event, favourites=True)
    made = play_off(event)
    (slot,) = GameSlot.objects.filter(pairing__round=made)
    win(slot, 3)
    assert GameSlot.objects.filter(pairing__round=made).count() == 1, "no match of the bracket"
    assert entry_of(event, 3).number in going(begin(event, ties="playoff"))
