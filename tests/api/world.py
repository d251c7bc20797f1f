"""A small world for the API: events in every state, and somebody of every kind to ask."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from config.access.tokens import create_token
from games import services as games
from ratings import services as ratings
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.services.events import events, roles
from tournaments.services.people import people
from tournaments.services.rounds import pairing_jobs, rounds

# Who asks, in the order of every row of the tables.
WHO = (
    "anonymous", "stranger", "player", "opponent", "arbiter", "organiser", "other_organiser",
    "site_staff",
)  # fmt: skip
ROAD = '[Size "5"]\n[Result "R-0"]\n\n1. a1 e5\n2. e4 a2\n3. e3 a3\n4. e2 b4\n5. e1 R-0\n'
# Not the moves of a game of the event, which would be found instead of being made.
CASUAL = ROAD.replace("e3 a3", "d4 a3").replace("e2 b4\n5. e1 R-0", "c4 b2\n5. b4 c2\n6. a4 R-0")
ILLEGAL = '[Size "5"]\n[Result "R-0"]\n\n1. a1 e5\n2. e5 a2\n'


@dataclass
class World:
    users: dict[str, Any] = field(default_factory=dict)
    players: dict[str, Any] = field(default_factory=dict)
    clients: dict[str, APIClient] = field(default_factory=dict)
    events: dict[str, Any] = field(default_factory=dict)
    ids: dict[str, Any] = field(default_factory=dict)

    def actor(self, who: str) -> Actor:
        return Actor("user", user_id=self.users[who].pk)


def client_of(username: str, *scopes: str) -> APIClient:
    client = APIClient()
    _token, secret = create_token(username=username, scopes=scopes)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def make_people() -> World:
    """Everybody of WHO with an account, a player and a token; and two players more.

    The account of `other_organiser` made `guest`, and no event or club yet.
    """
    world = World()
    world.clients["anonymous"] = APIClient()
    for who in WHO[1:]:
        user = get_user_model().objects.create_user(username=who, is_staff=who == "site_staff")
        world.users[who] = user
        world.players[who] = people.create_player(actor=SYSTEM, name=who, user_id=user.pk)
        world.clients[who] = client_of(who)
    for name in ("third", "newcomer"):
        world.players[name] = people.create_player(actor=SYSTEM, name=name)
    maker = world.actor("other_organiser")
    world.players["guest"] = people.create_player(actor=maker, name="guest")
    return world


def make_event(
    world: World,
    slug: str,
    *,
    until: str,
    visibility: str = "public",
    by: str = "organiser",
    stages: Sequence[dict[str, Any]] | None = None,
) -> Any:
    """An event of an organiser, brought to draft, registration, started, paired or published.

    In it play player and opponent, with the third player; games of one, on 5x5.
    """
    boss = world.actor(by)
    event = events.create_event(
        actor=boss,
        new=events.NewEvent(
            slug=slug,
            name=slug,
            game="tak",
            ruleset={"name": "standard", "size": 5},
            match={"games": 1, "points": {"per_game": True}, "tiebreaks": ["WIN"]},
            visibility=visibility,
            stages=stages,
        ),
    )
    world.events[slug] = ratings.approve_event(actor=SYSTEM, event_id=event.pk)
    roles.grant_event_role(
        actor=boss, event_id=event.pk, user_id=world.users["arbiter"].pk, role="arbiter"
    )
    if until == "draft":
        return event
    events.open_registration(actor=boss, event_id=event.pk)
    for who in ("player", "opponent", "third"):
        ratings.enter_event(actor=boss, event_id=event.pk, player_id=world.players[who].pk)
    for step, run in (
        ("started", lambda: ratings.start_event(actor=boss, event_id=event.pk)),
        ("paired", lambda: pairing_jobs.pair_round(actor=boss, event_id=event.pk)),
        ("published", lambda: rounds.publish_round(actor=boss, event_id=event.pk, number=1)),
    ):
        if until == "registration":
            break
        run()
        if step == until:
            break
    return event


def seat_together(world: World, slug: str) -> Any:
    """Decide and publish rounds until player and opponent meet; their pairing as it reads."""
    event, boss = world.events[slug], world.actor("organiser")
    wanted = {world.players["player"].public_id, world.players["opponent"].public_id}
    for number in (1, 2, 3):
        pairings = selectors.round_view(event, number, boss)["pairings"]
        met = [p for p in pairings if {seat["player"] for seat in p["seats"]} == wanted]
        if met:
            return met[0]
        next_round(world, slug, after=number)
    raise AssertionError("a round robin in which two never meet")


def next_round(world: World, slug: str, *, after: int) -> None:
    """Decide every game of a round, close it, publish the next."""
    event, boss = world.events[slug], world.actor("organiser")
    decide_round(world, slug, number=after)
    rounds.close_round(actor=boss, event_id=event.pk, number=after)
    pairing_jobs.pair_round(actor=boss, event_id=event.pk)
    rounds.publish_round(actor=boss, event_id=event.pk, number=after + 1)


def decide_round(world: World, slug: str, *, number: int) -> None:
    view = selectors.round_view(world.events[slug], number, world.actor("organiser"))
    for pairing in view["pairings"]:
        for slot in pairing["slots"]:
            if slot["state"] != "decided":
                decide(world, pairing["id"], slot["number"])


def decide(world: World, pairing_id: int, number: int) -> None:
    games.rule_slot(
        actor=world.actor("arbiter"),
        pairing_id=pairing_id,
        number=number,
        outcome={"kind": "adjudicated", "result": "F-0"},
        reason="for the test",
    )


def mover_of(pairing: dict[str, Any], *, number: int = 1) -> Any:
    """The public id of who moves first in a slot."""
    slot = next(slot for slot in pairing["slots"] if slot["number"] == number)
    return next(s["player"] for s in pairing["seats"] if s["order"] == slot["first_seat"])
