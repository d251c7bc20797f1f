"""Results and tables of an event as rows for spreadsheets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actor import Actor
from tournaments.csv_rows import CsvTable, CsvValue, points_to_number
from tournaments.errors import NotFound
from tournaments.models import Event, GameSlot, Pairing, Result
from tournaments.selectors.events.events import event_rounds
from tournaments.selectors.people.people import resolve
from tournaments.selectors.rounds.slots import CurrentResult
from tournaments.standings.points import points_text, read_points
from tournaments.standings.season import SeasonScoring
from tournaments.standings.tiebreaks.registry import HALF_POINTS
from tournaments.state import FORFEIT

Row = dict[str, Any]


def round_results(event: Event, number: int, actor: Actor) -> list[Row]:
    """Each game of a round by leg, table and number, with its result; byes last. Six queries.

    Empty fields are left out.

    :raises NotFound: there is no such round, or the actor may not see it.
    """
    round_ = event_rounds(event, actor).filter(number=number).first()
    if round_ is None:
        raise NotFound(what="round", key=number)
    pairings = Pairing.objects.filter(round=round_).prefetch_related(
        "seats__entry__player__merged_into", "slots__results"
    )
    rows: list[Row] = []
    for pairing in sorted(pairings, key=lambda each: (each.leg, each.table or 10**9, each.pk)):
        place = {"round": number, "leg": pairing.leg, "pairing": pairing.pk}
        if pairing.table is not None:
            place["table"] = pairing.table
        names = [
            resolve(seat.entry.player).name
            for seat in sorted(pairing.seats.all(), key=lambda seat: seat.order)
        ]
        slots = sorted(pairing.slots.all(), key=lambda slot: slot.number)
        rows += [{**place, **_slot(slot, names)} for slot in slots]
        if not slots:
            rows.append({**place, "players": names, "state": pairing.kind})
    return rows


def counted_result(pairing_id: int, number: int) -> Row | None:
    """The counted result of a game in the fields of `round_results`, or None."""
    slot = GameSlot.objects.filter(pairing_id=pairing_id, number=number)
    result = Result.objects.filter(slot__in=slot, current=True).first()
    return result_fields(result) if result else None


def _slot(slot: GameSlot, names: Sequence[str]) -> Row:
    row: Row = {"number": slot.number}
    if len(names) == 2:
        first = slot.first_seat - 1
        row |= {"first": names[first], "second": names[1 - first]}
    else:
        row["players"] = list(names)
    counted = next((each for each in slot.results.all() if each.current), None)
    return {**row, **(result_fields(counted) if counted else {}), "state": slot.state}


def result_fields(result: Result | CurrentResult) -> Row:
    """A result in the fields of `round_results`."""
    end: Row = {"kind": result.kind}
    if result.kind == FORFEIT:
        return end | {"winner": int(result.outcome.removeprefix("seat-"))}
    facts = result.facts
    if facts.get("places_x2"):
        end["places"] = [_halved(place) for place in facts["places_x2"]]
    elif result.outcome:
        end["result"] = result.outcome
    for name in ("reserves", "calls", "cards_left"):
        if facts.get(name):
            end[name] = facts[name]
    return end


def _halved(value_x2: int) -> int | float:
    return value_x2 / 2 if value_x2 % 2 else value_x2 // 2


def standings_table(document: Mapping[str, Any]) -> CsvTable:
    """The standings with points as points_to_number numbers; earlier stages follow below."""
    tables = [document, *document.get("earlier", ())]
    codes = list(dict.fromkeys(code for each in tables for code in each["tiebreaks"]))
    columns = (
        "stage", "group", "rank", "number", "player", "name", "points", "match_points",
        "game_points", "board_plus_reserve", "wins", "played", *codes,
    )  # fmt: skip
    last = len(tables)
    return CsvTable(
        columns,
        [
            _standing(row, each["tiebreaks"], codes, last - at)
            for at, each in enumerate(tables)
            for row in each["rows"]
        ],
    )


def _standing(
    row: Mapping[str, Any], used: Sequence[str], codes: Sequence[str], stage: int
) -> list[CsvValue]:
    values = dict(zip(used, row["tie_breaks"], strict=False))
    return [
        stage,
        row.get("group", ""),
        row["rank"],
        row["entry"],
        row.get("player"),
        row.get("name"),
        points_to_number(row["primary_x2"]),
        points_to_number(row["match_points_x2"]),
        points_to_number(row["game_points_x2"]),
        row["bpr"],
        row["wins"],
        row["played"],
        *(_tie_break(code, values.get(code)) for code in codes),
    ]


def _tie_break(code: str, value: Any) -> CsvValue:
    if value is None:
        return None
    return (
        points_to_number(value) if code in HALF_POINTS else points_to_number(2 * read_points(value))
    )


def crosstable_table(document: Mapping[str, Any], table: Mapping[str, Any]) -> CsvTable:
    """A row for each player: in each round the numbers of the opponents and the points.

    `0`: no opponent. `*`: the match is not finished.
    """
    ordered, places = rows_by_standing(document, table)
    rounds = sorted({cell["round"] for row in ordered for cell in row["cells"]})
    names = [_("Round %(number)d") % {"number": number} for number in rounds]
    rows = []
    for row in ordered:
        standing = places.get(row["entry"])
        rows.append(
            [
                standing["rank"] if standing else None,
                row["entry"],
                row["name"],
                *(_round_text(row["cells"], number) for number in rounds),
                points_to_number(standing["primary_x2"]) if standing else None,
            ]
        )
    return CsvTable((_("Place"), _("Number"), _("Player"), *names, _("Points")), rows)


def rows_by_standing(
    document: Mapping[str, Any], table: Mapping[str, Any]
) -> tuple[list[Mapping[str, Any]], dict[int, Mapping[str, Any]]]:
    """The rows of a crosstable in the order of the standings, and standings rows by entry."""
    earlier = (row for each in table.get("earlier", ()) for row in each["rows"])
    places = {row["entry"]: row for row in (*earlier, *table["rows"])}
    last = len(places) + 1
    now = {row["entry"] for row in table["rows"]}

    def order(row: Mapping[str, Any]) -> tuple[bool, int, int]:
        entry = row["entry"]
        return (entry not in now, places.get(entry, {}).get("rank", last), entry)

    return sorted(document["rows"], key=order), places


def season_table(document: Mapping[str, Any]) -> CsvTable:
    """The table of a season: the score of each event in order, and the sum.

    Scores that do not count are in brackets.
    """
    events = list(dict.fromkeys(part["event"] for row in document["rows"] for part in row["parts"]))
    in_halves = SeasonScoring(**document["scoring"]).column.endswith("_x2")
    number = points_to_number if in_halves else _whole
    rows = []
    for row in document["rows"]:
        parts = {part["event"]: part for part in row["parts"]}
        cells = [_part(parts.get(event), number) for event in events]
        rows.append([row["rank"], row["player"], row["name"], *cells, number(row["total"])])
    return CsvTable(("rank", "player", "name", *events, "sum"), rows)


def _part(part: Mapping[str, Any] | None, number: Any) -> CsvValue:
    if part is None:
        return None
    score: CsvValue = number(part["score"])
    return score if part["counts"] else f"({score})"


def _whole(value: Any) -> CsvValue:
    return points_to_number(2 * read_points(value))


def _points(value_x2: Any) -> str:
    return points_text(read_points(value_x2))


def _round_text(cells: Iterable[Mapping[str, Any]], number: int) -> str:
    texts = []
    for cell in cells:
        if cell["round"] == number:
            against = "-".join(map(str, cell["opponents"])) or "0"
            given = cell["points_x2"]
            texts.append(f"{against} {'*' if given is None else _points(given)}")
    return " ".join(texts)
