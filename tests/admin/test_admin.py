"""The director's tool: everything opens, nothing is deleted, services decide."""

from datetime import UTC, date, datetime

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.urls import reverse

from config.models import (
    ApiToken,
    Consent,
    Delivery,
    IdempotencyKey,
    Invitation,
    PersonalLink,
    Webhook,
)
from config.oauth.applications import PUBLIC, register_application
from games.models import (
    Confirmation,
    Dispute,
    Game,
    GamePlayer,
    Import,
    Ruling,
    SlotBids,
    WagerAccount,
    WagerTransfer,
)
from ratings import recompute
from tests.admin.rows import add_other_rows
from tests.clients import text_of
from tests.ratings.builders import play
from tournaments import models as t
from tournaments.actor import Actor
from tournaments.services.entries import absences, apart, entries
from tournaments.services.events import adjustments, announcements, events, roles, seasons
from tournaments.services.people import members, people
from tournaments.services.rounds import pairing_jobs, rounds

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 1, tzinfo=UTC)
DESK = {"kind": "user", "user": None, "entry": None, "token": None}


@pytest.fixture
def director(client):
    user = t.User.objects.create_superuser("director", password="x")
    client.force_login(user)
    return user


@pytest.fixture
def event(director):
    """Four players, a round of two pairings published, two games a match."""
    actor = Actor("user", user_id=director.pk)
    club = people.create_club(actor=actor, slug="den", name="The Den")
    made = events.create_event(
        actor=actor,
        new=events.NewEvent(slug="cup", name="Cup", club_id=club.pk, starts_on=date(2026, 5, 1)),
    )
    events.open_registration(actor=actor, event_id=made.pk)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        player = people.create_player(actor=actor, name=name, handles=[("playtak", name)])
        entries.enter(actor=actor, event_id=made.pk, player_id=player.pk)
    events.start(actor=actor, event_id=made.pk, ratings={})
    drawn = pairing_jobs.pair_round(actor=actor, event_id=made.pk)
    rounds.publish_round(actor=actor, event_id=made.pk, number=drawn.number)
    made.refresh_from_db()
    return made


@pytest.fixture
def full(event, director):
    """One row, at least, of everything that the admin shows."""
    slot = t.GameSlot.objects.order_by("pk")[0]
    ann, bob = t.Player.objects.order_by("pk")[:2]
    t.DistinctPlayers.objects.create(player=ann, other=bob)
    t.MembershipRequest.objects.create(club=t.Club.objects.get(), player=bob)
    entry = t.Entry.objects.order_by("pk")[0]
    game = make_game(slot)
    Confirmation.objects.create(game=game, order=2, answer="yes", actor=DESK)
    Dispute.objects.create(slot=slot, game=game, actor=DESK, text="no")
    Ruling.objects.create(slot=slot, outcome={"kind": "cancelled"}, reason="rain", actor=DESK)
    Import.objects.create(actor=DESK, source="games/", state="done")
    accounts = [WagerAccount.objects.create(event=event, entry=e, kind="x") for e in (entry, None)]
    WagerTransfer.objects.create(
        payer=accounts[0], payee=accounts[1], amount=0, game=game, slot=slot, step="1"
    )
    SlotBids.objects.create(slot=slot, pairs=[[3, 5]], first_seat=2, paired_first=1, actor=DESK)
    result = t.Result.objects.create(slot=slot, revision=1, kind="cancelled", actor=DESK)
    t.SeatResult.objects.create(result=result, order=1, points_x2=0)
    t.Publication.objects.create(
        event=event, scope="event:cup", kind="x", version=1, document={}, sha256="x"
    )
    t.Standings.objects.get_or_create(
        event=event, defaults={"version": 0, "document": {}, "computed_at": NOW}
    )
    t.PairingJob.objects.create(stage=t.Stage.objects.get(), state="done")
    add_life(event, Actor("user", user_id=director.pk))
    roles.grant_event_role(
        actor=Actor("user", user_id=director.pk),
        event_id=event.pk, user_id=director.pk, role="arbiter",
    )  # fmt: skip
    play("g1", (ann, bob), 1)
    recompute.replay_stale_pools()
    ApiToken.objects.create(user=director, name="t", prefix="rh_1", digest="secret-digest-1")
    application, _secret = register_application(
        actor=Actor("user", user_id=director.pk),
        name="Bot", redirect_uris=["https://bot.example/"], client_type=PUBLIC,
    )  # fmt: skip
    Consent.objects.create(user=director, application=application, scopes=["play"])
    PersonalLink.objects.create(entry=entry, digest="secret-digest-2")
    Invitation.objects.create(event=event, digest="secret-digest-3", expires_at=NOW)
    webhook = Webhook.objects.create(
        event=event, made_by=director, host="hooks.example", sealed_url="secret-digest-4"
    )
    Delivery.objects.create(webhook=webhook, action="ping")
    IdempotencyKey.objects.create(actor_key="u1", key="k", request_hash="h")
    Group.objects.create(name="arbiters")
    t.FailedTask.objects.create(
        name="task", subject="1", failures=1, first_failed_at=NOW, failed_at=NOW, retry_at=NOW
    )
    add_other_rows(event, director, slot)


def add_life(event: t.Event, actor: Actor) -> None:
    """What happens to entries: somebody is away, is fined, is not to meet somebody."""
    one, other = (entry.pk for entry in t.Entry.objects.order_by("-pk")[:2])
    club, player = t.Club.objects.get(), t.Player.objects.order_by("pk")[0]
    absences.add_absence(actor=actor, entry_id=one, from_round=2, to_round=2)
    adjustments.adjust_points(
        actor=actor, entry_id=one, after_round=1, points_x2=-1, reason="phone"
    )
    announcements.announce(actor=actor, event_id=event.pk, text="Lunch")
    stage = t.Stage.objects.get(event=event)
    t.Challenge.objects.create(stage=stage, challenger_id=one, challenged_id=other, answer_by=NOW)
    t.RungDrop.objects.create(stage=stage, entry_id=one, below_id=other, at=NOW)
    apart.keep_apart(actor=actor, event_id=event.pk, entries=[one, other])
    apart.keep_club_apart(actor=actor, event_id=event.pk, club="den")
    members.add_member(actor=actor, club_id=club.pk, player_id=player.pk)
    seasons.create_series(actor=actor, club_id=club.pk, slug="season", name="Season")


def make_game(slot: t.GameSlot, **about: object) -> Game:
    game = Game.objects.create(slot=slot, game="tak", ruleset={}, actor=DESK, **about)
    GamePlayer.objects.create(game=game, order=1, name_in_record="Ann")
    return game


def address(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def act(client, model: type[Model], action: str, *rows: Model, reason: str = "") -> str:
    response = client.post(
        address(model, "changelist"),
        {
            "action": action,
            "reason": reason,
            "_selected_action": [row.pk for row in rows],
            "confirmed": "yes",
        },
        follow=True,
    )
    assert response.status_code == 200
    return " / ".join(str(message) for message in response.context["messages"])


@pytest.mark.slow
def test_every_list_and_every_page_opens(client, full):
    for model in admin.site._registry:
        listed = client.get(address(model, "changelist"), {"q": "a"})
        assert listed.status_code == 200, model
        assert client.get(address(model, "changelist")).status_code == 200, model
        row = model._default_manager.order_by("pk").first()
        assert row is not None, f"no {model.__name__} in this test's world"
        page = client.get(address(model, "change", row.pk))
        assert page.status_code == 200, model
        assert "secret-digest" not in text_of(page)


@pytest.mark.slow
def test_nothing_is_deleted(client, full):
    for model in set(admin.site._registry) - {Group}:
        row = model._default_manager.order_by("pk")[:1].get()
        assert client.post(address(model, "delete", row.pk), {"post": "yes"}).status_code == 403
        assert "delete_selected" not in text_of(client.get(address(model, "changelist")))
        assert model._default_manager.filter(pk=row.pk).exists()


def test_what_was_counted_cannot_be_edited(client, full):
    for model in (t.Result, t.Standings, t.Event, t.Round, t.GameSlot, Game, Ruling, t.JournalLine):
        row = model._default_manager.order_by("pk")[:1].get()
        assert client.post(address(model, "change", row.pk), {"state": "x"}).status_code == 403


def test_lists_do_not_ask_once_per_row(client, event, django_assert_max_num_queries):
    with django_assert_max_num_queries(12):
        assert client.get(address(t.Entry, "changelist")).status_code == 200
    with django_assert_max_num_queries(14):
        assert client.get(address(t.GameSlot, "changelist")).status_code == 200


def test_a_round_is_closed_by_the_service_and_a_refusal_is_said(client, event):
    round_ = t.Round.objects.get(number=1)
    said = act(client, t.Round, "close", round_)
    round_.refresh_from_db()
    assert round_.state == "published"
    assert str(round_) in said  # games are open: the service says so


def test_the_standings_are_refreshed(client, event):
    act(client, t.Event, "refresh_standings", event)
    event.refresh_from_db()
    assert event.standings_version == event.results_version
    assert t.Standings.objects.filter(event=event).exists()


def test_a_ruling_is_made_by_adding_one(client, event):
    slot = t.GameSlot.objects.order_by("pk")[0]
    form = {"slot": slot.pk, "kind": "forfeit", "winner": 2, "reason": ""}
    refused = client.post(address(Ruling, "add"), form)
    assert (refused.status_code, Ruling.objects.count()) == (200, 0)
    client.post(address(Ruling, "add"), form | {"winner": 9, "reason": "no-show"})
    assert Ruling.objects.count() == 0
    done = client.post(address(Ruling, "add"), form | {"reason": "no-show"})
    assert done.status_code == 302
    slot.refresh_from_db()
    assert (slot.state, Ruling.objects.get().reason) == ("decided", "no-show")
    assert t.Result.objects.get(slot=slot).kind == "forfeit"


def test_each_row_is_refused_or_done_on_its_own(client, event):
    slots = t.GameSlot.objects.order_by("pk")[:2]
    waiting = make_game(slots[0])
    void = make_game(slots[1], state="void")
    said = act(client, Game, "void", waiting, void, reason="wrong table")
    assert waiting.public_id in said
    assert "Done:" in said
    assert "give a reason" in act(client, Game, "void", waiting)


def test_a_player_and_a_role_are_added_by_services(client, event, director):
    done = client.post(address(t.Player, "add"), {"name": "Eve", "user": ""})
    assert done.status_code == 302
    assert t.JournalLine.objects.filter(
        subject__contains=t.Player.objects.get(name="Eve").public_id
    ).exists()
    wrong = {"event": event.pk, "user": director.pk, "role": "king"}
    assert client.post(address(t.EventRole, "add"), wrong).status_code == 200
    right = wrong | {"role": "arbiter"}
    assert client.post(address(t.EventRole, "add"), right).status_code == 302
    assert t.EventRole.objects.filter(user=director, role="arbiter").count() == 1


def test_a_token_is_revoked(client, full):
    token = ApiToken.objects.get()
    assert "Done:" in act(client, ApiToken, "revoke", token)
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_a_reader_without_the_right_revokes_nothing(client, full):
    reader = t.User.objects.create_user("reader", password="x", is_staff=True)
    client.force_login(reader)
    assert client.get(address(ApiToken, "changelist")).status_code == 403


def test_an_action_that_cannot_be_undone_asks_first(client, event):
    ann = t.Player.objects.get(name="Ann")
    asked = client.post(
        address(t.Player, "changelist"),
        {"action": "anonymise_players", "reason": "as asked", "_selected_action": [ann.pk]},
    )
    assert t.Player.objects.get(pk=ann.pk).name == "Ann"
    assert "deleted for good" in text_of(asked)
    form: dict[str, list[str]] = {}
    for name, value in asked.context["fields"]:
        form.setdefault(name, []).append(value)
    assert form["reason"] == ["as asked"]
    client.post(address(t.Player, "changelist"), form)
    assert t.Player.objects.get(pk=ann.pk).name != "Ann"


@pytest.mark.slow
def test_every_action_asks_first(client, full, director):
    club = t.Club.objects.get()
    roles.grant_club_role(
        actor=Actor("user", user_id=director.pk), club_id=club.pk, user_id=director.pk,
        role="organiser",
    )  # fmt: skip
    lines = t.JournalLine.objects.count()
    for model, page in admin.site._registry.items():
        row = model._default_manager.order_by("pk")[:1].get()
        for action in page.actions or ():
            asked = client.post(
                address(model, "changelist"), {"action": action, "_selected_action": [row.pk]}
            )
            assert asked.status_code == 200, (model, action)
            assert ("confirmed", "yes") in asked.context["fields"], (model, action)
    assert t.JournalLine.objects.count() == lines


def test_the_admin_names_its_tables_in_proper_plurals(client, director):
    index = text_of(client.get(reverse("admin:index")))
    for wrong in ("Entrys", "Seriess", "Standingss", "Users", "Game slots", "Api tokens", "Pools"):
        assert f">{wrong}<" not in index
    for right in ("Entries", "Seasons", "Accounts", "Scheduled games", "API tokens"):
        assert f">{right}<" in index
