"""The ledger of rated games, the pools that count them, and the ratings derived from both."""

from django.db import models
from django.db.models import CASCADE, PROTECT, F, Q

from tournaments.columns import code

ORDER_KEY_LENGTH = 200


class RatedGame(models.Model):
    """A game to be rated. It belongs to no pool, so a new pool can count past games.

    `order_key` orders all games, the same way on every installation (`analysis/order_key.py`);
    it compares as bytes.
    """

    source = code()  # "slot:<id>", for a casual game "game:<public id>"
    revision = models.IntegerField()
    voided_at = models.DateTimeField(null=True, blank=True)
    # Not counted until its event, or both players' clubs, are approved for rating.
    held = models.BooleanField(default=False, editable=False)
    # A casual game that its two players confirmed from their own accounts.
    by_players = models.BooleanField(default=False, editable=False)
    played_on = models.DateField()
    order_key = models.CharField(max_length=ORDER_KEY_LENGTH)
    game = code()
    size = models.IntegerField(null=True, blank=True)
    half_komi = models.IntegerField(null=True, blank=True)
    time_class = code(blank=True)
    facts = models.JSONField(default=dict, blank=True)
    event = models.ForeignKey(
        "tournaments.Event", PROTECT, null=True, blank=True, related_name="rated_games"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "revision"], name="posting_revision_once"),
            models.UniqueConstraint(
                fields=["source"],
                condition=Q(voided_at__isnull=True),
                name="posting_one_live_per_source",
            ),
            models.UniqueConstraint(
                fields=["order_key"],
                condition=Q(voided_at__isnull=True),
                name="posting_order_is_total",
            ),
            models.UniqueConstraint(
                fields=["source"], condition=Q(held=True), name="posting_one_held_per_source"
            ),
            models.CheckConstraint(
                condition=Q(held=False) | Q(voided_at__isnull=False),
                name="a_held_posting_does_not_count",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.names()}, {self.played_on}"

    def names(self) -> str:
        """The players, who moved first in front; reads `postings__player`."""
        seats = sorted(self.postings.all(), key=lambda seat: seat.order)
        return " – ".join(seat.player.name for seat in seats)


class Posting(models.Model):
    """One seat of a rated game; `order` 1 moved first."""

    rated_game = models.ForeignKey(RatedGame, PROTECT, related_name="postings")
    order = models.IntegerField()
    player = models.ForeignKey("tournaments.Player", PROTECT, related_name="postings")
    score_x2 = models.IntegerField(null=True, blank=True)
    place_x2 = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rated_game", "order"], name="posting_seat_once"),
            models.UniqueConstraint(fields=["rated_game", "player"], name="posting_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.order}. {self.player.name}"


class Pool(models.Model):
    """Which rated games share one rating list, and the system that rates them.

    `ledger_version` increases with every change of a game that the pool may count;
    `ratings_version` is the ledger_version of the stored ratings.
    `building`: {epoch, system, parameters, counts, dirty_from, redo} of a list being built, or
    null. `redo` is the key that the running attempt starts from.
    `failure`: {version, name, code, params} of a parameter out of bounds, or null. The list is not
    rated again until `ledger_version` changes.
    """

    slug = models.SlugField(unique=True)
    name = code(blank=True)
    counts = models.JSONField(default=dict, blank=True)
    system = code()
    parameters = models.JSONField(default=dict, blank=True)
    epoch = models.IntegerField(default=1)
    building = models.JSONField(null=True, blank=True)
    failure = models.JSONField(null=True, blank=True, editable=False)
    ledger_version = models.IntegerField(default=0, editable=False)
    ratings_version = models.IntegerField(default=0, editable=False)
    # "": everything is dirty, null: nothing is
    dirty_from = models.CharField(  # noqa: DJ001
        max_length=ORDER_KEY_LENGTH, null=True, blank=True, editable=False
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(ratings_version__lte=F("ledger_version")), name="ratings_not_ahead"
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.slug

    @property
    def is_building(self) -> bool:
        """Whether a list with changed rules is being built beside the current one."""
        return self.building is not None


class Checkpoint(models.Model):
    """Derived: the state of the replay after the game at `order_key`.

    The row at `order_key.AFTER_ALL` holds only what a system that learns has learned by the end.
    """

    pool = models.ForeignKey(Pool, CASCADE, related_name="checkpoints")
    epoch = models.IntegerField()
    order_key = models.CharField(max_length=ORDER_KEY_LENGTH)
    prefix_hash = code()
    state = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "epoch", "order_key"], name="checkpoint_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pool_id}.{self.epoch} {self.order_key}"


class RatingChange(models.Model):
    """Derived: the rating change of one player by one game in one pool.

    `expected`: the expected score before the game, 0..1; null: no prediction.
    """

    pool = models.ForeignKey(Pool, CASCADE, related_name="changes")
    epoch = models.IntegerField()
    posting = models.ForeignKey(Posting, CASCADE, related_name="changes")
    before = models.FloatField()
    after = models.FloatField()
    deviation = models.FloatField()
    expected = models.FloatField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "epoch", "posting"], name="rating_change_once"),
        ]

    def __str__(self) -> str:
        return f"{self.posting.player.name}: {self.pool}"


class PlayerRating(models.Model):
    """Derived: a player's rating in a pool."""

    pool = models.ForeignKey(Pool, CASCADE, related_name="ratings")
    epoch = models.IntegerField()
    player = models.ForeignKey("tournaments.Player", PROTECT, related_name="ratings")
    rating = models.FloatField()
    deviation = models.FloatField()
    games = models.IntegerField()
    last_on = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "epoch", "player"], name="player_rating_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player.name}: {self.pool}"
