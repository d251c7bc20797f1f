"""Undo at the desk: the last act, its way back, and what is left as it was."""

import pytest

from games import services
from games.models import Dispute, Game
from games.services.slip import enter_slip
from games.undo.decisions import ChangedSince
from games.undo.undo import DoneSince, NothingToUndo, last_action, undo_action, undoable_actions
from ratings.models import RatedGame
from tests.builders import (
    acting,
    actor_of,
    decide_round,
    entry_of,
    make_event,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.errors import NotAllowed
from tournaments.integrity import check_event
from tournaments.models import Absence, GameSlot, Result, Round
from tournaments.services import journal
from tournaments.services.entries import absences, entries
from tournaments.services.events import events
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds

pytestmark = pytest.mark.django_db

ROAD, OTHER = {"result": "R-0"}, {"result": "0-F"}


@pytest.fixture
def boss():
    return acting(make_user("boss"))


@pytest.fixture
def event(boss):
    from tournaments.models import User

    return make_event(organiser=User.objects.get(pk=boss.user_id), slug="cup", entries=4)


@pytest.fixture
def round_(event, boss):
    made = pairing_jobs.pair_round(actor=boss, event_id=event.pk)
    return rounds.publish_round(actor=boss, event_id=event.pk, number=made.number)


def undo(actor, event):
    """Press Undo; the action that was taken back."""
    event.refresh_from_db()
    act = last_action(actor, event)
    assert act is not None
    undo_action(actor=actor, event_id=event.pk, line=act.line.seq)
    return act.line.action


def counted(round_, number=1, table=1):
    row = Result.objects.filter(slot=slot_at(round_, table, number), current=True).first()
    return row and (row.outcome or row.kind)


def holds(event):
    assert check_event(event.pk) == []
    assert list(journal.broken_links(f"event:{event.slug}")) == []


def test_a_slip_of_two_games_is_taken_back_whole(boss, event, round_):
    pairing = pairing_at(round_)
    enter_slip(actor=boss, pairing_id=pairing.pk, claims={1: ROAD, 2: OTHER})
    assert RatedGame.objects.filter(voided_at=None).count() == 2
    assert undo(boss, event) == "slot.entered"
    assert [counted(round_, n) for n in (1, 2)] == [None, None]
    assert {slot.state for slot in GameSlot.objects.filter(pairing=pairing)} == {"open"}
    assert not RatedGame.objects.filter(voided_at=None).exists()
    with pytest.raises(rounds.RoundHasGames, match="even those that were taken back"):
        undo(boss, event)
    holds(event)


def test_a_correction_gives_way_to_what_counted_before(boss, event, round_):
    pairing = pairing_at(round_)
    services.enter_result(actor=boss, pairing_id=pairing.pk, number=1, claim=ROAD)
    services.enter_result(actor=boss, pairing_id=pairing.pk, number=1, claim=OTHER, reason="slip")
    undo(boss, event)
    assert counted(round_) == "R-0"
    undo(boss, event)
    assert counted(round_) is None
    holds(event)


def test_a_ruling_gives_the_confirmed_game_back_with_its_rating(boss, event, round_):
    first, second = players_at(round_)
    slot = slot_at(round_)
    record = ptn(FIRST_BY_ROAD)
    game = services.submit_game(
        actor=actor_of(first), pairing_id=slot.pairing_id, number=1, record=record
    )
    services.confirm_game(actor=actor_of(second), game_id=game.pk)
    before = RatedGame.objects.get(voided_at=None)
    services.rule_slot(
        actor=boss,
        pairing_id=slot.pairing_id,
        number=1,
        outcome={"kind": "forfeit", "winner": 2},
        reason="late",
    )
    assert not RatedGame.objects.filter(voided_at=None).exists()
    assert undo(boss, event) == "slot.ruled"
    game.refresh_from_db()
    assert (game.state, counted(round_)) == ("confirmed", "R-0")
    after = RatedGame.objects.get(voided_at=None)
    assert (after.played_on, after.order_key) == (before.played_on, before.order_key)
    holds(event)


def test_a_dispute_that_a_ruling_closed_is_open_again(boss, event, round_):
    first, second = players_at(round_)
    slot = slot_at(round_)
    game = services.submit_game(
        actor=actor_of(first), pairing_id=slot.pairing_id, number=1, claim=ROAD
    )
    services.dispute_game(actor=actor_of(second), game_id=game.pk, text="no")
    services.rule_slot(
        actor=boss, pairing_id=slot.pairing_id, number=1, outcome={"kind": "cancelled"}, reason="x"
    )
    undo(boss, event)
    assert slot_at(round_).state == "disputed"
    assert Dispute.objects.filter(closed_at=None).count() == 1
    assert Game.objects.get().state == "disputed"
    holds(event)


def test_nothing_that_was_sent_since_is_lost(boss, event, round_):
    first, _second = players_at(round_)
    slot = slot_at(round_)
    services.enter_result(actor=boss, pairing_id=slot.pairing_id, number=1, claim=ROAD)
    services.submit_game(
        actor=actor_of(first), pairing_id=slot.pairing_id, number=1, record=ptn(FIRST_BY_ROAD)
    )
    with pytest.raises(ChangedSince):
        undo(boss, event)
    assert counted(round_) == "R-0"


def test_a_no_show_is_taken_back_for_every_game_of_the_match(boss, event, round_):
    pairing = pairing_at(round_)
    services.record_no_show(actor=boss, pairing_id=pairing.pk, seats=[1])
    assert [counted(round_, n) for n in (1, 2)] == ["seat-2", "seat-2"]
    undo(boss, event)
    assert [counted(round_, n) for n in (1, 2)] == [None, None]
    holds(event)


def test_a_withdrawal_in_the_middle_of_a_round(boss, event, round_):
    entry = entry_of(event, 1)
    absences.ask_bye(actor=boss, entry_id=entry.pk, round_number=3)
    services.withdraw_player(actor=boss, entry_id=entry.pk, from_round=1)
    assert Result.objects.filter(current=True, kind="forfeit").count() == 2
    assert undo(boss, event) == "entry.withdrawn"
    assert not Result.objects.filter(current=True).exists()
    assert [(row.kind, row.from_round) for row in Absence.objects.filter(cancelled_at=None)] == [
        ("asked", 3)
    ], "the bye that ended with it holds again"
    assert undo(boss, event) == "entry.bye_asked"
    holds(event)


def test_a_round_is_closed_and_open_again_and_nothing_before_the_publish_is_undone(
    boss, event, round_
):
    decide_round(round_)
    rounds.close_round(actor=boss, event_id=event.pk, number=1)
    assert undo(boss, event) == "round.closed"
    assert Round.objects.get().state == "published"
    assert last_action(boss, event) is None, "a round with results is not taken back"
    rounds.close_round(actor=boss, event_id=event.pk, number=1)
    published_round(event)
    standing = [act.line.action for act in undoable_actions(event)]
    assert standing == [], "the system published, and nothing was done since"


def test_from_the_published_round_back_to_who_is_here(boss):
    from tournaments.models import User

    user = User.objects.get(pk=boss.user_id)
    event = make_event(organiser=user, slug="cup", state="registration", entries=4)
    entry = event.entries.order_by("pk")[0]
    entries.check_in(actor=boss, entry_id=entry.pk)
    events.start(actor=boss, event_id=event.pk)
    pairing_jobs.pair_round(actor=boss, event_id=event.pk)
    swap = {"kind": "swap", "leg": 1, "a": 1, "b": 2}
    seats = drawn(event)
    draft_edits.edit_draft(actor=boss, event_id=event.pk, number=1, edits=[swap])
    assert drawn(event) != seats
    rounds.publish_round(actor=boss, event_id=event.pk, number=1)
    told = []
    for _press in range(5):
        told.append(undo(boss, event))
        if told[-1] == "round.edited":
            assert drawn(event) == seats
    assert told == [
        "round.published",
        "round.edited",
        "round.paired",
        "event.running",
        "entry.checked_in",
    ]
    assert last_action(boss, event) is None
    event.refresh_from_db()
    assert (event.state, event.rounds.count()) == ("registration", 0)
    holds(event)


def drawn(event):
    seats = Round.objects.get(event=event).seats.order_by("pairing__table", "order")
    return list(seats.values_list("pairing__table", "entry__number"))


def test_only_what_was_shown_is_undone_and_only_once(boss, event, round_):
    pairing = pairing_at(round_)
    services.enter_result(actor=boss, pairing_id=pairing.pk, number=1, claim=ROAD)
    (shown,) = [
        act.line.seq for act in undoable_actions(event) if act.line.action == "slot.entered"
    ]
    services.withdraw_player(actor=boss, entry_id=entry_of(event, 4).pk, from_round=2)
    services.withdraw_player(actor=boss, entry_id=entry_of(event, 3).pk, from_round=2)
    earlier = undoable_actions(event)[1].line
    assert earlier.action == "entry.withdrawn"
    with pytest.raises(DoneSince):
        undo_action(actor=boss, event_id=event.pk, line=earlier.seq)
    # A game is taken back beside what was done since: the log of results has a button for each.
    undo_action(actor=boss, event_id=event.pk, line=shown)
    assert counted(round_) is None
    with pytest.raises(NothingToUndo):
        undo_action(actor=boss, event_id=event.pk, line=shown)


def test_players_have_no_undo_and_their_own_acts_are_theirs(boss, event, round_):
    entry = entry_of(event, 1)
    services.withdraw_player(actor=actor_of(entry.player), entry_id=entry.pk, from_round=2)
    act = last_action(boss, event)
    assert act is not None
    assert act.line.action == "round.published"
    with pytest.raises(NotAllowed):
        undo_action(actor=actor_of(entry.player), event_id=event.pk, line=act.line.seq)


def test_whom_staff_withdrew_staff_let_return(boss, event):
    entry = entry_of(event, 1)
    me = actor_of(entry.player)
    services.withdraw_player(actor=boss, entry_id=entry.pk, from_round=2)
    services.withdraw_player(actor=me, entry_id=entry.pk, from_round=1)
    with pytest.raises(absences.WithdrawnByStaff):
        absences.return_entry(actor=me, entry_id=entry.pk, from_round=1)
    absences.return_entry(actor=boss, entry_id=entry.pk, from_round=1)
    services.withdraw_player(actor=me, entry_id=entry.pk, from_round=1)
    absences.return_entry(actor=me, entry_id=entry.pk, from_round=1)
