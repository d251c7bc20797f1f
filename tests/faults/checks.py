"""What has to hold when all is quiet again. Each problem is a sentence."""

from collections import Counter
from collections.abc import Iterator, Sequence

from django.db.models import Count, F

from config.models import Delivery
from config.webhooks.webhooks import READER
from games.models import Game
from tests.faults.crowd import Crowd
from tests.faults.ledger import Attempt
from tests.faults.world import World
from tournaments.models import Change, Event, FeedReader, FeedState, GameSlot, Result, Seat

BACK_SECONDS = 10.0
# The longest limits that one request may meet: a lock of SQLite, or some of PostgreSQL in a row.
BLOCKED_SECONDS = 35.0


def find_problems(world: World, crowd: Crowd) -> list[str]:
    return [
        *crowd.ledger.problems,
        *check_answers(crowd),
        *check_outbox(crowd),
        *check_rows(crowd.event.pk),
        *check_tables(world, crowd.slug),
    ]


def is_quiet(event_id: int) -> bool:
    event = Event.objects.get(pk=event_id)
    return event.standings_version == event.results_version


def check_answers(crowd: Crowd) -> Iterator[str]:
    """Who got a 2xx finds it exactly once, and nothing counts that nobody sent."""
    games = Game.objects.filter(slot__pairing__round__event=crowd.event)
    states = dict(games.values_list("public_id", "state"))
    for game in crowd.ledger.submitted:
        if game not in states:
            yield f"game {game} was answered and is lost"
    for game, slot in crowd.ledger.confirmed.items():
        if states.get(game) != "confirmed" and slot not in crowd.ledger.disputed:
            yield f"game {game} was confirmed and is {states.get(game)}"
    yield from _check_typed(crowd)
    by_slot = Counter(games.values_list("slot__pairing_id", "slot__number"))
    for slot, times in by_slot.items():
        if times > 1:
            yield f"slot {slot} has {times} games"
    results = Result.objects.filter(slot__pairing__round__event=crowd.event, current=True)
    counted = results.values_list("slot__pairing_id", "slot__number", "outcome")
    for pairing, number, outcome in counted:
        sent = crowd.ledger.sent.get((pairing, number), set())
        if outcome not in sent:
            yield f"slot {pairing}/{number} counts {outcome}, which nobody sent"
        ruled = crowd.ledger.ruled.get((pairing, number), outcome)
        if outcome != ruled:
            yield f"slot {pairing}/{number} counts {outcome} and was ruled {ruled} last"


def _check_typed(crowd: Crowd) -> Iterator[str]:
    results = Result.objects.filter(slot__pairing__round__event=crowd.event, current=True)
    counted = {
        (pairing, number): outcome
        for pairing, number, outcome in results.values_list(
            "slot__pairing_id", "slot__number", "outcome"
        )
    }
    for slot, outcome in crowd.ledger.typed.items():
        if slot not in crowd.ledger.disputed and counted.get(slot) != outcome:
            yield f"the desk typed {outcome} for slot {slot}, which counts {counted.get(slot)}"


def check_outbox(crowd: Crowd) -> Iterator[str]:
    """Each change of the event was sent, in order; a message may come twice (at least once)."""
    webhook, accepted = crowd.webhook, crowd.receiver.accepted
    deliveries = list(Delivery.objects.filter(webhook=webhook).order_by("position"))
    if is_sending(crowd):
        yield f"{waiting_messages(crowd)} messages of the webhook still wait"
    changes = Change.objects.filter(event=crowd.slug, position__gt=webhook.since)
    made = {delivery.position for delivery in deliveries}
    for position in set(changes.values_list("position", flat=True)) - made:
        yield f"change {position} was not sent"
    wanted = [f"msg_{each.message_id}" for each in deliveries if each.state == "delivered"]
    if list(dict.fromkeys(accepted)) != wanted:
        arrived = len(set(accepted))
        yield f"of {len(wanted)} messages that were sent {arrived} arrived, or in another order"


def waiting_messages(crowd: Crowd) -> int:
    return Delivery.objects.filter(webhook=crowd.webhook, state="waiting").count()


def is_sending(crowd: Crowd) -> bool:
    """Whether a change waits to be numbered or read, or a message to be sent."""
    waiting = waiting_messages(crowd) > 0
    read = FeedReader.objects.filter(name=READER).values_list("position", flat=True).first()
    last = FeedState.objects.values_list("last", flat=True).first()
    return waiting or read != last or Change.objects.filter(position=None).exists()


def check_rows(event_id: int) -> Iterator[str]:
    """One counted result a slot, one seat a player a round."""
    slots = GameSlot.objects.filter(pairing__round__event=event_id)
    doubled = Result.objects.filter(slot__in=slots, current=True).values("slot")
    for row in doubled.annotate(times=Count("pk")).filter(times__gt=1):
        yield f"slot {row['slot']} counts {row['times']} results"
    seats = Seat.objects.filter(round__event=event_id).values("round", "leg", "entry")
    for seat in seats.annotate(times=Count("pk")).filter(times__gt=1):
        yield f"entry {seat['entry']} sits {seat['times']} times in round {seat['round']}"


def check_tables(world: World, slug: str) -> Iterator[str]:
    """Standings, pairings, records and the journal equal a pure rebuild; the rest does too."""
    for command in (("check_event", slug), ("check_all",)):
        done = world.manage(*command)
        if done.returncode:
            yield f"{' '.join(command)}: {(done.stdout + done.stderr).strip()[-300:]}"
    if Event.objects.exclude(standings_version=F("results_version")).exists():
        yield "a table is stale"


def check_times(attempts: Sequence[Attempt], back: float | None) -> Iterator[str]:
    """Writes are back soon, no request hangs. attempts: from a strike to the next one."""
    if back is None or back > BACK_SECONDS:
        yield f"writes were back after {back and round(back, 1)} s"
    longest = max(attempts, key=lambda attempt: attempt.seconds, default=None)
    if longest and longest.seconds > BLOCKED_SECONDS:
        yield f"{longest.method} {longest.path} took {longest.seconds:.0f} s"
