"""The day of the demo club in tests, and what its command prints."""

import io
from datetime import date

from django.core.management import call_command

TODAY = date(2026, 11, 21)


def printed_demo() -> str:
    out = io.StringIO()
    call_command("demo", stdout=out, stderr=out)
    return out.getvalue()
