"""Many players or results from a file: tried first, then done. For staff."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.desk.people.import_form import ImportForm
from config.pages.desk.people.suggestions import NEW, Suggestion, describe
from config.pages.event.events import open_event
from config.pages.names import isolate
from games.services import result_rows as results
from ratings.services import entry_rows as entries
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.choices import RoundStatus
from tournaments.csv_files.rows import UnknownColumn
from tournaments.services.bulk import Given
from tournaments.services.entries.listed_players import ListedPlayer, other_spellings
from tournaments.wording import join_with_commas

MOST_SHOWN = 200  # letters of a row
MOST_DIGITS = 6  # of the number of a round


class ImportedRow(NamedTuple):
    """A row as it was read, and its outcome. kind: ok, quiet (skipped) or bad."""

    number: int
    text: str
    kind: str
    words: str


@login_required(login_url="pages:login")
def event_import(request: HttpRequest, slug: str) -> HttpResponse:
    found, context = open_event(request, slug, "import")
    actor = actor_of(request)
    if not permissions.may(actor, "entry.add", found):
        raise PermissionDenied
    listed = selectors.event_rounds(found, actor).exclude(state=RoundStatus.DRAFT)
    rounds = list(listed.values_list("number", flat=True))
    form = ImportForm(rounds, *((request.POST, request.FILES) if request.method == "POST" else ()))
    dry_run = request.POST.get("do") != "do"
    if form.is_bound and form.submit(_run, form=form, actor=actor, event=found, dry_run=dry_run):
        context |= form.result
    status = 422 if form.is_bound and "report" not in context else 200
    context |= {"rounds": rounds, "form": form}
    return render(request, "pages/desk/import.html", context, status=status)


def _run(
    *, form: ImportForm, actor: Actor, event: Event, dry_run: bool, what: str, **given: Any
) -> dict[str, Any]:
    """The report, or nothing if the form asks what the columns are.

    Nothing is done while the form asks who somebody is.
    """
    data = form.read_text().encode()
    how = {"dry_run": dry_run, "all_or_nothing": given["all_or_nothing"]}
    of_results = what.isdecimal() and len(what) < MOST_DIGITS
    columns = form.columns(results.COLUMNS if of_results else entries.COLUMNS)
    try:
        if of_results:
            rows = results.read_results(data, columns)
            report = results.enter_rows(actor, event, int(what), rows, **how)
        else:
            rows = entries.read_entries(data, columns)
            form.ask_who(_other_spellings(event, rows))
            how["dry_run"] |= form.asks_who
            meant = [_may_create(_with_answer(row, form), given["create"]) for row in rows]
            report = entries.enter_rows(actor, event, meant, **how)
    except UnknownColumn:
        form.ask_columns(columns, data)
        return {}
    if columns.chosen or columns.first_is_row:
        form.ask_columns(columns, data)  # so that what is tried can be done
    return {"report": report, "lines": _lines(rows, report)}


def _other_spellings(event: Event, given: Sequence[Given]) -> dict[str, list[Suggestion]]:
    """For each name of the rows that nobody has: the players who have it in another spelling."""
    rows = [
        ListedPlayer(name=each.row["name"], handle=each.row.get("handle", ""), new=True)
        for each in given
        if "name" in each.row
    ]
    alike = dict(zip((row.name for row in rows), other_spellings(rows), strict=True))
    players = {player.pk: player for found in alike.values() for player in found}
    described = {each.player.pk: each for each in describe(event, players.values())}
    return {name: [described[each.pk] for each in found] for name, found in alike.items() if found}


def _with_answer(given: Given, form: ImportForm) -> Given:
    """The row of a player, with who it is if the sender said so; a problem if that is asked."""
    name = given.row.get("name", "")
    found = form.spellings.get(name)
    if found is None:
        return given
    who = form.who_is(name)
    if not who:
        problem = gettext("may be {names}. Say who it is.")
        names = join_with_commas(isolate(each.text) for each in found)
        return replace(given, problem=problem.format(names=names))
    if who == NEW:
        return given
    cells = {key: cell for key, cell in given.row.items() if key not in ("name", "handle")}
    return replace(given, row={**cells, "player": who})


def _may_create(given: Given, create: bool) -> Given:
    """The row of a player, who is made if nobody has the name and the row does not say no."""
    if not create or "name" not in given.row:
        return given
    return replace(given, row={"new": True, **given.row})


def _lines(given: Sequence[Given], report: dict[str, Any]) -> list[ImportedRow]:
    return [
        ImportedRow(row["line"], _cells(each.row), *_outcome(row, report))
        for each, row in zip(given, report["rows"], strict=True)
    ]


def _outcome(row: dict[str, Any], report: dict[str, Any]) -> tuple[str, str]:
    if row["skipped"]:
        return "quiet", gettext("nothing to do")
    if row["error"]:
        return "bad", row["error"]["detail"]
    if report["undone"]:
        return "quiet", gettext("undone with the others")
    return "ok", gettext("can be done") if report["dry_run"] else gettext("done")


def _cells(row: Any) -> str:
    values = row.values() if isinstance(row, dict) else [row]
    return " · ".join(str(value) for value in values if value != "")[:MOST_SHOWN]
