"""Results and tables of an event as rows for spreadsheets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.actor import Actor
from tournaments.csv_files.rows import CsvTable, CsvValue, points_to_number
from tournaments.documents import Document
from tournaments.errors import get_row
from tournaments.models import Event, GameSlot, Pairing, Result
from tournaments.selectors.events.events import event_rounds
from tournaments.selectors.people.people import resolve
from tournaments.selectors.rounds.slot_context import SlotResult
from tournaments.standings.points import (
    Points,
    points_text,
    read_points,
    simplify,
    write_points,
)
from tournaments.standings.seasons.scoring import SeasonScoring
from tournaments.standings.tiebreaks.registry import HALF_POINTS
from tournaments.state import FORFEIT

Row = Document


def round_results(event: Event, number: int, actor: Actor) -> list[Row]:
    """Each game of a round by leg, table and number, with its result; byes last. Six queries.

    Empty fields are left out.

    :raises NotFound: there is no such round, or the actor may not see it.
    """
    round_ = get_row(event_rounds(event, actor), "round", number=number)
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


def result_fields(result: Result | SlotResult) -> Row:
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

    Its rounds and the points outside of them add up to the points. With several stages a player
    has a row in each, the last one first. `0`: no opponent. `*`: the match is not finished.
    """
    stages = range(document["stages"], 0, -1)
    rounds = sorted({cell["round"] for row in document["rows"] for cell in row["cells"]})
    names = [_("Round %(number)d") % {"number": number} for number in rounds]
    stage_name = (_("Stage"),) if len(stages) > 1 else ()
    rows: list[list[CsvValue]] = []
    for stage in stages:
        ordered, places = rows_of_stage(document, table, stage)
        rows += [
            [
                *(stage for _each in stage_name),
                places.get(row["entry"], {}).get("rank"),
                row["entry"],
                row["name"],
                *_points_by_round(_of_stage(row["cells"], stage), rounds),
                points_to_number(_sum_x2(extra_points(row, stage))),
                points_to_number(stage_points_x2(row, stage)),
            ]
            for row in ordered
        ]
    columns = (_("Place"), _("Number"), _("Player"), *names, _("Outside rounds"), _("Points"))
    return CsvTable((*stage_name, *columns), rows)


def rows_of_stage(
    document: Mapping[str, Any], table: Mapping[str, Any], stage: int
) -> tuple[list[Mapping[str, Any]], dict[int, Mapping[str, Any]]]:
    """As `rows_by_standing`, of who plays in a stage; one before the last has its own table."""
    own, earlier, last = table, table.get("earlier", []), document["stages"]
    if stage < last:
        own = earlier[stage - 1] if stage <= len(earlier) else table
    # Before the start nobody is in a stage.
    here = [row for row in document["rows"] if stage in (row["stages"] or [last])]
    return rows_by_standing({"rows": here}, {"rows": own["rows"]})


def stage_points_x2(row: Mapping[str, Any], stage: int) -> Points:
    """What the cells and the extras of a row of the crosstable add up to in a stage."""
    cells = [cell["ranking_x2"] or 0 for cell in _of_stage(row["cells"], stage)]
    return _sum_x2([*cells, *extra_points(row, stage)])


def extra_points(row: Mapping[str, Any], stage: int) -> list[Any]:
    """The points of a row outside rounds, as stored."""
    return [extra["points_x2"] for extra in _of_stage(row["extras"], stage)]


def _of_stage(parts: Iterable[Mapping[str, Any]], stage: int) -> list[Mapping[str, Any]]:
    return [part for part in parts if part["stage"] == stage]


def _sum_x2(given: Iterable[Any]) -> Points:
    return simplify(sum(map(read_points, given)))


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
    """The table of a season: the score of each event in order, the bonus, and the sum.

    Scores that do not count are in brackets. most: what can still be reached, if it is known.
    """
    events = list(dict.fromkeys(part["event"] for row in document["rows"] for part in row["parts"]))
    scoring = SeasonScoring.from_json(document["scoring"])
    number = points_to_number if scoring.in_halves else _whole
    rows = []
    for row in document["rows"]:
        parts = {part["event"]: part for part in row["parts"]}
        bonus = simplify(sum(read_points(part["bonus"]) for part in row["parts"]))
        rows.append(
            [
                row["rank"],
                row["player"],
                row["name"],
                *(_part(parts.get(event), number) for event in events),
                number(write_points(bonus)),
                number(row["total"]),
                None if row["most"] is None else number(row["most"]),
            ]
        )
    return CsvTable(("rank", "player", "name", *events, "bonus", "sum", "most"), rows)


def _part(part: Mapping[str, Any] | None, number: Any) -> CsvValue:
    if part is None:
        return None
    score: CsvValue = number(part["score"])
    return score if part["counts"] else f"({score})"


def _whole(value: Any) -> CsvValue:
    return points_to_number(2 * read_points(value))


def _points(value_x2: Any) -> str:
    return points_text(read_points(value_x2))


def _points_by_round(cells: Sequence[Mapping[str, Any]], rounds: Iterable[int]) -> Iterator[str]:
    for number in rounds:
        texts = []
        for cell in cells:
            if cell["round"] == number:
                against = "-".join(map(str, cell["opponents"])) or "0"
                given = cell["ranking_x2"]
                texts.append(f"{against} {'*' if given is None else _points(given)}")
        yield " ".join(texts)
