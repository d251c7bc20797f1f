"""The standings of teams and the titles of their matches, as several pages show them."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from config.pages.annotations import Context, Document, Event
from config.pages.event.standings_rows import column_of, places_of, tie_break_cells
from config.pages.names import isolate
from tournaments import selectors
from tournaments.standings.points import points_text, read_points


def team_table(event: Event) -> Context | None:
    """The standings of the teams for a page; None if there are none."""
    document = selectors.team_standings(event)
    if not document["rows"]:
        return None
    codes, places = document["tiebreaks"], places_of([row["rank"] for row in document["rows"]])
    return {
        "fresh": document["fresh"],
        "columns": [column_of(code) for code in codes],
        "rows": [
            row | {"place": place, "values": tie_break_cells(codes, row)}
            for place, row in zip(places, document["rows"], strict=True)
        ],
    }


class CrossRow(NamedTuple):
    """A team of the crosstable. cells: its meetings with each team; None on the diagonal."""

    place: int
    row: Document
    cells: list[list[Document] | None]
    byes: list[Document]


def team_crosstable(event: Event) -> list[CrossRow]:
    """The rows in the order of the table; empty before the first round."""
    rows = selectors.team_crosstable(event)["rows"]
    return [
        CrossRow(
            place,
            row,
            [
                None
                if other is row
                else [cell for cell in row["cells"] if cell["opponent"] == other["team"]]
                for other in rows
            ],
            [cell for cell in row["cells"] if cell["opponent"] is None],
        )
        for place, row in enumerate(rows, start=1)
    ]


def match_titles(event: Event, number: int) -> dict[int, str]:
    """The title of the match that each pairing of a round is a board of, in order of the matches.

    Empty if the round is not one of teams.
    """
    titles: dict[int, str] = {}
    for match in selectors.match_documents(event, round_number=number):
        names = " – ".join(isolate(side["name"]) for side in match["teams"])
        points = [points_text(read_points(side["game_points_x2"])) for side in match["teams"]]
        score = isolate(" : ".join(points)) if match["boards"] else _("bye")
        title = _("Match %(number)d: %(names)s · %(score)s") % {
            "number": match["number"],
            "names": names,
            "score": score,
        }
        titles |= {board["pairing"]: title for board in match["boards"] if board["pairing"]}
        titles |= dict.fromkeys(match["byes"], title)
    return titles
