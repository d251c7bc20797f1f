"""The settings of an event at the desk: a plain form, its stages, a copy."""

import re
from datetime import date

import pytest
from django.test import Client

from config.pages.desk.steps.panel import next_step_address
from tests.builders import acting, make_event
from tests.clients import signed_in, text_of, url_of
from tournaments.errors import DomainError
from tournaments.models import Event
from tournaments.services.events import events


def fields_of(client: Client, slug: str = "cup") -> dict[str, str]:
    """The form of the settings as a browser would send it back."""
    page = text_of(client.get(url_of("manage-settings", slug)))
    form = page[page.index('name="settings_version"') - 40 : page.index('id="copy"')]
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
        found[name[1]] = value[1] if value else "on" if 'type="checkbox"' in tag else ""
    for tag, name, body in re.findall(
        r'<(select\s+name="([^"]+)"[^>]*)>(.*?)</select>', form, re.S
    ):
        if " disabled" in tag:
            continue
        chosen = re.search(r'<option value="([^"]*)" selected', body)
        assert chosen, name
        found[name] = chosen[1]
    for name, body in re.findall(
        r'<textarea [^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S
    ):
        found[name] = body.removeprefix("\n")
    return found


def place_of(code: str) -> str:
    """The name of the choice of a tie-break's place."""
    return f"match-tiebreaks-place-{code}"


@pytest.mark.parametrize("game", ["tak", "taki", "gamnon"])
def test_the_form_sent_back_as_it_is_changes_nothing(boss, game):
    event = make_event(organiser=boss, slug="cup", state="registration", game=game, games=1)
    client = signed_in(boss)
    kept = client.post(url_of("manage-settings", "cup"), fields_of(client))
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
        **dict.fromkeys((place_of("BPR"), place_of("GP"), place_of("WIN")), ""),
        place_of("BH/C1"): "1",
        place_of("SB"): "2",
        "ruleset-half_komi": "4",
        "confirm-hours": "1.5",
    }
    assert client.post(url_of("manage-settings", "cup"), given).status_code == 302
    event.refresh_from_db()
    registration = event.registration
    assert (event.name, str(event.starts_on)) == ("Lantern <Cup>", "2026-06-01")
    assert (registration["limit"], registration["approval"]) == (16, True)
    assert registration["closes_at"] == "2026-05-31T18:00:00+00:00"
    assert event.match["points"] == {"won_x2": 6, "tied_x2": 1, "lost_x2": 0}
    assert (event.match["late_x2"], event.match["tiebreaks"]) == (1, ["BH/C1", "SB"])
    assert (event.ruleset["half_komi"], event.confirm["hours"]) == (4, 1.5)
    assert "Lantern &lt;Cup&gt;" in text_of(client.get(url_of("manage-settings", "cup")))


def test_a_free_round_that_is_left_empty_is_worth_a_win(boss):
    event = make_event(organiser=boss, slug="cup", state="draft")
    client = signed_in(boss)
    assert fields_of(client)["match-bye_allocated_x2"] == ""
    for typed, kept in (("1½", 3), ("", None)):
        given = fields_of(client) | {"match-bye_allocated_x2": typed}
        assert client.post(url_of("manage-settings", "cup"), given).status_code == 302
        event.refresh_from_db()
        assert event.match["bye_allocated_x2"] == kept
        assert fields_of(client)["match-bye_allocated_x2"] == typed


def test_another_board_brings_its_pieces_along(boss):
    event = make_event(organiser=boss, slug="cup", state="draft", size=5)
    client = signed_in(boss)
    client.post(url_of("manage-settings", "cup"), fields_of(client) | {"ruleset-size": "6"})
    event.refresh_from_db()
    # Source: TAK-2.2: 30 stones and a capstone on 6×6, 21 and one on 5×5.
    assert (event.ruleset["size"], event.ruleset["stones"]) == (6, 30)


def test_saving_over_somebody_elses_change_is_told(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    client = signed_in(boss)
    old = fields_of(client)
    events.edit_event(actor=acting(boss), event_id=event.pk, changes={"name": "Theirs"})
    late = client.post(url_of("manage-settings", "cup"), old | {"name": "Mine"})
    page = text_of(late, 412)
    assert 'value="Mine"' in page
    assert "Theirs" in page
    event.refresh_from_db()
    assert event.name == "Theirs"


def test_a_refused_value_is_shown_with_what_was_typed(boss):
    make_event(organiser=boss, slug="cup", state="registration")
    client = signed_in(boss)
    for change in ({"match-games": "lots"}, {"ruleset-size": "99"}):
        refused = client.post(url_of("manage-settings", "cup"), fields_of(client) | change)
        assert refused.status_code == 422
        assert f'value="{next(iter(change.values()))}"' in text_of(refused, 422)


def test_once_it_runs_only_what_pairs_nothing_may_change(boss):
    event = make_event(organiser=boss, slug="cup")
    client = signed_in(boss)
    given = fields_of(client)
    assert "match-games" not in given
    assert "name" in given
    kept = client.post(url_of("manage-settings", "cup"), given | {"name": "Later"})
    assert kept.status_code == 302
    sneaked = client.post(
        url_of("manage-settings", "cup"), fields_of(client) | {"match-games": "5"}
    )
    event.refresh_from_db()
    assert (event.name, event.match["games"], sneaked.status_code) == ("Later", 2, 302)


def test_the_options_of_a_stage_are_changed(boss):
    event = make_event(
        organiser=boss, slug="cup", state="registration", stages=[{"system": "swiss"}]
    )
    client = signed_in(boss)
    form = {"rounds": "5", "legs": "2, 1", "top_moves": "first", "groups": "1",
            "rematches_from": "", "days": ""}  # fmt: skip
    assert client.post(url_of("manage-stage-settings", "cup", 1), form).status_code == 302
    options = event.stages.get().options
    assert options == {"rounds": 5, "legs": [2, 1], "top_moves": "first"}
    refused = client.post(url_of("manage-stage-settings", "cup", 1), form | {"rounds": "1000"})
    assert refused.status_code == 422
    assert 'value="1000"' in text_of(refused, 422)


def test_an_event_is_copied_from_its_settings(boss):
    make_event(organiser=boss, slug="cup")
    made = signed_in(boss).post(
        url_of("manage-copy", "cup"), {"name": "Again", "slug": "again", "with_entries": "1"}
    )
    assert made["Location"] == next_step_address("again")
    assert Event.objects.get(slug="again").entries.count() == 4


@pytest.mark.parametrize(
    ("day", "proposed"),
    [("2026-05-01", "2026-05-08"), ("9999-12-31", None), (None, None)],
)
def test_a_copy_is_proposed_for_a_week_later(boss, day, proposed):
    make_event(organiser=boss, slug="cup", starts_on=day and date.fromisoformat(day))
    page = text_of(signed_in(boss).get(url_of("manage-settings", "cup")))
    (field,) = re.findall(r'<input [^>]*id="copy-starts_on">', page)
    assert field.partition('value="')[2][:10] == (proposed or "")
    signed_in(boss).post(url_of("manage-copy", "cup"), {"slug": "again", "starts_on": ""})
    assert Event.objects.get(slug="again").starts_on is None


def test_times_are_typed_and_shown_in_the_zone_of_the_event(boss):
    event = make_event(organiser=boss, slug="cup", state="registration", time_zone="Asia/Jerusalem")
    client = signed_in(boss)
    given = fields_of(client) | {"registration-closes_at": "2026-07-01T18:00"}
    client.post(url_of("manage-settings", "cup"), given)
    event.refresh_from_db()
    # Source: summer time of Israel is three hours ahead of UTC.
    assert event.registration["closes_at"] == "2026-07-01T18:00:00+03:00"
    assert fields_of(client)["registration-closes_at"] == "2026-07-01T18:00"


def test_the_time_for_a_game_is_a_setting_and_stands_at_the_event(boss):
    make_event(organiser=boss, slug="cup", state="draft", time_control={"class": "rapid"})
    client = signed_in(boss)
    fields = fields_of(client)
    fields |= {"time_control-minutes": "7.5", "time_control-increment_seconds": "5"}
    client.post(url_of("manage-settings", "cup"), fields)
    event = Event.objects.get(slug="cup")
    assert event.time_control == {"class": "rapid", "minutes": 7.5, "increment_seconds": 5}
    assert "7.5 min + 5 s" in text_of(client.get(url_of("event", "cup")))
    fields = fields_of(client) | {"time_control-minutes": "", "time_control-increment_seconds": ""}
    client.post(url_of("manage-settings", "cup"), fields)
    event.refresh_from_db()
    assert event.time_control == {"class": "rapid"}
    refused = client.post(url_of("manage-settings", "cup"), fields_of(client) | {
        "time_control-minutes": "-3",
    })  # fmt: skip
    assert refused.status_code == 422


def test_the_time_for_a_game_stays_once_the_event_has_begun(boss):
    event = make_event(organiser=boss, slug="cup")
    page = text_of(signed_in(boss).get(url_of("manage-settings", "cup")))
    assert re.search(r'name="time_control-minutes"[^>]* disabled', page)
    with pytest.raises(DomainError):
        events.edit_event(
            actor=acting(boss), event_id=event.pk, changes={"time_control": {"minutes": 3}}
        )


def test_stakes_are_switched_on_with_every_option_and_off_again(boss):
    event = make_event(organiser=boss, slug="cup", state="registration", size=5)
    client = signed_in(boss)
    given = fields_of(client) | {
        "match-stakes-scheme": "tavern",
        "match-stakes-limit": "500",
        "match-stakes-min_age": "18",
        "match-stakes-capless_stake_factor": "2",
        "match-stakes-point_coins": "3",
        "match-stakes-ante": "5",
        "match-stakes-bid_mode": "ascending",
        "match-stakes-call_sign": "either",
        "match-stakes-tak_call_valid": "true_threat",
        "match-stakes-gamble_draw": "carry_over",
    }
    assert client.post(url_of("manage-settings", "cup"), given).status_code == 302
    event.refresh_from_db()
    assert event.match["stakes"] == {
        "scheme": "tavern",
        "limit": 500,
        "min_age": 18,
        "capless_stake_factor": 2,
        "point_coins": 3,
        "ante": 5,
        "bid_mode": "ascending",
        "call_sign": "either",
        "tak_call_valid": "true_threat",
        "gamble_draw": "carry_over",
    }
    client.post(url_of("manage-settings", "cup"), fields_of(client) | {"match-stakes-scheme": ""})
    event.refresh_from_db()
    assert event.match["stakes"] is None


def test_an_empty_number_of_the_stakes_takes_its_default(boss):
    event = make_event(organiser=boss, slug="cup", state="registration", size=5)
    client = signed_in(boss)
    given = fields_of(client) | {"match-stakes-scheme": "tavern", "match-stakes-point_coins": ""}
    client.post(url_of("manage-settings", "cup"), given)
    event.refresh_from_db()
    assert (event.match["stakes"]["limit"], event.match["stakes"]["point_coins"]) == (1000, 1)


def test_stakes_of_an_older_event_stay_as_they_were_stored(boss):
    old = {
        "ante": 10,
        "bid_mode": "sealed",
        "tak_call_valid": "true_threat",
        "gamble_draw": "split",
        "capless_stake_factor": 1,
        "limit": 100,
        "min_age": None,
    }
    event = make_event(organiser=boss, slug="cup", state="running", entries=2, size=5)
    event.match["stakes"] = old
    event.save()
    client = signed_in(boss)
    assert client.post(url_of("manage-settings", "cup"), fields_of(client)).status_code == 302
    changed = fields_of(client) | {"match-late": "forfeit"}
    assert client.post(url_of("manage-settings", "cup"), changed).status_code == 302
    event.refresh_from_db()
    assert (event.match["late"], event.match["stakes"]) == ("forfeit", old)


def test_stakes_cannot_change_once_the_event_has_begun(boss):
    event = make_event(organiser=boss, slug="cup", state="running", entries=2, size=5)
    client = signed_in(boss)
    assert "match-stakes-scheme" not in fields_of(client)
    given = fields_of(client) | {"match-stakes-scheme": "university"}
    client.post(url_of("manage-settings", "cup"), given)
    event.refresh_from_db()
    assert event.match.get("stakes") is None
    with pytest.raises(DomainError):
        events.edit_event(
            actor=acting(boss), event_id=event.pk, changes={"match": {"stakes": {"ante": 3}}}
        )


def board_of(event: Event) -> tuple[str, int, int, int]:
    event.refresh_from_db()
    rules = event.ruleset
    return rules["name"], rules["size"], rules["stones"], rules["capstones"]


@pytest.mark.parametrize("size", [3, 4, 5, 6, 8])
def test_from_any_board_the_beta_board_of_seven_is_set_with_one_capstone(boss, size):
    """Source: the Hebrew beta gives 40 stones for 7×7 and leaves the capstones open."""
    event = make_event(organiser=boss, slug="cup", state="draft", size=size)
    client = signed_in(boss)
    change = {"ruleset-name": "beta", "ruleset-size": "7", "ruleset-capstones": "1"}
    kept = client.post(url_of("manage-settings", "cup"), fields_of(client) | change)
    assert kept.status_code == 302
    assert board_of(event) == ("beta", 7, 40, 1)
    page = text_of(client.get(url_of("event-rules", "cup")))
    assert "7 by 7" in page


def test_a_board_of_nine_is_set_with_its_pieces(boss):
    event = make_event(organiser=boss, slug="cup", state="draft", size=6)
    client = signed_in(boss)
    change = {"ruleset-size": "9", "ruleset-stones": "60", "ruleset-capstones": "2"}
    kept = client.post(url_of("manage-settings", "cup"), fields_of(client) | change)
    assert kept.status_code == 302
    assert board_of(event) == ("standard", 9, 60, 2)
    assert "9 by 9" in text_of(client.get(url_of("event-rules", "cup")))


def test_the_set_of_another_board_is_taken_for_nine_only_by_who_saw_it(boss):
    event = make_event(organiser=boss, slug="cup", state="draft", size=8)
    client = signed_in(boss)
    given = fields_of(client) | {"ruleset-size": "9"}
    refused = client.post(url_of("manage-settings", "cup"), given)
    page = text_of(refused, 422)
    assert "give stones and capstones" in page
    assert 'name="pieces_for" value="standard-9"' in page
    assert board_of(event) == ("standard", 8, 50, 2)
    again = client.post(url_of("manage-settings", "cup"), given | {"pieces_for": "standard-9"})
    assert again.status_code == 302
    assert board_of(event) == ("standard", 9, 50, 2)


def test_a_board_of_ten_is_refused_because_ptn_cannot_write_it(boss):
    make_event(organiser=boss, slug="cup", state="draft")
    client = signed_in(boss)
    change = {"ruleset-size": "10", "ruleset-stones": "70", "ruleset-capstones": "3"}
    refused = client.post(url_of("manage-settings", "cup"), fields_of(client) | change)
    assert refused.status_code == 422
    assert "PTN can write no larger board" in text_of(refused, 422)


@pytest.mark.parametrize(("name", "size"), [("beginner", 4), ("noble", 6), ("champion", 8)])
def test_the_name_of_a_style_brings_its_board_and_customs_along(boss, name, size):
    event = make_event(organiser=boss, slug="cup", state="draft", size=5)
    client = signed_in(boss)
    kept = client.post(url_of("manage-settings", "cup"), fields_of(client) | {"ruleset-name": name})
    assert kept.status_code == 302
    event.refresh_from_db()
    assert (event.ruleset["name"], event.ruleset["size"]) == (name, size)
    assert event.ruleset["undo"] == ("by_consent" if name == "noble" else "none")


def test_customs_are_settings(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    client = signed_in(boss)
    change = {
        "ruleset-tak_call": "tavern_discouraged",
        "ruleset-undo": "by_consent",
        "ruleset-first_colour": "white",
    }
    assert (
        client.post(url_of("manage-settings", "cup"), fields_of(client) | change).status_code == 302
    )
    event.refresh_from_db()
    assert {
        f"ruleset-{name}": event.ruleset[name] for name in ("tak_call", "undo", "first_colour")
    } == change
    page = text_of(client.get(url_of("event-rules", "cup")))
    assert "is against the spirit of the game" in page
    assert "the white pieces" in page


def test_an_event_stored_before_there_were_customs_is_not_changed_by_its_form(boss):
    event = make_event(organiser=boss, slug="cup", state="registration")
    old = {name: value for name, value in event.ruleset.items()
           if name not in ("tak_call", "undo", "first_colour")}  # fmt: skip
    Event.objects.filter(pk=event.pk).update(ruleset=old)
    client = signed_in(boss)
    page = client.get(url_of("event-rules", "cup"))
    assert page.status_code == 200
    assert client.post(url_of("manage-settings", "cup"), fields_of(client)).status_code == 302
    event.refresh_from_db()
    assert (event.ruleset, event.settings_version) == (old, 0)


def test_only_a_first_stage_is_ordered_as_the_players_were_entered(boss):
    then_a_final = [{"system": "round_robin"}, {"system": "knockout"}]
    make_event(organiser=boss, slug="cup", state="registration", stages=then_a_final)
    page = text_of(signed_in(boss).get(url_of("manage-settings", "cup")))
    assert page.count('<option value="list"') == 2
    assert page.count('<option value="given"') == 1
