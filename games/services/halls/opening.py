"""Open the archive of a take on the computer of a hall."""

import secrets
from typing import TYPE_CHECKING, NamedTuple

from django.contrib.auth import get_user_model

from games.services.archives.imports import Choices, take_archive
from games.services.archives.reading import ProvedArchive
from tournaments.actor import Actor
from tournaments.execution.transactions import in_transaction
from tournaments.services.archives.people import known_by_id
from tournaments.services.events.roles import grant_event_role

if TYPE_CHECKING:
    from tournaments.models import Event

HALL_ACCOUNT = "hall"


class Opened(NamedTuple):
    """username, password: of the account that organises it; no password: the account was here."""

    event: "Event"
    username: str
    password: str


@in_transaction
def open_hall(*, actor: Actor, archive: ProvedArchive) -> Opened:
    """The event as it was taken, with the ids that event, people and games have there.

    An account organises it: `hall`, which is made if there is none.

    :raises DomainError: as `take_archive`.
    """
    choices = Choices(people=known_by_id(archive.facts), for_hall=True)
    event = take_archive(actor=actor, archive=archive, choices=choices)
    accounts = get_user_model()._default_manager
    account = accounts.filter(username=HALL_ACCOUNT).first()
    password = ""
    if account is None:
        password = secrets.token_urlsafe(9)
        account = accounts.create_user(HALL_ACCOUNT, password=password)
    grant_event_role(actor=actor, event_id=event.pk, user_id=account.pk, role="organiser")
    return Opened(event, HALL_ACCOUNT, password)
