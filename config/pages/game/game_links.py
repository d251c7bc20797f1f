"""Links from the rating ledger to the pages of games."""

from collections.abc import Iterable

from django.urls import reverse

from games import selectors as games
from games.models import COUNTED_STATES
from tournaments.actor import Actor


def game_links(actor: Actor, sources: Iterable[str]) -> dict[str, str]:
    """URLs by source ("slot:<id>" or "game:<public id>"), of games that the actor may see."""
    names = list(sources)
    slots = [int(name[5:]) for name in names if name.startswith("slot:")]
    casual = [name[5:] for name in names if name.startswith("game:")]
    counted = games.visible_games(actor).filter(state__in=COUNTED_STATES)
    of_slots = counted.filter(slot_id__in=slots).values_list("slot_id", "public_id")
    of_casual = counted.filter(public_id__in=casual).values_list("public_id", flat=True)
    found = {f"slot:{slot}": public_id for slot, public_id in of_slots}
    found |= {f"game:{public_id}": public_id for public_id in of_casual}
    return {source: reverse("pages:game", args=[one]) for source, one in found.items()}
