"""Personal links: short codes, kept as keyed digests, good for one entry of one event."""

import re
from datetime import timedelta

import pytest
from django.test import override_settings
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from config.access import link_codes
from config.access.links import (
    BadLink,
    EventOver,
    entry_of_code,
    issue_links,
    revoke_links,
    show_links,
)
from config.models import PersonalLink
from tests.builders import acting, actor_of, entry_of, make_event, make_user
from tournaments.actor import SYSTEM, Actor
from tournaments.columns import ALPHABET
from tournaments.errors import NotAllowed, NotFound
from tournaments.models import Entry, Event, JournalLine
from tournaments.services import journal, journal_checks
from tournaments.services.events.states import WrongState


def codes_of(event, boss, *numbers):
    entries = [entry_of(event, number).pk for number in numbers] or None
    return dict(issue_links(actor=acting(boss), event_id=event.pk, entry_ids=entries))


def opens(code):
    try:
        return entry_of_code(code, timezone.now()).entry_id
    except BadLink:
        return None


def test_everybody_gets_a_link_that_finds_them_however_it_is_typed(boss, event):
    codes = codes_of(event, boss)
    assert set(codes) == set(Entry.objects.values_list("pk", flat=True))
    for entry_id, code in codes.items():
        assert re.fullmatch(r"[2-9a-z]{4}(-[2-9a-z]{4}){3}", code)
        for typed in (code, code.upper(), code.replace("-", ""), f" {code.replace('-', ' – ')} "):
            assert opens(typed) == entry_id


def test_a_new_link_ends_the_old_and_nobody_elses(boss, event):
    first = codes_of(event, boss)
    ada, bo = entry_of(event, 1).pk, entry_of(event, 2).pk
    again = codes_of(event, boss, 1)
    assert list(again) == [ada]
    assert (opens(first[ada]), opens(again[ada]), opens(first[bo])) == (None, ada, bo)
    assert PersonalLink.objects.filter(entry_id=ada, revoked_at=None).count() == 1


def test_a_revoked_link_opens_nothing(boss, event):
    codes = codes_of(event, boss)
    ada, bo = entry_of(event, 1).pk, entry_of(event, 2).pk
    about = {"actor": acting(boss), "event_id": event.pk, "entry_ids": [ada]}
    assert (revoke_links(**about), revoke_links(**about)) == ([ada], [])
    assert (opens(codes[ada]), opens(codes[bo])) == (None, bo)
    lines = JournalLine.objects.filter(scope="event:cup", action__startswith="links.")
    assert [
        (line.action, len((line.after or {})["entries"])) for line in lines.order_by("seq")
    ] == [("links.issued", 4), ("links.revoked", 1)]
    assert journal_checks.check_scope("event:cup") == []


def test_an_entry_that_is_no_longer_in_the_event_has_no_page(boss, event):
    codes = codes_of(event, boss, 1)
    ada = entry_of(event, 1)
    Entry.objects.filter(pk=ada.pk).update(state="cancelled")
    assert opens(codes[ada.pk]) is None


def test_a_link_ends_a_month_after_its_event(boss, event):
    code = codes_of(event, boss, 1)[entry_of(event, 1).pk]
    Event.objects.filter(pk=event.pk).update(state="finished")
    journal.write(SYSTEM, "event.finished", scope="event:cup", subject="cup")
    assert entry_of_code(code, timezone.now() + timedelta(days=29)).name == "Ada"
    with pytest.raises(EventOver):
        entry_of_code(code, timezone.now() + timedelta(days=31))


def test_only_staff_issue_and_only_while_there_is_something_to_do(boss, event):
    ada = entry_of(event, 1)
    link = Actor("link", entry_id=ada.pk)
    for who in (actor_of(ada.player), acting(make_user()), link):
        for act in (issue_links, show_links, revoke_links):
            with pytest.raises(NotAllowed):
                act(actor=who, event_id=event.pk)
    Event.objects.filter(pk=event.pk).update(state="finished")
    with pytest.raises(WrongState):
        codes_of(event, boss)


def test_entries_of_other_events_get_nothing_here(boss, event):
    other = entry_of(make_event(), 1)
    with pytest.raises(NotFound):
        issue_links(actor=acting(boss), event_id=event.pk, entry_ids=[other.pk])
    assert not PersonalLink.objects.exists()


def test_what_is_stored_is_of_no_use_without_the_key_of_the_service(boss, event):
    """Sixteen letters are few for who holds the digests: so the digests are keyed."""
    code = codes_of(event, boss, 1)[entry_of(event, 1).pk]
    stored = str(PersonalLink.objects.values().get())
    assert code not in stored
    assert link_codes.normalize_code(code) not in stored
    with override_settings(SECRET_KEY="another"):
        assert opens(code) is None
    assert opens(code) is not None


def test_live_links_are_shown_again_and_the_journal_says_so(boss, event):
    codes = codes_of(event, boss)
    ada, bo = entry_of(event, 1).pk, entry_of(event, 2).pk
    about = {"actor": acting(boss), "event_id": event.pk}
    assert dict(show_links(**about)) == codes
    again = codes_of(event, boss, 2)
    revoke_links(**about, entry_ids=[ada])
    shown = dict(show_links(**about, entry_ids=[ada, bo]))
    assert shown == again
    assert opens(shown[bo]) == bo
    lines = JournalLine.objects.filter(action="links.shown").order_by("seq")
    assert [(line.after or {})["entries"] for line in lines] == [sorted(codes), [bo]]


def test_a_link_of_an_older_version_works_and_is_not_shown(boss, event):
    ada = entry_of(event, 1).pk
    PersonalLink.objects.create(entry_id=ada, digest=link_codes.digest_of("2abc-d3ef-gh4j-kmn5"))
    assert opens("2abc-d3ef-gh4j-kmn5") == ada
    assert show_links(actor=acting(boss), event_id=event.pk) == []
    assert not JournalLine.objects.filter(action="links.shown").exists()


def test_after_a_change_of_the_key_no_wrong_code_is_shown(boss, event):
    codes_of(event, boss)
    with override_settings(SECRET_KEY="another"):
        assert show_links(actor=acting(boss), event_id=event.pk) == []


def test_neither_serial_nor_entry_alone_gives_the_code():
    codes = {link_codes.derive_code(entry, serial) for entry in (1, 2) for serial in ("a", "b")}
    with override_settings(SECRET_KEY="another"):
        codes |= {link_codes.derive_code(1, "a")}
    assert len(codes) == 5


def test_a_code_has_78_bits_and_no_letters_that_look_alike():
    assert not set(ALPHABET) & set("0o1liu")
    assert len(ALPHABET) ** link_codes.LETTERS > 2**78
    seen = {link_codes.derive_code(7, link_codes.new_serial()) for _ in range(200)}
    assert len(seen) == 200
    assert set("".join(seen)) == {*ALPHABET, "-"}


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_without_a_fault(text):
    assert link_codes.normalize_code(link_codes.normalize_code(text)) == link_codes.normalize_code(
        text
    )
