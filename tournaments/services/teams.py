"""Teams of an event: made, changed, removed, and numbered when their stage begins."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EntryStatus, EventStatus
from tournaments.errors import DomainError, InvalidInput, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Entry, Event, Player, Seat, Stage, Team, TeamMatch, TeamMember
from tournaments.services import journal
from tournaments.services.events.bounds import require_length, require_text
from tournaments.services.events.states import WrongState, lock_event
from tournaments.services.rounds.results import bump_results
from tournaments.services.stages.stage_settings import MOST_BOARDS
from tournaments.standings.teams import (
    SCHEVENINGEN,
    TEAM_KNOCKOUT,
    TEAM_ROUND_ROBIN,
    TEAM_SYSTEMS,
    mean_rating,
)
from tournaments.state import BOARDS_AT_START, PairingOptions


class TeamNameTaken(DomainError):
    code = "team_name_taken"
    message = _("The event has a team with this name.")
    field = "name"


class InAnotherTeam(DomainError):
    code = "in_another_team"
    message = _("{name} plays for {team}. Take them out of that team first.")
    field = "members"


class HasPlayedForTeam(DomainError):
    code = "has_played_for_team"
    message = _("{name} has a place in a round for {team}, and stays in it.")
    field = "members"


class TeamHasMatches(DomainError):
    code = "team_has_matches"
    message = _("{team} has matches. Its members can be withdrawn; the team stays.")


class TeamsAreDrawn(DomainError):
    code = "teams_are_drawn"
    message = _(
        "The teams of a round robin, a knockout or a Scheveningen are fixed when its first round "
        "is paired."
    )


class TooManyTeams(DomainError):
    code = "too_many_teams"
    message = _("An event has at most {most} teams.")


class EntriesWithoutTeam(DomainError):
    code = "entries_without_team"
    message = ngettext_lazy(
        "{count} player is in no team: {names}. Put them into one, cancel the entry, or remove "
        "all teams, so that the service makes them.",
        "{count} players are in no team: {names}. Put them into one, cancel the entries, or "
        "remove all teams, so that the service makes them.",
        "count",
    )


class TooManySides(DomainError):
    code = "too_many_sides"
    message = _("A Scheveningen is between two teams; there are {teams}. Remove the others.")


class TooFewTeams(DomainError):
    code = "too_few_teams"
    message = _(
        "All players are in one team. Make another, or remove the team: without any, the service "
        "makes teams by rating."
    )


@in_transaction
def make_team(
    *,
    actor: Actor,
    event_id: int,
    name: str,
    members: Sequence[int] = (),
    captain_id: int | None = None,
) -> Team:
    """Add a team. members: ids of entries in order of strength. Locks Event.

    captain_id: of a player, who need not play.

    :raises TeamsAreDrawn: the round robin of teams has begun.
    """
    event = _lock_event(actor, event_id)
    _require_open(event)
    if event.teams.count() >= limits.TEAMS:
        raise TooManyTeams(most=limits.TEAMS)
    made = Team(event=event, name=_checked_name(event, name), captain=_captain(captain_id))
    if _running_stage(event) is not None:
        made.number = (max((n for n in _numbers(event) if n), default=0)) + 1
    made.save()
    _set_members(made, members)
    journal.write_event(
        actor, event, "team.made", subject=f"team:{made.pk}", after=_plain(made), text=made.name
    )
    bump_results(event.pk)
    return made


@in_transaction
def edit_team(*, actor: Actor, team_id: int, changes: dict[str, Any]) -> Team:
    """Change name, captain or members. Repeating it is harmless. Locks Event.

    :raises HasPlayedForTeam: a member who leaves has a place in a round.
    """
    event, team = _lock_team(actor, team_id)
    before = (team.name, _plain(team))
    if "name" in changes:
        team.name = _checked_name(event, changes["name"], team.pk)
    if "captain_id" in changes:
        team.captain = _captain(changes["captain_id"])
    team.formed = False
    team.save()
    if "members" in changes:
        _set_members(team, changes["members"])
    if before != (team.name, _plain(team)):
        journal.write_event(
            actor,
            event,
            "team.edited",
            subject=f"team:{team.pk}",
            before=before[1],
            after=_plain(team),
            text=team.name,
        )
        bump_results(event.pk)
    return team


@in_transaction
def remove_team(*, actor: Actor, team_id: int) -> None:
    """Delete a team; its members stay in the event. Locks Event.

    :raises TeamHasMatches: it has matches.
    """
    event, team = _lock_team(actor, team_id)
    if (TeamMatch.objects.filter(first=team) | TeamMatch.objects.filter(second=team)).exists():
        raise TeamHasMatches(team=str(team))
    _require_open(event)
    before, subject, name = _plain(team), f"team:{team.pk}", team.name
    team.delete()
    journal.write_event(actor, event, "team.removed", subject=subject, before=before, text=name)
    bump_results(event.pk)


def begin_teams(stage: Stage, entries: Sequence[Entry]) -> None:
    """Number the teams of a stage that begins, the strongest first; form them if there are none.

    entries: of the stage, in starting order. Those formed take the entries in turn, forwards and
    backwards, so that they are of equal strength. The Event is locked.

    :raises EntriesWithoutTeam: there are teams, and somebody is in none.
    :raises TooFewTeams: there is one.
    """
    if stage.system not in TEAM_SYSTEMS:
        return
    event = stage.event
    boards = PairingOptions.from_dict(stage.options).boards
    if not event.teams.exists():
        count = max(2, -(-len(entries) // boards)) if stage.system != SCHEVENINGEN else 2
        _form_teams(event, entries, count)
        _fix_boards(stage)
        return
    placed = set(TeamMember.objects.filter(team__event=event).values_list("entry_id", flat=True))
    left = [entry for entry in entries if entry.pk not in placed]
    if left:
        names = ", ".join(_name_of(entry) for entry in left[:5])
        raise EntriesWithoutTeam(count=len(left), names=names)
    if event.teams.count() < 2:
        raise TooFewTeams
    if stage.system == SCHEVENINGEN and event.teams.count() > 2:
        raise TooManySides(teams=event.teams.count())
    if not any(_numbers(event)):
        _number_teams(event, boards)
    _fix_boards(stage)


def _fix_boards(stage: Stage) -> None:
    """The boards of a Scheveningen, unless they are given: so that everybody of a team plays.

    They are no option that somebody gave, so the undo of the start forgets them.
    """
    if stage.system == SCHEVENINGEN and "boards" not in stage.options:
        sizes = TeamMember.objects.filter(team__event=stage.event_id).values_list("team_id")
        most = sizes.annotate(members=Count("pk")).order_by("-members").first()
        boards = min(MOST_BOARDS, most[1] if most else 1)
        stage.options = {**stage.options, BOARDS_AT_START: boards}
        stage.save(update_fields=["options"])


def _form_teams(event: Event, entries: Sequence[Entry], count: int) -> None:
    teams = Team.objects.bulk_create(
        Team(event=event, number=number, formed=True) for number in range(1, count + 1)
    )
    members = []
    for at, entry in enumerate(entries):
        row, place = divmod(at, count)
        team = teams[place if row % 2 == 0 else count - 1 - place]
        members.append(TeamMember(team=team, entry=entry, order=row + 1))
    TeamMember.objects.bulk_create(members)


def _number_teams(event: Event, boards: int) -> None:
    """By the mean rating of those who play when all are there, then by name."""

    def strength(team: Team) -> tuple[int, str, int]:
        rows = team.members.order_by("order").values_list("entry__rating", flat=True)[:boards]
        return -(mean_rating(list(rows)) or 0), team.name.casefold(), team.pk

    for number, team in enumerate(sorted(event.teams.all(), key=strength), start=1):
        team.number = number
        team.save(update_fields=["number"])


def _numbers(event: Event) -> list[int | None]:
    return list(event.teams.values_list("number", flat=True))


def _lock_event(actor: Actor, event_id: int) -> Event:
    event = lock_event(event_id)
    permissions.require(actor, "team.edit", event)
    if event.state == EventStatus.FINISHED:
        raise WrongState(state=event.state)
    return event


def _lock_team(actor: Actor, team_id: int) -> tuple[Event, Team]:
    """Lock the event of a team; returns both as they are now."""
    event = _lock_event(actor, get_row(Team.objects, "team", pk=team_id).event_id)
    return event, get_row(event.teams, "team", pk=team_id)


def _running_stage(event: Event) -> Stage | None:
    running = event.stages.exclude(stage_entries=None).filter(system__in=TEAM_SYSTEMS)
    return running.order_by("-number").first()


def _require_open(event: Event) -> None:
    stage = _running_stage(event)
    fixed = (TEAM_ROUND_ROBIN, TEAM_KNOCKOUT, SCHEVENINGEN)
    if stage is not None and stage.system in fixed and stage.rounds.exists():
        raise TeamsAreDrawn


def _checked_name(event: Event, given: str, pk: int = 0) -> str:
    name = require_text(" ".join(given.split()), field="name", most=limits.NAME)
    if not name:
        raise InvalidInput(field="name", problem=_("a name"))
    if event.teams.filter(name=name).exclude(pk=pk).exists():
        raise TeamNameTaken
    return name


def _captain(player_id: int | None) -> Player | None:
    return None if player_id is None else get_row(Player.objects, "player", pk=player_id)


def _set_members(team: Team, members: Sequence[int]) -> None:
    """:raises InAnotherTeam: an entry plays for another team."""
    require_length(members, field="members", most=limits.TEAM_MEMBERS)
    if len(set(members)) < len(members):
        raise InvalidInput(field="members", problem=_("each player once"))
    found = {
        entry.pk: entry
        for entry in Entry.objects.filter(event=team.event_id, pk__in=members)
        .exclude(state__in=(EntryStatus.CANCELLED, EntryStatus.REFUSED))
        .select_related("player__merged_into", "team_member__team")
    }
    for pk in members:
        entry = found.get(pk)
        if entry is None:
            raise InvalidInput(field="members", problem=_("entries of this event"))
        other = getattr(entry, "team_member", None)
        if other is not None and other.team_id != team.pk:
            raise InAnotherTeam(name=_name_of(entry), team=str(other.team))
    leaving = team.members.exclude(entry__in=members).select_related("entry__player__merged_into")
    for member in leaving:
        if Seat.objects.filter(entry=member.entry).exists():
            raise HasPlayedForTeam(name=_name_of(member.entry), team=str(team))
    team.members.all().delete()
    TeamMember.objects.bulk_create(
        TeamMember(team=team, entry_id=pk, order=order) for order, pk in enumerate(members, 1)
    )


def _name_of(entry: Entry) -> str:
    return selectors.resolve(entry.player).name


def _plain(team: Team) -> dict[str, object]:
    """Without the name, which is free text and not hashed."""
    return {
        "number": team.number,
        "captain": team.captain_id,
        "members": list(team.members.order_by("order").values_list("entry_id", flat=True)),
    }
