"""Every address of the pages, every button on them, everybody: only what the table says.

The addresses are found in the resolver, the buttons in the code and the templates of the pages
(`page_actions.py`): a new one needs a row in `page_table.py` or `page_table_desk.py`.
"""

import inspect
import re
from pathlib import Path

import pytest
from django.urls import URLPattern, get_resolver
from django.views.generic import FormView

import config.pages
from tests.api.table import TABLE as API_TABLE
from tests.flows.hostile.sending import forms_read_by_views
from tests.flows.security import page_world
from tests.flows.security.page_actions import actions_of_modules
from tests.flows.security.page_operations import OPERATIONS, PAGE_ONLY
from tests.flows.security.page_table import PAGES
from tests.flows.security.page_table_desk import DESK
from tests.flows.security.page_world import WHO, Walk

make_world = page_world.make_world


@pytest.fixture
def world(db, made_world, no_log, known_askers):
    """One world for both walks, which roll every request back."""
    return made_world


def views_of(patterns):
    """The name and the view of each address of the pages."""
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.name), pattern.callback
        else:
            yield from views_of(pattern.url_patterns)


TABLE = [*PAGES, *DESK]
RESOLVER = get_resolver("config.pages.urls")
VIEWS = dict(views_of(RESOLVER.url_patterns))
NAMES = {name for name in RESOLVER.reverse_dict if isinstance(name, str)}
ROWS = {(row.name, row.action) for row in TABLE}
# The addresses whose forms the actions of a module come from.
SENT_TO = {
    "account.tokens": ("own-tokens",),
    "application.ask": ("authorize",),
    "application.made": ("own-application",),
    "desk.archives": ("take-archive",),
    "calendar.own": ("own-calendar",),
    "notices.devices": ("own-devices",),
    "club.about": ("club-about",),
    "desk.announcements": ("manage-announcements",),
    "desk.apart": ("manage-apart",),
    "desk.checkin": ("manage-checkin",),
    "desk.entry_acts": ("manage-entry", "manage-press"),
    "desk.imports": ("event-import",),
    "desk.links": ("event-links",),
    "desk.record_imports": ("import",),
    "desk.results.decisions": ("manage-slot",),
    "desk.people.members": ("club-members",),
    "desk.people.same_player": ("manage-same",),
    "desk.rounds.draft": ("manage-draft",),
    "desk.rounds.match": ("manage-match",),
    "desk.rounds.published": ("manage-round",),
    "desk.setup.new_event": ("manage-new",),
    "desk.setup.stages": ("manage-stages",),
    "desk.steps.actions": ("manage",),
    "desk.staff": ("event-staff", "club-staff"),
    "event.approving": ("approve-event", "approve-club"),
    "desk.setup.playtak": ("manage-playtak",),
    "game.score_sheets": ("slot-sheets",),
    "me.own_names": ("own-names",),
    "desk.people.fees": ("manage-fees",),
    "desk.people.qualifiers": ("manage-qualifiers",),
    "desk.setup.prizes": ("manage-prizes",),
    "desk.setup.team": ("manage-team",),
    "desk.setup.teams": ("manage-teams",),
    "event.entering": ("event-entering",),
    "event.parts.prizes_page": ("event-prizes",),
    "event.rolling.arena_page": ("event-arena",),
    "event.rolling.ladder_page": ("event-ladder",),
    "event.stakes": ("stakes-match",),
    "game.games": ("answer", "personal-answer"),
    "game.sending": ("submit", "personal-submit"),
    "me.absences": ("personal-away", "event-entering"),
    "me.agreed_times": ("time", "personal-time"),
    "me.my_clubs": ("me-club",),
    "me.my_stakes": ("bids", "personal-bids"),
    "me.personal": ("personal-code",),
    "webhook.webhook": ("webhook",),
}
BUTTON = re.compile(r'name="(?:do|answer)" value="([^"{]+)"')
TEMPLATES = Path(config.pages.__file__).parent / "templates"


def test_every_address_has_rows_for_reading_and_for_sending():
    assert {(name, method) for name in NAMES for method in ("get", "post")} - ROWS == set()
    assert {name for name, _action in ROWS} - NAMES == set()


def test_every_action_of_the_code_has_a_row():
    assert set(actions_of_modules()) == set(SENT_TO)
    wanted = {
        (name, action)
        for module, actions in actions_of_modules().items()
        for name in SENT_TO[module]
        for action in actions
    }
    assert wanted - ROWS == set()


def test_every_button_of_a_template_has_a_row():
    buttons = {
        word
        for template in TEMPLATES.rglob("*.html")
        for word in BUTTON.findall(template.read_text(encoding="utf-8"))
    }
    assert len(buttons) > 40
    assert buttons - {row.action for row in TABLE} == set()


def test_the_walk_finds_every_way_to_tell_actions_apart():
    """Each way that the code uses today; `page_actions.py` reads no other."""
    found = actions_of_modules()
    assert "undo" in found["event.approving"]  # compared
    assert {"open", "unstart"} <= found["desk.steps.actions"]  # a dict of the module
    assert {"begin", "playoff"} <= found["desk.setup.stages"]  # a dict of Action
    assert {"club", "family"} <= found["desk.apart"]  # constants
    assert "no_bye" in found["me.absences"]  # a variable


def test_pages_do_nothing_that_the_api_cannot():
    """Every action of a page has an operation of the API, or a reason why it has none."""
    by_api = {
        (name, action)
        for name, actions in OPERATIONS.items()
        for words in actions
        for action in words.split()
    }
    assert not by_api & set(PAGE_ONLY)
    assert {row for row in ROWS if _acts(*row)} - by_api - set(PAGE_ONLY) == set()
    assert {name for name, _action in {*by_api, *PAGE_ONLY}} <= NAMES
    named = {operation for actions in OPERATIONS.values() for operation in actions.values()}
    assert named <= {name for name, method in API_TABLE if method != "get"}


def _acts(name, action):
    """A button; the form of a page without buttons, if its view reads forms."""
    if action != "post":
        return action != "get"
    rows = {row.action: row.letters for row in TABLE if row.name == name}
    only_form = len(rows) == 2 and (rows["get"] == "MMMMMM" or _reads_forms(VIEWS[name]))
    return "W" in rows["post"] or only_form


def _reads_forms(view):
    """Whether a view, or one behind its decorators, asks for the method or for a form."""
    if hasattr(view, "view_class"):
        return issubclass(view.view_class, FormView)
    return "POST" in inspect.getsource(inspect.unwrap(view))


@pytest.mark.slow
@pytest.mark.parametrize("rows", [PAGES, DESK], ids=["pages", "desk"])
def test_everybody_gets_what_the_table_of_pages_says(world, rows):
    wrong = []
    with forms_read_by_views() as read:
        walk = Walk(world, read)
        for row in rows:
            for who, expected in zip(WHO, row.letters, strict=True):
                found = walk.letter_of(who, row)
                if found != expected and not (expected == "A" and found in "Wo"):
                    wrong.append((row.name, row.action, row.path, who, expected, found))
    print(f"{len(rows) * len(WHO)} letters in {walk.requests} requests")
    assert wrong == [], "\n".join(map(str, wrong))


def test_nobody_without_a_right_writes_anything():
    """What the table itself must say, whoever fills it in."""
    for row in DESK:
        assert row.letters[0] == "L", row
        if row.name not in ("manage-events", "manage-new"):
            assert row.letters[1:3] == "NN", row
