"""Seasons of clubs, which may count a rating list."""

from typing import TYPE_CHECKING

from ratings import selectors
from tournaments.actor import Actor
from tournaments.documents import Settings
from tournaments.services.events import seasons

if TYPE_CHECKING:
    from tournaments.models import Series


def start_season(
    *, actor: Actor, club_id: int, slug: str, name: str, scoring: Settings | None = None
) -> "Series":
    """See `seasons.create_series`."""
    return seasons.create_series(
        actor=actor, club_id=club_id, slug=slug, name=name, scoring=scoring, pools=_pools()
    )


def change_season(*, actor: Actor, series_id: int, changes: Settings) -> "Series":
    """See `seasons.edit_series`."""
    return seasons.edit_series(actor=actor, series_id=series_id, changes=changes, pools=_pools())


def _pools() -> list[str]:
    return list(selectors.pools().values_list("slug", flat=True))
