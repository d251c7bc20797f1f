"""Download files of events; the columns are those of the API."""

from django.http import Http404, HttpRequest, HttpResponse

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Event
from config.pages.csv_files import csv_response
from config.pages.event.events import open_event
from games import records
from games.records import NotInPtn
from games.results_table import results_table
from tournaments import selectors
from tournaments.csv_files.tables import table_of
from tournaments.serializers.events import EntryOut


def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    found = _event(request, slug)
    entries = EntryOut(selectors.visible_entries(found, actor_of(request)), many=True).data
    return csv_response(request, table_of(entries, list(EntryOut().fields)))


def round_csv(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    rows = selectors.round_results(_event(request, slug), number, actor_of(request))
    return csv_response(request, results_table(rows))


def standings_csv(request: HttpRequest, slug: str) -> HttpResponse:
    document = selectors.standings_document(_event(request, slug))
    return csv_response(request, selectors.standings_table(document))


def crosstable_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """One row per player, with the opponents by round."""
    found = _event(request, slug)
    document = selectors.crosstable(found)
    return csv_response(
        request, selectors.crosstable_table(document, selectors.standings_document(found))
    )


def games_csv(request: HttpRequest, slug: str) -> HttpResponse:
    _event(request, slug)
    return csv_response(request, table_of(records.games_of_event(actor_of(request), slug)))


def games_ptn(request: HttpRequest, slug: str) -> HttpResponse:
    _event(request, slug)
    try:
        text = records.records_of_event(actor_of(request), slug)
    except NotInPtn as error:
        raise Http404(str(error)) from error
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.ptn"'
    return response


def _event(request: HttpRequest, slug: str) -> Event:
    return open_event(request, slug, "")[0]
