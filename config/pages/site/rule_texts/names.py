"""Names of the rulesets of each game."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

RULESET_NAMES: dict[str, dict[str, str | Promise]] = {
    "tak": {
        "standard": _("Usual rules"),
        "university": _("University"),
        "beta": _("Beta of 2016"),
        "playtak": "playtak.com",
        "beginner": _("Beginners’ game"),
        "nomad4": _("Nomads’ game"),
        "nomad5": _("Nomads’ game"),
        "noble": _("Nobles’ game"),
        "champion": _("Champions’ game"),
    },
    "taki": {
        "blog": _("As the blog says"),
        "publisher": _("As the leaflet says"),
        "source": _("As the text says, to the letter"),
    },
    "gamnon": {
        "standard": _("Usual rules"),
        "source": _("As the text says, to the letter"),
    },
}


def ruleset_name(game: str, code: str) -> str:
    """The name of a ruleset, by default its code."""
    return str(RULESET_NAMES.get(game, {}).get(code, code))
