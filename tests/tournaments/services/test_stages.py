"""From stage to stage: groups, who goes on, ties at the line, options that may still change."""

from typing import Any

import pytest

from tests.builders import finish_round, make_event, played_round, published_round
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.integrity import check_event
from tournaments.models import JournalLine, Publication, StageEntry
from tournaments.recompute import refresh_standings
from tournaments.services.entries.absences import withdraw_entry
from tournaments.services.rounds import pairing_jobs
from tournaments.services.rounds.pairing_jobs import RoundImpossible
from tournaments.services.stages import stages
from tournaments.services.stages.stage_ends import NoNextStage, StageNotOver
from tournaments.services.stages.stages import TiedAtTheLine

GROUPS_THEN_KNOCKOUT = [
    {"system": "round_robin", "options": {"groups": 2}},
    {"system": "knockout", "options": {"places": 2}},
]


def groups_played():
    event = make_event(entries=8, games=1, stages=GROUPS_THEN_KNOCKOUT)
    for _number in range(3):
        played_round(event, favourites=True)
    return event


def test_groups_are_drawn_as_a_snake():
    event = make_event(entries=8, stages=GROUPS_THEN_KNOCKOUT)
    groups = dict(StageEntry.objects.values_list("seed", "group"))
    assert groups == {1: "A", 2: "B", 3: "B", 4: "A", 5: "A", 6: "B", 7: "B", 8: "A"}
    round_ = published_round(event)
    assert set(round_.pairings.values_list("group", flat=True)) == {"A", "B"}


def test_groups_then_a_knockout_to_its_winner():
    event = groups_played()
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    state, _version = selectors.event_state(event.pk)
    assert state.system == "knockout"
    assert (state.rounds_before, state.rounds_total) == (3, 5)
    semi = published_round(event)
    met = {
        tuple(p.seats.order_by("entry__number").values_list("entry__number", flat=True))
        for p in semi.pairings.all()
    }
    # Group A: 1, 4; group B: 2, 3. Winners meet the seconds of the other group.
    assert met == {(1, 3), (2, 4)}
    finish_round(semi, favourites=True)
    played_round(event, favourites=True)
    refresh_standings(event.pk)
    document = selectors.standings_document(event)
    assert [row["entry"] for row in document["rows"]][:2] == [1, 2]
    with pytest.raises(RoundImpossible):
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    assert check_event(event.pk) == []
    assert Publication.objects.filter(event=event, kind="stage-1").count() == 1


def test_no_knockout_before_the_groups_are_played():
    event = make_event(entries=8, stages=GROUPS_THEN_KNOCKOUT)
    played_round(event)
    with pytest.raises(StageNotOver):
        stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)


def test_a_stage_ended_by_hand_is_over():
    one_of_each = [GROUPS_THEN_KNOCKOUT[0], {"system": "knockout", "options": {"places": 1}}]
    event = make_event(entries=8, games=1, stages=one_of_each)
    played_round(event, favourites=True)
    stages.end_stage(actor=SYSTEM, event_id=event.pk)
    with pytest.raises(TiedAtTheLine):
        stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    begun = stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties="lot", seed=7)
    assert begun.stage_entries.count() == 2
    drawn = StageEntry.objects.filter(stage__number=1, decided_why="lot")
    ranks = drawn.order_by("decided_rank").values_list("decided_rank", flat=True)
    assert list(ranks) == [1, 1, 2, 2]
    line = JournalLine.objects.get(action="stage.begun")
    after: Any = line.after
    assert (line.subject, after["seed"]) == ("stage:2", 7)
    entries = begun.stage_entries.order_by("seed").values_list("entry__number", flat=True)
    assert after["entries"] == list(entries)
    assert [(tie["group"], tie["why"]) for tie in after["ties"]] == [
        ("A", "lot"),
        ("B", "lot"),
    ]
    assert after["lots"] == [tie["order"] for tie in after["ties"]]


def test_a_stage_taken_back_says_who_was_in_it_and_why():
    planned = [{"system": "monrad", "options": {"rounds": 1}}, {"system": "manual"}]
    event = make_event(entries=2, games=1, stages=planned)
    played_round(event, favourites=True)
    stages.begin_next_stage(actor=SYSTEM, event_id=event.pk)
    stages.undo_stage(actor=SYSTEM, event_id=event.pk, reason="Too early")
    line = JournalLine.objects.get(action="stage.undone")
    assert (line.subject, line.before, line.text) == ("stage:2", {"entries": [1, 2]}, "Too early")


def test_a_cut_by_the_number_of_players_counts_those_who_are_still_there():
    """Sixteen would send eight on; one withdraws, and fifteen send four."""
    planned = [
        {"system": "swiss", "options": {"rounds": 1}},
        {"system": "knockout", "options": {"places_by_players": True}},
    ]
    sizes = []
    for withdrawn in (0, 1):
        event = make_event(entries=16, games=1, stages=planned)
        played_round(event, favourites=True)
        for entry in event.entries.order_by("-number")[:withdrawn]:
            withdraw_entry(actor=SYSTEM, entry_id=entry.pk, from_round=2)
        begun = stages.begin_next_stage(actor=SYSTEM, event_id=event.pk, ties="lot", seed=1)
        sizes.append(begun.stage_entries.count())
        assert check_event(event.pk) == []
    assert sizes == [8, 4]


def test_the_last_stage_has_none_after_it():
    with pytest.raises(NoNextStage):
        stages.begin_next_stage(actor=SYSTEM, event_id=make_event().pk)


def test_options_of_rounds_to_come_may_change_and_others_not():
    event = make_event(entries=6, stages=[{"system": "swiss", "options": {"rounds": 3}}])
    published_round(event)
    changed = stages.edit_stage(
        actor=SYSTEM, event_id=event.pk, number=1, options={"rounds": 4, "rematches_from": 3}
    )
    assert changed.options == {"rounds": 4, "rematches_from": 3}
    with pytest.raises(InvalidInput, match="top_moves"):
        stages.edit_stage(
            actor=SYSTEM, event_id=event.pk, number=1, options={"top_moves": "second"}
        )


@pytest.mark.parametrize(
    ("system", "options", "named"),
    [
        ("draughts", {}, "stages"),
        ("swiss", {"cycles": 2}, "stages.options.cycles"),
        ("swiss", {"legs": [4, 0]}, "stages.options.legs"),
        ("round_robin", {"cycles": True}, "stages.options.cycles"),
        ("mcmahon", {"bar": 1000, "floor": 2000}, "stages.options.bar"),
        ("knockout", {"places": 4}, "stages.options.places"),
        ("knockout", {"places_by_players": True}, "stages.options.places_by_players"),
    ],
)
def test_a_stage_that_makes_no_sense_is_refused_by_name(system, options, named):
    with pytest.raises(InvalidInput) as refused:
        make_event(state="draft", stages=[{"system": system, "options": options}])
    assert refused.value.details["field"] == named


@pytest.mark.parametrize("fixed", [{"places": 4}, {"best_of_rest": 1}])
def test_places_are_fixed_or_by_players(fixed):
    options = {**fixed, "places_by_players": True}
    planned = [{"system": "swiss"}, {"system": "knockout", "options": options}]
    with pytest.raises(InvalidInput, match="either"):
        make_event(state="draft", stages=planned)
