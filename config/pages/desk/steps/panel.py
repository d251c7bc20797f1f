"""The panel of the next step, on the desk and on the pages of results and rounds."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from config.pages.annotations import Event
from config.pages.desk.base import Desk
from config.pages.desk.steps.actions import add_forms, unbound_forms
from config.pages.desk.steps.cutoff import Cutoff, current_cutoff
from config.pages.desk.steps.steps import Steps, find_steps
from config.pages.forms import Form
from config.pages.labels import FINISHED
from tournaments import recompute, selectors

# Pages that have the panel, as URL names; a button leads back to its page.
PANEL_PAGES = ("manage", "manage-results")
PODIUM = 3


class PodiumRow(NamedTuple):
    rank: int
    name: str
    points_x2: int | Fraction


def next_step_address(slug: str) -> str:
    """The desk with its next step in focus (roadhouse/desk.js): Enter goes on."""
    return f"{reverse('pages:manage', args=[slug])}#go-on"


def panel_context(
    desk: Desk, steps: Steps | None = None, sent: Mapping[str, Form] | None = None
) -> dict[str, object]:
    """What `parts/next_step.html` needs. sent: the forms of the desk, which handles them."""
    steps = steps or find_steps(desk.event, desk.actor)
    by_action = sent or unbound_forms()
    add_forms(desk, steps, by_action)
    cutoff = _cutoff(desk, steps)
    is_finished = desk.event.state == FINISHED
    return {
        "steps": steps,
        "cutoff": cutoff,
        "start_form": by_action["start"],
        "is_finished": is_finished,
        "podium": _podium(desk.event) if is_finished else [],
    }


def _cutoff(desk: Desk, steps: Steps) -> Cutoff | None:
    """Who advances, if the next stage is the next step; open ties block its button."""
    if steps.main is None or steps.main.action != "next-stage":
        return None
    cutoff = current_cutoff(desk.event, desk.actor)
    if cutoff.has_ties:
        steps.main.blocked = _("waits for a decision on who is level")
    return cutoff


def _podium(event: Event) -> list[PodiumRow]:
    """The first places of the final table."""
    table = selectors.standings_document(event)
    if not table["fresh"]:
        table = recompute.standings_document(selectors.event_states(event.pk)[0])
    names: Mapping[int, str] = {
        number: row["name"] for number, row in selectors.players_by_number(event).items()
    }
    return [
        PodiumRow(row["rank"], names.get(row["entry"], f"#{row['entry']}"), row["primary_x2"])
        for row in table["rows"]
        if row["rank"] <= PODIUM
    ]
