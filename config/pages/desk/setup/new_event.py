"""A new event on one page: its name, date, kind and players; checked first, then created.

The first button shows which of the names are known here; the second creates everything at once.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.account.signing_in import actor_of
from config.pages.desk.archives import clubs_that_take
from config.pages.desk.base import staff_page
from config.pages.desk.people.name_lines import WHO, PlayerLine, WhoForm, player_lines
from config.pages.desk.people.suggestions import NEW
from config.pages.desk.setup.new_options import TAK, RulesForm, StakesForm
from config.pages.desk.setup.presets import PRESETS, Preset, stages_of, takes_rounds
from config.pages.desk.setup.setting_fields import ABOUT
from config.pages.desk.steps.panel import next_step_address
from config.pages.event.event_rows import event_rows
from config.pages.forms import DayField, FlagField, Form, NumberField, Text, TextField
from config.pages.labels import GAME_NAMES
from config.pages.names import isolate
from config.pages.player.ratings import pools_with_problems
from config.planning import EventPlan, Person, plan_event
from engine.tak.ruleset import SIZES
from ratings import selectors as rating_lists
from tournaments import limits, permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, NotAllowed
from tournaments.services.events.events import NewEvent
from tournaments.wording import join_with_commas

USUAL_SIZE, USUAL_PRESET = 6, "swiss"
MOST_NAMES, MOST_EVENTS = 500, 100


class EventForm(Form):
    """opens: whether registration opens at once."""

    name = TextField(
        gettext_lazy("Name"),
        max_length=limits.NAME,
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    starts_on = DayField(gettext_lazy("Date"), required=False)
    club = TextField(gettext_lazy("Club"), required=False)
    preset = forms.ChoiceField(
        choices=[
            (code, format_lazy("{} · {}", GAME_NAMES[each.game], each.name))
            for code, each in PRESETS.items()
        ],
        label=gettext_lazy("Kind"),
        help_text=gettext_lazy("Everything can be changed in the settings afterwards."),
        initial=USUAL_PRESET,
    )
    size = forms.TypedChoiceField(
        label=gettext_lazy("Board"),
        help_text=gettext_lazy("Tak only."),
        choices=[(size, f"{size}×{size}") for size in SIZES],
        coerce=int,
        initial=USUAL_SIZE,
    )
    rounds = NumberField(
        gettext_lazy("Rounds"),
        gettext_lazy("Of a Swiss or of tables; empty: as many as usual for the players."),
        required=False,
        min_value=1,
        max_value=limits.ROUNDS,
    )
    time_zone = TextField(
        gettext_lazy("Time zone"),
        gettext_lazy("Where it is played, as Asia/Jerusalem or Europe/Berlin."),
        required=False,
        empty_value="UTC",
        widget=forms.TextInput(attrs={"class": "ltr"}),
    )
    names = TextField(
        gettext_lazy("Players"),
        gettext_lazy("One name a line. Who is known here is found; the others are made."),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10, "dir": "auto"}),
    )
    opens = FlagField(
        gettext_lazy("Open the registration: everybody sees the event and may enter"), initial=True
    )

    def __init__(self, actor: Actor, data: Mapping[str, str] | None = None) -> None:
        last = selectors.staffed_events(actor).first()
        place = {
            "time_zone": last.time_zone if last else "UTC",
            "club": last.club.slug if last and last.club else "",
        }
        super().__init__(auto_id="%s", initial=place)
        clubs = [each for each in selectors.clubs() if permissions.may(actor, "event.create", each)]
        self.fields["club"].widget = forms.Select(
            choices=[("", _("none")), *((each.slug, each.name) for each in clubs)]
        )
        self.fields |= deepcopy(ABOUT)
        if data is not None:
            self.bind(data)

    @property
    def about(self) -> list[forms.BoundField]:
        """Where and when, and what is said about the event."""
        return [self[name] for name in ABOUT]

    @property
    def about_is_open(self) -> bool:
        return self.is_bound and bool(ABOUT.keys() & {*self.changed_data, *self.errors})

    @property
    def kinds(self) -> list[Preset]:
        return list(PRESETS.values())

    @property
    def kind(self) -> Preset:
        return PRESETS.get(self["preset"].value(), PRESETS[USUAL_PRESET])

    @property
    def mark(self) -> str:
        """A digest of the names: only names that were looked over are created."""
        return sha256((self["names"].value() or "").strip().encode()).hexdigest()[:16]

    def clean_names(self) -> list[str]:
        lines = [" ".join(text.split()) for text in self.cleaned_data["names"].splitlines()]
        names = [name for name in lines if name]
        if len(names) > MOST_NAMES:
            raise forms.ValidationError(_("too many lines; send them as a file"))
        if long := [f"{name[:20]}…" for name in names if len(name) > limits.NAME]:
            problem = _("longer than {most} characters: {names}")
            long_names = join_with_commas(isolate(name) for name in long)
            raise forms.ValidationError(problem.format(most=limits.NAME, names=long_names))
        return names

    def add_refusal(self, error: DomainError) -> None:
        if isinstance(error, NotAllowed) and error.details.get("verb") == "event.create":
            self.add_error("club", _("You may not plan events of this club."))
        else:
            super().add_refusal(error)


@dataclass(frozen=True, slots=True)
class PageForms:
    event: EventForm
    rules: dict[str, RulesForm]
    stakes: StakesForm

    @property
    def problems(self) -> list[str]:
        read = [each for each in (self.event, *self.rules.values(), self.stakes) if each.is_bound]
        return [problem for each in read for problem in each.problems]


@staff_page
def my_events(request: HttpRequest) -> HttpResponse:
    """The events that the reader is staff of, with a link to a new one; who asks to join a club.

    Site staff also see the rating lists that are out of date.
    """
    actor = actor_of(request)
    mine = selectors.staffed_events(actor)[:MOST_EVENTS]
    pools = rating_lists.pools() if request.user.is_staff else ()
    context = {
        "section": "desk",
        "lines": event_rows(mine),
        "takes_archives": request.user.is_staff or bool(clubs_that_take(actor)),
        "asked_clubs": selectors.asked_clubs(actor.user_id or 0),
        "troubled_lists": pools_with_problems(pools),
    }
    return render(request, "pages/desk/events.html", context)


@staff_page
def new_event(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    if request.method != "POST":
        return _page(request, _forms(actor, None))
    given = request.POST
    page = _forms(actor, given)
    page.event.is_valid()
    names = page.event.cleaned_data.get("names", [])
    lines = player_lines(names, {name: str(given[name]) for name in given if name.startswith(WHO)})
    plan = _plan(page, lines)
    is_reviewed = given.get("looked_at", "") == page.event.mark
    if plan is None or given.get("do") != "create" or not is_reviewed:
        return _page(request, page, lines=lines, plan=plan)
    unclear = [line.name for line in lines if not line.chosen and not line.is_repeated]
    if unclear:
        problem = _("say who is meant: {names}").format(names=join_with_commas(unclear))
        page.event.add_error("names", problem)
        return _page(request, page, lines=lines)
    if not page.event.submit(lambda **_given: plan_event(actor=actor, plan=plan)):
        return _page(request, page, lines=lines)
    messages.success(request, _("Planned. This is its desk."))
    return redirect(next_step_address(page.event.result.slug))


def _forms(actor: Actor, data: Mapping[str, str] | None) -> PageForms:
    event = EventForm(actor, data)
    chosen = event.kind.game
    return PageForms(
        event,
        {game: RulesForm(game, data, is_chosen=game == chosen) for game in GAME_NAMES},
        StakesForm(data, is_chosen=chosen == TAK),
    )


def _plan(page: PageForms, lines: list[PlayerLine]) -> EventPlan | None:
    """The event as it would be created; None if a form refuses something."""
    if not page.event.is_valid():
        return None
    given, preset = page.event.cleaned_data, page.event.kind
    ruleset = page.rules[preset.game].ruleset(given["size"])
    match = page.stakes.match(preset.match)
    if ruleset is None or match is None:
        return None
    try:
        club_id = selectors.get_club(given["club"]).pk if given["club"] else None
    except DomainError as error:
        page.event.add_refusal(error)
        return None
    entering = [line for line in lines if not line.is_repeated]
    rounds = given["rounds"] if takes_rounds(preset) else None
    new = NewEvent(
        slug="",
        name=given["name"],
        game=preset.game,
        stages=stages_of(preset, players=len(entering), rounds=rounds),
        starts_on=given["starts_on"],
        club_id=club_id,
        time_zone=given["time_zone"],
        ruleset=ruleset,
        match=match,
        about={name: given[name] for name in ABOUT},
    )
    return EventPlan(
        new,
        people=[
            Person(line.name, "" if line.chosen in (NEW, "") else line.chosen) for line in entering
        ],
        open_registration=given["opens"],
    )


def _page(
    request: HttpRequest,
    page: PageForms,
    *,
    lines: list[PlayerLine] | None = None,
    plan: EventPlan | None = None,
) -> HttpResponse:
    who = WhoForm(lines or [])
    problems = page.problems
    context: dict[str, object] = {
        "section": "desk",
        "form": page.event,
        "problems": problems,
        "lines": [
            (line, who[f"{WHO}{line.number}"] if f"{WHO}{line.number}" in who.fields else None)
            for line in lines or []
        ],
        "plan": plan,
        "groups": [*page.rules.values(), page.stakes],
        "options_open": any(group.is_open for group in (*page.rules.values(), page.stakes)),
        "options": _described(page, plan) if plan else [],
    }
    status = 422 if problems else 200
    return render(request, "pages/desk/setup/new.html", context, status=status)


def _described(page: PageForms, plan: EventPlan) -> list[tuple[Text, Text]]:
    stakes = page.stakes.stated() if page.stakes.is_bound else []
    return page.rules[plan.event.game].described(plan.event.ruleset or {}) + stakes
