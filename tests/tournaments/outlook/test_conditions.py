"""The fewest conditions that say a set of ways."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.outlook.conditions import alternatives, deciding_games

EVERY = {games: list(product(range(3), repeat=games)) for games in (1, 2, 3)}


def _meets(way, one):
    return all(way[at] in results for at, results in one.items())


@given(st.integers(1, 3), st.data())
@examples(150)
def test_the_alternatives_say_the_set_and_no_more(games, data):
    ways = data.draw(st.sets(st.sampled_from(EVERY[games]), min_size=1))
    if len(ways) == len(EVERY[games]):
        return
    found = alternatives(ways, games)
    if found is None:
        return
    assert {way for way in EVERY[games] if any(_meets(way, one) for one in found)} == ways
    for one in found:  # none can say less
        for at in one:
            wider = {key: value for key, value in one.items() if key != at}
            assert any(_meets(way, wider) and way not in ways for way in EVERY[games])


def test_one_condition():
    assert alternatives({(0, 1), (0, 0), (0, 2)}, 2) == [{0: (0,)}]


def test_either_of_two():
    ways = {way for way in EVERY[2] if way[0] == 0 or way[1] != 2}
    assert alternatives(ways, 2) == [{0: (0,)}, {1: (0, 1)}]


def test_games_that_do_not_matter_are_not_named():
    ways = {way for way in EVERY[3] if way[1] == 2}
    assert deciding_games(ways, 3) == (1,)
    assert alternatives(ways, 3) == [{1: (2,)}]


def test_too_many_games_are_not_said():
    ways = {way for way in product(range(3), repeat=6) if sum(way) == 6}
    assert alternatives(ways, 6) is None


def test_four_alternatives_are_said_and_five_are_not():
    """Ways of which any two differ in two games at least: none can be said together."""
    apart = [(0, 1, 1), (0, 2, 0), (1, 2, 2), (2, 1, 2), (1, 0, 0)]
    found = alternatives(set(apart[:4]), 3)
    assert found == [{at: (result,) for at, result in enumerate(way)} for way in apart[:4]]
    assert alternatives(set(apart), 3) is None
