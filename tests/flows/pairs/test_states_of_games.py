"""One decision of a game after another: forfeited, cancelled, postponed, corrected, foreseen."""

from itertools import permutations

import pytest

from games.models import WagerTransfer
from games.services import preview
from games.services.submit import RoundNotOpen
from ratings import recompute
from tests.builders import (
    drafted_round,
    entry_of,
    make_player,
    published_round,
    slot_at,
)
from tests.flows.events.test_tables import Evening
from tests.flows.pairs.world import (
    absent,
    ask_bye,
    close,
    game_of,
    give,
    is_consistent,
    is_rated,
    opponent,
    points,
    rating_of,
    rows,
    rule,
    seated,
    state_of,
    win,
    withdraw,
)
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import Table as StakedTable
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import Publication
from tournaments.services.entries.entries import enter
from tournaments.services.rounds import rounds
from tournaments.services.rounds.drafts import RoundBreaksRules

pytestmark = pytest.mark.django_db

KINDS = ("forfeit", "cancelled", "postponed", "counted")


@pytest.fixture
def slot(event):
    return game_of(published_round(event), 1)


def decide(slot, kind):
    """A forfeit and a counted game are won by the opponent of entry 1."""
    other = opponent(slot, 1)
    if kind == "counted":
        win(slot, other, reason="seen")
    else:
        rule(slot, kind, winner=other if kind == "forfeit" else None)


@pytest.mark.parametrize(("first", "then"), list(permutations(KINDS, 2)))
def test_the_last_decision_alone_counts(event, slot, first, then):
    decide(slot, first)
    decide(slot, then)
    other = opponent(slot, 1)
    gives = {"forfeit": 2, "cancelled": 0, "postponed": 0, "counted": 2}[then]
    assert (points(event)[1], points(event)[other]) == (0, gives)
    assert is_rated(slot) == (then == "counted")
    assert state_of(slot) == ("postponed" if then == "postponed" else "decided")
    assert slot.results.filter(current=True).count() == (then != "postponed")
    assert is_consistent(event)


@pytest.mark.parametrize("kind", ["forfeit", "cancelled", "postponed"])
def test_a_decision_without_play_is_foreseen_in_the_ratings(event, slot, kind):
    win(slot, 1)
    ada = entry_of(event, 1).player
    before = rating_of(ada)
    outcome = {"kind": kind, **({"winner": 1} if kind == "forfeit" else {})}
    found = preview.preview_ruling(
        actor=SYSTEM, pairing_id=slot.pairing_id, number=1, outcome=outcome
    )
    foreseen = {pool.pool: {row.player: row.after for row in pool.rows} for pool in found}
    assert foreseen["tak"][ada.public_id] is None
    assert (rating_of(ada), state_of(slot)) == (before, "decided")
    rule(slot, kind, winner=opponent(slot, 1) if kind == "forfeit" else None)
    assert rating_of(ada) is None


@pytest.mark.parametrize(("kind", "score"), [("forfeit", 0), ("cancelled", 0), ("postponed", 0)])
def test_a_penalty_counts_beside_a_game_that_was_not_played(event, slot, kind, score):
    decide(slot, kind)
    close(slot.pairing.round)
    give(event, 1, -1)
    give(event, opponent(slot, 1), -1)
    found = points(event)
    assert found[1] == score - 1
    assert found[opponent(slot, 1)] == (1 if kind == "forfeit" else -1)
    if kind == "postponed":
        win(slot, 1)
        assert points(event)[1] == 1
    assert is_consistent(event)


def test_a_bye_an_absence_and_a_late_entry_keep_their_points_through_a_correction(event):
    """And each may have a penalty card."""
    ask_bye(event, 5, 1)
    absent(event, 6, 1)
    first = published_round(event)
    close(first)
    event.match["late_x2"] = 1
    event.save(update_fields=["match"])
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    slot = game_of(first, 1)
    old = points(event)
    assert [old[number] for number in (1, 5, 6, late.number)] == [2, 1, 0, 1]
    for number in (1, 5, 6, late.number):
        give(event, number, -1)
    assert [points(event)[number] for number in (1, 5, 6, late.number)] == [1, 0, -1, 0]
    win(slot, opponent(slot, 1), reason="misread")
    assert [points(event)[number] for number in (1, 5, 6, late.number)] == [-1, 0, -1, 0]
    kept = Publication.objects.filter(event=event, after_round=1).order_by("version")
    tables = [{r["entry"]: r["primary_x2"] for r in row.document["rows"]} for row in kept]
    assert (tables[0][1], tables[-1][1], tables[-1][5]) == (2, -1, 0)
    assert is_consistent(event)


def test_a_late_entry_asks_for_a_bye_is_absent_and_plays(event):
    close(published_round(event))
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    ask_bye(event, late.number, 2)
    absent(event, late.number, 3)
    assert selectors.presence_by_number(event) == {late.number: "late"}
    for number in (2, 3):
        round_ = published_round(event)
        assert (round_.number, round_.seats.filter(entry=late).exists()) == (number, False)
        close(round_)
    assert points(event)[late.number] == 1
    assert selectors.presence_by_number(event) == {late.number: "absent"}
    assert published_round(event).seats.filter(entry=late).exists()
    assert is_consistent(event)


def test_games_of_a_draft_are_not_foreseen(event):
    draft = drafted_round(event)
    slot = slot_at(draft)
    for kind in ("cancelled", "postponed", "double_forfeit"):
        with pytest.raises(RoundNotOpen):
            preview.preview_ruling(
                actor=SYSTEM, pairing_id=slot.pairing_id, number=1, outcome={"kind": kind}
            )
        with pytest.raises(RoundNotOpen):
            rule(slot, kind)
    assert state_of(slot) == "open"


def test_a_preview_moves_no_coins():
    table = StakedTable()
    table.bid((5, 3))
    table.play(FIRST_BY_ROAD)
    recompute.replay_stale_pools()
    books, rows_before = table.books(), WagerTransfer.objects.count()
    found = preview.preview_ruling(
        actor=SYSTEM,
        pairing_id=table.pairing.pk,
        number=1,
        outcome={"kind": "forfeit", "winner": 2},
    )
    assert found
    assert (table.books(), WagerTransfer.objects.count()) == (books, rows_before)
    table.assert_even()


@pytest.fixture
def evening():
    """Taki: entries 1 to 4 at table 1 came in this order; table 2 has 5, 6 and 7."""
    evening = Evening()
    evening.desk(1, places=[1, 2, 3, 4])
    return evening


def test_a_card_table_is_cancelled_and_another_waits(evening):
    event, slot = evening.event, slot_at(evening.round, 2)
    rule(slot, "postponed")
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    assert [points(event)[number] for number in seated(slot)] == [0, 0, 0]
    evening.rule(2, kind="forfeit", winner=1)
    assert points(event)[seated(slot)[0]] == 2
    rule(slot, "cancelled")
    assert [points(event)[number] for number in seated(slot)] == [0, 0, 0]
    assert is_consistent(event)


def test_a_card_table_without_who_is_away_and_with_cards_and_byes(evening):
    event = evening.event
    winner = seated(slot_at(evening.round))[0]
    evening.desk(2, places=[1, 2, 3])
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=1)
    away = seated(slot_at(evening.round, 2))[:2]
    ask_bye(event, away[0], 2)
    absent(event, away[1], 2)
    give(event, winner, -1)
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    second = published_round(event)
    assert not second.seats.filter(entry__number__in=away).exists()
    assert second.seats.filter(entry=late).exists()
    found = rows(event)
    assert found[winner]["primary_x2"] == 2 - 1
    assert found[away[0]]["primary_x2"] == 2 + 1, "the table won and half a point"
    assert found[late.number]["primary_x2"] == 0
    assert is_consistent(event)


def test_a_ruling_at_a_card_table_is_foreseen(evening):
    slot = slot_at(evening.round)
    recompute.replay_stale_pools()
    ids = [entry_of(evening.event, number).player for number in seated(slot)]
    found = preview.preview_ruling(
        actor=SYSTEM,
        pairing_id=slot.pairing_id,
        number=1,
        outcome={"kind": "adjudicated", "places": [4, 3, 2, 1]},
    )
    foreseen = {row.player: row.after for pool in found if pool.pool == "taki" for row in pool.rows}
    evening.rule(1, kind="adjudicated", places=[4, 3, 2, 1])
    assert foreseen == {player.public_id: rating_of(player, "taki") for player in ids}
    assert (foreseen[ids[3].public_id] or 0) > (foreseen[ids[0].public_id] or 0)


def test_a_draft_of_card_tables_is_published_without_who_has_left(evening):
    event = evening.event
    evening.desk(2, places=[1, 2, 3])
    drafted_round(event)
    withdraw(event, 7, 2)
    with pytest.raises(RoundBreaksRules):
        rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    rounds.discard_draft(actor=SYSTEM, event_id=event.pk, number=2)
    assert not published_round(event).seats.filter(entry__number=7).exists()
