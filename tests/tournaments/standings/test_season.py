"""A season: the events of a club that count together, and what of them counts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builders import acting, decide_round, make_club, make_event, make_user, published_round
from tests.clients import text_of
from tournaments import selectors, tasks
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput, NotAllowed
from tournaments.recompute import refresh_series, refresh_standings
from tournaments.services.events import seasons
from tournaments.standings.season import EventScores, SeasonScoring, season_table

SCORES = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 20), max_size=4)


def test_the_best_two_of_three_events_count():
    events = [
        EventScores("one", {"a": 4, "b": 6}),
        EventScores("two", {"a": 5, "c": 9}),
        EventScores("three", {"a": 5, "b": 3, "c": 1}),
    ]
    rows = season_table(events, SeasonScoring(best=2))
    assert [(row.rank, row.player, row.total) for row in rows] == [
        (1, "a", 10),
        (1, "c", 10),
        (3, "b", 9),
    ]
    assert rows[0].parts == (("one", 4, False), ("two", 5, True), ("three", 5, True))


def test_fractions_of_tables_add_up_exactly():
    events = [EventScores(str(n), {"a": Fraction(2, 3)}) for n in range(3)]
    assert season_table(events, SeasonScoring())[0].as_json()["total"] == 2


@given(st.lists(SCORES, max_size=5), st.one_of(st.none(), st.integers(1, 4)))
def test_a_total_is_the_most_that_so_many_events_can_give(scores, best):
    events = [EventScores(str(at), given) for at, given in enumerate(scores)]
    for row in season_table(events, SeasonScoring(best=best)):
        mine = sorted((s[row.player] for s in scores if row.player in s), reverse=True)
        assert row.total == sum(mine[:best])
        assert len(row.parts) == len(mine)


@pytest.mark.django_db
class TestStored:
    def season(self):
        owner = make_user()
        club = make_club(owner=owner)
        series = seasons.create_series(
            actor=acting(owner), club_id=club.pk, slug="season", name="Season"
        )
        event = make_event(entries=2, games=1, club_id=club.pk)
        seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=series.pk)
        return series, event

    def test_the_table_follows_the_tables_of_its_events(self):
        series, event = self.season()
        decide_round(published_round(event))
        refresh_standings(event.pk)
        assert not selectors.series_document(series)["fresh"]
        assert [stale.pk for stale in selectors.stale_series()] == [series.pk]
        tasks.refresh_series(series.pk)
        document = selectors.series_document(series)
        assert document["fresh"]
        assert [(row["name"], row["total"]) for row in document["rows"]] == [("Ada", 2), ("Bo", 0)]
        assert refresh_series(series.pk) is False

    def test_a_private_event_stays_out_of_it(self):
        series, event = self.season()
        decide_round(published_round(event))
        refresh_standings(event.pk)
        event.visibility = "private"
        event.save()
        refresh_series(series.pk)
        assert selectors.series_document(series)["rows"] == []

    def test_only_the_club_of_an_event_has_seasons_for_it(self):
        series, _event = self.season()
        stranger = make_event(state="draft")
        with pytest.raises(InvalidInput):
            seasons.set_event_series(actor=SYSTEM, event_id=stranger.pk, series_id=series.pk)

    def test_who_may_begin_one(self):
        club = make_club()
        with pytest.raises(NotAllowed):
            seasons.create_series(actor=acting(make_user()), club_id=club.pk, slug="x", name="X")

    @pytest.mark.parametrize("scoring", [{"by": "beauty"}, {"best": 0}, {"worst": 1}])
    def test_a_scoring_without_sense_is_refused(self, scoring):
        with pytest.raises(InvalidInput):
            seasons.validate_scoring(scoring)

    def test_the_page_shows_what_each_event_gave(self, client):
        series, event = self.season()
        decide_round(published_round(event))
        refresh_standings(event.pk)
        refresh_series(series.pk)
        page = text_of(client.get("/series/season/"))
        assert event.name in page
        assert '<strong><span class="num">1</span></strong>' in page
        assert client.get("/series/none/").status_code == 404
