"""The same rounds from a second engine, py4swiss, which knows the rules until January 2026.

Where nobody misses a game the two editions agree; so fields are even and everybody plays.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.tournaments.playing import make_entrants, play_round
from tournaments.pairing.swiss.report import EngineInput
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing_child import pair_report
from tournaments.state import EventState, ForbiddenMeeting, PairingOptions
from tournaments.trf.write import write_report

engines = pytest.importorskip("py4swiss.engines", reason="py4swiss has wheels for x86-64 only")
pair = partial(pair_swiss, run_engine=pair_report)


def peer_pairs(state: EventState, path: Path) -> list[tuple[int, int]]:
    """What py4swiss makes of the state; it reads records of 2016."""
    from py4swiss.trf import TrfParser

    lines = []
    for line in write_report(EngineInput(state, (), "w").build_report()).splitlines():
        record, text = line[:3], line[4:]
        if record == "142":
            lines.append(f"XXR {text}")
        elif record == "152":
            lines.append("XXC white1")
        elif record == "260":
            lines.append(f"XXP {' '.join(text.split()[2:])}")
        elif record in {"001", "012"}:
            lines.append(line)
    path.write_text("\n".join(lines) + "\n")
    pairs = engines.DutchEngine.generate_pairings(TrfParser.parse(path))
    return [(pairing.white, pairing.black) for pairing in pairs]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_both_engines_pair_alike(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    size, draws = 2 * random.randint(7, 20), random.random() / 2
    state = EventState(
        make_entrants(size),
        rounds_total=6,
        options=PairingOptions(top_moves="first"),
        forbidden=tuple(ForbiddenMeeting(n, n + size // 2) for n in range(1, seed)),
    )
    for number in range(1, 6):
        paired = pair(state)
        assert [p.seats for p in paired.pairings] == peer_pairs(state, tmp_path / f"{number}.trf")
        state = play_round(
            state, paired, lambda a, b: None if random.random() < draws else random.choice((a, b))
        )


def test_the_two_are_not_the_same_by_chance(tmp_path: Path) -> None:
    state = EventState(make_entrants(8), rounds_total=3, options=PairingOptions(top_moves="first"))
    other = replace(state, forbidden=(ForbiddenMeeting(1, 5),))
    assert peer_pairs(state, tmp_path / "a") != peer_pairs(other, tmp_path / "b")
