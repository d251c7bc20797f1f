"""The situations an event must be able to express: what stands in the rows afterwards.

Where there is an event, everything stored of it follows from its facts at the end. Told elsewhere:
- leaving and returning: test_absences.py
  `test_a_player_leaves_in_the_middle_of_a_round_and_comes_back`; the row:
  tests/config/pages/desk/test_desk_players.py `test_withdrawing_forfeits_the_open_game_and_says_so`
- several matches in a round: formats/test_by_service.py
  `test_a_nohat_open_plays_four_two_and_one_matches_a_round`
- groups, a tie, a knockout: test_stages_and_ties.py `test_settled_by_lot`,
  `test_settled_by_a_ruling_that_says_why`, `test_settled_by_a_play_off_of_two`
- a play-off with its own clock: there `test_a_game_of_a_play_off_is_rated_in_its_own_time_class`
- stakes that overdraw when a game is taken back: tests/games/stakes/test_books.py
  `test_a_reversal_may_overdraw_an_account_which_bars_new_stakes`
- two players made one in the ratings: test_ratings_replay.py
  `test_a_merge_is_foreseen_comes_true_and_is_taken_back`
"""

from datetime import UTC, datetime

import pytest

from games import services
from games.check import check_event_games
from games.models import Confirmation, Game, GamePlayer, Ruling, WagerTransfer
from games.services import people
from ratings import recompute
from ratings.models import Pool, RatedGame
from tests.builders import (
    actor_of,
    decide,
    decide_round,
    entry_of,
    finish_round,
    make_event,
    make_player,
    pairing_at,
    played_round,
    players_at,
    proof_of,
    published_round,
    slot_at,
)
from tests.flows.events.test_a_match import Table
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.games.stakes.staked_table import CALLED
from tests.games.stakes.staked_table import Table as StakedTable
from tests.slots import enter_result, submit
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.integrity import check_event, check_people
from tournaments.models import Event, GameSlot, Player, Publication, Result, Round, SeatResult
from tournaments.recompute import refresh_standings
from tournaments.services.rounds import rounds
from tournaments.services.rounds.pairing_jobs import RoundImpossible

DECEMBER = datetime(2026, 12, 1, 18, tzinfo=UTC)
# The same end as FIRST_BY_ROAD on another way.
ROAD_OTHERWISE = "1. e5 a1\n2. c1 a3\n3. b1 c3\n4. d1 d3\n5. e1 R-0\n"


def monrad(rounds_):
    return [{"system": "monrad", "options": {"rounds": rounds_}}]


def is_consistent(event):
    """Everything stored follows from the facts, with the table as it is now."""
    refresh_standings(event.pk)
    return check_event(event.pk) == check_event_games(event.pk) == []


def revisions(slot):
    rows = Result.objects.filter(slot=slot).order_by("revision")
    return list(rows.values_list("revision", "kind", "outcome", "current"))


def enter(slot, result="R-0", **more):
    enter_result(slot, {"result": result}, **more)


def rows_of(event):
    refresh_standings(event.pk)
    return selectors.standings_document(event)["rows"]


def primaries(event):
    return {row["entry"]: row["primary_x2"] for row in rows_of(event)}


def leader(event):
    (first,) = (row["entry"] for row in rows_of(event) if row["rank"] == 1)
    return first


def test_a_match_of_which_one_game_is_confirmed_and_the_other_forfeited():
    table = Table()
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    table.rule({"kind": "forfeit", "winner": 2}, number=2, reason="left at noon")
    assert (table.result(1).kind, table.result(1).source) == ("played", f"game:{game.public_id}")
    assert (table.result(2).kind, table.points(2)) == ("forfeit", [0, 2])
    assert (Ruling.objects.get().slot, Game.objects.get().slot) == (table.slot(2), table.slot(1))
    assert RatedGame.objects.get().source == f"slot:{table.slot(1).pk}"
    assert is_consistent(table.event)


@pytest.mark.parametrize("worth_x2", [2, 1])
def test_a_bye_in_a_swiss_of_matches_is_a_seat_without_games(worth_x2):
    event = make_event(entries=5, games=2, match={"bye_allocated_x2": worth_x2}, stages=monrad(2))
    round_ = published_round(event)
    bye = round_.pairings.get(kind="bye_allocated")
    assert (bye.slots.count(), bye.table, bye.seats.get().entry.number) == (0, None, 5)
    finish_round(round_, favourites=True)
    assert primaries(event) == {1: 2, 2: 0, 3: 2, 4: 0, 5: worth_x2}
    assert is_consistent(event)


@pytest.mark.parametrize(
    ("match", "worth_x2"),
    [
        ({}, 2),
        ({"points": {"won_x2": 6, "tied_x2": 2, "lost_x2": 0}}, 6),
        ({"points": {"won_x2": 6, "tied_x2": 2, "lost_x2": 0}, "bye_allocated_x2": 2}, 2),
        ({"points": {"per_game": True}}, 4),
    ],
)
def test_a_bye_that_nobody_set_is_worth_a_match_won(match, worth_x2):
    event = make_event(entries=5, games=2, match=match, stages=monrad(2))
    played_round(event, favourites=True)
    table = primaries(event)
    assert table[5] == worth_x2
    assert table[1] == (worth_x2 if "bye_allocated_x2" not in match else 6)
    assert is_consistent(event)


def test_a_game_that_was_put_off_is_played_after_its_round_is_closed():
    event = make_event(entries=4, games=1)
    first = published_round(event)
    late = slot_at(first, 2)
    services.postpone_slots(
        actor=SYSTEM, event_id=event.pk, round_number=1, slots=[(late.pairing_id, 1)],
        until=DECEMBER, reason="snow",
    )  # fmt: skip
    decide(slot_at(first, 1))
    rounds.close_round(actor=SYSTEM, event_id=event.pk, number=first.number)
    late.refresh_from_db()
    assert (late.state, late.due_at) == ("postponed", DECEMBER)
    published_round(event)
    assert sum(primaries(event).values()) == 2
    enter(late)
    late.refresh_from_db()
    assert (late.state, Round.objects.get(pk=first.pk).state) == ("decided", "closed")
    assert sum(primaries(event).values()) == 4
    assert is_consistent(event)


def test_a_record_after_the_desk_is_a_revision_only_if_it_adds_facts():
    table = Table()
    enter(table.slot())
    assert (table.result().source, Game.objects.count()) == ("", 0)
    game = table.send(table.two, FIRST_BY_ROAD)
    assert revisions(table.slot()) == [(1, "played", "R-0", False), (2, "played", "R-0", True)]
    assert table.result().source == f"game:{game.public_id}"
    other = table.send(table.one, ROAD_OTHERWISE)
    assert (other.state, len(revisions(table.slot()))) == ("evidence", 2)
    assert is_consistent(table.event)


def test_a_knockout_match_that_is_tied_goes_to_a_play_off_pair():
    event = make_event(entries=2, games=2, stages=[{"system": "knockout"}])
    round_ = published_round(event)
    for number in (1, 2):  # each wins when moving first
        enter(slot_at(round_, 1, number))
    pair = GameSlot.objects.filter(pairing__round=round_, kind="playoff").order_by("number")
    assert list(pair.values_list("number", "first_seat")) == [(3, 1), (4, 2)]
    before = primaries(event)
    enter(pair[0], "R-0")
    enter(pair[1], "0-R")
    assert primaries(event) == before, "a play-off is outside the match score"
    assert leader(event) == pairing_at(round_).seats.get(order=1).entry.number
    rated = set(RatedGame.objects.values_list("source", flat=True))
    assert {f"slot:{slot.pk}" for slot in pair} < rated
    assert is_consistent(event)


def test_a_result_of_round_2_is_corrected_after_round_4_was_published():
    event = make_event(entries=8, games=1, stages=monrad(4))
    for number in (1, 2, 3):
        round_ = published_round(event)
        if number == 2:
            slot = slot_at(round_)
            enter(slot)
        finish_round(round_, favourites=True)
    published_round(event)
    refresh_standings(event.pk)
    recompute.replay_stale_pools()
    old = list(Publication.objects.filter(event=event).order_by("pk").values())
    proofs = {each.number: (proof_of(each), each.proof_hash) for each in event.rounds.all()}
    version = Event.objects.get().results_version
    enter(slot, "0-R", reason="wrong slip")
    assert Event.objects.get().results_version == version + 1
    assert revisions(slot) == [(1, "played", "R-0", False), (2, "played", "0-R", True)]
    assert Result.objects.get(slot=slot, current=True).reason == "wrong slip"
    voided, live = RatedGame.objects.order_by("revision")
    assert (voided.voided_at is None, live.voided_at) == (False, None)
    dirty = Pool.objects.get(slug="tak").dirty_from
    assert "" < (dirty or "") <= live.order_key
    refresh_standings(event.pk)
    now = Publication.objects.filter(event=event).order_by("pk")
    assert list(now.values())[: len(old)] == old
    assert list(now.values_list("after_round", flat=True)) == [1, 2, 3, 2, 3]
    kept = {each.number: (proof_of(each), each.proof_hash) for each in event.rounds.all()}
    assert kept == proofs
    assert is_consistent(event)


def test_a_game_is_taken_back_after_ratings_and_stakes_moved():
    table = StakedTable()
    table.bid((5, 3))
    game = table.play(CALLED)
    recompute.replay_stale_pools()
    paid = list(WagerTransfer.objects.filter(game=game, live=True).values_list("pk", flat=True))
    table.void(game)
    game.refresh_from_db()
    slot = slot_at(table.round)
    assert (game.state, slot.state) == ("void", "open")
    assert revisions(slot) == [(1, "played", "R-0", False)]
    assert RatedGame.objects.get().voided_at is not None
    assert WagerTransfer.objects.filter(reverses__in=paid, live=False).count() == len(paid) > 0
    assert not WagerTransfer.objects.filter(pk__in=paid, live=True).exists()
    assert is_consistent(table.event)


def test_four_at_a_table_of_taki_share_a_place_by_majority():
    event = make_event(
        game="taki", entries=4, games=1, confirm={"policy": "majority"},
        match={"points": {"per_game": True}, "tiebreaks": []},
        stages=[{"system": "tables", "options": {"sizes": [4]}}],
    )  # fmt: skip
    round_ = published_round(event)
    seated = players_at(round_)
    game = submit(actor_of(seated[0]), slot_at(round_), claim={"places": [1, 2, 2, 4]})
    for player in seated[1:3]:
        services.confirm_game(actor=actor_of(player), game_id=game.pk)
    assert GamePlayer.objects.filter(game=game).count() == 4
    answers = Confirmation.objects.filter(game=game, answer="yes").order_by("order")
    assert list(answers.values_list("order", flat=True)) == [2, 3]
    shares = SeatResult.objects.filter(result__slot=slot_at(round_)).order_by("order")
    assert list(shares.values_list("place_x2", "points_x2")) == [(2, 6), (5, 3), (5, 3), (8, 0)]
    assert is_consistent(event)


def test_games_outside_events_know_no_slot_and_undated_ones_no_rating():
    for first, day in (("Ann Q", "2026.11.20"), ("Guest123", "????.??.??")):
        record = ptn(FIRST_BY_ROAD, Player1=first, Player2="Ben Q", Date=day)
        services.import_record(actor=SYSTEM, record=record)
    dated, undated = Game.objects.order_by("pk")
    assert (dated.slot, undated.slot, undated.state) == (None, None, "evidence")
    ann, ben = Player.objects.filter(game_seats__game=dated).order_by("game_seats__order")
    assert (ann.user, ann.handles.count(), ben.user, ben.handles.count()) == (None, 1, None, 1)
    names = undated.players.order_by("order").values_list("player", "name_in_record")
    assert list(names) == [(None, "Guest123"), (ben.pk, "Ben Q")]
    assert RatedGame.objects.get().event is None


def test_two_records_of_one_person_are_one_to_readers_and_two_again():
    event = make_event(entries=2, games=1)
    decide_round(published_round(event))
    entry, twin = entry_of(event, 1), make_player("Ada Lovelace")
    merged, kept = entry.player.public_id, twin.public_id

    def shown():
        return {row["entry"]: (row["player"], row["name"]) for row in rows_of(event)}[1]

    people.merge_players(actor=SYSTEM, player=merged, into=kept)
    assert shown() == (kept, "Ada Lovelace")
    assert entry_of(event, 1).player_id == entry.player_id, "nothing is rewritten"
    assert is_consistent(event)
    people.undo_merge(actor=SYSTEM, player=merged)
    assert shown() == (merged, "Ada")
    assert is_consistent(event)
    assert check_people() == []


def test_two_lists_count_one_rated_game_each_with_its_own_versions():
    event = make_event(entries=2, games=1)
    enter(slot_at(published_round(event)))
    pools = Pool.objects.filter(slug__in=["tak", "tak-5"]).order_by("slug")
    assert [pool.counts for pool in pools] == [{"game": "tak"}, {"game": "tak", "size": 5}]
    assert RatedGame.objects.count() == 1
    recompute.replay_pool(pools[0].pk)
    stale = [pool.ratings_version < pool.ledger_version for pool in pools.all()]
    assert stale == [False, True]
    assert is_consistent(event)


@pytest.mark.parametrize(
    ("winners", "brackets"), [((1, 2, 2), ["W1-1", "GF", "GF2"]), ((1, 1), ["W1-1", "GF"])]
)
def test_the_bracket_is_reset_only_if_the_first_loss_is_in_the_grand_final(winners, brackets):
    event = make_event(entries=2, games=1, stages=[{"system": "double_elimination"}])
    for winner in winners:
        round_ = published_round(event)
        slot = slot_at(round_)
        seat = slot.pairing.seats.get(entry__number=winner).order
        decide(slot, "R-0" if seat == slot.first_seat else "0-R")
        rounds.close_round(actor=SYSTEM, event_id=event.pk, number=round_.number)
    with pytest.raises(RoundImpossible):
        published_round(event)
    made = event.rounds.order_by("number").values_list("pairings__bracket", flat=True)
    assert (list(made), leader(event)) == (brackets, winners[-1])
    assert is_consistent(event)
