"""The default number of rounds of a stage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.systems.round_robin import rounds_needed_in_groups
from tournaments.standings.teams import SCHEVENINGEN, TEAM_SYSTEMS
from tournaments.state import Entrant, EventState, PairingOptions

MESSAGES: dict[str, str] = {
    "rounds_done": gettext_noop(
        "Round {rounds} is the last of this stage, and it is paired. Give the stage more rounds, "
        "begin the next stage, or finish the event."
    ),
}

# Systems that need about log2(entries) rounds.
HALVING = frozenset({"swiss", "mcmahon", "monrad", "knockout"})


def rounds_of_stage(system: str, entrants: Sequence[Entrant], options: PairingOptions) -> int:
    """Rounds of a stage; 0 if not known in advance, or if the organiser ends it.

    entrants: of a stage of teams, the teams.

    ceil(log2(n)) rounds determine the winner of a Swiss, as in a knockout.
    """
    if system == SCHEVENINGEN:
        return options.boards
    system = TEAM_SYSTEMS.get(system, system)
    if system == "round_robin":
        sizes = Counter(entrant.group for entrant in entrants)
        return rounds_needed_in_groups(sizes.values(), options.cycles)
    if system in HALVING:
        return max(1, (len(entrants) - 1).bit_length()) if entrants else 0
    return 0


def require_round_left(state: EventState) -> None:
    """:raises PairingRefused: all planned rounds of this stage are paired."""
    if 0 < state.rounds_total < state.next_round:
        raise PairingRefused("rounds_done", rounds=state.rounds_total)
