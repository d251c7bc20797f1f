"""Notices on devices: encrypted, signed, sent once, not by night, ended by the push service."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from django.utils import timezone

from config.models import Notice, NoticePush, PushDevice
from config.notices.choices import What
from config.notices.inbox import mark_read
from config.notices.making import NewNotice
from config.notices.own_settings import change_settings
from config.notices.push import devices, sending
from config.notices.push.encryption import MOST_BYTES, encrypt, read_device_keys
from config.notices.push.vapid import authorization, read_push_key
from config.notices.reading import store_notices
from tests.builders import acting, decide, make_user, players_at, slot_at
from tests.clients import api_client, signed_in, text_of, url_of
from tests.config.notices.conftest import tell
from tests.config.notices.push_service import Browser, PushService, b64, unb64
from tournaments.errors import InvalidInput

EVENT = {"games": 1}
NOON = timezone.now().replace(hour=12, minute=0)
MARKS = dict.fromkeys((0x2068, 0x2069))


def private_of(text):
    return derive_private_key(int.from_bytes(unb64(text), "big"), SECP256R1())


def test_a_message_is_encrypted_as_rfc_8291_works_out():
    """The example of its section 5 and appendix A."""
    said = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    made = encrypt(
        b"When I grow up, I want to be a watermelon",
        read_device_keys(said, "BTBZMqHH6r4Tts7J_aSIgg"),
        salt=unb64("DGv6ra1nlYgDCS1FRnbzlw"),
        private=private_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert b64(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )


def test_the_longest_message_fits_into_one_record():
    device = Browser("https://push.example/1")
    keys = read_device_keys(b64(device.point), b64(device.auth))
    sealed = encrypt(b"x" * MOST_BYTES, keys, salt=b"s" * 16, private=device.private)
    assert len(sealed) == 4096
    assert device.decrypt(sealed) == b"x" * MOST_BYTES


def test_the_proof_ends_within_a_day_and_names_the_origin():
    """RFC 8292, section 2; the push service of the tests reads the rest."""
    key = read_push_key("A" * 43)
    now = datetime(2026, 11, 26, tzinfo=UTC)
    header = authorization(key, endpoint="https://push.example:8443/a/b", contact="x", now=now)
    claims = unb64(header.split(".")[1])
    assert b'"aud":"https://push.example:8443"' in claims
    assert f'"exp":{int(now.timestamp()) + 12 * 3600}'.encode() in claims


@pytest.fixture
def clock(monkeypatch):
    def set_clock(moment):
        monkeypatch.setattr("django.utils.timezone.now", lambda: moment)

    set_clock(NOON)
    return set_clock


@pytest.fixture
def service(settings):
    settings.WEBHOOKS_BY_HTTP = settings.WEBHOOKS_TO_OWN_NETWORKS = True
    service = PushService(devices.public_key())
    yield service
    service.close()


@pytest.fixture
def ada(round_, clock):
    """A player of table 1."""
    return players_at(round_)[0].user


@pytest.fixture
def phone(ada, service):
    browser = service.subscribe()
    devices.add_device(actor=acting(ada), **browser.said, name="Phone")
    return browser


def send():
    tell()
    sending.send_due()


def device_of(user):
    return PushDevice.objects.get(user=user)


@pytest.mark.django_db
def test_a_round_is_told_to_a_device_once(phone, round_):
    for _time in range(3):
        send()
    (said,) = phone.messages
    assert said["title"].translate(MARKS) == "Cup"
    assert said["body"].startswith("Round 1: table 1, you move")
    assert said["path"] == f"/events/cup/rounds/{round_.number}/"
    assert (said["lang"], said["dir"]) == ("en", "ltr")
    assert phone.headers[0]["Urgency"] == "high"
    assert NoticePush.objects.get().state == "sent"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "direction", "word"), [("he", "rtl", "סיבוב"), ("ja", "ltr", "回戦")]
)
def test_it_speaks_the_language_of_the_reader(ada, phone, language, direction, word):
    change_settings(actor=acting(ada), language=language)
    send()
    (said,) = phone.messages
    assert word in said["body"]
    assert (said["lang"], said["dir"]) == (language, direction)


@pytest.mark.django_db
def test_several_devices_are_told_and_others_are_not(ada, phone, service, round_):
    tablet, other = service.subscribe(), service.subscribe()
    devices.add_device(actor=acting(ada), **tablet.said)
    devices.add_device(actor=acting(make_user()), **other.said)
    send()
    assert [len(each.messages) for each in (phone, tablet, other)] == [1, 1, 0]


@pytest.mark.django_db
def test_the_key_is_derived_once_for_several_devices(ada, phone, service, monkeypatch):
    derived = []

    def derive(secret):
        derived.append(secret)
        return read_push_key(secret)

    monkeypatch.setattr(sending, "read_push_key", derive)
    tablet = service.subscribe()
    devices.add_device(actor=acting(ada), **tablet.said)
    send()
    assert (len(phone.messages), len(tablet.messages), len(derived)) == (1, 1, 1)


@pytest.mark.django_db
def test_a_kind_that_is_switched_off_is_not_sent_but_listed(ada, phone):
    change_settings(actor=acting(ada), off_push=["round_published"])
    send()
    assert phone.messages == []
    assert Notice.objects.filter(user=ada, on_page=True).exists()


@pytest.mark.django_db
@pytest.mark.parametrize(("asked", "sent"), [(None, 1), ([], 2)])
def test_a_result_that_counts_is_sent_to_who_asks_for_it(ada, phone, round_, asked, sent):
    change_settings(actor=acting(ada), off_push=asked)
    send()
    decide(slot_at(round_))
    send()
    assert len(phone.messages) == sent


@pytest.mark.django_db
def test_by_night_it_waits_for_the_morning_and_comes_together(ada, phone, clock):
    night = NOON.replace(hour=23)
    clock(night)
    for number in range(2):
        _announce(ada, number)
    sending.send_due()
    assert phone.messages == []
    clock(night + timedelta(hours=8, minutes=1))
    sending.send_due()
    (said,) = phone.messages
    assert (said["title"], said["body"], said["path"]) == ("Roadhouse", "2 notices", "/me/notices/")


def _announce(user, number):
    made = NewNotice(user.pk, What.BYE, f"test:{number}", {"round": 1, "others": []})
    store_notices([made], event="cup", at=timezone.now())


@pytest.mark.django_db
def test_what_was_read_meanwhile_is_not_sent(ada, phone):
    tell()
    mark_read(actor=acting(ada))
    sending.send_due()
    assert phone.messages == []
    assert NoticePush.objects.get().state == "dropped"


@pytest.mark.django_db
@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_gets_nothing_more_and_the_page_says_so(ada, phone, service, status):
    service.answers = [status]
    send()
    assert device_of(ada).off == "gone"
    _announce(ada, 1)
    sending.send_due()
    assert phone.messages == []
    text = text_of(signed_in(ada).get(url_of("own-notice-settings")))
    assert "no longer knows it" in text
    assert phone.endpoint not in text
    devices.add_device(actor=acting(ada), **phone.said)
    assert device_of(ada).off == ""


@pytest.mark.django_db
def test_another_key_of_the_service_ends_devices(ada, phone, service, settings):
    settings.PUSH_KEY = "A" * 43
    send()
    assert device_of(ada).off == "refused"
    text = text_of(signed_in(ada).get(url_of("own-notice-settings")))
    assert "refuses our messages" in text


@pytest.mark.django_db
def test_retry_after_is_obeyed(phone, service, clock):
    service.answers = [(429, {"Retry-After": "7200"}), 503]
    send()
    clock(NOON + timedelta(hours=1, minutes=59))
    sending.send_due()
    assert (len(service.answers), phone.messages) == (1, [])
    clock(NOON + timedelta(hours=2, minutes=1))
    sending.send_due()
    assert (service.answers, phone.messages) == ([], [])
    clock(NOON + timedelta(hours=2, minutes=7))
    sending.send_due()
    assert len(phone.messages) == 1


@pytest.mark.django_db
def test_a_message_is_given_up_after_a_day_and_the_device_stays(ada, phone, service, clock):
    service.answers = [500] * 20
    tell()
    for hours in range(0, 96, 13):
        clock(NOON + timedelta(hours=hours))
        sending.send_due()
    assert (NoticePush.objects.get().state, device_of(ada).off) == ("failed", "")
    assert len(service.answers) == 20 - 7


@pytest.mark.django_db
def test_a_push_service_in_own_networks_is_refused_when_added_and_when_sent(ada, settings, phone):
    settings.WEBHOOKS_TO_OWN_NETWORKS = settings.WEBHOOKS_BY_HTTP = False
    for endpoint in ("https://127.0.0.1/push", "http://push.example/1", "https://[::1]:8443/x"):
        with pytest.raises(InvalidInput) as refused:
            devices.add_device(actor=acting(ada), **{**phone.said, "endpoint": endpoint})
        assert refused.value.details["field"] == "endpoint"
    send()
    assert phone.messages == []
    assert device_of(ada).off == "refused"


@pytest.mark.django_db
@pytest.mark.parametrize("wrong", [{"p256dh": "AAAA"}, {"auth": "x"}, {"p256dh": b64(b"\4" * 65)}])
def test_keys_that_are_none_are_refused(ada, phone, wrong):
    with pytest.raises(InvalidInput):
        devices.add_device(actor=acting(ada), **{**phone.said, **wrong})


@pytest.mark.django_db
def test_a_shared_device_is_of_who_switched_it_on_last(ada, phone):
    other = make_user()
    devices.add_device(actor=acting(other), **phone.said)
    assert not PushDevice.objects.filter(user=ada).exists()
    assert device_of(other).endpoint == phone.endpoint


@pytest.mark.django_db
def test_the_page_switches_a_device_on_and_off(ada, service):
    page, browser = signed_in(ada), service.subscribe()
    sent = {"do": "add", **browser.said, "name": "Linux"}
    text = text_of(page.post(url_of("own-devices"), sent, follow=True))
    assert "Notices are sent to this device." in text
    assert "Linux" in text
    assert f'data-key="{service.key}"' in text
    assert 'name="round_published-push"' in text
    sent = {"do": "remove", "device_id": str(device_of(ada).pk)}
    text = text_of(page.post(url_of("own-devices"), sent, follow=True))
    assert 'name="round_published-push"' not in text
    assert not PushDevice.objects.exists()


@pytest.mark.django_db
def test_the_api_adds_lists_and_removes(ada, service):
    api, browser = api_client(ada), service.subscribe()
    key = api.get("/api/v1/me/notices/settings/").json()["push_key"]
    assert key == service.key
    made = api.post("/api/v1/me/notices/devices/", browser.said, format="json")
    assert made.status_code == 201
    listed = api.get("/api/v1/me/notices/devices/").json()["results"]
    assert listed == [made.json()]
    assert "endpoint" not in listed[0]
    address = f"/api/v1/me/notices/devices/{made.json()['id']}/remove/"
    assert api_client(make_user()).post(address, {}, format="json").status_code == 404
    assert api.post(address, {}, format="json").status_code == 204
    assert not PushDevice.objects.exists()
