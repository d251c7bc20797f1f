"""Reversals of actions on categories and prizes of an event."""

from collections.abc import Mapping
from typing import Any

from games.undo.actions import JournalLine, Reversal, StaffAction, dict_or_empty
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.selectors.prizes import categories as rows
from tournaments.selectors.prizes.prizes import plan_document
from tournaments.services.prizes import categories, plans

RENAMED = "renamed"
COLUMNS = ("category", "place", "amount", "share")


def _remove_category(actor: Actor, action: StaffAction) -> None:
    categories.remove_category(actor=actor, category_id=action.key)


def _edit_category(actor: Actor, action: StaffAction) -> None:
    changes = {name: action.before[name] for name in ("limit", "published")}
    categories.edit_category(actor=actor, category_id=action.key, changes=changes)


def _keeps_name(action: StaffAction) -> bool:
    """A name is free text, which the journal omits; old lines do not say whether it changed."""
    return action.after.get(RENAMED) is False


def _is_edit_reverted(action: StaffAction, line: JournalLine) -> bool:
    return action.line.subject == line.subject and _values(line.after) == action.before


def _stored(action: StaffAction) -> dict[str, Any] | None:
    """The category of an action as it is now; None: it is gone."""
    found = {row.pk: row for row in rows.categories_of(action.event, staff=True)}
    if action.key not in found:
        return None
    row = found[action.key]
    return {"kind": row.kind, "limit": row.limit, "published": row.published}


def _values(document: Any) -> dict[str, Any]:
    return {name: value for name, value in dict_or_empty(document).items() if name != RENAMED}


def _plan_as_before(actor: Actor, action: StaffAction) -> None:
    """Earlier prizes name categories by id; one that is gone refuses them."""
    plan: dict[str, Any] = action.before or {"currency": action.after["currency"], "prizes": []}
    listed = [dict(zip(COLUMNS, row, strict=True)) for row in plan["prizes"]]
    plans.set_prizes(actor=actor, event_id=action.event.pk, **{**plan, "prizes": listed})


def _is_plan_reverted(action: StaffAction, line: JournalLine) -> bool:
    return (line.before, line.after) == (action.line.after, action.line.before)


def _is_still_planned(action: StaffAction) -> bool:
    event = selectors.event_by_id(action.event.pk)
    return bool(plan_document(event) == action.line.after)


PRIZE_REVERSALS: Mapping[str, Reversal] = {
    "category.made": Reversal(
        "category.edit",
        _remove_category,
        ("category.removed",),
        is_in_effect=lambda action: _stored(action) is not None,
    ),
    "category.edited": Reversal(
        "category.edit",
        _edit_category,
        ("category.edited",),
        _keeps_name,
        _is_edit_reverted,
        lambda action: _stored(action) == _values(action.after),
    ),
    "prizes.planned": Reversal(
        "prizes.edit",
        _plan_as_before,
        ("prizes.planned",),
        is_reverted_by=_is_plan_reverted,
        is_in_effect=_is_still_planned,
    ),
}
