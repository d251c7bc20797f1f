"""A new event on one page: what it is called, when, which kind, who plays; looked over, then made.

The first press shows who of the names is known here; the second creates everything at once.
"""

from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from config.pages.account.signing_in import actor_of
from config.pages.desk.base import number_or_none, staff_page
from config.pages.desk.setup.new_options import (
    NAMES,
    USUAL,
    OptionGroup,
    match_of,
    option_groups,
    options_in_words,
)
from config.pages.desk.setup.presets import (
    PRESETS,
    TAK,
    Preset,
    stages_of,
    takes_rounds,
)
from config.pages.desk.setup.rule_fields import new_rules
from config.pages.event.event_rows import event_rows
from config.pages.labels import GAME_NAMES
from config.pages.player.ratings import pools_with_problems
from config.planning import Person, Plan, plan_event
from engine.tak.ruleset import SIZES
from ratings import selectors as rating_lists
from tournaments import permissions, selectors
from tournaments.actor import Actor
from tournaments.errors import DomainError, InvalidInput, NotAllowed
from tournaments.services.events import settings
from tournaments.wording import in_a_row

USUAL_SIZE, USUAL_PRESET = 6, "swiss"
MOST_NAMES, LONGEST_NAME, MOST_EVENTS = 500, 100, 100
NEW = "new"


class Choice(NamedTuple):
    """A player who bears the name of a line, with what tells two of one name apart."""

    public_id: str
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """One of the names. chosen: a public id, or NEW; "" where several bear it and none is chosen.

    twice: the line names somebody whom a line before it named.
    """

    number: int
    name: str
    choices: list[Choice]
    chosen: str
    twice: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """What was typed, as it was typed; `typed` fills the fields again."""

    typed: dict[str, str] = field(default_factory=dict)
    opens: bool = True
    chosen: dict[str, str] = field(default_factory=dict)
    looked_at: str = ""

    @property
    def mark(self) -> str:
        """Of the names as they are: what was looked over is what is created."""
        return sha256(self.typed.get("names", "").encode()).hexdigest()[:16]

    @property
    def looked_over(self) -> bool:
        return self.looked_at == self.mark

    @property
    def preset(self) -> Preset:
        """The kind that was chosen; one that does not exist is the usual one."""
        return PRESETS.get(self.typed.get("preset", ""), PRESETS[USUAL_PRESET])


class ChooseWho(InvalidInput):
    code = "choose_who"


@staff_page
def my_events(request: HttpRequest) -> HttpResponse:
    """The events that the reader is staff of, and the way to a new one.

    Site staff are told here of rating lists that are not brought up to date.
    """
    mine = selectors.staffed_events(actor_of(request))[:MOST_EVENTS]
    pools = rating_lists.pools() if request.user.is_staff else ()
    context = {
        "section": "events",
        "lines": event_rows(mine),
        "troubled_lists": pools_with_problems(pools),
    }
    return render(request, "pages/desk/events.html", context)


@staff_page
def new_event(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    if request.method != "POST":
        return _page(request, actor, Form(_usual(actor)))
    form = _read(request.POST)
    lines: list[Line] = []
    try:
        lines = _lines(form)
        plan = _plan(form, lines)
        if request.POST.get("do") != "create" or not form.looked_over:
            return _page(request, actor, form, lines=lines, plan=plan)
        _require_chosen(lines)
        event = plan_event(actor=actor, plan=plan)
    except DomainError as refused:
        return _page(request, actor, form, lines=lines, refused=refused)
    messages.success(request, _("Planned. This is its desk."))
    return redirect("pages:manage", slug=event.slug)


def _is_club(refused: DomainError) -> bool:
    return isinstance(refused, NotAllowed) and refused.details.get("verb") == "event.create"


def _usual(actor: Actor) -> dict[str, str]:
    """What the form says at first: the place of the last event that one ran."""
    last = selectors.staffed_events(actor).first()
    return USUAL | {
        "preset": USUAL_PRESET,
        "size": str(USUAL_SIZE),
        "time_zone": last.time_zone if last else "UTC",
        "club": last.club.slug if last and last.club else "",
    }


def _read(given: QueryDict) -> Form:
    looked_at = given.get("looked_at", "")
    fields = ("name", "starts_on", "club", "preset", "size", "rounds", "time_zone", "names")
    return Form(
        typed={name: given.get(name, "").strip() for name in fields}
        | {name: given.get(name, USUAL.get(name, "")).strip() for name in NAMES},
        opens="opens" in given,
        chosen={name: str(given[name]) for name in given if name.startswith("who-")},
        looked_at=looked_at,
    )


def _plan(form: Form, lines: list[Line]) -> Plan:
    """:raises InvalidInput: a field that cannot be read."""
    typed, preset = form.typed, form.preset
    if not typed["name"]:
        raise InvalidInput(field=_("Name"), problem=_("missing"))
    if len(typed["name"]) > LONGEST_NAME:
        raise InvalidInput(field=_("Name"), problem=_("too long"))
    entering = [line for line in lines if not line.twice]
    rounds = number_or_none(typed["rounds"], _("Rounds")) if takes_rounds(preset) else None
    return Plan(
        name=typed["name"],
        game=preset.game,
        stages=stages_of(preset, players=len(entering), rounds=rounds),
        starts_on=_date(typed["starts_on"]),
        club_id=selectors.get_club(typed["club"]).pk if typed["club"] else None,
        time_zone=typed["time_zone"] or "UTC",
        ruleset=_rules(form),
        match=_match(form),
        people=[
            Person(line.name, "" if line.chosen in (NEW, "") else line.chosen) for line in entering
        ],
        open_registration=form.opens,
    )


def _rules(form: Form) -> dict[str, Any]:
    size = number_or_none(form.typed["size"], _("Board")) or USUAL_SIZE
    game = form.preset.game
    return settings.checked_ruleset(game, new_rules(game, form.typed, size))


def _match(form: Form) -> dict[str, Any]:
    game = form.preset.game
    match = {**form.preset.match, **match_of(game, form.typed)}
    settings.checked_match(match, game=game)  # refused before anybody looks it over
    return match


def _date(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as wrong:
        raise InvalidInput(field=_("Date"), problem=_("a day, as 2026-05-01")) from wrong


def _lines(form: Form) -> list[Line]:
    """The names, one a line, each with the players who bear it."""
    names = [" ".join(text.split()) for text in form.typed["names"].splitlines()]
    names = [name for name in names if name]
    if len(names) > MOST_NAMES:
        raise InvalidInput(field=_("Players"), problem=_("too many lines; send them as a file"))
    if any(len(name) > LONGEST_NAME for name in names):
        raise InvalidInput(field=_("Players"), problem=_("a name is too long"))
    lines: list[Line] = []
    seen: set[str] = set()
    for number, name in enumerate(names):
        line = _line(form, number, name, seen)
        lines.append(line)
        seen.add(_key(line.chosen, name))
    return lines


def _line(form: Form, number: int, name: str, seen: set[str]) -> Line:
    choices = _choices(name)
    said = form.chosen.get(f"who-{number}", "")
    if said == NEW or said in {choice.public_id for choice in choices}:
        return Line(number, name, choices, said, twice=said != NEW and said in seen)
    chosen = choices[0].public_id if len(choices) == 1 else "" if choices else NEW
    return Line(number, name, choices, chosen, twice=_key(chosen, name) in seen)


def _key(chosen: str, name: str) -> str:
    """What two lines share that mean one person: the player, else the name."""
    return chosen if chosen not in (NEW, "") else selectors.name_key(name)


def _choices(name: str) -> list[Choice]:
    found = [selectors.player_by_id(pk) for pk in sorted(selectors.find_players_by_name(name))]
    return [Choice(player.public_id, f"{player.name} · {player.public_id}") for player in found]


def _require_chosen(lines: list[Line]) -> None:
    unsaid = [line.name for line in lines if not line.chosen and not line.twice]
    if unsaid:
        raise ChooseWho(
            field=_("Players"),
            problem=_("say who is meant: {names}").format(names=in_a_row(unsaid)),
        )


def _page(
    request: HttpRequest,
    actor: Actor,
    form: Form,
    *,
    lines: list[Line] | None = None,
    plan: Plan | None = None,
    refused: DomainError | None = None,
) -> HttpResponse:
    error = ""
    if refused is not None:
        error = _("You may not plan events of this club.") if _is_club(refused) else str(refused)
    groups: list[OptionGroup] = option_groups(form.preset.game, form.typed, refused)
    context: dict[str, Any] = {
        "section": "events",
        "form": form,
        "typed": form.typed,
        "error": error,
        "presets": [
            {"code": code, "name": each.name, "hint": each.hint, "game": GAME_NAMES[each.game]}
            for code, each in PRESETS.items()
        ],
        "sizes": SIZES,
        "clubs": [
            each for each in selectors.clubs() if permissions.may(actor, "event.create", each)
        ],
        "lines": lines or [],
        "plan": plan,
        "of_tak": form.preset.game == TAK,
        "groups": groups,
        "options_open": any(group.is_open for group in groups),
        "options": options_in_words(plan.game, form.typed, plan.ruleset) if plan else [],
    }
    return render(request, "pages/desk/setup/new.html", context, status=422 if refused else 200)
