"""Calendars as text: the rules of RFC 5545, and what Google and Apple ask for beside them."""

import random
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ical.calendar_stream import IcsCalendarStream

from config.calendars.ics import PRODUCT, write_calendar
from config.calendars.items import Item

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=timezone(timedelta(hours=2)))
LONGEST_LINE = 75  # octets without the line break, RFC 5545 3.1


def item(uid="a@roadhouse", **about):
    columns = {
        "summary": "Cup",
        "begins": NOON,
        "ends": NOON + timedelta(hours=1),
        "revision": 3,
        "changed_at": NOON,
        "url": "https://tak.example/events/cup/",
    }
    return Item(uid=uid, **{**columns, **about})


def lines_of(text):
    return text.decode().split("\r\n")


def test_a_calendar_has_what_programs_need():
    lines = lines_of(write_calendar("Cup", [item()]))
    assert lines == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        f"PRODID:{PRODUCT}",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        "NAME:Cup",
        "X-WR-CALNAME:Cup",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        "BEGIN:VEVENT",
        "SUMMARY:Cup",
        "DTSTART:20260501T100000Z",
        "DTEND:20260501T110000Z",
        "DTSTAMP:20260501T100000Z",
        "UID:a@roadhouse",
        "SEQUENCE:3",
        "LAST-MODIFIED:20260501T100000Z",
        "STATUS:CONFIRMED",
        "TRANSP:OPAQUE",
        "URL:https://tak.example/events/cup/",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_a_day_without_a_time_is_a_whole_day():
    text = write_calendar("Cup", [item(begins=date(2026, 5, 31), ends=None)])
    assert b"DTSTART;VALUE=DATE:20260531\r\n" in text
    assert b"DTEND;VALUE=DATE:20260601\r\n" in text


def test_a_cancelled_item_says_so_and_keeps_nobody_busy():
    lines = lines_of(write_calendar("Cup", [item(cancelled=True)]))
    assert {"STATUS:CANCELLED", "TRANSP:TRANSPARENT"} <= set(lines)


def test_the_same_facts_in_any_order_give_the_same_bytes():
    items = [item(f"{n}@roadhouse", begins=NOON + timedelta(hours=n % 3)) for n in range(9)]
    shuffled = random.Random(1).sample(items, len(items))
    assert write_calendar("Cup", items) == write_calendar("Cup", shuffled)


@pytest.mark.parametrize("name", ["BEGIN:VEVENT\r\nUID:x", "a;b,c\\d", "קלף – 将棋 🂡" * 20, "\x07"])
def test_hostile_names_stay_values(name):
    text = write_calendar(name, [item(summary=name, place=name)])
    assert text.count(b"\r\nBEGIN:VEVENT\r\n") == 1
    assert b"\x07" not in text
    assert all(len(line.encode()) <= LONGEST_LINE for line in lines_of(text))


texts = st.text(st.characters(categories=["L", "M", "N", "P", "S"]), min_size=1, max_size=200)
moments = st.datetimes(
    min_value=datetime(1990, 1, 1), max_value=datetime(2090, 1, 1), timezones=st.just(UTC)
).map(lambda at: at.replace(microsecond=0))


@given(texts, texts, moments, st.integers(0, 2**31 - 1), st.booleans())
def test_another_parser_reads_what_was_written(name, place, begins, revision, cancelled):
    written = item(
        summary=name, place=place, begins=begins, ends=None, revision=revision, cancelled=cancelled
    )
    text = write_calendar(name, [written])
    assert all(len(line.encode()) <= LONGEST_LINE for line in lines_of(text))
    assert text.count(b"\n") == text.count(b"\r\n")
    (found,) = IcsCalendarStream.calendar_from_ics(text.decode()).events
    assert found.uid == "a@roadhouse"
    assert found.summary == name
    assert found.location == place
    assert found.dtstart == begins
    assert found.sequence == revision
    assert found.dtstamp == written.changed_at.astimezone(UTC)
    assert (found.status == "CANCELLED") is cancelled
