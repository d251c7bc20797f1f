"""Events from draft to finished: settings, entries, the start, withdrawals, the end."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotFound, Stale
from tournaments.models import (
    FINISHED_SLOTS,
    Absence,
    Club,
    Entry,
    Event,
    EventRole,
    GameSlot,
    Player,
    Stage,
)
from tournaments.services import journal, publications, settings
from tournaments.services.people import SlugTaken
from tournaments.services.results import bump_results
from tournaments.services.seeding import begin_stage
from tournaments.services.stage_settings import checked_stage

# What may still be changed once a round is paired: it changes no pairing.
LATE_CHANGES = frozenset({"name", "visibility", "confirm", "time_zone"})
CHANGES = LATE_CHANGES | {"starts_on", "ruleset", "match"}
DEFAULT_SYSTEM = {"tak": "round_robin", "taki": "tables", "gamnon": "tables"}


class WrongState(DomainError):
    code = "wrong_state"
    kind = "conflict"
    message = _("This cannot be done while the event is {state}.")


class TooFewEntries(DomainError):
    code = "too_few_entries"
    kind = "conflict"
    message = _("An event needs at least two players; there are {entries}.")


class RankingNeedsReason(DomainError):
    code = "ranking_needs_reason"
    kind = "conflict"
    message = _("Rounds were published. Say why what ranks is to be changed.")


class GamesUndecided(DomainError):
    code = "games_undecided"
    kind = "conflict"
    message = _("{count} games have no result yet.")


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
    visibility: str = "public",
    time_zone: str = "UTC",
    stages: Sequence[Mapping[str, Any]] | None = None,
) -> Event:
    """Plan an event as a draft; who plans it organises it.

    :raises SlugTaken: another event has this address.
    """
    club = Club.objects.filter(pk=club_id).first() if club_id is not None else None
    if club_id is not None and club is None:
        raise NotFound(what="club", key=club_id)
    permissions.require(actor, "event.create", club)
    settings.check_place(visibility=visibility, time_zone=time_zone)
    columns = {
        "name": name,
        "game": game,
        "club": club,
        "starts_on": starts_on,
        "ruleset": settings.checked_ruleset(game, ruleset),
        "match": settings.checked_match(match, game=game),
        "confirm": settings.checked_confirm(confirm, game=game),
        "visibility": visibility,
        "time_zone": time_zone,
    }
    try:
        with transaction.atomic():
            event = Event.objects.create(slug=slug, **columns)
    except IntegrityError as taken:
        raise SlugTaken(slug=slug) from taken
    _plan_stages(event, stages or [{"system": DEFAULT_SYSTEM[game]}])
    if actor.user_id is not None:
        EventRole.objects.create(event=event, user_id=actor.user_id, role="organiser")
    journal.write(actor, "event.created", scope=f"event:{slug}", subject=slug)
    return event


def _plan_stages(event: Event, stages: Sequence[Mapping[str, Any]]) -> None:
    for number, planned in enumerate(stages, start=1):
        system, options = checked_stage(planned, number=number)
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
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    now = event.settings_version
    if expected_settings_version is not None and expected_settings_version != now:
        raise Stale(seen=expected_settings_version, now=now)
    for field in changes:
        if field not in CHANGES:
            raise InvalidInput(field=field, problem=_("there is no such setting"))
    new = _checked(event, changes)
    differing = {field: value for field, value in new.items() if getattr(event, field) != value}
    if not differing:
        return event
    if event.state not in ("draft", "registration"):
        _check_late(event, differing, reason=reason)
    before = _ranking(event.match)
    for field, value in differing.items():
        setattr(event, field, value)
    event.settings_version = now + 1
    event.save(update_fields=[*differing, "settings_version"])
    journal.write(
        actor,
        "event.edited",
        scope=f"event:{event.slug}",
        subject=event.slug,
        before=before,
        after={"changed": sorted(differing), **_ranking(event.match)},
        text=reason,
    )
    if "match" in differing:
        bump_results(event.pk)
        event.refresh_from_db()
    return event


def _check_late(event: Event, differing: Mapping[str, Any], *, reason: str) -> None:
    """What an event that has begun may still change."""
    if not LATE_CHANGES.issuperset(set(differing) - {"match"}):
        raise WrongState(state=event.state)
    if "match" not in differing:
        return
    new, old = differing["match"], event.match
    fixed = {name for name in {*new, *old} if new.get(name) != old.get(name)} - settings.RANKING
    if fixed or event.state == "finished":
        raise WrongState(state=event.state)
    if not reason and event.rounds.exclude(state="draft").exists():
        raise RankingNeedsReason


def _ranking(match: Mapping[str, Any]) -> dict[str, Any]:
    return {name: match.get(name) for name in sorted(settings.RANKING)}


def _checked(event: Event, changes: Mapping[str, Any]) -> dict[str, Any]:
    new = dict(changes)
    if "ruleset" in new:
        new["ruleset"] = settings.checked_ruleset(event.game, new["ruleset"])
    if "match" in new:
        new["match"] = settings.checked_match({**event.match, **new["match"]}, game=event.game)
    if "confirm" in new:
        new["confirm"] = settings.checked_confirm(
            {**event.confirm, **new["confirm"]}, game=event.game
        )
    settings.check_place(
        visibility=new.get("visibility", event.visibility),
        time_zone=new.get("time_zone", event.time_zone),
    )
    return new


@transaction.atomic
def open_registration(*, actor: Actor, event_id: int) -> Event:
    """Let players enter. Repeating it is harmless. Locks Event."""
    event = locked(event_id)
    permissions.require(actor, "event.edit", event)
    if event.state == "registration":
        return event
    if event.state != "draft":
        raise WrongState(state=event.state)
    _move(actor, event, "registration")
    return event


@transaction.atomic
def enter(
    *,
    actor: Actor,
    event_id: int,
    player_id: int,
    rating: int | None = None,
    rating_source: str = "",
) -> Entry:
    """Enter a player; players enter themselves while the registration is open, staff anybody.

    Entering twice is one entry. Locks Event.
    """
    event = locked(event_id)
    player = Player.objects.filter(pk=player_id).select_related("merged_into").first()
    if player is None:
        raise NotFound(what="player", key=player_id)
    player = selectors.resolve(player)
    permissions.require(actor, "event.enter", (event, player.pk))
    known = Entry.objects.filter(event=event, player=player).first()
    if known is not None:
        return known
    staff = permissions.may(actor, "entry.add", event)
    if event.state != "registration" and not (staff and event.state == "draft"):
        raise WrongState(state=event.state)
    entry = Entry.objects.create(
        event=event, player=player, state="in", rating=rating, rating_source=rating_source
    )
    journal.write(
        actor,
        "entry.added",
        scope=f"event:{event.slug}",
        subject=f"entry:{entry.pk}",
        after={"player": player.public_id, "rating": rating, "source": rating_source},
    )
    return entry


@transaction.atomic
def start(*, actor: Actor, event_id: int, ratings: Mapping[int, int] | None = None) -> Event:
    """Freeze the ratings (entry id -> rating), number the entries and begin. Locks Event.

    Numbers go by rating, the strongest first, then by name. Repeating it is harmless.

    :raises TooFewEntries: fewer than two players are in.
    """
    event = locked(event_id)
    permissions.require(actor, "event.start", event)
    if event.state == "running":
        return event
    if event.state not in ("draft", "registration"):
        raise WrongState(state=event.state)
    entries = list(event.entries.filter(state="in").select_related("player__merged_into"))
    if len(entries) < 2:
        raise TooFewEntries(entries=len(entries))
    for entry in entries:
        entry.rating = (ratings or {}).get(entry.pk, entry.rating)
    entries.sort(key=_seeding)
    stage = event.stages.order_by("number").first() or Stage.objects.create(
        event=event, number=1, system="round_robin"
    )
    for number, entry in enumerate(entries, start=1):
        entry.number = number
        entry.save(update_fields=["number", "rating"])
    begin_stage(stage, entries)
    numbers = {str(entry.number): entry.pk for entry in entries}
    _move(actor, event, "running", after={"numbers": numbers})
    bump_results(event.pk)
    event.refresh_from_db()
    return event


def _seeding(entry: Entry) -> tuple[bool, int, str, int]:
    player = selectors.resolve(entry.player)
    name = selectors.name_key(player.sort_name or player.name)
    return (entry.rating is None, -(entry.rating or 0), name, entry.pk)


@transaction.atomic
def withdraw_entry(*, actor: Actor, entry_id: int, from_round: int) -> Absence:
    """Note that an entry plays no more from a round on, until further notice. Locks Event.

    Repeating it is harmless. Open games of a round that is being played are ruled by the caller.
    """
    entry = Entry.objects.filter(pk=entry_id).select_related("player").first()
    if entry is None:
        raise NotFound(what="entry", key=entry_id)
    event = locked(entry.event_id)
    permissions.require(actor, "entry.withdraw", entry)
    if event.state == "finished":
        raise WrongState(state=event.state)
    if from_round < 1:
        raise InvalidInput(field="from_round", problem=_("a round number"))
    absence, created = Absence.objects.get_or_create(
        entry=entry,
        to_round=None,
        cancelled_at=None,
        defaults={"from_round": from_round, "kind": "withdrawn"},
    )
    if created:
        journal.write(
            actor,
            "entry.withdrawn",
            scope=f"event:{event.slug}",
            subject=f"entry:{entry.pk}",
            after={"from_round": from_round},
        )
        bump_results(event.pk)
    return absence


def finish(*, actor: Actor, event_id: int) -> Event:
    """End an event and keep its final table as a Publication. Locks Event.

    Repeating it is harmless.

    :raises GamesUndecided: a published game has no result.
    """
    while True:
        made = publications.table_now(event_id)
        with transaction.atomic():
            event = locked(event_id)
            permissions.require(actor, "event.finish", event)
            if event.state == "finished":
                return event
            if event.state != "running":
                raise WrongState(state=event.state)
            undecided = GameSlot.objects.filter(pairing__round__event=event)
            count = undecided.exclude(state__in=FINISHED_SLOTS).count()
            if count:
                raise GamesUndecided(count=count)
            if event.results_version != made.version:
                continue
            publications.publish(event, made, kind="final")
            _move(actor, event, "finished")
            return event


def _move(actor: Actor, event: Event, state: str, after: dict[str, Any] | None = None) -> None:
    before, event.state = event.state, state
    event.save(update_fields=["state"])
    journal.write(
        actor,
        f"event.{state}",
        scope=f"event:{event.slug}",
        subject=event.slug,
        before={"state": before},
        after={"state": state, **(after or {})},
    )


def locked(event_id: int) -> Event:
    """The event, locked until the transaction ends."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NotFound(what="event", key=event_id)
    return event
