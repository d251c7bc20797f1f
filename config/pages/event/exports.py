"""Files to take home of the pages of an event and a season, as the API answers them."""

from django.http import Http404, HttpRequest, HttpResponse

from config.pages.account.signing_in import actor_of
from config.pages.event.event_lines import Event
from config.pages.event.events import open_event
from games import records
from games.api.bulk_rows import results_table
from games.records import NotInPtn
from tournaments import selectors
from tournaments.api.spreadsheet import file_name, rows_to_table
from tournaments.csv_rows import CsvTable, write_rows
from tournaments.errors import NotFound
from tournaments.serializers.events import EntryOut


def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    found = _event(request, slug)
    entries = EntryOut(selectors.visible_entries(found, actor_of(request)), many=True).data
    return _sheet(request, rows_to_table(entries, list(EntryOut().fields)))


def round_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    try:
        rows = selectors.round_results(_event(request, slug), number, actor_of(request))
    except NotFound as error:
        raise Http404(str(error)) from error
    return _sheet(request, results_table(rows))


def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    document = selectors.standings_document(_event(request, slug))
    return _sheet(request, selectors.standings_table(document))


def crosstable_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same by rounds, one line a player."""
    found = _event(request, slug)
    document = selectors.crosstable(found)
    return _sheet(
        request, selectors.crosstable_table(document, selectors.standings_document(found))
    )


def games_csv(request: HttpRequest, slug: str) -> HttpResponse:
    _event(request, slug)
    return _sheet(request, rows_to_table(records.games_of_event(actor_of(request), slug)))


def games_ptn(request: HttpRequest, slug: str) -> HttpResponse:
    """Every record of an event in one file."""
    _event(request, slug)
    try:
        text = records.records_of_event(actor_of(request), slug)
    except NotInPtn as error:
        raise Http404(str(error)) from error
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}.ptn"'
    return answer


def season_csv(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        document = selectors.series_document(selectors.get_series(slug))
    except NotFound as error:
        raise Http404(str(error)) from error
    return _sheet(request, selectors.season_table(document))


def _event(request: HttpRequest, slug: str) -> Event:
    return open_event(request, slug, "")[0]


def _sheet(request: HttpRequest, table: CsvTable) -> HttpResponse:
    answer = HttpResponse(write_rows(table), content_type="text/csv; charset=utf-8")
    name = file_name(request.resolver_match)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
