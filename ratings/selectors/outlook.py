"""The outlook of an entry, with the chances that the ratings give to the games to come."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils import timezone

from ratings import systems
from ratings.analysis.chances import result_chances, share_of_draws
from ratings.models import PlayerRating, Pool
from ratings.selectors.ledger import setup_of
from ratings.selectors.pool_systems import system_of
from ratings.selectors.pools import fitting_pools
from ratings.selectors.replayed import learned_state
from ratings.systems import Rating, first_move_edge
from tournaments import selectors as tournaments
from tournaments.documents import Document
from tournaments.outlook.completions import Chances as GameChances
from tournaments.selectors import Chances

if TYPE_CHECKING:
    from tournaments.models import Event


def entry_outlook(
    event: "Event", number: int, *, place: int = 1, names: Mapping[int, str] | None = None
) -> Document:
    """What an entry still needs; `pool` is the list that its chances are from, null: none.

    names: as the sentences call the players, by entry number; None: by their names.

    :raises NoOutlook: there is none; its reason says why.
    :raises InvalidInput: there is no such place.
    """
    return tournaments.entry_outlook(event, number, _chances(event), place=place, names=names)


def _chances(event: "Event") -> Chances:
    """By the first fitting list that rates anybody of the event; else all games are even."""
    draws = share_of_draws(event.game, int(event.ruleset.get("half_komi") or 0))
    players = tournaments.player_ids_by_number(event)
    for pool in fitting_pools(game=event.game, size=event.ruleset.get("size")):
        rows = PlayerRating.objects.filter(pool=pool, epoch=pool.epoch, player__in=players.values())
        known = {
            row.player_id: Rating(row.rating, row.deviation, row.games, row.last_on) for row in rows
        }
        if known:
            return _chances_by(pool, event, players, known, draws)
    return Chances(lambda _first, _second: result_chances(0.5, draws))


def _chances_by(
    pool: Pool,
    event: "Event",
    players: Mapping[int, int],
    known: Mapping[int, Rating],
    draws: float,
) -> Chances:
    """Players who are not in the list count as newcomers."""
    today = timezone.now().date()
    learned = learned_state(pool)
    system = learned.system_on(system_of(pool), today)
    setup = setup_of(event.ruleset.get("size"), event.ruleset.get("half_komi"))
    edge = first_move_edge(system, learned.terms, setup)
    ratings = {number: known.get(player) or system.start() for number, player in players.items()}

    def chances_of(first: int, second: int) -> GameChances:
        expected = systems.expected_score(system, edge, ratings[first], ratings[second], today)
        return result_chances(0.5 if expected is None else expected, draws)

    versions = (pool.pk, pool.epoch, pool.ratings_version, today)
    return Chances(chances_of, versions, pool.slug)
