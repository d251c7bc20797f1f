"""Lines of the journal in words: those of events as their desks say them."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import JournalLine
from config.pages.desk.journal import by_application, journal_rows
from config.pages.desk.journal_words import TOPICS
from config.pages.forms import Text
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.admin.journal import JournalText
from tournaments.errors import NotFound

TOPICS_OF_SITE: dict[str, Text] = {
    **TOPICS,
    "account": gettext_lazy("Accounts"),
    "application": gettext_lazy("Applications"),
    "club": gettext_lazy("Clubs"),
    "member": gettext_lazy("Members"),
    "player": gettext_lazy("Names and people"),
    "handle": gettext_lazy("Names elsewhere"),
    "list": gettext_lazy("Published lists"),
    "pool": gettext_lazy("Rating lists"),
}
# What is done outside of events.
ACTIONS: dict[str, Text] = {
    "account.application_allowed": gettext_lazy("let an application act for an account"),
    "account.application_ended": gettext_lazy("no longer lets an application act for an account"),
    "account.closed": gettext_lazy("closed an account"),
    "account.created": gettext_lazy("made an account"),
    "account.email_proved": gettext_lazy("proved a mail address"),
    "account.new_password": gettext_lazy("set a new password"),
    "account.reset": gettext_lazy("set the password of an account"),
    "account.reset_link": gettext_lazy("made a link for a new password"),
    "account.tokens_ended": gettext_lazy("ended the tokens of an account"),
    "application.registered": gettext_lazy("registered an application"),
    "application.changed": gettext_lazy("changed an application"),
    "application.new_secret": gettext_lazy("gave an application a new secret"),
    "application.removed": gettext_lazy("removed an application"),
    "application.switched_off": gettext_lazy("switched an application off"),
    "application.switched_on": gettext_lazy("switched an application on"),
    "club.created": gettext_lazy("made the club"),
    "club.edited": gettext_lazy("changed what the club says of itself"),
    "club.approved": gettext_lazy("approved the club for rating"),
    "club.approval_undone": gettext_lazy("took back the approval for rating"),
    "event.deleted": gettext_lazy("deleted an event"),
    "handle.added": gettext_lazy("added a name elsewhere"),
    "handle.changed": gettext_lazy("changed a name elsewhere"),
    "handle.removed": gettext_lazy("removed a name elsewhere"),
    "list.published": gettext_lazy("published a rating list"),
    "member.accepted": gettext_lazy("accepted a member"),
    "member.added": gettext_lazy("added a member"),
    "member.asked": gettext_lazy("asked a club for membership"),
    "member.consented": gettext_lazy("agreed to be listed by a club"),
    "member.left": gettext_lazy("left a club"),
    "member.refused": gettext_lazy("refused a member"),
    "member.removed": gettext_lazy("removed a member"),
    "member.request_cancelled": gettext_lazy("took back a request for membership"),
    "player.birth_year": gettext_lazy("changed a year of birth"),
    "player.claimed": gettext_lazy("took over a player"),
    "player.created": gettext_lazy("added a player"),
    "player.forgotten": gettext_lazy("made a player anonymous"),
    "player.distinction_undone": gettext_lazy("took back that two players are two people"),
    "player.distinguished": gettext_lazy("said that two players are two people"),
    "player.merged": gettext_lazy("merged two players"),
    "player.parted": gettext_lazy("separated two players"),
    "player.released": gettext_lazy("took the account away from a player"),
    "player.renamed": gettext_lazy("renamed a player"),
    "player.sort_name": gettext_lazy("changed a sort name"),
    "player.time_zone": gettext_lazy("changed a time zone"),
    "pool.changed": gettext_lazy("changed a rating list"),
    "pool.created": gettext_lazy("made a rating list"),
    "pool.named": gettext_lazy("renamed a rating list"),
    "series.created": gettext_lazy("made a season"),
    "series.edited": gettext_lazy("changed a season"),
    "role.granted": gettext_lazy("gave a role"),
    "role.revoked": gettext_lazy("took a role back"),
    "invitation.issued": gettext_lazy("made an invitation"),
    "invitation.accepted": gettext_lazy("accepted an invitation"),
    "invitation.revoked": gettext_lazy("took an invitation back"),
}


def journal_texts(lines: Sequence[JournalLine]) -> dict[int, JournalText]:
    """By the key of the line. At most seven queries for each event among them."""
    texts: dict[int, JournalText] = {}
    for scope, found in groupby(sorted(lines, key=_scope), key=_scope):
        rows = list(found)
        kind, _colon, slug = scope.partition(":")
        texts |= _event_texts(slug, rows) if kind == "event" else _other_texts(scope, rows)
    return texts


def _scope(line: JournalLine) -> str:
    return line.scope


def _event_texts(slug: str, rows: list[JournalLine]) -> dict[int, JournalText]:
    try:
        event = selectors.get_event(slug, SYSTEM)
    except NotFound:  # its address has changed since
        return _other_texts(slug, rows)
    said = zip(rows, journal_rows(event, rows), strict=True)
    return {row.pk: JournalText(line.who, line.what, event.name) for row, line in said}


def _other_texts(scope: str, rows: list[JournalLine]) -> dict[int, JournalText]:
    """Of clubs, rating lists and the site; nobody is an entry there."""
    users = selectors.names_of_users({row.actor.get("user") or 0 for row in rows})
    applications = selectors.names_of_applications([row.actor for row in rows])
    whose = scope.partition(":")[2] or _("the site")
    return {
        row.pk: JournalText(
            by_application(
                users.get(row.actor.get("user") or 0, _("the service")), row.actor, applications
            ),
            str(ACTIONS.get(row.action, row.action)),
            whose,
        )
        for row in rows
    }


def describe_journal() -> None:
    """Let the admin of the journal say these words."""
    page: Any = admin.site.get_model_admin(apps.get_model("tournaments.JournalLine"))
    page.texts, page.topics = journal_texts, TOPICS_OF_SITE
