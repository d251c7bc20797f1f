"""Who is in a category: by data, by what people say, by choice of the organisers."""

import pytest

from tournaments.prizes.categories import Candidate, Category, members_of

PEOPLE = (
    Candidate(1, rating=1500, birth_year=2012, games=40),
    Candidate(2, rating=1400, birth_year=1980, games=9),
    Candidate(3, rating=None, games=0),
    Candidate(4, rating=1399, games=10),
)
GIVEN = frozenset({2, 3})


@pytest.mark.parametrize(
    ("category", "expected"),
    [
        (Category("rating", 1500), [(2, "rated_below", 1400), (4, "rated_below", 1399)]),
        (Category("rating", 1400), [(4, "rated_below", 1399)]),
        (Category("newcomer", 0), [(3, "unrated", None)]),
        (Category("newcomer", 10), [(2, "few_games", 9), (3, "few_games", 0)]),
        # 2 says to be young and is not; of 3 no year is known
        (Category("junior", 2012, GIVEN), [(1, "born_from", None), (3, "given", None)]),
        (Category("junior", 2013, GIVEN), [(3, "given", None)]),
        (Category("women", None, GIVEN), [(2, "given", None), (3, "given", None)]),
        (Category("own", None, GIVEN), [(2, "chosen", None), (3, "chosen", None)]),
        (Category("own"), []),
    ],
)
def test_members(category, expected):
    found = [(each.entry, each.reason, each.value) for each in members_of(category, PEOPLE)]
    assert found == expected


def test_the_year_of_birth_is_never_in_the_reason():
    assert all(each.value is None for each in members_of(Category("junior", 2012), PEOPLE))
