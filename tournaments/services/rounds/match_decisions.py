"""Drawn matches of a knockout of teams, in which staff decide who goes on."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, get_row
from tournaments.execution.transactions import in_transaction
from tournaments.models import Event, Round, TeamMatch
from tournaments.services import journal
from tournaments.services.events.states import require_reason
from tournaments.services.rounds.results import bump_results
from tournaments.services.rounds.rounds import lock_round, require_last


class MatchNotDrawn(DomainError):
    code = "match_not_drawn"
    message = _("Match {match} of round {round} is not drawn: its result says who goes on.")


class MatchDecided(DomainError):
    code = "match_decided"
    message = _("Staff decided that {team} goes on. Take that back first.")


class NotInMatch(DomainError):
    code = "not_in_match"
    kind = "invalid"
    field = "team"
    message = _("Team {team} does not play in match {match} of round {round}.")


def decide_match(
    *, actor: Actor, event_id: int, number: int, match: int, team: int, reason: str
) -> TeamMatch:
    """Let a team go on from a drawn match of a knockout. Locks Round, Event.

    number: of the round. match: its number in the round. team: its number in the event. Repeating
    it changes nothing.

    :raises NotInMatch: the team does not play in the match.
    :raises MatchDecided: staff let the other team go on.
    :raises MatchNotDrawn: the match is not over, or is won, or nobody came; or it is no knockout.
    :raises LaterRound: the next round is published.
    """
    permissions.require(actor, "stage.rule", selectors.event_by_id(event_id))
    require_reason(reason)
    while True:
        drawn, version = selectors.drawn_match(event_id, number, match)
        with transaction.atomic():
            round_, event, row = _lock_match(actor, event_id, number, match)
            if event.results_version != version:
                continue
            seat = _seat_of(row, team)
            if row.decided_for == seat:
                return row
            if row.decided_for is not None:
                raise MatchDecided(team=str(row.decided_team))
            require_last(event, round_, drafts_too=False)
            if drawn is None:
                raise MatchNotDrawn(match=match, round=number)
            row.decided_for, row.decided_why = seat, reason
            _save(actor, event, row, "team.match_decided", after=_plain(row), text=reason)
            return row


@in_transaction
def undo_match_decision(
    *, actor: Actor, event_id: int, number: int, match: int, reason: str
) -> TeamMatch:
    """Take back who goes on from a match. Repeating it is harmless. Locks Round, Event.

    :raises LaterRound: the next round is published.
    """
    round_, event, row = _lock_match(actor, event_id, number, match)
    require_reason(reason)
    if row.decided_for is None:
        return row
    require_last(event, round_, drafts_too=False)
    before = _plain(row)
    row.decided_for, row.decided_why = None, ""
    _save(actor, event, row, "team.match_decision_undone", before=before, text=reason)
    return row


def _lock_match(
    actor: Actor, event_id: int, number: int, match: int
) -> tuple[Round, Event, TeamMatch]:
    round_, event = lock_round(actor, "stage.rule", event_id, number)
    rows = TeamMatch.objects.select_related("first", "second", "round")
    return round_, event, get_row(rows.filter(round=round_), "match", number=match)


def _seat_of(row: TeamMatch, team: int) -> int:
    """:raises NotInMatch: the team does not play in the match."""
    for seat, each in enumerate((row.first, row.second), start=1):
        if each is not None and each.number == team:
            return seat
    raise NotInMatch(team=team, match=row.number, round=row.round.number)


def _plain(row: TeamMatch) -> dict[str, int | None]:
    team = row.decided_team
    return {"match": row.number, "team": team.number if team else None}


def _save(actor: Actor, event: Event, row: TeamMatch, action: str, **about: object) -> None:
    row.save(update_fields=["decided_for", "decided_why"])
    journal.write_event(actor, event, action, subject=f"round:{row.round.number}", **about)
    bump_results(event.pk)
