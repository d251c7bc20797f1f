"""Players with another name, or none: merged and forgotten people wherever an event names them."""

import pytest
from django.test import Client

from games import services
from games.services import people, preview
from ratings import recompute
from ratings import selectors as rating_selectors
from tests.builders import (
    actor_of,
    drafted_round,
    entry_of,
    make_player,
    players_at,
    published_round,
    re_pair_round,
    slot_at,
)
from tests.clients import text_of, url_of
from tests.flows.events.test_tables import Evening
from tests.flows.pairs.world import (
    ask_bye,
    close,
    game_of,
    give,
    is_consistent,
    is_rated,
    points,
    rating_of,
    rows,
    rule,
    seated,
    win,
)
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.games.stakes.staked_table import CALLED
from tests.games.stakes.staked_table import Table as StakedTable
from tests.slots import submit
from tournaments import selectors
from tournaments.actor import ANONYMOUS, SYSTEM
from tournaments.models import Player
from tournaments.services.entries.entries import enter
from tournaments.services.entries.entry_lists import ListedEntry, read_known
from tournaments.services.entries.listed_players import ListedPlayer
from tournaments.services.rounds import rounds

pytestmark = pytest.mark.django_db


def merge(player, name="Adelaide"):
    """The player who `player` is now."""
    kept = make_player(name)
    people.merge_players(actor=SYSTEM, player=player.public_id, into=kept.public_id)
    return kept


def forget(player):
    people.anonymise_player(actor=SYSTEM, player=player.public_id)


def named(event, actor=ANONYMOUS):
    """The rounds, standings and penalties of an event as text."""
    rows(event)
    views = [selectors.round_view(event, each.number, actor) for each in event.rounds.all()]
    table = [selectors.standings_document(event), selectors.crosstable(event)]
    return str([*views, *table, selectors.adjustments(event)])


def test_who_entered_by_a_merged_record_is_not_entered_again(event):
    entry = entry_of(event, 1)
    kept = merge(entry.player)
    assert enter(actor=SYSTEM, event_id=event.pk, player_id=kept.pk).pk == entry.pk
    close(published_round(event))
    assert enter(actor=SYSTEM, event_id=event.pk, player_id=kept.pk).pk == entry.pk
    assert event.entries.count() == 6


def test_a_list_that_names_who_entered_by_a_merged_record_enters_nobody(event):
    kept = merge(entry_of(event, 1).player)
    known = read_known(event.pk, [ListedEntry(ListedPlayer(player=kept.public_id))])
    assert [entry.number for entry in known.entries.values()] == [1]


def test_a_round_paired_again_seats_who_came_late(event):
    close(published_round(event))
    published_round(event)
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    again = re_pair_round(actor=SYSTEM, event_id=event.pk, number=2, reason="Lena came")
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=2)
    assert again.seats.filter(entry=late).exists()
    (missed,) = late.absences.filter(cancelled_at=None)
    assert (missed.from_round, missed.to_round) == (1, 1)
    assert "Lena" not in str(selectors.round_view(event, 2, ANONYMOUS)["away"])
    assert is_consistent(event)


def test_a_first_round_taken_back_was_missed_by_nobody(event):
    published_round(event)
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    rounds.withdraw_round(actor=SYSTEM, event_id=event.pk, number=1, reason="Lena came")
    assert not late.absences.filter(cancelled_at=None).exists()
    assert published_round(event).seats.filter(entry=late).exists()


def busy(event):
    """Entry 1 has a postponed game, a penalty, a forfeit won and a bye; a draft is there."""
    first = published_round(event)
    rule(game_of(first, 1), "postponed")
    close(first)
    give(event, 1, -1)
    second = published_round(event)
    slot = game_of(second, 1)
    rule(slot, "forfeit", winner=1)
    close(second)
    ask_bye(event, 1, 3)
    close(published_round(event))
    drafted_round(event)
    return first


def test_a_merged_player_has_one_name_in_every_state(event):
    first = busy(event)
    before = points(event)
    kept = merge(entry_of(event, 1).player)
    text = named(event, SYSTEM)
    assert "Adelaide" in text
    assert "'Ada'" not in text
    assert points(event) == before
    assert entry_of(event, 1).player != kept, "nothing is rewritten"
    win(game_of(first, 1), 1)
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=4, stale=True)
    assert (rating_of(kept), rating_of(entry_of(event, 1).player)) != (None, None)
    assert rating_of(entry_of(event, 1).player) is None
    assert is_consistent(event)


def test_the_list_of_entries_names_a_merged_player_as_who_they_are_now(event):
    busy(event)
    kept = merge(entry_of(event, 1).player, "Zoe")
    listed = Client().get(f"/api/v1/events/{event.slug}/entries/?ordering=-name").json()["results"]
    assert (listed[0]["number"], listed[0]["player"], listed[0]["name"]) == (
        1, kept.public_id, "Zoe",
    )  # fmt: skip
    sheet = text_of(Client().get(url_of("players-csv", event.slug)))
    assert f"{kept.public_id},Zoe" in sheet
    assert "Ada" not in sheet


def test_a_forgotten_player_has_no_name_in_any_state(event):
    first = busy(event)
    before = points(event)
    forget(entry_of(event, 1).player)
    assert "'Ada'" not in named(event, SYSTEM)
    assert points(event) == before
    rounds.publish_round(actor=SYSTEM, event_id=event.pk, number=4)
    slot = game_of(first, 1)
    win(slot, 1)
    assert is_rated(slot)
    rule(slot, "cancelled")
    assert not is_rated(slot)
    assert is_consistent(event)


def test_a_late_entry_that_is_merged_or_forgotten_stays_late(event):
    close(published_round(event))
    late = enter(actor=SYSTEM, event_id=event.pk, player_id=make_player("Lena").pk)
    kept = merge(late.player, "Magdalena")
    assert "Magdalena" in named(event)
    forget(kept)
    text = named(event)
    assert "Lena" not in text
    assert "Magdalena" not in text
    assert selectors.presence_by_number(event) == {late.number: "late"}


def test_a_preview_names_nobody_who_was_forgotten(event):
    slot = game_of(published_round(event), 1)
    win(slot, 1)
    recompute.replay_stale_pools()
    forget(entry_of(event, 1).player)
    outcome = {"kind": "cancelled"}
    found = preview.preview_ruling(
        actor=SYSTEM, pairing_id=slot.pairing_id, number=1, outcome=outcome
    )
    names = {row.name for pool in found for row in pool.rows}
    assert len(names) == 2
    assert "Ada" not in names
    win(slot, next(number for number in seated(slot) if number != 1), reason="misread")
    assert is_consistent(event)


def test_a_waiting_record_of_who_was_forgotten_still_counts(event):
    slot = slot_at(published_round(event))
    one, two = players_at(event.rounds.get())
    record = ptn(FIRST_BY_ROAD)
    game = submit(actor_of(one), slot, record=record)
    forget(one)
    services.confirm_game(actor=actor_of(two), game_id=game.pk)
    assert slot.results.get(current=True).facts["proven"]
    assert is_consistent(event)


def test_the_books_are_even_when_who_paid_is_merged_or_forgotten():
    table = StakedTable()
    table.bid((5, 3))
    table.play(CALLED)
    kept = merge(table.one)
    table.assert_even()
    table.rule(1, kind="forfeit", winner=2)
    assert table.balances() == [0, 0]
    table.rule(1, kind="adjudicated", result="R-0")
    assert table.balances() == [10, -10], "the pot alone: nothing is known of the reserve"
    forget(kept)
    forget(Player.objects.get(pk=table.two.pk))
    table.assert_even()


def test_a_card_table_rates_who_a_player_is_now_and_keeps_the_places_of_the_forgotten():
    evening = Evening()
    one, two, *_others = players_at(evening.round)
    kept = merge(one)
    game = evening.send(1, 1, places=[1, 2, 3, 4])
    forget(two)
    for seat in (3, 4):
        evening.confirm(1, seat, game)
    assert evening.state(1) == "decided"
    recompute.replay_stale_pools()
    (listed,) = (
        row.player_id
        for row in rating_selectors.leaderboard(rating_selectors.pool_by_slug("taki"))[:1]
    )
    assert listed == kept.pk
    assert two.name not in named(evening.event)
    assert is_consistent(evening.event)
