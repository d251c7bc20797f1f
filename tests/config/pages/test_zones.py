"""Times of the pages: in the zone of the reader's cookie, else in that of the event."""

from datetime import UTC, date, datetime

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from config.pages import zones
from config.pages.templatetags.roadhouse import day, moment
from tests.builders import decide_round, make_event, make_user, published_round
from tests.clients import signed_in, text_of, url_of
from tournaments import recompute

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)
TOKYO, JERUSALEM, BERLIN = "Asia/Tokyo", "Asia/Jerusalem", "Europe/Berlin"


def read_in(zone, ask):
    """What `ask` answers inside a request of somebody whose cookie says this zone."""
    request = RequestFactory().get("/")
    request.COOKIES[zones.COOKIE] = zone
    found = []

    def answer(_request):
        found.append(ask())
        return HttpResponse()

    zones.zone_middleware(answer)(request)
    return found[0]


@pytest.mark.parametrize(
    ("reader", "event", "there", "said"),
    [
        ("", TOKYO, False, "Nov. 12, 2026 21:00 (Asia/Tokyo)"),  # who knows where it is read
        (TOKYO, TOKYO, False, "Nov. 12, 2026 21:00"),
        (JERUSALEM, TOKYO, False, "Nov. 12, 2026 14:00 (Asia/Jerusalem)"),
        (JERUSALEM, TOKYO, True, "Nov. 12, 2026 21:00 (Asia/Tokyo)"),
        (JERUSALEM, "Europe/Athens", False, "Nov. 12, 2026 14:00"),  # the same time of day
        (JERUSALEM, "", False, "Nov. 12, 2026 14:00"),
        ("", "", False, "Nov. 12, 2026 12:00 (UTC)"),
        ("Atlantis/Capital", TOKYO, False, "Nov. 12, 2026 21:00 (Asia/Tokyo)"),
        ("../../etc/passwd", TOKYO, False, "Nov. 12, 2026 21:00 (Asia/Tokyo)"),
        (zones.EVENT_ZONE, TOKYO, False, "Nov. 12, 2026 21:00 (Asia/Tokyo)"),
    ],
)
def test_a_moment_is_told_where_it_is_read(reader, event, there, said):
    assert read_in(reader, lambda: zones.local_time_text(NOON, event, there=there)) == said


def test_the_zone_of_a_player_counts_for_readers_who_chose_none():
    def ask():
        return zones.local_time_text(NOON, TOKYO, own_zone=BERLIN)

    assert read_in("", ask) == "Nov. 12, 2026 13:00 (Europe/Berlin)"
    assert read_in(JERUSALEM, ask) == "Nov. 12, 2026 14:00 (Asia/Jerusalem)"


def test_the_zone_is_named_by_the_hours_of_that_day():
    """Jerusalem and Berlin part by one hour in summer and in winter, not in the days between."""
    between = datetime(2026, 3, 28, 12, tzinfo=UTC)  # summer has begun in Jerusalem alone
    assert read_in(JERUSALEM, lambda: zones.local_time_text(NOON, BERLIN)).endswith(
        "(Asia/Jerusalem)"
    )
    assert "15:00" in read_in(JERUSALEM, lambda: zones.local_time_text(between, BERLIN))
    assert "13:00" in read_in(BERLIN, lambda: zones.local_time_text(between, BERLIN))


def test_programs_read_every_moment_in_utc():
    marked = read_in(JERUSALEM, lambda: moment(NOON, TOKYO, "time"))
    zone = '<span class="zone">(Asia/Jerusalem)</span>'
    assert marked == f'<time datetime="2026-11-12T12:00:00Z">14:00 {zone}</time>'
    assert moment(None) == "–"


@pytest.mark.parametrize(
    ("language", "kind", "said"),
    [
        ("en", "full", "Nov. 12, 2026 12:00"),
        ("he", "full", "12 בנובמבר 2026 12:00"),
        ("ja", "full", "2026年11月12日 12:00"),
        ("he", "date", "12 בנובמבר 2026"),
        ("ja", "date", "2026年11月12日"),
    ],
)
def test_days_are_written_as_each_language_writes_them(language, kind, said):
    with translation.override(language):
        assert read_in("UTC", lambda: zones.local_time(NOON, kind=kind).words) == said


def test_a_request_leaves_no_zone_behind():
    assert read_in(TOKYO, zones.zone_of_reader) == TOKYO
    assert read_in(TOKYO, timezone.get_current_timezone_name) == TOKYO
    assert zones.zone_of_reader() == ""
    assert timezone.get_current_timezone_name() == "UTC"
    assert read_in("", timezone.get_current_timezone_name) == "UTC"


@pytest.mark.django_db
def test_a_reader_chooses_a_zone_and_comes_back():
    client = Client()
    page = text_of(client.get(url_of("zone"), {"next": "/events/"}))
    assert f'<option value="{TOKYO}">' in page
    assert '<option value="event">' in page
    sent = client.post(url_of("zone"), {"zone": TOKYO, "next": "/events/"})
    assert (sent.status_code, sent["Location"]) == (302, "/events/")
    page = text_of(client.get(url_of("zone")))
    assert f'<option value="{TOKYO}" selected>' in page
    assert f"Times: <bdi>{TOKYO}</bdi>" in page  # the foot of every page
    client.post(url_of("zone"), {"zone": zones.EVENT_ZONE})
    assert " selected>" not in text_of(client.get(url_of("zone")))


@pytest.mark.django_db
@pytest.mark.parametrize("zone", ["", "Atlantis/Capital", "../../etc/passwd", "x" * 5000])
def test_a_zone_that_is_none_is_not_kept(zone):
    client = Client()
    sent = client.post(url_of("zone"), {"zone": zone})
    assert sent.status_code == 422
    assert 'aria-invalid="true"' in text_of(sent, 422)
    assert zones.COOKIE not in client.cookies


@pytest.mark.django_db
def test_nobody_is_sent_elsewhere_by_a_choice():
    sent = Client().post(url_of("zone"), {"zone": TOKYO, "next": "https://example.org/"})
    assert sent["Location"] == url_of("home")


@pytest.mark.django_db
def test_a_table_is_stamped_in_the_zone_of_the_reader_and_the_desk_keeps_its_own(time_machine):
    time_machine.move_to(NOON, tick=False)
    boss = make_user()
    event = make_event(slug="cup", organiser=boss, time_zone=TOKYO)
    decide_round(published_round(event))
    recompute.refresh_standings(event.pk)
    client = signed_in(boss)
    address = url_of("event-standings", "cup")
    assert " · 21:00 (Asia/Tokyo)" in text_of(client.get(address))
    client.cookies[zones.COOKIE] = JERUSALEM
    assert " · 14:00 (Asia/Jerusalem)" in text_of(client.get(address))
    journal = text_of(client.get(url_of("manage-journal", "cup")))
    assert "21:00" in journal
    assert "14:00" not in journal


def test_a_day_is_written_as_in_full_times() -> None:
    """So that one page does not show Nov. 22 beside 11/22/2026."""
    with translation.override("en"):
        assert day(date(2026, 11, 22)) == '<time datetime="2026-11-22">Nov. 22, 2026</time>'
