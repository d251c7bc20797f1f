"""The text and the headers of a mail of notices, for one reader."""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import get_language_bidi, ngettext

from config.models import Notice, NoticeMail
from config.notices.inbox import ShownNotice, shown
from config.notices.mail_plan import zone_of
from config.notices.own_settings import Chosen
from config.notices.unsubscribing import unsubscribe_path

LONGEST_SUBJECT = 120
# Marks of direction around names; a header has no use for them.
MARKS = dict.fromkeys((0x2066, 0x2067, 0x2068, 0x2069))
ONE_PRESS = "List-Unsubscribe=One-Click"  # RFC 8058, section 3.1


def message_of(
    mail: NoticeMail, notices: Sequence[Notice], *, account: Any, chosen: Chosen
) -> EmailMultiAlternatives:
    """Plain and HTML, in the language and the zone of the reader."""
    language = chosen.language or settings.LANGUAGE_CODE
    with translation.override(language):
        rows = shown(notices, zone=zone_of(account, chosen))
        unsubscribe_url = settings.SITE_URL + unsubscribe_path(account.pk)
        context = {
            "language": language,
            "direction": "rtl" if get_language_bidi() else "ltr",
            "notices": rows,
            "site": settings.SITE_URL,
            "settings_url": settings.SITE_URL + reverse("pages:own-notice-settings"),
            "unsubscribe_url": unsubscribe_url,
        }
        subject = subject_of(rows)
        text = render_to_string("pages/notices/mail.txt", context)
        html = render_to_string("pages/notices/mail.html", context)
    message = EmailMultiAlternatives(
        subject,
        text,
        None,
        [account.email],
        headers=headers_of(mail.message_id, unsubscribe_url),
    )
    message.attach_alternative(html, "text/html")
    return message


def headers_of(message_id: str, unsubscribe_url: str) -> dict[str, str]:
    """Of RFC 8058 (one press), 2919 (the list), 3834 (no answer is wanted)."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return {
        "Message-ID": f"<{message_id}@{host}>",
        "List-Id": f"<notices.{host}>",
        "List-Unsubscribe": f"<{unsubscribe_url}>",
        "List-Unsubscribe-Post": ONE_PRESS,
        "Auto-Submitted": "auto-generated",
    }


def subject_of(notices: Sequence[ShownNotice]) -> str:
    """One line: the notice, or how many there are."""
    if len(notices) > 1:
        count = len(notices)
        return ngettext("{count} notice", "{count} notices", count).format(count=count)
    (notice,) = notices
    line = f"{notice.event_name}: {notice.text}" if notice.event_name else notice.text
    line = " ".join(line.translate(MARKS).split())
    return line if len(line) <= LONGEST_SUBJECT else line[: LONGEST_SUBJECT - 1].rstrip() + "…"
