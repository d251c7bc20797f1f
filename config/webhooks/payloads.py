"""The body of a message: a document for programs, or a text for a chat.

Names in chats are shown as they are: they mention nobody, format nothing and are no links.
"""

import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from config.models import Webhook
from config.webhooks.choices import Format
from config.webhooks.messages import ChatMessage, Escape, Facts, message_of
from tournaments.actor import Actor
from tournaments.documents import Document

LONGEST = {Format.DISCORD: 2_000, Format.SLACK: 4_000}
SUPPRESS_EMBEDS = 1 << 2
ZERO_WIDTH_SPACE = "\N{ZERO WIDTH SPACE}"
MARKDOWN = re.compile(r"([\\`*_~|<>#\[\]()-])")


def body_of(
    webhook: Webhook, change: Document, *, reader: Actor, read_event: Callable[[], Any]
) -> bytes:
    """What is posted about a change.

    read_event: returns the event of the change, as the reader may see it; for chats only.

    :raises NotFound: for a chat: the event is gone, or the reader may not see it.
    """
    if webhook.format == Format.STANDARD:
        data = {"type": change["action"], "timestamp": change["at"], "data": change}
        return _json(data)
    with translation.override(webhook.language):
        message = message_of(Facts(change, read_event(), reader, _safe_name(webhook.format)))
        return _json(_in_chat(webhook, message))


def body_of_test(webhook: Webhook, *, at: datetime) -> bytes:
    if webhook.format == Format.STANDARD:
        data = {"webhook": webhook.pk}
        return _json({"type": "ping", "timestamp": at.isoformat(), "data": data})
    with translation.override(webhook.language):
        message = ChatMessage([_("This is a test. Messages from Roadhouse come here.")], "/")
        return _json(_in_chat(webhook, message))


def _in_chat(webhook: Webhook, message: ChatMessage) -> Document:
    link = f"{webhook.site}{message.path}"
    room = LONGEST[Format(webhook.format)] - len(link) - 4
    text = "\n".join(message.lines)
    if len(text) > room:
        text = text[: room - 1].rpartition("\n")[0] + "\n…"
    if webhook.format == Format.DISCORD:
        return {
            "content": f"{text}\n<{link}>",
            "allowed_mentions": {"parse": []},
            "flags": SUPPRESS_EMBEDS,
        }
    return {"text": f"{text}\n<{link}>", "mrkdwn": False, "unfurl_links": False}


def _safe_name(format_: str) -> Escape:
    return safe_in_discord if format_ == Format.DISCORD else safe_in_slack


def safe_in_discord(name: str) -> str:
    return MARKDOWN.sub(r"\\\1", inert_line(name))


def safe_in_slack(name: str) -> str:
    return inert_line(name).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def inert_line(name: str) -> str:
    """One line that mentions nobody and is no address."""
    line = " ".join(name.split())
    return re.sub(r"[@:.](?=\S)", rf"\g<0>{ZERO_WIDTH_SPACE}", line)


def _json(data: Document) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()
