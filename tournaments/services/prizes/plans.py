"""The prizes of an event: set as a whole."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.errors import InvalidInput, NotFound
from tournaments.execution.transactions import in_transaction
from tournaments.models import Category, Event, Prize, PrizePlan
from tournaments.prizes.plan import EQUAL, TIES
from tournaments.selectors.prizes.prizes import plan_document
from tournaments.services import journal
from tournaments.services.events.bounds import require_length
from tournaments.services.events.states import WrongState, lock_event
from tournaments.services.prizes.categories import CategoryNotPublished
from tournaments.wording import one_of_message

CURRENCY = re.compile(r"[A-Z]{3}")
MOST = limits.MOST_MONEY
Given = Sequence[Mapping[str, Any]]


@in_transaction
def set_prizes(
    *,
    actor: Actor,
    event_id: int,
    currency: str,
    prizes: Given,
    fund: int | None = None,
    ties: str = EQUAL,
    one_each: bool = True,
) -> PrizePlan | None:
    """Replace the prizes of an event; an empty list removes them. Locks Event.

    currency: a code of ISO 4217. fund: in the smallest unit; prizes then have `share`, else
    `amount`. Each prize: `category` (an id, or null for all), `place`, and that number. The places
    of a list are 1, 2, 3 … and their amounts never rise. Repeating it is harmless.
    """
    event = lock_event(event_id)
    permissions.require(actor, "prizes.edit", event)
    if event.state == EventStatus.FINISHED:
        raise WrongState(state=event.state)
    before = plan_document(event)
    _check(currency, fund, ties, prizes)
    _check_categories(event, prizes)
    PrizePlan.objects.filter(event=event).delete()
    plan = None
    if prizes:
        about = {"currency": currency, "fund": fund, "ties": ties, "one_each": one_each}
        plan = PrizePlan.objects.create(event=event, **about)
        Prize.objects.bulk_create(
            Prize(
                plan=plan,
                category_id=each.get("category"),
                place=each["place"],
                amount=each.get("amount"),
                share=each.get("share"),
            )
            for each in prizes
        )
    after = plan_document(event)
    if before != after:
        journal.write_event(actor, event, "prizes.planned", before=before, after=after)
    return plan


def require_currency(currency: str) -> None:
    """:raises InvalidInput: this is no code of a currency."""
    if not CURRENCY.fullmatch(currency):
        problem = _("three capital letters of ISO 4217, as EUR")
        raise InvalidInput(field="currency", problem=problem)


def _check(currency: str, fund: int | None, ties: str, prizes: Given) -> None:
    require_currency(currency)
    if ties not in TIES:
        raise InvalidInput(field="ties", problem=one_of_message(TIES))
    if fund is not None and not 1 <= fund <= MOST:
        raise InvalidInput(field="fund", problem=_("from 1 to {most}").format(most=MOST))
    require_length(prizes, field="prizes", most=limits.PRIZES)
    wanted, other = ("amount", "share") if fund is None else ("share", "amount")
    last: dict[int | None, tuple[int, int]] = {}
    for each in sorted(prizes, key=lambda row: (row.get("category") or 0, row["place"])):
        number = each.get(wanted)
        if number is None or each.get(other) is not None or not 1 <= number <= MOST:
            wrong = _("with a fund each prize has a share, otherwise an amount, from 1 to {most}")
            raise InvalidInput(field="prizes", problem=wrong.format(most=MOST))
        place, before = last.get(each.get("category"), (0, number))
        if each["place"] != place + 1:
            wrong = _("the places of each list are 1, 2, 3 …, each once")
            raise InvalidInput(field="prizes", problem=wrong)
        if number > before:
            wrong = _("a lower place has no larger prize in its list")
            raise InvalidInput(field="prizes", problem=wrong)
        last[each.get("category")] = (each["place"], number)
    if sum(each.get(wanted) or 0 for each in prizes) > MOST:
        problem = _("together at most {most}").format(most=MOST)
        raise InvalidInput(field="prizes", problem=problem)


def _check_categories(event: Event, prizes: Given) -> None:
    """:raises NotFound: the event has no such category.
    :raises CategoryNotPublished: others do not see who is in it.
    """
    found = {row.pk: row for row in Category.objects.filter(event=event)}
    for key in {each.get("category") for each in prizes} - {None}:
        if key not in found:
            raise NotFound(what="category", key=key)
        if not found[key].published:
            raise CategoryNotPublished
