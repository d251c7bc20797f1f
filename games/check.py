"""Check the evidence: every record is proved again. Reads only."""

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from games.archive.verify import journal_differences
from games.models import COUNTED_STATES, Game, TakenArchive
from games.stakes.check import check_event_stakes
from games.verdicts import verdict_difference
from tournaments.selectors.events.counted import counted_sources

if TYPE_CHECKING:
    from django.db.models import QuerySet


def check_event_games(event_id: int) -> list[str]:
    """One sentence for each game whose record, verdict or state is inconsistent, and for each
    difference in the books of stakes and in the journal of an archive."""
    games = Game.objects.filter(slot__pairing__round__event=event_id).order_by("pk")
    counted = _check_counted(games, counted_sources(event_id))
    kept = _check_kept_journal(event_id)
    return [*counted, *_check_proofs(games), *check_event_stakes(event_id), *kept]


def _check_kept_journal(event_id: int) -> Iterator[str]:
    """The journal of the archive that the event was made from still follows, to its signed end."""
    taken = TakenArchive.objects.filter(event=event_id).first()
    if taken is None:
        return
    lines = [json.loads(line) for line in taken.journal.splitlines()]
    for found in journal_differences(lines, {}, head=taken.head, public=taken.public):
        yield f"the journal of its archive: {found}"


def check_other_games() -> list[str]:
    """The same for casual games."""
    return list(_check_proofs(Game.objects.filter(slot=None).order_by("pk")))


def _check_counted(games: "QuerySet[Game]", sources: dict[int, str]) -> Iterator[str]:
    """A game must be counted exactly if the result of its slot refers to it."""
    states: dict[str, str] = {}
    for public_id, state, slot_id in games.values_list("public_id", "state", "slot_id"):
        source = f"game:{public_id}"
        states[source] = state
        if state in COUNTED_STATES and sources.get(slot_id) != source:
            yield f"game {public_id}: is {state}, and the result of its slot is another's"
    for slot_id, source in sorted(sources.items()):
        if source and states.get(source) not in COUNTED_STATES:
            found = states.get(source, "missing")
            yield f"slot {slot_id}: counts {source}, which is {found}"


def _check_proofs(games: "QuerySet[Game]") -> Iterator[str]:
    for game in games.exclude(record="").iterator():
        found = proof_difference(game)
        if found:
            yield f"game {game.public_id}: {found}"


def proof_difference(game: Game) -> str:
    """How the stored verdict differs from a new proof of the stored record; "" if it does not."""
    return verdict_difference(
        game=game.game,
        record=game.record,
        ruleset=game.ruleset,
        stored=game.verdict or {},
        stored_hash=game.moves_hash,
    )
