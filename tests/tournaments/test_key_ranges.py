"""Keys of a query are named by ranges, and the rows are exactly those with the keys."""

import pytest

from tournaments.models import Club
from tournaments.selectors.key_ranges import QueryByKeys, with_keys

ROWS = 60
POSITIONS = pytest.mark.parametrize(
    "positions",
    [[], [3], [3, 4, 5], [5, 4, 3, 4], [0, 1, 2, 9, 20, 21], range(0, ROWS, 2), range(ROWS)],
)


@pytest.fixture
def clubs(db):
    made = [Club(slug=f"c{at}", name=f"C{at}") for at in range(ROWS)]
    return [club.pk for club in Club.objects.bulk_create(made)]


def found(keys):
    return set(Club.objects.filter(with_keys("pk", keys)).values_list("pk", flat=True))


@POSITIONS
def test_the_rows_with_these_keys_are_found(clubs, positions):
    keys = [clubs[at] for at in positions]
    assert found(keys) == set(keys)


@POSITIONS
def test_a_query_by_keys_finds_them_each_time(clubs, positions):
    query = QueryByKeys("pk", lambda named: Club.objects.filter(named).values_list("pk", "slug"))
    slugs = {pk: f"c{at}" for at, pk in enumerate(clubs)}
    for keys in (clubs[10:12], [clubs[at] for at in positions]):
        assert sorted(query.rows(keys)) == sorted((key, slugs[key]) for key in set(keys))


def test_the_sql_of_one_range_is_written_once(clubs):
    built = []

    def build(named):
        built.append(named)
        return Club.objects.filter(named).values_list("pk")

    query = QueryByKeys("pk", build)
    for first in range(5):
        assert len(list(query.rows(clubs[first : first + 3]))) == 3
    assert len(built) == 2  # to find where the keys go; none for the rows
