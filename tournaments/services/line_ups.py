"""Line-ups: who plays for a team in the next round, until that round is published."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import EventStatus
from tournaments.errors import DomainError, InvalidInput, NotAllowed, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, LineUpPlace, Stage, Team
from tournaments.services import journal
from tournaments.services.events.states import WrongState, lock_event
from tournaments.services.rounds.results import bump_results
from tournaments.standings.teams import SCHEVENINGEN, TEAM_SYSTEMS
from tournaments.state import PairingOptions


class NoLineUps(DomainError):
    code = "no_line_ups"
    message = _("The stage that is played has no line-ups: everybody's place is fixed.")


class LineUpTooLate(DomainError):
    code = "line_up_too_late"
    message = _("Round {round} is published: its line-ups are fixed. The next is round {next}.")


class TooManyForBoards(DomainError):
    code = "too_many_for_boards"
    field = "members"
    message = ngettext_lazy(
        "A match has {boards} board: choose at most that many.",
        "A match has {boards} boards: choose at most that many.",
        "boards",
    )


def may_line_up(actor: Actor, team: Team) -> bool:
    """Staff, and the captain of the team; they alone see it before the round is published."""
    captain = team.captain and selectors.resolve(team.captain).pk
    return permissions.may(actor, "team.edit", team.event) or permissions.may(
        actor, "team.line_up", (team.event, captain)
    )


def require_may_line_up(actor: Actor, team: Team) -> None:
    """:raises NotAllowed: as `may_line_up` says."""
    if not may_line_up(actor, team):
        raise NotAllowed(verb="team.line_up")


@in_transaction
def give_line_up(
    *, actor: Actor, team_id: int, members: Sequence[int], round_number: int | None = None
) -> Team:
    """Choose who plays in the next round; nobody: as the order of strength says. Locks Event.

    members: ids of entries of the team, in any order: all sit in order of strength. A draft of the
    round that was paired before is stale then. Repeating it is harmless.

    :raises LineUpTooLate: the round is published.
    :raises TooManyForBoards: more are chosen than play.
    """
    team = get_row(Team.objects.select_related("captain__merged_into", "event"), "team", pk=team_id)
    event = lock_event(team.event_id)
    require_may_line_up(actor, team)
    coming = selectors.next_round_of(event)
    number = coming if round_number is None else round_number
    if number != coming:
        raise LineUpTooLate(round=number, next=coming)
    boards = PairingOptions.from_dict(_stage(event).options).boards
    chosen = set(members)
    if len(chosen) > boards:
        raise TooManyForBoards(boards=boards)
    if chosen - set(team.members.values_list("entry_id", flat=True)):
        raise InvalidInput(field="members", problem=_("members of this team"))
    rows = LineUpPlace.objects.filter(team=team, round_number=number)
    if chosen == set(rows.values_list("entry_id", flat=True)):
        return team
    rows.delete()
    LineUpPlace.objects.bulk_create(
        LineUpPlace(team=team, round_number=number, entry_id=pk) for pk in sorted(chosen)
    )
    journal.write_event(
        actor,
        event,
        "team.line_up",
        subject=f"team:{team.pk}",
        after={"round": number, "members": sorted(chosen)},
    )
    bump_results(event.pk)
    return team


def _stage(event: Event) -> Stage:
    """:raises NoLineUps: no stage with line-ups is played."""
    stage = selectors.current_stage(event)
    if event.state == EventStatus.FINISHED:
        raise WrongState(state=event.state)
    if stage is None or stage.system not in TEAM_SYSTEMS or stage.system == SCHEVENINGEN:
        raise NoLineUps
    return stage
