"""The settings of an event and of its stages, and which of them may still be changed."""

from collections.abc import Callable, Container
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from config.pages.annotations import Event
from config.pages.desk.setup.rule_fields import ruleset_fields
from config.pages.desk.setup.stake_fields import STAKE_FIELDS
from config.pages.desk.setup.tiebreak_picker import TiebreaksField
from config.pages.forms import (
    ClockField,
    DayField,
    FlagField,
    HalfPointsField,
    HoursField,
    ListField,
    MomentField,
    NumberField,
    Text,
    TextField,
    ValueChoiceField,
)
from tournaments import limits
from tournaments.choices import BEFORE_START, EventStatus
from tournaments.services.entries import registration
from tournaments.services.events import changes, settings
from tournaments.state import AS_DRAW, AS_NOTHING, AS_WIN

Fields = dict[str, forms.Field]
# Words of any language, beside labels of another.
WORDS = forms.TextInput(attrs={"dir": "auto"})
LONG_TEXT = forms.Textarea(attrs={"rows": 2, "dir": "auto"})
IN_EVENT_ZONE = _("In the time zone of the event.")

ABOUT: Fields = {
    "start_time": ClockField(_("Starts at"), IN_EVENT_ZONE, required=False),
    "venue": TextField(
        _("Venue"),
        _("As people call it: Café Lantern."),
        max_length=limits.CODE,
        widget=WORDS,
        required=False,
    ),
    "address": TextField(
        _("Street and town"), max_length=limits.CODE, widget=WORDS, required=False
    ),
    "entry_fee": TextField(_("Entry fee"), max_length=limits.CODE, widget=WORDS, required=False),
    "contact": TextField(
        _("Contact"),
        _("Who answers questions: a mail address or a number. Everybody reads it."),
        max_length=limits.CODE,
        widget=WORDS,
        required=False,
    ),
    "description": TextField(
        _("Description"),
        _("Markdown: **bold**, - a list, [a link](https://…)."),
        max_length=limits.DESCRIPTION,
        widget=forms.Textarea(attrs={"rows": 6, "dir": "auto"}),
        required=False,
    ),
}
GENERAL: Fields = {
    "name": TextField(_("Name"), widget=WORDS),
    "starts_on": DayField(_("Date"), required=False),
    "visibility": ValueChoiceField(
        _("Who sees it"),
        choices=(
            ("public", _("everybody")),
            ("unlisted", _("anyone who knows the address")),
            ("private", _("staff and players")),
        ),
    ),
    "time_control-minutes": HoursField(
        _("Minutes a player has for a game"), _("Empty: not set."), required=False
    ),
    "time_control-increment_seconds": NumberField(
        _("Seconds added with each move"), required=False
    ),
    "time_zone": TextField(
        _("Time zone"), _("Where it is played, as Asia/Jerusalem."), required=False
    ),
}
REGISTRATION: Fields = {
    "registration-limit": NumberField(_("Player limit"), _("Empty: no limit."), required=False),
    "registration-waiting_list": FlagField(_("A waiting list where it is full")),
    "registration-approval": FlagField(_("Staff approve each entry")),
    "registration-check_in": FlagField(_("Who is not checked in at the start is left out")),
    "registration-unrated": FlagField(_("Players without a rating may enter")),
    "registration-rating_min": NumberField(_("Lowest rating"), required=False),
    "registration-rating_max": NumberField(_("Highest rating"), required=False),
    "registration-clubs": ListField(
        _("Only members of"), _("Addresses of clubs with commas; empty: everybody.")
    ),
    "registration-opens_at": MomentField(_("Opens"), IN_EVENT_ZONE, required=False),
    "registration-closes_at": MomentField(_("Closes"), IN_EVENT_ZONE, required=False),
    "registration-byes-limit": NumberField(_("Byes a player may ask for")),
    "registration-byes-points_x2": HalfPointsField(_("Points of such a bye"), _("0, ½ or 1.")),
    "registration-byes-last_round": NumberField(_("Last round of such a bye"), required=False),
    "registration-note": TextField(_("What players should know"), widget=LONG_TEXT, required=False),
}
POINTS: Fields = {
    "match-points-per_game": FlagField(_("Each game counts by itself, not the match")),
    "match-points-won_x2": HalfPointsField(_("Points of a match won")),
    "match-points-tied_x2": HalfPointsField(_("Points of a match tied")),
    "match-points-lost_x2": HalfPointsField(_("Points of a match lost")),
}
MATCH: Fields = {
    "match-games": NumberField(_("Games a match")),
    "match-bye_allocated_x2": HalfPointsField(
        _("Points of a bye"),
        _("For a player without an opponent. Empty: as for a match won."),
        required=False,
    ),
    "match-bye_asked_x2": HalfPointsField(_("Points of a bye that staff give")),
    "match-forfeit_win_x2": HalfPointsField(_("Points of winning by forfeit")),
    "match-forfeit_loss_x2": HalfPointsField(_("Points of losing by forfeit")),
    "match-double_forfeit_x2": HalfPointsField(
        _("Points of each when both forfeit"), omit_empty=True
    ),
    "match-cancelled_x2": HalfPointsField(
        _("Points of each of a game that is cancelled"), omit_empty=True
    ),
    "match-late_x2": HalfPointsField(
        _("Points of each round that a late entry missed"), omit_empty=True
    ),
    "match-postponed": ValueChoiceField(
        _("A postponed match counts, while the next round is paired, as"),
        choices=(
            (AS_DRAW, _("a draw")),
            (AS_NOTHING, _("nothing")),
            (AS_WIN, _("a win for both")),
        ),
    ),
    "match-rank_by": ValueChoiceField(
        _("Rank by"),
        choices=(
            ("match_points", _("match points")),
            ("game_points", _("game points")),
            ("board_plus_reserve", _("board plus reserve")),
        ),
    ),
    "match-tiebreaks": TiebreaksField(
        _("Tie-breaks"),
        _("Between equal points place 1 decides, then place 2, and so on."),
    ),
    "match-late": ValueChoiceField(
        _("A game that is not played in time"),
        choices=(
            ("nothing", _("waits for the staff")),
            ("forfeit", _("is forfeited by who is late")),
        ),
    ),
}
SCORING: Fields = {
    "match-scoring-methods": ListField(
        _("Ways to score a game"),
        _("board_plus_reserve, downing, middletown, tarway; with commas."),
    ),
    "match-scoring-combine": ValueChoiceField(
        _("Several ways together"),
        choices=(("multiply", _("multiply")), ("max", _("the larger one counts"))),
    ),
    "match-scoring-scope": ValueChoiceField(
        _("For Middletown a capstone is to be"),
        choices=(
            ("not_placed", _("left in the reserve")),
            ("not_in_road", _("outside of the road")),
        ),
    ),
    "match-scoring-capless": ValueChoiceField(
        _("Middletown with a set without capstones"),
        choices=(("no_bonus", _("gives no bonus")), ("bonus", _("gives the bonus"))),
    ),
}
CARDS: Fields = {
    "match-winner_takes_all": FlagField(_("The winner of a table takes the point")),
}
CONFIRM: Fields = {
    "confirm-policy": ValueChoiceField(
        _("A result counts when"),
        choices=(
            ("opponent", _("the other player agrees")),
            ("majority", _("more than half of the others agree")),
            ("all", _("everybody at the table agrees")),
            ("staff", _("staff confirm it")),
        ),
    ),
    "confirm-hours": HoursField(
        _("Hours after which a proven game counts by itself"), _("Empty: never."), required=False
    ),
}

# What may change while the event is played: a whole group of settings, or single ones.
LATE_SETTINGS = frozenset(
    {*changes.LATE_CHANGES}
    | {f"match-{name}" for name in settings.RANKING}
    | {f"registration-{name}" for name in registration.LATE}
)

# What most events set, whatever it belongs to.
COMMON = (
    "name", "starts_on", "start_time", "venue", "address", "visibility", "registration-limit",
    "match-games", "time_control-minutes", "time_control-increment_seconds",
)  # fmt: skip
RANKING = ("match-rank_by", "match-tiebreaks")


class Section(NamedTuple):
    """Settings that are saved together."""

    key: str
    title: Text
    fields: Fields


def sections(event: Event) -> list[Section]:
    """All settings of the event; the common ones come first, and the others by what they are of."""
    is_cards = event.game in settings.CARD_GAMES
    match = MATCH | CARDS if is_cards else POINTS | MATCH
    listed = [
        Section("about", _("About the event"), ABOUT | GENERAL),
        Section("registration", _("Registration"), REGISTRATION),
        Section("ranking", _("Ranking and tie-breaks"), {name: MATCH[name] for name in RANKING}),
        Section("match", _("Points of matches and byes"), _without(match, RANKING)),
    ]
    if not is_cards:
        listed.append(Section("scoring", _("Scores of Tak"), SCORING))
    if event.game == "tak":
        listed.append(Section("stakes", _("Stakes"), STAKE_FIELDS))
    listed += [
        Section("results", _("Results"), CONFIRM),
        Section("rules", _("Rules of the game"), ruleset_fields(event.game)),
    ]
    every = {name: field for each in listed for name, field in each.fields.items()}
    common = Section("common", _("Most used"), {name: every[name] for name in COMMON})
    rest = [each._replace(fields=_without(each.fields, COMMON)) for each in listed]
    return [common, *rest]


def _without(fields: Fields, names: Container[str]) -> Fields:
    return {name: field for name, field in fields.items() if name not in names}


def is_fixed(event: Event) -> Callable[[str], bool]:
    """Whether a setting can no longer be changed; the services check it too."""
    if event.state in BEFORE_START:
        return lambda _name: False

    def fixed(name: str) -> bool:
        group, *below = name.split("-")
        if event.state == EventStatus.FINISHED and group == "match":
            return True
        return not ({group, "-".join([group, *below[:1]])} & LATE_SETTINGS)

    return fixed
