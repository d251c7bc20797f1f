"""Categories of an event, and what entries say of themselves for them.

The journal has who joined only as text, which is erased when the person is forgotten.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START, EventStatus
from tournaments.errors import DomainError, InvalidInput, NotFound, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Category, CategoryMember, Entry, Event, JournalLine, Player
from tournaments.prizes.categories import KINDS, LIMITED, LISTED, SELF_GIVEN
from tournaments.services import journal
from tournaments.services.events.bounds import require_text
from tournaments.services.events.states import WrongState, lock_event
from tournaments.wording import one_of_message

JOINED, LEFT = "category.joined", "category.left"
CHANGES = ("name", "limit", "published")


class CategoryNameTaken(DomainError):
    code = "category_name_taken"
    message = _("The event has a category with this name.")
    field = "name"


class CategoryByData(DomainError):
    code = "category_by_data"
    message = _("Data decides who is in this category; nobody is added to it or removed.")


class CategoryHasPrizes(DomainError):
    code = "category_has_prizes"
    message = _("This category has prizes. Take them out of the prizes first.")


class CategoryNotPublished(DomainError):
    code = "category_not_published"
    message = _("A category with prizes is published, because its prizes show who is in it.")


class TooManyCategories(DomainError):
    code = "too_many_categories"
    message = _("An event has at most {most} categories.")


@in_transaction
def make_category(
    *,
    actor: Actor,
    event_id: int,
    name: str,
    kind: str,
    limit: int | None = None,
    published: bool = True,
) -> Category:
    """Add a category. limit: see tournaments/prizes/categories.py. Locks Event."""
    event = _lock_event(actor, event_id)
    if kind not in KINDS:
        raise InvalidInput(field="kind", problem=one_of_message(KINDS))
    if event.categories.count() >= limits.CATEGORIES:
        raise TooManyCategories(most=limits.CATEGORIES)
    name = _checked_name(event, name)
    _check_limit(kind, limit)
    made = Category.objects.create(
        event=event, name=name, kind=kind, limit=limit, published=published
    )
    journal.write_event(
        actor, event, "category.made", subject=_subject(made), after=_plain(made), text=name
    )
    return made


@in_transaction
def edit_category(*, actor: Actor, category_id: int, changes: Mapping[str, Any]) -> Category:
    """Change name, limit or whether others see it. Repeating it is harmless. Locks Event."""
    event, row = _lock(actor, category_id)
    before = (row.name, _plain(row))
    for name in changes:
        if name not in CHANGES:
            raise InvalidInput(field=name, problem=_("there is no such setting"))
    if "name" in changes:
        row.name = _checked_name(event, changes["name"], row.pk)
    if "limit" in changes:
        _check_limit(row.kind, changes["limit"])
        row.limit = changes["limit"]
    row.published = changes.get("published", row.published)
    if not row.published and row.prizes.exists():
        raise CategoryNotPublished
    if before != (row.name, _plain(row)):
        row.save()
        journal.write_event(
            actor,
            event,
            "category.edited",
            subject=_subject(row),
            before=before[1],
            after={**_plain(row), "renamed": before[0] != row.name},
            text=row.name,
        )
    return row


@in_transaction
def remove_category(*, actor: Actor, category_id: int) -> None:
    """Delete a category with what people said for it. Locks Event.

    :raises CategoryHasPrizes: the prizes of the event name it.
    """
    event, row = _lock(actor, category_id)
    if row.prizes.exists():
        raise CategoryHasPrizes
    subject, before, name = _subject(row), _plain(row), row.name
    row.delete()
    journal.write_event(actor, event, "category.removed", subject=subject, before=before, text=name)


@in_transaction
def set_member(*, actor: Actor, category_id: int, entry_id: int, member: bool) -> bool:
    """Put an entry into a category or take it out; False if that was so before. Locks Event.

    Players say it of themselves until the event starts, staff until it ends. Only staff choose
    members of a category of their own.

    :raises CategoryByData: the category has no such members.
    """
    category = _get(category_id)
    event = lock_event(category.event_id)
    entry = get_row(event.entries, "entry", pk=entry_id)
    _require_may_set(actor, event, category, entry)
    known = CategoryMember.objects.filter(category=category, entry=entry)
    if known.exists() == member:
        return False
    if member:
        CategoryMember.objects.create(category=category, entry=entry)
    else:
        known.delete()
    action = JOINED if member else LEFT
    journal.write_event(actor, event, action, subject=f"entry:{entry.pk}", text=category.name)
    return True


def forget_memberships(player: Player) -> None:
    """Delete what a player said of themselves, and the texts of the journals about it."""
    CategoryMember.objects.filter(entry__player=player, category__kind__in=SELF_GIVEN).delete()
    subjects = [
        f"entry:{pk}" for pk in Entry.objects.filter(player=player).values_list("pk", flat=True)
    ]
    lines = JournalLine.objects.filter(action__in=(JOINED, LEFT), subject__in=subjects)
    lines.update(text="")  # their salted hashes stay in the chain


def _require_may_set(actor: Actor, event: Event, category: Category, entry: Entry) -> None:
    is_staff = permissions.may(actor, "category.edit", event)
    if not (is_staff or category.published or category.kind in SELF_GIVEN):
        raise NotFound(what="category", key=category.pk)
    is_own = category.kind in SELF_GIVEN
    permissions.require(actor, *(("entry.category", entry) if is_own else ("category.edit", event)))
    if category.kind not in LISTED:
        raise CategoryByData
    if event.state == EventStatus.FINISHED or not (is_staff or event.state in BEFORE_START):
        raise WrongState(state=event.state)


def _get(category_id: int) -> Category:
    return get_row(Category.objects, "category", pk=category_id)


def _lock(actor: Actor, category_id: int) -> tuple[Event, Category]:
    """Lock the event of a category; returns both as they are now."""
    event = _lock_event(actor, _get(category_id).event_id)
    return event, get_row(event.categories, "category", pk=category_id)


def _lock_event(actor: Actor, event_id: int) -> Event:
    event = lock_event(event_id)
    permissions.require(actor, "category.edit", event)
    if event.state == EventStatus.FINISHED:
        raise WrongState(state=event.state)
    return event


def _checked_name(event: Event, given: str, pk: int = 0) -> str:
    name = require_text(" ".join(given.split()), field="name", most=limits.NAME)
    if not name:
        raise InvalidInput(field="name", problem=_("a name"))
    if event.categories.filter(name=name).exclude(pk=pk).exists():
        raise CategoryNameTaken
    return name


def _check_limit(kind: str, limit: int | None) -> None:
    if kind not in LIMITED and limit is not None:
        raise InvalidInput(field="limit", problem=_("this kind of category has none"))
    if kind in LIMITED and (limit is None or not 0 <= limit <= limits.MAX_INTEGER):
        raise InvalidInput(field="limit", problem=_("a whole number from 0"))


def _plain(row: Category) -> dict[str, object]:
    """Without the name, which is free text and not hashed."""
    return {"kind": row.kind, "limit": row.limit, "published": row.published}


def _subject(row: Category) -> str:
    return f"category:{row.pk}"
