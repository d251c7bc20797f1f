"""A cache that cannot be reached costs no answer."""

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test import Client

from config.cache import FailSoftDatabaseCache
from tests.builders import make_user
from tests.clients import text_of, url_of
from tournaments.models import User


@pytest.fixture
def no_table():
    """A cache in the database whose table nobody made."""
    return FailSoftDatabaseCache("nobody_made_this", {})


def test_a_cache_without_its_table_forgets_everything(no_table):
    no_table.set("key", 1)
    assert no_table.get("key", "nothing") == "nothing"
    assert no_table.get_many(["key"]) == {}
    assert no_table.add("key", 1)
    assert not no_table.touch("key")
    assert not no_table.delete("key")


def test_what_is_done_around_it_stands(no_table):
    with transaction.atomic():
        make_user("before")
        assert no_table.get("key") is None
        make_user("after")
    assert User.objects.filter(username__in=["before", "after"]).count() == 2


def test_signing_in_works_before_the_table_of_the_cache_is_made(settings):
    settings.CACHES = {
        "default": {"BACKEND": "config.cache.FailSoftDatabaseCache", "LOCATION": "nobody_made_this"}
    }
    assert "nobody_made_this" not in connection.introspection.table_names()
    make_user("bo")
    client, address = Client(), url_of("login")
    wrong = client.post(address, {"username": "bo", "password": "not that"})
    assert "do not go together" in text_of(wrong)
    right = client.post(address, {"username": "bo", "password": "correct horse"})
    assert (right.status_code, right["Location"]) == (302, url_of("me"))


def test_with_its_table_it_remembers():
    call_command("createcachetable", "somebody_made_this", verbosity=0)
    cache = FailSoftDatabaseCache("somebody_made_this", {})
    cache.set("key", 1)
    assert cache.get("key") == 1
    assert cache.delete("key")
    assert cache.get("key") is None
