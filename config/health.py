"""Health checks: `/healthz` (the process responds), `/readyz` (database and broker work)."""

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from kombu.exceptions import OperationalError

from config.celery import app

OK = "ok"


@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    return JsonResponse({"status": OK})


@never_cache
def readyz(request: HttpRequest) -> HttpResponse:
    """503 if the database or the broker fails."""
    checks = {"database": _database(), "broker": _broker()}
    ready = all(answer == OK for answer in checks.values())
    status = OK if ready else "unready"
    return JsonResponse({"status": status, **checks}, status=200 if ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        return f"fails: {type(error).__name__}"
    return OK


def _broker() -> str:
    try:
        with app.connection_for_write() as broker:
            broker.ensure_connection(
                max_retries=1, interval_start=0, timeout=settings.CELERY_BROKER_CONNECTION_TIMEOUT
            )
    # Some transports do not wrap OSError.
    except (OperationalError, OSError) as error:
        return f"fails: {type(error).__name__}"
    return OK
