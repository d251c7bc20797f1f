"""The ratings of the players whom a club lists."""

from dataclasses import dataclass

from django.db.models import Count, F, Q

from ratings.models import Pool
from ratings.selectors.pools import PROVISIONAL_ABOVE, LeaderboardRow, ranked_rows, ratings_of
from tournaments import selectors as tournaments


@dataclass(frozen=True, slots=True)
class ClubRatings:
    """rows: the best players of a club in a list, ranked among these; provisional ones last."""

    pool: Pool
    rows: list[LeaderboardRow]


def club_ratings(slug: str, *, lists: int, players: int) -> list[ClubRatings]:
    """The lists that rate most players of a club, each with the best. One query, and one a list."""
    listed = tournaments.players_of_club(slug).order_by().values("pk")
    pools = (
        Pool.objects.filter(ratings__player__in=listed, ratings__epoch=F("epoch"))
        .annotate(rated=Count("ratings"))
        .order_by("-rated", "slug")
    )
    return [
        ClubRatings(
            pool,
            ranked_rows(
                ratings_of(pool)
                .filter(player__in=listed)
                .annotate(provisional=Q(deviation__gt=PROVISIONAL_ABOVE))
                .order_by("provisional", "-rating", "player__name", "pk")[:players]
            ),
        )
        for pool in pools[:lists]
    ]
