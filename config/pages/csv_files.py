"""CSV files of the pages."""

from django.http import HttpRequest, HttpResponse

from tournaments.csv_files.rows import CsvTable, write_rows
from tournaments.csv_files.tables import file_name


def csv_response(request: HttpRequest, table: CsvTable) -> HttpResponse:
    response = HttpResponse(write_rows(table), content_type="text/csv; charset=utf-8")
    name = file_name(request.resolver_match)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
