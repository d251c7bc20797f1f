"""Random tournaments: the same for the same seed, by the rules of the state, as often as asked."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import examples
from tournaments.pairing.generate import GenerateOptions, generate
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused
from tournaments.state import EventState
from tournaments.trf.compose import build_report
from tournaments.trf.write import write_report


def pair_by_search(state: EventState) -> PairedRound:
    """Numbers in order, nobody twice against the same: a small system of these tests.

    :raises PairingRefused: no_legal_pairing.
    """
    met = {frozenset(played.seats) for played in state.played}
    here = list(state.present_entries(state.next_round))
    alone = [played.seats[0] for played in state.played if played.kind == "bye_allocated"]
    byes = [None] if len(here) % 2 == 0 else [e for e in reversed(here) if e not in alone]
    for bye in byes:
        pairs = _search([entry for entry in here if entry != bye], met)
        if pairs is not None:
            matches = [Pairing(pair, table) for table, pair in enumerate(pairs, start=1)]
            last = [Pairing.bye(bye, why=())] if bye else []
            return PairedRound(state.next_round, (*matches, *last))
    raise PairingRefused("no_legal_pairing")


def _search(entries: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]] | None:
    if not entries:
        return []
    first, *others = entries
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _search([entry for entry in others if entry != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def play(asked: GenerateOptions) -> EventState:
    return generate(options=asked, pair=pair_by_search)


def options(**more: int) -> GenerateOptions:
    return GenerateOptions(**{"players": 12, "rounds": 4, "seed": 1, **more})


def test_a_seed_gives_one_file_and_another_seed_another():
    """Beginning as it does on every machine: the ratings that Python's generator gives seed 1."""
    files = [write_report(build_report(play(options(seed=seed)))) for seed in (1, 1, 2)]
    assert files[0] == files[1] != files[2]
    random = Random(1)
    rated = sorted((random.randint(1000, 2400) for _ in range(12)), reverse=True)
    assert [entrant.rating for entrant in play(options()).entrants] == rated


@given(
    st.integers(2, 12),
    st.integers(1, 5),
    st.integers(0, 2**32),
    st.tuples(*[st.integers(0, 60)] * 4),
)
@examples(50)
def test_every_round_has_results_for_those_who_are_here(players, rounds, seed, percent):
    forfeits, byes, withdrawals, draws = percent
    state = play(GenerateOptions(players, rounds, seed, forfeits, byes, withdrawals, draws))
    assert state.current_round <= rounds == state.rounds_total
    for number in range(1, state.current_round + 1):
        seated = [e for p in state.played if p.round == number for e in p.seats]
        assert sorted(seated) == list(state.present_entries(number))
    assert all(played.is_finished for played in state.played)
    away = [absence for entrant in state.entrants for absence in entrant.absences]
    assert all(a.points_x2 == 1 and a.to_round < rounds for a in away if a.kind == "bye")
    left = [absence for absence in away if absence.kind == "withdrawn"]
    assert all(a.from_round > 1 and a.to_round is None and a.points_x2 == 0 for a in left)


def test_where_no_pairing_is_left_it_ends():
    """Three entries have met each other, and have all had the bye, after three rounds."""
    asked = options(players=3, rounds=5, byes=0, withdrawals=0)
    assert play(asked).current_round == 3


@pytest.mark.parametrize("percent", [0, 30, 100])
def test_draws_and_forfeits_come_as_often_as_asked(percent):
    """Within four standard deviations of a percentage of 600 games."""
    big = options(players=200, rounds=6, byes=0, withdrawals=0)
    for name in ("draws", "forfeits"):
        asked = GenerateOptions(**{**_fields(big), "draws": 0, "forfeits": 0, name: percent})
        results = [played.slots[0].result for played in play(asked).played]
        wanted = {
            "draws": lambda r: r.points_x2 == (1, 1),
            "forfeits": lambda r: r.kind != "played",
        }
        found = sum(wanted[name](result) for result in results)
        assert len(results) == 600
        expected, spread = 6 * percent, (6 * percent * (1 - percent / 100)) ** 0.5
        assert abs(found - expected) <= 4 * spread


def test_the_stronger_wins_more_often():
    state = play(options(players=100, rounds=5, draws=0, forfeits=0))
    games = [p for p in state.played if p.kind == "match"]
    points = [dict(zip(p.seats, p.results[0].points_x2, strict=True)) for p in games]
    won = sum(by_entry[min(by_entry)] == 2 for by_entry in points)
    assert len(games) * 0.5 < won < len(games)


def pair_by_lot(state: EventState) -> PairedRound:
    """Any two may meet, again too: every difference in rating comes."""
    entries = list(state.entry_numbers)
    Random(state.next_round).shuffle(entries)
    pairs = zip(entries[::2], entries[1::2], strict=True)
    tables = (Pairing(pair, table) for table, pair in enumerate(pairs, start=1))
    return PairedRound(state.next_round, tuple(tables))


@pytest.mark.parametrize(("least", "most"), [(0, 250), (250, 500), (500, 1400)])
def test_the_stronger_wins_as_often_as_elo_expects(least, most):
    """Within four standard deviations, whatever the difference in rating."""
    asked = options(players=400, rounds=9, byes=0, withdrawals=0, draws=0, forfeits=0)
    state = generate(options=asked, pair=pair_by_lot)
    rating = {entrant.number: entrant.rating or 0 for entrant in state.entrants}
    won, expected, variance = 0, 0.0, 0.0
    for played in state.played:
        worse, better = sorted(rating[entry] for entry in played.seats)
        if least < better - worse <= most:
            chance = 1 / (1 + 10 ** ((worse - better) / 400))
            won += rating[played.seats[played.results[0].points_x2.index(2)]] == better
            expected += chance
            variance += chance * (1 - chance)
    assert abs(won - expected) <= 4 * variance**0.5


def _fields(asked: GenerateOptions) -> dict[str, int]:
    return {name: getattr(asked, name) for name in GenerateOptions.__slots__}
