"""The world that the rows of the table are asked in."""

import base64
from typing import Any

from django.utils import timezone

from config.access.invitations import invite
from config.access.tokens import create_token
from config.models import Delivery, PushDevice
from config.oauth.applications import CONFIDENTIAL, register_application
from config.oauth.consents import give_consent
from config.webhooks import webhooks
from config.webhooks.choices import DeliveryState
from games import services as games
from games.models import ScoreSheet
from games.services.archives import export_event
from games.services.records.import_requests import RecordFile, request_import
from ratings import services as ratings
from tests.api.rows import NEW_DEVICE
from tests.api.world import (
    ROAD,
    decide_round,
    make_event,
    make_people,
    next_round,
    seat_together,
)
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.services import teams
from tournaments.services.arena.passes import leave_arena, run_pass
from tournaments.services.entries import absences
from tournaments.services.events import adjustments, announcements, events, seasons
from tournaments.services.ladder.challenges import make_challenge
from tournaments.services.people import handles, members, people
from tournaments.services.prizes import categories, fees


def world_of_the_table():
    """Everything that the paths of the table name; the ids are in `world.ids`."""
    world = make_people()
    boss = world.actor("organiser")
    club = people.create_club(actor=boss, slug="club", name="Club")
    # Listed by the club: two without consent, one who agreed, and one whom the club made.
    for who in ("third", "player", "opponent"):
        members.add_member(actor=boss, club_id=club.pk, player_id=world.players[who].pk)
    members.consent_to_club(
        actor=world.actor("opponent"), club_id=club.pk, player_id=world.players["opponent"].pk
    )
    members.ask_to_join(
        actor=world.actor("stranger"), club_id=club.pk, player_id=world.players["stranger"].pk
    )
    of_club = people.create_player_for(actor=boss, made_for=club, name="of_club")
    world.players["of_club"] = of_club
    seasons.create_series(actor=boss, club_id=club.pk, slug="season", name="Season")
    for slug, until in (
        ("draft", "draft"),
        ("open", "registration"),
        ("started", "started"),
        ("paired", "paired"),
        ("spring", "published"),
        ("board", "published"),
        ("untouched", "published"),
        ("decided", "published"),
        ("finishable", "published"),
        ("counting", "published"),
    ):
        make_event(world, slug, until=until)
    make_event(world, "secret", until="published", visibility="private")
    make_event(world, "else", until="published", by="other_organiser")
    of_event = people.create_player_for(actor=boss, made_for=world.events["open"], name="of_event")
    world.players["of_event"] = of_event
    asked = make_event(world, "asked", until="registration")
    wanted = {"registration": {"approval": True}}
    events.edit_event(actor=boss, event_id=asked.pk, changes=wanted)
    applied = ratings.enter_event(
        actor=world.actor("stranger"), event_id=asked.pk, player_id=world.players["stranger"].pk
    )
    mine = seat_together(world, "spring")
    world.ids |= {"pairing": mine["id"], "round": mine["round"], "club": "club"}
    world.ids |= {"applied": applied.pk, "entry": _entry_of_player(world, "open")}
    world.ids |= _of_player(world) | _categories(world)
    world.ids |= {name: player.public_id for name, player in world.players.items()}
    world.ids["open_pairing"] = seat_together(world, "board")["id"]
    world.ids["secret_pairing"] = seat_together(world, "secret")["id"]
    world.ids["draft_pairing"] = selectors.round_view(world.events["paired"], 1, boss)["pairings"][
        0
    ]["id"]
    decide_round(world, "decided", number=1)
    world.ids |= _rolling(world)
    then_a_final = ({"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}})
    make_event(world, "grouped", until="published", stages=then_a_final)
    in_teams = {"system": "team_round_robin", "options": {"boards": 2}}
    teamed = make_event(world, "teamed", until="published", stages=(in_teams,))
    team = teamed.teams.get(number=1)
    world.ids["teamed"] = team.pk
    world.ids["teamed_member"] = team.members.get(order=1).entry_id
    _drawn_match(world)
    for slug in ("finishable", "grouped"):
        for number in (1, 2):
            next_round(world, slug, after=number)
        decide_round(world, slug, number=3)
    world.ids["game"] = _submit(world, mine).public_id
    world.ids["sheet"] = _photograph(mine)
    counting = _submit(world, seat_together(world, "counting"))
    games.confirm_game(actor=world.actor("opponent"), game_id=counting.pk)
    world.ids["counted"] = counting.public_id
    invitation, code = invite(
        actor=boss, kind="event", target_id=world.events["spring"].pk, role="arbiter"
    )
    world.ids |= {"invitation": invitation.pk, "code": code}
    world.ids["arbiter_user"] = world.users["arbiter"].pk
    world.ids["device"] = PushDevice.objects.create(
        user=world.users["player"], **{**NEW_DEVICE, "endpoint": "https://push.example/2"}
    ).pk
    world.ids["token"] = create_token(username="player")[0].pk
    world.ids["application"] = _application_of_player(world)
    of_player = handles.add_handle(
        actor=SYSTEM, player_id=world.players["player"].pk, site="discord", name="Ada"
    )
    world.ids["handle"] = of_player.pk
    world.ids |= _webhook(world)
    ratings.ensure_default_pools([("tak", None)])
    world.ids |= _imports(world)
    data = export_event(actor=SYSTEM, slug="finishable")
    world.ids["archive"] = base64.b64encode(data).decode()
    return world


def _application_of_player(world):
    """Registered by the player, and allowed by the player to play."""
    actor = world.actor("player")
    application, _secret = register_application(
        actor=actor,
        name="Bot",
        redirect_uris=["https://bot.example/back"],
        client_type=CONFIDENTIAL,
    )
    give_consent(user_id=actor.user_id, application=application, scopes=["play"])
    return application.client_id


def _drawn_match(world):
    """A knockout of three teams of one: the match of round 1 is drawn."""
    stages = ({"system": "team_knockout", "options": {"boards": 1}},)
    event = make_event(world, "drawn", until="published", stages=stages)
    view = selectors.round_view(event, 1, world.actor("organiser"))
    (pairing,) = [each for each in view["pairings"] if each["slots"]]
    games.rule_slot(
        actor=world.actor("arbiter"),
        pairing_id=pairing["id"],
        number=1,
        outcome={"kind": "adjudicated", "result": "1/2-1/2"},
        reason="for the test",
    )


def _rolling(world):
    """A ladder on which the player challenges the opponent; an arena that the opponent has left."""
    boss = world.actor("organiser")
    for slug, system in (("ladder", "ladder"), ("steps", "ladder"), ("arena", "arena")):
        make_event(world, slug, until="started", stages=({"system": system},))
    options = {"berserk": True}
    make_event(world, "rush", until="started", stages=({"system": "arena", "options": options},))
    rush = world.events["rush"]
    passed = run_pass(stage_id=rush.stages.get().pk, now=timezone.now())
    made = make_challenge(
        actor=boss,
        event_id=world.events["ladder"].pk,
        entry_id=_entry_of_player(world, "ladder", "opponent"),
        challenger_id=_entry_of_player(world, "ladder"),
    )
    left = _entry_of_player(world, "arena", "opponent")
    leave_arena(actor=world.actor("opponent"), event_id=world.events["arena"].pk)
    return {
        "challenge": made.pk,
        "top_rung": _entry_of_player(world, "steps", "opponent"),
        "low_rung": _entry_of_player(world, "steps"),
        "arena_player": _entry_of_player(world, "arena"),
        "arena_left": left,
        "rush_player": _entry_of_player(world, "rush"),
        "rush_pairing": _pairing_of(passed, _entry_of_player(world, "rush")),
    }


def _pairing_of(round_, entry_id):
    return round_.pairings.get(seats__entry=entry_id).pk


def _imports(world):
    """An import of an event and one of casual games, which both take more files."""
    spring, files = world.events["spring"], [RecordFile("one.ptn", ROAD)]
    of_event = request_import(
        actor=world.actor("arbiter"), files=files, event_id=spring.pk, is_complete=False
    )
    of_site = request_import(actor=world.actor("site_staff"), files=files, is_complete=False)
    return {"import": of_event.pk, "site_import": of_site.pk}


def _webhook(world):
    """A webhook of an event, with a delivery that failed."""
    made, _secret = webhooks.add_webhook(
        actor=world.actor("organiser"),
        kind="event",
        target=world.events["spring"],
        chosen=webhooks.Settings(url="https://93.184.215.14/"),
        site="http://testserver",
    )
    delivery = Delivery.objects.create(webhook=made, action="ping", state=DeliveryState.FAILED)
    return {"webhook": made.pk, "delivery": delivery.pk}


def _of_player(world):
    """The player is away from two rounds of one event, and has a penalty in another."""
    boss = world.actor("organiser")
    away, playing = (_entry_of_player(world, slug) for slug in ("started", "spring"))
    absences.ask_bye(actor=boss, entry_id=away, round_number=2)
    me = world.actor("player")  # whom staff withdraw only they let return
    absences.withdraw_entry(actor=me, entry_id=away, from_round=3)
    penalty = adjustments.adjust_points(
        actor=boss, entry_id=playing, after_round=1, points_x2=-1, reason="phone"
    )
    made = announcements.announce(
        actor=boss, event_id=world.events["spring"].pk, text="The round begins at *ten*."
    )
    return {
        "away": away,
        "playing": playing,
        "adjustment": penalty.pk,
        "announcement": made.pk,
    }


def _categories(world):
    boss, found = world.actor("organiser"), {}
    given: list[tuple[str, str, dict[str, Any]]] = [
        ("category", "spring", {"kind": "junior", "limit": 2010}),
        ("unpublished", "spring", {"kind": "own", "published": False}),
        ("women", "open", {"kind": "women", "published": False}),
    ]
    for name, slug, about in given:
        made = categories.make_category(
            actor=boss, event_id=world.events[slug].pk, name=name, **about
        )
        found[name] = made.pk
    team = teams.make_team(actor=boss, event_id=world.events["spring"].pk, name="Rooks")
    found["team"] = team.pk
    fees.set_fee(actor=boss, event_id=world.events["spring"].pk, amount=500, currency="EUR")
    return found


def _entry_of_player(world, slug, who="player"):
    entries = selectors.event_entries(world.events[slug])
    return entries.get(player=world.players[who]).pk


def _photograph(pairing: Any) -> str:
    """A photo of the first game of a pairing, sent by staff."""
    slot = selectors.slots_of_pairing(pairing["id"])[0]
    columns = {"actor": {}, "image": b"x", "sha256": "h", "width": 1, "height": 1}
    return str(ScoreSheet.objects.create(slot_id=slot.slot_id, **columns).public_id)


def _submit(world, pairing):
    return games.submit_game(
        actor=world.actor("player"), pairing_id=pairing["id"], number=1, record=ROAD
    )
