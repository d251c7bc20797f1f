"""The desk starts an event by the ratings of a list of one's choice."""

import re

import pytest

from ratings import recompute, services
from tests.builders import make_event, make_user
from tests.clients import api_client, signed_in, text_of, url_of
from tests.ratings.builders import make_players, play
from tournaments.actor import SYSTEM
from tournaments.services.entries import entries


@pytest.fixture
def cup():
    """Ann is the better one on 5, Bob on 6; there he won more often, so he leads on the whole."""
    ann, bob = make_players("Ann", "Bob")
    for day in range(1, 4):
        play(f"five{day}", (ann, bob), 1, day=day, size=5)
    for day in range(4, 14):
        play(f"six{day}", (ann, bob), 0, day=day, size=6)
    services.create_pool(actor=SYSTEM, slug="cards", counts={"game": ["taki"]})
    services.create_pool(actor=SYSTEM, slug="all", name="Every <b>game</b>", counts={})
    recompute.replay_stale_pools()
    event = make_event(slug="cup", entries=0, organiser=make_user("boss"), state="registration")
    for player in (bob, ann):
        services.enter_event(actor=SYSTEM, event_id=event.pk, player_id=player.pk)
    return event


def desk(event, **given):
    address = url_of("manage", event.slug)
    client = signed_in(event.roles.get().user)
    answer = client.post(address, {"do": "start", **given}) if given else client.get(address)
    event.refresh_from_db()
    return answer


def numbers(event):
    rows = event.entries.order_by("number").values_list("player__name", "rating_source")
    return [(name, source) for name, source in rows]


def offered(event):
    found = re.search(r'<select name="pool".*?</select>', text_of(desk(event)), re.DOTALL)
    return re.findall(r'<option value="([^"]*)"', found[0]) if found else None


def test_every_list_of_the_game_is_offered_and_none_need_be_chosen(cup):
    assert offered(cup) == ["", "all", "tak", "tak-5", "tak-6"]
    assert "Every &lt;b&gt;game" in text_of(desk(cup))
    assert desk(cup, pool="").status_code == 302  # as the button sends it, untouched
    assert numbers(cup) == [("Ann", "pool:tak-5"), ("Bob", "pool:tak-5")]
    assert offered(cup) is None


@pytest.mark.parametrize("pool", ["tak", "tak-6", "all"])
def test_the_seeds_are_those_of_the_list_that_was_chosen(cup, pool):
    assert desk(cup, pool=pool).status_code == 302
    assert numbers(cup) == [("Bob", f"pool:{pool}"), ("Ann", f"pool:{pool}")]


@pytest.mark.parametrize("pool", ["cards", "none", "é"])
def test_another_list_is_refused(cup, pool):
    refused = desk(cup, pool=pool)
    assert refused.status_code == 422
    assert "rating list" in text_of(refused, 422)
    assert cup.state == "registration"


def test_the_choice_stays_when_the_start_is_refused(cup):
    cup.entries.filter(player__name="Ann").update(state="withdrawn")
    refused = desk(cup, pool="tak-6")
    assert refused.status_code == 422
    assert '<option value="tak-6" selected>' in text_of(refused, 422)


def test_without_a_list_nothing_is_asked(db):
    event = make_event(slug="first", organiser=make_user("boss"), state="registration")
    assert offered(event) is None
    assert "Start" in text_of(desk(event))


# --- who is not checked in


def check_in(event, *names):
    for entry in event.entries.filter(player__name__in=names):
        entries.check_in(actor=SYSTEM, entry_id=entry.pk)


def question_of(answer):
    """The entries that the page asks about, or None."""
    found = re.search(r'name="sure" value="([\d ]+)"', text_of(answer, 422))
    return found and found[1]


def cup_of_four(**registration):
    return make_event(
        slug="cup", organiser=make_user("boss"), state="registration", registration=registration
    )


def test_the_start_asks_about_who_is_not_checked_in_and_leaves_them_out(db):
    event = cup_of_four(check_in=True)
    check_in(event, "Ada", "Bo")
    refused = desk(event, pool="")
    page = text_of(refused, 422)
    assert event.state == "registration"
    assert re.search(r"Cleo.{1,3} and .{1,3}Dag.{1,3} are not checked in", page)
    assert "Start without them" in page
    assert url_of("manage-checkin", "cup") in page
    assert desk(event, pool="", sure=question_of(refused)).status_code == 302
    assert event.entries.filter(number__isnull=False).count() == 2


def test_the_start_asks_again_when_somebody_else_is_missing(db):
    event = cup_of_four(check_in=True)
    check_in(event, "Ada", "Bo", "Cleo")
    sure = question_of(desk(event, pool=""))
    entries.check_in(actor=SYSTEM, entry_id=event.entries.get(player__name="Cleo").pk, undo=True)
    again = desk(event, pool="", sure=sure)
    assert again.status_code == 422
    assert question_of(again) != sure


def test_the_start_with_everybody_needs_no_second_question(db):
    event = cup_of_four(check_in=True)
    assert desk(event, pool="", include_absent="on").status_code == 302
    assert event.entries.filter(number__isnull=False).count() == 4


def test_where_check_in_is_used_but_not_required_the_start_warns_too(db):
    event = cup_of_four()
    check_in(event, "Ada", "Bo", "Cleo")
    refused = desk(event, pool="")
    assert refused.status_code == 422
    assert "is not checked in" in text_of(refused, 422)
    assert "Start without them" not in text_of(refused, 422)
    assert desk(event, pool="", sure=question_of(refused)).status_code == 302
    assert event.entries.filter(number__isnull=False).count() == 4


def test_where_nobody_is_checked_in_and_nobody_must_be_the_start_does_not_ask(db):
    assert desk(cup_of_four(), pool="").status_code == 302


# --- the same through the API


def start(event, **sent):
    client = api_client(event.roles.get().user)
    return client.post(f"/api/v1/events/{event.slug}/start/", sent, format="json")


def test_a_program_may_ask_who_is_not_checked_in(db):
    event = cup_of_four(check_in=True)
    check_in(event, "Ada", "Bo")
    refused = start(event, not_checked_in=[])
    assert (refused.status_code, refused.data["code"]) == (409, "not_checked_in")
    missing = event.entries.filter(checked_in_at=None).values_list("pk", flat=True)
    assert refused.json()["params"]["entries"] == list(missing)
    assert start(event, not_checked_in=refused.data["params"]["entries"]).status_code == 200
    assert event.entries.filter(number__isnull=False).count() == 2


@pytest.mark.parametrize("sent", [{"not_checked_in": [], "include_absent": True}, {}])
def test_a_program_that_includes_everybody_or_does_not_ask_is_not_refused(db, sent):
    event = cup_of_four(check_in=True)
    check_in(event, "Ada", "Bo")
    assert start(event, **sent).status_code == 200
