"""The example of docs/seasons.md."""

from tests.tournaments.outlook.test_season_reach import places
from tournaments.outlook.season import EventToCome, season_reach
from tournaments.standings.seasons.scoring import PLACES, SeasonScoring
from tournaments.standings.seasons.table import EventScores, season_table

SCORING = SeasonScoring(by=PLACES, points_x2=(20, 12, 8, 4), best=2, bonus_x2=2)


def test_the_example_of_the_document():
    closed = [
        EventScores("event 1", places(SCORING, ("Ada",), ("Bo",), ("Cleo",), ("Dag",))),
        EventScores("event 2", places(SCORING, ("Bo",), ("Ada", "Cleo"))),
    ]
    rows = season_table(closed, SCORING)
    assert [(row.player, row.total / 2) for row in rows] == [
        ("Bo", 18), ("Ada", 17), ("Cleo", 11), ("Dag", 3),
    ]  # fmt: skip
    reach = season_reach(rows, SCORING, [EventToCome(anybody=20)])
    assert {name: (of.most / 2, of.best, of.worst) for name, of in reach.items()} == {
        "Bo": (23, 1, 2), "Ada": (23, 1, 3), "Cleo": (18, 1, 4), "Dag": (14, 3, 14),
    }  # fmt: skip
