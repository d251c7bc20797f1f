"""Stakes: bids, accounts and transfers of coins."""

from django.db import models
from django.db.models import PROTECT, F, Q
from django.utils import timezone

from tournaments.columns import code

from .evidence import Game


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
