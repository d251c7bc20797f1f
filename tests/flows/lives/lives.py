"""A life: one event, those who live in it, and what is checked each time one of them does a thing.

A refusal changes no fact; whatever changes one is written down, and what scores makes the table
stale. The rules of the machine stand in lives_rules.py, what holds of rows in lives_facts.py.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.errors import RecordError
from games.check import check_event_games
from ratings import services as ratings
from tests.builders import NAMES, acting, actor_of, make_club, make_player, make_user, re_pair_round
from tests.flows.lives import lives_facts as truth
from tests.flows.lives.lives_public import seen_by_nobody, without_draft
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.integrity import check_event
from tournaments.models import Entry, Event, GameSlot, Pairing, Player, Round, Seat
from tournaments.recompute import refresh_standings
from tournaments.services.events import events, roles
from tournaments.services.rounds import pairing_jobs, rounds

MOST = 8  # players there are
SLUG = "a-life"
PER_GAME = {"games": 1, "points": {"per_game": True}, "tiebreaks": ["WIN"]}
KNOCKOUT = {"system": "knockout"}
# What is lived: the game, how many begin, the stages, the match.
PLANS: list[dict[str, Any]] = [
    {"stages": [{"system": "round_robin"}], "entries": 4, "match": {"games": 2}},
    {"stages": [{"system": "monrad", "options": {"rounds": 3}}], "entries": 5},
    {"stages": [{"system": "keizer", "options": {"rounds": 3}}], "entries": 5},
    {"stages": [{"system": "manual"}], "entries": 4, "match": {"games": 2}},
    {"stages": [KNOCKOUT], "entries": 5, "match": {"games": 2}},
    {"stages": [{"system": "double_elimination"}], "entries": 4, "match": {"games": 1}},
    {
        "stages": [
            {"system": "round_robin", "options": {"groups": 2}},
            {**KNOCKOUT, "options": {"places": 2}},
        ],
        "entries": 6,
    },
    {
        "stages": [
            {"system": "monrad", "options": {"rounds": 1}},
            {"system": "round_robin", "options": {"places": 2}},
        ],
        "entries": 4,
    },
    {"stages": [{"system": "tables", "options": {"rounds": 2}}], "entries": 6, "game": "taki"},
    {"stages": [{"system": "tables", "options": {"rounds": 2}}], "entries": 4, "game": "gamnon"},
    {"stages": [{"system": "mcmahon", "options": {"rounds": 3}}], "entries": 4},
    {"stages": [{"system": "swiss", "options": {"rounds": 3}}], "entries": 5},
]


# Facts of rounds and of what was played in them.
OF_PLAY = {
    "Round", "Pairing", "Seat", "GameSlot", "Result", "Game", "Dispute", "RatedGame", "Stage",
}  # fmt: skip


class People:
    """Who may live in an event: made once, and used by every life."""

    def __init__(self) -> None:
        self.said: Counter[str] = Counter()  # what was done, and the codes of what was refused
        self.organiser, self.arbiter = make_user(), make_user()
        self.players: list[Player] = [make_player(name) for name in NAMES[:MOST]]
        self.club = make_club("reeds", owner=self.organiser)
        self.boss = acting(self.organiser)


class Life:
    """One event. `attempt` does a thing and checks what came of it.

    walks: how many drafts are looked for at every address, not only where rounds are shown.
    """

    walks = 0

    def __init__(self, people: People) -> None:
        self.people, self.boss = people, people.boss
        self.event = Event()

    # Beginning

    def plan(self, plan: dict[str, Any], registration: dict[str, Any], confirm: str) -> None:
        game = plan.get("game", "tak")
        match = plan.get("match", PER_GAME if game == "tak" else None)
        self.event = events.create_event(
            actor=self.boss,
            new=events.NewEvent(
                slug=SLUG,
                name="A life",
                game=game,
                ruleset={"size": 5} if game == "tak" else {},
                club_id=self.people.club.pk,
                match=match,
                confirm={"policy": confirm},
                registration=registration,
                stages=plan["stages"],
            ),
        )
        for user, role in ((self.people.arbiter, "arbiter"), (self.user(0), "arbiter")):
            roles.grant_event_role(
                actor=self.boss, event_id=self.event.pk, user_id=user.pk, role=role
            )
        self.look()

    def begin(self, entries: int, *, start: bool) -> None:
        """Bring it this far; checked as a whole once all are in."""
        asked: dict[str, Any] = {"actor": self.boss, "event_id": self.event.pk}
        events.open_registration(**asked)
        for player in self.people.players[:entries]:
            ratings.enter_event(player_id=player.pk, **asked)
        if start:
            ratings.start_event(include_absent=True, **asked)
        seen = self.seen
        self.look()
        self.check("begin", seen, self.seen.differs_from(seen))

    def next_round(self) -> None:
        """Pair and publish, where that can be done."""
        made = self.attempt(pairing_jobs.pair_round)
        if made is not None:
            self.attempt(rounds.publish_round, number=made.number)

    # Who and what

    def user(self, n: int) -> Any:
        return self.people.players[n % MOST].user

    def staff(self, n: int) -> Actor:
        """Mostly the organiser; an arbiter who does not play, or one who does."""
        return [self.boss, self.boss, acting(self.people.arbiter), acting(self.user(0))][n % 4]

    def entry(self, n: int) -> Entry | None:
        found = list(self.event.entries.select_related("player").order_by("pk"))
        return found[n % len(found)] if found else None

    def numbers(self) -> list[int]:
        found = self.event.entries.filter(number__isnull=False).order_by("number")
        return [number or 0 for number in found.values_list("number", flat=True)]

    def last(self, *states: str) -> int:
        """The number of the last round, or of the last in one of these states; 0 for none."""
        found = self.round(*states)
        return found.number if found else 0

    def round(self, *states: str) -> Round | None:
        """The last round, of those in one of these states."""
        found = self.event.rounds.filter(state__in=states or ("draft", "published", "closed"))
        return found.order_by("-number").first()

    def slot(self, n: int, *states: str) -> GameSlot | None:
        slots = GameSlot.objects.filter(pairing__round__event=self.event)
        slots = slots.exclude(pairing__round__state="draft").select_related("pairing__round")
        found = list(slots.filter(state__in=states) if states else slots)
        found.sort(key=lambda slot: slot.pk)
        return found[n % len(found)] if found else None

    def seated(self, pairing: Pairing, n: int) -> Actor:
        """Somebody of a table, by an account or by a personal link."""
        seats = list(
            Seat.objects.filter(pairing=pairing).order_by("order").select_related("entry__player")
        )
        seat = seats[n % len(seats)]
        if n % 5 == 4:
            return Actor("link", entry_id=seat.entry_id)
        return actor_of(seat.entry.player)

    # Doing, and what must hold then

    def attempt(self, act: Callable[..., Any], *, by: Actor | None = None, **about: Any) -> Any:
        """What a service answers; None where it refuses.

        What it is about is the event, unless something else is named.
        """
        if not {"entry_id", "pairing_id", "slot_id", "game_id", "adjustment_id"} & set(about):
            about["event_id"] = self.event.pk
        seen = self.seen
        try:
            made = act(actor=by or self.boss, **about)
        except (DomainError, RecordError) as refused:
            made, told = None, refused.code
        else:
            told = ""
        self.people.said[told or act.__name__] += 1
        self.look()
        changed = self.seen.differs_from(seen)
        if told and act is not re_pair_round:  # it takes the round back, then pairs
            assert not changed, f"{act.__name__} was refused ({told}) and changed {changed}"
        self.check(act.__name__, seen, changed)
        return made

    def look(self) -> None:
        self.event = Event.objects.get(pk=self.event.pk)
        self.seen = truth.Seen.of(self.event)

    def check(self, name: str, before: truth.Seen, changed: list[str]) -> None:
        """What must hold after any step, be it a refused one."""
        event, now = self.event, self.seen
        for version, number in before.versions.items():
            assert now.versions[version] >= number, (name, version)
        truth.check_journal(event.slug, after=before.head)
        if changed:
            assert now.head[0] > before.head[0], f"{name} changed {changed}, and wrote no line"
            if now.scored != before.scored:
                assert now.versions["results_version"] > before.versions["results_version"], (
                    f"{name} changed {changed}, and the table is not stale"
                )
        if now.scored != before.scored or OF_PLAY & set(changed):
            truth.check_seats(event.pk)
            truth.check_slots(event.pk)
            truth.check_ledger(event.pk)
            self.check_tables(name)
        if {"Round", "Seat", "Pairing"} & set(changed):
            self.check_drafts(name)

    def check_tables(self, name: str) -> None:
        """Once the table is fresh it is what a rebuild gives, and all evidence holds."""
        refresh_standings(self.event.pk)
        assert check_event(self.event.pk) == [], name
        assert check_event_games(self.event.pk) == [], name
        self.event.refresh_from_db()
        assert self.event.standings_version == self.event.results_version

    def check_drafts(self, name: str) -> None:
        """A draft can be seen at no address: everything is as though it had never been made."""
        draft = self.round("draft")
        if draft is None:
            return
        seen = seen_by_nobody(self.event, draft=draft, everywhere=self.walks > 0)
        self.people.said["looked everywhere"] += self.walks > 0
        self.walks -= 1
        unseen = without_draft(draft, list(seen))
        told = [address for address in seen if seen[address] != unseen[address]]
        assert told == [], f"after {name} the draft of round {draft.number} shows at {told}"
