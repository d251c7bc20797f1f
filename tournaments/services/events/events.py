"""Create, edit, start, finish and reopen events."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction
from django.utils.translation import ngettext_lazy

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START, EntryStatus
from tournaments.documents import Settings
from tournaments.errors import DomainError, Stale
from tournaments.execution.transactions import in_transaction
from tournaments.models import Entry, Event, EventRole, Stage
from tournaments.services import journal
from tournaments.services.entries import late_entries, waiting_list
from tournaments.services.entries.registration import registration_settings
from tournaments.services.entries.seeding import begin_stage, in_starting_order
from tournaments.services.events import approval, publications, settings, states
from tournaments.services.events.about import validate_about
from tournaments.services.events.bounds import require_length, require_text
from tournaments.services.events.changes import (
    changed_settings,
    check_changes_after_start,
    journal_diff,
    ranking_settings,
    validate_changes,
    validate_registration,
)
from tournaments.services.people.people import SlugTaken
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages import table_sizes
from tournaments.services.stages.stage_settings import (
    new_stage_options,
    validate_stage,
)

# Slugs that would hide another page.
RESERVED = frozenset({"new"})
DEFAULT_SYSTEM = {"tak": "round_robin", "taki": "tables", "gamnon": "tables"}


class TooFewEntries(DomainError):
    code = "too_few_entries"
    message = ngettext_lazy(
        "An event needs at least two players; there is {entries}.",
        "An event needs at least two players; there are {entries}.",
        "entries",
    )


class TooFewAtTable(DomainError):
    code = "too_few_entries"
    message = ngettext_lazy(
        "A table of this game needs at least {least} players; there is {entries}.",
        "A table of this game needs at least {least} players; there are {entries}.",
        "entries",
    )


@dataclass(frozen=True, slots=True)
class NewEvent:
    """What an event begins with. Settings that are missing are the usual ones of the game."""

    slug: str
    name: str
    game: str = "tak"
    ruleset: Settings | None = None
    club_id: int | None = None
    starts_on: date | None = None
    match: Settings | None = None
    confirm: Settings | None = None
    registration: Settings | None = None
    visibility: str = "public"
    time_zone: str = "UTC"
    time_control: Settings | None = None
    about: Settings | None = None  # see about.py
    stages: Sequence[Settings] | None = None


@in_transaction
def create_event(*, actor: Actor, new: NewEvent) -> Event:
    """Create a draft; the actor becomes organiser. Events of site staff are approved for rating.

    :raises SlugTaken: another event has this address, or had it before it was deleted.
    """
    club = selectors.club_by_id(new.club_id) if new.club_id is not None else None
    permissions.require(actor, "event.create", club)
    settings.check_visibility_and_zone(visibility=new.visibility, time_zone=new.time_zone)
    rules = settings.validate_ruleset(new.game, new.ruleset)
    match = {**settings.match_defaults_of_ruleset(new.game, rules), **(new.match or {})}
    columns = {
        "name": new.name,
        "game": new.game,
        "club": club,
        "starts_on": new.starts_on,
        "ruleset": rules,
        "match": settings.validate_match(match, game=new.game),
        "confirm": settings.validate_confirm(new.confirm, game=new.game),
        "registration": validate_registration(new.registration),
        "visibility": new.visibility,
        "time_zone": new.time_zone,
        "time_control": settings.validate_time_control(new.time_control),
        **validate_about(new.about or {}),
        "planners_club": selectors.planners_club(actor.user_id) if club is None else None,
        **approval.approval_columns(actor),
    }
    if new.slug in RESERVED or journal.is_begun(f"event:{new.slug}"):
        raise SlugTaken(slug=new.slug)
    try:
        with transaction.atomic():
            event = Event.objects.create(slug=new.slug, **columns)
    except IntegrityError as taken:
        raise SlugTaken(slug=new.slug) from taken
    require_text(new.name, field="name", most=limits.NAME)
    _create_stages(event, new.stages or [{"system": DEFAULT_SYSTEM[new.game]}])
    if actor.user_id is not None:
        EventRole.objects.create(event=event, user_id=actor.user_id, role="organiser")
    journal.write(actor, "event.created", scope=f"event:{new.slug}", subject=new.slug)
    return event


def _create_stages(event: Event, stages: Sequence[Mapping[str, object]]) -> None:
    require_length(stages, field="stages", most=limits.STAGES)
    for number, planned in enumerate(stages, start=1):
        system, options = validate_stage(planned, number=number)
        table_sizes.check_stage(event.game, event.ruleset, system=system, options=options)
        options = new_stage_options(system, options, number=number)
        Stage.objects.create(event=event, number=number, system=system, options=options)


@in_transaction
def edit_event(
    *,
    actor: Actor,
    event_id: int,
    changes: Mapping[str, object],
    expected_settings_version: int | None = None,
    reason: str = "",
) -> Event:
    """Change settings. Locks Event.

    Settings that pairings depend on are fixed at the start; the ranking may change until the end.

    :raises Stale: the settings changed since `expected_settings_version`.
    :raises RankingNeedsReason: the ranking changes after round 1 is published, without a reason.
    """
    event = states.lock_event(event_id)
    permissions.require(actor, "event.edit", event)
    now = event.settings_version
    if expected_settings_version is not None and expected_settings_version != now:
        raise Stale(seen=expected_settings_version, now=now)
    differing = changed_settings(event, validate_changes(event, changes))
    if not differing:
        return event
    if "ruleset" in differing:
        table_sizes.check_stages(event.game, differing["ruleset"], event.stages.all())
    if event.state not in BEFORE_START:
        check_changes_after_start(event, differing, reason=reason)
    ranking_before = ranking_settings(event.match)
    before, after = journal_diff(event, differing)
    for field, value in differing.items():
        setattr(event, field, value)
    event.settings_version = now + 1
    event.save(update_fields=[*differing, "settings_version"])
    journal.write_event(
        actor,
        event,
        "event.edited",
        before={**ranking_before, "settings": before},
        after={
            "changed": sorted(differing),
            **ranking_settings(event.match),
            "settings": after,
        },
        text=reason,
    )
    if "registration" in differing and event.state in BEFORE_START:
        waiting_list.fill_free_places(actor, event)
    if "match" in differing:
        bump_results(event.pk)
        event.refresh_from_db()
    return event


@in_transaction
def open_registration(*, actor: Actor, event_id: int) -> Event:
    """Let players enter. Repeating it is harmless. Locks Event."""
    event = states.lock_event(event_id)
    if states.can_transition(actor, event, "open"):
        states.transition(actor, event, "open")
    return event


@in_transaction
def back_to_draft(*, actor: Actor, event_id: int) -> Event:
    """Close the registration of an event without entries. Repeating it is harmless. Locks Event.

    :raises EventHasEntries: there are entries.
    """
    event = states.lock_event(event_id)
    if states.can_transition(actor, event, "draft"):
        states.transition(actor, event, "draft")
    return event


@in_transaction
def start(
    *,
    actor: Actor,
    event_id: int,
    ratings: Mapping[int, tuple[int | None, str]] | None = None,
    include_absent: bool = False,
) -> Event:
    """Freeze the ratings, number the entries and begin. Locks Event.

    ratings: rating and source by entry id; other entries keep theirs. Numbers go by rating, the
    strongest first, then by name. If the event uses check-in, players who did not check in are
    left out unless `include_absent`. Repeating it is harmless.

    :raises TooFewEntries: fewer than two players are in.
    :raises TooFewAtTable: fewer players are in than the game needs at a table.
    """
    event = states.lock_event(event_id)
    if not states.can_transition(actor, event, "start"):
        return event
    left_out = []
    if registration_settings(event.registration)["check_in"] and not include_absent:
        left_out = waiting_list.cancel_absent_entries(actor, event)
    entries = list(event.entries.filter(state=EntryStatus.IN).select_related("player__merged_into"))
    if len(entries) < 2:
        raise TooFewEntries(entries=len(entries))
    least = table_sizes.min_players(event)
    if len(entries) < least:
        raise TooFewAtTable(entries=len(entries), least=least)
    for entry in entries:
        known = entry.rating, entry.rating_source
        entry.rating, entry.rating_source = (ratings or {}).get(entry.pk, known)
    entries.sort(key=_seeding_key)
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    # An upsert: bulk_update builds a CASE of all entries, and takes five times as long.
    columns = ["number", "rating", "rating_source"]
    Entry.objects.bulk_create(
        entries, update_conflicts=True, unique_fields=["id"], update_fields=columns
    )
    first = event.stages.order_by("number").first() or _create_default_stage(event)
    begin_stage(first, in_starting_order(first, entries))
    numbers = {str(entry.number): entry.pk for entry in entries}
    states.transition(actor, event, "start", after={"numbers": numbers, "left_out": left_out})
    bump_results(event.pk)
    event.refresh_from_db()
    return event


def _create_default_stage(event: Event) -> Stage:
    system = DEFAULT_SYSTEM[event.game]
    options = new_stage_options(system, {}, number=1)
    return Stage.objects.create(event=event, number=1, system=system, options=options)


def _seeding_key(entry: Entry) -> tuple[bool, int, str, int]:
    player = selectors.resolve(entry.player)
    name = selectors.name_key(player.sort_name or player.name)
    return (entry.rating is None, -(entry.rating or 0), name, entry.pk)


@in_transaction
def back_to_registration(*, actor: Actor, event_id: int) -> Event:
    """Undo the start: entries stay in and lose their numbers. Locks Event.

    Entries that the start left out stay out. Repeating it is harmless.

    :raises EventHasRounds: a round exists, if only as a draft.
    :raises EventHasAdjustments: there are penalties or bonuses.
    """
    event = states.lock_event(event_id)
    if not states.can_transition(actor, event, "unstart"):
        return event
    late_entries.undo_start(event)
    states.transition(actor, event, "unstart")
    bump_results(event.pk)
    event.refresh_from_db()
    return event


def finish(*, actor: Actor, event_id: int) -> Event:
    """Finish an event and publish its final table. Locks Event.

    Repeating it is harmless.

    :raises GamesUndecided: a published game has no result.
    :raises DraftWaits: there is a draft round.
    """
    while True:
        table = publications.compute_table(event_id)
        with transaction.atomic():
            event = states.lock_event(event_id)
            if not states.can_transition(actor, event, "finish"):
                return event
            if event.results_version != table.version:
                continue
            publications.publish_table(event, table, kind="final")
            states.transition(actor, event, "finish")
            return event


@in_transaction
def reopen(*, actor: Actor, event_id: int, reason: str) -> Event:
    """Continue a finished event; its published final table stays. Locks Event.

    Finishing it again publishes the table again if it differs. Repeating it is harmless.

    :raises ReasonNeeded: `reason` is empty.
    """
    event = states.lock_event(event_id)
    if states.can_transition(actor, event, "reopen", reason=reason):
        states.transition(actor, event, "reopen", reason=reason)
    return event
