"""Tie-breaks: code -> function that gives every entry a derivation.

FIDE's tie-breaks for individuals (C.07 in force since 1 March 2026), Tak's own, and those of
tables. The modules name their articles. If a tie-break is not applicable (FIDE forbids Buchholz in
round robins, and Koya elsewhere), no entry has a value and `refusal_code` gives the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from operator import attrgetter

from engine.errors import gettext_noop
from tournaments.standings.crosstable import ROUND_ROBIN, Crosstable
from tournaments.standings.derivation import Derivation, Derivations
from tournaments.standings.points import Points
from tournaments.standings.scores import game_points, match_points
from tournaments.standings.teams import is_of_teams
from tournaments.standings.tiebreaks.encounters import direct_encounter
from tournaments.standings.tiebreaks.game_facts import (
    board_plus_reserve,
    cards_left,
    flat_margin,
    ford,
    road_wins,
)
from tournaments.standings.tiebreaks.of_teams import (
    GAME,
    MATCH,
    board_count,
    extended_direct_encounter,
    extended_sonneborn_berger,
    top_boards,
    without_bottom_boards,
)
from tournaments.standings.tiebreaks.opponents import (
    average_buchholz,
    buchholz,
    fore_buchholz,
    koya,
    opponents_of_tables,
    sonneborn_berger,
)
from tournaments.standings.tiebreaks.own_results import (
    games_second,
    games_won,
    games_won_second,
    pairing_numbers,
    progressive_scores,
    rounds_elected,
    standard_points,
    wins,
)
from tournaments.standings.tiebreaks.performance import (
    average_perfect_performance,
    average_performance,
    average_rating,
    perfect_performances,
    performances,
    ratings,
)
from tournaments.standings.tiebreaks.unplayed import CUTS
from tournaments.state import EventState, Played

TieBreak = Callable[[Crosstable], Derivations]

TIEBREAKS: dict[str, TieBreak] = {
    "DE": direct_encounter,
    "WIN": wins,
    "WON": games_won,
    "BPG": games_second,
    "BWG": games_won_second,
    "PS": progressive_scores,
    "PS/C1": partial(progressive_scores, modifier="/C1"),
    "REP": rounds_elected,
    "STD": standard_points,
    "TPN": pairing_numbers,
    **{"BH" + modifier: partial(buchholz, modifier=modifier) for modifier in CUTS},
    "FB": fore_buchholz,
    "AOB": average_buchholz,
    "SB": sonneborn_berger,
    "SB/C1": partial(sonneborn_berger, modifier="/C1"),
    "KS": koya,
    "ARO": average_rating,
    "ARO/C1": partial(average_rating, modifier="/C1"),
    "TPR": performances,
    "PTP": perfect_performances,
    "APRO": average_performance,
    "APPO": average_perfect_performance,
    "RTNG": ratings,
    "MP": match_points,
    "GP": game_points,
    "BPR": board_plus_reserve,
    "RW": road_wins,
    "FM": flat_margin,
    "FORD": ford,
    "CARDS": cards_left,
    "OPS": opponents_of_tables,
    "EMMSB": partial(extended_sonneborn_berger, theirs=MATCH, ours=MATCH),
    "EMGSB": partial(extended_sonneborn_berger, theirs=MATCH, ours=GAME),
    "EGMSB": partial(extended_sonneborn_berger, theirs=GAME, ours=MATCH),
    "EGGSB": partial(extended_sonneborn_berger, theirs=GAME, ours=GAME),
    "EDE": extended_direct_encounter,
    "BC": board_count,
    "TBR": top_boards,
    "BBE": without_bottom_boards,
}

# Codes with values in half points; the others have whole numbers, places and ratings.
HALF_POINTS = frozenset(
    {"MP", "GP", "PS", "PS/C1", "STD", "FB", "AOB", "SB", "SB/C1", "KS", "OPS"}
    | {"EMMSB", "EMGSB", "EGMSB", "EGGSB", "BC"}
    | {"BH" + modifier for modifier in CUTS}
)
LOWER_FIRST = frozenset({"DE", "TPN", "CARDS", "EDE", "BC", "TBR", "BBE"})  # the lower the better
NO_VALUE = -(10**9)  # below every value

RATINGS = frozenset({"ARO", "ARO/C1", "TPR", "PTP", "APRO", "APPO", "RTNG"})
NOT_IN_ROUND_ROBIN = frozenset({"FB", "AOB"} | {"BH" + modifier for modifier in CUTS})  # article 8
ONLY_IN_ROUND_ROBIN = frozenset({"KS"})  # 9.2
ONLY_FOR_TEAMS = frozenset({"EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "BC", "TBR", "BBE"})
ONLY_FOR_TWO = (
    NOT_IN_ROUND_ROBIN
    | ONLY_IN_ROUND_ROBIN
    | (RATINGS - {"RTNG"})
    | {"DE", "BPG", "BWG", "STD", "SB", "SB/C1", "FM", "FORD"}
)


def refusal_code(code: str, state: EventState) -> str | None:
    """Why a tie-break is not applicable in this stage: a code of derivation.MESSAGES, or None."""
    if code in NOT_IN_ROUND_ROBIN and state.system == ROUND_ROBIN:
        return "not_in_round_robin"
    if code in ONLY_IN_ROUND_ROBIN and state.system != ROUND_ROBIN:
        return "only_in_round_robin"
    if code in ONLY_FOR_TEAMS and not is_of_teams(state):
        return "only_for_teams"
    if code in ONLY_FOR_TWO and most_seats(state.played) > 2:
        return "only_for_two"
    if code in RATINGS and any(entrant.rating is None for entrant in state.entrants):
        return "needs_ratings"
    return None


def most_seats(played: Iterable[Played]) -> int:
    return max(map(len, map(attrgetter("seats"), played)), default=0)


def ranking_value(code: str, value: Points | None) -> Points:
    """The value for ranking, higher is better; no value ranks last."""
    if value is None:
        return NO_VALUE
    return -value if code in LOWER_FIRST else value


def tie_break_values(code: str, crosstable: Crosstable) -> Derivations:
    """The derivation of every entry's value; without a value if the tie-break is refused.

    :raises KeyError: there is no such tie-break.
    """
    tie_break = TIEBREAKS[code]
    if (why := refusal_code(code, crosstable.state)) is None:
        return tie_break(crosstable)
    nothing = Derivation(code, None, {}, (Derivation(why, None),))
    return dict.fromkeys(crosstable.cells, nothing)


MESSAGES: dict[str, str] = {
    "DE": gettext_noop("Direct encounter"),
    "WIN": gettext_noop("Matches won, played or not"),
    "WON": gettext_noop("Games won over the board"),
    "BPG": gettext_noop("Games played moving second"),
    "BWG": gettext_noop("Games won moving second"),
    "PS": gettext_noop("Progressive scores"),
    "PS/C1": gettext_noop("Progressive scores without the first"),
    "REP": gettext_noop("Rounds not missed by choice"),
    "STD": gettext_noop("Standard points"),
    "TPN": gettext_noop("Number in the starting order"),
    "BH": gettext_noop("Buchholz"),
    "BH/C1": gettext_noop("Buchholz without the lowest"),
    "BH/C2": gettext_noop("Buchholz without the two lowest"),
    "BH/M1": gettext_noop("Buchholz without the lowest and the highest"),
    "BH/M2": gettext_noop("Buchholz without the two lowest and the two highest"),
    "FB": gettext_noop("Buchholz with the last round drawn"),
    "AOB": gettext_noop("Average Buchholz of the opponents"),
    "SB": gettext_noop("Sonneborn-Berger"),
    "SB/C1": gettext_noop("Sonneborn-Berger without the lowest"),
    "KS": gettext_noop("Points against the upper half (Koya)"),
    "ARO": gettext_noop("Average rating of the opponents"),
    "ARO/C1": gettext_noop("Average rating of the opponents without the lowest"),
    "TPR": gettext_noop("Performance"),
    "PTP": gettext_noop("Perfect performance"),
    "APRO": gettext_noop("Average performance of the opponents"),
    "APPO": gettext_noop("Average perfect performance of the opponents"),
    "RTNG": gettext_noop("Rating"),
    "MP": gettext_noop("Match points"),
    "GP": gettext_noop("Game points"),
    "BPR": gettext_noop("Board-plus-reserve points"),
    "RW": gettext_noop("Games won by a road"),
    "FM": gettext_noop("Difference of flats"),
    "FORD": gettext_noop("FORD points"),
    "CARDS": gettext_noop("Cards left, fewer being better"),
    "OPS": gettext_noop("Scores of the opponents at the tables"),
    "EMMSB": gettext_noop("Sonneborn-Berger of teams: match points times match points"),
    "EMGSB": gettext_noop("Sonneborn-Berger of teams: match points times game points"),
    "EGMSB": gettext_noop("Sonneborn-Berger of teams: game points times match points"),
    "EGGSB": gettext_noop("Sonneborn-Berger of teams: game points times game points"),
    "EDE": gettext_noop("Direct encounter of teams, by both scores"),
    "BC": gettext_noop("Board count, the lower the better"),
    "TBR": gettext_noop("Results of the top boards"),
    "BBE": gettext_noop("Points without the bottom boards"),
}
