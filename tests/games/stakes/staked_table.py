"""A match for stakes, for the tests of its books."""

from games import services
from games.check import check_event_games
from games.models import WagerAccount, WagerTransfer
from tests.builders import (
    acting,
    actor_of,
    make_event,
    make_user,
    pairing_at,
    players_at,
    published_round,
)
from tests.flows.records import FIRST_BY_ROAD, ptn
from tournaments.integrity import check_event

COVER = 22  # 21 stones and a capstone
DRAW = {"result": "1/2-1/2"}
# FIRST_BY_ROAD on 5x5: first, who wins, has 16 of 21 stones and the capstone left.
LEFT = 17
# First calls at ply 7 with d1 played (e1 wins), second never threatens.
CALLED = "1. e5 a1\n2. b1 a3\n3. c1 c3 {call}\n4. d1 {call} d3\n5. e1 R-0\n"


class Table:
    """Table 1 of an event with stakes: seats one and two, two games, an organiser who watches."""

    def __init__(self, *, games=2, entries=2, size=5, **changed):
        self.size = size
        self.organiser = make_user()
        self.event = make_event(
            games=games,
            entries=entries,
            size=size,
            organiser=self.organiser,
            match={"stakes": changed},
        )
        self.round = published_round(self.event)
        self.pairing = pairing_at(self.round)
        self.one, self.two = players_at(self.round)

    def bid(self, *bids, number=1, by=None, first=None):
        return services.place_bids(
            actor=actor_of(by or self.one),
            pairing_id=self.pairing.pk,
            number=number,
            bids=bids,
            first=first,
        )

    def take_back(self, number=1):
        services.withdraw_bids(actor=actor_of(self.two), pairing_id=self.pairing.pk, number=number)

    def send(self, moves="", *, by=None, number=1, bids=None, first=None, claim=None, **tags):
        return services.submit_game(
            actor=actor_of(by or self.one),
            pairing_id=self.pairing.pk,
            number=number,
            record=ptn(moves, size=self.size, **tags) if moves else "",
            claim=claim,
            bids=bids,
            first=first,
        )

    def confirm(self, game, by=None):
        services.confirm_game(actor=actor_of(by or self.two), game_id=game.pk)

    def play(self, moves=FIRST_BY_ROAD, *, number=1, **about):
        game = self.send(moves, number=number, **about)
        self.confirm(game)
        return game

    def rule(self, number=1, **outcome):
        services.rule_slot(
            actor=acting(self.organiser),
            pairing_id=self.pairing.pk,
            number=number,
            outcome=outcome,
            reason="seen",
        )

    def desk(self, claim, *, number=1, **more):
        services.enter_result(
            actor=acting(self.organiser),
            pairing_id=self.pairing.pk,
            number=number,
            claim=claim,
            **more,
        )

    def void(self, game):
        services.void_result(actor=acting(self.organiser), game_id=game.pk, reason="a mistake")

    def balances(self):
        found = WagerAccount.objects.filter(event=self.event)
        by_entry = dict(found.filter(kind="player").values_list("entry__player", "balance"))
        return [by_entry.get(self.one.pk), by_entry.get(self.two.pk)]

    def house(self, kind="escrow"):
        return WagerAccount.objects.get(event=self.event, kind=kind).balance

    def books(self):
        """The live transfers, in words that another game may share."""
        rows = WagerTransfer.objects.filter(live=True, payer__event=self.event)
        return sorted(
            rows.values_list(
                "slot__number", "step", "payer__kind", "payer__entry", "payee__entry", "amount"
            ),
            key=str,
        )

    def assert_even(self):
        found = WagerAccount.objects.filter(event=self.event).values_list("balance", flat=True)
        assert sum(found) == 0
        assert check_event_games(self.event.pk) == []
        assert check_event(self.event.pk) == []
