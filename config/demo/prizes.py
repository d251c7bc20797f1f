"""What the demo gives: a category, prizes and fees of the Swiss, and amounts for places."""

from typing import TYPE_CHECKING

from tournaments import selectors
from tournaments.actor import Actor
from tournaments.services import journal
from tournaments.services.prizes import categories, fees, plans

if TYPE_CHECKING:
    from tournaments.models import Event

LOCALS, PAID = (2, 5, 8, 11), 9
CURRENCY, FEE, FUND = "EUR", 500, 6000
AMOUNTS = (3000, 2000, 1000)  # for the first places


@journal.together()
def plan_prizes(actor: Actor, event: "Event") -> None:
    """A fund with shares, one prize for the best of a category; most have paid their fee."""
    own = categories.make_category(actor=actor, event_id=event.pk, name="Harbour", kind="own")
    entries = list(selectors.event_entries(event))
    for at in LOCALS:
        categories.set_member(actor=actor, category_id=own.pk, entry_id=entries[at].pk, member=True)
    shares = ((None, 1, 3), (None, 2, 2), (None, 3, 1), (own.pk, 1, 1))
    plans.set_prizes(
        actor=actor,
        event_id=event.pk,
        currency=CURRENCY,
        fund=FUND,
        ties="hort",
        prizes=[{"category": of, "place": place, "share": share} for of, place, share in shares],
    )
    fees.set_fee(actor=actor, event_id=event.pk, amount=FEE, currency=CURRENCY)
    for entry in entries[:PAID]:
        fees.set_entry_fee(actor=actor, entry_id=entry.pk, state="paid")
    fees.set_entry_fee(actor=actor, entry_id=entries[PAID].pk, state="waived")


def plan_places(actor: Actor, event: "Event") -> None:
    """An amount for each of the first places."""
    prizes = [{"place": place, "amount": amount} for place, amount in enumerate(AMOUNTS, start=1)]
    plans.set_prizes(actor=actor, event_id=event.pk, currency=CURRENCY, prizes=prizes)
