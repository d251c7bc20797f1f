"""What an event says about itself, for its first page."""

from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils.safestring import SafeString

from config.pages.annotations import Event
from config.pages.markdown import render_markdown
from tournaments.choices import BEFORE_START
from tournaments.services.events.about import ABOUT


class AboutEvent(NamedTuple):
    """starts_at: None without a day and a time. is_open: shown without a press."""

    starts_at: datetime | None
    description: SafeString
    is_open: bool


def about_event(event: Event) -> AboutEvent | None:
    """None if the event says nothing beyond its day."""
    if not any(getattr(event, name) for name in ABOUT):
        return None
    return AboutEvent(
        starts_at=starts_at(event),
        description=render_markdown(event.description),
        is_open=event.state in BEFORE_START,
    )


def starts_at(event: Event) -> datetime | None:
    if event.starts_on is None or event.start_time is None:
        return None
    return datetime.combine(event.starts_on, event.start_time, tzinfo=ZoneInfo(event.time_zone))
