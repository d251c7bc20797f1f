"""Keys of a query are named by ranges, and the rows are exactly those with the keys."""

import pytest

from tournaments.models import Club
from tournaments.selectors import with_keys

ROWS = 60


@pytest.fixture
def clubs(db):
    made = [Club(slug=f"c{at}", name=f"C{at}") for at in range(ROWS)]
    return [club.pk for club in Club.objects.bulk_create(made)]


def found(keys):
    return set(Club.objects.filter(with_keys("pk", keys)).values_list("pk", flat=True))


@pytest.mark.parametrize(
    "positions",
    [[], [3], [3, 4, 5], [5, 4, 3, 4], [0, 1, 2, 9, 20, 21], range(0, ROWS, 2), range(ROWS)],
)
def test_the_rows_with_these_keys_are_found(clubs, positions):
    keys = [clubs[at] for at in positions]
    assert found(keys) == set(keys)
