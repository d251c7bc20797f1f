"""Accounts, players, handles and clubs."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q
from django.utils import timezone

from tournaments import limits
from tournaments.clubs.maps import COORDINATES
from tournaments.columns import FoldedNameField, code, public_id


class User(AbstractUser):
    """An account. A player may exist without one and be linked later."""

    class EmailState(models.TextChoices):
        UNPROVED = "", "not asked"
        WAITING = "waiting", "waiting"
        PROVED = "proved", "proved"

    # WAITING: the account cannot sign in until its owner opens the link in a mail.
    email_state = code(blank=True, choices=EmailState.choices, editable=False)


class Player(models.Model):
    """A person who plays.

    `merged_into`: another row of the same person. Selectors and the replay resolve it; foreign keys
    are not rewritten, so a merge can be undone.
    """

    public_id = public_id()
    name = code()
    sort_name = code(blank=True)
    # What searches compare, see tournaments/name_folding.py.
    folded_name = FoldedNameField(of="name")
    folded_sort_name = FoldedNameField(of="sort_name")
    birth_year = models.IntegerField(null=True, blank=True)
    time_zone = code(blank=True)  # empty: that of the event
    user = models.OneToOneField(User, SET_NULL, null=True, blank=True, related_name="player")
    # The creator decides who vouches for the player, see selectors/people/vouching.py.
    made_by = models.ForeignKey(
        User, SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    made_by_event = models.ForeignKey(
        "Event", SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    made_by_club = models.ForeignKey(
        "Club", SET_NULL, null=True, blank=True, related_name="+", editable=False
    )
    merged_into = models.ForeignKey("self", PROTECT, null=True, blank=True, related_name="merged")
    anonymised_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(merged_into=F("id")), name="player_not_merged_into_itself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.public_id})"


class DistinctPlayers(models.Model):
    """Two players of one name who are two people. The player with the lower key comes first."""

    player = models.ForeignKey(Player, PROTECT, related_name="+")
    other = models.ForeignKey(Player, PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(player__lt=F("other")), name="distinct_players_ordered"
            ),
            models.UniqueConstraint(fields=["player", "other"], name="distinct_players_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player} – {self.other}"


class Handle(models.Model):
    """A name of a player elsewhere: a playtak nick, a name in PTN tags."""

    player = models.ForeignKey(Player, PROTECT, related_name="handles")
    site = code()
    # normalised by tournaments.selectors.name_key
    name_key = code()
    # As it was written; empty for handles that are older than this column, or forgotten.
    written = code(blank=True, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["site", "name_key"], name="handle_belongs_to_one_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.site}:{self.name_key}"


class Club(models.Model):
    """approved_at: null if the games of its events do not change ratings. approved_by: null if
    approved by a program. map: see tournaments/clubs/maps.py.
    """

    slug = models.SlugField(unique=True)
    name = code()
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)
    approved_by = models.ForeignKey(
        User, SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    # What the club says of itself; `joining` and `description` are Markdown.
    place = code(blank=True, default="", db_default="")
    map = code(max_length=limits.MAP, blank=True, default="", db_default="")
    meets = code(blank=True, default="", db_default="")
    joining = models.TextField(blank=True, default="", db_default="")
    description = models.TextField(blank=True, default="", db_default="")
    folded_name = FoldedNameField(of="name", db_default="")
    folded_place = FoldedNameField(of="place", db_default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(map="") | Q(map__regex="^https://") | Q(map__regex=COORDINATES),
                name="club_map_is_https_or_coordinates",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class ClubRole(models.Model):
    """role: owner or organiser. is_shown: the holder agreed to be named on the club's page."""

    club = models.ForeignKey(Club, CASCADE, related_name="roles")
    user = models.ForeignKey(User, PROTECT, related_name="club_roles")
    role = code()
    is_shown = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "role"], name="club_role_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.role}: {self.club}"


class Membership(models.Model):
    club = models.ForeignKey(Club, CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, PROTECT, related_name="memberships")
    since = models.DateField(null=True, blank=True)
    # When the account of the player consented; null: the club only lists the player.
    consented_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player.name}: {self.club}"


class MembershipRequest(models.Model):
    """A player asks to be a member of a club. The answer deletes the row; the journal keeps both.

    player: the row of the account that asks, as a consent is stored.
    """

    club = models.ForeignKey(Club, CASCADE, related_name="membership_requests")
    player = models.ForeignKey(Player, PROTECT, related_name="membership_requests")
    asked_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_request_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player.name}: {self.club}"
