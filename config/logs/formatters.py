"""Lines of the log, as text or as JSON, with the id of the request and without secrets."""

import logging
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from config.logs.masking import mask_secrets
from tournaments.services.request_ids import current_request_id

TEXT = "%(asctime)s %(levelname)s %(name)s%(shown_id)s: %(message)s"
# Where the middleware leaves the id for what Django logs after it.
REQUEST_KEY = "roadhouse.request_id"
# The names that collectors of logs look for.
NAMES = {"asctime": "time", "levelname": "level", "name": "logger"}


def id_of(record: logging.LogRecord) -> str:
    request = getattr(record, "request", None)  # Django's own lines have it
    return current_request_id() or getattr(request, "META", {}).get(REQUEST_KEY, "")


class MaskingFormatter(logging.Formatter):
    """Masks the whole record, including tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        request_id = id_of(record)
        record.shown_id = f" [{request_id}]" if request_id else ""
        return mask_secrets(super().format(record))


class MaskingJsonFormatter(JsonFormatter):
    """One JSON object a line: `time`, `level`, `logger`, `message`, `request_id`, and extras."""

    def __init__(self) -> None:
        super().__init__((*NAMES, "message"), rename_fields=NAMES)

    def add_fields(
        self, log_record: dict[str, Any], record: logging.LogRecord, message_dict: dict[str, Any]
    ) -> None:
        super().add_fields(log_record, record, message_dict)
        log_record.pop("request", None)
        if request_id := id_of(record):
            log_record["request_id"] = request_id

    def format(self, record: logging.LogRecord) -> str:
        return mask_secrets(super().format(record))


def make_formatter(kind: str) -> logging.Formatter:
    """kind: `text` or `json`, as LOG_FORMAT."""
    return MaskingJsonFormatter() if kind == "json" else MaskingFormatter(TEXT)
