"""An evening of Taki: seven players at a table of four and one of three report their places,
the others agree, and the standings follow.
"""

import pytest

from games import services
from games.models import Dispute, Game
from games.services.submit import AlreadyDecided
from ratings import recompute
from ratings import selectors as selectors_of_ratings
from ratings.check import check_pools
from ratings.models import RatedGame
from ratings.selectors import pool_by_slug
from tests.builders import (
    acting,
    actor_of,
    make_event,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.slots import enter_result, rule, submit
from tournaments import selectors
from tournaments.errors import InvalidInput
from tournaments.models import Event, GameSlot, Result
from tournaments.recompute import refresh_standings
from tournaments.services.rounds.results import CorrectionNeedsReason

STAGES = [{"system": "tables", "options": {"sizes": [4, 3]}}]


@pytest.fixture
def evening():
    return Evening()


class Evening:
    """A round of seven players: table 1 has four seats, table 2 three."""

    def __init__(self, *, policy="majority", **settings):
        self.organiser = make_user("olga")
        self.event = make_event(
            game="taki", entries=7, games=1, match={"points": {"per_game": True}, "tiebreaks": []},
            confirm={"policy": policy}, stages=STAGES, organiser=self.organiser, **settings,
        )  # fmt: skip
        self.round = published_round(self.event)

    def send(self, table, seat, **claim):
        return submit(
            actor_of(players_at(self.round, table)[seat - 1]),
            slot_at(self.round, table),
            claim=claim,
        )

    def confirm(self, table, seat, game):
        actor = actor_of(players_at(self.round, table)[seat - 1])
        return services.confirm_game(actor=actor, game_id=game.pk)

    def desk(self, table, reason="", **claim):
        enter_result(slot_at(self.round, table), claim, actor=acting(self.organiser), reason=reason)

    def rule(self, table, **outcome):
        return rule(
            slot_at(self.round, table),
            outcome,
            actor=acting(self.organiser),
            reason="seen by the arbiter",
        )

    def state(self, table):
        return slot_at(self.round, table).state

    def result(self, table):
        return Result.objects.get(slot=slot_at(self.round, table), current=True)

    def points(self, table):
        seats = self.result(table).seats.order_by("order")
        return list(seats.values_list("points_x2", "place_x2"))


def test_an_evening(evening):
    four = evening.send(1, 1, places=[2, 1, 3, 4])
    three = evening.send(2, 2, cards_left=[4, 0, 4])
    for seat in (2, 3):
        assert evening.state(1) == "reported"
        evening.confirm(1, seat, four)
    for seat in (1, 3):
        assert evening.state(2) == "reported"
        evening.confirm(2, seat, three)
    assert evening.points(1) == [(4, 4), (6, 2), (2, 6), (0, 8)]
    assert evening.points(2) == [(1, 5), (4, 2), (1, 5)]
    assert evening.result(2).outcome == "2.5-1-2.5"
    assert evening.result(2).facts["cards_left"] == [4, 0, 4]

    assert refresh_standings(evening.event.pk)

    seats = {1: pairing_at(evening.round, 1), 2: pairing_at(evening.round, 2)}
    entry = {
        (table, seat.order): seat.entry.number
        for table, pairing in seats.items()
        for seat in pairing.seats.select_related("entry")
    }
    rows = Event.objects.get().standings.document["rows"]
    scored = {row["entry"]: (row["rank"], row["primary_x2"]) for row in rows}
    assert scored == {
        entry[1, 2]: (1, 2),
        entry[2, 2]: (1, 2),
        entry[1, 1]: (3, "4/3"),
        entry[1, 3]: (4, "2/3"),
        entry[2, 1]: (5, "1/2"),
        entry[2, 3]: (5, "1/2"),
        entry[1, 4]: (7, 0),
    }
    assert published_round(evening.event).number == 2


def test_the_crosstable_holds_shares_of_a_point(evening):
    evening.desk(1, places=[1, 2, 3, 4])
    cells = [cell for row in selectors.crosstable(evening.event)["rows"] for cell in row["cells"]]
    assert sorted(str(c["points_x2"]) for c in cells) == ["0", "2", "2/3", "4/3", *["None"] * 3]
    assert sorted(len(cell["opponents"]) for cell in cells) == [2] * 3 + [3] * 4


def test_all_must_agree_where_the_event_says_so():
    evening = Evening(policy="all")
    game = evening.send(1, 4, places=[1, 2, 3, 4])
    for seat in (1, 2):
        evening.confirm(1, seat, game)
    assert evening.state(1) == "reported"
    assert evening.confirm(1, 3, game).state == "confirmed"
    assert evening.state(1) == "decided"


def test_the_no_of_one_seat_is_no_agreement_with_those_who_send_the_same(evening):
    game = evening.send(1, 1, places=[1, 2, 3, 4])
    two = actor_of(players_at(evening.round, 1)[1])
    services.dispute_game(actor=two, game_id=game.pk, text="I was first")
    evening.send(1, 3, places=[1, 2, 3, 4])
    assert evening.state(1) == "disputed"
    evening.send(1, 4, places=[1, 2, 3, 4])
    assert evening.state(1) == "decided"


def test_staff_confirm_where_nobody_else_may():
    evening = Evening(policy="staff")
    game = evening.send(1, 1, places=[1, 2, 3, 4])
    for seat in (2, 3, 4):
        evening.confirm(1, seat, game)
    assert evening.state(1) == "reported"
    services.confirm_game(actor=acting(evening.organiser), game_id=game.pk)
    assert evening.state(1) == "decided"


def test_sending_the_same_places_is_agreeing(evening):
    evening.send(1, 1, places=[1, 2, 2, 4])
    evening.send(1, 3, places=[1, 2.5, 2.5, 4])
    assert evening.state(1) == "reported", "one of three others"
    game = evening.send(1, 4, cards_left=[0, 5, 5, 9])
    assert (evening.state(1), game.state) == ("decided", "confirmed")
    assert evening.points(1) == [(6, 2), (3, 5), (3, 5), (0, 8)]
    assert Game.objects.filter(state="superseded").count() == 2


def test_other_places_are_a_dispute_until_it_is_ruled(evening):
    evening.send(1, 1, places=[1, 2, 3, 4])
    evening.send(1, 2, places=[2, 1, 3, 4])
    assert evening.state(1) == "disputed"
    evening.rule(1, kind="adjudicated", places=[2, 1, 3, 4])
    assert evening.points(1) == [(4, 4), (6, 2), (2, 6), (0, 8)]
    assert evening.result(1).source.startswith("game:"), "who said so is what counts"
    assert not Dispute.objects.filter(closed_at=None).exists()


def test_a_no_disputes_the_table(evening):
    game = evening.send(1, 1, places=[1, 2, 3, 4])
    evening.confirm(1, 2, game)
    sitting = players_at(evening.round)[3]
    services.dispute_game(actor=actor_of(sitting), game_id=game.pk, text="I was third")
    assert evening.state(1) == "disputed"


def test_places_nobody_sent_are_ruled(evening):
    evening.rule(2, kind="adjudicated", places=[1, 1, 3])
    assert evening.result(2).kind == "adjudicated"
    assert evening.points(2) == [(3, 3), (3, 3), (0, 6)]


@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        ({"kind": "forfeit", "winner": 3}, [0, 0, 2, 0]),
        ({"kind": "double_forfeit"}, [0, 0, 0, 0]),
        ({"kind": "cancelled"}, [0, 0, 0, 0]),
    ],
)
def test_a_table_that_was_not_played_is_ruled(evening, outcome, points):
    evening.rule(1, **outcome)
    assert evening.points(1) == [(given, None) for given in points]
    refresh_standings(evening.event.pk)
    rows = Event.objects.get().standings.document["rows"]
    assert sum(row["primary_x2"] for row in rows) == sum(points)


def test_the_desk_enters_and_corrects(evening):
    for _again in range(2):
        evening.desk(1, places=[1, 2, 3, 4])
    assert evening.result(1).revision == 1
    with pytest.raises(CorrectionNeedsReason):
        evening.desk(1, places=[1, 2, 2, 4])
    evening.desk(1, places=[1, 2, 2, 4], reason="the slip was read again")
    assert (evening.result(1).revision, evening.result(1).outcome) == (2, "1-2.5-2.5-4")
    with pytest.raises(AlreadyDecided):
        evening.send(1, 1, places=[1, 2, 3, 4])


def test_a_counted_table_is_taken_back(evening):
    game = evening.send(2, 1, places=[1, 2, 3])
    for seat in (2, 3):
        evening.confirm(2, seat, game)
    services.void_result(actor=acting(evening.organiser), game_id=game.pk, reason="wrong table")
    assert evening.state(2) == "open"
    assert not Result.objects.filter(current=True).exists()


@pytest.mark.parametrize(
    "claim", [{"places": [1, 2, 3]}, {"places": [1, 2, 3, 3.5]}, {"result": "1-0"}]
)
def test_what_makes_no_sense_is_not_stored(evening, claim):
    with pytest.raises(InvalidInput):
        evening.send(1, 1, **claim)
    assert not Game.objects.exists()
    assert evening.state(1) == "open"


def test_the_move_goes_round_from_who_moves_first(evening):
    GameSlot.objects.filter(pk=slot_at(evening.round).pk).update(first_seat=3)
    game = evening.send(1, 1, places=[1, 2, 3, 4])
    seated = [player.pk for player in players_at(evening.round)]
    movers = list(game.players.order_by("order").values_list("player_id", flat=True))
    assert movers == seated[2:] + seated[:2]


def test_places_are_rated_by_who_sat_where(evening):
    GameSlot.objects.filter(pk=slot_at(evening.round).pk).update(first_seat=3)
    evening.desk(1, places=[1, 2, 3.5, 3.5])
    one, two, three, four = players_at(evening.round)
    posted = RatedGame.objects.get().postings.order_by("order")
    assert list(posted.values_list("player_id", "score_x2", "place_x2")) == [
        (three.pk, None, 7), (four.pk, None, 7), (one.pk, None, 2), (two.pk, None, 4),
    ]  # fmt: skip
    recompute.replay_stale_pools()
    listed = [row.player_id for row in selectors_of_ratings.leaderboard(pool_by_slug("taki"))]
    assert listed[:2] == [one.pk, two.pk]
    evening.desk(1, places=[2, 1, 3.5, 3.5], reason="the slip was read again")
    recompute.replay_stale_pools()
    listed = [row.player_id for row in selectors_of_ratings.leaderboard(pool_by_slug("taki"))]
    assert listed[:2] == [two.pk, one.pk]
    assert check_pools() == []


def test_the_winner_takes_all_where_the_event_says_so():
    winner = {"points": {"per_game": True}, "winner_takes_all": True, "tiebreaks": []}
    evening = Evening()
    Event.objects.filter(pk=evening.event.pk).update(match={"games": 1, **winner})
    evening.desk(1, places=[2, 1, 3, 4])
    assert [points for points, _place in evening.points(1)] == [0, 2, 0, 0]
