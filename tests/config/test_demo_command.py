"""`manage.py demo` in a database of each test: when it is made, and for whom."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from config.demo.cast import password_of
from config.models import ApiToken
from games.models import Game
from tests.clients import url_of
from tests.config.demo_day import printed_demo
from tournaments.actor import SYSTEM
from tournaments.models import Event
from tournaments.services.people.people import create_player


@pytest.mark.parametrize("kind", ["account", "player"])
def test_a_database_with_data_of_its_own_gets_no_demo(db, kind):
    if kind == "account":
        get_user_model().objects.create_user("zoe")
    else:
        create_player(actor=SYSTEM, name="Zoe")
    assert "data of its own" in printed_demo()
    assert not Event.objects.exists()
    assert not ApiToken.objects.exists()


def test_a_public_server_takes_no_password_of_the_demo(db, client, settings):
    get_user_model().objects.create_user("olga", password=password_of("olga"))
    typed = {"username": "olga", "password": password_of("olga")}
    settings.ON_ONE_MACHINE = True
    assert client.post(url_of("login"), typed).status_code == 302
    client.logout()
    settings.ON_ONE_MACHINE = False
    page = client.post(url_of("login"), typed)
    assert page.context["form"].has_error("__all__", code="demo_password")
    assert "_auth_user_id" not in client.session


@pytest.mark.slow
def test_an_empty_database_is_prepared_with_the_whole_demo(db, settings, capsys):
    """Without DEBUG nobody can log in to it; on one machine its logins are printed."""
    settings.ON_ONE_MACHINE = False
    call_command("prepare", "--demo")
    printed = capsys.readouterr().out
    assert "demo-" not in printed
    assert Game.objects.exists()
    assert not any(user.has_usable_password() for user in get_user_model().objects.all())
    settings.ON_ONE_MACHINE = True
    printed = printed_demo()
    assert "demo-" in printed
    assert "rh_" in printed


def test_without_the_demo_it_says_how_the_first_account_is_made(db, capsys):
    call_command("prepare")
    assert "There is no account yet" in capsys.readouterr().out
    assert not Game.objects.exists()
