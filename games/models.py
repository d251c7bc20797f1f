"""Evidence: submitted games, answers, disputes, rulings, imports and stakes."""

from django.db import models
from django.db.models import CASCADE, PROTECT, F, Q
from django.utils import timezone

from tournaments.choices import JobStatus
from tournaments.columns import code, public_id


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
    slot = models.ForeignKey("tournaments.GameSlot", PROTECT, related_name="disputes")
    game = models.ForeignKey(Game, PROTECT, null=True, blank=True, related_name="disputes")
    actor = models.JSONField()
    text = models.TextField()
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


class Import(models.Model):
    """A bulk import of records, and its progress; see `services/records/import_runs.py`.

    event: to whose open games they belong; None: casual games. `files`, `size`: how many, and their
    characters; `read`: of these. `done`: how many records are read, `total` all of them, once that
    is known. `report`: in a list, how many were rated, unrated, known and refused. is_complete: no
    more files are to come. ends_at: an import that still runs then has lost its worker; null: a
    command runs it. attempts: to store the next batch. language: of the refusals.
    """

    actor = models.JSONField()
    source = code()
    state = code()  # a JobStatus
    event = models.ForeignKey(
        "tournaments.Event", CASCADE, null=True, blank=True, related_name="imports"
    )
    dry_run = models.BooleanField(default=False, db_default=False)
    is_complete = models.BooleanField(default=True, db_default=True)
    files = models.IntegerField(default=0, db_default=0)
    size = models.IntegerField(default=0, db_default=0)
    read = models.IntegerField(default=0, db_default=0)
    done = models.IntegerField(default=0)
    total = models.IntegerField(null=True, blank=True)
    report = models.JSONField(default=list, blank=True)
    language = code(blank=True, default="", db_default="")
    attempts = models.IntegerField(default=0, db_default=0)
    at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["event"],
                condition=Q(state__in=[JobStatus.WAITING, JobStatus.RUNNING]),
                name="one_import_of_an_event_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.at:%Y-%m-%d %H:%M}"


class ImportPart(models.Model):
    """A text of an import that is not stored yet. Parts in a row with one name are one file.

    first: how many games of the file stand before it. done: how many of its own are stored.
    """

    source = models.ForeignKey(Import, CASCADE, related_name="parts")
    number = models.IntegerField()
    name = code()
    text = models.TextField(blank=True)
    first = models.IntegerField(default=0)
    done = models.IntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "number"], name="one_part_of_each_number"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.number}"


class ImportRefusal(models.Model):
    """A record that an import refused: the number of the game in its file, and the problem."""

    source = models.ForeignKey(Import, CASCADE, related_name="refusals")
    file = code()
    number = models.IntegerField()
    problem = models.JSONField()

    def __str__(self) -> str:
        return f"{self.file} {self.number}"


class SlotBids(models.Model):
    """The bids for the first move of a slot. This row puts the slot at stake.

    pairs: of coins, by seat; several after ties; empty in the tavern's scheme, which has no bids.
    first_seat: the higher bidder, or the seat chosen by lot. paired_first: the first mover without
    bids. agreed: the seats that agree to the bids.
    """

    slot = models.OneToOneField("tournaments.GameSlot", PROTECT, related_name="bids")
    pairs = models.JSONField()
    first_seat = models.IntegerField()
    paired_first = models.IntegerField()
    agreed = models.JSONField(default=list, blank=True)
    actor = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "slot bids"

    def __str__(self) -> str:
        return f"{self.slot}"


class WagerAccount(models.Model):
    """The coins of an entry (kind player) or of a house account: escrow holds the stakes of running
    games, carry the pots of draws for the next game.

    A player begins with 0 and may owe down to `floor`. Below it the account is overdrawn and cannot
    stake again.
    """

    event = models.ForeignKey("tournaments.Event", PROTECT, related_name="wager_accounts")
    entry = models.ForeignKey(
        "tournaments.Entry", PROTECT, null=True, blank=True, related_name="wager_accounts"
    )
    kind = code()
    balance = models.IntegerField(default=0)
    floor = models.IntegerField(default=0)
    overdrawn = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "entry", "kind"], name="account_once"),
            models.UniqueConstraint(
                fields=["event", "kind"],
                condition=Q(entry__isnull=True),
                name="house_account_once",
            ),
            models.CheckConstraint(
                condition=Q(balance__gte=F("floor")) | Q(overdrawn=True),
                name="account_above_floor_unless_reversed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry.player.name if self.entry else self.kind}: {self.event}"


class WagerTransfer(models.Model):
    """A debit and a credit in one row, so the sum is always zero. Append-only.

    step: ante, bid, cover (held for the end of a running game), call:<ply> of a record or
    claimed_call:<n> of a claim, then pot, unplayed, capless, split:<n>, carry, carried; in the
    tavern's scheme board, unplayed, capless. game: the counted game that settled it, or null.
    live: neither reversed nor a reversal.
    """

    slot = models.ForeignKey("tournaments.GameSlot", PROTECT, related_name="wager_transfers")
    game = models.ForeignKey(Game, PROTECT, null=True, blank=True, related_name="wager_transfers")
    payer = models.ForeignKey(WagerAccount, PROTECT, related_name="+")
    payee = models.ForeignKey(WagerAccount, PROTECT, related_name="+")
    amount = models.PositiveIntegerField()
    step = code()
    live = models.BooleanField(default=True)
    reverses = models.OneToOneField(
        "self", PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="transfer_between_two"),
            models.UniqueConstraint(
                fields=["slot", "step", "payer"], condition=Q(live=True), name="transfer_once"
            ),
            models.CheckConstraint(
                condition=Q(reverses__isnull=True) | Q(live=False), name="a_reversal_is_not_live"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {self.amount}"
