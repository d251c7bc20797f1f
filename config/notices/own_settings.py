"""Which notices an account wants to hear, by channel, and how mails come."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.db import transaction
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from config.access.tokens import ScopeNotHeld
from config.models import NoticeSettings
from config.notices.choices import ON_PAGE_ONLY, Kind, MailOff
from config.pages.zones import known_zone
from tournaments.actor import Actor
from tournaments.errors import InvalidInput
from tournaments.permissions.scopes import WRITE, is_within
from tournaments.wording import one_of_message

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What an account chose.

    off_page, off_email, off_push: kinds that are switched off for the page, for mails, for devices.
    language, time_zone: empty if nobody chose one. digest: one mail a day. quiet: nothing by night.
    mail_off: why there are no mails.
    """

    off_page: frozenset[str] = frozenset()
    off_email: frozenset[str] = ON_PAGE_ONLY
    off_push: frozenset[str] = ON_PAGE_ONLY
    language: str = ""
    time_zone: str = ""
    digest: bool = False
    quiet: bool = True
    mail_off: str = ""
    refused_address: str = ""

    def mails_to(self, address: str) -> bool:
        """Whether mails are sent to this address of the account."""
        if not address or self.mail_off == MailOff.UNSUBSCRIBED:
            return False
        return not (self.mail_off == MailOff.REFUSED and self.refused_address == address)


DEFAULT = Chosen()


def settings_of(user_ids: Iterable[int]) -> dict[int, Chosen]:
    """What these accounts chose, or the defaults. One query."""
    wanted = list(user_ids)
    rows = NoticeSettings.objects.filter(user__in=wanted)
    return {**dict.fromkeys(wanted, DEFAULT), **{row.user_id: _chosen(row) for row in rows}}


def own_settings(actor: Actor) -> Chosen:
    user_id = actor.user_id or 0
    return settings_of([user_id])[user_id]


def change_settings(
    *,
    actor: Actor,
    off_page: Collection[str] | None = None,
    off_email: Collection[str] | None = None,
    off_push: Collection[str] | None = None,
    language: str | None = None,
    time_zone: str | None = None,
    digest: bool | None = None,
    quiet: bool | None = None,
    mail: bool | None = None,
) -> Chosen:
    """Change what is given; returns all that is chosen then. mail: whether mails are sent at all.

    :raises ScopeNotHeld: the actor uses a token that is narrowed.
    :raises InvalidInput: there is no such kind, language or zone.
    """
    if not is_within((WRITE,), actor.scopes):
        raise ScopeNotHeld
    if language is not None and language not in LANGUAGES:
        raise InvalidInput(field="language", problem=one_of_message(LANGUAGES))
    if time_zone and not known_zone(time_zone):
        raise InvalidInput(field="time_zone", problem=_("a time zone, such as Asia/Tokyo"))
    changes: dict[str, Any] = {
        "off_page": _kinds(off_page, field="off_page"),
        "off_email": _kinds(off_email, field="off_email"),
        "off_push": _kinds(off_push, field="off_push"),
        "language": language,
        "time_zone": time_zone,
        "digest": digest,
        "quiet": quiet,
        "mail_off": None if mail is None else ("" if mail else MailOff.UNSUBSCRIBED.value),
    }
    return _store(actor.user_id or 0, {k: v for k, v in changes.items() if v is not None})


def unsubscribe(user_id: int) -> None:
    """Send this account no mails about notices. Repeating it is harmless."""
    _store(user_id, {"mail_off": MailOff.UNSUBSCRIBED.value})


def note_refusal(user_id: int, address: str) -> None:
    """Send no more mails to this address of an account."""
    _store(user_id, {"mail_off": MailOff.REFUSED.value, "refused_address": address})


@receiver(user_logged_in, dispatch_uid="config.notices.own_settings")
def remember_language(
    sender: object, request: HttpRequest | None, user: Any, **more: object
) -> None:
    """Mails are in the language in which an account signed in first, until it chooses another."""
    language = get_language()
    if request is None or language not in LANGUAGES:
        return
    if not settings_of([user.pk])[user.pk].language:
        _store(user.pk, {"language": language})


@transaction.atomic
def _store(user_id: int, changes: dict[str, Any]) -> Chosen:
    row, _is_new = NoticeSettings.objects.get_or_create(
        user_id=user_id, defaults={"off_email": None}
    )
    row = NoticeSettings.objects.select_for_update().get(pk=row.pk)
    chosen = replace(_chosen(row), **changes)
    for name, value in changes.items():
        setattr(row, name, sorted(value) if isinstance(value, frozenset) else value)
    row.save()
    return chosen


def _kinds(given: Collection[str] | None, *, field: str) -> frozenset[str] | None:
    if given is None:
        return None
    unknown = set(given) - set(Kind.values)
    if unknown:
        problem = _("There is no kind {kind}.").format(kind=min(unknown))
        raise InvalidInput(field=field, problem=problem)
    return frozenset(given)


def _chosen(row: NoticeSettings) -> Chosen:
    return Chosen(
        off_page=frozenset(row.off_page),
        off_email=ON_PAGE_ONLY if row.off_email is None else frozenset(row.off_email),
        off_push=ON_PAGE_ONLY if row.off_push is None else frozenset(row.off_push),
        language=row.language,
        time_zone=row.time_zone,
        digest=row.digest,
        quiet=row.quiet,
        mail_off=row.mail_off,
        refused_address=row.refused_address,
    )
