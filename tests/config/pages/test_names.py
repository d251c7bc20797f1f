"""Names in their own script, with the reading for whoever reads another; lists by sort name."""

import pytest
from django.test import Client
from django.utils import translation

from config.pages import names
from tests.builders import acting, make_event, make_player, make_user, published_round
from tests.clients import signed_in, text_of, url_of
from tournaments import recompute, selectors
from tournaments.actor import SYSTEM
from tournaments.errors import NotAllowed
from tournaments.models import Entry, JournalLine, Player
from tournaments.services.people import people

AIKO, READ = "田中 愛子", "Tanaka Aiko"


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("Ada", "Latin"),
        ("Élodie", "Latin"),
        ("נועה לוי", "Hebrew"),
        (AIKO, "Japanese"),
        ("さくら", "Japanese"),
        ("カーター", "Japanese"),
        ("「愛」", "Japanese"),
        ("7 of 9", "Latin"),
        ("Иван", "CYRILLIC"),
        ("42", ""),
        ("", ""),
    ],
)
def test_the_script_of_a_name_is_that_of_its_first_letter(name, script):
    assert names.script_of(name) == script


@pytest.mark.parametrize(
    ("language", "name", "reading", "shown"),
    [
        ("en", AIKO, READ, READ),
        ("he", AIKO, READ, READ),
        ("ja", AIKO, READ, ""),
        ("en", "נועה לוי", "Levi Noa", "Levi Noa"),
        ("he", "נועה לוי", "Levi Noa", ""),
        ("ja", "נועה לוי", "Levi Noa", "Levi Noa"),
        ("ja", "Jim Carter", "カーター", "カーター"),
        ("en", "Jim Carter", "カーター", ""),
        ("ja", "Jim Carter", "Carter Jim", ""),  # a sort key alone tells nobody how to read
        ("en", AIKO, "たなか あいこ", ""),
        ("en", AIKO, "", ""),
    ],
)
def test_a_reading_is_shown_where_it_helps(language, name, reading, shown):
    with translation.override(language):
        assert names.needed_reading(name, reading) == shown


def test_a_name_and_its_reading_stand_apart_and_say_their_language():
    with translation.override("he"):
        assert names.name_with_reading(AIKO, READ) == (
            f'<bdi lang="ja">{AIKO}</bdi> <span class="reading"><bdi>{READ}</bdi></span>'
        )
        assert names.name_with_reading("נועה") == '<bdi lang="he">נועה</bdi>'
        assert names.name_with_reading("<b>Ada") == "<bdi>&lt;b&gt;Ada</bdi>"


def looked_at(address, language="en", user=None):
    client = Client()
    client.cookies["django_language"] = language
    if user is not None:
        client.force_login(user)
    answer = client.get(address)
    assert answer.status_code == 200
    return text_of(answer)


@pytest.fixture
def cup(db):
    """A cup whose first entry is 田中 愛子, with a round that is published."""
    boss = make_user("boss")
    event = make_event(slug="cup", organiser=boss)
    player = Entry.objects.get(event=event, number=1).player
    Player.objects.filter(pk=player.pk).update(name=AIKO)
    people.set_sort_name(actor=SYSTEM, player_id=player.pk, sort_name=READ)
    published_round(event)
    recompute.refresh_standings(event.pk)
    return event


@pytest.mark.parametrize("page", ["event-players", "event-standings", "event-crosstable", "event"])
def test_lists_of_players_show_the_reading(cup, page):
    address = url_of(page, "cup")
    reading = f'<span class="reading"><bdi>{READ}</bdi></span>'
    assert reading in looked_at(address)
    assert reading in looked_at(address, "he")
    assert reading not in looked_at(address, "ja")
    assert f'<bdi lang="ja">{AIKO}</bdi>' in looked_at(address, "ja")


def test_the_players_are_listed_by_their_sort_names(cup):
    make_player("Zoe")
    people.create_player(actor=SYSTEM, name="נועה", sort_name="noa")
    page = looked_at(url_of("players"))
    order = [page.index(name) for name in ("Bo<", "Cleo<", "נועה", AIKO, "Zoe<")]
    assert order == sorted(order)


@pytest.mark.django_db
def test_the_sort_name_is_said_by_the_player_or_who_vouches_and_stays_out_of_the_hash(cup):
    player = Entry.objects.get(event=cup, number=2).player
    assert player.user is not None
    for actor in (acting(player.user), acting(make_user(staff=True)), SYSTEM):
        people.set_sort_name(actor=actor, player_id=player.pk, sort_name="  Bo   the Second ")
        player.refresh_from_db()
        assert player.sort_name == "Bo the Second"
        people.set_sort_name(actor=actor, player_id=player.pk, sort_name="")
    for stranger in (make_user(), cup.roles.get().user):  # whose event it is vouches for no account
        with pytest.raises(NotAllowed):
            people.set_sort_name(actor=acting(stranger), player_id=player.pk, sort_name="X")
    lines = JournalLine.objects.filter(action="player.sort_name")
    assert lines.exists()
    assert not any("Bo" in str((line.before, line.after, line.subject)) for line in lines)


def test_the_sort_name_has_a_door_for_the_player_and_one_at_the_desk(cup):
    entry = Entry.objects.get(event=cup, number=3)
    assert entry.player.user is not None
    client = signed_in(entry.player.user)
    assert 'name="sort_name"' in text_of(client.get(url_of("me")))
    client.post(url_of("read-name"), {"sort_name": "Cleopatra"})
    entry.player.refresh_from_db()
    assert entry.player.sort_name == "Cleopatra"
    desk = signed_in(cup.roles.get().user)
    card = url_of("manage-entry", "cup", entry.pk)
    assert 'name="sort_name"' not in text_of(desk.get(card))  # Cleo's account says it
    desk.post(card, {"do": "read-as", "sort_name": "Kleo"})
    entry.player.refresh_from_db()
    assert entry.player.sort_name == "Cleopatra"
    Player.objects.filter(pk=entry.player.pk).update(user=None, made_by_event=cup)
    assert 'value="Cleopatra"' in text_of(desk.get(card))
    desk.post(card, {"do": "read-as", "sort_name": "Kleo"})
    entry.player.refresh_from_db()
    assert selectors.sort_key(entry.player)[0] == "kleo"
