"""Pairing systems: code -> pair(state, *, seed, run_engine)."""

from tournaments.pairing.interface import (
    PairedRound,
    Pairing,
    PairingRefused,
    PairRound,
    Reason,
    RunEngine,
)
from tournaments.pairing.swiss.swiss import pair_swiss
from tournaments.pairing.systems.arena import pair_arena
from tournaments.pairing.systems.double_elimination import pair_double_elimination
from tournaments.pairing.systems.keizer import pair_keizer
from tournaments.pairing.systems.knockout import pair_knockout
from tournaments.pairing.systems.ladder import pair_ladder
from tournaments.pairing.systems.manual import pair_manual
from tournaments.pairing.systems.mcmahon import pair_mcmahon
from tournaments.pairing.systems.monrad import pair_monrad
from tournaments.pairing.systems.playoff import CODE as PLAYOFF
from tournaments.pairing.systems.playoff import pair_playoff
from tournaments.pairing.systems.round_robin import pair_round_robin
from tournaments.pairing.systems.scheveningen import pair_scheveningen
from tournaments.pairing.systems.tables import pair_tables
from tournaments.pairing.systems.teams import (
    pair_team_knockout,
    pair_team_round_robin,
    pair_team_swiss,
)

SYSTEMS: dict[str, PairRound] = {
    "swiss": pair_swiss,
    "round_robin": pair_round_robin,
    "knockout": pair_knockout,
    "double_elimination": pair_double_elimination,
    "tables": pair_tables,
    "mcmahon": pair_mcmahon,
    "monrad": pair_monrad,
    "keizer": pair_keizer,
    "ladder": pair_ladder,
    "arena": pair_arena,
    "manual": pair_manual,
    "team_round_robin": pair_team_round_robin,
    "team_swiss": pair_team_swiss,
    "team_knockout": pair_team_knockout,
    "scheveningen": pair_scheveningen,
}
# Systems that a proof may name: those of stages, and the play-off, which belongs to no stage.
ENGINES: dict[str, PairRound] = {**SYSTEMS, PLAYOFF: pair_playoff}
