"""A club lives with its rating lists: results come late, are corrected, taken back, foreseen."""

import math
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from config.celery import app
from games import services as games
from games.services import people as game_people
from games.services import preview
from games.services.people import MetEachOther
from ratings import check, recompute, selectors, services, tasks
from ratings.models import Pool, RatedGame
from ratings.systems import BATCHES, SYSTEMS
from ratings.systems.glicko import expected, rate_period
from tests.builders import (
    actor_of,
    entry_of,
    make_event,
    make_player,
    pairing_at,
    published_round,
)
from tests.examples import examples
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.ratings.builders import make_players, play, rated
from tournaments.actor import SYSTEM, Actor
from tournaments.errors import NotAllowed
from tournaments.models import Event, JournalLine, Player, Result
from tournaments.services.people.merging import MergeChains, MergeIntoItself, PlayedTogether

OPEN = {"tables", "plackett_luce"}  # need places; their pools count the cards


def ratings_of(slug: str) -> dict[str, tuple[float, float, int]]:
    rows = selectors.leaderboard(selectors.pool_by_slug(slug))
    return {row.name: (row.rating, row.deviation, row.games) for row in rows}


class AnySeason(TestCase):
    """Every system beside the others over one ledger."""

    changes = st.lists(
        st.tuples(
            st.integers(0, 11),  # which game
            st.sampled_from([0, 0.5, 1, None]),  # its score now; None: it is taken back
            st.booleans(),  # whether the worker comes by
        ),
        min_size=1,
        max_size=12,
    )

    def setUp(self) -> None:
        self.players = make_players("Ann", "Bob", "Cid", "Dan")
        for code in sorted({*SYSTEMS, *BATCHES} - OPEN):
            services.create_pool(actor=SYSTEM, slug=code, counts={"game": "tak"}, system=code)

    @examples(12)
    @given(changes)
    def test_what_is_stored_is_what_a_full_replay_gives(self, changes: list) -> None:
        for number, score, comes_by in changes:
            source = f"g{number:02d}"
            if score is None:
                services.void_posting(f"game:{source}")
            else:
                pair = (self.players[number % 4], self.players[(number + 1 + number // 4) % 4])
                game = rated(source, pair, score, day=1 + 9 * number)
                services.post_result(f"game:{source}", game)
                assert services.post_result(f"game:{source}", game) is False
            if comes_by:
                recompute.replay_stale_pools()
        assert check.check_pools() == []
        assert recompute.stale_pools() == []


@pytest.fixture
def cup(db):
    """Ada (1), Bo, Cleo and Dag; in round 1 table 1 was played and decided."""
    event = make_event(games=1, slug="cup")
    round_ = published_round(event)
    rule(round_, 1, "R-0")
    recompute.replay_stale_pools()
    return event, round_


def rule(round_, table, result):
    outcome = {"kind": "adjudicated", "result": result}
    pairing = pairing_at(round_, table)
    games.rule_slot(actor=SYSTEM, pairing_id=pairing.pk, number=1, outcome=outcome, reason="seen")


def predicted(found) -> dict[str, dict[str, tuple[float | None, float | None]]]:
    return {one.pool: {row.name: (row.before, row.after) for row in one.rows} for one in found}


def by_id(found) -> dict[str, tuple[float | None, float | None]]:
    """The same of the list of all Tak, by public id: merged players bear one name."""
    return next(
        {row.player: (row.before, row.after) for row in one.rows}
        for one in found
        if one.pool == "tak"
    )


def all_rows():
    return (
        Result.objects.count(), JournalLine.objects.count(), Pool.objects.count(),
        sorted(Pool.objects.values_list("slug", "ledger_version", "ratings_version")),
        ratings_of("tak"),
    )  # fmt: skip


def test_a_ruling_is_foreseen_and_comes_true(cup):
    _event, round_ = cup
    before = all_rows()
    found = preview.preview_ruling(
        actor=SYSTEM,
        pairing_id=pairing_at(round_, 1).pk,
        number=1,
        outcome={"kind": "adjudicated", "result": "0-R"},
    )
    assert all_rows() == before
    expected = predicted(found)
    old = ratings_of("tak")
    rule(round_, 1, "0-R")
    recompute.replay_stale_pools()
    new = ratings_of("tak")
    assert expected["tak"] == {name: (old[name][0], new[name][0]) for name in old}
    assert set(expected) == {"tak", "tak-5"}
    deltas = {row.name: row.delta for row in found[0].rows if found[0].pool == "tak"}
    assert deltas == {name: new[name][0] - old[name][0] for name in old}


def test_a_first_result_and_a_forfeit_are_foreseen(cup):
    event, round_ = cup
    first = preview.preview_ruling(
        actor=SYSTEM,
        pairing_id=pairing_at(round_, 2).pk,
        number=1,
        outcome={"kind": "adjudicated", "result": "F-0"},
    )
    new = {name for name, (before, _after) in predicted(first)["tak"].items() if before is None}
    assert len(new) == 2
    forfeit = preview.preview_ruling(
        actor=SYSTEM,
        pairing_id=pairing_at(round_, 1).pk,
        number=1,
        outcome={"kind": "forfeit", "winner": 1},
    )
    assert {after for _before, after in predicted(forfeit)["tak"].values()} == {None}
    assert event.slug == "cup"


def test_who_may_not_rule_may_not_foresee(cup):
    _event, round_ = cup
    with pytest.raises(NotAllowed):
        preview.preview_ruling(
            actor=Actor("anonymous"),
            pairing_id=pairing_at(round_, 1).pk,
            number=1,
            outcome={"kind": "cancelled"},
        )


@pytest.fixture
def namesakes(db):
    """Ann beats Bob, and Annie, who is Ann, beats Cid; then Bob beats Cid."""
    ann, annie, bob, cid = make_players("Ann", "Annie", "Bob", "Cid")
    play("g1", (ann, bob), 1, day=1)
    play("g2", (annie, cid), 1, day=2)
    play("g3", (bob, cid), 1, day=3)
    recompute.replay_stale_pools()
    return ann, annie, bob, cid


def test_a_merge_is_foreseen_comes_true_and_is_taken_back(namesakes):
    ann, annie, *_others = namesakes
    apart = ratings_of("tak")
    asked = {"actor": SYSTEM, "player": annie.public_id}
    expected = by_id(preview.preview_merge(into=ann.public_id, **asked))
    assert ratings_of("tak") == apart
    game_people.merge_players(into=ann.public_id, **asked)
    game_people.merge_players(into=ann.public_id, **asked)
    recompute.replay_stale_pools()
    together = ratings_of("tak")
    assert {name: games for name, (_r, _d, games) in together.items()} == {
        "Ann": 2, "Bob": 2, "Cid": 2,
    }  # fmt: skip
    assert expected[ann.public_id] == (apart["Ann"][0], together["Ann"][0])
    assert expected[annie.public_id] == (apart["Annie"][0], None)
    back = by_id(preview.preview_unmerge(**asked))
    assert back[ann.public_id] == (together["Ann"][0], apart["Ann"][0])
    assert back[annie.public_id] == (None, apart["Annie"][0])
    game_people.undo_merge(**asked)
    game_people.undo_merge(**asked)
    recompute.replay_stale_pools()
    assert ratings_of("tak") == apart
    assert check.check_pools() == []
    lines = JournalLine.objects.filter(action__in=["player.merged", "player.parted"])
    assert [line.action for line in lines.order_by("seq")] == ["player.merged", "player.parted"]


def test_merges_that_cannot_be_are_refused(namesakes, cup):
    ann, annie, bob, _cid = namesakes
    event, _round = cup

    def merge(one: Player, other: Player) -> None:
        game_people.merge_players(actor=SYSTEM, player=one.public_id, into=other.public_id)

    with pytest.raises(MergeIntoItself):
        merge(ann, ann)
    with pytest.raises(PlayedTogether, match="cup"):
        merge(entry_of(event, 1).player, entry_of(event, 2).player)
    merge(annie, ann)
    with pytest.raises(MergeChains):
        merge(ann, bob)
    with pytest.raises(MergeChains):
        merge(bob, annie)
    with pytest.raises(NotAllowed):
        game_people.undo_merge(actor=Actor("anonymous"), player=annie.public_id)
    annie.refresh_from_db()
    assert annie.merged_into == ann


def test_two_who_met_as_another_record_of_one_of_them_are_two(db):
    event = make_event(slug="cup", entries=2)
    one, again = (entry_of(event, number).player for number in (1, 2))
    kept, cid, dan = make_players("Kept", "Cid", "Dan")
    games.submit_casual(actor=SYSTEM, record=ptn(FIRST_BY_ROAD), first_id=cid.pk, second_id=dan.pk)
    for merged in (again, dan):
        game_people.merge_players(actor=SYSTEM, player=merged.public_id, into=kept.public_id)
    for other, refusal in ((one, PlayedTogether), (cid, MetEachOther)):
        with pytest.raises(refusal):
            game_people.merge_players(actor=SYSTEM, player=other.public_id, into=kept.public_id)


def test_a_game_that_was_refused_is_no_meeting_of_two(db):
    one, other = make_player("Ann"), make_player("Anna", account=False)
    game = games.submit_casual(
        actor=actor_of(one), record=ptn(FIRST_BY_ROAD), first_id=one.pk, second_id=other.pk
    )
    games.dispute_game(actor=SYSTEM, game_id=game.pk, text="that was me alone")
    merged = game_people.merge_players(actor=SYSTEM, player=one.public_id, into=other.public_id)
    assert merged.merged_into == other


def test_two_who_played_each_other_are_two(db):
    ann, bob = make_players("Ann", "Bob")
    record = (
        '[Size "5"]\n[Date "2026.01.05"]\n[Result "R-0"]\n\n'
        "1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n"
    )
    games.submit_casual(actor=SYSTEM, record=record, first_id=ann.pk, second_id=bob.pk)
    recompute.replay_stale_pools()
    with pytest.raises(MetEachOther):
        game_people.merge_players(actor=SYSTEM, player=ann.public_id, into=bob.public_id)
    assert not Player.objects.filter(merged_into__isnull=False).exists()
    game = games.submit_casual(actor=SYSTEM, record=record, first_id=ann.pk, second_id=bob.pk)
    found = predicted(preview.preview_void(actor=SYSTEM, game_id=game.pk))
    assert {after for _before, after in found["tak"].values()} == {None}
    assert len(ratings_of("tak")) == 2


def test_a_task_that_comes_twice_or_never(db, monkeypatch):
    ann, bob = make_players("Ann", "Bob")
    play("g1", (ann, bob), 1)
    pool = Pool.objects.get(slug="tak")
    assert tasks.replay_pool(pool.pk) is True
    once = ratings_of("tak")
    assert tasks.replay_pool(pool.pk) is False
    assert ratings_of("tak") == once
    services.change_pool(actor=SYSTEM, slug="tak", system="elo", reason="voted")
    play("g2", (bob, ann), 1, day=2)  # and its message is lost
    monkeypatch.setitem(app.conf, "task_always_eager", True)  # whoever is sent for comes at once
    assert pool.pk in tasks.repair_pools()
    assert tasks.repair_pools() == []
    assert ratings_of("tak")["Ann"][2] == 2
    assert check.check_pools() == []


def test_an_event_has_its_rating_report(cup):
    event, round_ = cup
    rule(round_, 2, "1/2-1/2")
    recompute.replay_stale_pools()
    report = selectors.event_report(event)
    assert (report.pool, len(report.rows)) == ("tak-5", 4)
    for row in report.rows:
        listed = ratings_of("tak-5")[row.name]
        assert (row.before, row.games) == (1500.0, 1)
        assert row.before + row.change == pytest.approx(listed[0])
    # newcomers, all deviations 300, 43 points for the first move, and then what the first game
    # taught of it: by Glickman's formulas
    both = math.hypot(300, 300)
    learned, _sure = rate_period(43, 30, [(0, both, 1.0)])
    first, then = (expected(1500 + edge, 1500, both) for edge in (43, learned))
    by_score = {(float(row.scored), round(row.expected or 0, 6)) for row in report.rows}
    assert by_score == {
        (1.0, round(first, 6)), (0.0, round(1 - first, 6)),
        (0.5, round(then, 6)), (0.5, round(1 - then, 6)),
    }  # fmt: skip
    # FIDE's table: 100 percent is 800 points above the opponents, a half is none
    performances = sorted(row.performance for row in report.rows)
    assert performances == [700.0, 1500.0, 1500.0, 2300.0]


def test_a_game_is_rated_in_the_class_of_its_events_clock(db):
    quick, slow = (make_event(games=1) for _ in range(2))
    clock = {"minutes": 5, "increment_seconds": 3}
    Event.objects.filter(pk=quick.pk).update(time_control=clock)
    for event in (quick, slow):
        rule(published_round(event), 1, "R-0")
    classes = RatedGame.objects.values_list("event", "time_class")
    assert dict(classes) == {quick.pk: "blitz", slow.pk: ""}


def test_lists_are_kept_as_published_and_corrections_stand_beside(db):
    ann, bob, cid = make_players("Ann", "Bob", "Cid")
    play("g1", (ann, bob), 1, day=1)
    second = play("g2", (ann, bob), 1, day=2)
    march = date(2026, 3, 1)
    assert services.publish_list(actor=SYSTEM, slug="tak", on=march) is True
    pool = selectors.pool_by_slug("tak")
    published = {row["name"]: row["rating"] for row in selectors.published_list(pool, march)}
    assert published == {name: row[0] for name, row in ratings_of("tak").items()}
    # a result is corrected, a game comes late, and another is played
    (first, _x), (other, _y) = ((s.player_id, s.score_x2) for s in second.seats)
    assert (first, other) == (ann.pk, bob.pk)
    services.post_result("game:g2", rated("g2", (ann, bob), 0, day=2))
    play("late", (cid, bob), 1, day=3)
    play("g3", (ann, cid), 1, day=60)  # on the very day of the list: of the next one
    recompute.replay_stale_pools()
    pool = selectors.pool_by_slug("tak")
    rows = {row["name"]: row for row in selectors.published_list(pool, date(2026, 3, 31))}
    assert {name: rows[name]["rating"] for name in published} == published
    assert (rows["Cid"]["rating"], rows["Cid"]["corrected"] is None) == (None, False)
    assert rows["Ann"]["corrected"] == selectors.rating_history(ann.pk, pool)[1].after
    assert rows["Ann"]["correction"] < 0 < rows["Bob"]["corrected"]
    # published, what corrections made of it, and the games since give the rating of now
    moved = selectors.movement(ann, pool)
    since = sum(game.change for game in moved.games if game.played_on >= march)
    assert (moved.on, moved.published) == (march, published["Ann"])
    assert published["Ann"] + (moved.correction or 0) + since == pytest.approx(moved.now)
    assert moved.now == ratings_of("tak")["Ann"][0]
    assert services.publish_list(actor=SYSTEM, slug="tak", on=march) is False
    again = {row["name"]: row["rating"] for row in selectors.published_list(pool, march)}
    assert {name: again[name] for name in published} == published
    assert services.publish_monthly_lists(actor=SYSTEM, today=date(2026, 4, 9)) == 2
    assert services.publish_monthly_lists(actor=SYSTEM, today=date(2026, 4, 30)) == 0
    assert check.check_pools() == []
