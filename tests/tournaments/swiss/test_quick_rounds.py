"""Rounds whose exact pairing takes too many steps: what is kept, said and repeated."""

import io
from contextlib import redirect_stdout
from dataclasses import replace
from random import Random

import pytest

from tests.tournaments.playing import make_entrants, one_game, play_round
from tournaments.pairing import SYSTEMS
from tournaments.pairing.drafts.check import find_problems
from tournaments.pairing.drafts.reason_texts import reason_text
from tournaments.pairing.generate import GenerateOptions, generate
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.swiss.swiss import QUICK_SINCE, pair_swiss
from tournaments.pairing_child import pair_report, run_here
from tournaments.proof import proof
from tournaments.state import EventState, PairingOptions


def engine_of(steps: int):
    def engine(report: str, *, meetings: int = 1, exact: bool = False):
        with redirect_stdout(io.StringIO()):
            return pair_report(report, meetings=meetings, exact=exact, step_limit=steps)

    return engine


def reasons(paired) -> dict[str, dict]:
    return {reason.code: dict(reason.params) for reason in paired.explanation}


@pytest.mark.parametrize("seed", range(12))
def test_every_rule_of_the_checks_holds(seed: int) -> None:
    """The checks of drafts know nothing of how a round was paired."""
    random = Random(seed)
    steps = random.choice((0, 30, 300))
    options = GenerateOptions(
        players=random.randint(12, 60),
        rounds=random.randint(3, 6),
        seed=seed,
        forfeits=random.choice((0, 10)),
        byes=random.choice((0, 10)),
        withdrawals=random.choice((0, 20)),
        draws=random.choice((0, 20, 60)),
    )
    quick: list[bool] = []

    def pair(state: EventState):
        paired = SYSTEMS[state.system](state, run_engine=engine_of(steps))
        assert [reason_text(problem) for problem in find_problems(state, paired)] == []
        assert SYSTEMS[state.system](state, run_engine=engine_of(steps)) == paired
        quick.append("swiss_quick" in reasons(paired))
        for pairing in paired.pairings:
            for reason in pairing.explanation:
                assert reason_text(reason)
        return paired

    generate(options=options, pair=pair)
    assert any(quick)


def after_two_rounds(size: int = 30) -> EventState:
    state = EventState(
        make_entrants(size),
        rounds_total=7,
        options=PairingOptions(top_moves="first"),
        system="swiss",
    )
    for _ in range(2):
        paired = pair_swiss(state, run_engine=run_here)
        state = play_round(state, paired, lambda a, b: None if (a + b) % 3 == 0 else min(a, b))
    return state


def test_finished_groups_stay_exact_and_the_rest_is_said() -> None:
    state = after_two_rounds()
    exact = pair_swiss(state, run_engine=run_here)
    assert "swiss_quick" not in reasons(exact)
    for steps in (2_000, 600, 200, 0):
        paired = pair_swiss(state, run_engine=engine_of(steps))
        said = reasons(paired).get("swiss_quick")
        if said is None:
            assert paired == exact
            continue
        kept = [set(pairing.seats) for pairing in exact.pairings]
        same = sum(set(pairing.seats) in kept for pairing in paired.pairings)
        assert same >= len(exact.pairings) - said["entries"] // 2
    assert reasons(pair_swiss(state, run_engine=engine_of(0)))["swiss_quick"] == {
        "points": "2",
        "entries": 30,
    }


def test_a_proof_repeats_it_and_older_editions_stay_exact() -> None:
    state, engine = after_two_rounds(), engine_of(0)
    paired = pair_swiss(state, run_engine=engine)
    document = proof.build(system="swiss", seed=0, state=state, paired=paired)
    assert document["why"]["round"][1][0] == "swiss_quick"
    assert proof.pair_again(document, run_engine=engine).pairings == paired.pairings
    older = replace(state, pairing_rules=QUICK_SINCE - 1)
    exact = pair_swiss(older, run_engine=engine)
    assert exact.pairings == pair_swiss(state, run_engine=run_here).pairings
    assert exact.pairings != paired.pairings


def test_a_field_without_a_pairing_is_refused() -> None:
    """Four who have all met: the quick method finds none either."""
    rounds = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    played = tuple(
        one_game(number, seats) for number, pairs in enumerate(rounds, 1) for seats in pairs
    )
    state = EventState(make_entrants(4), 5, 3, played, options=PairingOptions(top_moves="first"))
    with pytest.raises(PairingRefused, match="no_legal_pairing"):
        pair_swiss(state, run_engine=engine_of(0))


def test_rematches_when_allowed_are_as_rare_as_the_halves_permit() -> None:
    rounds = [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]
    played = tuple(
        one_game(number, seats) for number, pairs in enumerate(rounds, 1) for seats in pairs
    )
    options = PairingOptions(top_moves="first", rematches_from=4)
    state = EventState(make_entrants(4), 5, 3, played, options=options)
    paired = pair_swiss(state, run_engine=engine_of(0))
    assert len(paired.pairings) == 2
    assert "swiss_rematches" in reasons(paired)
