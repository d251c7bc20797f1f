"""What the events of a season give their players, and what those to come can still give."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import QuerySet

from engine.errors import gettext_noop
from tournaments.choices import EventStatus, StageStatus
from tournaments.models import Event, Player, Series
from tournaments.outlook.marks import place_bounds, point_bounds
from tournaments.outlook.places import ranking_points
from tournaments.outlook.season import Entrant, EventToCome
from tournaments.selectors.events.state import event_states
from tournaments.selectors.events.tables import players_by_number, standings_document
from tournaments.standings.points import Points, read_points, simplify
from tournaments.standings.seasons.places import final_places, games_played, points_of_place
from tournaments.standings.seasons.scoring import PLACES, RATING_GAIN, SeasonScoring
from tournaments.standings.seasons.table import EventScore, EventScores
from tournaments.standings.table import BRACKET, ranked_by

PUBLIC = ("public", "unlisted")  # season tables are public, so private events do not count
BEGUN = (EventStatus.RUNNING, EventStatus.FINISHED)
Versions = dict[str, list[int | str]]
# By the id of an event and the public id of a player: rating points, and rated games.
RatingGains = Mapping[int, Mapping[str, tuple[Fraction, int]]]

# Why nothing is said of what can be reached.
NOT_SAID, OVER, UNKNOWN_POINTS = "no_event_to_come", "over", "points_not_known"
WHY_NOT: dict[str, str] = {
    NOT_SAID: gettext_noop("It is not known which events are still to come."),
    OVER: gettext_noop("Every event of the season is over."),
    RATING_GAIN: gettext_noop("A rating can rise without limit, so no place is certain."),
    UNKNOWN_POINTS: gettext_noop(
        "It is not known how many points the events to come can give, so no place is certain."
    ),
}


@dataclass(frozen=True, slots=True)
class RatingLists:
    """What seasons read of rating lists, which are in a package above.

    version: changes with the ratings of a list. gains: of the players in these events (ids), tenths
    of rating points; empty if there is no such list.
    """

    version: Callable[[str], list[int | str]]
    gains: Callable[[str, Collection[int]], RatingGains]


def season_scoring(series: Series) -> SeasonScoring:
    return SeasonScoring.from_json(series.scoring)


def attached_events(series: Series) -> "QuerySet[Event]":
    """The events of a season that everybody may know of or that are not listed, by date."""
    events = Event.objects.filter(series=series, visibility__in=PUBLIC)
    return events.order_by("starts_on", "pk")


def season_events(series: Series) -> "QuerySet[Event]":
    """The events that count, with their tables, by date."""
    begun = attached_events(series).filter(state__in=BEGUN, standings__isnull=False)
    return begun.select_related("standings")


def current_versions(series: Series, lists: RatingLists) -> Versions:
    """What the table of a season is made of: table version and state of each event by slug, the
    version of the rating list, and who of its players is merged into whom.
    """
    rows = attached_events(series).values_list("slug", "standings__version", "state")
    found: Versions = {slug: [version or 0, state] for slug, version, state in rows}
    pool = season_scoring(series).pool
    if pool is not None:
        found[f"pool:{pool}"] = lists.version(pool)
    entered = Player.objects.filter(entries__event__in=attached_events(series).order_by())
    merged = entered.filter(merged_into__isnull=False).order_by("pk").distinct()
    for player, into in merged.values_list("public_id", "merged_into__public_id"):
        found[f"player:{player}"] = [into]
    return found


def season_scores(series: Series, lists: RatingLists) -> list[EventScores]:
    """The scores in each event that counts. Places count when an event is finished."""
    scoring = season_scoring(series)
    events = list(season_events(series))
    if scoring.by == PLACES:
        finished = [event for event in events if event.state == EventStatus.FINISHED]
        return [EventScores(event.slug, _place_scores(event, scoring)) for event in finished]
    if scoring.by == RATING_GAIN:
        gains = lists.gains(scoring.pool or "", [event.pk for event in events])
        return [
            EventScores(
                event.slug,
                {
                    player: EventScore(simplify(gain), took_part=True, games=games)
                    for player, (gain, games) in gains.get(event.pk, {}).items()
                },
            )
            for event in events
        ]
    return [EventScores(event.slug, _column_scores(event, scoring)) for event in events]


def _place_scores(event: Event, scoring: SeasonScoring) -> dict[str, EventScore]:
    document = standings_document(event)
    players = players_by_number(event)
    return {
        players[entry]["player"]: EventScore(points_of_place(place, scoring), place=place)
        for entry, place in final_places(document).items()
    }


def _column_scores(event: Event, scoring: SeasonScoring) -> dict[str, EventScore]:
    document = event.standings.document
    players, played = players_by_number(event), games_played(document)
    points: dict[int, Points] = defaultdict(int)
    for stage in (*document.get("earlier", ()), document):
        for row in stage["rows"]:
            points[row["entry"]] += read_points(row[scoring.column])
    return {
        players[entry]["player"]: EventScore(simplify(of), took_part=played[entry] > 0)
        for entry, of in points.items()
    }


def events_to_come(
    series: Series, scores: Collection[EventScores]
) -> tuple[list[EventToCome], str | None]:
    """The events that are not over, and why nothing can be said of them, of WHY_NOT.

    scores: those of the events that count.
    """
    scoring = season_scoring(series)
    if scoring.by == RATING_GAIN:
        return [], RATING_GAIN
    attached = list(attached_events(series))
    events = [event for event in attached if event.state != EventStatus.FINISHED]
    planned = max(0, (scoring.events or 0) - len(attached))
    if not events and not planned:
        return [], NOT_SAID if scoring.events is None else OVER
    by_slug = {each.event: each.scores for each in scores}
    found = [_to_come(event, scoring, by_slug.get(event.slug, {})) for event in events]
    found += [_unbegun("", scoring)] * planned
    known = [each for each in found if each is not None]
    return (known, None) if len(known) == len(found) else ([], UNKNOWN_POINTS)


def _to_come(
    event: Event, scoring: SeasonScoring, scores: Mapping[str, EventScore]
) -> EventToCome | None:
    """None: the points that it can give are not known."""
    if event.state != EventStatus.RUNNING:
        return _unbegun(event.slug, scoring)
    if scoring.by == PLACES:
        return EventToCome(event.slug, _place_entrants(event, scoring))
    bounds = _bounds_to_come(event, scoring)
    if bounds is None:
        if scoring.most_x2 is None:
            return None
        most = scoring.in_unit(scoring.most_x2)
        ends = {player: (now.points, max(now.points, most)) for player, now in scores.items()}
    else:
        ends = {
            player: (now.points + bounds[player][0], now.points + bounds[player][1])
            for player, now in scores.items()
            if player in bounds
        }
    entrants = {
        player: Entrant(least, most, scores[player].took_part)
        for player, (least, most) in ends.items()
    }
    return EventToCome(event.slug, entrants)


def _unbegun(slug: str, scoring: SeasonScoring) -> EventToCome | None:
    if scoring.by == PLACES:
        return EventToCome(slug, anybody=max(scoring.points_x2, default=0))
    if scoring.most_x2 is None:
        return None
    return EventToCome(slug, anybody=scoring.in_unit(scoring.most_x2))


def _place_entrants(event: Event, scoring: SeasonScoring) -> dict[str, Entrant]:
    """Whoever has played has the last place at least, and the first at most."""
    players = players_by_number(event)
    played = games_played(standings_document(event))
    table = scoring.points_x2
    last = table[len(players) - 1] if len(players) <= len(table) else 0
    return {
        row["player"]: Entrant(last if has_played else 0, table[0] if table else 0, has_played)
        for number, row in players.items()
        for has_played in (played[number] > 0,)
    }


def _bounds_to_come(
    event: Event, scoring: SeasonScoring
) -> Mapping[str, tuple[Points, Points]] | None:
    """The least and the most that the rest of an event adds to each player's score.

    None: not known, as where an event ranks by something else or another stage follows.
    """
    if event.stages.filter(state=StageStatus.OPEN).exists():
        return None
    state = event_states(event.pk)[0][-1]
    if state.teams or state.rules.rank_by != scoring.by or ranked_by(state) == BRACKET:
        return None
    if place_bounds(state) is None:
        return None
    now = ranking_points(state)
    bounds = point_bounds(state, now)
    players = players_by_number(event)
    return {
        players[entry]["player"]: (low - now[entry], high - now[entry])
        for entry, (low, high) in bounds.items()
    }
