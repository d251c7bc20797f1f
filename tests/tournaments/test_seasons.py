"""Seasons of a club: their scoring, and which events count."""

import pytest
from django.utils import timezone

from tests.builders import make_club, make_event
from tournaments import limits
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.models import JournalLine, Series, SeriesStandings
from tournaments.services.events import seasons
from tournaments.services.events.seasons import MOST_EVENTS, MOST_POINTS_X2, validate_scoring
from tournaments.services.people.people import SlugTaken

PLACES = {"by": "places", "points_x2": [10, 6, 6]}


@pytest.mark.parametrize(
    ("name", "least", "most", "or_none"),
    [
        ("best", 1, MOST_EVENTS, True),
        ("events", 1, MOST_EVENTS, True),
        ("bonus_x2", 0, MOST_POINTS_X2, False),
        ("most_x2", 0, MOST_POINTS_X2, True),
    ],
)
def test_numbers_of_a_scoring_have_a_least_and_a_most(name, least, most, or_none):
    for value in (least, most, *((None,) if or_none else ())):
        assert validate_scoring({name: value})[name] == value
    for value in (least - 1, most + 1, True, "1", *(() if or_none else (None,))):
        with pytest.raises(InvalidInput) as refused:
            validate_scoring({name: value})
        assert refused.value.details["field"] == f"scoring.{name}"


@pytest.mark.parametrize(
    ("scoring", "field"),
    [
        ({"by": "luck"}, "by"),
        ({"ties": "lot"}, "ties"),
        ({"by": ["places"]}, "by"),
        ({"mood": 1}, "mood"),
        (PLACES | {"points_x2": []}, "points_x2"),
        (PLACES | {"points_x2": [0, 0]}, "points_x2"),
        (PLACES | {"points_x2": [5, 6]}, "points_x2"),
        (PLACES | {"points_x2": [MOST_POINTS_X2 + 1]}, "points_x2"),
        (PLACES | {"points_x2": [5, -1]}, "points_x2"),
        (PLACES | {"points_x2": 5}, "points_x2"),
        (PLACES | {"points_x2": [1] * (limits.SEASON_PLACES + 1)}, "points_x2"),
        ({"by": "rating_gain"}, "pool"),
        ({"by": "rating_gain", "pool": "chess"}, "pool"),
    ],
)
def test_a_scoring_that_makes_no_sense_is_refused_by_name(scoring, field):
    with pytest.raises(InvalidInput) as refused:
        validate_scoring(scoring, ["tak"])
    assert refused.value.details["field"] == f"scoring.{field}"


def test_a_rating_list_is_kept_only_where_it_decides():
    assert validate_scoring({"by": "rating_gain", "pool": "tak"}, ["tak"])["pool"] == "tak"
    assert validate_scoring(PLACES | {"pool": "tak"}, ["tak"])["pool"] is None
    longest = [MOST_POINTS_X2] * limits.SEASON_PLACES
    assert validate_scoring(PLACES | {"points_x2": longest})["points_x2"] == longest


@pytest.fixture
def club(db):
    return make_club("den")


def create(club, slug="year", **more):
    return seasons.create_series(actor=SYSTEM, club_id=club.pk, slug=slug, name="Year", **more)


def edit(series, **changes):
    return seasons.edit_series(actor=SYSTEM, series_id=series.pk, changes=changes)


def test_another_scoring_makes_the_table_stale_and_another_name_does_not(club):
    series = create(club, scoring=PLACES)
    stored = SeriesStandings.objects.create(
        series=series, versions={"1": 1}, document={}, computed_at=timezone.now()
    )
    for _again in range(2):
        edit(series, name="The year")
    stored.refresh_from_db()
    assert stored.versions == {"1": 1}
    for _again in range(2):
        edit(series, scoring={"best": 3})
    stored.refresh_from_db()
    assert stored.versions == {}
    series.refresh_from_db()
    assert (series.name, series.scoring) == ("The year", validate_scoring(PLACES | {"best": 3}))
    lines = JournalLine.objects.filter(scope="club:den", subject="series:year").order_by("seq")
    plain, best = validate_scoring(PLACES), series.scoring
    assert [(line.action, line.before, line.after) for line in lines] == [
        ("series.created", None, plain),
        ("series.edited", plain, plain | {"renamed": True}),
        ("series.edited", plain, best | {"renamed": False}),
    ]


def test_a_season_has_an_address_of_its_own_and_a_name_within_bounds(club):
    series = create(club)
    with pytest.raises(SlugTaken):
        create(make_club())
    for changes in ({"slug": "other"}, {"name": "x" * (limits.NAME + 1)}):
        with pytest.raises(InvalidInput) as refused:
            edit(series, **changes)
        assert refused.value.details["field"] in changes
    with pytest.raises(InvalidInput):
        seasons.create_series(actor=SYSTEM, club_id=club.pk, slug="s", name="x" * (limits.NAME + 1))
    assert Series.objects.count() == 1


def test_an_event_counts_in_a_season_of_its_own_club(club):
    year, next_year = create(club), create(club, "next")
    event = make_event(entries=0, state="draft", club_id=club.pk)
    elsewhere = create(make_club(), "elsewhere")
    for wrong in (elsewhere.pk, 0):
        with pytest.raises(InvalidInput):
            seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=wrong)
    for series_id in (year.pk, next_year.pk, None):
        for _again in range(2):
            found = seasons.set_event_series(actor=SYSTEM, event_id=event.pk, series_id=series_id)
            assert found.series_id == series_id
    lines = JournalLine.objects.filter(action="event.series").order_by("seq")
    assert [(line.before, line.after) for line in lines] == [
        (None, "year"),
        ("year", "next"),
        ("next", None),
    ]
