"""Evidence: submitted games, answers, disputes and rulings."""

from django.db import models
from django.db.models import CASCADE, PROTECT, Q
from django.utils import timezone

from tournaments.columns import code, json, public_id


class GameState(models.TextChoices):
    """Only confirmed and ruled games count. Evidence adds facts to a decided slot."""

    SUBMITTED = "submitted"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"
    RULED = "ruled"
    EVIDENCE = "evidence"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    VOID = "void"


COUNTED_STATES = (GameState.CONFIRMED, GameState.RULED)
PENDING_STATES = (GameState.SUBMITTED, GameState.DISPUTED)
DISCARDED_STATES = (GameState.SUPERSEDED, GameState.REJECTED, GameState.VOID)


class Answer(models.TextChoices):
    YES = "yes"
    NO = "no"


class Game(models.Model):
    """A submitted record or claim, with its verdict. It counts when confirmed or ruled.

    `moves_hash` covers size, komi, opening, start and moves, but no tags or comments, so a
    redacted record is still the same game.
    """

    public_id = public_id()
    slot = models.ForeignKey(
        "tournaments.GameSlot", PROTECT, null=True, blank=True, related_name="games"
    )
    game = code()
    ruleset = models.JSONField()
    played_on = models.DateField(null=True, blank=True)  # null: never rated
    record = models.TextField(blank=True)
    record_hash = code(blank=True)
    moves_hash = code(blank=True)
    import_key = code(blank=True)
    claim = models.JSONField(null=True, blank=True)
    verdict = models.JSONField(null=True, blank=True)
    engine_version = code(blank=True)
    actor = models.JSONField()
    submitted_seat = models.IntegerField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    confirm_by_at = models.DateTimeField(null=True, blank=True)
    state = code(default=GameState.SUBMITTED.value)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["slot"],
                condition=Q(state__in=[*COUNTED_STATES]),
                name="one_counted_game_per_slot",
            ),
            models.UniqueConstraint(
                fields=["slot", "moves_hash"],
                condition=~Q(moves_hash="") & ~Q(state__in=[GameState.VOID, GameState.REJECTED]),
                name="one_game_per_record_and_slot",
            ),
            models.UniqueConstraint(
                fields=["import_key"],
                condition=~Q(import_key="") & ~Q(state=GameState.VOID),
                name="one_import_per_record",
            ),
        ]
        indexes = [
            models.Index(
                fields=["moves_hash"],
                condition=Q(slot__isnull=False),
                name="event_games_by_moves",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot or self.public_id}"


class GamePlayer(models.Model):
    """A player of a game; `order` 1 moved first."""

    game = models.ForeignKey(Game, CASCADE, related_name="players")
    order = models.IntegerField()
    player = models.ForeignKey(
        "tournaments.Player", PROTECT, null=True, blank=True, related_name="game_seats"
    )
    name_in_record = code(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "order"], name="game_seat_once"),
            models.UniqueConstraint(fields=["game", "player"], name="game_player_once"),
        ]

    def __str__(self) -> str:
        return f"{self.order}. {self.player.name if self.player else self.name_in_record}"


class Confirmation(models.Model):
    """One answer per seat, changeable until the game is counted."""

    game = models.ForeignKey(Game, CASCADE, related_name="confirmations")
    order = models.IntegerField()
    answer = code()  # an Answer
    actor = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "order"], name="one_answer_per_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.order}: {self.answer}"


class Dispute(models.Model):
    """problems: why a program opened it, as codes of `games.playtak.wanted.MESSAGES` with their
    parameters; `text` says the same in English.
    """

    slot = models.ForeignKey("tournaments.GameSlot", PROTECT, related_name="disputes")
    game = models.ForeignKey(Game, PROTECT, null=True, blank=True, related_name="disputes")
    actor = models.JSONField()
    text = models.TextField()
    problems = json(default=list, blank=True, db_default=[])
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["slot"],
                condition=Q(closed_at__isnull=True),
                name="one_open_dispute_per_slot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slot}"


class Ruling(models.Model):
    """An arbiter's decision on a slot, with or without a game."""

    slot = models.ForeignKey("tournaments.GameSlot", PROTECT, related_name="rulings")
    game = models.ForeignKey(Game, PROTECT, null=True, blank=True, related_name="rulings")
    outcome = models.JSONField()
    reason = models.TextField()
    actor = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.slot}"
