"""Two players play their match: report, confirm, dispute, be ruled, be corrected."""

import pytest

from engine.errors import RecordError
from games import services
from games.models import Dispute, Game
from games.outcomes import ReserveMissing
from games.services.confirm import NotYourOpponent
from games.services.records.evidence import prove_submission, store_submission
from games.services.records.names import OtherPlayers, SeatsSwapped
from games.services.rulings.rule import RulingNeedsReason
from games.services.submit import AlreadyDecided
from ratings.models import RatedGame
from tests.builders import (
    acting,
    actor_of,
    context_of,
    make_event,
    make_player,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, ILLEGAL, SECOND_BY_ROAD, ptn
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import Event, Result, User
from tournaments.recompute import refresh_standings
from tournaments.services.events import roles


@pytest.fixture
def table():
    return Table()


class Table:
    """Table 1 of a published round: two players, two games, an organiser who does not play."""

    def __init__(self, **settings):
        self.organiser = make_user("olga")
        self.event = make_event(organiser=self.organiser, **settings)
        self.round = published_round(self.event)
        self.pairing = pairing_at(self.round)
        self.one, self.two = players_at(self.round)

    def send(self, player, moves="", *, number=1, claim=None, **tags):
        return services.submit_game(
            actor=actor_of(player),
            pairing_id=self.pairing.pk,
            number=number,
            record=ptn(moves, **tags) if moves else "",
            claim=claim,
        )

    def confirm(self, player, game):
        return services.confirm_game(actor=actor_of(player), game_id=game.pk)

    def rule(self, outcome, *, number=1, reason="seen by the arbiter"):
        return services.rule_slot(
            actor=acting(self.organiser),
            pairing_id=self.pairing.pk,
            number=number,
            outcome=outcome,
            reason=reason,
        )

    def slot(self, number=1):
        return slot_at(self.round, 1, number)

    def result(self, number=1):
        return Result.objects.get(slot=self.slot(number), current=True)

    def points(self, number=1):
        seats = self.result(number).seats.order_by("order")
        return list(seats.values_list("points_x2", flat=True))


def test_a_record_counts_when_the_opponent_confirms(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    assert (game.state, table.slot().state) == ("submitted", "reported")

    table.confirm(table.two, game)

    assert table.slot().state == "decided"
    assert table.points() == [2, 0]
    # 25 spaces and 21 - 5 stones and a capstone left: TAK-8.1.
    assert table.result().facts["score"] == {"first": 25 + 17, "second": 0}
    rated = RatedGame.objects.get(voided_at=None)
    assert [p.score_x2 for p in rated.postings.order_by("order")] == [2, 0]


def test_the_first_move_alternates(table):
    game = table.send(table.one, FIRST_BY_ROAD, number=2)
    table.confirm(table.two, game)
    assert table.points(2) == [0, 2], "seat 2 moved first in game 2, and won"
    movers = game.players.order_by("order").values_list("player_id", flat=True)
    assert list(movers) == [table.two.pk, table.one.pk]


def test_confirming_twice_changes_nothing(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    version = Event.objects.get().results_version
    assert table.confirm(table.two, game).state == "confirmed"
    assert Event.objects.get().results_version == version
    assert Result.objects.count() == RatedGame.objects.count() == 1


def test_nobody_confirms_their_own_game(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    with pytest.raises(NotYourOpponent):
        table.confirm(table.one, game)


def test_a_stranger_has_no_part_in_it(table):
    stranger = make_player("Stranger")
    with pytest.raises(NotAllowed):
        table.send(stranger, FIRST_BY_ROAD)
    game = table.send(table.one, FIRST_BY_ROAD)
    with pytest.raises(NotAllowed):
        table.confirm(stranger, game)


def test_the_same_submission_twice_is_one_game(table):
    first = table.send(table.one, FIRST_BY_ROAD)
    assert table.send(table.one, FIRST_BY_ROAD).pk == first.pk
    assert Game.objects.count() == 1


def test_both_submit_the_same_and_it_counts(table):
    table.send(table.one, FIRST_BY_ROAD)
    game = table.send(table.two, FIRST_BY_ROAD)
    assert game.state == "confirmed"
    assert table.points() == [2, 0]


def test_a_claim_and_a_record_that_agree_merge_and_the_record_is_kept(table):
    table.send(table.one, claim={"result": "R-0"})
    game = table.send(table.two, FIRST_BY_ROAD)
    game.refresh_from_db()
    assert game.state == "confirmed"
    assert game.record
    assert Game.objects.filter(state="superseded").count() == 1


def test_two_different_ends_are_a_dispute_until_it_is_ruled(table):
    table.send(table.one, FIRST_BY_ROAD)
    table.send(table.two, SECOND_BY_ROAD)
    assert table.slot().state == "disputed"
    assert not Result.objects.exists()

    table.rule({"kind": "adjudicated", "result": "R-0"})

    assert table.points() == [2, 0]
    assert table.result().source.startswith("game:"), "the record that says so is what counts"
    assert not Dispute.objects.filter(closed_at=None).exists()


def test_a_no_disputes_the_slot(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    services.dispute_game(actor=actor_of(table.two), game_id=game.pk, text="not this game")
    assert table.slot().state == "disputed"
    assert Dispute.objects.get().text == "not this game"
    assert list(game.confirmations.values_list("order", "answer")) == [(2, "no")]


def test_what_is_sent_after_a_no_leaves_the_dispute_open_until_both_agree(table):
    no = table.send(table.one, FIRST_BY_ROAD)
    services.dispute_game(actor=actor_of(table.two), game_id=no.pk, text="not this game")
    better = table.send(table.one, SECOND_BY_ROAD)
    assert table.slot().state == "disputed"
    assert Dispute.objects.get().closed_at is None

    table.confirm(table.two, better)

    assert table.slot().state == "decided"
    assert table.points() == [0, 2]
    assert not Dispute.objects.filter(closed_at=None).exists()


def test_an_illegal_record_stores_nothing(table):
    with pytest.raises(RecordError) as refused:
        table.send(table.one, ILLEGAL)
    assert (refused.value.ply, refused.value.move) == (4, "a3")
    assert refused.value.tps
    assert not Game.objects.exists()
    assert table.slot().state == "open"


@pytest.mark.parametrize(
    ("tags", "code"), [({"size": 6}, "wrong_size"), ({"Komi": "2"}, "wrong_komi")]
)
def test_a_record_of_another_game_is_refused_by_name(table, tags, code):
    with pytest.raises(RecordError) as refused:
        table.send(table.one, FIRST_BY_ROAD, **tags)
    assert refused.value.code == code


def test_names_in_the_record_are_held_against_the_table(table):
    with pytest.raises(SeatsSwapped):
        table.send(table.one, FIRST_BY_ROAD, Player1=table.two.name, Player2=table.one.name)
    other = make_player("Somebody Else")
    with pytest.raises(OtherPlayers):
        table.send(table.one, FIRST_BY_ROAD, Player1=table.one.name, Player2=other.name)
    game = table.send(table.one, FIRST_BY_ROAD, Player1="never heard of", Player2="?")
    assert "name_unknown" in [warning["code"] for warning in game.verdict["warnings"]]


def test_a_forfeit_is_ruled_without_a_game(table):
    table.rule({"kind": "forfeit", "winner": 2}, reason="did not come")
    assert table.points() == [0, 2]
    assert not Game.objects.exists()
    assert not RatedGame.objects.exists()


def test_a_record_for_a_forfeited_game_disputes_the_ruling_and_does_not_change_it(table):
    table.rule({"kind": "forfeit", "winner": 2}, reason="did not come")
    table.send(table.one, "1. a1 e5\n2. a3 b1\n1-0\n")
    assert table.points() == [0, 2]
    assert Dispute.objects.filter(closed_at=None).exists()


def test_a_ruling_says_why(table):
    with pytest.raises(RulingNeedsReason):
        table.rule({"kind": "double_forfeit"}, reason=" ")


def test_a_claim_for_a_decided_slot_is_refused_and_a_record_becomes_evidence(table):
    table.rule({"kind": "adjudicated", "result": "R-0"})
    with pytest.raises(AlreadyDecided):
        table.send(table.one, claim={"result": "R-0"})

    game = table.send(table.one, FIRST_BY_ROAD)

    assert game.slot_id == table.slot().pk
    result = table.result()
    assert result.facts["proven"], "the record adds its facts by a new revision"
    assert (result.revision, result.outcome) == (2, "R-0")


def test_a_record_of_another_end_disputes_a_decided_slot_and_changes_nothing(table):
    table.rule({"kind": "adjudicated", "result": "R-0"})
    game = table.send(table.two, SECOND_BY_ROAD)
    assert game.state == "evidence"
    assert table.result().outcome == "R-0"
    assert table.slot().state == "decided"
    assert Dispute.objects.filter(closed_at=None, game=game).exists()


def test_a_desk_entry_counts_at_once_and_the_record_comes_later(table):
    desk = acting(table.organiser)
    for _again in range(2):
        services.enter_result(
            actor=desk,
            pairing_id=table.pairing.pk,
            number=1,
            claim={"result": "R-0", "reserves": {"first": {"stones": 16, "capstones": 1}}},
        )
    assert (table.result().revision, table.result().source) == (1, "")
    assert RatedGame.objects.filter(voided_at=None).count() == 1

    game = table.send(table.two, FIRST_BY_ROAD)

    assert table.result().source == f"game:{game.public_id}"
    assert RatedGame.objects.filter(voided_at=None).count() == 1


def test_a_voided_game_opens_its_slot_and_leaves_the_ratings(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    services.void_result(actor=acting(table.organiser), game_id=game.pk, reason="wrong board")
    assert table.slot().state == "open"
    assert not Result.objects.filter(current=True).exists()
    assert not RatedGame.objects.filter(voided_at=None).exists()

    again = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, again)
    assert table.result().revision == 2
    assert table.result().reason


def test_a_correction_replaces_the_result_and_its_rating(table):
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    table.rule({"kind": "adjudicated", "result": "0-1"}, reason="the clock had fallen")
    assert table.points() == [0, 2]
    assert Result.objects.filter(slot=table.slot()).count() == 2
    live = RatedGame.objects.get(voided_at=None)
    assert live.revision == 2
    game.refresh_from_db()
    assert game.state == "void"


def test_a_resignation_is_claimed_and_confirmed(table):
    game = table.send(table.two, FIRST_RESIGNS)
    assert not game.verdict["proven"]
    table.confirm(table.one, game)
    assert table.points() == [0, 2]


def test_where_board_and_reserve_rank_a_claim_says_the_reserve():
    table = Table(match={"rank_by": "board_plus_reserve"})
    with pytest.raises(ReserveMissing):
        table.send(table.one, claim={"result": "R-0"})
    claim = {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}
    game = table.send(table.one, claim=claim)
    table.confirm(table.two, game)
    assert table.result().facts["score"]["first"] == 29, "TAK-8.1: 5x5 with 4 left"


@pytest.mark.parametrize("policy", ["staff", "all", "majority"])
def test_policies_other_than_the_opponents_word(policy):
    table = Table(confirm={"policy": policy})
    game = table.send(table.one, FIRST_BY_ROAD)
    game = table.confirm(table.two, game)
    assert (game.state == "confirmed") == (policy != "staff")
    services.confirm_game(actor=acting(table.organiser), game_id=game.pk)
    assert table.slot().state == "decided"


def test_a_record_that_no_player_sent_needs_the_word_of_both(table):
    """As from playtak, where staff confirmed until the organiser changed that."""
    sent = prove_submission(
        context_of(table.slot()), record=ptn(FIRST_BY_ROAD), claim=None, played_on=None
    )
    game = store_submission(SYSTEM, context_of(table.slot()), sent, None)
    assert table.confirm(table.one, game).state == "submitted"
    assert table.confirm(table.two, game).state == "confirmed"


def test_a_postponed_game_waits_and_is_played_later(table):
    table.rule({"kind": "postponed", "until": "2026-12-01T18:00:00+00:00"}, reason="ill")
    assert (table.slot().state, table.slot().due_at.day) == ("postponed", 1)
    game = table.send(table.one, FIRST_BY_ROAD)
    table.confirm(table.two, game)
    assert table.slot().state == "decided"


def test_an_arbiter_who_plays_does_not_rule_the_game():
    table = Table()
    arbiter = User.objects.get(player=table.one)
    roles.grant_event_role(
        actor=SYSTEM, event_id=table.event.pk, user_id=arbiter.pk, role="arbiter"
    )
    with pytest.raises(NotAllowed):
        services.rule_slot(
            actor=acting(arbiter),
            pairing_id=table.pairing.pk,
            number=1,
            outcome={"kind": "forfeit", "winner": 1},
            reason="mine",
        )


def test_standings_follow(table):
    for number, moves in ((1, FIRST_BY_ROAD), (2, FIRST_BY_ROAD)):
        table.confirm(table.two, table.send(table.one, moves, number=number))
    assert refresh_standings(table.event.pk)
    assert not refresh_standings(table.event.pk), "fresh already"
    rows = Event.objects.get().standings.document["rows"]
    met = [row for row in rows if row["played"]]
    assert [row["match_points_x2"] for row in met] == [1, 1], "one game each: a tied match"


def test_names_of_a_record_are_kept_up_to_their_limit(table):
    name = "N" * 200
    game = table.send(table.one, ptn(FIRST_BY_ROAD, Player1=name, Player2=f"{name}x"))
    assert [each.name_in_record for each in game.players.order_by("order")] == [name, name]
