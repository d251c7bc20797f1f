"""Events, entries and stages."""

from django.db import models
from django.db.models import CASCADE, PROTECT, SET_NULL, F, Q

from tournaments.choices import EventStatus, StageStatus
from tournaments.columns import code, json, public_id, required_json

from .people import Club, Player, User


class Series(models.Model):
    """A season of a club: events that count together."""

    club = models.ForeignKey(Club, PROTECT, related_name="series")
    slug = models.SlugField(unique=True)
    name = code()
    scoring = json(blank=True)

    class Meta:
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name


class SeriesStandings(models.Model):
    """Derived: the table of a series, computed from the tables of its events.

    `versions`: the standings_version of each event; the table is stale if one differs.
    """

    series = models.OneToOneField(Series, CASCADE, related_name="standings")
    versions = json()
    document = required_json()
    computed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.series}"


class Event(models.Model):
    """A tournament: one game, one ruleset, one or more stages.

    `results_version` counts changes of results, entries and scoring; `standings_version` is the
    results_version of the stored table, which is stale if they differ.
    """

    slug = models.SlugField(unique=True)
    public_id = public_id()
    name = code()
    club = models.ForeignKey(Club, PROTECT, null=True, blank=True, related_name="events")
    # Without `club`: the club that the creator organised when the event was created.
    planners_club = models.ForeignKey(
        Club, PROTECT, null=True, blank=True, editable=False, related_name="+"
    )
    # Approval for rating of this event alone, see selectors/events/approval.py.
    approved_at = models.DateTimeField(null=True, blank=True, editable=False)
    approved_by = models.ForeignKey(
        User, SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    series = models.ForeignKey(Series, PROTECT, null=True, blank=True, related_name="events")
    starts_on = models.DateField(null=True, blank=True)
    # In `time_zone`, as players read a clock at the venue.
    start_time = models.TimeField(null=True, blank=True)
    # Texts about the event, see services/events/about.py.
    venue = code(blank=True)
    address = code(blank=True)
    contact = code(blank=True)
    entry_fee = code(blank=True)
    description = models.TextField(blank=True)
    # see services/entries/registration.py
    registration = json(blank=True)
    game = code()
    ruleset = json(blank=True)
    time_control = json(blank=True)
    time_zone = code(default="UTC")
    visibility = code(default="public")
    # see MATCH in services/events/settings.py
    match = json(blank=True)
    # policy; hours until a proven record is confirmed without an answer, or null
    confirm = json(blank=True)
    state = code(default=EventStatus.DRAFT)
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
        return self.name


class EventRole(models.Model):
    """role: arbiter or organiser."""

    event = models.ForeignKey(Event, CASCADE, related_name="roles")
    user = models.ForeignKey(User, PROTECT, related_name="event_roles")
    role = code()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="event_role_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.role}: {self.event}"


class Entry(models.Model):
    """A player in an event. `rating` is copied at entry and fixed at the start."""

    event = models.ForeignKey(Event, CASCADE, related_name="entries")
    player = models.ForeignKey(Player, PROTECT, related_name="entries")
    number = models.IntegerField(null=True, blank=True)
    state = code()  # EntryStatus
    # Free text of the organiser; members of a family can be kept apart, see KeptApart.
    family = code(blank=True)
    checked_in_at = models.DateTimeField(null=True, blank=True)
    fixed_table = models.IntegerField(null=True, blank=True)
    rating = models.IntegerField(null=True, blank=True)
    rating_source = code(blank=True)

    class Meta:
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "player"], name="entry_once_per_event"),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.player.name}: {self.event}"


class Absence(models.Model):
    """Rounds that an entry misses: withdrawal, absence, late entry or requested bye.

    `to_round` null: until further notice.
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
        return f"{self.entry}, {self.from_round}–{self.to_round or ''}"


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
        return f"{self.low.player.name} – {self.high.player.name}: {self.event}"


class KeptApart(models.Model):
    """Members of a club or family are kept apart; members are looked up when a round is paired.

    key: the slug of a club or an `Entry.family`; empty: each of them. last_round null: always.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="kept_apart")
    kind = code()  # club | family
    key = code(blank=True)
    last_round = models.IntegerField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "kept apart"
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "key"], name="kept_apart_once"),
            models.CheckConstraint(
                condition=Q(kind__in=["club", "family"]), name="kept_apart_kind_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.kind} {self.key}"


class Stage(models.Model):
    """One format in an event; `system` is a key of tournaments.pairing.SYSTEMS.

    `options`: see services/stages/stage_settings.py.
    """

    event = models.ForeignKey(Event, CASCADE, related_name="stages")
    number = models.IntegerField()
    system = code()
    options = json(blank=True)
    state = code(default=StageStatus.OPEN)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="stage_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"


class StageEntry(models.Model):
    """An entry in a stage. `decided_rank` and `decided_why`: see selectors/rounds/playoffs.py."""

    stage = models.ForeignKey(Stage, CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, CASCADE, related_name="stage_entries")
    group = code(blank=True)
    seed = models.IntegerField()
    start_points_x2 = models.IntegerField(default=0)
    decided_rank = models.IntegerField(null=True, blank=True)
    decided_why = code(blank=True)

    class Meta:
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="stage_seed_once"),
            models.CheckConstraint(
                condition=Q(decided_rank__isnull=True) | ~Q(decided_why=""),
                name="decided_rank_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry.player.name}: {self.stage}"


class Adjustment(models.Model):
    """A bonus or penalty by an arbiter, in half points."""

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
        return f"{self.stage_entry}: {self.points_x2 / 2:+g}"
