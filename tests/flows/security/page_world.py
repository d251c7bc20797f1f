"""The world of the table of pages: that of the API's table, with sessions, links and marks."""

from copy import copy
from dataclasses import dataclass
from typing import Any

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import connection
from django.test import Client

from config.access.links import issue_links
from config.models import ApiToken
from games.models import Game
from tests.api import world as api_world
from tests.api.rows import filled
from tests.api.table_world import world_of_the_table
from tests.database import rolled_back
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import GameSlot, JournalLine

# In the order of the letters of every row.
WHO = ("anonymous", "player", "other_organiser", "arbiter", "organiser", "site_staff")
LOGIN = "/login/?next="
COUNTS = f"""
    SELECT (SELECT COUNT(*) FROM {JournalLine._meta.db_table}),
           (SELECT COUNT(*) FROM {Game._meta.db_table}),
           (SELECT COUNT(*) FROM {ApiToken._meta.db_table} WHERE revoked_at IS NULL)
"""
NOT_ALLOWED = str(NotAllowed.message).partition("(")[0].strip()


@dataclass(frozen=True)
class Row:
    """One address, or one action of it, and what each of WHO gets, a letter each.

    L: asked to sign in. F: 403. N: 404. M: 405. R: told that this is not allowed.
    W: something was written. o: opened, or refused for another reason than who asks.
    A: W or o, as the lots of the world fell.
    """

    name: str  # of the address, without "pages:"
    action: str  # "get", "post" (a form without a button), or the word of a button
    path: str
    letters: str
    form: dict[str, Any]
    button: str


def rows_of(*lines: Any) -> list[Row]:
    """A row for each action of each line: name, actions, path, letters, form, button."""
    return [
        Row(name, action, path, letters, *rest, *[{}, "do"][len(rest) :])
        for name, actions, path, letters, *rest in lines
        for action in actions.split()
    ]


def make_world() -> api_world.World:
    """That of the API's table, with what only pages have."""
    world: api_world.World = world_of_the_table()
    add_to(world)
    return world


def add_to(world: api_world.World) -> None:
    """Sessions instead of tokens, and what only pages have."""
    for who in WHO:
        client = Client()
        if who != "anonymous":
            client.force_login(world.users[who])
        world.clients[who] = client  # type: ignore[assignment]
    board = world.events["board"]
    codes = dict(issue_links(actor=SYSTEM, event_id=board.pk))
    entry = board.entries.get(player=world.players["player"])
    untouched = world.events["untouched"]
    away = untouched.entries.get(player=world.players["player"])
    away_codes = dict(issue_links(actor=SYSTEM, event_id=untouched.pk))
    counted = GameSlot.objects.get(games__public_id=world.ids["counted"])
    slots = {
        name: GameSlot.objects.filter(pairing_id=world.ids[key]).order_by("number")[0].pk
        for name, key in (("slot", "open_pairing"), ("sent_slot", "pairing"))
    }
    world.ids |= slots | {
        "link": codes[entry.pk],
        "started_other": world.events["started"].entries.exclude(pk=world.ids["away"])[0].pk,
        "counted_pairing": counted.pairing_id,
        "untouched_entry": away.pk,
        "away_link": away_codes[away.pk],
        "open_version": world.events["open"].settings_version,
        "road": api_world.ROAD,
        "player_user": world.users["player"].pk,
    }


class Walk:
    """Asks for the letters of one world; whatever a request did is undone.

    read: the paths of requests whose form their view reads (`forms_read_by_views`). A view that
    did not read the form of one button answers every other button alike, so it is asked once.
    """

    def __init__(self, world: api_world.World, read: list[str]) -> None:
        self.world = world
        self.requests = 0
        self._read = read
        self._before = _written()
        self._unread: dict[tuple[str, str], str] = {}

    def letter_of(self, who: str, row: Row) -> str:
        """What somebody gets."""
        path = row.path.format(**self.world.ids)
        if row.action != "get" and (who, path) in self._unread:
            return self._unread[who, path]
        self._read.clear()
        letter = self._ask(who, row, path)
        if row.action != "get" and not self._read:
            self._unread[who, path] = letter
        return letter

    def _ask(self, who: str, row: Row, path: str) -> str:
        self.requests += 1
        client: Any = self.world.clients[who]
        cookies = copy(client.cookies)
        cache.clear()  # thousands of requests from one address
        form = {name: filled(value, self.world.ids) for name, value in row.form.items()}
        if row.action not in ("get", "post"):
            form[row.button] = row.action
        with rolled_back():
            answer = client.get(path) if row.action == "get" else client.post(path, form)
            letter = _letter(answer, is_written=_written() != self._before)
            answer.close()
        client.cookies = cookies
        return letter


def _written() -> tuple[int, ...]:
    """What changes when something is written: nearly every service writes a line of a journal."""
    with connection.cursor() as cursor:
        cursor.execute(COUNTS)
        return tuple(cursor.fetchone())


def _letter(answer: Any, *, is_written: bool) -> str:
    if answer.status_code in (403, 404, 405):
        return {403: "F", 404: "N", 405: "M"}[answer.status_code] + "!" * is_written
    if answer.status_code >= 500 or answer.status_code == 429:
        return str(answer.status_code)
    if answer.status_code == 302 and answer["Location"].startswith(LOGIN):
        return "L" + "!" * is_written
    said = [str(each) for each in get_messages(answer.wsgi_request)]
    text = "" if answer.streaming else answer.content.decode(errors="replace")
    if any(NOT_ALLOWED in each for each in [*said, text]):
        return "R" + "!" * is_written
    return "W" if is_written else "o"
