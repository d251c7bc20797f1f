"""Copy the categories and prizes of an event to a draft that was made from it."""

from collections.abc import Mapping

from tournaments.models import Category, CategoryMember, Event, Prize, PrizePlan
from tournaments.prizes.categories import SELF_GIVEN


def copy_prizes(old: Event, new: Event) -> None:
    """Copy the categories, without their members, and the prizes."""
    copies: dict[int | None, Category | None] = {None: None}
    for row in old.categories.order_by("pk"):
        copies[row.pk] = Category.objects.create(
            event=new, name=row.name, kind=row.kind, limit=row.limit, published=row.published
        )
    plan = PrizePlan.objects.filter(event=old).first()
    if plan is None:
        return
    made = PrizePlan.objects.create(
        event=new, currency=plan.currency, fund=plan.fund, ties=plan.ties, one_each=plan.one_each
    )
    Prize.objects.bulk_create(
        Prize(
            plan=made,
            category=copies[row.category_id],
            place=row.place,
            amount=row.amount,
            share=row.share,
        )
        for row in plan.prizes.order_by("pk")
    )


def copy_members(old: Event, new: Event, entries: Mapping[int, int]) -> None:
    """Copy whom staff chose. What people say of themselves they say for each event.

    entries: ids of the new entries by the old ones'.
    """
    copies = dict(new.categories.values_list("name", "pk"))
    chosen = CategoryMember.objects.filter(category__event=old, entry__in=entries)
    rows = chosen.exclude(category__kind__in=SELF_GIVEN).order_by("pk")
    CategoryMember.objects.bulk_create(
        CategoryMember(category_id=copies[name], entry_id=entries[entry])
        for name, entry in rows.values_list("category__name", "entry")
    )
