"""The examples of docs/pairing.md: each line of its tables is computed."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise

import pytest

from tests.paths import ROOT
from tests.tournaments.playing import make_entrants, one_game, play, seats_of
from tournaments.pairing.systems.double_elimination import pair_double_elimination
from tournaments.pairing.systems.keizer import pair_keizer
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.pairing.systems.mcmahon import start_points_x2
from tournaments.pairing.systems.monrad import pair_monrad
from tournaments.pairing.systems.tables import pair_tables
from tournaments.standings.start_numbers import drawn_order
from tournaments.standings.tiebreaks.keizer import keizer_scores, rank_by_points
from tournaments.state import Entrant, EventState, PairingOptions, Played, Slot, SlotResult

FIRST, DRAW, SECOND = (2, 0), (1, 1), (0, 2)
EXAMPLES = (
    (ROOT / "docs/pairing.md").read_text().partition("## Worked examples")[2].partition("\n## ")[0]
)


def table_of(name):
    """The rows of the table of an example, without its head."""
    lines = EXAMPLES.partition(f"**{name}**")[2].partition("\n**")[0].splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows if set("".join(row)) - set("- ")][1:]


def written(pairs):
    return ", ".join(" – ".join(map(str, pair)) for pair in pairs)


def played_in(state, number, brackets):
    """The matches of a round, of these parts of a bracket."""
    rows = [p for p in state.played if p.round == number and p.bracket.startswith(brackets)]
    return written(p.seats for p in rows)


def test_the_knockout():
    def winner(a, b):
        return 6 if {a, b} == {3, 6} else min(a, b)

    options = PairingOptions(third_place=True)
    state = EventState(make_entrants(8), 0, options=options, system="knockout")
    state = play(state, pair_knockout, winner)
    expected = [[str(number), played_in(state, number, ("W", "P"))] for number in (1, 2, 3)]
    assert table_of("Knockout") == expected


def test_the_double_elimination():
    order = [3, 1, 2, 4, 5, 6, 7, 8]
    state = EventState(make_entrants(8), 0, system="double_elimination")
    state = play(state, pair_double_elimination, lambda a, b: min(a, b, key=order.index))
    assert table_of("Double elimination") == [
        [str(number), played_in(state, number, "W"), played_in(state, number, "L")]
        for number in range(1, 6)
    ]
    assert f"The grand final is {played_in(state, 6, 'GF')}." in EXAMPLES


def test_the_start_points_of_a_mcmahon():
    head = EXAMPLES.partition("| rating | ")[2].partition(" |\n")[0].split(" | ")
    entrants = [
        Entrant(number, None if rating == "none" else int(rating))
        for number, rating in enumerate(head, start=1)
    ]
    points = start_points_x2(entrants, PairingOptions(bar=1800, floor=1400, grade=100))
    expected = ["start points", *(str(points[entrant.number] // 2) for entrant in entrants)]
    assert table_of("McMahon") == [expected]


def test_the_monrad():
    results = ((FIRST, SECOND, FIRST), (SECOND, DRAW, SECOND))
    state = EventState(
        make_entrants(6), 9, system="monrad", options=PairingOptions(top_moves="first")
    )
    for number, row in enumerate(table_of("Monrad"), start=1):
        pairs = seats_of(pair_monrad(state))
        assert row[:2] == [str(number), written(pairs)]
        ends = zip(pairs, results[number - 1] if number <= len(results) else (), strict=False)
        games = tuple(one_game(number, (a, b), end) for (a, b), end in ends)
        state = replace(state, current_round=number, played=state.played + games)


def test_the_keizer():
    games = (one_game(1, (1, 2), SECOND), one_game(1, (4, 3), DRAW), one_game(1, (5, 6), FIRST))
    state = EventState(make_entrants(6), 0, 1, games, system="keizer")
    rows = table_of("Keizer")
    ranking = drawn_order(state)
    for count, (number, before, *sums) in enumerate(rows, start=1):
        points = keizer_scores(state, recounts=count)
        assert (number, before) == (str(count), " ".join(map(str, ranking)))
        assert [_last_number(text) for text in sums] == [points[entry] for entry in range(1, 7)]
        ranking = rank_by_points(state, points)
    assert keizer_scores(state) == points
    pairs = [sorted(pair, key=ranking.index) for pair in seats_of(pair_keizer(state))]
    assert f"Round 2 is {written(pairs)}." in EXAMPLES


def _last_number(text):
    whole, _, _ = text.rpartition(" ")[2].partition("½")
    return Fraction(whole) + Fraction("½" in text.rpartition("= ")[2], 2)


@pytest.mark.parametrize("seed", range(3))
def test_the_tables(seed):
    options = PairingOptions(sizes=(3,))
    state = EventState(make_entrants(6), 9, options=options, system="tables")
    met: list[Counter[frozenset[int]]] = [Counter()]
    for number in (1, 2, 3):
        paired = pair_tables(state, seed=seed)
        pairs = (frozenset(pair) for p in paired.pairings for pair in combinations(p.seats, 2))
        met.append(met[-1] + Counter(pairs))
        slots = (Slot(1, result=SlotResult("played", "", (4, 2, 0))),)
        games = tuple(Played(number, p.seats, slots) for p in paired.pairings)
        state = replace(state, current_round=number, played=state.played + games)
    times = [
        Counter(now[pair] for pair in now if now[pair] > was[pair]) for was, now in pairwise(met)
    ]
    assert table_of("Tables") == [
        [str(number), *(str(found[time]) for time in (1, 2, 3))]
        for number, found in enumerate(times, start=1)
    ]
