"""The admin's form of an event: every setting, with a new event and until the event begins."""

from dataclasses import fields as columns
from typing import Any

import pytest
from django.urls import reverse

from engine.gamnon.ruleset import Ruleset as GamnonRules
from engine.tak.ruleset import Ruleset as TakRules
from engine.tak.scoring import Scoring
from engine.tak.wagers import WagerRules
from engine.taki.ruleset import Ruleset as TakiRules
from tests.builders import make_club, make_event
from tournaments.models import Event, JournalLine, User
from tournaments.services.entries import registration
from tournaments.services.events import settings
from tournaments.services.events.about import ABOUT

ADD = reverse("admin:tournaments_event_add")
NEW = {"slug": "cup", "name": "Cup", "visibility": "public", "time_zone": "UTC", "game": "tak"}
RULES: dict[str, Any] = {"tak": TakRules, "taki": TakiRules, "gamnon": GamnonRules}


@pytest.fixture
def desk(client):
    client.force_login(User.objects.create_superuser("director", password="x"))
    return client


def names_of(values: Any) -> set[str]:
    return {column.name for column in columns(values)}


def address(event: Event) -> str:
    return reverse("admin:tournaments_event_change", args=[event.pk])


def form_at(desk: Any, path: str) -> Any:
    return desk.get(path).context["adminform"].form


def filled(desk: Any, path: str) -> dict[str, str]:
    """The page as a browser would send it back."""
    page = desk.get(path)
    given: dict[str, str] = {}
    for bound in page.context["adminform"].form:
        value = bound.value()
        if value is None or value is False or value == "":
            continue  # a browser sends no empty box; an empty text says nothing here
        given[bound.html_name] = "1" if value is True else str(value)
    for inline in page.context["inline_admin_formsets"]:
        management = inline.formset.management_form
        given |= {each.html_name: str(each.value()) for each in management}
    return given


def save(desk: Any, event: Event, **change: str) -> Any:
    """Send the page of an event back with changes; without "" what a browser leaves out."""
    given = {k: v for k, v in (filled(desk, address(event)) | change).items() if v != "off"}
    answer = desk.post(address(event), given)
    event.refresh_from_db()
    return answer


def errors(answer: Any) -> str:
    assert answer.status_code == 200
    return str(answer.context["adminform"].form.errors)


# --- every setting has a field


def expected_settings() -> set[str]:
    """Read from the tables of the engine and the services, so that a new option is missed here."""
    match = {f"match-{name}" for name in {*settings.MATCH, *settings.OPTIONAL}}
    match -= {"match-points", "match-scoring", "match-stakes", "match-winner_takes_all"}
    match |= {f"match-points-{name}" for name in settings.MATCH["points"]}
    match |= {f"match-scoring-{name}" for name in names_of(Scoring) - {"reserve"}}
    match |= {f"match-stakes-{name}" for name in names_of(WagerRules) | set(settings.STAKES)}
    signing = {f"registration-{name}" for name in registration.DEFAULTS} - {"registration-byes"}
    signing |= {f"registration-byes-{name}" for name in registration.BYES}
    return match | signing | ABOUT | {f"confirm-{name}" for name in settings.CONFIRM}


def test_every_setting_and_option_stands_in_the_form_of_a_new_event(desk):
    form = form_at(desk, ADD)
    rules = {f"{game}-{name}" for game, values in RULES.items() for name in names_of(values)}
    wanted = expected_settings() | rules | {"match-winner_takes_all"}
    assert wanted <= set(form.fields)


@pytest.mark.parametrize("game", RULES)
def test_every_setting_of_its_game_stands_in_the_form_of_an_event(desk, game):
    event = make_event(state="draft", game=game, games=1)
    form = form_at(desk, address(event))
    assert {f"ruleset-{name}" for name in names_of(RULES[game])} <= set(form.fields)
    if game == "tak":
        assert expected_settings() <= set(form.fields)
    else:
        assert set(form.fields) >= ABOUT
        assert "match-winner_takes_all" in form.fields


@pytest.mark.parametrize("page", ["new", "tak", "taki", "gamnon"])
def test_every_field_has_a_label_of_words(desk, page):
    path = ADD if page == "new" else address(make_event(state="draft", game=page, games=1))
    hidden = {"seen_version", "pieces_for"}
    for name, field in form_at(desk, path).fields.items():
        assert name in hidden or (field.label and "_" not in str(field.label)), name


# --- a new event


def test_a_new_event_takes_what_is_usual_where_nothing_is_said(desk):
    assert desk.post(ADD, NEW).status_code == 302
    event = Event.objects.get()
    assert event.ruleset == settings.validate_ruleset("tak", None)
    assert event.match == settings.validate_match(None, game="tak")
    assert event.confirm == settings.validate_confirm(None, game="tak")


@pytest.mark.parametrize("game", ["taki", "gamnon"])
def test_a_new_event_of_cards_takes_what_is_usual_for_cards(desk, game):
    assert desk.post(ADD, NEW | {"game": game}).status_code == 302
    event = Event.objects.get()
    assert (event.game, event.match["points"]) == (game, {"per_game": True})


def test_a_new_event_has_every_setting_that_is_chosen(desk):
    club = make_club("lantern")
    done = desk.post(ADD, NEW | {
        "club": club.pk, "starts_on": "2026-05-01", "time_control-minutes": "7.5",
        "tak-name": "noble", "tak-half_komi": "4", "tak-first_colour": "black",
        "match-games": "1", "match-points-won_x2": "3", "match-rank_by": "game_points",
        "match-tiebreaks": "BH, SB", "match-scoring-methods": "board_plus_reserve, downing",
        "match-scoring-combine": "max", "match-late": "forfeit",
        "match-stakes-scheme": "university", "match-stakes-ante": "3",
        "match-stakes-gamble_draw": "carry_over",
        "confirm-policy": "staff", "confirm-hours": "1.5",
        "registration-limit": "16", "registration-approval": "1", "registration-unrated": "0",
        "registration-byes-limit": "2", "registration-closes_at": "2026-05-01T10:00",
    })  # fmt: skip
    assert done.status_code == 302, errors(done)
    event = Event.objects.get()
    rules, match = event.ruleset, event.match
    assert (rules["name"], rules["size"], rules["half_komi"]) == ("noble", 6, 4)
    assert (rules["first_colour"], rules["undo"]) == ("black", "by_consent")
    assert (match["games"], match["rank_by"], match["late"]) == (1, "game_points", "forfeit")
    assert match["points"] == {"won_x2": 6, "tied_x2": 1, "lost_x2": 0}
    assert match["tiebreaks"] == ["BH", "SB"]
    assert match["scoring"]["methods"] == ["board_plus_reserve", "downing"]
    assert match["scoring"]["combine"] == "max"
    assert (match["stakes"]["scheme"], match["stakes"]["ante"]) == ("university", 3)
    assert match["stakes"]["gamble_draw"] == "carry_over"
    assert event.confirm == {"policy": "staff", "hours": 1.5}
    signing = event.registration
    assert (signing["limit"], signing["approval"], signing["unrated"]) == (16, True, False)
    assert (signing["byes"]["limit"], signing["waiting_list"]) == (2, True)
    assert signing["closes_at"] == "2026-05-01T10:00:00+00:00"
    assert event.time_control == {"minutes": 7.5}


@pytest.mark.parametrize(
    ("game", "option", "typed", "value"),
    [
        ("taki", "last_card_penalty", "4", 4),
        ("taki", "law_plus3", "True", True),
        ("taki", "deck", "112", 112),
        ("gamnon", "packs", "3", 3),
        ("gamnon", "multi_empty", "active_wins", "active_wins"),
    ],
)
def test_a_new_event_of_cards_has_the_options_that_are_chosen(desk, game, option, typed, value):
    done = desk.post(ADD, NEW | {"game": game, f"{game}-{option}": typed})
    assert done.status_code == 302, errors(done)
    assert Event.objects.get().ruleset[option] == value


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"tak-size": "9"}, "give stones and capstones"),
        ({"tak-size": "7", "tak-name": "beta"}, "leave the capstones of size 7"),
        ({"tak-stones": "many"}, "whole number"),
        ({"tak-stones": "0"}, "stones"),
        ({"match-games": "11"}, "a number from 1 to 10"),
        ({"match-tiebreaks": "LUCK"}, "LUCK"),
        ({"match-points-won_x2": "much"}, "points, as 1"),
        ({"match-stakes-scheme": "university", "match-stakes-ante": "-1"}, "ante"),
        ({"registration-clubs": "nobody"}, "nobody"),
        ({"confirm-policy": "dice"}, "dice"),
    ],
)
def test_a_refusal_stands_above_the_form_of_a_new_event(desk, given, words):
    assert words in errors(desk.post(ADD, NEW | given))
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("rules", "board"),
    [
        ({"tak-size": "9", "tak-stones": "60", "tak-capstones": "2"}, (9, 60, 2)),
        ({"tak-size": "7", "tak-name": "beta", "tak-capstones": "1"}, (7, 40, 1)),
        ({"tak-name": "beginner"}, (4, 15, 0)),
    ],
)
def test_boards_that_only_an_event_can_give(desk, rules, board):
    assert desk.post(ADD, NEW | rules).status_code == 302
    given = Event.objects.get().ruleset
    assert (given["size"], given["stones"], given["capstones"]) == board


# --- an event that has not begun


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("state", ["draft", "registration"])
def test_the_form_sent_back_as_it_is_changes_nothing(desk, game, state):
    event = make_event(state=state, game=game, games=1)
    before = (event.ruleset, event.match, event.confirm, event.registration)
    answer = save(desk, event)
    assert answer.status_code == 302, errors(answer)
    assert (event.ruleset, event.match, event.confirm, event.registration) == before
    assert event.settings_version == 0


def test_settings_are_changed_by_the_service(desk):
    event = make_event(state="registration")
    answer = save(desk, event, **{
        "name": "Lantern Cup", "match-games": "3", "ruleset-undo": "by_consent",
        "match-stakes-scheme": "university", "registration-waiting_list": "off",
        "confirm-hours": "2",
    })  # fmt: skip
    assert answer.status_code == 302, errors(answer)
    assert (event.name, event.match["games"]) == ("Lantern Cup", 3)
    assert (event.ruleset["undo"], event.confirm["hours"]) == ("by_consent", 2)
    assert event.match["stakes"]["ante"] == 10
    assert event.registration["waiting_list"] is False
    line = JournalLine.objects.filter(action="event.edited").get()
    assert line.actor["user"] == User.objects.get(username="director").pk


def test_the_set_of_another_board_is_taken_for_nine_only_by_who_saw_it(desk):
    event = make_event(state="draft", size=8)
    refused = save(desk, event, **{"ruleset-size": "9"})
    assert "give stones and capstones" in errors(refused)
    shown = refused.context["adminform"].form
    assert shown["pieces_for"].value() == "standard-9"
    again = save(desk, event, **{"ruleset-size": "9", "pieces_for": shown["pieces_for"].value()})
    assert again.status_code == 302
    assert (event.ruleset["size"], event.ruleset["stones"]) == (9, 50)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"match-games": "99"}, "a number from 1 to 10"),
        ({"ruleset-size": "10"}, "PTN can write no larger board"),
        ({"ruleset-half_komi": "4000"}, "half_komi"),
        ({"name": ""}, "required"),
    ],
)
def test_a_refused_change_is_said_and_changes_nothing(desk, change, words):
    event = make_event(state="draft")
    given = filled(desk, address(event)) | change
    assert words in errors(desk.post(address(event), given))
    event.refresh_from_db()
    assert event.settings_version == 0


def test_who_saves_over_somebody_elses_change_is_told(desk):
    event = make_event(state="draft")
    given = filled(desk, address(event))
    Event.objects.filter(pk=event.pk).update(settings_version=1)
    assert "changed meanwhile" in errors(desk.post(address(event), given | {"name": "Mine"}))
    event.refresh_from_db()
    assert event.name != "Mine"


def test_once_it_has_begun_the_admin_only_shows_it(desk):
    event = make_event()
    assert desk.post(address(event), {"name": "Mine"}).status_code == 403
    assert desk.get(address(event)).status_code == 200


def test_the_address_game_and_state_stay(desk):
    event = make_event(state="draft")
    save(desk, event, slug="other", game="taki", state="finished")
    assert (event.game, event.state) == ("tak", "draft")
    assert event.slug != "other"
