"""Who advances to the next stage and who does not, with the reasons, for the desk."""

from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Event
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.pairing import tie_decisions
from tournaments.pairing.cutoff import (
    IN,
    LEVEL,
    OPEN,
    OUT,
    PLACE,
    REST,
    CutoffRow,
    cutoff_places,
    cutoff_rows,
)
from tournaments.pairing.tie_decisions import TieOutcome
from tournaments.services.stages import decisions
from tournaments.standings.points import Points
from tournaments.wording import join_with_commas

DECIDED_BY = {
    tie_decisions.LOT: gettext_lazy("by lot"),
    tie_decisions.PLAYOFF: gettext_lazy("by a play-off"),
    tie_decisions.RULING: gettext_lazy("by a ruling"),
}
STATUS_LABELS = {
    IN: gettext_lazy("advances"),
    OUT: gettext_lazy("does not advance"),
    LEVEL: gettext_lazy("level at the cut-off"),
    OPEN: gettext_lazy("depends on the ties"),
}


class Qualifier(NamedTuple):
    place: int
    entry: int
    name: str
    points_x2: Points
    advances: bool
    status: str
    why: str


class CutoffGroup(NamedTuple):
    """letter: empty if the stage has no groups."""

    letter: str
    rows: list[Qualifier]


class Cutoff(NamedTuple):
    """has_ties: the next stage waits for a decision."""

    groups: list[CutoffGroup]
    has_ties: bool


def current_cutoff(event: Event, actor: Actor) -> Cutoff:
    """:raises DomainError: there is no next stage, or the actor may not see it."""
    old, outcome = decisions.current_cutoff(actor=actor, event_id=event.pk)
    following = selectors.event_stages(event).filter(number__gt=old.number).first()
    return describe_cutoff(event, outcome, dict(following.options) if following else {})


def describe_cutoff(event: Event, outcome: TieOutcome, options: dict[str, int]) -> Cutoff:
    """options: of the next stage."""
    everybody = sum(map(len, outcome.tables.values()))
    places, rest = cutoff_places(options, players=everybody, groups=len(outcome.tables))
    people = selectors.players_by_number(event)
    rows = cutoff_rows(outcome, places=places, best_of_rest=rest)
    return Cutoff(
        [
            CutoffGroup(
                group,
                [
                    Qualifier(
                        row.place,
                        row.entry,
                        people.get(row.entry, {}).get("name", f"#{row.entry}"),
                        row.points_x2,
                        row.status == IN,
                        str(STATUS_LABELS[row.status]),
                        _reason(row, places, rest),
                    )
                    for row in members
                ],
            )
            for group, members in groupby(rows, key=lambda row: row.group)
        ],
        bool(outcome.qualified.ties),
    )


def _reason(row: CutoffRow, places: int, rest: int) -> str:
    parts = []
    if row.status == IN and row.why == PLACE:
        several = _("places 1 to %(n)d advance") % {"n": places}
        parts.append(several if places > 1 else _("place 1 advances"))
    elif row.status == IN and row.why == REST:
        parts.append(_("one of the best of the rest"))
    elif row.status == OUT:
        parts.append(_("below place %(n)d") % {"n": places})
    if row.decided_by:
        parts.append(_("the tie was decided %(how)s") % {"how": DECIDED_BY[row.decided_by]})
    return join_with_commas(parts)
