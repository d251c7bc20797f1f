"""The seasons of a club: starting one, its name, and what of its events counts."""

from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.annotations import Club
from config.pages.desk.base import refused_as_404, staff_page
from config.pages.forms import (
    Form,
    HalfPointsField,
    ListField,
    NumberField,
    TextField,
    ValueChoiceField,
)
from config.pages.names import isolate
from config.pages.season.score_texts import KINDS, TIES
from config.planning import make_slug
from ratings import selectors as ratings
from ratings.services import seasons
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput
from tournaments.limits import MAX_ID, NAME
from tournaments.services.people import people
from tournaments.standings.seasons.scoring import SeasonScoring

if TYPE_CHECKING:
    from tournaments.models import Series


class SeasonForm(Form):
    """series: the season to change; empty for a new one."""

    series = NumberField(max_value=MAX_ID, required=False, widget=forms.HiddenInput)
    name = TextField(gettext_lazy("Name"), max_length=NAME)
    by = ValueChoiceField(gettext_lazy("What is added up"), choices=KINDS.items())
    best = NumberField(
        gettext_lazy("Best events that count"), gettext_lazy("Empty: all of them."), required=False
    )
    bonus_x2 = HalfPointsField(
        gettext_lazy("Bonus for taking part"),
        gettext_lazy("Points for each event, whether it is among the best or not."),
        omit_empty=True,
    )
    points_x2 = ListField(
        gettext_lazy("Points for places"),
        gettext_lazy("From the first place down, as 10, 6, 4, 2½. Lower places get nothing."),
        item=HalfPointsField(),
    )
    ties = ValueChoiceField(gettext_lazy("At the same place"), choices=TIES.items(), required=False)
    events = NumberField(
        gettext_lazy("Events of the whole season"),
        gettext_lazy("With those to come. Empty: only those that exist count as to come."),
        required=False,
    )
    most_x2 = HalfPointsField(
        gettext_lazy("Most points of one event"),
        gettext_lazy("For what can still be reached, unless places give the points."),
        omit_empty=True,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        pools = [(pool.slug, str(pool)) for pool in ratings.pools()]
        self.fields["pool"] = ValueChoiceField(
            _("Rating list"), _("For rating gain."), choices=[(None, _("none")), *pools]
        )

    def clean(self) -> dict[str, object]:
        """The name, and the settings that are not empty."""
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name in ("series", "name") or value not in (None, "", [])
        }

    def add_refusal(self, error: DomainError) -> None:
        """The settings are those of `scoring`."""
        setting = str(error.details.get("field", "")).removeprefix("scoring.")
        if isinstance(error, InvalidInput) and setting in self.fields:
            self.add_error(setting, str(error.details["problem"]))
        else:
            super().add_refusal(error)


@staff_page
def club_seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """The page is missing for everybody who does not run the club."""
    actor = actor_of(request)
    with refused_as_404():
        club = selectors.get_club(slug)
        permissions.require(actor, "series.edit", club)
    posted = request.POST if request.method == "POST" else None
    sent = request.POST.get("series", "")
    listed = [
        (season, _form(season, posted if sent == str(season.pk) else None))
        for season in selectors.series_of(club)
    ]
    new = SeasonForm(None if sent else posted, auto_id="new-%s")
    if posted is not None:
        known = next((form for _season, form in listed if form.is_bound), None)
        form = known or (SeasonForm(posted) if sent else new)
        if form.submit(_save, actor=actor, club=club, is_known=known is not None):
            messages.success(request, form.result)
            return redirect("pages:club-seasons", slug=slug)
    context = {"section": "clubs", "club": club, "seasons": listed, "new_form": new}
    status = 200 if posted is None else 422
    return render(request, "pages/desk/setup/seasons.html", context, status=status)


def _form(season: "Series", data: Mapping[str, str] | None) -> SeasonForm:
    stored = {"series": season.pk, "name": season.name}
    scoring = selectors.season_scoring(season).as_json()
    return SeasonForm(data, auto_id=f"{season.slug}-%s", initial={**stored, **scoring})


def _save(
    *,
    actor: Actor,
    club: Club,
    is_known: bool,
    series: int | None,
    name: str,
    **scoring: object,
) -> str:
    """Start a season or change one; returns the message."""
    name = " ".join(name.split())
    if series is None:
        return _start(actor, club, name, scoring)
    if not is_known:
        raise InvalidInput(field=_("Season"), problem=_("there is no such one here"))
    changes = {"name": name, "scoring": {**SeasonScoring().as_json(), **scoring}}
    seasons.change_season(actor=actor, series_id=series, changes=changes)
    return _("Saved.")


def _start(actor: Actor, club: Club, name: str, scoring: Mapping[str, object]) -> str:
    """The slug is made of the name, with a number added if it is taken."""
    wanted = make_slug(name, None)
    for number in count(1):
        slug = wanted if number == 1 else f"{wanted}-{number}"
        try:
            seasons.start_season(
                actor=actor, club_id=club.pk, slug=slug, name=name, scoring=scoring
            )
            break
        except people.SlugTaken:
            continue
    return _("%(name)s has begun. Each event chooses its season in its settings.") % {
        "name": isolate(name)
    }
