"""Reasons of awards and of memberships as sentences; the caller translates them."""

from engine.errors import gettext_noop
from tournaments.prizes import awards, categories

ALL = gettext_noop("All players")
# Amounts have their currency.
PRIZE = gettext_noop("{list}, place {place} ({amount})")
MESSAGES: dict[str, str] = {
    awards.WON: gettext_noop("wins {prizes}"),
    awards.SHARED: gettext_noop("{prizes} divided by {people}: {amount} each"),
    awards.OWN: gettext_noop(
        "{prizes} divided only by those tied who are in this category, {people}: {amount} each, "
        "which is more than a part of all that the tie wins"
    ),
    awards.HALF_EQUAL: gettext_noop("half of an equal share: {amount}"),
    awards.HALF_PLACE: gettext_noop("half of the prize by tie-break: {amount}"),
    awards.PASSED_ON: gettext_noop("{prizes} passes on, because of one prize a person"),
    awards.ROUNDED: gettext_noop("rounded from {amount}"),
    categories.RATED_BELOW: gettext_noop("starting rating {value}, below {limit}"),
    categories.BORN_FROM: gettext_noop("born in {limit} or later"),
    categories.UNRATED: gettext_noop("no starting rating"),
    categories.FEW_GAMES: gettext_noop("{value} rated games before the event, fewer than {limit}"),
    categories.GIVEN: gettext_noop("given by the player"),
    categories.CHOSEN: gettext_noop("chosen by the organisers"),
}
