"""What a device is told, for one reader: read by `push` of config/pages/offline/worker.js."""

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
        told = shown(notices, zone=zone_of(account, chosen))
        if len(told) == 1:
            title, text, path = told[0].event_name or SITE, told[0].text, told[0].path
        else:
            count = len(told)
            title, path = SITE, reverse("pages:own-notices")
            text = ngettext("{count} notice", "{count} notices", count).format(count=count)
        said = {
            "title": _cut(title, LONGEST_TITLE),
            "body": _cut(text, LONGEST_TEXT),
            "path": path,
            "lang": language,
            "dir": "rtl" if get_language_bidi() else "ltr",
            "tag": f"notice-{told[-1].id}",
        }
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
