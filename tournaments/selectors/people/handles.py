"""Players by handle."""

from collections.abc import Iterable

from tournaments.models import Handle, Player
from tournaments.selectors.people.people import name_key, resolve


def player_of_handle(site: str, name: str) -> Player | None:
    """The player with this handle (site "": other names), or None."""
    found = Handle.objects.filter(site=site, name_key=name_key(name))
    handle = found.select_related("player__merged_into").first()
    return resolve(handle.player) if handle else None


def public_ids(player_ids: Iterable[int]) -> list[str]:
    """Public ids of players, the oldest first."""
    rows = Player.objects.filter(pk__in=list(player_ids)).order_by("pk")
    return list(rows.values_list("public_id", flat=True))
