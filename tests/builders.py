"""People, events and rounds, made by the services; a test gives only what it is about."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from django.db import transaction

from ratings.services import approve_club
from tournaments import selectors
from tournaments.actor import SYSTEM, Actor
from tournaments.choices import FINISHED_SLOTS
from tournaments.models import (
    Club,
    Entry,
    Event,
    GameSlot,
    Pairing,
    Player,
    Round,
    User,
)
from tournaments.proof.parts import whole_proof
from tournaments.selectors import SlotContext
from tournaments.services import journal
from tournaments.services.entries.entries import enter
from tournaments.services.events import events, roles
from tournaments.services.people import members, people
from tournaments.services.rounds import pairing_jobs, results, rounds
from tournaments.services.rounds.results import Outcome
from tournaments.services.stages.stage_settings import FROM_THE_LIST, ROUND_ROBIN

_serial = count(1)
SEED = 0  # of the lots in tests that are not about lots
NAMES = ("Ada", "Bo", "Cleo", "Dag", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea")


def make_user(username: str = "", *, staff: bool = False) -> User:
    username = username or f"user{next(_serial)}"
    return User.objects.create_user(username, password="correct horse", is_staff=staff)


def acting(user: User) -> Actor:
    return Actor("user", user_id=user.pk)


def make_player(name: str = "", *, account: bool = True) -> Player:
    """A player, with an account of their own unless told otherwise."""
    name = name or f"Player {next(_serial)}"
    user = make_user() if account else None
    return people.create_player(actor=SYSTEM, name=name, user_id=user.pk if user else None)


def make_guest(made_for: Event | Club, name: str = "") -> Player:
    """A player without an account whom an event or a club made, and for whom it vouches."""
    name = name or f"Player {next(_serial)}"
    return people.create_player_for(actor=SYSTEM, made_for=made_for, name=name)


def actor_of(player: Player) -> Actor:
    return Actor("user", user_id=player.user_id)


def make_club(slug: str = "", *, owner: User | None = None) -> Club:
    """A club that is approved for rating, whoever owns it."""
    slug = slug or f"club-{next(_serial)}"
    actor = acting(owner) if owner else SYSTEM
    club = people.create_club(actor=actor, slug=slug, name=slug.title())
    approve_club(actor=SYSTEM, club_id=club.pk)
    club.refresh_from_db()
    return club


def make_members(*players: Player, club: Club | None = None) -> Club:
    """The club of which these players become members by their own consent; an approved one."""
    club = club or make_club()
    for player in players:
        members.add_member(actor=SYSTEM, club_id=club.pk, player_id=player.pk)
        if player.user_id is not None:
            actor = actor_of(player)
            members.consent_to_club(actor=actor, club_id=club.pk, player_id=player.pk)
    return club


def make_event(
    *,
    games: int = 2,
    size: int = 5,
    entries: int = 4,
    state: str = "running",
    organiser: User | None = None,
    slug: str = "",
    match: dict[str, Any] | None = None,
    stages: Any = None,
    **settings: Any,
) -> Event:
    """A Tak event, a round robin, with players Ada, Bo, Cleo ... numbered in this order.

    Unless a stage says otherwise its numbers are those of the list: who meets whom is known.
    """
    slug = slug or f"event-{next(_serial)}"
    usual = events.DEFAULT_SYSTEM[settings.get("game", "tak")]
    new = events.NewEvent(
        slug=slug,
        name=slug.title(),
        ruleset={"size": size} if settings.get("game", "tak") == "tak" else {},
        match={"games": games, **(match or {})},
        stages=_as_listed(stages or [{"system": usual}]),
        **settings,
    )
    with transaction.atomic(), journal.together():
        event = events.create_event(actor=SYSTEM, new=new)
        if organiser is not None:
            roles.grant_event_role(
                actor=SYSTEM, event_id=event.pk, user_id=organiser.pk, role="organiser"
            )
        if state != "draft":
            _fill(event, entries)
        if state in ("running", "finished"):
            events.start(actor=SYSTEM, event_id=event.pk)
    event.refresh_from_db()
    return event


def _fill(event: Event, entries: int) -> None:
    events.open_registration(actor=SYSTEM, event_id=event.pk)
    for number in range(entries):
        player = make_player(NAMES[number] if number < len(NAMES) else f"Player {number + 1:03}")
        enter(actor=SYSTEM, event_id=event.pk, player_id=player.pk, rating=2000 - number)


def re_pair_round(**asked: Any) -> Round:
    """Withdraw a round without results and pair it again in this process."""
    made = pairing_jobs.run_pairing(pairing_jobs.request_re_pairing(**asked).pk)
    if made is None:
        raise pairing_jobs.PairingUnderWay
    return made


def make_entry(event: Event, player: Player | None = None, **about: Any) -> Entry:
    """The entry of a player who enters by themselves."""
    player = player or make_player()
    return enter(actor=actor_of(player), event_id=event.pk, player_id=player.pk, **about)


def _as_listed(stages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The stages without a lot for the numbers, where none is asked for."""
    return [
        {**stage, "options": {"numbers": "list", **stage.get("options", {})}}
        if stage["system"] in {ROUND_ROBIN, *FROM_THE_LIST}
        else stage
        for stage in stages
    ]


def drafted_round(event: Event, *, seed: int = SEED, actor: Actor = SYSTEM, **more: Any) -> Round:
    """Pair the next round as a draft, the same in every run."""
    return pairing_jobs.pair_round(actor=actor, event_id=event.pk, seed=seed, **more)


def published_round(event: Event, *, organiser: User | None = None, seed: int = SEED) -> Round:
    """Pair and publish the next round."""
    actor = acting(organiser) if organiser else SYSTEM
    made = drafted_round(event, seed=seed, actor=actor)
    published = rounds.publish_round(actor=actor, event_id=event.pk, number=made.number)
    event.refresh_from_db()
    return published


def proof_of(round_: Round) -> dict[str, Any]:
    """The whole proof of a round, which every round has that was paired."""
    assert round_.proof is not None
    return whole_proof(round_)


def pairing_at(round_: Round, table: int = 1) -> Pairing:
    return Pairing.objects.get(round=round_, table=table)


def slot_at(round_: Round, table: int = 1, number: int = 1) -> GameSlot:
    return GameSlot.objects.get(pairing__round=round_, pairing__table=table, number=number)


def entry_of(event: Event, number: int) -> Entry:
    return Entry.objects.select_related("player").get(event=event, number=number)


def players_at(round_: Round, table: int = 1) -> list[Player]:
    """The players of a table by seat."""
    seats = pairing_at(round_, table).seats.select_related("entry__player").order_by("order")
    return [seat.entry.player for seat in seats]


def tak_facts(result: str, *, size: int = 5, left: int | None = 4) -> dict[str, Any]:
    """The facts of a game won with `left` stones in the reserve; None: it is not known."""
    won = None if result == "1/2-1/2" else ("second" if result.startswith("0-") else "first")
    score = {"first": 0, "second": 0}
    if won:
        score[won] = size * size + (left or 0)
    return {"result": result, "size": size, "score": score, "score_at_least": left is None}


def context_of(slot: GameSlot) -> SlotContext:
    """A slot as services see it."""
    return selectors.slot_context_by_id(slot.pk)


def decide(slot: GameSlot, result: str = "R-0", **about: Any) -> None:
    """Make a played result count in a slot, as the system; as in services, under its locks."""
    outcome = Outcome("played", result, None, tak_facts(result, **about))
    with transaction.atomic():
        selectors.lock_slot(slot.pk)
        results.record_result(actor=SYSTEM, context=context_of(slot), outcome=outcome)


def decide_round(round_: Round, result: str = "R-0", *, favourites: bool = False) -> None:
    """Every open game of a round ends with this result; or the lower entry number wins it."""
    slots = GameSlot.objects.filter(pairing__round=round_).order_by("pk")
    for slot in slots.exclude(state__in=FINISHED_SLOTS):
        slot.refresh_from_db()  # the games before may have ended the series
        if slot.state not in FINISHED_SLOTS:
            decide(slot, _won_by_favourite(slot) if favourites else result)


def finish_round(round_: Round, result: str = "R-0", *, favourites: bool = False) -> None:
    """Decide every open game of a round and close it."""
    decide_round(round_, result, favourites=favourites)
    rounds.close_round(actor=SYSTEM, event_id=round_.event_id, number=round_.number)


def played_round(event: Event, result: str = "R-0", *, favourites: bool = False) -> Round:
    """Pair, publish, decide and close the next round."""
    round_ = published_round(event)
    finish_round(round_, result, favourites=favourites)
    return round_


def _won_by_favourite(slot: GameSlot) -> str:
    seats = slot.pairing.seats.order_by("entry__number").values_list("order", flat=True)
    return "R-0" if seats[0] == slot.first_seat else "0-R"
