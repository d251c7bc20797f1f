"""The settings of an event at the desk: a plain form, its stages, a copy."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import acting, make_event, make_user
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.services import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss():
    return make_user("boss")


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def text_of(response: Any) -> str:
    return str(response.content.decode())


def at(name: str, *args: object) -> str:
    return reverse(f"pages:{name}", args=args)


def fields_of(client: Client, slug: str = "cup") -> dict[str, str]:
    """The form of the settings as a browser would send it back."""
    page = text_of(client.get(at("manage-settings", slug)))
    form = page[page.index('name="settings_version"') - 40 : page.index("Keep the settings")]
    found: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", form):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if (
            name is None
            or " disabled" in tag
            or ('type="checkbox"' in tag and " checked" not in tag)
        ):
            continue
        found[name[1]] = value[1] if value else "on"
    for name, body in re.findall(r'<select [^>]*name="([^"]+)">(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', body)
        assert chosen, name
        found[name] = chosen[1]
    for name, body in re.findall(
        r'<textarea [^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S
    ):
        found[name] = body
    return found


@pytest.mark.parametrize("game", ["tak", "taki", "gamnon"])
def test_the_form_sent_back_as_it_is_changes_nothing(boss, game):
    event = make_event(organiser=boss, slug="cup", state="registration", game=game, games=1)
    client = signed_in(boss)
    kept = client.post(at("manage-settings", "cup"), fields_of(client))
    assert kept.status_code == 302
    before = (event.ruleset, event.match, event.confirm, event.settings_version)
    event.refresh_from_db()
    assert (event.ruleset, event.match, event.confirm, event.settings_version) == before


def test_settings_are_changed_by_plain_fields(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    client = signed_in(boss)
    given = fields_of(client) | {
        "name": "Lantern <Cup>",
        "starts_on": "2026-06-01",
        "registration-limit": "16",
        "registration-approval": "1",
        "registration-closes_at": "2026-05-31T18:00",
        "time_zone": "UTC",
        "match-points-won_x2": "3",
        "match-late_x2": "½",
        "match-tiebreaks": "BH/C1, SB",
        "ruleset-half_komi": "4",
        "confirm-hours": "1.5",
    }
    assert client.post(at("manage-settings", "cup"), given).status_code == 302
    event.refresh_from_db()
    registration = event.registration
    assert (event.name, str(event.starts_on)) == ("Lantern <Cup>", "2026-06-01")
    assert (registration["limit"], registration["approval"]) == (16, True)
    assert registration["closes_at"] == "2026-05-31T18:00:00+00:00"
    assert event.match["points"] == {"won_x2": 6, "tied_x2": 1, "lost_x2": 0}
    assert (event.match["late_x2"], event.match["tiebreaks"]) == (1, ["BH/C1", "SB"])
    assert (event.ruleset["half_komi"], event.confirm["hours"]) == (4, 1.5)
    assert "Lantern &lt;Cup&gt;" in text_of(client.get(at("manage-settings", "cup")))


def test_a_free_round_that_is_left_empty_is_worth_a_win(boss):
    event = make_event(organiser=boss, slug="cup", state="draft")
    client = signed_in(boss)
    assert fields_of(client)["match-bye_allocated_x2"] == ""
    for typed, kept in (("1½", 3), ("", None)):
        given = fields_of(client) | {"match-bye_allocated_x2": typed}
        assert client.post(at("manage-settings", "cup"), given).status_code == 302
        event.refresh_from_db()
        assert event.match["bye_allocated_x2"] == kept
        assert fields_of(client)["match-bye_allocated_x2"] == typed


def test_another_board_brings_its_pieces_along(boss):
    event = make_event(organiser=boss, slug="cup", state="draft", size=5)
    client = signed_in(boss)
    client.post(at("manage-settings", "cup"), fields_of(client) | {"ruleset-size": "6"})
    event.refresh_from_db()
    # Source: TAK-2.2: 30 stones and a capstone on 6×6, 21 and one on 5×5.
    assert (event.ruleset["size"], event.ruleset["stones"]) == (6, 30)


def test_saving_over_somebody_elses_change_is_told(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    client = signed_in(boss)
    old = fields_of(client)
    events.edit_event(actor=acting(boss), event_id=event.pk, changes={"name": "Theirs"})
    late = client.post(at("manage-settings", "cup"), old | {"name": "Mine"})
    page = text_of(late)
    assert late.status_code == 412
    assert 'value="Mine"' in page
    assert "Theirs" in page
    event.refresh_from_db()
    assert event.name == "Theirs"


def test_a_refused_value_is_shown_with_what_was_typed(boss):
    make_event(organiser=boss, slug="cup", state="registration")
    client = signed_in(boss)
    for change in ({"match-games": "lots"}, {"match-tiebreaks": "NONE"}, {"ruleset-size": "99"}):
        refused = client.post(at("manage-settings", "cup"), fields_of(client) | change)
        assert refused.status_code == 422
        assert f'value="{next(iter(change.values()))}"' in text_of(refused)


def test_once_it_runs_only_what_pairs_nothing_may_change(boss):
    event = make_event(organiser=boss, slug="cup")
    client = signed_in(boss)
    given = fields_of(client)
    assert "match-games" not in given
    assert "name" in given
    kept = client.post(at("manage-settings", "cup"), given | {"name": "Later"})
    assert kept.status_code == 302
    sneaked = client.post(at("manage-settings", "cup"), fields_of(client) | {"match-games": "5"})
    event.refresh_from_db()
    assert (event.name, event.match["games"], sneaked.status_code) == ("Later", 2, 302)


def test_the_options_of_a_stage_are_changed(boss):
    event = make_event(
        organiser=boss, slug="cup", state="registration", stages=[{"system": "swiss"}]
    )
    client = signed_in(boss)
    form = {"rounds": "5", "legs": "2, 1", "top_moves": "first", "groups": "1",
            "rematches_from": "", "days": ""}  # fmt: skip
    assert client.post(at("manage-stage-settings", "cup", 1), form).status_code == 302
    options = event.stages.get().options
    assert options == {"rounds": 5, "legs": [2, 1], "top_moves": "first"}
    refused = client.post(at("manage-stage-settings", "cup", 1), form | {"rounds": "1000"})
    assert refused.status_code == 422
    assert 'value="1000"' in text_of(refused)


def test_an_event_is_copied_from_its_settings(boss):
    make_event(organiser=boss, slug="cup")
    made = signed_in(boss).post(
        at("manage-copy", "cup"), {"name": "Again", "slug": "again", "with_entries": "1"}
    )
    assert made["Location"] == at("manage", "again")
    assert Event.objects.get(slug="again").entries.count() == 4


def test_times_are_typed_and_shown_in_the_zone_of_the_event(boss):
    event = make_event(organiser=boss, slug="cup", state="registration", time_zone="Asia/Jerusalem")
    client = signed_in(boss)
    given = fields_of(client) | {"registration-closes_at": "2026-07-01T18:00"}
    client.post(at("manage-settings", "cup"), given)
    event.refresh_from_db()
    # Source: summer time of Israel is three hours ahead of UTC.
    assert event.registration["closes_at"] == "2026-07-01T18:00:00+03:00"
    assert fields_of(client)["registration-closes_at"] == "2026-07-01T18:00"


def test_the_time_for_a_game_is_a_setting_and_stands_at_the_event(boss):
    make_event(organiser=boss, slug="cup", state="draft", time_control={"class": "rapid"})
    client = signed_in(boss)
    fields = fields_of(client)
    fields |= {"time_control-minutes": "7.5", "time_control-increment_seconds": "5"}
    client.post(at("manage-settings", "cup"), fields)
    event = Event.objects.get(slug="cup")
    assert event.time_control == {"class": "rapid", "minutes": 7.5, "increment_seconds": 5}
    assert "7.5 min + 5 s" in text_of(client.get(at("event", "cup")))
    fields = fields_of(client) | {"time_control-minutes": "", "time_control-increment_seconds": ""}
    client.post(at("manage-settings", "cup"), fields)
    event.refresh_from_db()
    assert event.time_control == {"class": "rapid"}
    refused = client.post(at("manage-settings", "cup"), fields_of(client) | {
        "time_control-minutes": "-3",
    })  # fmt: skip
    assert refused.status_code == 422


def test_the_time_for_a_game_stays_once_the_event_has_begun(boss):
    event = make_event(organiser=boss, slug="cup")
    page = text_of(signed_in(boss).get(at("manage-settings", "cup")))
    assert re.search(r'name="time_control-minutes"[^>]* disabled', page)
    with pytest.raises(DomainError):
        events.edit_event(
            actor=acting(boss), event_id=event.pk, changes={"time_control": {"minutes": 3}}
        )
