"""The standings of teams and the titles of their matches, as several pages show them."""

from django.utils.translation import gettext as _

from config.pages.annotations import Context, Event
from config.pages.event.standings_rows import column_of, tie_break_cells
from config.pages.names import isolate
from tournaments import selectors
from tournaments.standings.points import points_text, read_points


def team_table(event: Event) -> Context | None:
    """The standings of the teams for a page; None if there are none."""
    document = selectors.team_standings(event)
    if not document["rows"]:
        return None
    codes = document["tiebreaks"]
    return {
        "fresh": document["fresh"],
        "columns": [column_of(code) for code in codes],
        "rows": [row | {"values": tie_break_cells(codes, row)} for row in document["rows"]],
    }


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
