"""Makes a delivery of each change for each webhook that asks for it and whose maker sees it."""

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from config.models import Delivery, Webhook
from config.webhooks.choices import Format
from config.webhooks.messages import has_message
from config.webhooks.webhooks import READER, target_of
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.selectors.events import feed
from tournaments.selectors.events.counted import events_with_results
from tournaments.selectors.people.people import resolve
from tournaments.services.feed import reading
from tournaments.services.feed.actions import STANDINGS_REFRESHED


def fan_out() -> int:
    """Make the deliveries of what is new in the feed; returns how many changes were read."""
    if not Webhook.objects.filter(off="").exists():
        reading.pass_over(READER)
        return 0
    read = 0
    while found := reading.read_on(READER, _make_deliveries):
        read += found
    return read


def maker_of(webhook: Webhook) -> Actor:
    """Whose eyes a webhook has."""
    return Actor("user", user_id=webhook.made_by_id)


def filter_of(webhook: Webhook) -> feed.FeedFilter:
    kind, target = target_of(webhook)
    name = resolve(target).public_id if kind == "player" else target.slug
    return feed.FeedFilter(frozenset(webhook.kinds), **{kind: name})


def _make_deliveries(page: feed.FeedPage) -> None:
    changes = {feed.read_cursor(change["cursor"]): change for change in page.changes}
    for_chats = _positions_for_chats(changes)
    rows = [
        Delivery(
            webhook=webhook,
            position=position,
            lane=changes[position]["event"] or "",
            action=changes[position]["action"],
        )
        for webhook in _concerned(page.changes)
        for position in _positions_for(webhook, changes, for_chats)
    ]
    Delivery.objects.bulk_create(rows)


def _concerned(changes: Iterable[Document]) -> "QuerySet[Webhook]":
    """The webhooks that are on and of an event, club or player of these changes."""
    players = {player for change in changes for player in change["players"]}
    found = Webhook.objects.filter(
        Q(event__slug__in={change["event"] for change in changes if change["event"]})
        | Q(club__slug__in={change["club"] for change in changes if change["club"]})
        | Q(player__public_id__in=players)
        | Q(player__merged_into__public_id__in=players),
        off="",
    )
    return found.select_related("event", "club", "player__merged_into").order_by("pk")


def _positions_for_chats(changes: dict[int, Document]) -> frozenset[int]:
    """The changes that are sent to chats: public ones, since not all readers are staff.

    Standings are sent once a result counts: before that every player has the same place.
    """
    said = [at for at, change in changes.items() if has_message(change["action"])]
    tables = {at for at in said if changes[at]["action"] == STANDINGS_REFRESHED}
    begun = events_with_results({changes[at]["event"] for at in tables})
    early = {at for at in tables if changes[at]["event"] not in begun}
    return feed.public_positions(said) - early


def _positions_for(
    webhook: Webhook, changes: dict[int, Document], for_chats: frozenset[int]
) -> list[int]:
    """The changes to send to a webhook. for_chats: those that a chat may get."""
    wanted, is_chat = filter_of(webhook), webhook.format != Format.STANDARD
    asked = [
        position
        for position, change in changes.items()
        if position > webhook.since
        and wanted.matches(change)
        and (not is_chat or position in for_chats)
    ]
    if not asked:
        return []
    seen = feed.visible_positions(maker_of(webhook), asked, event_slug=wanted.event)
    return [position for position in asked if position in seen]
