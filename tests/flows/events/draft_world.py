"""An event that runs and a draft, a round that is published and a draft: for who may not see."""

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Model
from rest_framework.test import APIClient

from config.access.links import issue_links
from config.models import Delivery, Webhook
from config.webhooks import webhooks
from games import services as games
from ratings import recompute as ratings_recompute
from ratings import services as ratings
from tests.api.world import ROAD
from tests.builders import (
    acting,
    actor_of,
    decide_round,
    entry_of,
    make_club,
    make_event,
    make_player,
    make_user,
    pairing_at,
    players_at,
    published_round,
    slot_at,
)
from tests.config.oauth.programs import make_program
from tests.slots import submit
from tournaments.actor import SYSTEM
from tournaments.models import Event, Pairing, Player, Round, Seat, User
from tournaments.recompute import refresh_standings
from tournaments.selectors.events.feed import write_cursor
from tournaments.services import teams
from tournaments.services.entries import absences, entries
from tournaments.services.events import events, seasons
from tournaments.services.prizes import categories
from tournaments.services.rounds import draft_edits, pairing_jobs, rounds

SWISS = [{"system": "swiss", "options": {"rounds": 4}}]


@dataclass
class DraftWorld:
    """`cup` runs, its first round is closed; `olga` is its organiser, Ada plays in it."""

    cup: Event
    played: Pairing
    game: str
    clients: dict[str, APIClient]
    codes: list[str]
    ada: Player
    boss: User
    newcomer: Player
    client_id: str  # of an application that the organiser registered
    draft: dict[str, Any] = field(default_factory=dict)


def make_world() -> DraftWorld:
    """What is there, and may be seen, before anything is drafted."""
    boss, other = make_user("olga"), make_user("other")
    club = make_club("lantern", owner=boss)
    season = seasons.create_series(
        actor=acting(boss), club_id=club.pk, slug="season", name="The season"
    )
    cup = make_event(
        slug="cup", entries=5, games=1, stages=SWISS, organiser=boss, club_id=club.pk,
        starts_on="2026-05-01",
    )  # fmt: skip
    seasons.set_event_series(actor=acting(boss), event_id=cup.pk, series_id=season.pk)
    ratings.ensure_default_pools([("tak", None)])
    make_event(slug="elsewhere", organiser=other, state="registration")
    game = _first_round(cup, boss)
    newcomer = make_player("Only Rehearsing")
    ada = entry_of(cup, 1).player
    world = DraftWorld(
        cup=cup, played=pairing_at(Round.objects.get()), game=game, ada=ada, boss=boss,
        clients={}, newcomer=newcomer, client_id=make_program(maker=boss).application.client_id,
        codes=[code for _id, code in issue_links(actor=SYSTEM, event_id=cup.pk)][:1],
    )  # fmt: skip
    people = {
        "organiser": boss, "stranger": newcomer.user, "player": ada.user, "elsewhere": other,
    }  # fmt: skip
    world.clients["anonymous"] = APIClient()
    for who, user in people.items():
        assert user is not None
        world.clients[who] = APIClient()
        world.clients[who].force_login(user)
    _settle(cup)
    return world


def _first_round(cup: Event, boss: User) -> str:
    """Paired and played: one game by its record, the others by results; then closed."""
    first = published_round(cup)
    mover = players_at(first)[slot_at(first).first_seat - 1]
    waiting = next(player for player in players_at(first) if player != mover)
    sent = submit(actor_of(mover), slot_at(first), record=ROAD)
    games.confirm_game(actor=actor_of(waiting), game_id=sent.pk)
    decide_round(first)
    rounds.close_round(actor=acting(boss), event_id=cup.pk, number=1)
    return str(sent.public_id)


def add_drafts(world: DraftWorld) -> None:
    """A second round of the cup, edited by hand; and an event with a player of its own."""
    boss = acting(world.boss)
    drafted = pairing_jobs.pair_round(actor=boss, event_id=world.cup.pk)
    draft_edits.edit_draft(
        actor=boss, event_id=world.cup.pk, number=2, reason="she must leave early",
        edits=[{"kind": "turn", "table": 1}],
    )  # fmt: skip
    hidden = events.create_event(
        actor=boss,
        new=events.NewEvent(
            slug="quiet-rehearsal",
            name="Quiet Rehearsal",
            club_id=world.cup.club_id,
            starts_on=date(2026, 5, 2),
            ruleset={"size": 5},
            stages=[{"system": "round_robin"}, {"system": "knockout", "options": {"places": 2}}],
        ),
    )
    seasons.set_event_series(actor=boss, event_id=hidden.pk, series_id=world.cup.series_id)
    both = (world.newcomer, world.ada)
    mine = [entries.enter(actor=boss, event_id=hidden.pk, player_id=one.pk) for one in both]
    entries.edit_entry(
        actor=boss, entry_id=mine[0].pk, changes={"family": "a guarded secret", "fixed_table": 7}
    )
    absences.add_absence(actor=boss, entry_id=mine[0].pk, from_round=1, to_round=2)
    own = categories.make_category(
        actor=boss, event_id=hidden.pk, name="a guarded category", kind="own"
    )
    team = teams.make_team(
        actor=boss, event_id=hidden.pk, name="guarded team", members=[mine[0].pk]
    )
    seat = Seat.objects.filter(round=drafted, entry__player=world.ada).order_by("pk")[0]
    table = seat.pairing if seat.pairing.slots.exists() else pairing_at(drafted)
    world.draft = {
        "event": hidden, "round": drafted, "entry": mine[0], "pairing": table,
        "slot": table.slots.order_by("number")[0], "webhook": webhook_of(world.boss, hidden),
        "category": own, "team": team,
    }  # fmt: skip
    _settle(world.cup)
    _settle(hidden)


def make_world_with_drafts() -> DraftWorld:
    world = make_world()
    add_drafts(world)
    return world


def webhook_of(boss: User, event: Event) -> Webhook:
    """A webhook of an event, with a delivery."""
    made, _secret = webhooks.add_webhook(
        actor=acting(boss),
        kind="event",
        target=event,
        chosen=webhooks.Settings(url="https://93.184.215.14/"),
        site="http://testserver",
    )
    Delivery.objects.create(webhook=made, action="round.paired", lane=event.slug)
    return made


def _settle(event: Event) -> None:
    """Nothing derived is stale, so that nothing is brought up to date while we look."""
    refresh_standings(event.pk)
    ratings_recompute.replay_stale_pools()


def values_of(world: DraftWorld) -> dict[str, list[Any]]:
    """What fills the gaps of the addresses: what may be seen, then what is drafted."""
    draft = world.draft
    events_ = [world.cup.slug, draft["event"].slug]
    seen = entry_of(world.cup, 1)
    return {
        "events/slug": events_,
        "manage/slug": events_,
        "clubs/slug": ["lantern"],
        "series/slug": ["season"],
        "pools/slug": ["tak"],
        "ratings/slug": ["tak"],
        "rounds/number": [1, draft["round"].number],
        "stages/number": [1, 2],
        "number": [1],
        "entry": [1, 2],
        "entry_id": _keys(seen, draft["entry"]),
        "pairing_id": _keys(world.played, draft["pairing"]),
        "slot_id": _keys(world.played.slots.get(), draft["slot"]),
        "players/public_id": [world.ada.public_id, world.newcomer.public_id],
        "player/player_id": _keys(world.ada, world.newcomer),
        "games/public_id": [world.game],
        "other": [world.newcomer.public_id],
        "e/code": world.codes,
        "invite/code": ["nobody-knows"],
        "sheets/public_id": ["nobodysent"],
        "language/code": ["he"],
        "user_id": [world.boss.pk],
        "client_id": [world.client_id],
        "tokens/token_id": [1],
        "webhook_id": _keys(draft["webhook"]),
        "delivery_id": [draft["webhook"].deliveries.get().pk],
        "user/id": [world.boss.pk],
        "game": ["tak"],
        "adjustment_id": [1],
        "announcement_id": [1],
        "device_id": [1],
        "match": [1],
        "challenge_id": [1],
        "category_id": _keys(draft["category"]),
        "team": [1],
        "team_id": _keys(draft["team"]),
        "handle_id": [1],
        "secret": ["guess"],
        "invitation_id": [1],
        "import_id": [1],
        "content_type_id": [1],
        "object_id": [1],
        "uidb64": ["MQ"],
        "token": ["guess"],
        **{name: ["tak"] for name in ("rules/slug",)},
    }


def filters_of(world: DraftWorld) -> dict[str, list[Any]]:
    """What the filters of the lists are asked for, by their names."""
    draft = world.draft
    return {
        "event": [world.cup.slug, draft["event"].slug],
        "round": [draft["round"].number],
        "fields": [],  # they only leave out
        "expand": ["players,games"],
        "ordering": ["name", "-starts_on", "-at"],
        "date_from": ["2020-01-01"],
        "date_to": ["2036-12-31"],
        "player": [world.newcomer.public_id, world.ada.public_id],
        "state": ["draft", "open", "submitted"],
        "club": ["lantern"],
        "game": ["tak"],
        "pool": ["tak"],
        "first": [world.ada.public_id],
        "second": [world.newcomer.public_id],
        "size": [5],
        "half_komi": [4],
        "on": ["2026-05-01"],
        "since_version": [0, 1],
        "since": [write_cursor(0)],
        "kind": ["round"],
        "follow": [1],
        "handle": ["playtak:ada"],
        "version": [0, 1],
        "q": ["Only Rehearsing"],
        "limit": [200],
        "place": [1, 2],
        "cursor": ["bm90aGluZw=="],
        "dry_run": [1],
        "all_or_nothing": [1],
        "format": ["csv", "ndjson"],
        "line": ["1r", "u"],
        "name": ["Only Rehearsing"],
        "open": ["about"],
        "with": [world.newcomer.public_id],
        "keep": [world.ada.public_id],
        "page": [1],
        "rows": [1],
        "unread": ["true"],
        "columns": [1],
        "section": ["W1-1"],
        "step": [1],
        "move": [1],
        "width": [200],
        "tps": ["x3/x3/x3 1 1"],
        "last": ["a1"],
        "pick": [1],
        "leg": [1],
        "next": ["/"],
        "about": ["round"],
        "listed": ["all"],
        "show": ["all"],
        "by": ["name"],
        "every": [5],
    }


def bodies_of(world: DraftWorld) -> dict[str, Any]:
    """What stands for the {names} of tests/api/table.py, and in the fields of forms."""
    draft = world.draft
    ids = dict.fromkeys(
        ("pairing", "open_pairing", "secret_pairing", "draft_pairing"), draft["pairing"].pk
    )
    ids |= dict.fromkeys(("entry", "away", "playing", "applied"), draft["entry"].pk)
    ids |= dict.fromkeys(("player", "third", "opponent"), world.ada.public_id)
    ids |= {"newcomer": world.newcomer.public_id, "stranger": world.newcomer.public_id}
    return ids | {
        "round": draft["round"].number,
        "arbiter_user": world.boss.pk,
        "code": "x",
        "token": 1,
    }


def form_of(world: DraftWorld) -> dict[str, Any]:
    """A form with all that any page may ask for."""
    return bodies_of(world) | {
        "number": world.draft["round"].number, "slot": world.draft["slot"].pk, "record": ROAD,
        "result": "R-0", "answer": "yes", "play_at": "2036-12-01T19:00", "from_round": 2,
        "to_round": 2, "event": world.draft["event"].pk, "reason": "why", "text": "why",
    }  # fmt: skip


def _keys(*rows: Model) -> list[Any]:
    return [row.pk for row in rows]
