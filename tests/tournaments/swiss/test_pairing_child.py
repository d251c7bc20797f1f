"""The short cut that the child adds to its engine changes no pair."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from gacrux.pairingdutch import pairing_dutch

from tests.tournaments.playing import make_entrants, play_round
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.state import EventState, PairingOptions
from tournaments.swiss_engine.dutch import DutchPairing
from tournaments.trf.write import write_report


def reports(count: int) -> Iterator[str]:
    """Reports before round 2 or 3 of even fields of different sizes and shares of draws."""
    for seed in range(count):
        random = Random(seed)
        size, draws = 2 * random.randint(8, 24), random.random() * 0.6
        state = EventState(
            make_entrants(size), rounds_total=7, options=PairingOptions(top_moves="first")
        )
        for _ in range(random.randint(1, 2)):

            def winner(a: int, b: int, random: Random = random, draws: float = draws) -> int | None:
                if random.random() < draws:
                    return None
                return min(a, b) if random.random() < 0.7 else max(a, b)

            state = play_round(state, pair_swiss(state, run_engine=pair_report), winner)
        yield write_report(EngineInput(state, (), "w").build_report())


class LongWay(DutchPairing):
    """The engine as it is, without our short cut."""

    def get_category(self, *bracket: Any) -> int:
        return int(pairing_dutch.get_category(self, *bracket))


@pytest.mark.slow
def test_the_short_cut_gives_the_pairs_of_the_long_way() -> None:
    taken: list[bool] = []

    class Both(DutchPairing):
        def get_category(self, *bracket: Any) -> int:
            category = super().get_category(*bracket)
            taken.append(category != pairing_dutch.get_category(self, *bracket))
            return category

    for report in reports(16):
        assert (
            pair_report(report, system=Both)["pairs"]
            == pair_report(report, system=LongWay)["pairs"]
        )
    assert taken.count(True) > 2
