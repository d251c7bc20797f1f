"""Rounds of two legs: what happens once a round, and what once a leg."""

import pytest

from games import services
from games.services import people, preview
from tests.builders import (
    actor_of,
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
    is_rated,
    opponent,
    play_rest,
    points,
    rating_of,
    rows,
    rule,
    state_of,
    win,
    withdraw,
)
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.services.entries.entries import enter
from tournaments.services.rounds import drafts, rounds

pytestmark = pytest.mark.django_db


def weekend(entries=8, **match):
    """A Swiss with rounds of two legs of one game each; the tie-breaks are WIN and REP."""
    stages = [{"system": "swiss", "options": {"rounds": 3, "legs": [2]}}]
    match = {"tiebreaks": ["WIN", "REP"], **match}
    return make_event(entries=entries, games=1, match=match, stages=stages)


@pytest.fixture
def event():
    return weekend()


@pytest.fixture
def legs(event):
    """The games of entry 1 in the first round, one in each leg."""
    return games_of(published_round(event), 1)


def round_of(slot):
    return slot.pairing.round


def test_an_absence_misses_both_legs_and_is_listed_once(event):
    absent(event, 7, 1)
    absent(event, 8, 1)
    first = published_round(event)
    close(first)
    away = selectors.round_view(event, 1, ANONYMOUS)["away"]
    assert [(row["entry"], row["kind"]) for row in away] == [(7, "absent"), (8, "absent")]
    assert first.pairings.count() == 2 * 3
    row = rows(event)[8]
    assert (row["primary_x2"], row["played"], row["tie_breaks"]) == (0, 0, [0, 0])
    assert rows(event)[1]["tie_breaks"] == [2, 2], "each leg counts as a round"
    assert is_consistent(event)


def test_a_bye_gives_its_points_once_for_both_legs(event):
    ask_bye(event, 7, 1, points_x2=1)
    ask_bye(event, 8, 1, points_x2=2)
    close(published_round(event))
    found = rows(event)
    assert [found[number]["primary_x2"] for number in (7, 8)] == [1, 2]
    assert [found[number]["game_points_x2"] for number in (7, 8)] == [1, 2]
    assert [found[number]["wins"] for number in (7, 8)] == [0, 1]
    assert is_consistent(event)


def test_each_leg_has_a_bye_of_its_own():
    event = weekend(entries=7)
    first = published_round(event)
    byes = first.pairings.filter(kind="bye_allocated").order_by("leg")
    assert list(byes.values_list("leg", flat=True)) == [1, 2]
    one, other = byes.values_list("seats__entry__number", flat=True)
    assert one != other
    for slot in [*games_of(first, one), *games_of(first, other)]:
        rule(slot, "double_forfeit")
    close(first)
    assert [points(event)[number] for number in (one, other)] == [2, 2]


def test_who_leaves_in_the_middle_forfeits_both_legs(event, legs):
    done = withdraw(event, 1, 1)
    assert sorted(done.ruled) == sorted((slot.pairing_id, slot.number) for slot in legs)
    counted = [slot.results.get(current=True) for slot in legs]
    assert [result.kind for result in counted] == ["forfeit", "forfeit"]
    found = points(event)
    assert [found[number] for number in (1, *(opponent(slot, 1) for slot in legs))] == [0, 2, 2]
    assert is_consistent(event)


@pytest.mark.parametrize(("kind", "points_of_other"), [("forfeit", 2), ("cancelled", 0)])
def test_what_is_not_played_in_a_leg_leaves_the_other_leg(event, legs, kind, points_of_other):
    one, other = legs
    rule(one, kind, winner=opponent(one, 1) if kind == "forfeit" else None)
    win(other, 1)
    assert (points(event)[1], points(event)[opponent(one, 1)]) == (2, points_of_other)
    assert (is_rated(one), is_rated(other)) == (False, True)
    assert is_consistent(event)


def test_a_leg_that_is_postponed_waits_alone(event, legs):
    one, other = legs
    rule(other, "postponed")
    close(round_of(one))
    before = points(event)[1]
    assert (before, state_of(other)) == (2, "postponed")
    published_round(event)
    win(other, 1)
    assert points(event)[1] == before + 2
    assert is_consistent(event)


def test_a_penalty_is_taken_once_a_round(event, legs):
    close(round_of(legs[0]))
    assert points(event)[1] == 4
    give(event, 1, -1)
    assert points(event)[1] == 3


def test_a_corrected_leg_makes_the_next_draft_stale(event, legs):
    one, other = legs
    close(round_of(one))
    draft = drafted_round(event)
    assert not selectors.draft_is_stale(draft)
    win(one, opponent(one, 1), reason="misread")
    assert selectors.draft_is_stale(draft)
    assert points(event)[1] == 2
    assert [slot.results.count() for slot in (one, other)] == [2, 1]
    assert is_consistent(event)


def test_a_draft_seats_nobody_who_has_left_in_either_leg(event):
    draft = drafted_round(event)
    withdraw(event, 1, 1)
    with pytest.raises(drafts.RoundBreaksRules):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=1)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=draft.number)
    assert not published_round(event).seats.filter(entry__number=1).exists()


def test_who_comes_late_has_the_points_of_a_missed_round_once():
    event = weekend(late_x2=1)
    close(published_round(event))
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    assert (late.number, points(event)[late.number]) == (9, 1)
    assert published_round(event).seats.filter(entry=late).count() == 2, "both legs of round 2"
    assert is_consistent(event)


def test_both_legs_name_who_a_player_is_now_and_nobody_who_was_forgotten(event, legs):
    player, kept = entry_of(event, 1).player, make_player("Ada Lovelace")

    def named():
        pairings = selectors.round_view(event, 1, ANONYMOUS)["pairings"]
        return [
            seat["name"] for pairing in pairings for seat in pairing["seats"] if seat["entry"] == 1
        ]

    people.merge_players(actor=SYSTEM, player=player.public_id, into=kept.public_id)
    assert named() == ["Ada Lovelace"] * 2
    people.anonymise_player(actor=SYSTEM, player=kept.public_id)
    assert len(named()) == 2
    assert not {"Ada", "Ada Lovelace"} & set(named())
    play_rest(round_of(legs[0]))
    assert is_consistent(event)


def test_a_ruling_in_the_second_leg_is_foreseen(event, legs):
    one, other = legs
    win(one, 1)
    ada = entry_of(event, 1).player
    before = rating_of(ada)
    outcome = {"kind": "adjudicated", "result": "R-0"}
    (found,) = (
        pool
        for pool in preview.preview_ruling(
            actor=SYSTEM, pairing_id=other.pairing_id, number=1, outcome=outcome
        )
        if pool.pool == "tak"
    )
    foreseen = {row.player: (row.before, row.after) for row in found.rows}
    rule(other, "adjudicated", result="R-0")
    assert foreseen[ada.public_id] == (before, rating_of(ada))


def test_each_leg_is_settled_in_coins_by_itself():
    event = weekend(stakes={})
    one, other = games_of(published_round(event), 1)
    ada = actor_of(entry_of(event, 1).player)
    for slot in (one, other):
        services.place_bids(actor=ada, pairing_id=slot.pairing_id, number=1, bids=[(5, 3)])
        submit(SYSTEM, slot, record=ptn(FIRST_BY_ROAD))
    rule(one, "cancelled")
    live = [slot.wager_transfers.filter(live=True).exists() for slot in (one, other)]
    assert live == [False, True]
    assert is_consistent(event)
