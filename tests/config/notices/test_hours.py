"""When mails are sent: by the reader's clock, without a database."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.notices.hours import DELAYS, delay_after, send_at

TOKYO = "Asia/Tokyo"  # nine hours before UTC
USUAL = {"urgent": False, "quiet": True, "digest": False}


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "about", "sent"),
    [
        ("2036-05-02T03:00", {}, "2036-05-02T03:00"),  # noon in Tokyo
        ("2036-05-02T12:59", {}, "2036-05-02T12:59"),  # 21:59
        ("2036-05-02T13:00", {}, "2036-05-02T22:00"),  # 22:00: at 7 the next morning
        ("2036-05-02T15:30", {}, "2036-05-02T22:00"),  # 0:30: at 7 the same morning
        ("2036-05-02T21:59", {}, "2036-05-02T22:00"),  # 6:59
        ("2036-05-02T22:00", {}, "2036-05-02T22:00"),  # 7:00
        ("2036-05-02T15:30", {"urgent": True}, "2036-05-02T15:30"),
        ("2036-05-02T15:30", {"quiet": False}, "2036-05-02T15:30"),
        ("2036-05-02T03:00", {"digest": True}, "2036-05-02T23:00"),  # at 8 the next morning
        ("2036-05-02T22:30", {"digest": True}, "2036-05-02T23:00"),
        ("2036-05-02T23:00", {"digest": True}, "2036-05-03T23:00"),
        ("2036-05-02T03:00", {"digest": True, "urgent": True}, "2036-05-02T03:00"),
    ],
)
def test_the_clock_of_the_reader_decides(now, about, sent):
    assert send_at(at(now), TOKYO, **{**USUAL, **about}) == at(sent)


def test_the_clock_is_put_forward_during_the_night():
    """Jerusalem, 27 March 2026: 2:00 becomes 3:00, so that 7:00 is 4:00 UTC and not 5:00."""
    assert send_at(at("2026-03-26T21:00"), "Asia/Jerusalem", **USUAL) == at("2026-03-27T04:00")


@given(
    now=st.datetimes(datetime(2026, 1, 1), datetime(2036, 1, 1), timezones=st.just(UTC)),
    zone=st.sampled_from(["UTC", TOKYO, "America/New_York", "Australia/Lord_Howe"]),
    digest=st.booleans(),
)
def test_no_mail_by_night_none_early_none_after_a_day(now, zone, digest):
    sent = send_at(now, zone, urgent=False, quiet=True, digest=digest)
    assert now <= sent <= now + timedelta(hours=25)
    assert 7 <= sent.astimezone(ZoneInfo(zone)).hour < 22


def test_attempts_grow_further_apart_and_end():
    delays = [delay_after(attempt) for attempt in range(1, len(DELAYS) + 2)]
    assert delays == [*sorted(DELAYS), None]
