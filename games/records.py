"""The games of an event for download: as a list, and their records in one file."""

import hashlib
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from games import selectors
from games.models import DISCARDED_STATES, Game
from games.selectors import View
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import DomainError

if TYPE_CHECKING:
    from django.db.models import QuerySet


class NotInPtn(DomainError):
    code = "not_in_ptn"
    kind = "missing"
    message = _("The records of {game} are not written in PTN; read them one by one.")


def games_of_event(actor: Actor, slug: str) -> list[View]:
    """Every game of an event as in lists, by round, table and number."""
    return [selectors.game_view(game) for game in selectors.for_display(_games(actor, slug))]


def records_of_event(actor: Actor, slug: str) -> str:
    """All records of a Tak event as submitted, by round, table and number.

    Redacted records, whose text no longer has their hash, are left out. A record without tags gets
    a Size tag, which marks its beginning.

    :raises NotFound: there is no such event for this actor.
    :raises NotInPtn: a game of cards is played.
    """
    event = tournaments.get_event(slug, actor)
    if event.game != "tak":
        raise NotInPtn(game=event.game)
    return "\n".join(_text(game) for game in _games(actor, slug).exclude(record="") if _whole(game))


def _games(actor: Actor, slug: str) -> "QuerySet[Game]":
    found = selectors.visible_games(actor, event_slug=slug).exclude(state__in=DISCARDED_STATES)
    return found.order_by(
        "slot__pairing__round__number",
        "slot__pairing__leg",
        "slot__pairing__table",
        "slot__number",
        "pk",
    )


def _whole(game: Game) -> bool:
    return hashlib.sha256(game.record.encode()).hexdigest() == game.record_hash


def _text(game: Game) -> str:
    text = game.record.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").strip()
    if not text.startswith("["):
        text = f'[Size "{game.ruleset["size"]}"]\n\n{text}'
    return text + "\n"
