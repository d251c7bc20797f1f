"""Who plays whom: a family of systems, code -> pair(state, *, seed, run_engine)."""

from tournaments.pairing.paired import PairedRound, Pairing, PairingRefused, PairRound, Reason
from tournaments.pairing.round_robin import pair_round_robin

SYSTEMS: dict[str, PairRound] = {"round_robin": pair_round_robin}

__all__ = ["SYSTEMS", "PairRound", "PairedRound", "Pairing", "PairingRefused", "Reason"]
