"""The desk: planning an event, its next step, its settings and its journal."""

import re
from typing import Any

import pytest
from django.test import Client

from config.pages.desk.setup.presets import PRESETS, stages_of, swiss_rounds
from config.pages.desk.steps.panel import next_step_address
from config.planning import EventPlan, Person, plan_event
from tests.builders import (
    acting,
    decide_round,
    make_club,
    make_event,
    make_player,
    make_user,
    published_round,
)
from tests.clients import signed_in, text_of, url_of
from tournaments.actor import SYSTEM
from tournaments.errors import NotFound
from tournaments.models import Event, EventRole, Player
from tournaments.services.entries.entries import enter
from tournaments.services.events import roles
from tournaments.services.events.events import NewEvent
from tournaments.services.people import people

PAGES = ("manage", "manage-players", "manage-checkin", "manage-apart", "manage-points",
         "manage-settings", "manage-journal")  # fmt: skip


NEW: dict[str, Any] = {
    "name": "Lantern Cup", "starts_on": "2026-05-01", "preset": "swiss", "size": "5",
    "time_zone": "Asia/Jerusalem", "opens": "1",
}  # fmt: skip


def create(client: Client, **changes: Any) -> Any:
    """Look it over, then press create with the mark of what was looked over."""
    given = NEW | changes
    seen = client.post(url_of("manage-new"), given | {"do": "review"})
    mark = re.search(r'name="looked_at" value="(\w+)"', text_of(seen))
    assert mark, text_of(seen)
    return client.post(url_of("manage-new"), given | {"do": "create", "looked_at": mark[1]})


# --- who may


@pytest.mark.parametrize("page", PAGES)
def test_only_staff_find_the_desk(boss, page):
    make_event(organiser=boss, slug="cup")
    assert signed_in(boss).get(url_of(page, "cup")).status_code == 200
    assert signed_in(make_user("other")).get(url_of(page, "cup")).status_code == 404
    to_login = Client().get(url_of(page, "cup"))
    assert to_login.status_code == 302
    assert url_of("login") in to_login["Location"]


def test_nobody_else_presses_a_button(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    for client, status in ((signed_in(make_user("other")), 404), (Client(), 302)):
        assert client.post(url_of("manage", "cup"), {"do": "start"}).status_code == status
        saved = client.post(
            url_of("manage-settings", "cup"), {"name": "Mine", "settings_version": 0}
        )
        assert saved.status_code == status
    event.refresh_from_db()
    assert (event.state, event.name) == ("registration", "Cup")


def test_my_events_are_those_i_am_staff_of(boss):
    make_event(organiser=boss, slug="mine", state="draft")
    make_event(slug="theirs")
    page = text_of(signed_in(boss).get(url_of("manage-events")))
    assert "Mine" in page
    assert "Theirs" not in page


def test_staff_find_the_desk_from_the_page_of_the_event(boss):
    make_event(organiser=boss, slug="cup")
    link = f'href="{url_of("manage", "cup")}"'
    assert link in text_of(signed_in(boss).get(url_of("event", "cup")))
    assert link not in text_of(signed_in(make_user("other")).get(url_of("event", "cup")))
    assert url_of("manage-events") in text_of(signed_in(boss).get(url_of("me")))


# --- a new event


def test_an_event_is_planned_with_its_players_at_once(boss):
    known = make_player("Ada", account=False)
    client = signed_in(boss)
    done = create(client, names="Ada\nNoa\n\n  Bo  ")
    event = Event.objects.get()
    assert done["Location"] == next_step_address("lantern-cup")
    assert (event.state, event.ruleset["size"], event.time_zone) == (
        "registration", 5, "Asia/Jerusalem",
    )  # fmt: skip
    assert sorted(event.entries.values_list("player__name", flat=True)) == ["Ada", "Bo", "Noa"]
    assert known.entries.filter(event=event).exists()  # found, not made again
    assert EventRole.objects.get(event=event).user == boss


def test_place_and_time_are_given_with_the_event(boss):
    about = {"venue": "Café Lantern", "start_time": "19:30", "description": "**Bring** a board."}
    refused = signed_in(boss).post(url_of("manage-new"), NEW | about | {"rounds": "x"})
    assert 'value="Café Lantern"' in text_of(refused, 422)
    create(signed_in(boss), **about)
    event = Event.objects.get()
    assert (event.venue, event.description) == (about["venue"], about["description"])
    assert f"{event.start_time:%H:%M}" == "19:30"


def test_nothing_is_made_before_it_was_looked_over(boss):
    client = signed_in(boss)
    seen = client.post(url_of("manage-new"), NEW | {"do": "create", "names": "Ada"})
    assert seen.status_code == 200
    assert not Event.objects.exists()
    other = client.post(
        url_of("manage-new"), NEW | {"do": "create", "names": "Ada", "looked_at": "0" * 16}
    )
    assert other.status_code == 200
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def test_what_is_looked_over_is_what_was_typed(boss):
    given = NEW | {"preset": "swiss", "rounds": "3", "names": "Ada\nNoa", "do": "review"}
    page = text_of(signed_in(boss).post(url_of("manage-new"), given))
    looked_over = page[page.index('id="over"') : page.index('value="create"')]
    for words in ("<bdi>Lantern Cup</bdi>", "May 1, 2026", "3 rounds", "<dd>2</dd>"):
        assert words in looked_over, words


@pytest.mark.parametrize("rounds", ["0", "-1", "1000"])
def test_rounds_that_cannot_be_are_refused_at_their_field(boss, rounds):
    refused = signed_in(boss).post(url_of("manage-new"), NEW | {"rounds": rounds, "do": "review"})
    assert 'id="rounds_error"' in text_of(refused, 422)


def test_a_name_that_is_too_long_is_named(boss):
    refused = signed_in(boss).post(url_of("manage-new"), NEW | {"names": "Ada\n" + "Bo" * 60})
    page = text_of(refused, 422)
    assert f"longer than 100 characters: \u2068{'Bo' * 10}…\u2069" in page


def test_two_of_one_name_are_asked_about(boss):
    first, second = make_player("Dov", account=False), make_player("Dov", account=False)
    client = signed_in(boss)
    refused = create(client, names="Dov")
    assert refused.status_code == 422
    assert not Event.objects.exists()
    assert first.public_id in text_of(refused, 422)
    assert second.public_id in text_of(refused, 422)
    create(client, names="Dov", **{"who-0": second.public_id})
    assert Event.objects.get().entries.get().player == second


def test_a_name_in_another_spelling_is_asked_about(boss):
    hana = make_player("Hana Dvořáková", account=False)
    client = signed_in(boss)
    refused = create(client, names="Hana Dvorakova")
    assert refused.status_code == 422
    assert hana.public_id in text_of(refused, 422)
    create(client, names="Hana Dvorakova", **{"who-0": hana.public_id})
    assert Event.objects.get().entries.get().player == hana


def test_a_name_that_stands_twice_is_entered_once(boss):
    create(signed_in(boss), names="Noa\nnoa")
    assert Event.objects.get().entries.count() == 1


def test_two_people_of_one_new_name_are_two_when_somebody_says_so(boss):
    create(signed_in(boss), names="Noa\nNoa", **{"who-1": "new"})
    assert Event.objects.get().entries.count() == 2


def test_an_address_that_is_taken_gets_a_number(boss):
    client = signed_in(boss)
    for _ in range(2):
        create(client)
    assert set(Event.objects.values_list("slug", flat=True)) == {"lantern-cup", "lantern-cup-2"}


def test_a_name_without_latin_letters_has_an_address(boss):
    assert create(signed_in(boss), name="גביע").status_code == 302
    assert Event.objects.get().slug == "event-2026-05-01"


def test_no_event_takes_the_address_of_the_page_of_new_events(boss):
    create(signed_in(boss), name="New")
    assert Event.objects.get().slug == "new-2"


def test_what_was_typed_stays_when_it_is_refused(boss):
    client = signed_in(boss)
    refused = client.post(
        url_of("manage-new"), NEW | {"do": "review", "rounds": "many", "names": "<b>Ada</b>"}
    )
    page = text_of(refused, 422)
    assert 'value="many"' in page
    assert "&lt;b&gt;Ada&lt;/b&gt;" in page
    assert "<b>Ada" not in page


def test_a_club_plans_by_its_own_people(boss):
    make_club("lantern")
    refused = create(signed_in(boss), club="lantern")
    assert refused.status_code == 422
    assert not Event.objects.exists()


def test_an_event_with_a_player_who_is_not_there_is_not_made_at_all(boss):
    plan = EventPlan(
        NewEvent("", "Cup", stages=[{"system": "swiss"}]),
        people=[Person("Noa"), Person("Bo", "nobody")],
    )
    with pytest.raises(NotFound):
        plan_event(actor=acting(boss), plan=plan)
    assert not Event.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.parametrize("code", PRESETS)
@pytest.mark.parametrize("players", [0, 2, 5, 9, 30])
def test_every_preset_makes_an_event_of_any_size(boss, code, players):
    preset = PRESETS[code]
    plan = EventPlan(
        NewEvent(
            "", code, preset.game, stages=stages_of(preset, players=players), match=preset.match
        )
    )
    made = plan_event(actor=acting(boss), plan=plan)
    assert made.stages.count() == len(preset.stages)


def test_groups_send_as_many_on_as_the_knockout_takes():
    preset = PRESETS["groups-knockout"]
    for players, groups, places, rest in (
        (5, 1, 4, 0),
        (10, 2, 2, 0),
        (15, 3, 1, 1),
        (20, 4, 1, 0),
    ):
        first, second = stages_of(preset, players=players)
        going = (second["options"]["places"], second["options"].get("best_of_rest", 0))
        assert (first["options"]["groups"], *going) == (groups, places, rest)


def test_the_cut_is_left_to_the_number_of_players_at_its_time():
    for players in (5, 15, 16, 200):
        _swiss, knockout = stages_of(PRESETS["swiss-cut"], players=players)
        assert knockout["options"] == {"places_by_players": True, "third_place": True}


def test_a_swiss_is_never_longer_than_there_are_opponents():
    """Source: FIDE C.04.1 asks that no two meet twice; of 2n players each has 2n − 1 opponents."""
    assert [swiss_rounds(n) for n in (2, 3, 4, 6, 8, 16, 32, 500)] == [1, 3, 3, 4, 4, 5, 6, 9]


# --- the next step


def test_from_the_desk_an_event_lives_its_whole_life(boss):
    """Open, start, pair, publish, close, finish: each is the one main button of the page."""
    event = make_event(
        games=1, organiser=boss, slug="cup", state="draft",
        stages=[{"system": "swiss", "options": {"rounds": 1}}],
    )  # fmt: skip
    for name in ("Ada", "Bo"):
        player = people.create_player(actor=SYSTEM, name=name)
        enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk)
    client = signed_in(boss)
    for button, number, state in (
        ("open", "", "registration"), ("start", "", "running"), ("pair", "", "running"),
        ("publish", "1", "running"),
    ):  # fmt: skip
        assert f'<button class="btn main" name="do" value="{button}">' in desk_of(client)
        client.post(url_of("manage", "cup"), {"do": button, "number": number})
        event.refresh_from_db()
        assert event.state == state
    page = desk_of(client)
    assert "0 of 1 game reported" in page
    assert 'aria-disabled="true"' in page
    assert "Ada" in page
    decide_round(event.rounds.get())
    assert "1 of 1 game reported" in desk_of(client)
    for button, number in (("close", "1"), ("finish", "")):
        assert f'<button class="btn main" name="do" value="{button}">' in desk_of(client)
        client.post(url_of("manage", "cup"), {"do": button, "number": number})
    event.refresh_from_db()
    assert event.state == "finished"


def desk_of(client: Client, slug: str = "cup") -> str:
    return text_of(client.get(url_of("manage", slug)))


def test_what_was_done_can_be_taken_back(boss):
    event = make_event(games=1, organiser=boss, slug="cup")
    published_round(event)
    client = signed_in(boss)
    for button, given in (
        ("unpublish", {"number": "1", "reason": "a player was missing"}),
        ("discard", {"number": "1"}),
        ("unstart", {}),
    ):
        assert f'value="{button}"' in desk_of(client)
        assert client.post(url_of("manage", "cup"), {"do": button, **given}).status_code == 302
    event.refresh_from_db()
    assert event.state == "registration"
    assert not event.rounds.exists()


def test_a_refusal_is_said_beside_the_buttons_and_what_was_typed_stays(boss):
    event = make_event(games=1, organiser=boss, slug="cup")
    published_round(event)
    decide_round(event.rounds.get())
    refused = signed_in(boss).post(
        url_of("manage", "cup"), {"do": "unpublish", "number": "1", "reason": "too <late>"}
    )
    assert refused.status_code == 422
    assert "Games of round 1 were reported" in text_of(refused, 422)
    nothing = signed_in(boss).post(url_of("manage", "cup"), {"do": "dance"})
    assert nothing.status_code == 422


def test_an_arbiter_has_no_buttons_of_the_organiser(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    arbiter = make_user("arbiter")
    roles.grant_event_role(
        actor=acting(boss), event_id=event.pk, user_id=arbiter.pk, role="arbiter"
    )
    client = signed_in(arbiter)
    assert 'value="start"' not in desk_of(client)
    assert client.post(url_of("manage", "cup"), {"do": "start"}).status_code == 422
    assert 'value="start"' in desk_of(signed_in(boss))
