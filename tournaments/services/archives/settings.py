"""An event from its archive: its settings, checked as those of a new event."""

import re
from collections.abc import Mapping
from datetime import date, time
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments import limits
from tournaments.actor import Actor
from tournaments.choices import BEFORE_START, EventStatus, StageStatus
from tournaments.errors import DomainError, InvalidInput
from tournaments.models import Club, Event, EventRole, Stage
from tournaments.selectors.events.archive import EventFacts
from tournaments.services import journal
from tournaments.services.archives.storing import store
from tournaments.services.events import approval, settings
from tournaments.services.events.about import validate_about
from tournaments.services.events.bounds import require_length, require_text
from tournaments.services.events.changes import validate_registration
from tournaments.services.events.events import RESERVED
from tournaments.services.people.people import SlugTaken
from tournaments.services.stages import table_sizes
from tournaments.services.stages.stage_settings import validate_stage

SLUG = re.compile(rf"[-a-zA-Z0-9_]{{1,{limits.SLUG}}}")
TEXTS = ("venue", "address", "contact", "entry_fee", "description")


class NotBegun(DomainError):
    code = "event_not_begun"
    message = _("The event of this archive has not begun: it has nobody in it. Copy its settings.")


def store_event(
    actor: Actor, facts: EventFacts, *, slug: str, club: Club | None, same_ids: bool = False
) -> Event:
    """The event with its settings and stages; the actor organises it.

    same_ids: it keeps the public id that it has.

    :raises NotBegun: it had not started.
    :raises SlugTaken: another event has this address, or had it before it was deleted.
    :raises InvalidInput: a setting is none.
    """
    about = facts.parts["event.json"]
    if EventStatus(about["state"]) in BEFORE_START:
        raise NotBegun
    if not SLUG.fullmatch(slug):
        raise InvalidInput(field="slug", problem=_("letters, digits, hyphens; at most 50"))
    if slug in RESERVED or journal.is_begun(f"event:{slug}"):
        raise SlugTaken(slug=slug)
    columns = event_columns(about, facts.sealed.get("event") or {"name": slug})
    if same_ids:
        columns["public_id"] = about["public_id"]
    try:
        with transaction.atomic():
            event = Event.objects.create(
                slug=slug, club=club, **columns, **approval.approval_columns(actor)
            )
    except IntegrityError as taken:
        raise SlugTaken(slug=slug) from taken
    if actor.user_id is not None:
        EventRole.objects.create(event=event, user_id=actor.user_id, role="organiser")
    return event


def event_columns(about: Mapping[str, Any], texts: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of an event by the settings of an archive, checked.

    :raises InvalidInput: a setting is none.
    """
    settings.check_visibility_and_zone(
        visibility=about["visibility"], time_zone=about["time_zone"]
    )  # fmt: skip
    game, starts_on, start_time = (about[name] for name in ("game", "starts_on", "start_time"))
    registration = {} if about["byes"] is None else {"byes": about["byes"]}
    return {
        "name": require_text(str(texts["name"]), field="name", most=limits.NAME),
        "game": game,
        "ruleset": settings.validate_ruleset(game, about["ruleset"]),
        "match": settings.validate_match(about["match"], game=game) and about["match"],
        "confirm": settings.validate_confirm(about["confirm"], game=game) and about["confirm"],
        "time_control": settings.validate_time_control(about["time_control"]),
        "registration": validate_registration(registration),
        "time_zone": about["time_zone"],
        "visibility": about["visibility"],
        "state": about["state"],
        "starts_on": starts_on and date.fromisoformat(starts_on),
        "start_time": start_time and time.fromisoformat(start_time),
        **validate_about({name: texts[name] for name in TEXTS if name in texts}),
    }


def store_stages(event: Event, facts: EventFacts) -> dict[int, Stage]:
    """The stages by number. :raises InvalidInput: a system or an option is none."""
    rows = facts.parts["stages.ndjson"]
    require_length(rows, field="stages", most=limits.STAGES)
    for row in rows:
        system, options = validate_stage(row, number=row["stage"])
        table_sizes.check_stage(event.game, event.ruleset, system=system, options=options)
    made = store(
        Stage(
            event=event,
            number=row["stage"],
            system=row["system"],
            options=row["options"],
            state=StageStatus(row["state"]),
        )
        for row in rows
    )
    return {stage.number: stage for stage in made}
