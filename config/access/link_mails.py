"""Personal links by mail, to the accounts of the players. Messages carry ids, never codes."""

from collections.abc import Iterable

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from config.access import links
from config.access.guess_limits import LINK_MAILS_TO
from config.models import PersonalLink
from tournaments import permissions
from tournaments import selectors as tournaments
from tournaments.actor import Actor
from tournaments.errors import DomainError
from tournaments.execution.transactions import in_transaction
from tournaments.services.events.states import lock_event


class NobodyToMail(DomainError):
    code = "nobody_to_mail"
    message = _(
        "None of these players has a link that can be shown and an account with a mail address, "
        "or they got their mails within the last hour."
    )


@in_transaction
def request_link_mails(
    *, actor: Actor, event_id: int, entry_ids: Iterable[int] | None = None
) -> list[int]:
    """The ids of the links of entries, by default all, that may be mailed now. Locks Event.

    `config.jobs.send_link_mails` sends them.

    :raises NobodyToMail: there is none.
    """
    event = lock_event(event_id)
    permissions.require(actor, "link.issue", event)
    chosen = links.select_entries(event_id, entry_ids)
    live = {link.entry_id: link for link in links.live_links(event_id)}
    found = [
        live[entry_id]
        for entry_id in chosen
        if entry_id in live
        and links.code_of_link(live[entry_id])
        and (address := mail_address(entry_id))
        and LINK_MAILS_TO.take(address.casefold())
    ]
    if not settings.MAIL or not found:
        raise NobodyToMail()
    links.write_journal(actor, "links.mailed", event.slug, [link.entry_id for link in found])
    return [link.pk for link in found]


def mail_link(*, link_id: int, language: str, site: str) -> None:
    """Mail a link that is still live. site: scheme and host, such as https://tak.example."""
    link = PersonalLink.objects.filter(pk=link_id, revoked_at__isnull=True).first()
    code = links.code_of_link(link) if link else ""
    address = mail_address(link.entry_id) if link else ""
    if not code or not address:
        return
    entry = links.entry_of_code(code, timezone.now())
    url = site + reverse("pages:personal", args=[code])
    with translation.override(language):
        subject = str(_("Your link for %(event)s") % {"event": entry.event.name})
        text = render_to_string("pages/account/link_mail.txt", {"entry": entry, "url": url})
    send_mail(" ".join(subject.split()), text, None, [address])


def mail_address(entry_id: int) -> str:
    """The address of the active account of an entry's player; empty if there is none."""
    entry = tournaments.get_link_entry(entry_id)
    account = tournaments.player_by_id(entry.player_id).user if entry else None
    return account.email if account is not None and account.is_active else ""
