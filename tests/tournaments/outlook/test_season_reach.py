"""What can still be reached in a season, against every way in which small seasons can end."""

from itertools import product
from random import Random

import pytest

from tournaments.outlook.season import Entrant, EventToCome, season_reach
from tournaments.standings.seasons.places import Place, points_of_place
from tournaments.standings.seasons.scoring import BETTER, PLACES, SHARED, SeasonScoring
from tournaments.standings.seasons.table import EventScore, EventScores, season_table

ALL = "abc"


def places(scoring, *groups):
    """The scores of an event: groups of equal players, the best first."""
    scores: dict[str, EventScore] = {}
    first = 1
    for group in groups:
        place = Place(first, len(group))
        points = points_of_place(place, scoring)
        scores |= {player: EventScore(points, place=place) for player in group}
        first += len(group)
    return scores


def orders(players):
    """Every way to rank these players, with ties."""
    if not players:
        yield ()
        return
    for mask in range(1, 2 ** len(players)):
        best = tuple(each for at, each in enumerate(players) if mask >> at & 1)
        for rest in orders([each for each in players if each not in best]):
            yield (best, *rest)


def endings(scoring, players=ALL):
    """Every end of an event: who takes part, in which order."""
    for mask in range(2 ** len(players)):
        playing = [each for at, each in enumerate(players) if mask >> at & 1]
        for order in orders(playing):
            yield places(scoring, *order)


def tables(closed, scoring, ways):
    """The tables of a season after each way in which the events to come may end."""
    for scores in product(*ways):
        events = [*closed, *(EventScores(f"next{at}", each) for at, each in enumerate(scores))]
        yield {row.player: row for row in season_table(events, scoring)}


def extremes(closed, scoring, ways):
    """By player: the least and the most total, the best and the worst place."""
    found: dict[str, tuple[set, set]] = {}
    for table in tables(closed, scoring, ways):
        for player, row in table.items():
            seen = found.setdefault(player, (set(), set()))
            seen[0].add(row.total)
            seen[1].add(row.rank)
    return {
        player: (min(totals), max(totals), min(ranks), max(ranks))
        for player, (totals, ranks) in found.items()
    }


def seasons(ties, *, number):
    """Small seasons by chance: closed events, and some to come."""
    rng = Random(7)
    for at in range(number):
        scoring = SeasonScoring(
            by=PLACES,
            points_x2=rng.choice([(20, 12, 8), (6, 4, 2), (10, 4, 0)]),
            best=rng.choice([None, 1, 2]),
            bonus_x2=rng.choice([0, 2]),
            ties=ties,
        )
        every = list(endings(scoring))
        closed = [EventScores(f"e{nth}", rng.choice(every)) for nth in range(rng.randint(1, 4))]
        yield scoring, closed, 2 if at % 12 == 0 else 1


@pytest.mark.parametrize("ties", [SHARED, BETTER])
def test_totals_and_best_places_are_exact_and_worst_places_sound(ties):
    for scoring, closed, coming in seasons(ties, number=25):
        rows = season_table(closed, scoring)
        to_come = [EventToCome(f"next{at}", anybody=scoring.points_x2[0]) for at in range(coming)]
        reach = season_reach(rows, scoring, to_come)
        found = extremes(closed, scoring, [list(endings(scoring))] * coming)
        for player in (row.player for row in rows):
            least, most, best, worst = found[player]
            said = reach[player]
            assert (said.least, said.most, said.best) == (least, most, best)
            assert said.worst is None or said.worst >= worst
            # Whoever is in no event yet may pass as well, so that only a number is comparable.
            if ties == BETTER and said.worst is not None:
                assert said.worst == worst


@pytest.mark.parametrize("ties", [SHARED, BETTER])
def test_an_event_that_has_begun_is_sound_too(ties):
    for scoring, closed, _coming in seasons(ties, number=25):
        rows = season_table(closed, scoring)
        top, last = scoring.points_x2[0], scoring.points_x2[-1]
        entrants = {player: Entrant(last, top, took_part=True) for player in ALL}
        reach = season_reach(rows, scoring, [EventToCome("next0", entrants)])
        ways = [places(scoring, *order) for order in orders(list(ALL))]
        for player, (least, most, best, worst) in extremes(closed, scoring, [ways]).items():
            said = reach[player]
            assert (said.least, said.most) == (least, most)
            assert said.best <= best
            assert said.worst is None or said.worst >= worst


def test_only_one_can_win_the_last_event():
    """10, 6, 4 for places: b, c and d are 7 behind a. One can pass with 10, two with (10 + 6) / 2,
    three would need more than 21 of the 20 points together.
    """
    scoring = SeasonScoring(by=PLACES, points_x2=(20, 12, 8))
    scores = {"a": 34, "b": 20, "c": 20, "d": 20}
    closed = [EventScores("one", {each: EventScore(of) for each, of in scores.items()})]
    reach = season_reach(season_table(closed, scoring), scoring, [EventToCome(anybody=20)])
    assert (reach["a"].best, reach["a"].worst) == (1, 3)
    assert (reach["b"].most, reach["b"].best) == (40, 1)


def test_a_lead_that_nobody_can_make_up_is_first_place():
    scoring = SeasonScoring(by=PLACES, points_x2=(20, 12, 8), bonus_x2=2)
    closed = [EventScores("one", {"a": EventScore(50), "b": EventScore(28), "c": EventScore(4)})]
    reach = season_reach(season_table(closed, scoring), scoring, [EventToCome(anybody=20)])
    # a 50 + 2; b 28 + 2 + 20 + 2 = 52 is only equal, and shares the place.
    assert (reach["a"].least, reach["b"].most) == (52, 52)
    assert (reach["a"].worst, reach["b"].best, reach["c"].best) == (1, 1, 3)


def test_newcomers_count_among_those_who_can_pass():
    """Somebody with nothing can have 10 of the next event: more than the 9 of b."""
    scoring = SeasonScoring(by="match_points")
    closed = [EventScores("one", {"a": EventScore(30), "b": EventScore(9)})]
    reach = season_reach(season_table(closed, scoring), scoring, [EventToCome(anybody=10)])
    assert reach["b"].worst is None
    assert reach["a"].worst == 1


def test_no_event_to_come_leaves_the_places_as_they_are():
    scoring = SeasonScoring(by=PLACES, points_x2=(20, 12))
    closed = [EventScores("one", places(scoring, "a", "bc"))]
    reach = season_reach(season_table(closed, scoring), scoring, [])
    assert [(reach[each].best, reach[each].worst) for each in "abc"] == [(1, 1), (2, 2), (2, 2)]


def test_who_is_in_an_event_has_its_bonus_once_a_game_is_played():
    """Two points for taking part: a has played, b has not yet, and both can have them."""
    scoring = SeasonScoring(by="match_points", bonus_x2=2)
    begun = EventToCome("two", {"a": Entrant(1, 6, took_part=True), "b": Entrant(0, 5)})
    reach = season_reach([], scoring, [begun])
    assert (reach["a"].least, reach["b"].least) == (1 + 2, 0)
    assert (reach["a"].most, reach["b"].most) == (6 + 2, 5 + 2)
    assert reach["a"].as_json() == {"most": 8, "best_place": 1, "worst_place": 2}


def test_of_the_best_results_only_so_many_count():
    """Two count: 10 and 4 now; an event that gives up to 6 can replace the 4, and never less."""
    scoring = SeasonScoring(by="match_points", best=2)
    closed = [EventScores(str(points), {"a": EventScore(points)}) for points in (10, 4, 2)]
    (reach,) = season_reach(
        season_table(closed, scoring), scoring, [EventToCome(anybody=6)]
    ).values()
    assert (reach.least, reach.most) == (14, 16)
