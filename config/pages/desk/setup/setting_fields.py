"""The settings of an event and of its stages, and which of them may still be changed."""

from collections.abc import Callable

from django import forms
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.rule_fields import ruleset_fields
from config.pages.desk.setup.stake_fields import STAKE_FIELDS
from config.pages.event.event_lines import Event
from config.pages.forms import (
    DayField,
    HalfPointsField,
    HoursField,
    ListField,
    MomentField,
    NumberField,
    Text,
    ValueChoiceField,
)
from tournaments.services.entries import registration
from tournaments.services.events import changes, settings
from tournaments.state import AS_DRAW, AS_NOTHING, AS_WIN, PairingOptions

Fields = dict[str, forms.Field]
LONG_TEXT = forms.Textarea(attrs={"rows": 2, "dir": "auto"})
IN_EVENT_ZONE = _("In the time zone of the event.")

GENERAL: Fields = {
    "name": forms.CharField(label=_("Name")),
    "starts_on": DayField(label=_("Date"), required=False),
    "visibility": ValueChoiceField(
        label=_("Who sees it"),
        choices=(
            ("public", _("everybody")),
            ("unlisted", _("whoever knows the address")),
            ("private", _("staff and players")),
        ),
    ),
    "time_control-minutes": HoursField(
        label=_("Minutes a player has for a game"),
        help_text=_("Empty: nobody said."),
        required=False,
    ),
    "time_control-increment_seconds": NumberField(
        label=_("Seconds added with each move"), required=False
    ),
    "time_zone": forms.CharField(
        label=_("Time zone"),
        help_text=_("Where it is played, as Asia/Jerusalem."),
        required=False,
    ),
}
REGISTRATION: Fields = {
    "registration-limit": NumberField(
        label=_("Most players"), help_text=_("Empty: no limit."), required=False
    ),
    "registration-waiting_list": forms.BooleanField(
        label=_("A waiting list where it is full"), required=False
    ),
    "registration-approval": forms.BooleanField(
        label=_("Staff approve each entry"), required=False
    ),
    "registration-check_in": forms.BooleanField(
        label=_("Who is not checked in at the start is left out"), required=False
    ),
    "registration-unrated": forms.BooleanField(
        label=_("Players without a rating may enter"), required=False
    ),
    "registration-rating_min": NumberField(label=_("Lowest rating"), required=False),
    "registration-rating_max": NumberField(label=_("Highest rating"), required=False),
    "registration-clubs": ListField(
        label=_("Only members of"),
        help_text=_("Addresses of clubs with commas; empty: everybody."),
    ),
    "registration-opens_at": MomentField(label=_("Opens"), help_text=IN_EVENT_ZONE, required=False),
    "registration-closes_at": MomentField(
        label=_("Closes"), help_text=IN_EVENT_ZONE, required=False
    ),
    "registration-byes-limit": NumberField(label=_("Byes a player may ask for")),
    "registration-byes-points_x2": HalfPointsField(
        label=_("Points of such a bye"), help_text=_("0, ½ or 1.")
    ),
    "registration-byes-last_round": NumberField(
        label=_("Last round of such a bye"), required=False
    ),
    "registration-note": forms.CharField(
        label=_("What players should know"), widget=LONG_TEXT, required=False
    ),
}
POINTS: Fields = {
    "match-points-per_game": forms.BooleanField(
        label=_("Each game counts by itself, not the match"), required=False
    ),
    "match-points-won_x2": HalfPointsField(label=_("Points of a match won")),
    "match-points-tied_x2": HalfPointsField(label=_("Points of a match tied")),
    "match-points-lost_x2": HalfPointsField(label=_("Points of a match lost")),
}
MATCH: Fields = {
    "match-games": NumberField(label=_("Games a match")),
    "match-bye_allocated_x2": HalfPointsField(
        label=_("Points of a free round"),
        help_text=_("Of whoever has nobody to play. Empty: as a match won."),
        required=False,
    ),
    "match-bye_asked_x2": HalfPointsField(label=_("Points of a bye that staff give")),
    "match-forfeit_win_x2": HalfPointsField(label=_("Points of winning by forfeit")),
    "match-forfeit_loss_x2": HalfPointsField(label=_("Points of losing by forfeit")),
    "match-double_forfeit_x2": HalfPointsField(
        label=_("Points of each when both forfeit"), omit_empty=True
    ),
    "match-cancelled_x2": HalfPointsField(
        label=_("Points of each of a game that is cancelled"), omit_empty=True
    ),
    "match-late_x2": HalfPointsField(
        label=_("Points of each round that a late entry missed"), omit_empty=True
    ),
    "match-postponed": ValueChoiceField(
        label=_("A postponed match counts, while the next round is paired, as"),
        choices=(
            (AS_DRAW, _("a draw")),
            (AS_NOTHING, _("nothing")),
            (AS_WIN, _("a win for both")),
        ),
    ),
    "match-rank_by": ValueChoiceField(
        label=_("Who stands first is said by"),
        choices=(
            ("match_points", _("match points")),
            ("game_points", _("game points")),
            ("board_plus_reserve", _("board plus reserve")),
        ),
    ),
    "match-tiebreaks": ListField(
        label=_("Tie-breaks"),
        help_text=_("Codes with commas, the first one first; they are listed below."),
    ),
    "match-late": ValueChoiceField(
        label=_("A game that is not played in time"),
        choices=(
            ("nothing", _("waits for the staff")),
            ("forfeit", _("is forfeited by who is late")),
        ),
    ),
}
SCORING: Fields = {
    "match-scoring-methods": ListField(
        label=_("Ways to score a game"),
        help_text=_("board_plus_reserve, downing, middletown, tarway; with commas."),
    ),
    "match-scoring-combine": ValueChoiceField(
        label=_("Several ways together"),
        choices=(("multiply", _("multiply")), ("max", _("the larger one counts"))),
    ),
    "match-scoring-scope": ValueChoiceField(
        label=_("For Middletown a capstone is to be"),
        choices=(
            ("not_placed", _("left in the reserve")),
            ("not_in_road", _("outside of the road")),
        ),
    ),
    "match-scoring-capless": ValueChoiceField(
        label=_("Middletown with a set without capstones"),
        choices=(("no_bonus", _("gives no bonus")), ("bonus", _("gives the bonus"))),
    ),
}
CARDS: Fields = {
    "match-winner_takes_all": forms.BooleanField(
        label=_("The winner of a table takes the point"), required=False
    ),
}
CONFIRM: Fields = {
    "confirm-policy": ValueChoiceField(
        label=_("A result counts when"),
        choices=(
            ("opponent", _("the other player agrees")),
            ("majority", _("more than half of the others agree")),
            ("all", _("everybody at the table agrees")),
            ("staff", _("staff confirm it")),
        ),
    ),
    "confirm-hours": HoursField(
        label=_("Hours after which a proven game counts by itself"),
        help_text=_("Empty: never."),
        required=False,
    ),
}

# What may change while the event is played: a whole group of settings, or single ones.
LATE_SETTINGS = frozenset(
    {*changes.LATE_CHANGES}
    | {f"match-{name}" for name in settings.RANKING}
    | {f"registration-{name}" for name in registration.LATE}
)

STAGE_OPTIONS: Fields = {
    "rounds": NumberField(label=_("Rounds"), required=False),
    "cycles": NumberField(label=_("How often each two meet"), help_text=_("1 or 2.")),
    "swap_last_rounds": forms.BooleanField(
        label=_("Of a double round robin, swap the two last rounds of the first half"),
        required=False,
    ),
    "groups": NumberField(label=_("Groups")),
    "numbers": ValueChoiceField(
        label=_("Numbers of the round robin, places in the bracket"),
        help_text=_("They are drawn once, with the first round."),
        choices=(
            ("lot", _("all drawn by lot")),
            ("equals", _("by rating; equal ones drawn by lot")),
            ("list", _("in the order of the list")),
        ),
    ),
    "legs": ListField(
        item=NumberField(),
        label=_("Matches of each player in a round"),
        help_text=_("One number a round with commas; the last one goes on."),
    ),
    "top_moves": ValueChoiceField(
        label=_("At the top table of round 1, who moves first"),
        choices=(
            ("lot", _("a lot says")),
            ("first", _("the stronger")),
            ("second", _("the other")),
        ),
    ),
    "rematches_from": NumberField(
        label=_("Two may meet again from round"), help_text=_("Empty: never."), required=False
    ),
    "bar": NumberField(
        label=_("Bar"), help_text=_("From this rating on all begin level."), required=False
    ),
    "floor": NumberField(
        label=_("Floor"), help_text=_("Below this rating all begin level."), required=False
    ),
    "grade": NumberField(label=_("Rating points that are one point at the start")),
    "meet_again_after": NumberField(label=_("Rounds before two may meet again")),
    "to_majority": forms.BooleanField(
        label=_("A match ends when one is ahead for good"), required=False
    ),
    "third_place": forms.BooleanField(label=_("A match for third place"), required=False),
    "reset": forms.BooleanField(
        label=_("A second final if the first is won from below"), required=False
    ),
    "sizes": ListField(
        item=NumberField(),
        label=_("Players at a table"),
        help_text=_("Sizes with commas, the preferred one first."),
    ),
    "by_score": forms.BooleanField(label=_("Tables level by score"), required=False),
    "places": NumberField(label=_("Places of each group that go on"), required=False),
    "best_of_rest": NumberField(label=_("Best of the rest that go on too"), required=False),
    "days": NumberField(
        label=_("Days a round stays open"), help_text=_("Empty: no end by itself."), required=False
    ),
}
DEFAULTS = PairingOptions()


def sections(event: Event) -> list[tuple[Text, Fields]]:
    """Titles with the settings below them."""
    match = MATCH | CARDS if event.game in settings.CARDS else POINTS | MATCH | SCORING
    stakes = [(_("Stakes"), STAKE_FIELDS)] if event.game == "tak" else []
    return [
        (_("General"), GENERAL),
        (_("Registration"), REGISTRATION),
        (_("Matches and table"), match),
        *stakes,
        (_("Results"), CONFIRM),
        (_("Rules of the game"), ruleset_fields(event.game)),
    ]


def is_fixed(event: Event) -> Callable[[str], bool]:
    """Whether a setting can no longer be changed; the services check it too."""
    if event.state in ("draft", "registration"):
        return lambda _name: False

    def fixed(name: str) -> bool:
        group, *below = name.split("-")
        if event.state == "finished" and group == "match":
            return True
        return not ({group, "-".join([group, *below[:1]])} & LATE_SETTINGS)

    return fixed


LATE_STATES = ("finished",)
