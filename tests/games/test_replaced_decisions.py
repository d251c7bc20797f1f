"""What a new decision leaves of the one before: states of games, facts, ratings, journal."""

import pytest

from games import services
from games.models import Dispute, Game, GameState
from games.services import people, preview
from games.services.confirm import NotWaiting
from ratings import recompute
from ratings.models import PlayerRating, RatedGame
from ratings.services import create_pool
from tests.builders import (
    actor_of,
    context_of,
    entry_of,
    make_event,
    make_player,
    players_at,
    published_round,
    slot_at,
    tak_facts,
)
from tests.flows.records import FIRST_BY_ROAD, FIRST_RESIGNS, ptn
from tests.slots import enter_result, rule, submit
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.models import JournalLine, Result
from tournaments.services.rounds.results import CorrectionNeedsReason, Outcome, record_result

pytestmark = pytest.mark.django_db


@pytest.fixture
def slot(round_):
    return slot_at(round_)


@pytest.fixture
def seated(round_):
    return players_at(round_)


def counted(slot):
    return Result.objects.get(slot=slot, current=True)


def is_rated(slot):
    return RatedGame.objects.filter(source=f"slot:{slot.pk}", voided_at=None).exists()


def test_a_record_that_differed_from_the_desk_counts_once_it_is_ruled_so(slot, seated):
    enter_result(slot, {"result": "0-R"})
    game = submit(actor_of(seated[0]), slot, record=ptn(FIRST_BY_ROAD))
    assert states(slot) == [GameState.EVIDENCE]
    rule(slot, {"kind": "adjudicated", "result": "R-0"})
    now = counted(slot)
    assert states(slot) == [GameState.RULED]
    assert (now.source, now.facts["proven"]) == (f"game:{game.public_id}", True)


def test_the_desk_adds_the_reserves_to_a_result_without_them(slot):
    enter_result(slot, {"result": "R-0"})
    left = {"result": "R-0", "reserves": {"first": {"stones": 4, "capstones": 0}}}
    enter_result(slot, left, reason="counted")
    assert counted(slot).facts["score"] == {"first": 29, "second": 0}
    assert slot.results.count() == 2


def states(slot):
    return list(Game.objects.filter(slot=slot).order_by("pk").values_list("state", flat=True))


def ratings_in(pool):
    rows = PlayerRating.objects.filter(pool__slug=pool)
    return dict(rows.values_list("player__public_id", "rating"))


def agree(slot, seated, **sent):
    game = submit(actor_of(seated[0]), slot, **sent)
    return services.confirm_game(actor=actor_of(seated[1]), game_id=game.pk)


def test_postponing_a_counted_game_takes_its_rating_back(slot, seated):
    agree(slot, seated, record=ptn(FIRST_BY_ROAD))
    assert is_rated(slot)
    rule(slot, {"kind": "postponed"})
    slot.refresh_from_db()
    assert (slot.state, slot.results.filter(current=True).count()) == ("postponed", 0)
    assert not is_rated(slot)
    assert states(slot) == [GameState.VOID]


@pytest.mark.parametrize("kind", ["forfeit", "double_forfeit", "cancelled"])
def test_a_ruling_without_play_takes_the_rating_back(slot, seated, kind):
    agree(slot, seated, record=ptn(FIRST_BY_ROAD))
    rule(slot, {"kind": kind, **({"winner": 2} if kind == "forfeit" else {})})
    assert (counted(slot).kind, is_rated(slot), states(slot)) == (kind, False, [GameState.VOID])


@pytest.mark.parametrize(("first", "then"), [("forfeit", "cancelled"), ("cancelled", "forfeit")])
def test_a_forfeit_and_a_cancelled_game_replace_each_other(slot, first, then):
    points = {"forfeit": [0, 2], "cancelled": [0, 0]}
    for kind in (first, then):
        rule(slot, {"kind": kind, **({"winner": 2} if kind == "forfeit" else {})})
        seats = counted(slot).seats.order_by("order").values_list("points_x2", flat=True)
        assert (counted(slot).kind, list(seats)) == (kind, points[kind])
    assert [result.current for result in slot.results.order_by("revision")] == [False, True]


def test_a_waiting_game_that_a_ruling_passes_over_is_rejected(slot, seated):
    submit(actor_of(seated[0]), slot, record=ptn(FIRST_RESIGNS))
    rule(slot, {"kind": "adjudicated", "result": "R-0"})
    assert states(slot) == [GameState.REJECTED]


def test_a_waiting_game_that_another_is_counted_over_is_superseded(slot, seated):
    submit(actor_of(seated[0]), slot, record=ptn(FIRST_RESIGNS))
    enter_result(slot, {"result": "R-0"})
    assert states(slot)[0] == GameState.SUPERSEDED
    assert counted(slot).outcome == "R-0"


def test_a_counted_game_that_another_is_counted_over_is_void(slot, seated):
    agree(slot, seated, record=ptn(FIRST_RESIGNS))
    rule(slot, {"kind": "adjudicated", "result": "R-0"})
    assert states(slot) == [GameState.VOID]
    assert counted(slot).outcome == "R-0"


def test_a_record_after_an_agreed_claim_adds_its_facts(slot, seated):
    agree(slot, seated, claim={"result": "R-0"})
    before = counted(slot)
    assert not before.facts.get("proven")
    submit(actor_of(seated[0]), slot, record=ptn(FIRST_BY_ROAD))
    after = counted(slot)
    assert (after.outcome, after.revision) == ("R-0", before.revision + 1)
    assert after.facts["proven"]
    # 25 spaces, 16 of 21 stones and the capstone left: TAK-8.1.
    assert after.facts["score"] == {"first": 25 + 17, "second": 0}
    assert states(slot) == [GameState.SUPERSEDED, GameState.CONFIRMED]
    record = Game.objects.get(slot=slot, state=GameState.CONFIRMED)
    assert after.source == f"game:{record.public_id}"


def test_a_second_record_after_a_proved_one_is_evidence_only(slot, seated):
    agree(slot, seated, record=ptn(FIRST_BY_ROAD))
    before = counted(slot)
    other = ptn("1. e5 a1\n2. c1 a3\n3. b1 c3\n4. d1 d3\n5. e1 R-0\n")
    submit(actor_of(seated[1]), slot, record=other)
    assert counted(slot).pk == before.pk
    assert states(slot) == [GameState.CONFIRMED, GameState.EVIDENCE]


def test_the_same_result_from_another_source_is_a_new_revision(slot):
    outcome = Outcome("played", "R-0", None, tak_facts("R-0"))
    for source in ("game:one", "game:one", "game:two"):
        record_result(actor=SYSTEM, context=context_of(slot), outcome=outcome, source=source)
    rows = list(slot.results.order_by("revision").values_list("source", "current", "reason"))
    assert rows == [("game:one", False, ""), ("game:two", True, "facts from game:two")]
    recorded = JournalLine.objects.filter(action="result.recorded", subject=f"slot:{slot.pk}")
    assert recorded.count() == 2


def test_other_facts_from_the_same_source_need_a_reason(slot):
    def record(left, **more):
        outcome = Outcome("played", "R-0", None, tak_facts("R-0", left=left))
        record_result(
            actor=SYSTEM, context=context_of(slot), outcome=outcome, source="game:one", **more
        )

    record(4)
    with pytest.raises(CorrectionNeedsReason):
        record(5)
    record(5, reason="counted again")
    assert counted(slot).facts["score"]["first"] == 25 + 5


def test_a_preview_after_a_merge_names_the_player_who_stays():
    event = make_event(entries=2, games=1)
    slot = slot_at(published_round(event))
    enter_result(slot, {"result": "R-0"})
    merged, kept = entry_of(event, 1).player, make_player("Ada Lovelace")
    people.merge_players(actor=SYSTEM, player=merged.public_id, into=kept.public_id)
    recompute.replay_stale_pools()

    def foresee(result):
        outcome = {"kind": "adjudicated", "result": result}
        found = preview.preview_ruling(
            actor=SYSTEM, pairing_id=slot.pairing_id, number=1, outcome=outcome
        )
        return {pool.pool: pool.rows for pool in found}

    assert foresee("R-0") == {}, "nothing would change"
    rows = foresee("0-R")["tak"]
    foreseen = {row.player: (row.before, row.after) for row in rows}
    before = ratings_in("tak")
    rule(slot, {"kind": "adjudicated", "result": "0-R"})
    recompute.replay_stale_pools()
    after = ratings_in("tak")
    assert set(foreseen) == {kept.public_id, entry_of(event, 2).player.public_id}
    assert foreseen == {player: (before[player], after[player]) for player in before}


def test_a_game_of_somebody_merged_is_that_of_the_player_who_stays():
    event = make_event(entries=2, games=1)
    slot = slot_at(published_round(event))
    merged, kept = entry_of(event, 1).player, make_player("Ada Lovelace")
    people.merge_players(actor=SYSTEM, player=merged.public_id, into=kept.public_id)
    enter_result(slot, {"result": "R-0"})
    names = {seat.name for seat in selectors.slot_context(slot.pairing_id, 1).seats}
    assert names == {"Ada Lovelace", entry_of(event, 2).player.name}
    rated = {posting.player_id for posting in RatedGame.objects.get().postings.all()}
    assert rated == {kept.pk, entry_of(event, 2).player_id}


def test_a_preview_leaves_out_lists_that_count_no_such_game(slot):
    enter_result(slot, {"result": "R-0"})
    create_pool(actor=SYSTEM, slug="six", counts={"game": "tak", "size": 6})
    recompute.replay_stale_pools()
    found = preview.preview_ruling(
        actor=SYSTEM,
        pairing_id=slot.pairing_id,
        number=slot.number,
        outcome={"kind": "adjudicated", "result": "0-R"},
    )
    assert {pool.pool for pool in found} == {"tak", "tak-5"}


def test_a_game_that_a_ruling_rejected_is_neither_confirmed_nor_disputed(slot, seated):
    game = submit(actor_of(seated[0]), slot, record=ptn(FIRST_RESIGNS))
    rule(slot, {"kind": "cancelled"})
    other = actor_of(seated[1])
    with pytest.raises(NotWaiting, match="rejected"):
        services.confirm_game(actor=other, game_id=game.pk)
    with pytest.raises(NotWaiting, match="rejected"):
        services.dispute_game(actor=other, game_id=game.pk, text="no")
    assert (counted(slot).kind, slot.disputes.count()) == ("cancelled", 0)


def test_a_ruling_counts_the_game_of_its_own_table(round_):
    """Two tables sent the same game; only that of the ruled one counts."""
    one, two = slot_at(round_, 1), slot_at(round_, 2)
    for slot, table in ((one, 1), (two, 2)):
        submit(actor_of(players_at(round_, table)[0]), slot, record=ptn(FIRST_BY_ROAD))
    rule(two, {"kind": "adjudicated", "result": "R-0"})
    assert (states(one), states(two)) == ([GameState.SUBMITTED], [GameState.RULED])


def test_a_second_thought_supersedes_only_what_still_waits(slot, seated):
    """A game of the same player that was void before stays void."""
    game = agree(slot, seated, record=ptn(FIRST_BY_ROAD))
    services.void_result(actor=SYSTEM, game_id=game.pk, reason="a wrong slip")
    for result in ("0-R", "1/2-1/2"):
        submit(actor_of(seated[0]), slot, claim={"result": result})
    assert states(slot) == [GameState.VOID, GameState.SUPERSEDED, GameState.SUBMITTED]


def test_only_a_record_names_the_engine_that_proved_it(slot, seated):
    claimed = submit(actor_of(seated[0]), slot, claim={"result": "R-0"})
    recorded = submit(actor_of(seated[1]), slot, record=ptn(FIRST_BY_ROAD))
    assert (claimed.engine_version, recorded.engine_version) == ("", "tak/1")


@pytest.mark.parametrize("decide", ["desk", "ruling"])
def test_a_decision_closes_the_dispute_of_its_slot(slot, seated, decide):
    game = submit(actor_of(seated[0]), slot, record=ptn(FIRST_BY_ROAD))
    services.dispute_game(actor=actor_of(seated[1]), game_id=game.pk, text="no")
    assert Dispute.objects.get().closed_at is None
    if decide == "desk":
        enter_result(slot, {"result": "0-R"})
    else:
        rule(slot, {"kind": "cancelled"})
    assert Dispute.objects.get().closed_at is not None


def test_games_of_one_day_are_rated_in_the_order_of_their_events():
    for slug in ("beta", "alpha"):
        event = make_event(slug=slug, entries=2, games=1)
        enter_result(slot_at(published_round(event)), {"result": "R-0"})
    rated = RatedGame.objects.order_by("order_key").values_list("event__slug", flat=True)
    assert list(rated) == ["alpha", "beta"]
