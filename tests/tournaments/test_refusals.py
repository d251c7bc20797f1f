"""What is refused names its field or has a code of its own, which programs read."""

from typing import Any

import pytest
from django.utils import translation

from tests.builders import entry_of, make_club, make_event, make_player, make_user
from tournaments.actor import SYSTEM
from tournaments.errors import InvalidInput
from tournaments.services.entries import absences, withdrawals
from tournaments.services.events import roles, settings
from tournaments.services.people import handles
from tournaments.services.stages import stages, table_sizes
from tournaments.services.stages.stage_settings import CHECKS

pytestmark = pytest.mark.django_db
SWISS: Any = [{"system": "swiss", "options": {"rounds": 3}}]


def refused_field(act):
    with pytest.raises(InvalidInput) as refused:
        act()
    return refused.value.details["field"]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"class": "Blitz!"}, "time_control.class"),
        ({"class": 5}, "time_control.class"),
        ({"days": 5}, "time_control.days"),
        ({"minutes": -1}, "time_control.minutes"),
    ],
)
def test_a_time_control_names_what_is_wrong_in_it(given, field):
    assert refused_field(lambda: settings.validate_time_control(given)) == field


@pytest.mark.parametrize("game", ["taki", "gamnon"])
def test_stakes_are_for_tak_only(game):
    match: dict[str, Any] = {"stakes": {}}
    assert refused_field(lambda: settings.validate_match(match, game=game)) == "match.stakes"


def test_a_role_that_does_not_exist_is_neither_given_nor_taken_back():
    user, club, event = make_user(), make_club(), make_event(state="draft")
    asked: dict[str, Any] = {"actor": SYSTEM, "user_id": user.pk, "role": "king"}
    calls: list[tuple[Any, dict[str, int]]] = [
        (roles.grant_club_role, {"club_id": club.pk}),
        (roles.revoke_club_role, {"club_id": club.pk}),
        (roles.grant_event_role, {"event_id": event.pk}),
        (roles.revoke_event_role, {"event_id": event.pk}),
    ]
    for act, of in calls:
        assert refused_field(lambda act=act, of=of: act(**asked, **of)) == "role"


def test_a_handle_says_whether_its_site_or_its_name_is_too_long():
    asked: dict[str, Any] = {"actor": SYSTEM, "player_id": make_player().pk}
    long = "x" * 300
    assert refused_field(lambda: handles.add_handle(**asked, site=long, name="a")) == "handles.site"
    assert refused_field(lambda: handles.add_handle(**asked, site="a", name=long)) == "handles.name"


def test_nobody_withdraws_before_the_last_round_or_asks_for_one_before_the_first():
    asked: dict[str, Any] = {"actor": SYSTEM, "entry_id": entry_of(make_event(), 1).pk}
    withdraw, ask = absences.withdraw_entry, absences.ask_bye
    assert refused_field(lambda: withdraw(**asked, from_round=0)) == "from_round"
    assert refused_field(lambda: ask(**asked, round_number=0)) == "round"


def test_a_withdrawal_that_never_was_is_not_undone():
    with pytest.raises(withdrawals.NotWithdrawn) as refused:
        withdrawals.undo_withdrawal(actor=SYSTEM, entry_id=entry_of(make_event(), 1).pk)
    assert refused.value.code == "not_withdrawn"


@pytest.mark.parametrize(
    ("options", "problem"),
    [({"rematches_from": 0}, "a number from 1 to"), ({"days": 0}, "days")],
)
def test_an_option_of_a_stage_is_checked(options, problem):
    event = make_event(stages=SWISS, state="draft")
    with pytest.raises(InvalidInput, match=problem):
        stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options=options)


@pytest.mark.parametrize("option", CHECKS)
def test_what_an_option_may_be_is_said_in_the_language_of_the_reader(option):
    _check, wanted = CHECKS[option]
    with translation.override("en"):
        english = str(wanted)
    with translation.override("he"):
        assert str(wanted) != english


def test_rematches_may_be_allowed_from_a_round_on():
    event = make_event(stages=SWISS, state="draft")
    options = {"rematches_from": 2}
    stage = stages.edit_stage(actor=SYSTEM, event_id=event.pk, number=1, options=options)
    assert stage.options["rematches_from"] == 2


def test_pairs_are_refused_where_a_table_needs_three():
    def check(game, system):
        ruleset = settings.validate_ruleset(game, None)
        table_sizes.check_stage(game, ruleset, system=system, options={})

    assert refused_field(lambda: check("gamnon", "swiss")) == "stages"
    check("gamnon", "tables")
    check("taki", "swiss")
