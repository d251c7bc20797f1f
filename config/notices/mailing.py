"""Sends the mails of notices that are due, each once.

A worker claims a mail before it sends it. One that dies while it sends leaves a mail that is held
for a while and then sent again, with the same Message-ID.
"""

import logging
import time
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Any

from django.core.mail import get_connection
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from config.models import Notice, NoticeMail
from config.notices.choices import SendState
from config.notices.hours import DELAYS, delay_after
from config.notices.messages import message_of
from config.notices.own_settings import note_refusal, settings_of
from tournaments import selectors
from tournaments.execution.moments import has_come

TAKING_SECONDS = 20.0
HELD = timedelta(minutes=5)
LONGEST_WAIT = timedelta(days=2)
# What a server answers to the text of a mail where it means the mailbox (RFC 5321, 4.2.3).
OF_MAILBOX = frozenset({550, 551, 553})
LONGEST_PROBLEM = 200
log = logging.getLogger(__name__)


def send_due(*, seconds: float = TAKING_SECONDS) -> bool:
    """Send what is due, for some seconds; whether some is left."""
    end = time.monotonic() + seconds
    connection = None
    try:
        while (mail := _claim(timezone.now())) is not None:
            connection = connection or get_connection()
            _send(mail, connection)
            if time.monotonic() > end:
                return True
    finally:
        if connection is not None:
            _close(connection)
    return False


def _claim(now: datetime) -> NoticeMail | None:
    """The next mail that is due, held by this process; None: there is none."""
    free = Q(held_until=None) | has_come("held_until", now, within=HELD)
    due = has_come("due_at", now, within=max(LONGEST_WAIT, DELAYS[-1]))
    while True:
        rows = NoticeMail.objects.filter(free, due, state=SendState.WAITING)
        mail = rows.select_related("user").order_by("due_at", "pk").first()
        if mail is None:
            return None
        mine = rows.filter(pk=mail.pk).update(held_until=now + HELD, attempts=mail.attempts + 1)
        if mine:
            mail.attempts += 1
            return mail


def _send(mail: NoticeMail, connection: Any) -> None:
    """Send a mail that is claimed, and store what came of it."""
    account: Any = selectors.active_accounts([mail.user_id]).get(mail.user_id)
    chosen = settings_of([mail.user_id])[mail.user_id]
    notices = list(Notice.objects.filter(mail=mail, read_at=None).order_by("pk"))
    wanted = [notice for notice in notices if notice.kind not in chosen.off_email]
    if account is None or not wanted or not chosen.mails_to(account.email):
        _end(mail, SendState.DROPPED)
        return
    try:
        message = message_of(mail, wanted, account=account, chosen=chosen)
        connection.send_messages([message])
    except SMTPRecipientsRefused as error:
        ((code, answer),) = error.recipients.values()
        _refused(mail, account.email, code, answer, is_of_mailbox=500 <= code < 600)
    except SMTPDataError as error:
        is_of_mailbox = error.smtp_code in OF_MAILBOX
        _refused(
            mail, account.email, error.smtp_code, error.smtp_error, is_of_mailbox=is_of_mailbox
        )
    except (OSError, SMTPException) as error:
        _retry(mail, str(error))
        _close(connection)
    else:
        _end(mail, SendState.SENT)


@transaction.atomic
def _refused(
    mail: NoticeMail, address: str, code: int, answer: bytes | str, *, is_of_mailbox: bool
) -> None:
    """A permanent refusal of a mailbox ends the mails to this address."""
    text = answer.decode(errors="replace") if isinstance(answer, bytes) else answer
    if is_of_mailbox:
        note_refusal(mail.user_id, address)
        _end(mail, SendState.FAILED, problem=f"{code} {text}")
    else:
        _retry(mail, f"{code} {text}")


def _retry(mail: NoticeMail, problem: str) -> None:
    delay = delay_after(mail.attempts)
    if delay is None:
        log.warning("A mail of notices is given up after %s attempts.", mail.attempts)
        _end(mail, SendState.FAILED, problem=problem)
        return
    mail.due_at, mail.held_until = timezone.now() + delay, None
    mail.problem = problem[:LONGEST_PROBLEM]
    mail.save(update_fields=["due_at", "held_until", "problem"])


def _end(mail: NoticeMail, state: SendState, *, problem: str = "") -> None:
    mail.state, mail.held_until, mail.problem = state, None, problem[:LONGEST_PROBLEM]
    mail.save(update_fields=["state", "held_until", "problem"])


def _close(connection: Any) -> None:
    """Close a connection that may be broken."""
    try:
        connection.close()
    except (OSError, SMTPException):
        connection.connection = None
