"""Every page of the service, narrow and wide, in three languages. Axe looks at both in English and
at the narrow one in Hebrew: its rules are about what a page consists of, not about its words.

The pages are found by walking the addresses; what stands in their gaps is the demo club, which
has events of all three games, finished, running and to come.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client, override_settings

from config.access.calendar_addresses import renew_address
from config.access.links import issue_links
from config.demo import cast, events, knockout, season, team_events
from config.demo.records import GameStock, stored_games
from config.management.commands.demo import create_demo
from config.notices.unsubscribing import unsubscribe_path
from games.models import Game, Import
from games.services.records.import_requests import RecordFile, request_import
from games.services.records.import_runs import run_import
from ratings.models import Pool
from tests.browsing import LANGUAGES, PHONE, WIDTHS, browser_of, faults, in_a_browser, report_errors
from tests.builders import acting, make_event
from tests.config.demo_day import TODAY
from tests.config.oauth.programs import make_program
from tests.flows.events.draft_world import webhook_of
from tests.flows.records import FIRST_BY_ROAD, ptn
from tests.flows.security.addresses import Address, every_address
from tests.games.stakes.staked_table import Table
from tests.kept.databases import kept_world
from tournaments.actor import SYSTEM
from tournaments.models import Entry, Event, Pairing, User
from tournaments.services.teams import make_team

pytestmark = in_a_browser

ELSEWHERE = ("api/", "admin/", "healthz", "readyz", "i18n/")
# Links that nobody was given, and the page before the first account: the tests of accounts, of
# signing up, of invitations and of applications open real ones.
UNKNOWN = {
    "reset/<str:uidb64>/<str:token>/", "email/<str:uidb64>/<str:token>/", "invite/<str:code>/",
    "accounts/<int:user_id>/reset/", "first/", "oauth/authorize/",
}  # fmt: skip

# A page, a part of one, the way to another page, a button: what an address may answer.
PAGE, PART, ONWARD, BUTTON = 200, 204, 302, 405


READERS = (None, "ada", cast.ORGANISER, cast.ADMIN)
AXE_LOOKS_AT = {"en": WIDTHS, "he": (PHONE,)}
# Each test opens every sixth address, so that all cores have some.
PARTS = 6


@pytest.fixture
def paths(transactional_db):
    """By pattern of an address: the paths in the demo club that it may have."""
    if connection.vendor != "sqlite":
        return paths_by_pattern()
    with kept_world(paths_by_pattern) as kept:
        yield kept


@pytest.mark.parametrize("part", range(PARTS))
def test_no_page_has_a_fault(paths, live_server, part):
    looked_at: set[str] = set()
    answered: dict[str, set[int]] = {}
    found: list[Any] = []
    for name in READERS:
        reader = account(name) if name else None
        pages = []
        for pattern in list(paths)[part::PARTS]:
            for path in paths[pattern]:
                code = status(reader, path) if path not in looked_at else 0
                answered.setdefault(pattern, set()).add(code)
                pages += [path] if code == PAGE else []
        looked_at.update(pages)
        for language in LANGUAGES if pages else ():
            with browser_of(reader, live_server, language, width=PHONE) as page:
                report_errors(page, found)
                for path in pages:
                    page.goto(path)
                    found += faults(page, AXE_LOOKS_AT.get(language, ()))
    assert found == []
    known = {PAGE, PART, ONWARD, BUTTON}
    assert [pattern for pattern, codes in answered.items() if not codes & known] == []


def paths_by_pattern() -> dict[str, list[str]]:
    """Of the demo club, with what it does not do: a match for stakes."""
    with override_settings(ON_ONE_MACHINE=True):  # the demo makes passwords only then
        create_demo(GameStock(stored_games()), today=TODAY)
    staked = Table()
    given = values_by_gap(staked)
    where = places_of(staked)
    paths = {}
    for address in pages_of_the_service():
        there = dict(given)
        for part, values in where.items():
            if part in address.pattern:
                there |= values
        paths[address.pattern] = list(address.filled(there))
    return paths


def places_of(staked: Table) -> dict[str, dict[str, list[Any]]]:
    """What stands in the gaps of pages that the Swiss of the demo does not have, by a part of the
    address.
    """
    for slug, system in (("steps", "ladder"), ("rush", "arena"), ("teamed", "team_swiss")):
        made = make_event(slug=slug, games=1, stages=[{"system": system}])
    return {
        "/stakes/": {"slug": [staked.event.slug]},
        "/bracket/": {"slug": [knockout.KNOCKOUT]},
        "/ladder/": {"slug": ["steps"]},
        "/arena/": {"slug": ["rush"]},
        "/matches/": {"slug": [team_events.TEAM_CUP], "rounds/number": [1], "match": [1]},
        "/lineup/": {"slug": ["teamed"], "team_id": [made.teams.all()[0].pk]},
    }


def status(reader: User | None, path: str) -> int:
    """What the reader is answered; 204 for what is a part of a page."""
    client = Client()
    if reader is not None:
        client.force_login(reader)
    answer = client.get(path)
    whole = answer.status_code != 200 or answer.content.startswith(b"<!doctype html>")
    return answer.status_code if whole else PART


def pages_of_the_service() -> Iterator[Address]:
    """Every address that may be a page; a dot is for a file."""
    for address in every_address():
        beside = address.pattern.startswith(ELSEWHERE) or address.pattern in UNKNOWN
        if not beside and "." not in address.pattern:
            yield address


def values_by_gap(staked: Table) -> dict[str, list[Any]]:
    """By gap: of the Swiss event that is being played, and a game of each kind."""
    event = Event.objects.get(slug=events.SWISS)
    number = event_rounds(event)[-1]
    pairing = Pairing.objects.filter(round__event=event, round__number=number).order_by("pk")[0]
    entry = Entry.objects.filter(event=event).order_by("number")[0]
    ada, bruno = (account(name).player.public_id for name in ("ada", "bruno"))
    application = make_program(maker=account("ada")).application
    return {
        "slug": [event.slug],
        "client_id": [application.client_id],
        "token": [unsubscribe_path(account("ada").pk).split("/")[-2]],
        "secret": [renew_address(actor=acting(account("ada")))[1]],
        "import_id": [done_import().pk],
        "category_id": [event.categories.get().pk],
        "team_id": [make_team(actor=SYSTEM, event_id=event.pk, name="Owls").pk],
        "webhook_id": [webhook_of(account(cast.ORGANISER), event).pk],
        "clubs/slug": [cast.CLUB_SLUG],
        "ratings/slug": list(Pool.objects.values_list("slug", flat=True)[:1]),
        "rules/slug": ["tak", "taki", "gamnon"],
        "rules/game": ["tak", "taki", "gamnon"],
        "series/slug": [season.SLUG],
        "rounds/number": [1, number],
        "stages/number": [1],
        "number": [1],
        "entry": [entry.number],
        "entry_id": [entry.pk],
        "match/pairing_id": [staked.pairing.pk],
        "pairing_id": [pairing.pk],
        "pairing": [pairing.pk],
        "slot_id": [pairing.slots.all()[0].pk],
        "games/public_id": [
            Game.objects.filter(game=game).exclude(verdict=None).order_by("pk")[0].public_id
            for game in ("tak", "taki", "gamnon")
        ],
        "public_id": [ada],
        "other": [bruno],
        "language/code": ["he"],
        "code": [issue_links(actor=SYSTEM, event_id=event.pk)[0][1]],
    }


def done_import() -> Import:
    """With one stored game and one refused."""
    files = [RecordFile("evening.ptn", f"{ptn(FIRST_BY_ROAD)}\n{ptn('1. a1 e5 2. e5 a2')}")]
    asked = request_import(actor=acting(account(cast.ADMIN)), files=files)
    while run_import(asked.pk):
        pass
    return asked


def event_rounds(event: Event) -> list[int]:
    rounds = event.rounds.filter(state__in=["published", "closed"])
    return list(rounds.order_by("number").values_list("number", flat=True))


def account(name: str) -> User:
    return User.objects.get(username=name)
