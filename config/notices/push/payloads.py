"""The message to a device, which `push` of config/pages/offline/worker.js reads."""

import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language_bidi, ngettext

from config.models import Notice
from config.notices.inbox import shown
from config.notices.mail_plan import zone_of
from config.notices.own_settings import Chosen

SITE = "Roadhouse"
LONGEST_TITLE, LONGEST_TEXT = 100, 300  # letters: with three bytes each they fit into one record


def payload_of(notices: Sequence[Notice], *, account: Any, chosen: Chosen) -> bytes:
    """One notice in words, or how many there are, in the language and the zone of the reader.

    path: of this site, which a press opens. tag: a device shows one message of each.
    """
    language = chosen.language or settings.LANGUAGE_CODE
    with translation.override(language):
        rows = shown(notices, zone=zone_of(account, chosen))
        if len(rows) == 1:
            title, text, path = rows[0].event_name or SITE, rows[0].text, rows[0].path
        else:
            count = len(rows)
            title, path = SITE, reverse("pages:own-notices")
            text = ngettext("{count} notice", "{count} notices", count).format(count=count)
        said = {
            "title": _cut(title, LONGEST_TITLE),
            "body": _cut(text, LONGEST_TEXT),
            "path": path,
            "lang": language,
            "dir": "rtl" if get_language_bidi() else "ltr",
            "tag": f"notice-{rows[-1].id}",
        }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
