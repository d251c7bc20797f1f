"""People stay away: byes asked for, withdrawing in the middle of a round, coming back."""

import random

import pytest

from games.models import Ruling
from games.services import submit_game, withdraw_player
from ratings.models import RatedGame
from tests.builders import (
    acting,
    actor_of,
    decide,
    entry_of,
    finish_round,
    make_event,
    make_user,
    pairing_at,
    played_round,
    published_round,
)
from tests.database import at_once, needs_server
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM, Actor
from tournaments.errors import DomainError, NotAllowed
from tournaments.integrity import check_event
from tournaments.models import GameSlot, Round
from tournaments.recompute import refresh_standings
from tournaments.services import journal_checks
from tournaments.services.entries import absences
from tournaments.services.rounds import pairing_jobs, rounds
from tournaments.services.rounds.drafts import RoundBreaksRules
from tournaments.standings.presence import WITHDRAWN

SWISS = [{"system": "swiss", "options": {"rounds": 4}}]


def points(event):
    refresh_standings(event.pk)
    document = selectors.standings_document(event)
    return {row["entry"]: row["primary_x2"] for row in document["rows"]}


def meeting(round_, number):
    """The pairing of an entry in a round, and the entry number of the opponent."""
    pairing = round_.pairings.get(seats__entry__number=number)
    (other,) = pairing.seats.exclude(entry__number=number).values_list("entry__number", flat=True)
    return pairing, other


def results_of(pairing):
    """Kind, who won and why of each game of a pairing, by entry number."""
    found = []
    for slot in pairing.slots.order_by("number"):
        counted = slot.results.get(current=True)
        winners = [
            pairing.seats.get(order=seat.order).entry.number
            for seat in counted.seats.all()
            if seat.points_x2
        ]
        found.append((counted.kind, winners, counted.facts.get("cause")))
    return found


@pytest.mark.django_db
def test_byes_of_half_a_point_none_and_a_whole_one():
    #            round 1          round 2
    # entry 5    half-point bye   plays
    # entry 6    zero-point bye   plays
    # entry 7    full-point bye   plays
    event = make_event(entries=7, match={"tiebreaks": ["BH", "REP"]}, stages=SWISS)
    for number, points_x2 in ((5, 1), (6, 0), (7, 2)):
        entry = entry_of(event, number)
        absences.ask_bye(actor=SYSTEM, entry_id=entry.pk, round_number=1, points_x2=points_x2)
    first = played_round(event, favourites=True)
    assert first.seats.count() == 4
    view = selectors.round_view(event, 1, ANONYMOUS)
    assert [(row["entry"], row["kind"], row["points_x2"]) for row in view["away"]] == [
        (5, "asked", 1),
        (6, "asked", 0),
        (7, "asked", 2),
    ]
    assert [row["name"] for row in view["away"]] == ["Eli", "Fay", "Gus"]
    assert points(event) == {1: 2, 2: 2, 3: 0, 4: 0, 5: 1, 6: 0, 7: 2}
    rows = {row["entry"]: row for row in selectors.standings_document(event)["rows"]}
    # FIDE C.07 art. 16.2 and 7.6: a bye worth a win is not missed by choice, the others are.
    assert [rows[number]["tie_breaks"][1] for number in (5, 6, 7)] == [0, 0, 1]
    played_round(event, favourites=True)
    refresh_standings(event.pk)
    assert check_event(event.pk) == []


@pytest.mark.django_db
def test_a_player_leaves_in_the_middle_of_a_round_and_comes_back():
    event = make_event(entries=6, stages=SWISS)
    entry = entry_of(event, 2)
    round_ = published_round(event)
    pairing, other = meeting(round_, 2)
    me = actor_of(entry.player)
    done = withdraw_player(actor=me, entry_id=entry.pk, from_round=1)
    assert done.ruled == [(pairing.pk, 1), (pairing.pk, 2)]
    assert done.left == []
    assert results_of(pairing) == [("forfeit", [other], "withdrew")] * 2
    again = withdraw_player(actor=me, entry_id=entry.pk, from_round=1)
    assert (again.ruled, again.left) == ([], [])
    assert Ruling.objects.count() == 2
    assert not RatedGame.objects.exists()
    finish_round(round_)
    assert not played_round(event, favourites=True).seats.filter(entry=entry).exists()
    view = selectors.round_view(event, 2, ANONYMOUS)
    assert [(row["entry"], row["kind"]) for row in view["away"]] == [(2, "withdrawn")]
    absences.return_entry(actor=me, entry_id=entry.pk, from_round=3)
    assert played_round(event, favourites=True).seats.filter(entry=entry).exists()
    assert points(event)[2] == 2  # only round 3
    assert check_event(event.pk) == []
    assert journal_checks.check_scope(f"event:{event.slug}") == []


@pytest.mark.django_db
def test_who_leaves_between_rounds_forfeits_nothing():
    event = make_event(entries=6, stages=SWISS)
    played_round(event, favourites=True)
    done = withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 2).pk, from_round=2)
    assert (done.from_round, done.ruled, done.left) == (2, [], [])


@pytest.mark.django_db
def test_what_was_played_stays_and_what_was_reported_is_left_to_the_arbiter():
    event = make_event(entries=4, games=3)
    round_ = published_round(event)
    pairing, other = meeting(round_, 1)
    first, second, _third = pairing.slots.order_by("number")
    decide(first)
    submit_game(
        actor=actor_of(entry_of(event, other).player),
        pairing_id=pairing.pk,
        number=second.number,
        claim={"result": "R-0"},
    )
    done = withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 1).pk, from_round=1)
    assert done.ruled == [(pairing.pk, 3)]
    assert done.left == [(pairing.pk, 2, "reported")]
    assert first.results.get(current=True).kind == "played"


@pytest.mark.django_db
def test_two_who_have_both_left_both_forfeit():
    event = make_event(entries=4)
    round_ = published_round(event)
    pairing, other = meeting(round_, 1)
    absences.withdraw_entry(actor=SYSTEM, entry_id=entry_of(event, other).pk, from_round=1)
    withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 1).pk, from_round=1)
    assert results_of(pairing) == [("double_forfeit", [], "withdrew")] * 2


@pytest.mark.django_db
def test_a_table_of_many_is_left_to_the_arbiter():
    event = make_event(
        entries=4,
        games=1,
        match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"rounds": 2, "sizes": [4]}}],
    )
    round_ = published_round(event)
    done = withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 1).pk, from_round=1)
    assert (done.ruled, done.left) == ([], [(pairing_at(round_).pk, 1, "table")])


@pytest.mark.django_db
def test_withdrawing_from_a_knockout_lets_the_opponent_through():
    event = make_event(entries=4, stages=[{"system": "knockout"}])
    round_ = published_round(event)
    _pairing, other = meeting(round_, 1)
    withdraw_player(actor=SYSTEM, entry_id=entry_of(event, 1).pk, from_round=1)
    finish_round(round_, favourites=True)
    final = published_round(event)
    assert final.seats.filter(entry__number=other).exists()
    assert not final.seats.filter(entry__number=1).exists()
    assert not GameSlot.objects.filter(pairing__round=round_, state="open").exists()


@pytest.mark.django_db
def test_a_player_and_their_link_withdraw_themselves_and_nobody_else():
    event = make_event(entries=4)
    published_round(event)
    mine, other = entry_of(event, 1), entry_of(event, 2)
    for actor in (actor_of(mine.player), Actor("link", entry_id=mine.pk), acting(make_user())):
        with pytest.raises(NotAllowed):
            withdraw_player(actor=actor, entry_id=other.pk, from_round=1)
    withdraw_player(actor=Actor("link", entry_id=mine.pk), entry_id=mine.pk, from_round=1)
    assert Ruling.objects.exists()
    assert not other.absences.exists()


@pytest.mark.django_db
def test_a_draft_with_somebody_who_has_left_cannot_be_published():
    event = make_event(entries=6, stages=SWISS)
    played_round(event, favourites=True)
    draft = pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    entry = entry_of(event, 2)
    done = withdraw_player(actor=SYSTEM, entry_id=entry.pk, from_round=2)
    assert done.ruled == []
    with pytest.raises(RoundBreaksRules):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=draft.number)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=2)
    assert not published_round(event).seats.filter(entry=entry).exists()


@pytest.mark.django_db(transaction=True)
@needs_server
@pytest.mark.parametrize("attempt", range(4))
def test_a_withdrawal_and_a_pairing_at_once_have_one_outcome(attempt):
    event = make_event(entries=8, stages=[{"system": "monrad", "options": {"rounds": 3}}])
    entry = entry_of(event, 3)
    chance = random.Random(attempt)
    order = chance.sample(range(6), 6)

    def act(number):
        try:
            if order[number] % 3 == 0:
                return withdraw_player(actor=SYSTEM, entry_id=entry.pk, from_round=1)
            if order[number] % 3 == 1:
                return pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
            return rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
        except DomainError as refused:
            return refused.code

    at_once(act)
    if not Round.objects.filter(event=event).exists():
        pairing_jobs.pair_round(actor=SYSTEM, event_id=event.pk)
    round_ = Round.objects.get(event=event)
    seated = round_.seats.filter(entry=entry).exists()
    if round_.state == "published" and seated:
        pairing, other = meeting(round_, 3)
        assert results_of(pairing) == [("forfeit", [other], "withdrew")] * 2
    elif seated:
        with pytest.raises(RoundBreaksRules):
            rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert WITHDRAWN in entry.absences.values_list("kind", flat=True)
    assert entry.absences.filter(cancelled_at=None).count() == 1
    assert journal_checks.check_scope(f"event:{event.slug}") == []
