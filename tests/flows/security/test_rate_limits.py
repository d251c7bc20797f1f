"""Searches, the schema and every anonymous write are throttled, by client.

Images, exports and whatever else is a file are asked in test_page_headers.py.
"""

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, resolve

from config.access import rate_limits
from config.access.guess_limits import client_address
from config.access.links import issue_links
from config.access.tokens import create_token
from tests.builders import make_event
from tests.clients import signed_in, text_of
from tests.flows.events.test_drafts_are_hidden import filters_asked
from tests.flows.security.addresses import ANYTHING, GAP, every_address
from tournaments.actor import SYSTEM

PLAIN = ("text/html", "application/json", "application/problem+json")
# What proves who somebody is, by a password or a code: limited in guess_limits.py.
PROOFS = {
    *("pages:login", "admin:login", "pages:first-run", "pages:invite", "pages:new-password"),
    *("pages:prove-email", "pages:personal-code", "pages:personal", "pages:personal-submit"),
    *("pages:personal-answer", "pages:personal-time", "pages:personal-bids", "pages:personal-away"),
}
# They answer before everything else, and write nothing.
HEALTH = ("healthz", "readyz")
FIELDS = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def path_of(address):
    """A path of an address; nothing needs to be there to be counted."""
    pattern = address.pattern
    return "/" + (ANYTHING[pattern] if pattern in ANYTHING else GAP.sub("1", pattern))


def is_throttled(answer):
    return all(answer.headers.get(field, "").isdigit() for field in FIELDS)


def is_file(answer):
    """Whether an answer is a file, an image or a feed."""
    kind = answer.headers.get("Content-Type", "text/html").partition(";")[0]
    return kind not in PLAIN or "Content-Disposition" in answer.headers


@pytest.mark.slow
def test_every_anonymous_write_is_throttled_but_those_that_prove_who_it_is():
    wrong = []
    for address in every_address():
        if address.pattern in HEALTH:
            continue
        for method in ("post", "put", "patch", "delete") if address.in_api else ("post",):
            cache.clear()
            answer = getattr(Client(), method)(path_of(address))
            is_proof = resolve(path_of(address)).view_name in PROOFS
            if is_throttled(answer) == is_proof:
                wrong.append((method, address.pattern, answer.status_code))
    assert wrong == []


def test_every_search_is_throttled():
    searches = [
        each for each in every_address() if rate_limits.SEARCH_PARAMETER in filters_asked(each)
    ]
    assert len(searches) >= 4
    for address in searches:
        cache.clear()
        assert is_throttled(Client().get(path_of(address) + "?q=Ada")), address.pattern


def test_the_schema_and_its_page_are_throttled():
    assert is_throttled(Client().get("/api/v1/schema/"))
    assert is_throttled(Client().get("/api/docs/"))


def test_names_in_the_table_are_addresses():
    known = {
        f"{space}:{name}"
        for space, (_prefix, resolver) in get_resolver().namespace_dict.items()
        for name in resolver.reverse_dict
        if isinstance(name, str)
    } | {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert known >= rate_limits.VERIFYING | rate_limits.SCHEMAS | rate_limits.EXPORTS


def test_reading_a_page_is_not_throttled():
    for path in ("/", "/events/", "/players/", "/api/v1/events/", "/healthz"):
        assert not is_throttled(Client().get(path))


# --- what a refusal says ----------------------------------------------------------------------
def spend(client, path, times, **given):
    for _ in range(times):
        client.get(path, **given)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "rate"),
    [
        ("/board.svg", rate_limits.IMAGE),
        ("/events/x/players.csv", rate_limits.EXPORT),
        ("/api/v1/schema/", rate_limits.SCHEMA),
        ("/players/?q=Ada", rate_limits.SEARCH),
    ],
)
def test_after_the_last_one_it_says_when_to_come_again(path, rate, time_machine):
    time_machine.move_to("2026-05-01T12:00:20Z", tick=False)
    for _ in range(rate.most - 2):
        rate_limits.count_request(rate, "address:127.0.0.1")
    client = Client()
    allowed = [client.get(path) for _ in range(2)]
    assert [answer["RateLimit-Remaining"] for answer in allowed] == ["1", "0"]
    answer = client.get(path)
    assert answer.status_code == 429
    assert answer["Retry-After"] == answer["RateLimit-Reset"] == "40"
    assert (answer["RateLimit-Limit"], answer["RateLimit-Remaining"]) == (str(rate.most), "0")
    if path.startswith("/api/"):
        assert answer.json()["code"] == "throttled"
        assert answer["Content-Type"] == "application/problem+json"
    else:
        assert "Wait 40 seconds" in text_of(answer, 429)
    time_machine.move_to("2026-05-01T12:01:00Z", tick=False)
    assert client.get(path).status_code == allowed[0].status_code


def test_an_anonymous_write_is_refused_after_its_rate(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    for _ in range(rate_limits.WRITE.most - 2):
        rate_limits.count_request(rate_limits.WRITE, "address:127.0.0.1")
    client = Client()
    statuses = [client.post("/zone/").status_code for _ in range(3)]
    assert statuses == [422, 422, 429]


def test_verifying_by_page_and_by_api_is_one_rate(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    client = Client()
    spend_one = client.post("/api/v1/verify/", {"record": "x"}, content_type="application/json")
    by_page = client.post("/verify/", {"record": "x"})
    assert int(by_page["RateLimit-Remaining"]) == int(spend_one["RateLimit-Remaining"]) - 1


# --- who is a client --------------------------------------------------------------------------
def key(client, path="/board.svg", **given):
    """By whom a request is counted."""
    request = client.get(path, **given).wsgi_request
    return rate_limits.identify_client(request).key


def test_a_session_a_token_and_a_link_are_clients_of_their_own():
    user = get_user_model().objects.create_user(username="ann")
    token, secret = create_token(username="ann")
    member = signed_in(user)
    event = make_event(entries=2, state="registration")
    (first, code), (second, other) = issue_links(actor=SYSTEM, event_id=event.pk)
    assert key(Client()) == "address:127.0.0.1"
    assert key(member) == f"user:{user.pk}"
    bearer = {"headers": {"Authorization": f"Bearer {secret}"}}
    assert key(Client(), "/api/v1/events/", **bearer) == f"token:{token.pk}"
    assert key(Client(), f"/e/{code}/") == f"link:{first}"
    assert key(Client(), f"/e/{other.upper()}/away/") == f"link:{second}"


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/api/v1/events/", {"Authorization": "Bearer rh_guess"}),
        ("/api/v1/events/", {"Authorization": "Bearer"}),
        ("/api/v1/events/", {"Authorization": "Basic YTpi"}),
        ("/events/", {"Cookie": "sessionid=guess"}),
        ("/e/2abc-d3ef-gh4j-kmn5/", {}),
        ("/e/x/", {}),
    ],
)
def test_a_wrong_token_session_or_link_is_no_client_of_its_own(path, headers):
    assert key(Client(), path, headers=headers) == "address:127.0.0.1"


def test_a_revoked_link_is_no_client_of_its_own():
    event = make_event(entries=2, state="registration")
    (_entry, code), _other = issue_links(actor=SYSTEM, event_id=event.pk)
    issue_links(actor=SYSTEM, event_id=event.pk)
    assert key(Client(), f"/e/{code}/") == "address:127.0.0.1"


def test_clients_do_not_spend_what_others_have(time_machine):
    time_machine.move_to("2026-05-01T12:00:00Z", tick=False)
    user = get_user_model().objects.create_user(username="ann")
    member = signed_in(user)
    spend(Client(), "/board.svg", 3)
    left = rate_limits.IMAGE.most
    assert int(member.get("/board.svg")["RateLimit-Remaining"]) == left - 1
    elsewhere = Client().get("/board.svg", REMOTE_ADDR="10.1.1.1")
    assert int(elsewhere["RateLimit-Remaining"]) == left - 1
    assert int(Client().get("/board.svg")["RateLimit-Remaining"]) == left - 4


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("[2001:db8:1:2::9]", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("x" * 500, "x" * 64),
    ],
)
def test_an_ipv6_network_is_one_address(rf, said, known):
    assert client_address(rf.get("/", REMOTE_ADDR=said)) == known


def test_what_a_client_claims_of_its_address_is_not_believed(settings):
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    forged = {"X-Forwarded-For": "10.0.0.1, 192.0.2.7"}
    assert key(Client(), headers=forged) == "address:192.0.2.7"


def test_a_cache_that_is_down_lets_everything_through(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}
    answers = [Client().get("/board.svg").status_code for _ in range(rate_limits.IMAGE.most + 5)]
    assert 429 not in answers
