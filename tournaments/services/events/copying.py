"""Copy the settings, staff and entries of an event to a new draft."""

import re
from collections.abc import Mapping
from datetime import date

from django.utils.translation import gettext_lazy as _

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, KeptApart
from tournaments.services import journal
from tournaments.services.entries.apart import store_pairs
from tournaments.services.entries.entry_lists import (
    EntryList,
    ListedEntry,
    read_known,
    write_entries,
)
from tournaments.services.entries.listed_players import ListedPlayer
from tournaments.services.events import events, seasons
from tournaments.services.events.about import TEXTS
from tournaments.services.events.roles import grant_event_role
from tournaments.services.people.people import SlugTaken
from tournaments.services.prizes.copying import copy_members, copy_prizes
from tournaments.services.team_copies import copy_teams

LONGEST_SLUG = limits.SLUG
# Settings of the registration that are not copied.
DATES = ("opens_at", "closes_at")


class CopySlugTaken(SlugTaken):
    message = _("The address {slug} is taken. {free} is free.")


@in_transaction
def copy_event(
    *,
    actor: Actor,
    event_id: int,
    slug: str,
    name: str,
    starts_on: date | None = None,
    with_entries: bool = False,
) -> Event:
    """Create a draft from another event; the actor and the staff of the old event organise it.

    Copied are settings without date and time of the start, stages, registration without its
    dates, the season, categories, prizes and the rules that keep clubs and families apart;
    with_entries also the entries that are in, with family, fixed table, named pairs, the
    categories that staff chose for them and their teams. Ratings are read again at the start.

    :raises SlugTaken: another event has this address; the message names a free one.
    """
    old = selectors.event_by_id(event_id)
    permissions.require(actor, "event.edit", old)
    if Event.objects.filter(slug=slug).exists():
        raise CopySlugTaken(slug=slug, free=free_slug(slug))
    new = _create_copy(actor, old, slug=slug, name=name, starts_on=starts_on)
    for user_id, role in old.roles.order_by("pk").values_list("user_id", "role"):
        grant_event_role(actor=actor, event_id=new.pk, user_id=user_id, role=role)
    if old.series_id is not None:
        seasons.set_event_series(actor=actor, event_id=new.pk, series_id=old.series_id)
    KeptApart.objects.bulk_create(
        KeptApart(event=new, kind=rule.kind, key=rule.key, last_round=rule.last_round)
        for rule in old.kept_apart.order_by("pk")
    )
    copy_prizes(old, new)
    if with_entries:
        _copy_entries(actor, old, new)
    journal.write(
        actor,
        "event.copied",
        scope=f"event:{slug}",
        subject=slug,
        after={"from": old.slug, "entries": with_entries},
    )
    new.refresh_from_db()
    return new


def free_slug(slug: str) -> str:
    """The next free slug: spring-2026, spring-2026-2, spring-2026-3."""
    numbered = re.fullmatch(r"(.+)-(\d{1,2})", slug)
    base, number = (numbered[1], int(numbered[2])) if numbered else (slug, 1)
    while True:
        number += 1
        tail = f"-{number}"
        found = base[: LONGEST_SLUG - len(tail)] + tail
        if not Event.objects.filter(slug=found).exists():
            return found


def _create_copy(
    actor: Actor, old: Event, *, slug: str, name: str, starts_on: date | None
) -> Event:
    stages = old.stages.order_by("number").values("system", "options")
    new = events.create_event(
        actor=actor,
        new=events.NewEvent(
            slug=slug,
            name=name,
            game=old.game,
            ruleset=old.ruleset,
            club_id=old.club_id,
            starts_on=starts_on,
            match=old.match,
            confirm=old.confirm,
            registration={**old.registration, **dict.fromkeys(DATES)},
            visibility=old.visibility,
            time_zone=old.time_zone,
            about={name: getattr(old, name) for name in TEXTS},
            stages=list(stages),
        ),
    )
    new.time_control = old.time_control
    new.save(update_fields=["time_control"])
    return new


def _copy_entries(actor: Actor, old: Event, new: Event) -> None:
    """Enter the players who were in; merged players once, forgotten players not at all."""
    found = (
        old.entries.filter(state=EntryStatus.IN)
        .select_related("player__merged_into")
        .order_by("pk")
    )
    players = {entry.pk: selectors.resolve(entry.player) for entry in found}
    again = [entry for entry in found if players[entry.pk].anonymised_at is None]
    rows = [ListedEntry(ListedPlayer(player=players[entry.pk].public_id)) for entry in again]
    judging = EntryList(actor, read_known(new.pk, rows), {})
    plans = [judging.judge(row) for row in rows]
    for entry, plan in zip(again, plans, strict=True):
        if entry.family or entry.fixed_table:
            made = judging.entries[plan.player.public_id]
            made.family, made.fixed_table = entry.family, entry.fixed_table
    entered = write_entries(actor=actor, known=judging.known, rows=rows, plans=plans)
    ids = {old_entry.pk: int(new_id) for old_entry, new_id in zip(again, entered, strict=True)}
    _copy_pairs(old, new, ids)
    copy_members(old, new, ids)
    copy_teams(old, new, ids)


def _copy_pairs(old: Event, new: Event, ids: Mapping[int, int]) -> None:
    """Copy the pairs kept apart. ids: of the new entries by the old ones'."""
    pairs: dict[tuple[int, int], int | None] = {}
    for pair in old.forbidden_pairs.order_by("pk"):
        both = sorted({ids[each] for each in (pair.low_id, pair.high_id) if each in ids})
        if len(both) == 2:
            pairs.setdefault((both[0], both[1]), pair.last_round)
    store_pairs(new, pairs)
