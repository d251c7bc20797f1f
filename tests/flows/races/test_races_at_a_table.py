"""Players, the desk and arbiters decide one game at once: one result. On a server only.

Sending and confirming by both players race in test_at_once.py.
"""

from functools import partial
from typing import Any

from games import services as games
from games.models import Dispute, Game, Ruling
from tests.builders import actor_of, players_at, published_round, slot_at
from tests.database import in_threads
from tests.flows.races.test_races import TRIES, WHY, assert_whole, both
from tests.flows.races.test_rounds_at_once import Two
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.slots import submit
from tournaments.models import Entry, Result

pytestmark = in_threads


class AtTable:
    """One game of two players, sent by one of them and waiting for the other."""

    def __init__(self, **about):
        self.two = Two(entries=2, **about)
        self.round = published_round(self.two.event)
        self.players = players_at(self.round)
        self.slot = slot_at(self.round)
        self.game = self.send(0)
        self.about: dict[str, Any] = {"pairing_id": self.slot.pairing_id, "number": 1}

    def send(self, seat, moves=FIRST_BY_ROAD):
        return submit(actor_of(self.players[seat]), self.slot, record=ptn(moves))

    def confirm(self):
        games.confirm_game(actor=actor_of(self.players[1]), game_id=self.game.pk)

    def rule(self, outcome, who=0):
        games.rule_slot(actor=self.two.actors[who], outcome=outcome, reason=WHY, **self.about)

    def counted(self):
        return Result.objects.get(slot=self.slot, current=True)


def test_a_ruling_stands_whenever_the_confirmation_comes():
    for _try in range(TRIES):
        table = AtTable()
        rule = partial(table.rule, {"kind": "forfeit", "winner": 2})
        ruled, confirmed = both(rule, table.confirm)
        assert ruled == "done"
        assert confirmed in ("done", "not_waiting")
        assert (table.counted().kind, table.counted().outcome) == ("forfeit", "seat-2")
        assert Ruling.objects.filter(slot=table.slot).count() == 1
        assert_whole(table.two)


def test_two_rulings_at_once_are_two_revisions_and_the_last_one_counts():
    for _try in range(TRIES):
        table = AtTable()
        one = partial(table.rule, {"kind": "adjudicated", "result": "0-R"})
        other = partial(table.rule, {"kind": "double_forfeit"}, 1)
        assert both(one, other) == ["done", "done"]
        assert [r.revision for r in Result.objects.filter(slot=table.slot).order_by("pk")] == [1, 2]
        last = Ruling.objects.filter(slot=table.slot).order_by("-pk")[0]
        assert last.outcome["kind"] == table.counted().kind
        assert_whole(table.two)


def test_a_dispute_and_a_confirmation_at_once_leave_no_open_question_unseen():
    for _try in range(TRIES):
        table = AtTable(confirm={"policy": "all"})
        dispute = partial(
            games.dispute_game, actor=actor_of(table.players[0]), game_id=table.game.pk, text="No."
        )
        disputed, confirmed = both(dispute, table.confirm)
        assert disputed == "done"
        table.slot.refresh_from_db()
        assert (confirmed, table.slot.state) in (("done", "decided"), ("not_waiting", "disputed"))
        assert Dispute.objects.filter(slot=table.slot, closed_at=None).count() == 1
        assert_whole(table.two)


def test_voiding_and_ruling_the_same_game_leave_one_truth():
    for _try in range(TRIES):
        table = AtTable()
        table.confirm()
        void = partial(
            games.void_result, actor=table.two.actors[1], game_id=table.game.pk, reason=WHY
        )
        rule = partial(table.rule, {"kind": "adjudicated", "result": "R-0"})
        voided, ruled = both(void, rule)
        assert voided == "done"
        assert ruled == "done"
        assert_whole(table.two)


def test_the_desk_and_the_opponent_count_one_result():
    for _try in range(TRIES):
        table = AtTable()
        write = partial(
            games.enter_result, actor=table.two.actors[0], claim={"result": "R-0"}, **table.about
        )
        written, confirmed = both(write, table.confirm)
        assert written == "done"
        assert confirmed in ("done", "not_waiting")
        assert table.counted().outcome == "R-0"
        assert_whole(table.two)


def test_a_result_and_a_withdrawal_of_the_player_have_one_outcome():
    for _try in range(TRIES):
        table = AtTable()
        entry = Entry.objects.get(event=table.two.event, player=table.players[1])
        leave = partial(
            games.withdraw_player, actor=table.two.actors[1], entry_id=entry.pk, from_round=1
        )
        assert both(table.confirm, leave) == ["done", "done"]
        assert table.counted().outcome == "R-0"  # it was reported: nobody forfeits it
        assert_whole(table.two)


def test_two_of_a_card_table_say_yes_at_once_and_it_counts_once():
    for _try in range(TRIES):
        two = Two(
            entries=4, game="gamnon", match={"points": {"per_game": True}, "tiebreaks": []},
            stages=[{"system": "tables", "options": {"sizes": [4]}}],
        )  # fmt: skip
        round_ = published_round(two.event)
        slot, players = slot_at(round_), players_at(round_)
        game = submit(actor_of(players[0]), slot, claim={"places": [1, 2, 3, 4]})
        yes = [
            partial(games.confirm_game, actor=actor_of(player), game_id=game.pk)
            for player in players[1:]
        ]
        assert both(*yes) == ["done"] * 3
        assert Result.objects.filter(slot=slot).count() == 1
        assert Game.objects.get(pk=game.pk).state == "confirmed"
        assert_whole(two)
