"""The rated games of one player and of two players against each other.

Games of events hidden from the actor appear in a history without event and opponents, and are left
out of a head to head.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Prefetch, Q, QuerySet

from ratings.analysis.statistics import Tally, tallies, tally_of
from ratings.models import Pool, Posting, RatedGame
from ratings.selectors.players import current_changes
from ratings.selectors.pools import expected_score, player_pools
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.standings.points import Points, place_points_x2, table_points_x2
from tournaments.state import PLAYED

if TYPE_CHECKING:
    from tournaments.models import Player


@dataclass(frozen=True, slots=True)
class PlayerRef:
    player: str  # public id
    name: str


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """A game in a player's history. event: its slug; "" if casual or hidden.

    sharing: how many seats have this place. points_x2: what the place gives in the standings of the
    event; None without one. expected: the player's expected score, 0..1.
    """

    played_on: date
    source: str
    event: str
    event_name: str
    opponents: tuple[PlayerRef, ...]
    order: int
    score_x2: int | None
    place_x2: int | None
    sharing: int
    points_x2: Points | None
    before: float
    after: float
    deviation: float
    expected: float | None

    @property
    def change(self) -> float:
        """The rating change by this game, rating points."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class HeadToHeadGame:
    """A game of both players, as `one` played it. moved_first: None at a table of three or more."""

    played_on: date
    source: str
    event: str
    event_name: str
    game: str
    size: int | None
    half_komi: int | None
    moved_first: bool | None
    score_x2: int


@dataclass(frozen=True, slots=True)
class HeadToHeadTally:
    """The tally of some of the games; empty fields do not restrict."""

    tally: Tally
    game: str = ""
    size: int | None = None
    moved_first: bool | None = None


@dataclass(frozen=True, slots=True)
class ExpectedScores:
    """The expected score, 0..1, of `one` by today's ratings; None: no prediction."""

    pool: str
    pool_name: str
    moving_first: float | None
    moving_second: float | None


@dataclass(frozen=True, slots=True)
class HeadToHead:
    one: PlayerRef
    other: PlayerRef
    total: HeadToHeadTally
    by_first: list[HeadToHeadTally]
    by_size: list[HeadToHeadTally]
    expected: list[ExpectedScores]
    meetings: list[HeadToHeadGame]


def player_history(player_id: int, pool: Pool, actor: Actor) -> list[HistoryEntry]:
    """A player's games in a pool, in rating order. Four queries."""
    mine = (
        current_changes(pool)
        .filter(Q(posting__player_id=player_id) | Q(posting__player__merged_into_id=player_id))
        .select_related("posting__rated_game__event")
        .prefetch_related(Prefetch("posting__rated_game__postings", queryset=_seats()))
        .order_by("posting__rated_game__order_key")
    )
    readable = _readable(actor)
    lines = []
    for change in mine:
        game, seat = change.posting.rated_game, change.posting
        is_readable = game.event is None or game.event.pk in readable
        lines.append(
            HistoryEntry(
                played_on=game.played_on,
                source=game.source,
                event=game.event.slug if game.event and is_readable else "",
                event_name=game.event.name if game.event and is_readable else "",
                opponents=tuple(_others(game, seat.order)) if is_readable else (),
                order=seat.order,
                score_x2=seat.score_x2,
                place_x2=seat.place_x2,
                sharing=_sharing(game, seat.place_x2),
                points_x2=_table_points_x2(game, seat.order) if is_readable else None,
                before=change.before,
                after=change.after,
                deviation=change.deviation,
                expected=change.expected,
            )
        )
    return lines


def _sharing(game: RatedGame, place_x2: int | None) -> int:
    """How many seats of a game have this place, by the prefetched postings."""
    return sum(posting.place_x2 == place_x2 for posting in game.postings.all())


def _table_points_x2(game: RatedGame, order: int) -> Points | None:
    """The points of this seat at a card table of an event, by the prefetched postings."""
    seats = {posting.order: posting.place_x2 for posting in game.postings.all()}
    if game.event is None or None in seats.values():
        return None
    winner_takes_all = game.event.match.get("winner_takes_all", False)
    places_x2 = [place or 0 for place in seats.values()]
    stored = place_points_x2(places_x2, winner_takes_all=winner_takes_all)
    return dict(zip(seats, table_points_x2(stored, kind=PLAYED), strict=True))[order]


def head_to_head(one: "Player", other: "Player", actor: Actor) -> HeadToHead:
    """The rated games of two Players against each other, the last first."""
    met = list(_meetings(one.pk, other.pk, actor))
    by_first = tallies((m.moved_first, tally_of(m.score_x2)) for m in met)
    by_size = tallies(((m.game, m.size), tally_of(m.score_x2)) for m in met)
    return HeadToHead(
        one=PlayerRef(one.public_id, one.name),
        other=PlayerRef(other.public_id, other.name),
        total=HeadToHeadTally(sum((tally_of(m.score_x2) for m in met), Tally())),
        by_first=[
            HeadToHeadTally(by_first[first], moved_first=first)
            for first in (True, False)
            if first in by_first
        ],
        by_size=[
            HeadToHeadTally(tally, game=game, size=size)
            for (game, size), tally in sorted(
                by_size.items(), key=lambda item: (item[0][0], item[0][1] or 0)
            )
        ],
        expected=[_expected(pool, one.pk, other.pk) for pool in player_pools(one.pk, other.pk)],
        meetings=met,
    )


def _expected(pool: Pool, one: int, other: int) -> ExpectedScores:
    first = expected_score(pool, first_id=one, second_id=other)
    second = expected_score(pool, first_id=other, second_id=one)
    return ExpectedScores(pool.slug, pool.name, first, None if second is None else 1 - second)


def _meetings(one: int, other: int, actor: Actor) -> Iterator[HeadToHeadGame]:
    games = (
        RatedGame.objects.filter(voided_at__isnull=True)
        .filter(pk__in=_games_of(one))
        .filter(pk__in=_games_of(other))
        .select_related("event")
        .prefetch_related(Prefetch("postings", queryset=_seats()))
        .order_by("-order_key")
    )
    readable = _readable(actor)
    for game in games:
        if game.event is not None and game.event.pk not in readable:
            continue
        seats = {seat.player.merged_into_id or seat.player_id: seat for seat in game.postings.all()}
        mine, theirs = seats[one], seats[other]
        score = _score_x2(mine, theirs)
        if score is None:
            continue
        yield HeadToHeadGame(
            played_on=game.played_on,
            source=game.source,
            event=game.event.slug if game.event else "",
            event_name=game.event.name if game.event else "",
            game=game.game,
            size=game.size,
            half_komi=game.half_komi,
            moved_first=mine.order == 1 if len(seats) == 2 else None,
            score_x2=score,
        )


def _score_x2(mine: Posting, theirs: Posting) -> int | None:
    """By score, or at a table by the better place; None if neither is known."""
    if mine.score_x2 is not None:
        return mine.score_x2
    if mine.place_x2 is None or theirs.place_x2 is None:
        return None
    return 1 + (theirs.place_x2 > mine.place_x2) - (theirs.place_x2 < mine.place_x2)


def _games_of(player_id: int) -> "QuerySet[Posting, int]":
    own = Q(player_id=player_id) | Q(player__merged_into_id=player_id)
    return Posting.objects.filter(own).values_list("rated_game_id", flat=True)


def _seats() -> "QuerySet[Posting]":
    return Posting.objects.select_related("player__merged_into").order_by("order")


def _others(game: RatedGame, order: int) -> Iterator[PlayerRef]:
    for seat in game.postings.all():
        if seat.order != order:
            player = seat.player.merged_into or seat.player
            yield PlayerRef(player.public_id, player.name)


def _readable(actor: Actor) -> set[int]:
    return set(tournaments.readable_events(actor).values_list("pk", flat=True))
