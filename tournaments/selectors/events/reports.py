"""A stage as a tournament report file (TRF26), for other programs."""

from dataclasses import replace

from django.utils.translation import gettext_lazy as _

from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.selectors.events.state import event_states
from tournaments.selectors.events.tables import players_by_number
from tournaments.selectors.teams import team_names
from tournaments.trf.compose import build_report
from tournaments.trf.errors import TrfError
from tournaments.trf.write import write_report


class ReportImpossible(DomainError):
    code = "report_impossible"
    message = _("A report file cannot say this stage: {why}")


def report_text(event: Event, *, for_staff: bool) -> str:
    """The current stage as TRF26 with names; lines end in LF.

    for_staff: include records 260 (forbidden pairs).

    :raises ReportImpossible: the stage has larger tables, groups, unfinished games, or the like.
    """
    states, _version = event_states(event.pk)
    state = states[-1] if for_staff else replace(states[-1], forbidden=())
    names = {number: row["name"] for number, row in players_by_number(event).items()}
    of_teams = team_names(event) if state.teams else {}
    try:
        report = build_report(state, name=event.name, names=names, team_names=of_teams)
        return write_report(report)
    except TrfError as refused:
        raise ReportImpossible(why=str(refused)) from refused
