"""The key that signs journals: kept in a private file or given, replaced, and read by others."""

import re
import stat
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from config import environment
from tests.builders import make_event, make_user
from tests.clients import api_client, text_of, url_of
from tournaments.chain import keys, witness
from tournaments.models import JournalHead
from tournaments.services import journal_checks, signing

GIVEN = "A" * 43


@pytest.fixture
def files(settings, tmp_path):
    """A key of a file of its own."""
    settings.SIGNING_KEY_FILE = tmp_path / "signing_key"
    settings.RETIRED_SIGNING_KEYS_FILE = tmp_path / "retired_signing_keys"
    settings.SIGNING_KEY_FILE.write_text(settings.SIGNING_KEY)
    return settings


def signing_key(*arguments):
    out = StringIO()
    call_command("signing_key", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize("text", ["short", "A" * 44, "A" * 42 + "B", "+" * 43])
def test_a_key_that_is_none_is_refused_at_the_start(text):
    with pytest.raises(environment.BadEnvironment, match="SIGNING_KEY is not 32 random bytes"):
        environment.read_environment({"SIGNING_KEY": text})
    with pytest.raises(environment.BadEnvironment, match="RETIRED_SIGNING_KEYS holds what is no"):
        environment.read_environment({"RETIRED_SIGNING_KEYS": f"{GIVEN}, {text}"})


def test_keys_can_be_given():
    read = environment.read_environment({"SIGNING_KEY": GIVEN, "RETIRED_SIGNING_KEYS": GIVEN})
    assert (read.signing_key, read.retired_signing_keys) == (GIVEN, (GIVEN,))


def test_a_key_is_replaced_and_the_old_public_key_is_kept(files):
    old = signing.signing_key()
    assert f"{old.key_id}\tsigns\t{old.public}" in signing_key()
    assert f"replaces {old.key_id}" in signing_key("replace")
    assert files.RETIRED_SIGNING_KEYS_FILE.read_text() == f"{old.public}\n"
    for path in (files.SIGNING_KEY_FILE, files.RETIRED_SIGNING_KEYS_FILE):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    new = keys.read_signing_key(files.SIGNING_KEY_FILE.read_text())
    assert new.key_id != old.key_id


def test_a_given_key_is_not_replaced_by_a_file(files):
    files.SIGNING_KEY_FILE.unlink()
    with pytest.raises(CommandError, match=f"RETIRED_SIGNING_KEYS: {signing.signing_key().public}"):
        signing_key("replace")
    assert not files.RETIRED_SIGNING_KEYS_FILE.exists()


def test_anybody_checks_the_end_of_a_journal_by_the_public_keys():
    organiser = make_user()
    make_event(slug="cup", organiser=organiser)
    listed = api_client(None).get("/api/v1/keys/").json()["keys"]
    assert [key["current"] for key in listed] == [True]
    shown = api_client(organiser).get("/api/v1/events/cup/witness/").json()
    (kept,) = witness.find_witnesses(shown["text"])
    assert kept._asdict().items() <= shown.items()
    assert kept.is_signed({key["id"]: key["public"] for key in listed})
    assert not kept._replace(seq=kept.seq + 1).is_signed(signing.public_keys())
    assert JournalHead.objects.get(scope="event:cup").hash == kept.hash


def test_printed_standings_have_the_signed_end_of_the_journal(event, desk):
    page = text_of(desk.get(url_of("print-standings", "cup")), 200)
    (kept,) = witness.find_witnesses(re.sub("<[^>]*>", " ", page))
    assert list(journal_checks.check_witnesses([kept])) == []
    assert 'class="qr"><path' in page.partition('class="witness"')[2]
