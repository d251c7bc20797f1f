"""Scheveningen: everybody of one team meets everybody of the other once, in n rounds on n boards.

Who meets whom is a Latin square: in every round, each board has a member of the first team and
another member of the second one.

First moves, of an even n: rounds are taken in pairs that are n/2 apart in the square. The four
players of two boards then meet crosswise, so that in two rounds each moves first once. Neighbouring
boards begin the other way round. Everybody moves first in half of the rounds, and if n is a
multiple of four, each team in half of the games of each round; for other even n one board more or
less, which cannot be helped (of two boards, one team moves first on both).

Of an odd n: whoever sits at an even sum of the two places moves first for the first team. Everybody
moves first once more or once less than second; the square is chosen so that each round is as level
as it can be.
"""

from __future__ import annotations

from engine.errors import gettext_noop
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.standings.teams import table_of
from tournaments.state import EventState
from tournaments.state.teams import TeamMatch

MESSAGES: dict[str, str] = {
    "scheveningen": gettext_noop(
        "Round {round} of {rounds}: place {place} of the first team against place {against} of "
        "the second."
    ),
    "scheveningen_over": gettext_noop(
        "All {rounds} rounds are paired: everybody of one team has met everybody of the other."
    ),
    "two_teams_needed": gettext_noop("A Scheveningen is between two teams; there are {teams}."),
    "scheveningen_alone": gettext_noop("The opponent of this round is not there: {entry} wins."),
}


def opponent_place(size: int, round_number: int, place: int) -> int:
    """The place of the second team that this place of the first team meets; all from 1."""
    at = round_number - 1
    if size % 2:
        return (2 * (place - 1) + at) % size + 1
    shift = at // 2 + (size // 2 if at % 2 else 0)
    return (place - 1 + shift) % size + 1


def first_team_moves(size: int, round_number: int, place: int) -> bool:
    """Whether the place of the first team moves first in game 1 of a round."""
    if size % 2:
        return (place + opponent_place(size, round_number, place)) % 2 == 0
    pair, second = divmod(round_number - 1, 2)
    return (pair + second + (place - 1) % (size // 2)) % 2 == 0


def pair_scheveningen(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """The next round on `options.boards` boards; members after them are not paired.

    :raises PairingRefused: two_teams_needed, scheveningen_over.
    """
    del seed, run_engine
    size, number = state.options.boards, state.stage_round
    if len(state.teams) != 2:
        raise PairingRefused("two_teams_needed", teams=len(state.teams))
    if number > size:
        raise PairingRefused("scheveningen_over", rounds=size)
    one, two = sorted(state.teams, key=lambda team: team.number)
    here = set(state.present_entries(state.next_round))
    matches: list[Pairing] = []
    byes: list[Pairing] = []
    for place in range(1, size + 1):
        against = opponent_place(size, number, place)
        params = {"round": number, "rounds": size, "place": place, "against": against}
        why = (Reason("scheveningen", params),)
        both = (one.members[place - 1 : place], two.members[against - 1 : against])
        seats = tuple(entry for side in both for entry in side if entry in here)
        if len(seats) == 2:
            moves = 1 if first_team_moves(size, number, place) else 2
            table = table_of(1, place, size)
            matches.append(Pairing(seats, table, first_seat=moves, explanation=why))
        elif seats:
            alone = Reason("scheveningen_alone", {"entry": seats[0]})
            byes.append(Pairing.bye(seats[0], why=(*why, alone)))
    match = TeamMatch(state.next_round, 1, (one.number, two.number))
    return PairedRound(state.next_round, (*matches, *byes), matches=(match,))
