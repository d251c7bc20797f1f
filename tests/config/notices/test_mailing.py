"""Mails of notices, as a mail server receives them; one that refuses; one that is not there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from config.models import Notice, NoticeMail
from config.notices import deadlines, mail_plan, mailing
from config.notices.inbox import mark_read
from config.notices.own_settings import change_settings, own_settings
from config.notices.unsubscribing import unsubscribe_path
from tests.builders import acting, decide, players_at, slot_at
from tests.clients import signed_in, text_of
from tests.config.notices.conftest import notified_of, tell
from tests.config.notices.smtp_server import MailServer
from tournaments.models import GameSlot, User

pytestmark = pytest.mark.django_db
NOON = timezone.now().replace(hour=12, minute=0)
NIGHT = NOON.replace(hour=23)
EVENT = {"games": 1}
SITE = "https://tak.example"


@pytest.fixture
def server(settings):
    server = MailServer()
    settings.MAIL, settings.SITE_URL = True, SITE
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    yield server
    server.close()


@pytest.fixture
def clock(monkeypatch):
    """Sets the time of day at which notices are made and mailed."""

    def set_clock(moment):
        monkeypatch.setattr("django.utils.timezone.now", lambda: moment)

    set_clock(NOON)
    return set_clock


@pytest.fixture
def ada(round_, clock, server):
    """The only account with an address; a player of table 1."""
    found = User.objects.filter(player=players_at(round_)[0])
    found.update(email="ada@mail.example")
    return found.get()


def send():
    tell()
    mailing.send_due()


def mails(server):
    return [message for _to, message in server.mails]


def body_of(message, kind="plain"):
    return message.get_body((kind,)).get_content()


def test_a_published_round_is_mailed_to_who_has_an_address(ada, server, round_):
    send()
    ((to, message),) = server.mails
    assert to == ["ada@mail.example"]
    assert message["Subject"].startswith("Cup: Round 1: table 1, you move")
    assert f"{SITE}/events/cup/rounds/1/" in body_of(message)
    assert f'href="{SITE}/events/cup/rounds/1/"' in body_of(message, "html")
    assert 'lang="en" dir="ltr"' in body_of(message, "html")


def test_a_mail_is_sent_once(ada, server):
    for _time in range(3):
        send()
    assert len(server.mails) == 1


def test_the_headers_end_the_mails_by_one_press(ada, server, client):
    """RFC 8058: both headers, https, and a POST without a session is enough."""
    send()
    (message,) = mails(server)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = message["List-Unsubscribe"].strip()  # a long one begins on a line of its own
    assert address.startswith(f"<{SITE}/notices/stop/")
    assert address.endswith(">")
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@tak.example>")
    path = address[1:-1].removeprefix(SITE)
    text_of(client.get(path))
    assert own_settings(acting(ada)).mail_off == ""
    client.post(path, {"List-Unsubscribe": "One-Click"})
    assert own_settings(acting(ada)).mail_off == "unsubscribed"


def test_after_that_nothing_is_mailed_but_the_page_has_it(ada, server, client, round_):
    client.post(unsubscribe_path(ada.pk))
    send()
    assert server.mails == []
    assert notified_of(ada) == ["paired"]
    change_settings(actor=acting(ada), mail=True)
    decide(slot_at(round_))
    change_settings(actor=acting(ada), off_email=[])
    send()
    assert len(server.mails) == 1


@pytest.mark.parametrize("token", ["guess", "1:guess", "1"])
def test_an_address_that_was_not_made_here_ends_nothing(ada, client, token):
    answer = client.post(f"/notices/stop/{token}/")
    assert "is not complete" in text_of(answer, 404)
    assert own_settings(acting(ada)).mail_off == ""


def test_mails_are_in_the_language_and_the_zone_of_the_reader(ada, server):
    change_settings(actor=acting(ada), language="he", time_zone="Asia/Tokyo")
    send()
    (message,) = mails(server)
    assert "סיבוב 1" in message["Subject"]
    assert 'lang="he" dir="rtl"' in body_of(message, "html")


def test_the_language_of_the_first_login_is_that_of_mails(ada, client):
    sent = {"username": ada.username, "password": "correct horse"}
    client.post("/login/", sent, headers={"accept-language": "ja"})
    assert own_settings(acting(ada)).language == "ja"
    client.post("/login/", sent, headers={"accept-language": "he"})
    assert own_settings(acting(ada)).language == "ja"


def test_names_are_escaped_in_html(ada, server, event):
    type(event).objects.filter(pk=event.pk).update(name="<b>Cup</b>\r\nBcc: x@y")
    send()
    (message,) = mails(server)
    assert "<b>" not in body_of(message, "html")
    assert message["Bcc"] is None


def test_what_is_not_urgent_waits_for_the_morning_in_one_mail(ada, server, clock, round_):
    clock(NIGHT)
    GameSlot.objects.update(due_at=NIGHT + timedelta(days=5))
    tell()
    Notice.objects.filter(user=ada).delete()
    NoticeMail.objects.all().delete()
    change_settings(actor=acting(ada), off_email=[])
    GameSlot.objects.update(due_at=NIGHT + timedelta(hours=3))
    deadlines.tell_deadlines(NIGHT)
    decide(slot_at(round_))
    send()
    assert server.mails == []
    clock(NIGHT + timedelta(hours=9))
    mailing.send_due()
    (message,) = mails(server)
    assert message["Subject"] == "2 notices"
    assert body_of(message).count(SITE) == 4  # two pages, the settings, the end of the mails


def test_an_urgent_notice_is_mailed_by_night(ada, server, clock):
    clock(NIGHT)
    send()
    assert len(server.mails) == 1


def test_a_digest_is_one_mail_a_day(ada, server, clock, round_):
    change_settings(actor=acting(ada), digest=True, off_email=[])
    GameSlot.objects.update(due_at=NOON + timedelta(days=5))
    tell()
    decide(slot_at(round_))
    send()
    assert server.mails == []
    clock(NOON + timedelta(hours=20))
    mailing.send_due()
    assert [message["Subject"] for message in mails(server)] == ["2 notices"]


def test_what_was_read_meanwhile_is_not_mailed(ada, server, clock):
    GameSlot.objects.update(due_at=NIGHT + timedelta(days=5))
    clock(NIGHT)
    tell()
    mark_read(actor=acting(ada))
    clock(NIGHT + timedelta(hours=9))
    mailing.send_due()
    assert server.mails == []
    assert NoticeMail.objects.get(user=ada).state == "dropped"


def test_a_kind_may_be_mailed_alone(ada, server):
    change_settings(actor=acting(ada), off_page=["round_published"])
    send()
    assert len(server.mails) == 1
    page = signed_in(ada)
    assert "table 1" not in text_of(page.get("/me/notices/"))
    assert "Notices: 0 not read" in text_of(page.get("/me/notices/"))


def test_a_refused_address_gets_no_more_mails_and_the_page_says_so(ada, server, round_):
    server.answers = {"RCPT": "550 5.1.1 no such user"}
    send()
    assert own_settings(acting(ada)).mail_off == "refused"
    failed = NoticeMail.objects.get(user=ada)
    assert (failed.state, failed.problem) == ("failed", "550 5.1.1 no such user")
    page = text_of(signed_in(ada).get("/me/notices/settings/"))
    assert "The mail server refused" in page
    change_settings(actor=acting(ada), off_email=[])
    decide(slot_at(round_))
    send()
    assert server.mails == []
    User.objects.filter(pk=ada.pk).update(email="new@mail.example")
    GameSlot.objects.update(state="open", due_at=NOON + timedelta(hours=3))
    deadlines.tell_deadlines(NOON)
    mailing.send_due()
    assert [to for to, _message in server.mails] == [["new@mail.example"]]


@pytest.mark.parametrize(
    "answers", [{"RCPT": "451 later"}, {"DATA": "452 full"}, {"DATA": "554 looks like spam"}]
)
def test_a_passing_refusal_is_tried_again(ada, server, clock, answers):
    server.answers = dict(answers)
    send()
    assert own_settings(acting(ada)).mail_off == ""
    assert (server.mails, NoticeMail.objects.get(user=ada).state) == ([], "waiting")
    first_id = NoticeMail.objects.get(user=ada).message_id
    mailing.send_due()
    assert server.mails == []  # not before the delay
    clock(NOON + timedelta(minutes=2))
    mailing.send_due()
    (message,) = mails(server)
    assert first_id in message["Message-ID"]


def test_a_mail_that_is_refused_by_its_mailbox_after_the_text_ends_mails_too(ada, server):
    server.answers = {"DATA": "550 no such mailbox"}
    send()
    assert own_settings(acting(ada)).mail_off == "refused"


def test_without_a_server_a_mail_waits_and_is_given_up_at_last(ada, server, clock, settings):
    settings.EMAIL_PORT = 1
    now = NOON
    tell()
    for _attempt in range(7):
        mailing.send_due()
        mail = NoticeMail.objects.get(user=ada)
        now = max(now, mail.due_at) + timedelta(seconds=1)
        clock(now)
    assert (mail.state, mail.attempts) == ("failed", 7)
    assert own_settings(acting(ada)).mail_off == ""


def test_a_worker_that_died_leaves_its_mail_to_another(ada, server, clock):
    tell()
    NoticeMail.objects.update(held_until=NOON + mailing.HELD, attempts=1)
    mailing.send_due()
    assert server.mails == []
    clock(NOON + mailing.HELD + timedelta(seconds=1))
    mailing.send_due()
    assert len(server.mails) == 1


def test_what_happened_long_ago_is_not_mailed(ada, server, clock):
    clock(NOON + mail_plan.OLDEST + timedelta(days=1))
    send()
    assert server.mails == []
    assert notified_of(ada) == ["paired"]


def test_without_a_mail_server_nothing_waits_to_be_mailed(ada, server, settings):
    settings.MAIL = False
    tell()
    assert not NoticeMail.objects.exists()
    assert "Mails" not in text_of(signed_in(ada).get("/me/notices/settings/"))


def test_the_page_sets_how_mails_come(ada, server):
    page = signed_in(ada)
    assert "ada@mail.example" in text_of(page.get("/me/notices/settings/"))
    sent = {"mail": "on", "digest": "on", "language": "ja", "time_zone": "Asia/Tokyo"}
    page.post("/me/notices/settings/", {**sent, "time-email": "on"})
    chosen = own_settings(acting(ada))
    assert (chosen.digest, chosen.quiet, chosen.language) == (True, False, "ja")
    assert (chosen.time_zone, chosen.mail_off) == ("Asia/Tokyo", "")
    assert "time" not in chosen.off_email
    assert "time" in chosen.off_page
    answer = page.post("/me/notices/settings/", {**sent, "time_zone": "Mars/Base"})
    assert answer.status_code == 422


def test_deadlines_are_told_once_and_again_when_they_move(round_, boss):
    tell()
    now = timezone.now()
    slot = slot_at(round_)
    player = players_at(round_)[0].user
    GameSlot.objects.filter(pk=slot.pk).update(due_at=now + timedelta(hours=20))
    for hours in (0, 1):
        deadlines.tell_deadlines(now + timedelta(hours=hours))
    assert notified_of(player) == ["paired", "due"]
    for hours in (21, 30):
        deadlines.tell_deadlines(now + timedelta(hours=hours))
    assert notified_of(player) == ["paired", "due", "overdue"]
    assert notified_of(boss) == ["overdue_staff"]
    GameSlot.objects.filter(pk=slot.pk).update(due_at=now + timedelta(hours=50))
    deadlines.tell_deadlines(now + timedelta(hours=30))
    assert notified_of(player)[-1] == "due"


def test_a_decided_game_and_one_far_ahead_are_not_told(round_, boss):
    tell()
    now = timezone.now()
    GameSlot.objects.update(due_at=now + timedelta(hours=25))
    deadlines.tell_deadlines(now)
    decide(slot_at(round_))
    GameSlot.objects.filter(pk=slot_at(round_).pk).update(due_at=now - timedelta(hours=1))
    deadlines.tell_deadlines(now)
    assert not Notice.objects.filter(what__in=["due", "overdue", "overdue_staff"]).exists()
    GameSlot.objects.update(due_at=now - deadlines.BACK - timedelta(hours=1), state="open")
    deadlines.tell_deadlines(now)
    assert not Notice.objects.filter(what="overdue").exists()
