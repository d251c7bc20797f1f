"""What scopes allow, in words."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _

from config.pages.forms import Text
from tournaments.permissions.scopes import CLUB, ORGANISE, PLAY, READ, SITE, WRITE

SCOPE_TEXTS: dict[str, Text] = {
    READ: _("read what I may read"),
    PLAY: _("play for me: entries, games, times, byes"),
    ORGANISE: _("run my events: settings, entries, rounds, rulings"),
    CLUB: _("run my clubs, and vouch for players"),
    SITE: _("do what site staff do"),
    WRITE: _("everything that I may do"),
}


def scopes_in_words(scopes: Collection[str]) -> str:
    """What a token with these scopes may do; without scopes it may do everything."""
    return "; ".join(scope_texts(scopes or {WRITE}))  # the texts have commas


def scope_texts(scopes: Collection[str]) -> list[str]:
    """What each of these scopes allows."""
    return [str(text) for scope, text in SCOPE_TEXTS.items() if scope in scopes]
