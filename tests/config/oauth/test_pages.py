"""Pages and API of applications: what acts for one, what one makes, what staff switch off."""

import pytest

from config.models import Application, Consent
from config.oauth.applications import MAX_APPLICATIONS
from tests.builders import acting, make_club, make_player, make_user
from tests.clients import api_client, signed_in, text_of, url_of
from tests.config.oauth.programs import BACK, bearer, make_program, status_of
from tournaments.models import JournalLine
from tournaments.services.people import people

NEW = {"name": "Bot", "redirect_uris": BACK, "client_type": "confidential", "club": ""}
API = "/api/v1/applications/"


@pytest.fixture
def ada():
    return make_user("ada")


def test_the_question_says_who_asks_for_what_and_who_made_it(ada):
    maker = make_user("maker")
    people.create_player(actor=acting(maker), name="Cleo", user_id=maker.pk)
    club = make_club("reeds", owner=maker)
    program = make_program(name="Reed bot", maker=maker, club=club.slug)
    page = text_of(signed_in(ada).get(program.address(scope="play organise")))
    for said in (
        "Reed bot", "Cleo", "Reeds", "play for me: entries, games, times, byes",
        "run my events: settings, entries, rounds, rulings", "ada", BACK,
    ):  # fmt: skip
        assert said in page
    assert "vouch for players" not in page
    assert program.application.client_id not in page.split("</nav>")[-1].split("<footer")[0]


@pytest.mark.parametrize(("language", "allow"), [("he", "לאשר"), ("ja", "許可する")])
def test_the_question_is_asked_in_three_languages(ada, language, allow):
    client = signed_in(ada)
    client.cookies["django_language"] = language
    assert allow in text_of(client.get(make_program().address()))


def test_what_may_act_for_one_is_listed_and_taken_back(ada):
    program = make_program(name="Reed bot")
    token = program.tokens_of(ada, scope="play club")["access_token"]
    client, address = signed_in(ada), url_of("own-consents")
    page = text_of(client.get(address))
    for said in ("Reed bot", "play for me", "run my clubs", "never used"):
        assert said in page
    sent = {"do": "revoke", "client_id": program.application.client_id}
    assert "may act for you no longer" in text_of(client.post(address, sent, follow=True))
    assert status_of(token) == 401
    assert "Reed bot" not in text_of(client.get(address))
    assert "No application" in text_of(client.post(address, sent, follow=True))


def test_the_list_is_read_and_taken_back_by_api(ada):
    program = make_program(name="Reed bot")
    token = program.tokens_of(ada)["access_token"]
    status_of(token)
    client = api_client(ada)
    (row,) = client.get("/api/v1/me/applications/").json()["results"]
    assert row["name"] == "Reed bot"
    assert row["scopes"] == ["play"]
    assert row["last_used_at"] is not None
    address = f"/api/v1/me/applications/{row['client_id']}/revoke/"
    assert client.post(address, {}, format="json").status_code == 204
    assert status_of(token) == 401
    assert client.post(address, {}, format="json").status_code == 404
    assert JournalLine.objects.filter(action="account.application_ended").count() == 1


def test_nobody_takes_back_what_another_allowed(ada):
    program = make_program()
    token = program.tokens_of(ada)["access_token"]
    address = f"/api/v1/me/applications/{program.application.client_id}/revoke/"
    assert api_client(make_user()).post(address, {}, format="json").status_code == 404
    assert status_of(token) == 200


def test_an_application_is_registered_on_a_page(ada):
    client, address = signed_in(ada), url_of("own-applications")
    page = client.post(address, NEW)
    secret = page.context["secret"]
    assert secret.startswith("rhc_")
    assert secret in text_of(page)
    assert "no-store" in page["Cache-Control"]
    made = Application.objects.get()
    assert made.user == ada
    assert secret not in made.client_secret
    again = text_of(client.get(address))
    assert made.client_id in again
    assert secret not in again


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "x" * 101},
        {"redirect_uris": ""},
        {"redirect_uris": "http://bot.example/"},
        {"redirect_uris": f"{BACK} javascript:x"},
        {"client_type": ""},
        {"client_type": "secret"},
        {"club": "reeds"},
    ],
)
def test_a_wrong_application_is_refused_at_its_field(ada, wrong):
    make_club("reeds")
    page = signed_in(ada).post(url_of("own-applications"), {**NEW, **wrong})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == list(wrong)
    body = {**NEW, "redirect_uris": [BACK], **wrong}
    if isinstance(body["redirect_uris"], str):
        body["redirect_uris"] = body["redirect_uris"].split()
    answer = api_client(ada).post(API, body, format="json")
    assert answer.status_code == (403 if "club" in wrong else 400)
    assert not Application.objects.exists()


def test_an_application_is_changed_given_a_secret_and_removed_on_its_page(ada):
    program = make_program(maker=ada)
    token = program.tokens_of(make_user())["access_token"]
    client = signed_in(ada)
    address = url_of("own-application", program.application.client_id)
    changed = {"do": "save", "name": "Other", "redirect_uris": "https://other.example/", "club": ""}
    assert "Other" in text_of(client.post(address, changed, follow=True))
    wrong = {**changed, "redirect_uris": "ftp://x"}
    assert client.post(address, wrong).status_code == 422
    secret = client.post(address, {"do": "secret"}).context["secret"]
    assert program.send("/api/oauth/introspect/", token=token).status_code == 401
    program.secret = secret
    assert program.send("/api/oauth/introspect/", token=token).json()["active"] is True
    assert client.post(address, {"do": "remove"}).status_code == 302
    assert status_of(token) == 401
    assert client.get(address).status_code == 404
    assert not Consent.objects.filter(revoked_at=None).exists()


@pytest.mark.parametrize("kind", ["confidential", "public"])
def test_an_application_lives_by_api(ada, kind):
    club = make_club("reeds", owner=ada)
    client = api_client(ada)
    body = {"name": " Reed  bot ", "redirect_uris": [BACK], "client_type": kind, "club": club.slug}
    made = client.post(API, body, format="json")
    assert (made.status_code, made["Cache-Control"]) == (201, "no-store")
    shown = made.json()
    secret, address = shown.pop("client_secret"), made["Location"]
    assert (secret is None) == (kind == "public")
    assert shown["name"] == "Reed bot"
    assert client.get(address).json() == shown
    assert client.get(API).json()["results"] == [shown]
    changed = client.patch(address, {"club": ""}, format="json").json()
    assert changed == {**shown, "club": None}
    renewed = client.post(f"{address}secret/", {}, format="json")
    assert renewed.status_code == (200 if secret else 409)
    assert not secret or renewed.json()["client_secret"] not in (None, secret)
    assert client.post(f"{address}remove/", {}, format="json").status_code == 204
    assert client.get(address).status_code == 404


def test_nobody_touches_the_application_of_another(ada):
    program, other = make_program(), make_user()
    client_id = program.application.client_id
    page = signed_in(other)
    for do in ("save", "secret", "remove"):
        assert page.post(url_of("own-application", client_id), {"do": do}).status_code == 404
    client = api_client(other)
    assert client.get(f"{API}{client_id}/").status_code == 404
    assert client.patch(f"{API}{client_id}/", {"name": "x"}, format="json").status_code == 404
    for do in ("secret", "remove"):
        answer = client.post(f"{API}{client_id}/{do}/", {}, format="json")
        assert answer.status_code == 404


def test_an_account_makes_so_many_applications_and_no_more(ada):
    made = [make_program(maker=ada) for _number in range(MAX_APPLICATIONS)]
    client = api_client(ada)
    body = {**NEW, "redirect_uris": [BACK]}
    refused = client.post(API, body, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_applications")
    gone = f"{API}{made[0].application.client_id}/remove/"
    client.post(gone, {}, format="json")
    assert client.post(API, body, format="json").status_code == 201


def test_site_staff_switch_an_application_off_in_the_admin(ada, admin_client):
    program = make_program(name="Reed bot")
    token = program.tokens_of(ada)["access_token"]
    listed = "/admin/config/application/"
    assert "Reed bot" in text_of(admin_client.get(listed))
    chosen = {"_selected_action": program.application.pk, "confirmed": "yes"}
    for action, status in (("switch_off", 401), ("switch_on", 200), ("switch_off", 401)):
        admin_client.post(listed, {**chosen, "action": action})
        assert status_of(token) == status
    assert "switched off" in text_of(signed_in(ada).get(url_of("own-consents")))
    assert signed_in(ada).get(program.address()).status_code == 400


def test_the_journal_of_an_event_names_the_application(ada):
    player = make_player("Ada")
    assert player.user is not None
    program = make_program(name="Reed bot")
    token = program.tokens_of(player.user, scope="organise")["access_token"]
    asked = {"slug": "spring", "name": "Spring"}
    assert bearer(token).post("/api/v1/events/", asked, format="json").status_code == 201
    page = text_of(signed_in(player.user).get(url_of("manage-journal", "spring")))
    assert "by the application" in page
    assert "Reed bot" in page
