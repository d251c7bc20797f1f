"""People and clubs: who can play, under which names, and what they may do in a club."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q

from tournaments.columns import code, public_id


class User(AbstractUser):
    """An account. A player may exist without one and be claimed later."""

    class EmailState(models.TextChoices):
        UNPROVED = "", "not asked"
        WAITING = "waiting", "waiting"
        PROVED = "proved", "proved"

    # "waiting": the account cannot sign in until its owner opens the link that was sent by mail.
    email_state = code(blank=True, choices=EmailState.choices, editable=False)


class Player(models.Model):
    """A person who plays.

    `merged_into` points at the player this row turned out to be: selectors and the replay
    resolve it, foreign keys are never rewritten, and undoing a merge clears it.
    """

    public_id = public_id()
    name = code()
    sort_name = code(blank=True)
    birth_year = models.IntegerField(null=True, blank=True)
    time_zone = code(blank=True)  # empty: that of the event
    user = models.OneToOneField(User, SET_NULL, null=True, blank=True, related_name="player")
    # Who added this player, and for which event or club: who vouches for them follows from it,
    # see tournaments/selectors/people/vouching.py.
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


class Handle(models.Model):
    """A name that a player bears elsewhere: a playtak nick, a name in PTN tags."""

    player = models.ForeignKey(Player, PROTECT, related_name="handles")
    site = code()
    # NFKC + casefold of the name as written, see tournaments.selectors.name_key
    name_key = code()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["site", "name_key"], name="handle_belongs_to_one_player"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.site}:{self.name_key}"


class Club(models.Model):
    """`approved_at`: since when the games of the club's events change ratings; null: they do not.

    `approved_by` is null where a program approved it.
    """

    slug = models.SlugField(unique=True)
    name = code()
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)
    approved_by = models.ForeignKey(
        User, SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )

    def __str__(self) -> str:
        return self.slug


class ClubRole(models.Model):
    """What a user may do in a club: owner or organiser."""

    club = models.ForeignKey(Club, CASCADE, related_name="roles")
    user = models.ForeignKey(User, PROTECT, related_name="club_roles")
    role = code()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user", "role"], name="club_role_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}:{self.user_id}:{self.role}"


class Membership(models.Model):
    club = models.ForeignKey(Club, CASCADE, related_name="memberships")
    player = models.ForeignKey(Player, PROTECT, related_name="memberships")
    since = models.DateField(null=True, blank=True)
    # When the player's own account agreed. Until then the club only lists the player.
    consented_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "player"], name="membership_once"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}:{self.player_id}"
