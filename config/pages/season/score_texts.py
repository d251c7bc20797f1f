"""The scores of a season and what they are made of, in words."""

from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Document
from config.pages.names import isolate
from tournaments.standings.points import points_text, read_points
from tournaments.standings.seasons.places import Place, covered_points
from tournaments.standings.seasons.scoring import (
    BETTER,
    PLACES,
    RATING_GAIN,
    SHARED,
    SeasonScoring,
)

KINDS = {
    "match_points": gettext_lazy("match points"),
    "game_points": gettext_lazy("game points"),
    "board_plus_reserve": gettext_lazy("board plus reserve"),
    "wins": gettext_lazy("wins"),
    PLACES: gettext_lazy("points for places"),
    RATING_GAIN: gettext_lazy("rating gain"),
}
TIES = {
    SHARED: gettext_lazy("equal players share the points of their places"),
    BETTER: gettext_lazy("equal players have the points of the best of their places"),
}


def score_text(scoring: SeasonScoring, value: int | str) -> str:
    """A stored score, total or bonus; rating points have one decimal."""
    points = read_points(value)
    if scoring.by == RATING_GAIN:
        sign = "+" if points > 0 else "−" if points < 0 else ""
        return f"{sign}{abs(float(points)):.1f}"
    return points_text(points if scoring.in_halves else Fraction(2 * points))


def part_text(scoring: SeasonScoring, part: Document) -> str:
    """Where the score of one event comes from."""
    if scoring.by == RATING_GAIN:
        return ngettext("{n} rated game", "{n} rated games", part["games"]).format(n=part["games"])
    if scoring.by != PLACES:
        return str(KINDS[scoring.by])
    place = Place(part["place"], part["sharing"])
    if place.sharing == 1:
        return _("place {place}").format(place=place.first)
    places = isolate(f"{place.first}–{place.first + place.sharing - 1}")
    if scoring.ties == BETTER:
        return _("places {places}: the points of place {place}").format(
            places=places, place=place.first
        )
    covered = " + ".join(points_text(each) for each in covered_points(place, scoring))
    shared = isolate(f"({covered}) ÷ {place.sharing}")
    return _("places {places}: {points}").format(places=places, points=shared)


def total_text(scoring: SeasonScoring, row: Document) -> str:
    """The sum of a row, as a calculation."""
    counted = [score_text(scoring, part["score"]) for part in row["parts"] if part["counts"]]
    bonus = [score_text(scoring, part["bonus"]) for part in row["parts"] if part["bonus"]]
    return f"{' + '.join(counted + bonus)} = {score_text(scoring, row['total'])}"


def rules_text(scoring: SeasonScoring) -> list[str]:
    """What counts, a sentence for each setting."""
    found = [_("Counted: {what}.").format(what=KINDS[scoring.by])]
    if scoring.by == PLACES:
        table = ", ".join(points_text(each) for each in scoring.points_x2)
        found.append(_("Points from the first place down: {points}.").format(points=isolate(table)))
        found.append(_("In a tie, {ties}.").format(ties=TIES[scoring.ties]))
    if scoring.best:
        found.append(
            ngettext(
                "The best event of each player counts.",
                "The best {n} events of each player count.",
                scoring.best,
            ).format(n=scoring.best)
        )
    else:
        found.append(_("Every event counts."))
    if scoring.bonus_x2:
        points = isolate(points_text(scoring.bonus_x2))
        found.append(_("Each event that a player takes part in adds {n}.").format(n=points))
    return found
