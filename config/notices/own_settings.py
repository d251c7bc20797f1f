"""Which notices an account wants to hear, by channel."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from config.access.tokens import ScopeNotHeld
from config.models import NoticeSettings
from config.notices.choices import Kind
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.permissions.scopes import WRITE, is_within


@dataclass(frozen=True, slots=True)
class Chosen:
    """off_page: kinds that are not on the page."""

    off_page: frozenset[str] = frozenset()


DEFAULT = Chosen()


def settings_of(user_ids: Iterable[int]) -> dict[int, Chosen]:
    """What these accounts chose, or the defaults. One query."""
    wanted = list(user_ids)
    rows = NoticeSettings.objects.filter(user__in=wanted)
    return {**dict.fromkeys(wanted, DEFAULT), **{row.user_id: _chosen(row) for row in rows}}


def own_settings(actor: Actor) -> Chosen:
    user_id = actor.user_id or 0
    return settings_of([user_id])[user_id]


@transaction.atomic
def change_settings(*, actor: Actor, off_page: Collection[str] | None = None) -> Chosen:
    """Change what is given; returns all that is chosen then.

    :raises ScopeNotHeld: the actor uses a token that is narrowed.
    :raises InvalidInput: there is no such kind.
    """
    if not is_within((WRITE,), actor.scopes):
        raise ScopeNotHeld
    chosen = own_settings(actor)
    if off_page is not None:
        chosen = replace(chosen, off_page=_kinds(off_page, field="off_page"))
    NoticeSettings.objects.update_or_create(user_id=actor.user_id or 0, defaults=_columns(chosen))
    return chosen


def _kinds(given: Collection[str], *, field: str) -> frozenset[str]:
    unknown = set(given) - set(Kind.values)
    if unknown:
        problem = _("There is no kind {kind}.").format(kind=min(unknown))
        raise InvalidInput(field=field, problem=problem)
    return frozenset(given)


def _chosen(row: NoticeSettings) -> Chosen:
    return Chosen(off_page=frozenset(row.off_page))


def _columns(chosen: Chosen) -> dict[str, Any]:
    return {"off_page": sorted(chosen.off_page)}
