"""Which settings an event has, in the words of the form, and which of them may still be changed."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from config.pages.desk.setup.fields import Field
from config.pages.desk.setup.stake_fields import STAKE_FIELDS
from config.pages.event.event_rows import Event
from config.pages.site.rule_texts import RuleOption
from config.pages.site.rule_texts.names import RULESET_NAMES
from config.pages.site.rules import TEXTS
from engine.games import PRESETS
from engine.tak.ruleset import STYLE_SIZES
from tournaments.services.entries import registration
from tournaments.services.events import changes, settings
from tournaments.state import AS_DRAW, AS_NOTHING, AS_WIN, PairingOptions

GENERAL = (
    Field("name", _("Name")),
    Field("starts_on", _("Date"), "date"),
    Field("visibility", _("Who sees it"), "choice", choices=(
        ("public", _("everybody")),
        ("unlisted", _("whoever knows the address")),
        ("private", _("staff and players")),
    )),
    Field("time_control.minutes", _("Minutes a player has for a game"), "hours",
          _("Empty: nobody said.")),
    Field("time_control.increment_seconds", _("Seconds added with each move"), "maybe"),
    Field("time_zone", _("Time zone"), hint=_("Where it is played, as Asia/Jerusalem.")),
)  # fmt: skip
REGISTRATION = (
    Field("registration.limit", _("Most players"), "maybe", _("Empty: no limit.")),
    Field("registration.waiting_list", _("A waiting list where it is full"), "flag"),
    Field("registration.approval", _("Staff approve each entry"), "flag"),
    Field("registration.check_in", _("Who is not checked in at the start is left out"), "flag"),
    Field("registration.unrated", _("Players without a rating may enter"), "flag"),
    Field("registration.rating_min", _("Lowest rating"), "maybe"),
    Field("registration.rating_max", _("Highest rating"), "maybe"),
    Field("registration.clubs", _("Only members of"), "list",
          _("Addresses of clubs with commas; empty: everybody.")),
    Field("registration.opens_at", _("Opens"), "time", _("In the time zone of the event.")),
    Field("registration.closes_at", _("Closes"), "time", _("In the time zone of the event.")),
    Field("registration.byes.limit", _("Byes a player may ask for"), "number"),
    Field("registration.byes.points_x2", _("Points of such a bye"), "points",
          _("0, ½ or 1.")),
    Field("registration.byes.last_round", _("Last round of such a bye"), "maybe"),
    Field("registration.note", _("What players should know"), "long"),
)  # fmt: skip
POINTS = (
    Field("match.points.per_game", _("Each game counts by itself, not the match"), "flag"),
    Field("match.points.won_x2", _("Points of a match won"), "points"),
    Field("match.points.tied_x2", _("Points of a match tied"), "points"),
    Field("match.points.lost_x2", _("Points of a match lost"), "points"),
)
MATCH = (
    Field("match.games", _("Games a match"), "number"),
    Field("match.bye_allocated_x2", _("Points of a bye"), "maybe points",
          _("Of whoever has nobody to play. Empty: as a match won.")),
    Field("match.bye_asked_x2", _("Points of a bye that staff give"), "points"),
    Field("match.forfeit_win_x2", _("Points of winning by forfeit"), "points"),
    Field("match.forfeit_loss_x2", _("Points of losing by forfeit"), "points"),
    Field("match.double_forfeit_x2", _("Points of each when both forfeit"), "some points"),
    Field("match.cancelled_x2", _("Points of each of a game that is cancelled"), "some points"),
    Field("match.late_x2", _("Points of each round that a late entry missed"), "some points"),
    Field("match.postponed", _("A postponed match counts, while the next round is paired, as"),
          "choice", choices=(
              (AS_DRAW, _("a draw")), (AS_NOTHING, _("nothing")), (AS_WIN, _("a win for both")),
          )),
    Field("match.rank_by", _("Who stands first is said by"), "choice", choices=(
        ("match_points", _("match points")),
        ("game_points", _("game points")),
        ("board_plus_reserve", _("board plus reserve")),
    )),
    Field("match.tiebreaks", _("Tie-breaks"), "list",
          _("Codes with commas, the first one first; they are listed below.")),
    Field("match.late", _("A game that is not played in time"), "choice", choices=(
        ("nothing", _("waits for the staff")), ("forfeit", _("is forfeited by who is late")),
    )),
)  # fmt: skip
SCORING = (
    Field("match.scoring.methods", _("Ways to score a game"), "list",
          _("board_plus_reserve, downing, middletown, tarway; with commas.")),
    Field("match.scoring.combine", _("Several ways together"), "choice", choices=(
        ("multiply", _("multiply")), ("max", _("the larger one counts")),
    )),
    Field("match.scoring.scope", _("For Middletown a capstone is to be"), "choice", choices=(
        ("not_placed", _("left in the reserve")), ("not_in_road", _("outside of the road")),
    )),
    Field("match.scoring.capless", _("Middletown with a set without capstones"), "choice",
          choices=(("no_bonus", _("gives no bonus")), ("bonus", _("gives the bonus")))),
)  # fmt: skip
CARDS = (Field("match.winner_takes_all", _("The winner of a table takes the point"), "flag"),)
CONFIRM = (
    Field("confirm.policy", _("A result counts when"), "choice", choices=(
        ("opponent", _("the other player agrees")),
        ("majority", _("more than half of the others agree")),
        ("all", _("everybody at the table agrees")),
        ("staff", _("staff confirm it")),
    )),
    Field("confirm.hours", _("Hours after which a proven game counts by itself"), "hours",
          _("Empty: never.")),
)  # fmt: skip

# The first step of a path that may change while the event is played: all of it, or these below.
LATE_PATHS = frozenset(
    {*changes.LATE_CHANGES}
    | {f"match.{name}" for name in settings.RANKING}
    | {f"registration.{name}" for name in registration.LATE}
)

OPTIONS: dict[str, Field] = {
    each.path: each
    for each in (
        Field("rounds", _("Rounds"), "maybe"),
        Field("cycles", _("How often each two meet"), "number", _("1 or 2.")),
        Field("swap_last_rounds", _("Of a double round robin, swap the two last rounds of the "
                                    "first half"), "flag"),
        Field("groups", _("Groups"), "number"),
        Field("numbers", _("Numbers of the round robin, places in the bracket"), "choice",
              _("They are drawn once, with the first round."), (
                  ("lot", _("all drawn by lot")),
                  ("equals", _("by rating; equal ones drawn by lot")),
                  ("list", _("in the order of the list")),
              )),
        Field("legs", _("Matches of each player in a round"), "numbers",
              _("One number a round with commas; the last one goes on.")),
        Field("top_moves", _("At the top table of round 1, who moves first"), "choice", choices=(
            ("lot", _("a lot says")), ("first", _("the stronger")), ("second", _("the other")),
        )),
        Field("rematches_from", _("Two may meet again from round"), "maybe", _("Empty: never.")),
        Field("bar", _("Bar"), "maybe", _("From this rating on all begin level.")),
        Field("floor", _("Floor"), "maybe", _("Below this rating all begin level.")),
        Field("grade", _("Rating points that are one point at the start"), "number"),
        Field("meet_again_after", _("Rounds before two may meet again"), "number"),
        Field("to_majority", _("A match ends when one is ahead for good"), "flag"),
        Field("third_place", _("A match for third place"), "flag"),
        Field("reset", _("A second final if the first is won from below"), "flag"),
        Field("sizes", _("Players at a table"), "numbers",
              _("Sizes with commas, the preferred one first.")),
        Field("by_score", _("Tables level by score"), "flag"),
        Field("places", _("Places of each group that go on"), "maybe"),
        Field("best_of_rest", _("Best of the rest that go on too"), "maybe"),
        Field("days", _("Days a round stays open"), "maybe", _("Empty: no end by itself.")),
    )
}  # fmt: skip
DEFAULTS = PairingOptions()


def sections(event: Event) -> list[tuple[Any, tuple[Field, ...]]]:
    """Titles with the fields below them."""
    match = (*MATCH, *CARDS) if event.game in settings.CARDS else (*POINTS, *MATCH, *SCORING)
    stakes = [(_("Stakes"), STAKE_FIELDS)] if event.game == "tak" else []
    return [
        (_("General"), GENERAL),
        (_("Registration"), REGISTRATION),
        (_("Matches and table"), match),
        *stakes,
        (_("Results"), CONFIRM),
        (_("Rules of the game"), ruleset_fields(event.game)),
    ]


def ruleset_fields(game: str) -> tuple[Field, ...]:
    """The named rules, and the options in the words of the page of rules."""
    named = Field(
        "ruleset.name",
        _("Rules"),
        "choice",
        _("Other rules bring their options along, but for those that you change here."),
        tuple((code, _name_with_board(game, code)) for code in PRESETS[game]),
    )
    return (named, *(_of_option(each) for section in TEXTS[game] for each in section.options))


def _name_with_board(game: str, code: str) -> "str | Promise":
    """The name of a ruleset for people; a style of Tak brings its board along."""
    name, size = RULESET_NAMES[game].get(code, code), STYLE_SIZES.get(code)
    return format_lazy("{} ({}×{})", name, size, size) if size and game == "tak" else name


def _of_option(option: RuleOption) -> Field:
    path = f"ruleset.{option.field}"
    if option.number:
        empty = option.choices.get(None, "")
        kind = "maybe" if None in option.choices else "number"
        hint = _("Empty: {meaning}.").format(meaning=empty) if empty else ""
        return Field(path, option.label, kind, hint)
    values = tuple(option.choices.items())
    if set(option.choices) == {True, False}:
        values = ((False, option.choices[False]), (True, option.choices[True]))
    return Field(path, option.label, "choice", choices=values)


def is_fixed(event: Event) -> Callable[[Field], bool]:
    """Whether a field cannot be changed any more; the services have the last word."""
    if event.state in ("draft", "registration"):
        return lambda _field: False

    def fixed(each: Field) -> bool:
        head, _dot, rest = each.path.partition(".")
        below = f"{head}.{rest.partition('.')[0]}"
        if event.state == "finished" and head == "match":
            return True
        return not ({head, below} & LATE_PATHS)

    return fixed


LATE_STATES = ("finished",)
