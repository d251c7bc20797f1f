"""Events from draft to finished: their settings, the start, the end."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import ngettext_lazy

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotFound, Stale
from tournaments.models import Club, Entry, Event, EventRole, Stage
from tournaments.services import journal
from tournaments.services.entries import late_entries, waiting_list
from tournaments.services.entries.registration import settings_of
from tournaments.services.entries.seeding import begin_stage
from tournaments.services.events import approval, life, publications, settings
from tournaments.services.events import changes as settled
from tournaments.services.events.bounds import require_length, require_text
from tournaments.services.people.people import SlugTaken
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages import table_sizes
from tournaments.services.stages.stage_settings import (
    checked_stage,
    options_of_new_stage,
)

# Addresses of pages that stand where the slug of an event does.
RESERVED = frozenset({"new"})
DEFAULT_SYSTEM = {"tak": "round_robin", "taki": "tables", "gamnon": "tables"}


class TooFewEntries(DomainError):
    code = "too_few_entries"
    kind = "conflict"
    message = ngettext_lazy(
        "An event needs at least two players; there is {entries}.",
        "An event needs at least two players; there are {entries}.",
        "entries",
    )


class TooFewAtTable(DomainError):
    code = "too_few_entries"
    kind = "conflict"
    message = ngettext_lazy(
        "A table of this game needs at least {least} players; there is {entries}.",
        "A table of this game needs at least {least} players; there are {entries}.",
        "entries",
    )


@transaction.atomic
def create_event(
    *,
    actor: Actor,
    slug: str,
    name: str,
    game: str = "tak",
    ruleset: Mapping[str, Any] | None = None,
    club_id: int | None = None,
    starts_on: date | None = None,
    match: Mapping[str, Any] | None = None,
    confirm: Mapping[str, Any] | None = None,
    registration: Mapping[str, Any] | None = None,
    visibility: str = "public",
    time_zone: str = "UTC",
    time_control: Mapping[str, Any] | None = None,
    stages: Sequence[Mapping[str, Any]] | None = None,
) -> Event:
    """Plan an event as a draft; who plans it organises it. Planned by site staff it is approved.

    :raises SlugTaken: another event has this address.
    """
    club = Club.objects.filter(pk=club_id).first() if club_id is not None else None
    if club_id is not None and club is None:
        raise NotFound(what="club", key=club_id)
    permissions.require(actor, "event.create", club)
    settings.check_place(visibility=visibility, time_zone=time_zone)
    rules = settings.checked_ruleset(game, ruleset)
    columns = {
        "name": name,
        "game": game,
        "club": club,
        "starts_on": starts_on,
        "ruleset": rules,
        "match": settings.checked_match(
            {**settings.match_of_rules(game, rules), **(match or {})}, game=game
        ),
        "confirm": settings.checked_confirm(confirm, game=game),
        "registration": settled.checked_registration(registration),
        "visibility": visibility,
        "time_zone": time_zone,
        "time_control": settings.checked_time_control(time_control),
        "planners_club": selectors.planners_club(actor.user_id) if club is None else None,
        **approval.of_founder(actor),
    }
    if slug in RESERVED:
        raise SlugTaken(slug=slug)
    try:
        with transaction.atomic():
            event = Event.objects.create(slug=slug, **columns)
    except IntegrityError as taken:
        raise SlugTaken(slug=slug) from taken
    require_text(name, field="name", most=limits.NAME)
    _plan_stages(event, stages or [{"system": DEFAULT_SYSTEM[game]}])
    if actor.user_id is not None:
        EventRole.objects.create(event=event, user_id=actor.user_id, role="organiser")
    journal.write(actor, "event.created", scope=f"event:{slug}", subject=slug)
    return event


def _plan_stages(event: Event, stages: Sequence[Mapping[str, Any]]) -> None:
    require_length(stages, field="stages", most=limits.STAGES)
    for number, planned in enumerate(stages, start=1):
        system, options = checked_stage(planned, number=number)
        table_sizes.check_stage(event.game, event.ruleset, system=system, options=options)
        options = options_of_new_stage(system, options, number=number)
        Stage.objects.create(event=event, number=number, system=system, options=options)


@transaction.atomic
def edit_event(
    *,
    actor: Actor,
    event_id: int,
    changes: Mapping[str, Any],
    expected_settings_version: int | None = None,
    reason: str = "",
) -> Event:
    """Change settings; what the pairings rest on only before the start. Locks Event.

    What ranks, and the tie-breaks, may change until the end.

    :raises Stale: somebody changed them since `expected_settings_version`.
    :raises RankingNeedsReason: what ranks is changed after round 1 was published, without one.
    """
    event = life.locked(event_id)
    permissions.require(actor, "event.edit", event)
    now = event.settings_version
    if expected_settings_version is not None and expected_settings_version != now:
        raise Stale(seen=expected_settings_version, now=now)
    differing = settled.differing(event, settled.checked(event, changes))
    if not differing:
        return event
    if "ruleset" in differing:
        table_sizes.check_stages(event.game, differing["ruleset"], event.stages.all())
    if event.state not in life.BEFORE_START:
        settled.check_late(event, differing, reason=reason)
    ranked = settled.ranking(event.match)
    was, becomes = settled.told(event, differing)
    for field, value in differing.items():
        setattr(event, field, value)
    event.settings_version = now + 1
    event.save(update_fields=[*differing, "settings_version"])
    journal.write(
        actor,
        "event.edited",
        scope=f"event:{event.slug}",
        subject=event.slug,
        before={**ranked, "settings": was},
        after={
            "changed": sorted(differing),
            **settled.ranking(event.match),
            "settings": becomes,
        },
        text=reason,
    )
    if "registration" in differing and event.state in life.BEFORE_START:
        waiting_list.move_up(actor, event)
    if "match" in differing:
        bump_results(event.pk)
        event.refresh_from_db()
    return event


@transaction.atomic
def open_registration(*, actor: Actor, event_id: int) -> Event:
    """Let players enter. Repeating it is harmless. Locks Event."""
    event = life.locked(event_id)
    if life.may_go(actor, event, "open"):
        life.go(actor, event, "open")
    return event


@transaction.atomic
def back_to_draft(*, actor: Actor, event_id: int) -> Event:
    """Hide an event that nobody has entered. Repeating it is harmless. Locks Event.

    :raises EventHasEntries: somebody has.
    """
    event = life.locked(event_id)
    if life.may_go(actor, event, "draft"):
        life.go(actor, event, "draft")
    return event


@transaction.atomic
def start(
    *,
    actor: Actor,
    event_id: int,
    ratings: Mapping[int, tuple[int | None, str]] | None = None,
    include_absent: bool = False,
) -> Event:
    """Freeze the ratings, number the entries and begin. Locks Event.

    ratings: by entry id the rating and where it is from; who is not in it keeps what was there.
    Numbers go by rating, the strongest first, then by name. Where the event checks its players
    in, those who are not are left out unless `include_absent`. Repeating it is harmless.

    :raises TooFewEntries: fewer than two players are in.
    :raises TooFewAtTable: fewer than the game needs at a table.
    """
    event = life.locked(event_id)
    if not life.may_go(actor, event, "start"):
        return event
    left_out = []
    if settings_of(event.registration)["check_in"] and not include_absent:
        left_out = waiting_list.leave_out_absent(actor, event)
    entries = list(event.entries.filter(state="in").select_related("player__merged_into"))
    if len(entries) < 2:
        raise TooFewEntries(entries=len(entries))
    least = table_sizes.least_players(event)
    if len(entries) < least:
        raise TooFewAtTable(entries=len(entries), least=least)
    for entry in entries:
        known = entry.rating, entry.rating_source
        entry.rating, entry.rating_source = (ratings or {}).get(entry.pk, known)
    entries.sort(key=_seeding)
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    # An upsert: bulk_update builds a CASE of all entries, and takes five times as long.
    columns = ["number", "rating", "rating_source"]
    Entry.objects.bulk_create(
        entries, update_conflicts=True, unique_fields=["id"], update_fields=columns
    )
    first = event.stages.order_by("number").first()
    begin_stage(first or _usual_stage(event), entries)
    numbers = {str(entry.number): entry.pk for entry in entries}
    life.go(actor, event, "start", after={"numbers": numbers, "left_out": left_out})
    bump_results(event.pk)
    event.refresh_from_db()
    return event


def _usual_stage(event: Event) -> Stage:
    system = DEFAULT_SYSTEM[event.game]
    options = options_of_new_stage(system, {}, number=1)
    return Stage.objects.create(event=event, number=1, system=system, options=options)


def _seeding(entry: Entry) -> tuple[bool, int, str, int]:
    player = selectors.resolve(entry.player)
    name = selectors.name_key(player.sort_name or player.name)
    return (entry.rating is None, -(entry.rating or 0), name, entry.pk)


@transaction.atomic
def back_to_registration(*, actor: Actor, event_id: int) -> Event:
    """Take the start back, while no round is paired: everybody is in, without a number.

    Who was left out at the start stays out. Repeating it is harmless. Locks Event.

    :raises EventHasRounds: a round, be it a draft, is there.
    :raises EventHasAdjustments: penalties or bonuses were given.
    """
    event = life.locked(event_id)
    if not life.may_go(actor, event, "unstart"):
        return event
    late_entries.take_back_start(event)
    life.go(actor, event, "unstart")
    bump_results(event.pk)
    event.refresh_from_db()
    return event


def finish(*, actor: Actor, event_id: int) -> Event:
    """End an event and keep its final table as a Publication. Locks Event.

    Repeating it is harmless.

    :raises GamesUndecided: a published game has no result.
    :raises DraftWaits: a draft is neither published nor discarded.
    """
    while True:
        made = publications.table_now(event_id)
        with transaction.atomic():
            event = life.locked(event_id)
            if not life.may_go(actor, event, "finish"):
                return event
            if event.results_version != made.version:
                continue
            publications.publish(event, made, kind="final")
            life.go(actor, event, "finish")
            return event


@transaction.atomic
def reopen(*, actor: Actor, event_id: int, reason: str) -> Event:
    """Take the end back; the final table as it was published stays. Locks Event.

    Finished again, a table that differs is published beside it. Repeating it is harmless.

    :raises ReasonNeeded: `reason` is empty.
    """
    event = life.locked(event_id)
    if life.may_go(actor, event, "reopen", reason=reason):
        life.go(actor, event, "reopen", reason=reason)
    return event
