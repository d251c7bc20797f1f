"""One line about each tie-break, for who picks them; the full rules are in docs/rules.md."""

from django.utils.translation import gettext_lazy as _

from config.pages.forms import Text

EXPLANATIONS: dict[str, Text] = {
    "DE": _("Who won against the others that are level."),
    "WIN": _("Counts matches won, forfeits too."),
    "WON": _("Counts games won by playing."),
    "BPG": _("Counts games played with the second move."),
    "BWG": _("Counts games won with the second move."),
    "PS": _("Adds the score after each round: early points count more."),
    "PS/C1": _("Adds the score after each round but the first."),
    "REP": _("Counts rounds that the player did not skip."),
    "STD": _("Compares with the opponent of each round: more, equal or fewer points."),
    "TPN": _("The lower starting number comes first."),
    "BH": _("Adds the scores of all opponents."),
    "BH/C1": _("Adds the opponents’ scores, but for the lowest. Usual in a Swiss."),
    "BH/C2": _("Adds the opponents’ scores, but for the two lowest."),
    "BH/M1": _("Adds the opponents’ scores, but for one at each end."),
    "BH/M2": _("Adds the opponents’ scores, but for two at each end."),
    "FB": _("Buchholz that is not changed by the last round’s results."),
    "AOB": _("The mean Buchholz of the opponents."),
    "SB": _("Adds the scores of those beaten, and half of those drawn with."),
    "SB/C1": _("Adds the scores of those beaten, but for the lowest."),
    "KS": _("Points against those who made at least half. For a round robin."),
    "ARO": _("The mean rating of the opponents. All need a rating."),
    "ARO/C1": _("The mean rating of the opponents, but for the lowest."),
    "TPR": _("The rating that the results are worth."),
    "PTP": _("The lowest rating for which this score is expected."),
    "APRO": _("The mean performance of the opponents."),
    "APPO": _("The mean perfect performance of the opponents."),
    "RTNG": _("The higher rating at the start comes first."),
    "MP": _("Points of matches, when something else ranks."),
    "GP": _("Points of single games, when matches rank."),
    "BPR": _("Squares of the board and pieces left, for each game won."),
    "RW": _("Counts games won by a road."),
    "FM": _("Flats at the end of each game, less the opponent’s."),
    "FORD": _("Flats, the opponent’s pieces left and the lead in flats, for each game won."),
    "CARDS": _("Cards left in hand: fewer is better."),
    "OPS": _("The mean score of the others at one’s tables."),
}
