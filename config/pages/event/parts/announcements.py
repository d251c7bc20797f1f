"""Announcements on the pages of an event: what a reader may read, and what a wall shows."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from config.pages.annotations import Announcement, Event
from config.pages.markdown import render_markdown
from tournaments import selectors
from tournaments.actor import ANONYMOUS, Actor
from tournaments.choices import AnnouncedTo

OPEN = 2  # shown without a press
ON_WALL, LETTERS_ON_WALL = 3, 400


class ShownAnnouncement(NamedTuple):
    """to: who it is for, in words. people, withdrawn_at: for staff."""

    id: int
    at: datetime
    html: SafeString
    to: str
    people: int | None
    withdrawn_at: datetime | None


class AnnouncementList(NamedTuple):
    newest: list[ShownAnnouncement]
    older: list[ShownAnnouncement]


def shown_announcements(event: Event, actor: Actor) -> AnnouncementList:
    """What this reader may read on the page of the event, the newest first."""
    rows = selectors.visible_announcements(event, actor).filter(withdrawn_at=None)
    found = show_announcements(rows)
    return AnnouncementList(found[:OPEN], found[OPEN:])


def announcements_on_wall(event: Event) -> list[ShownAnnouncement]:
    """The latest announcements to everybody, even if staff opened the wall: a whole hall reads it.

    Long texts are cut.
    """
    rows = selectors.visible_announcements(event, ANONYMOUS)[:ON_WALL]
    return show_announcements(rows, most=LETTERS_ON_WALL)


def show_announcements(
    rows: Iterable[Announcement], *, most: int | None = None
) -> list[ShownAnnouncement]:
    """most: how many characters of a text are shown; None: all."""
    return [
        ShownAnnouncement(
            id=each["id"],
            at=each["at"],
            html=render_markdown(Truncator(each["text"]).chars(most) if most else each["text"]),
            to=_to_words(each["to"], each["round"]),
            people=each["people"],
            withdrawn_at=each["withdrawn_at"],
        )
        for each in selectors.describe_announcements(rows)
    ]


def _to_words(to: str, number: int | None) -> str:
    """To whom, with the number of the round as it was then."""
    if to == AnnouncedTo.ROUND:
        return _("To those who are in round {round}").format(round=number)
    if to == AnnouncedTo.PLAYING:
        return _("To those who still play in round {round}").format(round=number)
    if to == AnnouncedTo.OWING:
        return _("To those whose results are missing")
    return _("To everybody")
