"""Entering the first players of a season into an event."""

from collections.abc import Collection

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ratings.selectors.seasons import series_document
from ratings.services.entering import enter_players, entry_list
from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.documents import Document
from tournaments.errors import DomainError, InvalidInput
from tournaments.execution.transactions import in_transaction
from tournaments.selectors.seasons.entrants import entered_and_declined
from tournaments.services import journal
from tournaments.services.entries.entry_lists import ListedEntry
from tournaments.services.entries.entry_rules import require_entries
from tournaments.services.entries.listed_players import ListedPlayer
from tournaments.services.events.states import lock_event
from tournaments.standings.seasons.qualifying import ENTERS, IN, TIED, qualify
from tournaments.wording import join_with_and


class SeasonNotComputed(DomainError):
    code = "season_not_computed"
    message = _("The table of the season is being computed. Try again in a moment.")


class TieAtTheLine(DomainError):
    """players: their public ids."""

    code = "tie_at_the_line"
    message = ngettext_lazy(
        "{names} share place {rank}, and {count} place is left. "
        "Say who does not take part, or enter more or fewer.",
        "{names} share place {rank}, and {count} places are left. "
        "Say who does not take part, or enter more or fewer.",
        "count",
    )


def preview_qualifiers(
    *,
    actor: Actor,
    event_id: int,
    series: str,
    places: int,
    declined: Collection[str] = (),
    besides: bool = False,
) -> Document:
    """Who `enter_qualifiers` would enter; ties at the line are among the rows.

    :raises DomainError: as `enter_qualifiers`, but for ties.
    """
    event = selectors.event_by_id(event_id)
    permissions.require(actor, "entry.add", event)
    require_entries(event, staff=True)
    if not 1 <= places <= limits.QUALIFIERS:
        problem = _("a number from 1 to {most}").format(most=limits.QUALIFIERS)
        raise InvalidInput(field="places", problem=problem)
    table = series_document(selectors.get_series(series))
    if not table["fresh"]:
        raise SeasonNotComputed
    names = {row["player"]: row["name"] for row in table["rows"]}
    if strangers := [each for each in declined if each not in names]:
        problem = _("{player} is not in the table of the season").format(player=strangers[0])
        raise InvalidInput(field="declined", problem=problem)
    entered, left = entered_and_declined(event)
    found = qualify(
        [(row["player"], row["rank"]) for row in table["rows"]],
        places,
        entered=entered,
        declined={*declined, *left},
        besides=besides,
    )
    rows = [
        {"player": each.player, "name": names[each.player], "rank": each.rank, "state": each.state}
        for each in found
    ]
    listed = _listed(rows)
    judging = entry_list(actor=actor, event_id=event_id, rows=listed)
    for row in listed:
        judging.judge(row)
    return {"event": event.slug, "series": series, "places": places, "rows": rows}


@in_transaction
def enter_qualifiers(
    *,
    actor: Actor,
    event_id: int,
    series: str,
    places: int,
    declined: Collection[str] = (),
    besides: bool = False,
) -> Document:
    """Enter the first so many players of a season, all or nobody. For staff. Locks Event.

    declined: public ids of players who do not take part, besides those who cancelled their entry or
    were refused; the next by rank come in for them. besides: players who are in already take none
    of the places. Without it repeating it is harmless.

    :raises WrongState: the event takes no entries.
    :raises SeasonNotComputed: the table of the season is not up to date.
    :raises TieAtTheLine: more share a rank than there are places left.
    :raises DomainError: an entry is refused, as when the current stage takes nobody any more.
    """
    event = lock_event(event_id)
    found = preview_qualifiers(
        actor=actor,
        event_id=event_id,
        series=series,
        places=places,
        declined=declined,
        besides=besides,
    )
    rows = found["rows"]
    _require_no_tie(rows, places, besides=besides)
    entering = [row["player"] for row in rows if row["state"] == ENTERS]
    if entering:
        enter_players(actor=actor, event_id=event_id, rows=_listed(rows))
        after = {"series": series, "places": places, "entered": entering, "besides": besides}
        after["declined"] = sorted(declined)
        journal.write_event(actor, event, "event.qualifiers", after=after)
    return found


def _require_no_tie(rows: list[Document], places: int, *, besides: bool) -> None:
    tied = [row for row in rows if row["state"] == TIED]
    if tied:
        taken = sum(row["state"] == ENTERS or (row["state"] == IN and not besides) for row in rows)
        names = join_with_and(row["name"] for row in tied)
        players = [row["player"] for row in tied]
        raise TieAtTheLine(names=names, rank=tied[0]["rank"], count=places - taken, players=players)


def _listed(rows: list[Document]) -> list[ListedEntry]:
    return [
        ListedEntry(ListedPlayer(player=row["player"])) for row in rows if row["state"] == ENTERS
    ]
