"""Categories and prizes of an event, as its archive has them."""

from typing import Any

from tournaments.documents import Document
from tournaments.models import Category, Event, PrizePlan

CATEGORY_COLUMNS = ("kind", "limit", "published")
PLAN_COLUMNS = ("currency", "fund", "ties", "one_each")


def prize_parts(event: Event, sealed: dict[str, Any]) -> dict[str, Document]:
    """The part by name; none of an event with neither. sealed: has the people of the event.

    Names of categories are sealed. Who is in them is sealed with the name of the person, so that
    both can be removed together.
    """
    categories = list(Category.objects.filter(event=event).order_by("pk"))
    plan = PrizePlan.objects.filter(event=event).first()
    if not categories and plan is None:
        return {}
    numbers = {row.pk: number for number, row in enumerate(categories, start=1)}
    for row in categories:
        sealed[f"category:{numbers[row.pk]}"] = {"name": row.name}
        members = row.members.filter(entry__number__isnull=False)
        for entry in members.values_list("entry__number", flat=True):
            sealed[f"person:{entry}"].setdefault("categories", []).append(numbers[row.pk])
    listed = [
        {"category": numbers[row.pk], **{name: getattr(row, name) for name in CATEGORY_COLUMNS}}
        for row in categories
    ]
    planned = None if plan is None else _plan(plan, numbers)
    return {"prizes.json": {"categories": listed, "plan": planned}}


def _plan(plan: PrizePlan, numbers: dict[int, int]) -> Document:
    return {
        **{name: getattr(plan, name) for name in PLAN_COLUMNS},
        "prizes": [
            {
                "category": None if row.category_id is None else numbers[row.category_id],
                "place": row.place,
                "amount": row.amount,
                "share": row.share,
            }
            for row in plan.prizes.order_by("pk")
        ],
    }
