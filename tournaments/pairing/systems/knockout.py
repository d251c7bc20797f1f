"""Knockout: pairs the matches of the bracket that are ready to play.

Source: single elimination in the standard order of seeds (OEIS A208569): 1 and 2 can meet only
in the final; if the field is not a power of two, the best seeds have byes in round 1.
`standings.bracket` has the bracket; `qualify` assigns seeds so that entries of one group meet
late. Entries that wait for an opponent, or are out, are not paired.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine.errors import gettext_noop
from tournaments.pairing.first_move import Moves, move_history
from tournaments.pairing.interface import PairedRound, Pairing, PairingRefused, Reason, RunEngine
from tournaments.pairing.lots import drawing_reasons
from tournaments.standings.bracket import RESET, Bracket, BracketMatch, build_bracket
from tournaments.standings.start_numbers import with_draw
from tournaments.state import BYE_ALLOCATED, EventState

MESSAGES: dict[str, str] = {
    "is_seed": gettext_noop("Match {match}: {entry} is seed {seed}."),
    "won_match": gettext_noop("Match {match}: {entry} won match {before}."),
    "lost_match": gettext_noop("Match {match}: {entry} lost match {before}."),
    "bracket_reset": gettext_noop(
        "The grand final was the first loss of {entry}: it is played once more."
    ),
    "bracket_bye": gettext_noop(
        "Nobody can come to meet {entry} in match {match}: it goes on without playing."
    ),
    "first_move_by_match_lot": gettext_noop(
        "Both have moved first equally often; the lot for match {match} fell on {entry}."
    ),
    "bracket_finished": gettext_noop("All matches of the bracket have been played."),
    "match_undecided": gettext_noop(
        "Match {match} between {first} and {second} has no winner yet."
    ),
    "nobody_present": gettext_noop("Nobody who is to play in round {round} is present."),
}

ORIGIN_CODES = {"seed": "is_seed", "winner": "won_match", "loser": "lost_match"}


def pair_knockout(
    state: EventState, *, seed: int = 0, run_engine: RunEngine | None = None
) -> PairedRound:
    """Pair the next round; seat 1 is the upper place of the bracket, not the first mover.

    The entry with fewer first moves in the stage moves first; if equal, a lot drawn per match
    from the seed decides.

    :raises PairingRefused: too_few_entries, match_undecided, bracket_finished, nobody_present.
    """
    del run_engine
    return pair_bracket(state, seed=seed)


def pair_bracket(state: EventState, *, seed: int) -> PairedRound:
    """Pair every ready match of any kind of bracket; refusals as in `pair_knockout`."""
    if len(state.entrants) < 2:
        raise PairingRefused("too_few_entries", entries=len(state.entrants))
    state = with_draw(state, seed)
    whole = build_bracket(state)
    ready = _ready_matches(whole)
    number, moves = state.next_round, move_history(state)
    matches: list[Pairing] = []
    byes: list[Pairing] = []
    for match in ready:
        present = [e for e in match.known_entries if state.entrant(e).absence_in(number) is None]
        if len(present) == 2:
            first_seat, why = _first_seat(match, moves, seed=seed)
            matches.append(
                Pairing(
                    seats=match.known_entries,
                    table=len(matches) + 1,
                    first_seat=first_seat,
                    explanation=(*_origin_reasons(match), why),
                    bracket=match.label,
                )
            )
        elif present:
            byes.append(_walkover(match, present[0]))
    if not matches and not byes:
        raise PairingRefused("nobody_present", round=number)
    return PairedRound(number, (*matches, *byes), explanation=drawing_reasons(state))


def _ready_matches(whole: Bracket) -> tuple[BracketMatch, ...]:
    for match in whole.by_status("running"):
        first, second = match.known_entries
        raise PairingRefused("match_undecided", match=match.label, first=first, second=second)
    if not (ready := whole.by_status("ready")):
        raise PairingRefused("bracket_finished")
    return ready


def _walkover(match: BracketMatch, entry: int) -> Pairing:
    absent = next((other for other in match.known_entries if other != entry), None)
    if absent is None:
        why = Reason("bracket_bye", {"entry": entry, "match": match.label})
    else:
        why = Reason("opponent_absent", {"opponent": absent})
    return Pairing(
        seats=(entry,),
        table=None,
        kind=BYE_ALLOCATED,
        explanation=(*_origin_reasons(match), why),
        bracket=match.label,
    )


def _origin_reasons(match: BracketMatch) -> Iterator[Reason]:
    """The reasons that say how each entry reached the match."""
    if match.label == RESET:
        yield Reason("bracket_reset", {"entry": match.known_entries[0]})
        return
    for entry, feed in zip(match.entries, match.plan.sources, strict=True):
        if entry is None:
            continue
        if feed.kind == "seed":
            params: dict[str, int | str] = {"seed": feed.seed}
        else:
            params = {"before": feed.match}
        yield Reason(ORIGIN_CODES[feed.kind], {"match": match.label, "entry": entry, **params})


def _first_seat(
    match: BracketMatch, moves: Mapping[int, Moves], *, seed: int
) -> tuple[int, Reason]:
    first, second = (sum(moves[entry]) for entry in match.known_entries)
    if first != second:
        seat = 1 if first < second else 2
        return seat, Reason("fewer_first_moves", {"entry": match.known_entries[seat - 1]})
    seat = Random(f"{seed} {match.label}").choice((1, 2))
    entry = match.known_entries[seat - 1]
    return seat, Reason("first_move_by_match_lot", {"match": match.label, "entry": entry})
