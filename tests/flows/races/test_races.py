"""Two people press buttons of one event at once: one outcome each. On a server only.

Rounds and their drafts race in test_rounds_at_once.py, pairing in test_pairing_at_once.py, the
last places in test_registration.py, leaving and pairing in test_absences.py, one game in
test_races_at_a_table.py.
"""

from collections import Counter
from functools import partial

from games import services as games
from games.check import check_event_games
from tests.builders import make_player, published_round, slot_at
from tests.database import at_once, in_threads
from tests.flows.lives import lives_facts as truth
from tests.flows.races.test_rounds_at_once import Two, answer, lines
from tests.slots import enter_result
from tournaments.models import Entry, GameSlot, Publication, Round, StageEntry
from tournaments.services.entries import entries
from tournaments.services.events import adjustments, events
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.stages import decisions, stages

pytestmark = in_threads
WHY = "because"
TRIES = 4  # races are won by either side; each is run this often
TWO_STAGES = [
    {"system": "monrad", "options": {"rounds": 1}},
    {"system": "round_robin", "options": {"places": 2}},
]


def answer_of(act, about):
    return answer(partial(act, **about))


def play(two, round_, result="R-0"):
    """Every game ends so at the desk; "favourites": the lower entry number wins it."""
    for slot in GameSlot.objects.filter(pairing__round=round_).order_by("pk"):
        seats = list(slot.pairing.seats.order_by("entry__number").values_list("order", flat=True))
        won = "R-0" if seats[0] == slot.first_seat else "0-R"
        enter_result(
            slot, {"result": won if result == "favourites" else result}, actor=two.actors[0]
        )


def both(*presses):
    """What came of presses done at once: done, or the code of the refusal."""
    return at_once(lambda n: answer(presses[n]), times=len(presses))


def assert_whole(two):
    """All of an event is whole, by the checks of the service and by those of random lives."""
    two.assert_whole()
    for check in (truth.check_seats, truth.check_slots, truth.check_ledger):
        check(two.event.pk)
    truth.check_journal(two.event.slug)
    assert check_event_games(two.event.pk) == []
    two.event.refresh_from_db()


def assert_begun(two):
    """Everybody is in, with a number from 1, and sits in the first stage once."""
    found = Entry.objects.filter(event=two.event, state="in").order_by("number")
    assert [entry.number for entry in found] == list(range(1, len(found) + 1))
    seats = StageEntry.objects.filter(stage__event=two.event, stage__number=1)
    assert sorted(seats.values_list("entry", flat=True)) == sorted(entry.pk for entry in found)


def test_opening_and_starting_by_many_is_done_once():
    two = Two(state="draft")
    opened = at_once(lambda n: answer_of(events.open_registration, two.asked(0)))
    assert set(opened) == {"done"}
    for player in (make_player(), make_player(), make_player()):
        entries.enter(player_id=player.pk, **two.asked(0))
    started = at_once(lambda n: answer_of(events.start, two.asked(0)))
    assert set(started) == {"done"}
    assert (lines("event.registration"), lines("event.running")) == (1, 1)
    assert_begun(two)
    assert_whole(two)


def test_an_entry_that_comes_while_the_event_starts_is_in_or_late_and_numbered_once():
    for _try in range(TRIES):
        two = Two(state="registration", entries=3, stages=[{"system": "monrad"}])
        player = make_player()
        enter = partial(entries.enter, player_id=player.pk, **two.asked(1))
        assert both(partial(events.start, **two.asked(0)), enter) == ["done", "done"]
        assert_begun(two)
        assert_whole(two)


def test_starting_and_taking_back_to_draft_exclude_each_other():
    for _try in range(TRIES):
        two = Two(state="registration", entries=2)
        cancel = [
            partial(entries.cancel_entry, actor=two.actors[1], entry_id=entry.pk)
            for entry in two.event.entries.order_by("pk")
        ]
        start, *_ = both(partial(events.start, **two.asked(0)), *cancel)
        two.event.refresh_from_db()
        assert start in ("done", "too_few_entries")
        assert two.event.state == ("running" if start == "done" else "registration")
        if start == "done":
            assert_begun(two)
        assert_whole(two)


def test_the_start_is_taken_back_or_a_round_is_paired():
    for _try in range(TRIES):
        two = Two()
        back, paired = both(
            partial(events.back_to_registration, **two.asked(0)),
            partial(pairing_jobs.pair_round, **two.asked(0)),
        )
        rounds_there = Round.objects.filter(event=two.event).count()
        assert (back, paired, rounds_there) in (
            ("done", "wrong_state", 0),
            ("done", "round_impossible", 0),  # it was computed when nobody had a number any more
            ("event_has_rounds", "done", 1),
        )
        assert_whole(two)


def test_closing_and_finishing_by_many_publish_one_table_each():
    two = Two(entries=2)
    play(two, published_round(two.event))
    closing = at_once(lambda n: answer_of(rounds.close_round, two.asked(n, number=1)))
    finishing = at_once(lambda n: answer_of(events.finish, two.asked(0)))
    assert {*closing, *finishing} == {"done"}
    assert (lines("round.closed"), lines("event.finished")) == (1, 1)
    kinds = Counter(Publication.objects.filter(event=two.event).values_list("kind", flat=True))
    assert set(kinds.values()) == {1}
    assert len(kinds) == 2
    assert_whole(two)


def test_finishing_and_pairing_exclude_each_other():
    for _try in range(TRIES):
        two = Two(entries=3)
        play(two, published_round(two.event))
        finish, pair = both(
            partial(events.finish, **two.asked(0)), partial(pairing_jobs.pair_round, **two.asked(1))
        )
        two.event.refresh_from_db()
        assert (finish, pair, two.event.state) in (
            ("done", "wrong_state", "finished"),
            ("draft_waits", "done", "running"),
        )
        assert_whole(two)


def test_a_correction_while_the_event_finishes_is_in_the_final_table_or_after_it():
    for _try in range(TRIES):
        two = Two(entries=2)
        round_ = published_round(two.event)
        play(two, round_)
        slot = slot_at(round_)
        correct = partial(
            games.rule_slot,
            actor=two.actors[1],
            pairing_id=slot.pairing_id,
            number=1,
            outcome={"kind": "adjudicated", "result": "0-R"},
            reason=WHY,
        )
        assert both(partial(events.finish, **two.asked(0)), correct) == ["done", "done"]
        final = Publication.objects.get(event=two.event, kind="final")
        assert_whole(two)
        same = final.document == two.event.standings.document
        assert same == (final.version == two.event.results_version)


def test_reopening_by_many_is_done_once_and_says_so_once():
    two = Two(entries=2)
    play(two, published_round(two.event))
    events.finish(**two.asked(0))
    pressed = at_once(lambda n: answer_of(events.reopen, two.asked(0, reason=WHY)))
    assert set(pressed) == {"done"}
    assert lines("event.reopened") == 1
    assert_whole(two)


def test_taking_back_by_two_is_taking_back_once():
    two = Two()
    published_round(two.event)
    version = two.event.results_version
    pressed = at_once(
        lambda n: answer_of(rounds.unpublish_round, two.asked(n, number=1, reason=WHY))
    )
    assert set(pressed) == {"done"}
    assert_whole(two)
    assert (lines("round.unpublished"), two.event.results_version) == (1, version + 1)


def played_first_stage():
    """The stronger won: 1 and 2 go on to the second stage, or 3 instead if that is ruled."""
    two = Two(stages=TWO_STAGES)
    play(two, published_round(two.event), "favourites")
    return two


def test_the_next_stage_begins_once_however_many_press():
    two = played_first_stage()
    pressed = Counter(
        at_once(lambda n: answer_of(stages.begin_next_stage, two.asked(0, ties="lot", seed=n)))
    )
    assert pressed["done"] == 1
    assert set(pressed) <= {"done", "no_next_stage", "stage_not_over"}
    assert lines("stage.begun") == 1
    assert StageEntry.objects.filter(stage__event=two.event, stage__number=2).count() == 2
    assert_whole(two)


def test_a_correction_and_the_next_stage_agree_on_who_went_on():
    for _try in range(TRIES):
        two = played_first_stage()
        slot = slot_at(Round.objects.get(event=two.event), 1)
        correct = partial(
            games.rule_slot,
            actor=two.actors[1],
            pairing_id=slot.pairing_id,
            number=1,
            outcome={"kind": "double_forfeit"},
            reason=WHY,
        )
        begin = partial(stages.begin_next_stage, **two.asked(0, ties="lot"))
        assert both(begin, correct) == ["done", "done"]
        assert_whole(two)
        seats = StageEntry.objects.filter(stage__event=two.event, stage__number=2)
        went = set(seats.values_list("entry__number", flat=True))
        kept = Publication.objects.get(event=two.event, kind="stage-1").document["rows"]
        best = {row["entry"] for row in kept if row["rank"] == 1}
        assert went <= best if len(best) > 2 else best <= went


def test_a_stage_is_undone_or_its_round_is_paired():
    for _try in range(TRIES):
        two = played_first_stage()
        stages.begin_next_stage(**two.asked(0, ties="lot"))
        undone, paired = both(
            partial(stages.undo_stage, **two.asked(0, reason=WHY)),
            partial(pairing_jobs.pair_round, **two.asked(0)),
        )
        if paired == "done":
            assert undone == "stage_has_rounds"
        else:
            assert undone == "done"
        assert Round.objects.filter(event=two.event, number=2).count() == (paired == "done")
        assert_whole(two)


def test_a_penalty_and_the_stage_it_was_given_in_go_together():
    for _try in range(TRIES):
        two = Two(entries=2)
        entry = two.event.entries.get(number=1)
        adjust = partial(
            adjustments.adjust_points,
            actor=two.actors[1], entry_id=entry.pk, after_round=0, points_x2=-1, reason=WHY,
        )  # fmt: skip
        back, given = both(partial(events.back_to_registration, **two.asked(0)), adjust)
        assert (back, given) in (("done", "wrong_state"), ("event_has_adjustments", "done"))
        assert_whole(two)


def test_a_late_entry_and_a_pairing_at_once_leave_nobody_without_a_place():
    for _try in range(TRIES):
        two = Two(entries=4, stages=[{"system": "monrad", "options": {"rounds": 3}}])
        player = make_player()
        paired, came = both(
            partial(pairing_jobs.pair_round, **two.asked(0)),
            partial(entries.enter, player_id=player.pk, **two.asked(1)),
        )
        assert (paired, came) == ("done", "done")
        late = Entry.objects.get(event=two.event, player=player)
        seated = Round.objects.get(event=two.event).seats.filter(entry=late).count()
        published = answer_of(rounds.publish_round, two.asked(0, number=1))
        assert published == ("done" if seated else "round_breaks_rules")
        assert_whole(two)


def test_two_rulings_on_a_tie_leave_one_order():
    for _try in range(TRIES):
        two = Two(entries=2, stages=[TWO_STAGES[0], {"system": "manual", "options": {"places": 1}}])
        play(two, published_round(two.event), "1/2-1/2")
        one = partial(decisions.rule_on_tie, **two.asked(0, order=[1, 2], reason=WHY))
        other = partial(decisions.rule_on_tie, **two.asked(1, order=[2, 1], reason=WHY))
        pressed = both(one, other)
        assert sorted(pressed) in (["done", "done"], ["done", "not_tied"])
        assert lines("tie.ruled") >= 1
        rows = StageEntry.objects.filter(stage__event=two.event).order_by("decided_rank")
        assert [row.decided_rank for row in rows] == [1, 2]
        assert_whole(two)
