"""Teams of an event, and their matches."""

from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q
from django.utils.translation import gettext as _

from tournaments.columns import code

from .events import Entry, Event
from .people import Player
from .rounds import Round


class Team(models.Model):
    """A team of an event. number: given at the start, like that of an entry.

    formed: made by the service, because there were no teams when the stage began.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="teams")
    name = code(blank=True)
    number = models.IntegerField(null=True, blank=True)
    captain = models.ForeignKey(Player, SET_NULL, null=True, blank=True, related_name="captain_of")
    formed = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="team_number_once"),
            models.UniqueConstraint(
                fields=["event", "name"], condition=~Q(name=""), name="team_name_once"
            ),
            models.CheckConstraint(
                condition=~Q(name="") | Q(number__isnull=False), name="team_has_name_or_number"
            ),
        ]

    def __str__(self) -> str:
        return self.name or _("Team %(number)d") % {"number": self.number or 0}


class TeamMember(models.Model):
    """An entry of a team. order: its place by strength, from 1."""

    team = models.ForeignKey(Team, CASCADE, related_name="members")
    entry = models.OneToOneField(Entry, CASCADE, related_name="team_member")
    order = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "order"], name="team_order_once"),
            models.CheckConstraint(condition=Q(order__gte=1), name="team_order_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.player.name}: {self.team}"


class TeamMatch(models.Model):
    """A match of a round. first: the team named first; second null: a bye.

    Its boards are the pairings at the tables that `tournaments/standings/teams.py` gives them.
    decided_for: the team (1 the first, 2 the second) that staff let go on if the match is drawn.
    """

    round = models.ForeignKey(Round, CASCADE, related_name="team_matches")
    number = models.IntegerField()
    first = models.ForeignKey(Team, PROTECT, related_name="+")
    second = models.ForeignKey(Team, PROTECT, null=True, blank=True, related_name="+")
    decided_for = models.IntegerField(null=True, blank=True)
    decided_why = models.TextField(blank=True, default="", db_default="")

    class Meta:
        verbose_name_plural = "team matches"
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="team_match_number_once"),
            models.UniqueConstraint(fields=["round", "first"], name="team_first_once"),
            models.UniqueConstraint(fields=["round", "second"], name="team_second_once"),
            models.CheckConstraint(
                condition=Q(second__isnull=True) | ~Q(first=F("second")),
                name="team_meets_another",
            ),
            models.CheckConstraint(
                condition=Q(decided_for__isnull=True)
                | Q(decided_for__in=(1, 2), second__isnull=False),
                name="match_decided_for_one_of_two",
            ),
            models.CheckConstraint(
                condition=Q(decided_for__isnull=True) | ~Q(decided_why=""),
                name="match_decision_has_a_reason",
            ),
            models.CheckConstraint(
                condition=Q(decided_for__isnull=False) | Q(decided_why=""),
                name="match_reason_has_a_decision",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first} – {self.second or ''}: {self.round}"

    @property
    def decided_team(self) -> Team | None:
        """The team that staff let go on."""
        return {1: self.first, 2: self.second}.get(self.decided_for or 0)


class LineUpPlace(models.Model):
    """A member whom the captain chose to play in a round; the order of strength gives the board."""

    team = models.ForeignKey(Team, CASCADE, related_name="line_ups")
    round_number = models.IntegerField()
    entry = models.ForeignKey(Entry, CASCADE, related_name="line_ups")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round_number", "entry"], name="line_up_place_once"),
            models.CheckConstraint(condition=Q(round_number__gte=1), name="line_up_round_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.entry.player.name}: {self.team}, {self.round_number}"
