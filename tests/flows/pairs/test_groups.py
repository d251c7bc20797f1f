"""Groups, and places given across groups: A has entries 1 4 5 8, B has 2 3 6 7.

Unless a test says otherwise the lower number wins, so 4 and 3 are second with two wins each.
"""

import pytest

from games.services import people
from tests.builders import (
    drafted_round,
    entry_of,
    make_event,
    make_player,
    published_round,
)
from tests.flows.pairs.world import (
    absent,
    ask_bye,
    close,
    games_of,
    give,
    is_consistent,
    points,
    rows,
    rule,
    win,
    withdraw,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import GameSlot
from tournaments.services.entries.entries import enter
from tournaments.services.events.states import DraftWaits
from tournaments.services.rounds import rounds
from tournaments.services.stages import decisions, stages
from tournaments.services.stages.stage_ends import StageUndecided
from tournaments.services.stages.stages import TiedAtTheLine

pytestmark = pytest.mark.django_db

BEST_SECOND = {"places": 1, "best_of_rest": 1}
BEST_THIRD = {"places": 2, "best_of_rest": 1}


def groups(going, entries=8, **first):
    planned = {"system": "round_robin", "options": {"groups": 2}, **first}
    return make_event(
        entries=entries,
        games=1,
        stages=[planned, {"system": "knockout", "options": going}],
    )


def play(event, *, before_closing=lambda round_: None):
    """Play the groups; `before_closing` decides some games of each round otherwise."""
    for _number in range(3):
        round_ = published_round(event)
        before_closing(round_)
        close(round_)


def begin(event):
    stage = stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    return set(stage.stage_entries.values_list("entry__number", flat=True))


def matches_of(event):
    """The matches by which each entry is compared across groups."""
    state, _version = selectors.event_state(event.pk)
    tables = decisions.group_tables(state)
    return {row.entry: row.matches for members in tables.values() for row in members}


def test_staying_away_leaves_an_opponent_with_a_bye_and_others_as_they_were():
    event = groups(BEST_SECOND)
    absent(event, 4, 1)
    first = published_round(event)
    (bye,) = first.pairings.filter(kind="bye_allocated")
    assert (bye.group, first.pairings.count()) == ("A", 4)
    close(first)
    assert points(event)[4] == 0
    assert is_consistent(event)


def test_who_stayed_away_is_not_better_per_match_across_groups():
    event = groups(BEST_THIRD)
    absent(event, 4, 1)
    play(event)  # 4 and 6 are third in their groups, each with one win of three rounds
    assert set(matches_of(event).values()) == {3}
    with pytest.raises(TiedAtTheLine, match="4 and 6"):
        begin(event)


def test_an_asked_bye_counts_as_a_match_across_groups():
    event = groups(BEST_SECOND)
    ask_bye(event, 4, 1, points_x2=2)
    play(event)
    assert points(event)[4] == points(event)[3] == 4
    assert matches_of(event)[4] == 3
    assert begin(event) == {1, 2, 3}, "level in points; 4 has fewer board-plus-reserve points"


def test_a_smaller_group_counts_its_byes_as_matches():
    event = groups(BEST_SECOND, entries=7)
    play(event)
    assert set(matches_of(event).values()) == {3}
    assert begin(event) == {1, 2, 3}


def test_who_has_left_gives_the_place_to_the_next_of_the_group():
    event = groups({"places": 2})
    play(event)
    withdraw(event, 1, 4)
    assert points(event)[1] == 6, "the table of the groups keeps who played"
    assert begin(event) == {4, 5, 2, 3}
    assert is_consistent(event)


def test_who_has_left_moves_the_group_up_across_groups():
    def cancelled(round_):
        for pair in ((3, 6), (3, 7), (6, 7)):
            for slot in games_of(round_, *pair):
                rule(slot, "cancelled")

    event = groups(BEST_SECOND)
    play(event, before_closing=cancelled)
    assert [points(event)[number] for number in (3, 6, 7)] == [0, 0, 0]
    withdraw(event, 1, 4)
    # 5 is second of A now, with a win; 3, 6 and 7 share the second place of B with nothing.
    assert begin(event) == {4, 2, 5}


def test_a_forfeit_counts_as_a_win_of_the_group_and_has_no_board_points():
    def forfeited(round_):
        for slot in games_of(round_, 4, 8):
            rule(slot, "forfeit", winner=4)

    event = groups(BEST_SECOND)
    play(event, before_closing=forfeited)
    found = rows(event)
    assert [found[number]["primary_x2"] for number in (3, 4)] == [4, 4]
    assert found[4]["bpr"] < found[3]["bpr"]
    assert begin(event) == {1, 2, 3}


def test_a_penalty_decides_who_is_the_best_second():
    event = groups(BEST_SECOND)
    play(event)
    give(event, 3, -1, after_round=3)
    assert begin(event) == {1, 2, 4}
    assert is_consistent(event)


def test_a_penalty_moves_a_group_and_leaves_the_other_group():
    event = groups({"places": 2})
    play(event)
    give(event, 4, -3, after_round=3)  # 4 has 2 - 1½, 5 has 1
    assert {number: row["rank"] for number, row in rows(event).items()} == {
        1: 1, 5: 2, 4: 3, 8: 4, 2: 1, 3: 2, 6: 3, 7: 4,
    }  # fmt: skip
    assert begin(event) == {1, 5, 2, 3}


def test_a_postponed_game_of_a_group_holds_the_next_stage():
    event = groups(BEST_SECOND)

    def postponed(round_):
        for slot in games_of(round_, 5, 8):
            rule(slot, "postponed")

    play(event, before_closing=postponed)
    with pytest.raises(StageUndecided):
        begin(event)
    (slot,) = GameSlot.objects.filter(state="postponed")
    win(slot, 5)
    give(event, 3, -1, after_round=3)
    assert begin(event) == {1, 2, 4}


def test_a_draft_of_a_group_holds_the_next_stage():
    event = groups(BEST_SECOND)
    for _number in range(2):
        close(published_round(event))
    draft = drafted_round(event)
    stages.end_stage(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(DraftWaits):
        begin(event)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=draft.number)
    with pytest.raises(StageUndecided):
        begin(event)
    close(draft)
    give(event, 3, -1, after_round=3)
    assert begin(event) == {1, 2, 4}


def test_a_correction_changes_the_groups_and_not_who_went_on():
    event = groups(BEST_SECOND)
    play(event)
    give(event, 3, -1, after_round=3)
    assert begin(event) == {1, 2, 4}
    (slot,) = (slot for round_ in event.rounds.all() for slot in games_of(round_, 4, 8))
    win(slot, 8, reason="misread")
    assert is_consistent(event)
    (table,) = selectors.standings_document(event)["earlier"]
    assert {row["entry"]: row["primary_x2"] for row in table["rows"]}[4] == 2
    assert set(rows(event)) == {1, 2, 4}


def test_a_late_entry_is_compared_by_every_round_of_its_group():
    event = groups(BEST_SECOND, system="swiss", options={"groups": 2, "rounds": 3})
    close(published_round(event))
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    group = late.stage_entries.get().group
    assert group == "A"
    for _number in range(2):
        close(published_round(event))
    assert set(matches_of(event).values()) == {3}
    assert is_consistent(event)


def test_the_table_of_a_group_names_who_a_player_is_now():
    event = groups(BEST_SECOND)
    play(event)
    give(event, 3, -1, after_round=3)
    merged, kept = entry_of(event, 4).player, make_player("Dagmar")
    people.merge_players(actor=SYSTEM, player=merged.public_id, into=kept.public_id)
    assert begin(event) == {1, 2, 4}, "the entry goes on"
    refreshed = rows(event)
    assert refreshed[4]["name"] == "Dagmar"
    (table,) = selectors.standings_document(event)["earlier"]
    assert {row["name"] for row in table["rows"] if row["entry"] == 4} == {"Dagmar"}
    people.anonymise_player(actor=SYSTEM, player=kept.public_id)
    rows(event)
    assert "Dag" not in str(selectors.standings_document(event))
    assert is_consistent(event)


def test_legs_of_groups_are_matches():
    event = groups(
        {"places": 1, "best_of_rest": 1},
        system="swiss",
        options={"groups": 2, "rounds": 1, "legs": [2]},
    )
    first = published_round(event)
    seated = first.seats.values_list("pairing__group", "entry__number")
    assert {group for group, number in seated if number in (1, 4, 5, 8)} == {"A"}
    close(first)
    assert set(matches_of(event).values()) == {2}
    assert is_consistent(event)
