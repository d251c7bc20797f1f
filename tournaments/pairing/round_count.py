"""How many rounds a stage takes where the organiser did not say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairingRefused
from tournaments.pairing.systems.round_robin import rounds_needed_in_groups
from tournaments.state import Entrant, EventState, PairingOptions

MESSAGES: dict[str, str] = {
    "rounds_done": gettext_noop(
        "Round {rounds} is the last of this stage, and it is paired. Give the stage more rounds, "
        "begin the next stage, or finish the event."
    ),
}

# Systems that need about as many rounds as halving the field takes until one is left.
HALVING = frozenset({"swiss", "mcmahon", "monrad", "knockout"})


def rounds_of_stage(system: str, entrants: Sequence[Entrant], options: PairingOptions) -> int:
    """Rounds of a stage; 0 where only playing will tell, or the organiser ends it.

    A Swiss needs one round more than its field can be halved only to tell all places apart;
    for the winner ceil(log2(n)) are enough, as in a knockout.
    """
    if system == "round_robin":
        sizes = Counter(entrant.group for entrant in entrants)
        return rounds_needed_in_groups(sizes.values(), options.cycles)
    if system in HALVING:
        return max(1, (len(entrants) - 1).bit_length()) if entrants else 0
    return 0


def require_round_left(state: EventState) -> None:
    """:raises PairingRefused: every round the organiser planned for this stage is paired."""
    if 0 < state.rounds_total < state.next_round:
        raise PairingRefused("rounds_done", rounds=state.rounds_total)
