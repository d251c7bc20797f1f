"""Categories, prizes and fees of an event."""

from django.db import models
from django.db.models import CASCADE, Q

from tournaments.columns import code
from tournaments.prizes.categories import KINDS, LIMITED
from tournaments.prizes.plan import EQUAL, TIES

from .events import Entry, Event


class Category(models.Model):
    """Some entries with standings of their own. limit: see tournaments/prizes/categories.py.

    published: whether others than staff see who is in it.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="categories")
    name = code()
    kind = code()
    limit = models.IntegerField(null=True, blank=True)
    published = models.BooleanField(default=True, db_default=True)

    class Meta:
        verbose_name_plural = "categories"
        constraints = [
            models.UniqueConstraint(fields=["event", "name"], name="category_name_once"),
            models.CheckConstraint(condition=Q(kind__in=KINDS), name="category_kind_is_known"),
            models.CheckConstraint(
                condition=Q(kind__in=LIMITED, limit__isnull=False, limit__gte=0)
                | (~Q(kind__in=LIMITED) & Q(limit__isnull=True)),
                name="category_by_data_has_a_limit",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="category_has_a_name"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.name}"


class CategoryMember(models.Model):
    """What an entry said of itself, or what the organisers chose. Deleted when forgotten."""

    category = models.ForeignKey(Category, CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, CASCADE, related_name="categories")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["category", "entry"], name="category_member_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.player.name}: {self.category}"


class PrizePlan(models.Model):
    """How the prizes of an event are divided. fund null: each prize has an amount, else a share.

    Amounts are in the smallest unit of the currency.
    """

    event = models.OneToOneField(Event, CASCADE, related_name="prize_plan")
    currency = code(max_length=3)
    fund = models.IntegerField(null=True, blank=True)
    ties = code(default=EQUAL)
    one_each = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(ties__in=TIES), name="prize_ties_are_known"),
            models.CheckConstraint(
                condition=Q(fund__isnull=True) | Q(fund__gt=0), name="prize_fund_is_positive"
            ),
            models.CheckConstraint(
                condition=Q(currency__regex=r"^[A-Z]{3}$"), name="prize_currency_is_a_code"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.currency}"


class Prize(models.Model):
    """The prize for a place. category null: among all. amount or share, as the plan says."""

    plan = models.ForeignKey(PrizePlan, CASCADE, related_name="prizes")
    category = models.ForeignKey(Category, CASCADE, null=True, blank=True, related_name="prizes")
    place = models.IntegerField()
    amount = models.IntegerField(null=True, blank=True)
    share = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["plan", "category", "place"], name="prize_place_once"),
            models.UniqueConstraint(
                fields=["plan", "place"],
                condition=Q(category__isnull=True),
                name="prize_overall_place_once",
            ),
            models.CheckConstraint(condition=Q(place__gte=1), name="prize_place_from_one"),
            models.CheckConstraint(
                condition=Q(amount__isnull=False, amount__gt=0, share__isnull=True)
                | Q(share__isnull=False, share__gt=0, amount__isnull=True),
                name="prize_has_an_amount_or_a_share",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.plan}: {self.category or ''} {self.place}"


class EventFee(models.Model):
    """What an entry costs, as the desk keeps it by hand; only staff see it."""

    event = models.OneToOneField(Event, CASCADE, related_name="fee")
    currency = code(max_length=3)
    amount = models.IntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=0), name="fee_is_not_negative"),
            models.CheckConstraint(
                condition=Q(currency__regex=r"^[A-Z]{3}$"), name="fee_currency_is_a_code"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.amount} {self.currency}"


class EntryFee(models.Model):
    """Whether an entry paid its fee or need not pay; without a row it is open.

    amount: what was paid, or what is waived, when that was said.
    """

    entry = models.OneToOneField(Entry, CASCADE, related_name="fee")
    state = code()  # paid | waived
    amount = models.IntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["paid", "waived"]), name="entry_fee_state_is_known"
            ),
            models.CheckConstraint(condition=Q(amount__gte=0), name="entry_fee_is_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.state}"
