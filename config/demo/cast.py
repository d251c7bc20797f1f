"""The people of the demo, their accounts and their club."""

from dataclasses import dataclass, field
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password

from ratings import services as ratings
from tournaments.actor import SYSTEM, Actor
from tournaments.services import journal
from tournaments.services.people import club_texts, members, people

if TYPE_CHECKING:
    from tournaments.models import Entry, User

CLUB_SLUG, CLUB_NAME = "lantern-street", "Lantern Street Tak Club"
ABOUT = {
    "place": "Café Lantern, 12 Lantern Street",
    "map": "52.2477,21.0147",
    "meets": "Thursdays from 19:00",
    "joining": "Come by on a Thursday; boards are there. Or ask to join below.",
    "description": "We play **Tak** on boards of 5 and 6, and cards when it rains.",
}
ORGANISER, ARBITER, ADMIN = "olga", "arno", "admin"
STAFF = {ORGANISER: "organiser", ARBITER: "arbiter", ADMIN: "admin"}
# Account, name, strength: games are won in the ratio of the strengths.
PLAYERS = (
    ("ada", "Ada Lindqvist", 9),
    ("noa", "נועה ברקאי", 8),
    ("bruno", "Bruno Achterberg", 6),
    ("chiara", "Chiara Monti", 5),
    ("emeka", "Emeka Obi", 4),
    ("freya", "Freya Solberg", 2),
    ("ren", "佐藤 蓮", 9),
    ("goran", "Goran Petrić", 7),
    ("hana", "Hana Dvořáková", 6),
    ("ines", "Inês Duarte", 5),
    ("jonas", "Jonas Weiler", 3),
    ("keziah", "Keziah Marsh", 2),
)
USERNAMES = (*STAFF, *(username for username, _name, _strength in PLAYERS))


@dataclass(frozen=True, slots=True)
class Member:
    player_id: int
    public_id: str
    actor: Actor
    name: str
    strength: int

    @property
    def rating(self) -> int:
        """As an organiser gives it, before the rating list has one."""
        return 1000 + 100 * self.strength


@dataclass(frozen=True, slots=True)
class Cast:
    """by_player: the members by public id."""

    club_id: int
    organiser: Actor
    arbiter: Actor
    by_player: dict[str, Member] = field(default_factory=dict)

    @property
    def members(self) -> list[Member]:
        return list(self.by_player.values())

    def member_of(self, entry: "Entry") -> Member:
        return self.by_player[entry.player.public_id]


def password_of(username: str) -> str:
    return f"demo-{STAFF.get(username, 'player')}"


def is_demo_password(username: str, password: str) -> bool:
    """Whether this is the public password of a demo account."""
    return username.lower() in USERNAMES and password == password_of(username.lower())


@journal.together()
def make_cast(*, with_passwords: bool, since: date) -> Cast:
    """Create accounts, players and the club. Without passwords nobody can log in."""
    users = {username: _account(username, with_passwords) for username in USERNAMES}
    organiser, arbiter = (Actor("user", user_id=users[name].pk) for name in (ORGANISER, ARBITER))
    club = people.create_club(actor=organiser, slug=CLUB_SLUG, name=CLUB_NAME)
    ratings.approve_club(actor=Actor("user", user_id=users[ADMIN].pk), club_id=club.pk)
    club_texts.edit_club(actor=organiser, club_id=club.pk, changes=ABOUT)
    cast = Cast(club.pk, organiser, arbiter)
    for username, name, strength in PLAYERS:
        user = users[username]
        player = people.create_player(actor=SYSTEM, name=name, user_id=user.pk)
        members.add_member(actor=organiser, club_id=club.pk, player_id=player.pk, since=since)
        actor = Actor("user", user_id=user.pk)
        members.consent_to_club(actor=actor, club_id=club.pk, player_id=player.pk)
        cast.by_player[player.public_id] = Member(
            player.pk, player.public_id, actor, name, strength
        )
    return cast


def _account(username: str, with_password: bool) -> "User":
    is_admin = username == ADMIN
    return get_user_model()._default_manager.create(
        username=username,
        password=_hash(password_of(username) if with_password else None),
        is_staff=is_admin,
        is_superuser=is_admin,
    )


@cache
def _hash(password: str | None) -> str:
    """Equal for accounts with the same password, which everybody may read here: hashing is slow."""
    return make_password(password)
