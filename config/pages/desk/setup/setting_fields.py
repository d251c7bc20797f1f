"""The settings of an event and of its stages, and which of them may still be changed."""

from collections.abc import Callable

from django import forms
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.rule_fields import ruleset_fields
from config.pages.desk.setup.stake_fields import STAKE_FIELDS
from config.pages.event.event_rows import Event
from config.pages.forms import (
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
from tournaments.services.entries import registration
from tournaments.services.events import changes, settings
from tournaments.state import AS_DRAW, AS_NOTHING, AS_WIN, PairingOptions

Fields = dict[str, forms.Field]
LONG_TEXT = forms.Textarea(attrs={"rows": 2, "dir": "auto"})
IN_EVENT_ZONE = _("In the time zone of the event.")

GENERAL: Fields = {
    "name": TextField(_("Name")),
    "starts_on": DayField(_("Date"), required=False),
    "visibility": ValueChoiceField(
        _("Who sees it"),
        choices=(
            ("public", _("everybody")),
            ("unlisted", _("whoever knows the address")),
            ("private", _("staff and players")),
        ),
    ),
    "time_control-minutes": HoursField(
        _("Minutes a player has for a game"), _("Empty: nobody said."), required=False
    ),
    "time_control-increment_seconds": NumberField(
        _("Seconds added with each move"), required=False
    ),
    "time_zone": TextField(
        _("Time zone"), _("Where it is played, as Asia/Jerusalem."), required=False
    ),
}
REGISTRATION: Fields = {
    "registration-limit": NumberField(_("Most players"), _("Empty: no limit."), required=False),
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
        _("Of whoever has nobody to play. Empty: as a match won."),
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
        _("Who stands first is said by"),
        choices=(
            ("match_points", _("match points")),
            ("game_points", _("game points")),
            ("board_plus_reserve", _("board plus reserve")),
        ),
    ),
    "match-tiebreaks": ListField(
        _("Tie-breaks"), _("Codes with commas, the first one first; they are listed below.")
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

STAGE_OPTIONS: Fields = {
    "rounds": NumberField(_("Rounds"), required=False),
    "cycles": NumberField(_("How often each two meet"), _("1 or 2.")),
    "swap_last_rounds": FlagField(
        _("Of a double round robin, swap the two last rounds of the first half")
    ),
    "groups": NumberField(_("Groups")),
    "numbers": ValueChoiceField(
        _("Numbers of the round robin, places in the bracket"),
        _("They are drawn once, with the first round."),
        choices=(
            ("lot", _("all drawn by lot")),
            ("equals", _("by rating; equal ones drawn by lot")),
            ("list", _("in the order of the list")),
        ),
    ),
    "legs": ListField(
        _("Matches of each player in a round"),
        _("One number a round with commas; the last one goes on."),
        item=NumberField(),
    ),
    "top_moves": ValueChoiceField(
        _("At the top table of round 1, who moves first"),
        choices=(
            ("lot", _("a lot says")),
            ("first", _("the stronger")),
            ("second", _("the other")),
        ),
    ),
    "rematches_from": NumberField(
        _("Two may meet again from round"), _("Empty: never."), required=False
    ),
    "bar": NumberField(_("Bar"), _("From this rating on all begin level."), required=False),
    "floor": NumberField(_("Floor"), _("Below this rating all begin level."), required=False),
    "grade": NumberField(_("Rating points that are one point at the start")),
    "meet_again_after": NumberField(_("Rounds before two may meet again")),
    "to_majority": FlagField(_("A match ends when one is ahead for good")),
    "third_place": FlagField(_("A match for third place")),
    "reset": FlagField(_("A second final if the first is won from below")),
    "sizes": ListField(
        _("Players at a table"),
        _("Sizes with commas, the preferred one first."),
        item=NumberField(),
    ),
    "by_score": FlagField(_("Tables level by score")),
    "places": NumberField(_("Places of each group that go on"), required=False),
    "best_of_rest": NumberField(_("Best of the rest that go on too"), required=False),
    "days": NumberField(
        _("Days a round stays open"), _("Empty: no end by itself."), required=False
    ),
}
DEFAULTS = PairingOptions()


def sections(event: Event) -> list[tuple[Text, Fields]]:
    """Titles with the settings below them."""
    match = MATCH | CARDS if event.game in settings.CARD_GAMES else POINTS | MATCH | SCORING
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
