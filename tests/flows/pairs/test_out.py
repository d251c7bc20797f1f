"""Who has left: with a penalty card, postponed and cancelled games, coins, another name."""

import pytest

from games import services
from games.services import people
from tests.builders import (
    actor_of,
    drafted_round,
    entry_of,
    make_player,
    published_round,
)
from tests.clients import text_of
from tests.flows.pairs.world import (
    absent,
    close,
    game_of,
    give,
    is_consistent,
    is_rated,
    opponent,
    points,
    rows,
    rule,
    seated,
    state_of,
    win,
    withdraw,
)
from tests.flows.records import FIRST_BY_ROAD
from tests.games.stakes.staked_table import LEFT
from tests.games.stakes.staked_table import Table as StakedTable
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.services.entries import absences, withdrawals
from tournaments.services.entries.absences import WithdrawnByStaff
from tournaments.services.entries.entries import enter
from tournaments.services.events import adjustments
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def first(event):
    return published_round(event)


def presence(event):
    return selectors.presence_by_number(event)


def test_a_penalty_card_stays_with_who_has_left(event, first, client):
    close(first)
    card = give(event, 1, -1)
    withdraw(event, 1, 2)
    assert (points(event)[1], presence(event)) == (1, {1: "withdrawn"})
    give(event, 1, -3)
    rows(event)
    shown = client.get("/api/v1/events/cup/standings/").json()["rows"]
    row = {each["entry"]: each for each in shown}
    assert (row[1]["primary_x2"], row[1]["adjusted_x2"]) == (-2, -4)
    page = text_of(client.get("/events/cup/standings/"), 200)
    assert "withdrawn" in page.lower()
    adjustments.cancel_adjustment(actor=SYSTEM, adjustment_id=card.pk, reason="a mistake")
    withdrawals.undo_withdrawal(actor=SYSTEM, entry_id=entry_of(event, 1).pk)
    assert (points(event)[1], presence(event)) == (-1, {})
    assert published_round(event).seats.filter(entry__number=1).exists()
    assert is_consistent(event)


def test_a_card_given_after_leaving_is_paired_with_once_the_player_is_back(event, first):
    close(first)
    withdraw(event, 1, 2)
    give(event, 1, -2)
    second = published_round(event)
    assert not second.seats.filter(entry__number=1).exists()
    close(second)
    absences.return_entry(actor=SYSTEM, entry_id=entry_of(event, 1).pk, from_round=3)
    assert points(event)[1] == 0
    slot = game_of(published_round(event), 1)
    assert points(event)[opponent(slot, 1)] <= 2, "paired by the score with the card"
    assert is_consistent(event)


def test_games_put_off_before_wait_on_and_the_one_of_this_round_is_forfeited(event, first):
    before = game_of(first, 1)
    rule(before, "postponed")
    close(first)
    now = game_of(published_round(event), 1)
    rule(now, "postponed")
    done = withdraw(event, 1, 2)
    assert done.ruled == [(now.pairing_id, 1)]
    assert [state_of(slot) for slot in (before, now)] == ["postponed", "decided"]
    win(before, 1)
    assert points(event)[1] == 2
    assert is_consistent(event)


def test_what_was_cancelled_or_counted_stays_when_a_player_leaves(event, first):
    slot = game_of(first, 1)
    rule(slot, "cancelled")
    assert withdraw(event, 1, 1).ruled == []
    assert slot.results.get(current=True).kind == "cancelled"
    win(slot, 1, reason="it was played after all")
    assert (points(event)[1], is_rated(slot)) == (2, True)
    win(slot, opponent(slot, 1), reason="misread")
    assert points(event)[1] == 0
    assert presence(event) == {1: "withdrawn"}
    assert is_consistent(event)


def test_leaving_settles_the_coins_of_the_games_not_played():
    table = StakedTable(entries=4)
    for number in (1, 2):
        table.bid((5, 3), number=number)
    table.play(FIRST_BY_ROAD)
    entry = table.event.entries.get(player=table.one)
    done = services.withdraw_player(actor=SYSTEM, entry_id=entry.pk, from_round=1)
    assert done.ruled == [(table.pairing.pk, 2)]
    assert (table.balances(), table.house()) == ([10 + LEFT, -10 - LEFT], 0)
    table.assert_even()


def test_the_account_of_who_a_player_is_now_leaves_and_returns(event, first):
    close(first)
    entry, kept = entry_of(event, 1), make_player("Ada Lovelace")
    people.merge_players(actor=SYSTEM, player=entry.player.public_id, into=kept.public_id)
    me = actor_of(kept)
    services.withdraw_player(actor=me, entry_id=entry.pk, from_round=2)
    close(published_round(event))
    (away,) = selectors.round_view(event, 2, ANONYMOUS)["away"]
    assert (away["name"], away["player"], away["kind"]) == (
        "Ada Lovelace", kept.public_id, "withdrawn",
    )  # fmt: skip
    absences.return_entry(actor=me, entry_id=entry.pk, from_round=3)
    assert published_round(event).seats.filter(entry=entry).exists()
    withdraw(event, 2, 3)
    two = entry_of(event, 2)
    with pytest.raises(WithdrawnByStaff):
        absences.return_entry(actor=actor_of(two.player), entry_id=two.pk, from_round=4)
    assert is_consistent(event)


def test_who_has_left_and_is_forgotten_stays_away_without_a_name(event, first):
    close(first)
    entry = entry_of(event, 1)
    services.withdraw_player(actor=actor_of(entry.player), entry_id=entry.pk, from_round=2)
    people.anonymise_player(actor=SYSTEM, player=entry.player.public_id)
    second = published_round(event)
    (away,) = selectors.round_view(event, 2, ANONYMOUS)["away"]
    assert (away["entry"], away["kind"]) == (1, "withdrawn")
    assert away["name"] != "Ada"
    assert not second.seats.filter(entry=entry).exists()
    assert points(event)[1] == 2
    assert is_consistent(event)


def test_who_leaves_after_this_round_still_wins_it_against_who_leaves_now(event, first):
    slot = game_of(first, 1)
    other = opponent(slot, 1)
    withdraw(event, other, 2)
    withdraw(event, 1, 1)
    assert slot.results.get(current=True).outcome == f"seat-{seated(slot).index(other) + 1}"
    assert (points(event)[1], points(event)[other]) == (0, 2)


def test_who_is_away_in_a_draft_is_there_for_others_until_it_is_published(event, first):
    close(first)
    absent(event, 5, 2)
    drafted_round(event)
    assert presence(event) == {}
    assert selectors.presence_of_entries(event) == {"absent": [entry_of(event, 5).player.name]}
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    assert presence(event) == {5: "absent"}


@pytest.mark.parametrize("make_round", [drafted_round, published_round])
def test_leaving_is_not_undone_once_a_round_is_paired_without_the_player(event, first, make_round):
    close(first)
    withdraw(event, 6, 2)
    make_round(event)
    with pytest.raises(withdrawals.PairedWithout, match="Round 2"):
        withdrawals.undo_withdrawal(actor=SYSTEM, entry_id=entry_of(event, 6).pk)
    assert withdrawals.get_withdrawal(entry_of(event, 6).pk).from_round == 2


def test_a_late_entry_that_leaves_has_missed_and_left(event, first):
    close(first)
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    close(published_round(event))
    withdraw(event, late.number, 3)
    kinds = late.absences.order_by("from_round").values_list("kind", "from_round", "to_round")
    assert list(kinds) == [("late", 1, 1), ("withdrawn", 3, None)]
    assert presence(event) == {late.number: "withdrawn"}
    assert not published_round(event).seats.filter(entry=late).exists()
    assert is_consistent(event)
