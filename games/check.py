"""Does the evidence still hold? Every record is proved again. Reads only."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from engine.errors import RecordError
from engine.games import CARD_GAMES, VERIFIERS
from games import outcomes
from games.models import Game
from games.stakes.check import check_event_stakes
from tournaments.selectors.events.counted import counted_sources

if TYPE_CHECKING:
    from django.db.models import QuerySet

COUNTED = frozenset({"confirmed", "ruled"})
# What a verdict says of the moves. Names and remarks may go when a record is redacted.
PROVED = (
    "size",
    "half_komi",
    "plies",
    "result",
    "winner",
    "reason",
    "proven",
    "tps",
    "reserves",
    "score",
    "moves_hash",
)
PROVED_OF_CARDS = ("plies", "result", "winner", "reason", "proven", "moves_hash", "facts")


def check_event_games(event_id: int) -> list[str]:
    """A sentence for every game of an event whose record, verdict or counting does not fit, and
    for every difference in the books of its stakes."""
    games = Game.objects.filter(slot__pairing__round__event=event_id).order_by("pk")
    counting = _counting(games, counted_sources(event_id))
    return [*counting, *_proofs(games), *check_event_stakes(event_id)]


def check_other_games() -> list[str]:
    """The same for the games outside any event."""
    return list(_proofs(Game.objects.filter(slot=None).order_by("pk")))


def _counting(games: "QuerySet[Game]", sources: dict[int, str]) -> Iterator[str]:
    """A game counts exactly where the result of its slot names it."""
    states: dict[str, str] = {}
    for public_id, state, slot_id in games.values_list("public_id", "state", "slot_id"):
        source = f"game:{public_id}"
        states[source] = state
        if state in COUNTED and sources.get(slot_id) != source:
            yield f"game {public_id}: is {state}, and the result of its slot is another's"
    for slot_id, source in sorted(sources.items()):
        if source and states.get(source) not in COUNTED:
            found = states.get(source, "missing")
            yield f"slot {slot_id}: counts {source}, which is {found}"


def _proofs(games: "QuerySet[Game]") -> Iterator[str]:
    for game in games.exclude(record="").iterator():
        found = proof_difference(game)
        if found:
            yield f"game {game.public_id}: {found}"


def proof_difference(game: Game) -> str:
    """What proving the stored record again shows that the stored verdict does not; or nothing."""
    try:
        verdict: dict[str, Any] = VERIFIERS[game.game](game.record, game.ruleset).as_json()
    except RecordError as error:
        return f"its record is refused: {error}"
    stored = game.verdict or {}
    if "seats" in stored:
        verdict["seats"] = stored["seats"]
    if outcomes.moves_hash(verdict) != game.moves_hash:
        return "its record holds other moves than those that were proved"
    for name in PROVED_OF_CARDS if game.game in CARD_GAMES else PROVED:
        if stored.get(name) != verdict[name]:
            return f"its verdict says {name} {stored.get(name)}, the record {verdict[name]}"
    return ""
