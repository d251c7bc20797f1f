"""The start of an event: which ratings seed it, and a question about who is not checked in."""

from typing import NamedTuple

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Entry, Event
from config.pages.forms import FlagField, Form, TextField
from config.pages.names import isolate
from ratings import selectors as rating_lists
from ratings import services as ratings
from ratings.services.entering import NotCheckedIn
from tournaments import selectors
from tournaments.actor import Actor
from tournaments.errors import NotFound
from tournaments.services.entries.registration import registration_settings
from tournaments.services.entries.waiting_list import entries_not_checked_in
from tournaments.wording import join_with_and


class StartQuestion(NamedTuple):
    """entries: the ids of who is not checked in. leaves_out: the event starts without them."""

    entries: str
    leaves_out: bool


class StartForm(Form):
    """pool: the rating list that seeds; empty: the one that fits the event.

    sure: the entries that are known not to be checked in, as `StartQuestion.entries`.
    """

    pool = TextField(gettext_lazy("Seed by the ratings of"), required=False)
    include_absent = FlagField(gettext_lazy("also those who are not checked in"))
    sure = TextField(required=False, widget=forms.HiddenInput)


def start_event(
    *, actor: Actor, event_id: int, pool: str, include_absent: bool, sure: str = ""
) -> None:
    """:raises NotCheckedIn: players are missing, and nobody said what becomes of them."""
    event = selectors.event_by_id(event_id)
    if pool and pool not in {each.slug for each in rating_lists.pools_of_game(event.game)}:
        raise NotFound(what="rating list", key=pool)
    missing = entries_not_checked_in(event)
    if missing and not include_absent and sure != _ids(missing):
        names = join_with_and(isolate(selectors.resolve(each.player).name) for each in missing)
        raise NotCheckedIn(names=names, count=len(missing))
    ratings.start_event(
        actor=actor, event_id=event_id, include_absent=include_absent, pool=pool or None
    )


def start_question(event: Event) -> StartQuestion | None:
    """What is asked before the start; None if everybody is there."""
    missing = entries_not_checked_in(event)
    return StartQuestion(_ids(missing), _requires_check_in(event)) if missing else None


def _requires_check_in(event: Event) -> bool:
    return bool(registration_settings(event.registration)["check_in"])


def _ids(entries: list[Entry]) -> str:
    return " ".join(str(pk) for pk in sorted(each.pk for each in entries))


def offer_pools(form: Form, event: Event) -> None:
    """The rating lists of the game, and whether those who are not checked in start too."""
    pools = [(each.slug, each.name or each.slug) for each in rating_lists.pools_of_game(event.game)]
    if pools:
        choices = [("", _("the list that fits best")), *pools]
        form.fields["pool"].widget = forms.Select(choices=choices)
    else:
        del form.fields["pool"]
    if not _requires_check_in(event):
        del form.fields["include_absent"]
