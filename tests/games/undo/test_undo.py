"""Undo at the desk: the last act, its way back, and what is left as it was."""

import pytest

from games import services
from games.models import Dispute, Game
from games.services.desk import enter_slip
from games.undo.decisions import ChangedSince
from games.undo.undo import DoneSince, NothingToUndo, last_action, undo_action, undoable_actions
from ratings.models import RatedGame
from tests.builders import (
    actor_of,
    decide_round,
    entry_of,
    make_event,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.games.undo.undoing import assert_consistent, undo_last
from tests.slots import enter_result, rule, submit
from tournaments.errors import NotAllowed
from tournaments.models import Absence, GameSlot, Result, Round
from tournaments.services.entries import absences, entries
from tournaments.services.events import events
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds

ROAD, OTHER = {"result": "R-0"}, {"result": "0-F"}


@pytest.fixture
def round_(event, boss):
    return published_round(event, organiser=boss)


def counted(round_, number=1, table=1):
    row = Result.objects.filter(slot=slot_at(round_, table, number), current=True).first()
    return row and (row.outcome or row.kind)


def test_a_slip_of_two_games_is_taken_back_whole(actor, event, round_):
    pairing = pairing_at(round_)
    enter_slip(actor=actor, pairing_id=pairing.pk, claims={1: ROAD, 2: OTHER})
    assert RatedGame.objects.filter(voided_at=None).count() == 2
    assert undo_last(actor, event) == "slot.entered"
    assert [counted(round_, n) for n in (1, 2)] == [None, None]
    assert {slot.state for slot in GameSlot.objects.filter(pairing=pairing)} == {"open"}
    assert not RatedGame.objects.filter(voided_at=None).exists()
    with pytest.raises(rounds.RoundHasGames, match="even those that were taken back"):
        undo_last(actor, event)
    assert_consistent(event)


def test_a_correction_gives_way_to_what_counted_before(actor, event, round_):
    pairing = pairing_at(round_)
    services.enter_result(actor=actor, pairing_id=pairing.pk, number=1, claim=ROAD)
    services.enter_result(actor=actor, pairing_id=pairing.pk, number=1, claim=OTHER, reason="slip")
    undo_last(actor, event)
    assert counted(round_) == "R-0"
    undo_last(actor, event)
    assert counted(round_) is None
    assert_consistent(event)


def test_a_ruling_gives_the_confirmed_game_back_with_its_rating(actor, event, round_):
    first, second = players_at(round_)
    slot = slot_at(round_)
    record = ptn(FIRST_BY_ROAD)
    game = submit(actor_of(first), slot, record=record)
    services.confirm_game(actor=actor_of(second), game_id=game.pk)
    before = RatedGame.objects.get(voided_at=None)
    rule(slot, {"kind": "forfeit", "winner": 2}, actor=actor, reason="late")
    assert not RatedGame.objects.filter(voided_at=None).exists()
    assert undo_last(actor, event) == "slot.ruled"
    game.refresh_from_db()
    assert (game.state, counted(round_)) == ("confirmed", "R-0")
    after = RatedGame.objects.get(voided_at=None)
    assert (after.played_on, after.order_key) == (before.played_on, before.order_key)
    assert_consistent(event)


def test_a_dispute_that_a_ruling_closed_is_open_again(actor, event, round_):
    """At the second table: ids of its slot and of the dispute differ."""
    first, second = players_at(round_, 2)
    slot = slot_at(round_, 2)
    game = submit(actor_of(first), slot, claim=ROAD)
    services.dispute_game(actor=actor_of(second), game_id=game.pk, text="no")
    rule(slot, {"kind": "cancelled"}, actor=actor, reason="x")
    undo_last(actor, event)
    assert slot_at(round_, 2).state == "disputed"
    assert Dispute.objects.filter(closed_at=None).count() == 1
    assert Game.objects.get().state == "disputed"
    assert_consistent(event)


def test_a_ruling_that_was_disputed_since_is_not_undone(actor, event, round_):
    first, second = players_at(round_)
    slot = slot_at(round_)
    game = submit(actor_of(first), slot, claim=ROAD)
    rule(slot, {"kind": "adjudicated", **ROAD}, actor=actor, reason="seen")
    services.dispute_game(actor=actor_of(second), game_id=game.pk, text="no")
    with pytest.raises(ChangedSince):
        undo_last(actor, event)
    assert counted(round_) == "R-0"


def test_nothing_that_was_sent_since_is_lost(actor, event, round_):
    first, _second = players_at(round_)
    slot = slot_at(round_)
    enter_result(slot, ROAD, actor=actor)
    submit(actor_of(first), slot, record=ptn(FIRST_BY_ROAD))
    with pytest.raises(ChangedSince):
        undo_last(actor, event)
    assert counted(round_) == "R-0"


def test_a_no_show_is_taken_back_for_every_game_of_the_match(actor, event, round_):
    pairing = pairing_at(round_)
    services.record_no_show(actor=actor, pairing_id=pairing.pk, seats=[1])
    assert [counted(round_, n) for n in (1, 2)] == ["seat-2", "seat-2"]
    undo_last(actor, event)
    assert [counted(round_, n) for n in (1, 2)] == [None, None]
    assert_consistent(event)


def test_a_withdrawal_in_the_middle_of_a_round(actor, event, round_):
    entry = entry_of(event, 1)
    absences.ask_bye(actor=actor, entry_id=entry.pk, round_number=3)
    services.withdraw_player(actor=actor, entry_id=entry.pk, from_round=1)
    assert Result.objects.filter(current=True, kind="forfeit").count() == 2
    assert undo_last(actor, event) == "entry.withdrawn"
    assert not Result.objects.filter(current=True).exists()
    assert [(row.kind, row.from_round) for row in Absence.objects.filter(cancelled_at=None)] == [
        ("asked", 3)
    ], "the bye that ended with it holds again"
    assert undo_last(actor, event) == "entry.bye_asked"
    assert_consistent(event)


def test_a_round_is_closed_and_open_again_and_nothing_before_the_publish_is_undone(
    actor, event, round_
):
    decide_round(round_)
    rounds.close_round(actor=actor, event_id=event.pk, number=1)
    assert undo_last(actor, event) == "round.closed"
    assert Round.objects.get().state == "published"
    assert last_action(actor, event) is None, "a round with results is not taken back"
    rounds.close_round(actor=actor, event_id=event.pk, number=1)
    published_round(event)
    standing = [act.line.action for act in undoable_actions(event)]
    assert standing == [], "the system published, and nothing was done since"


def test_from_the_published_round_back_to_who_is_here(actor):
    from tournaments.models import User

    user = User.objects.get(pk=actor.user_id)
    event = make_event(organiser=user, slug="cup", state="registration", entries=4)
    entry = event.entries.order_by("pk")[0]
    entries.check_in(actor=actor, entry_id=entry.pk)
    events.start(actor=actor, event_id=event.pk)
    pairing_jobs.pair_round(actor=actor, event_id=event.pk)
    swap = {"kind": "swap", "leg": 1, "a": 1, "b": 2}
    seats = drawn(event)
    draft_edits.edit_draft(actor=actor, event_id=event.pk, number=1, edits=[swap])
    assert drawn(event) != seats
    rounds.publish_round(actor=actor, event_id=event.pk, number=1)
    told = []
    for _press in range(5):
        told.append(undo_last(actor, event))
        if told[-1] == "round.edited":
            assert drawn(event) == seats
    assert told == [
        "round.published",
        "round.edited",
        "round.paired",
        "event.running",
        "entry.checked_in",
    ]
    assert last_action(actor, event) is None
    event.refresh_from_db()
    assert (event.state, event.rounds.count()) == ("registration", 0)
    assert_consistent(event)


def drawn(event):
    seats = Round.objects.get(event=event).seats.order_by("pairing__table", "order")
    return list(seats.values_list("pairing__table", "entry__number"))


def test_only_what_was_shown_is_undone_and_only_once(actor, event, round_):
    pairing = pairing_at(round_)
    services.enter_result(actor=actor, pairing_id=pairing.pk, number=1, claim=ROAD)
    (shown,) = [
        act.line.seq for act in undoable_actions(event) if act.line.action == "slot.entered"
    ]
    services.withdraw_player(actor=actor, entry_id=entry_of(event, 4).pk, from_round=2)
    services.withdraw_player(actor=actor, entry_id=entry_of(event, 3).pk, from_round=2)
    earlier = undoable_actions(event)[1].line
    assert earlier.action == "entry.withdrawn"
    with pytest.raises(DoneSince):
        undo_action(actor=actor, event_id=event.pk, line=earlier.seq)
    # A game is taken back beside what was done since: the log of results has a button for each.
    undo_action(actor=actor, event_id=event.pk, line=shown)
    assert counted(round_) is None
    with pytest.raises(NothingToUndo):
        undo_action(actor=actor, event_id=event.pk, line=shown)


def test_a_withdrawal_that_another_replaced_holds_again_and_is_undone_in_turn(actor, event):
    entry = entry_of(event, 1)
    for from_round in (3, 2):
        services.withdraw_player(actor=actor, entry_id=entry.pk, from_round=from_round)
    undo_last(actor, event)
    with pytest.raises(absences.WithdrawnByStaff):
        absences.return_entry(actor=actor_of(entry.player), entry_id=entry.pk, from_round=3)
    held = entry.absences.filter(cancelled_at=None)
    assert [row.from_round for row in held] == [3]
    undo_last(actor, event)
    assert not held.all()
    assert_consistent(event)


def test_players_have_no_undo_and_their_own_acts_are_theirs(actor, event, round_):
    entry = entry_of(event, 1)
    services.withdraw_player(actor=actor_of(entry.player), entry_id=entry.pk, from_round=2)
    act = last_action(actor, event)
    assert act is not None
    assert act.line.action == "round.published"
    with pytest.raises(NotAllowed):
        undo_action(actor=actor_of(entry.player), event_id=event.pk, line=act.line.seq)


def test_whom_staff_withdrew_staff_let_return(actor, event):
    entry = entry_of(event, 1)
    me = actor_of(entry.player)
    services.withdraw_player(actor=actor, entry_id=entry.pk, from_round=2)
    services.withdraw_player(actor=me, entry_id=entry.pk, from_round=1)
    with pytest.raises(absences.WithdrawnByStaff):
        absences.return_entry(actor=me, entry_id=entry.pk, from_round=1)
    absences.return_entry(actor=actor, entry_id=entry.pk, from_round=1)
    services.withdraw_player(actor=me, entry_id=entry.pk, from_round=1)
    absences.return_entry(actor=me, entry_id=entry.pk, from_round=1)
