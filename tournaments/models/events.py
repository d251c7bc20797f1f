"""Events, who entered them, and the stages they are played in."""

from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q

from tournaments.columns import code, json, public_id, required_json

from .people import Club, Player, User


class Series(models.Model):
    """A club's season: events that count together."""

    club = models.ForeignKey(Club, PROTECT, related_name="series")
    slug = models.SlugField(unique=True)
    name = code()
    scoring = json(blank=True)

    def __str__(self) -> str:
        return self.slug


class SeriesStandings(models.Model):
    """Derived: the table of a series, rebuilt at will from the tables of its events.

    `versions`: the standings_version of each event it was made from; others mean it is stale.
    """

    series = models.OneToOneField(Series, CASCADE, related_name="standings")
    versions = json()
    document = required_json()
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.series_id}"


class Event(models.Model):
    """A tournament: one game, one ruleset, one or more stages.

    `results_version` counts every change of a result, of the entries or of the settings that
    score them; `standings_version` is the results_version the stored table was made from.
    Unequal means stale.
    """

    slug = models.SlugField(unique=True)
    public_id = public_id()
    name = code()
    club = models.ForeignKey(Club, PROTECT, null=True, blank=True, related_name="events")
    # Of an event without a club: the club that its planner organised when it was planned.
    planners_club = models.ForeignKey(
        Club, PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    # Approved for rating by site staff, whatever its club; see selectors.approval.
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)
    approved_by = models.ForeignKey(
        User, SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    series = models.ForeignKey(Series, PROTECT, null=True, blank=True, related_name="events")
    starts_on = models.DateField(null=True, blank=True)
    # limits, conditions, opens, closes: see services.registration
    registration = json(blank=True)
    game = code()
    ruleset = json(blank=True)
    time_control = json(blank=True)
    time_zone = code(default="UTC")
    visibility = code(default="public")
    # games per match, match-point table, points of each bye and forfeit kind, rank by, tie-breaks
    match = json(blank=True)
    # by opponent | majority | all | staff; hours until a PROVEN record confirms itself, or null
    confirm = json(blank=True)
    state = code(default="draft")
    settings_version = models.IntegerField(default=0, editable=False)
    results_version = models.IntegerField(default=0, editable=False)
    standings_version = models.IntegerField(default=0, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(standings_version__lte=F("results_version")),
                name="standings_not_ahead",
            ),
        ]

    def __str__(self) -> str:
        return self.slug


class EventRole(models.Model):
    """What a user may do in an event: arbiter or organiser."""

    event = models.ForeignKey(Event, CASCADE, related_name="roles")
    user = models.ForeignKey(User, PROTECT, related_name="event_roles")
    role = code()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="event_role_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}:{self.user_id}:{self.role}"


class Entry(models.Model):
    """A player in an event. `rating` is copied at entry and frozen at the start."""

    event = models.ForeignKey(Event, CASCADE, related_name="entries")
    player = models.ForeignKey(Player, PROTECT, related_name="entries")
    number = models.IntegerField(null=True, blank=True)
    state = code()  # applied | waiting | in | refused | cancelled (before the start)
    # The organiser's word for who belongs together; see KeptApart.
    family = code(blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fixed_table = models.IntegerField(null=True, blank=True)
    rating = models.IntegerField(null=True, blank=True)
    rating_source = code(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_per_event"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}#{self.number or '-'}:{self.player_id}"


class Absence(models.Model):
    """Withdrawal, return, late entry and asked bye are one fact: away from round to round.

    `to_round` null means until further notice.
    """

    entry = models.ForeignKey(Entry, CASCADE, related_name="absences")
    from_round = models.IntegerField()
    to_round = models.IntegerField(null=True, blank=True)
    kind = code()
    points_x2 = models.IntegerField(default=0)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(to_round__isnull=True) | Q(to_round__gte=F("from_round")),
                name="absence_ends_after_start",
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(to_round__isnull=True, cancelled_at__isnull=True),
                name="absence_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.from_round}-{self.to_round or ''}"


class ForbiddenPair(models.Model):
    event = models.ForeignKey(Event, CASCADE, related_name="forbidden_pairs")
    low = models.ForeignKey(Entry, CASCADE, related_name="+")
    high = models.ForeignKey(Entry, CASCADE, related_name="+")
    last_round = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(low__lt=F("high")), name="forbidden_pair_ordered"),
            models.UniqueConstraint(fields=["low", "high"], name="forbidden_pair_once"),
        ]

    def __str__(self) -> str:
        return f"{self.low_id}-{self.high_id}"


class KeptApart(models.Model):
    """All of a club, or of a family, are kept from each other; who they are is read when pairing.

    key: the slug of a club or an `Entry.family`; empty: of each of them. last_round null: never.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="kept_apart")
    kind = code()  # club | family
    key = code(blank=True)
    last_round = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "key"], name="kept_apart_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["club", "family"]), name="kept_apart_kind_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind} {self.key}"


class Stage(models.Model):
    """One format inside an event; `system` is a key of tournaments.pairing.SYSTEMS.

    `options` are those of `tournaments.state.PairingOptions` and of the stage itself:
    `rounds`, and from an earlier stage `places` a group and `best_of_rest`.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="stages")
    number = models.IntegerField()
    system = code()
    options = json(blank=True)
    state = code(default="open")  # open | running | finished

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"


class StageEntry(models.Model):
    """Who plays in a stage: the group, the seed, the points brought along."""

    stage = models.ForeignKey(Stage, CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, CASCADE, related_name="stage_entries")
    group = code(blank=True)
    seed = models.IntegerField()
    start_points_x2 = models.IntegerField(default=0)
    decided_rank = models.IntegerField(null=True, blank=True)
    decided_why = code(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
            models.CheckConstraint(
                condition=Q(decided_rank__isnull=True) | ~Q(decided_why=""),
                name="decided_rank_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_id}:{self.entry_id}"


class Adjustment(models.Model):
    """An arbiter's bonus or penalty, in half points."""

    stage_entry = models.ForeignKey(StageEntry, CASCADE, related_name="adjustments")
    after_round = models.IntegerField()
    kind = code()
    points_x2 = models.IntegerField()
    reason = models.TextField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_a_reason"),
            models.CheckConstraint(
                condition=Q(kind="penalty", points_x2__lt=0) | Q(kind="bonus", points_x2__gt=0),
                name="penalties_take_and_bonuses_give",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage_entry_id}: {self.points_x2}"
