"""Seasons as they are stored: of events that are played, and of their rating changes."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation

from config.pages.season.score_texts import part_text
from games.services.people import merge_players, undo_merge
from ratings import recompute, selectors, tasks
from ratings.selectors.seasons import rating_gains, series_document, stale_series
from ratings.services import ensure_default_pools, post_result
from ratings.services.seasons import change_season, start_season
from tests.builders import (
    acting,
    decide_round,
    make_club,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tests.clients import text_of
from tests.ratings.builders import rated
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.recompute import refresh_standings
from tournaments.selectors import season_head
from tournaments.services.events import events, seasons
from tournaments.services.rounds.rounds import close_round
from tournaments.standings.seasons.scoring import SeasonScoring

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return make_club()


@pytest.fixture
def series(club):
    return make_season(club)


def make_season(club, **scoring):
    return start_season(
        actor=SYSTEM, club_id=club.pk, slug="season", name="Season", scoring=scoring
    )


def played(club, series, *, entries=2, finish=False, **options):
    """An event of the season after one round: Ada has beaten Bo."""
    event = make_event(entries=entries, games=1, club_id=club.pk, **options)
    seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=series.pk)
    decide_round(published_round(event))
    if finish:
        close_round(actor=SYSTEM, event_id=event.pk, number=1)
        events.finish(actor=SYSTEM, event_id=event.pk)
    refresh_standings(event.pk)
    event.refresh_from_db()
    return event


def rows_of(series):
    recompute.refresh_series(series.pk)
    return series_document(series)["rows"]


def test_the_table_follows_the_tables_of_its_events(club, series):
    event = played(club, series)
    assert not series_document(series)["fresh"]
    assert tasks.repair_series() == [series.pk]
    tasks.refresh_series(series.pk)
    document = series_document(series)
    assert document["fresh"]
    assert [(row["name"], row["total"]) for row in document["rows"]] == [("Ada", 2), ("Bo", 0)]
    assert recompute.refresh_series(series.pk) is False
    close_round(actor=SYSTEM, event_id=event.pk, number=1)
    events.finish(actor=SYSTEM, event_id=event.pk)
    assert stale_series() == [series], "the end of an event says what can still be reached"


def test_two_records_of_a_person_are_one_row_from_their_merge_to_their_parting(club, series):
    ada, again = (played(club, series).entries.get(number=1).player for _event in range(2))
    assert [row["name"] for row in rows_of(series)] == ["Ada", "Ada", "Bo", "Bo"]
    merge_players(actor=SYSTEM, player=again.public_id, into=ada.public_id)
    assert stale_series() == [series]
    first = rows_of(series)[0]
    assert (first["player"], first["total"], len(rows_of(series))) == (ada.public_id, 4, 3)
    undo_merge(actor=SYSTEM, player=again.public_id)
    assert not series_document(series)["fresh"]
    assert [row["total"] for row in rows_of(series)] == [2, 2, 0, 0]


def test_a_private_event_stays_out_of_it(club, series):
    event = played(club, series)
    event.visibility = "private"
    event.save()
    assert rows_of(series) == []


def test_only_the_club_of_an_event_has_seasons_for_it(series):
    stranger = make_event(state="draft")
    with pytest.raises(InvalidInput):
        seasons.set_event_series(actor=SYSTEM, event_id=stranger.pk, series_id=series.pk)


def test_who_may_begin_one(club):
    with pytest.raises(NotAllowed):
        start_season(actor=acting(make_user()), club_id=club.pk, slug="x", name="X")


@pytest.mark.parametrize(
    "scoring",
    [
        {"by": "beauty"},
        {"best": 0},
        {"worst": 1},
        {"by": "places"},
        {"by": "places", "points_x2": [0, 0]},
        {"by": "places", "points_x2": [4, 6]},
        {"points_x2": [-1]},
        {"points_x2": [1] * 201},
        {"points_x2": "10"},
        {"ties": "lot"},
        {"bonus_x2": -1},
        {"bonus_x2": True},
        {"events": 0},
        {"most_x2": 1.5},
        {"by": "rating_gain"},
        {"by": "rating_gain", "pool": "none"},
    ],
)
def test_a_scoring_without_sense_is_refused_at_its_field(scoring):
    with pytest.raises(InvalidInput) as refused:
        seasons.validate_scoring(scoring, ["tak"])
    field = str(refused.value.details["field"])
    assert field.startswith("scoring.")
    assert field.removeprefix("scoring.") in {*scoring, "points_x2", "pool"}


def test_another_rating_list_counts_and_another_kind_forgets_it(club):
    ensure_default_pools([("tak", 5)])
    series = make_season(club, by="rating_gain", pool="tak-5")
    for changes, now in (
        ({"best": 3}, ("rating_gain", "tak-5")),
        ({"pool": "tak"}, ("rating_gain", "tak")),
        ({"by": "wins"}, ("wins", None)),
    ):
        change_season(actor=SYSTEM, series_id=series.pk, changes={"scoring": changes})
        series.refresh_from_db()
        assert (series.scoring["by"], series.scoring["pool"]) == now


def test_places_count_when_the_event_is_over(club):
    series = make_season(club, by="places", points_x2=[20, 12], bonus_x2=2)
    event = played(club, series)
    assert rows_of(series) == []
    close_round(actor=SYSTEM, event_id=event.pk, number=1)
    events.finish(actor=SYSTEM, event_id=event.pk)
    first, second = rows_of(series)
    assert [(row["name"], row["total"]) for row in (first, second)] == [("Ada", 22), ("Bo", 14)]
    part = {"event": event.slug, "score": 12, "counts": True, "bonus": 2, "games": None}
    assert second["parts"] == [{**part, "place": 2, "sharing": 1}]


def test_what_can_still_be_reached_is_stored_with_the_table(club):
    """10 and 6 for places, 3 events in all. After one of them Ada has 10 and Bo 6."""
    series = make_season(club, by="places", points_x2=[20, 12], events=3)
    played(club, series, finish=True)
    first, second = rows_of(series)
    document = series_document(series)
    assert (document["to_come"], document["why_no_reach"]) == (2, None)
    assert [(row["most"], row["best_place"], row["worst_place"]) for row in (first, second)] == [
        # Newcomers lack 10 points of 32: three of them, or Bo, who lacks 4, and two.
        (60, 1, 4),
        # Ada has more already; five newcomers who lack 6.
        (52, 1, 7),
    ]


def test_a_running_event_gives_what_its_rounds_can_give(club):
    """A round robin of four: after round 1 the winners can have 3 points, the others 2."""
    series = make_season(club)
    played(club, series, entries=4)
    rows = rows_of(series)
    assert series_document(series)["why_no_reach"] is None
    assert [(row["total"], row["most"]) for row in rows] == [(2, 6), (2, 6), (0, 4), (0, 4)]


def test_without_points_to_expect_nothing_is_said_of_what_can_be_reached(club, series):
    played(club, series, finish=True)
    rows_of(series)
    assert series_document(series)["why_no_reach"] == "no_event_to_come"
    changes = {"scoring": {"events": 2}}
    change_season(actor=SYSTEM, series_id=series.pk, changes=changes)
    series.refresh_from_db()
    (row, *_others) = rows_of(series)
    assert (series_document(series)["why_no_reach"], row["most"]) == ("points_not_known", None)
    change_season(actor=SYSTEM, series_id=series.pk, changes={"scoring": {"most_x2": 6}})
    series.refresh_from_db()
    (row, *_others) = rows_of(series)
    assert (series_document(series)["why_no_reach"], row["most"]) == (None, 8)
    change_season(actor=SYSTEM, series_id=series.pk, changes={"scoring": {"events": 1}})
    series.refresh_from_db()
    rows_of(series)
    assert series_document(series)["why_no_reach"] == "over"


# --- rating gain ------------------------------------------------------------------------------
def test_rating_gain_is_the_changes_of_its_list_by_the_games_of_the_event(club):
    ensure_default_pools([("tak", 5)])
    series = make_season(club, by="rating_gain", pool="tak-5")
    event = played(club, series)
    assert rows_of(series) == []
    pair = [entry.player for entry in event.entries.order_by("number")]
    post_result("slot:1", replace(rated("one", pair, 1.0), event_id=event.pk))
    post_result("game:2", rated("two", pair, 0.0))  # a casual game is of no event
    pool = selectors.pool_by_slug("tak-5")
    tasks.replay_pool(pool.pk)
    assert stale_series() == [series]
    first, second = rows_of(series)
    (report,) = [row for row in selectors.event_report(event, "tak-5").rows if row.name == "Ada"]
    assert first["name"] == "Ada"
    assert Fraction(first["total"]) == Fraction(round(report.change * 10), 10) > 0
    assert first["parts"][0]["games"] == 1
    assert Fraction(first["total"]) == -Fraction(second["total"])
    assert series_document(series)["why_no_reach"] == "rating_gain"
    assert stale_series() == []


def test_the_gain_of_a_merged_record_is_that_of_the_person(club, series):
    event = played(club, series)
    ada, bo = (entry.player for entry in event.entries.order_by("number"))
    post_result("slot:1", replace(rated("one", (ada, bo), 1.0), event_id=event.pk))
    kept = make_player("Adelaide")
    merge_players(actor=SYSTEM, player=ada.public_id, into=kept.public_id)
    recompute.replay_stale_pools()
    assert set(rating_gains("tak-5", [event.pk])[event.pk]) == {kept.public_id, bo.public_id}


def test_a_list_that_is_gone_gives_nothing():
    assert rating_gains("none", [1]) == {}


# --- pages ------------------------------------------------------------------------------------
def test_the_page_shows_what_each_event_gave(club, client):
    series = make_season(club, by="places", points_x2=[21, 12], events=2, bonus_x2=2)
    event = played(club, series, finish=True)
    rows = rows_of(series)
    page = text_of(client.get("/series/season/"))
    assert event.name in page
    assert '<strong><span class="num">11½</span></strong>' in page
    assert "10½, 6" in page
    assert "1 event is not over yet" in page
    own = text_of(client.get(f"/series/season/players/{rows[1]['player']}/"))
    assert "place 2" in own
    assert "6 + 1 = 7" in own
    assert "Best place that is possible" in own
    assert client.get("/series/none/").status_code == 404
    assert client.get("/series/season/players/nobody/").status_code == 404


def test_a_calculation_reads_from_the_left_in_hebrew():
    scoring = SeasonScoring(by="places", points_x2=(21, 12))
    with translation.override("he"):
        text = part_text(scoring, {"place": 1, "sharing": 2})
    assert text == "מקומות \u20681–2\u2069: \u2068(10½ + 6) ÷ 2\u2069"


def test_the_page_follows_the_table(club, client, series):
    played(club, series)
    assert "being computed" in text_of(client.get("/series/season/"))
    rows_of(series)
    assert "being computed" not in text_of(client.get("/series/season/"))


def test_the_head_of_the_newest_season_that_has_players(club):
    assert season_head(club) is None
    old = make_season(club)
    played(club, old, entries=4)
    rows_of(old)
    start_season(actor=SYSTEM, club_id=club.pk, slug="new", name="New")
    found = season_head(club, places=2)
    assert found is not None
    assert found[0] == old
    assert [(row.rank, row.total) for row in found[1]] == [(1, 2), (1, 2)]
