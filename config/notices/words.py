"""What a notice says, in the language that is active, and the page that says more.

No database: names and texts come as `Known`. Names are isolated from the direction around them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.notices.choices import KIND_OF, Kind, What
from config.pages.names import isolate
from config.pages.zones import local_time_text
from tournaments.documents import Document
from tournaments.state import ADJUDICATED, CANCELLED, DOUBLE_FORFEIT, FORFEIT
from tournaments.wording import join_with_commas

LONGEST_TEXT = 280  # characters shown of an announcement
Text = str | Promise


@dataclass(frozen=True, slots=True)
class Known:
    """players: names by public id. events: name and time zone by slug. announcements: texts by id,
    without withdrawn ones. pools: names by slug. zone: the reader's; empty: that of the event.
    """

    players: Mapping[str, str] = field(default_factory=dict)
    events: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    announcements: Mapping[int, str] = field(default_factory=dict)
    pools: Mapping[str, str] = field(default_factory=dict)
    zone: str = ""


@dataclass(frozen=True, slots=True)
class _Facts:
    event: str
    data: Document
    known: Known

    @property
    def others(self) -> str:
        names = (self.known.players.get(player, "?") for player in self.data["others"])
        return join_with_commas(map(isolate, names))

    def moment(self, name: str) -> str:
        """A moment of the data in the reader's zone."""
        text = self.data.get(name)
        event_zone = self.known.events.get(self.event, ("", ""))[1]
        moment = datetime.fromisoformat(text) if text else None
        return local_time_text(moment, event_zone, own_zone=self.known.zone)


def sentence_of(what: str, event: str, data: Document, known: Known) -> str:
    """One or two sentences. data: of the notice. event: its slug, or empty."""
    return SENTENCES[What(what)](_Facts(event, data, known))


def path_of(what: str, event: str, data: Document) -> str:
    """The path of the page that says more or where one answers."""
    return PATHS[What(what)](event, data)


def _paired(facts: _Facts) -> str:
    data = facts.data
    where = {"round": data["round"], "table": data["table"], "others": facts.others}
    seats = len(data["others"]) + 1
    if data["table"] is None:
        return _("Round {round}: you play {others}.").format(**where)
    if seats > 2:
        return _("Round {round}: table {table}, with {others}.").format(**where)
    if data["games"] > 1:
        # A match of several games: who begins changes from game to game.
        begins = _("Round {round}: table {table}, you move first in game 1, against {others}.")
        other = _("Round {round}: table {table}, you move second in game 1, against {others}.")
    else:
        begins = _("Round {round}: table {table}, you move first, against {others}.")
        other = _("Round {round}: table {table}, you move second, against {others}.")
    return (begins if data["first"] else other).format(**where)


def _game(one: Text, of_several: Text) -> "Write":
    """About a game of a pairing. of_several: if the pairing has more than one game."""

    def write(facts: _Facts) -> str:
        words = of_several if facts.data["games"] > 1 else one
        return str(words).format(
            round=facts.data["round"],
            number=facts.data["number"],
            others=facts.others,
            result=isolate(str(facts.data.get("outcome", ""))),
        )

    return write


def _plain(words: Text, *names: str) -> "Write":
    """A sentence with values of the data."""
    return lambda facts: str(words).format(**{name: facts.data[name] for name in names})


def _with_others(words: Text) -> "Write":
    return lambda facts: str(words).format(others=facts.others, round=facts.data.get("round"))


def _timed(words: Text) -> "Write":
    return lambda facts: str(words).format(
        round=facts.data["round"], others=facts.others, when=isolate(facts.moment("play_at"))
    )


def _time_set(facts: _Facts) -> str:
    if facts.data.get("play_at"):
        return _timed(gettext_lazy("The staff set the time of your game with {others}: {when}."))(
            facts
        )
    return _("The time of your game with {others} is open again.").format(others=facts.others)


def _due(words: Text) -> "Write":
    return lambda facts: str(words).format(
        round=facts.data["round"], others=facts.others, when=isolate(facts.moment("due_at"))
    )


def _answered_by(words: Text) -> "Write":
    return lambda facts: str(words).format(
        others=facts.others, when=isolate(facts.moment("answer_by"))
    )


def _ruled(facts: _Facts) -> str:
    words = RULINGS.get(facts.data.get("ruling", ""), RULED)
    return str(words).format(others=facts.others, round=facts.data["round"])


def _closed(facts: _Facts) -> str:
    data = facts.data
    return _("Round {round} is over. You are number {rank} of {players}. Points: {points}.").format(
        round=data["round"],
        rank=data["rank"],
        players=data["players"],
        points=isolate(str(data["points"])),
    )


def _rated(facts: _Facts) -> str:
    data = facts.data
    pool = isolate(facts.known.pools.get(data["pool"]) or data["pool"])
    day = date_format(date.fromisoformat(data["on"]), "DATE_FORMAT")
    if data["before"] is None:
        words = _("The rating list {pool} of {day} has you for the first time: {rating}.")
    else:
        words = _(
            "The rating list {pool} of {day} is published: your rating is {rating}, "
            "before it was {before}."
        )
    return words.format(pool=pool, day=day, rating=data["rating"], before=data["before"])


def _announced(facts: _Facts) -> str:
    text = facts.known.announcements.get(facts.data["announcement"])
    if text is None:
        return _("An announcement, which was taken back.")
    words = " ".join(text.split())
    short = words if len(words) <= LONGEST_TEXT else words[: LONGEST_TEXT - 1].rstrip() + "…"
    return _("The staff say: {text}").format(text=isolate(short))


RULED: Text = gettext_lazy("An arbiter decided your game with {others}.")
RULINGS: dict[str, Text] = {
    FORFEIT: gettext_lazy("An arbiter decided your game with {others}: a forfeit."),
    DOUBLE_FORFEIT: gettext_lazy("An arbiter decided your game with {others}: forfeit by both."),
    ADJUDICATED: gettext_lazy("An arbiter set the result of your game with {others}."),
    CANCELLED: gettext_lazy("An arbiter cancelled your game with {others}."),
    "postponed": gettext_lazy("An arbiter postponed your game with {others}."),
}
Write = Callable[[_Facts], str]
SENTENCES: dict[What, Write] = {
    What.PAIRED: _paired,
    What.BYE: _plain(gettext_lazy("Round {round}: you have a bye."), "round"),
    What.UNPAIRED: _plain(gettext_lazy("The pairings of round {round} are withdrawn."), "round"),
    What.WAITS: _game(
        gettext_lazy("{others} sent the result of your game. Confirm or dispute it."),
        gettext_lazy("{others} sent the result of your game {number}. Confirm or dispute it."),
    ),
    What.CASUAL_WAITS: _with_others(
        gettext_lazy("{others} sent a game with you. Confirm or dispute it.")
    ),
    What.COUNTS: _game(
        gettext_lazy("The result of your game with {others} counts: {result}."),
        gettext_lazy("The result of your game {number} with {others} counts: {result}."),
    ),
    What.CASUAL_COUNTS: _with_others(gettext_lazy("Your game with {others} counts.")),
    What.DISPUTED: _game(
        gettext_lazy("Your game with {others} is disputed. An arbiter decides."),
        gettext_lazy("Your game {number} with {others} is disputed. An arbiter decides."),
    ),
    What.DISPUTED_STAFF: _with_others(
        gettext_lazy("A game of round {round} is disputed and waits for a decision: {others}.")
    ),
    What.RULED: _ruled,
    What.TIME_PROPOSED: _timed(gettext_lazy("{others} proposes to play your game: {when}.")),
    What.TIME_AGREED: _timed(gettext_lazy("Your game with {others} is agreed for {when}.")),
    What.TIME_DECLINED: _with_others(
        gettext_lazy("The time proposed for your game with {others} no longer stands.")
    ),
    What.TIME_SET: _time_set,
    What.DUE: _due(gettext_lazy("Your game with {others} is due: {when}.")),
    What.OVERDUE: _due(gettext_lazy("Your game with {others} is overdue. It was due: {when}.")),
    What.OVERDUE_STAFF: _due(
        gettext_lazy("A game of round {round} is overdue: {others}. It was due: {when}.")
    ),
    What.PROMOTED: _plain(gettext_lazy("You have a place from the waiting list.")),
    What.ACCEPTED: _plain(gettext_lazy("Your entry is accepted.")),
    What.LISTED: _plain(gettext_lazy("Your entry is on the waiting list.")),
    What.REFUSED: _plain(gettext_lazy("Your entry is refused.")),
    What.CLOSED: _closed,
    What.FINISHED: _plain(gettext_lazy("The event is over.")),
    What.RATED: _rated,
    What.ANNOUNCED: _announced,
    What.CHALLENGED: _answered_by(gettext_lazy("{others} challenges you. Answer by {when}.")),
    What.CHALLENGE_DUE: _answered_by(
        gettext_lazy("The challenge of {others} waits for your answer until {when}.")
    ),
    What.CHALLENGE_ACCEPTED: _with_others(gettext_lazy("{others} accepted your challenge.")),
    What.CHALLENGE_DECLINED: _with_others(
        gettext_lazy("{others} declined your challenge, so you move as after a win.")
    ),
    What.CHALLENGE_WITHDRAWN: _with_others(
        gettext_lazy("{others} took back the challenge to you.")
    ),
    What.CHALLENGE_EXPIRED: _with_others(
        gettext_lazy(
            "The challenge between you and {others} had no answer in time. The challenger moves as "
            "after a win."
        )
    ),
}


def _mine(_event: str, _data: Document) -> str:
    return reverse("pages:me")


def _event(event: str, _data: Document) -> str:
    return reverse("pages:event", args=[event])


def _round(event: str, data: Document) -> str:
    return reverse("pages:event-round", args=[event, data["round"]])


def _ladder(event: str, _data: Document) -> str:
    return reverse("pages:event-ladder", args=[event])


def _standings(event: str, _data: Document) -> str:
    return reverse("pages:event-standings", args=[event])


def _casual(_event: str, data: Document) -> str:
    return reverse("pages:game", args=[data["game"]])


def _list(_event: str, data: Document) -> str:
    return reverse("pages:pool", args=[data["pool"]])


def _disputes(event: str, _data: Document) -> str:
    return reverse("pages:manage-disputes", args=[event])


def _late(event: str, _data: Document) -> str:
    return reverse("pages:manage-late", args=[event])


Path = Callable[[str, Document], str]
PATHS: dict[What, Path] = {
    **dict.fromkeys(What, _mine),
    **dict.fromkeys((What.PAIRED, What.BYE, What.UNPAIRED, What.COUNTS, What.RULED), _round),
    **dict.fromkeys(
        (What.PROMOTED, What.ACCEPTED, What.LISTED, What.REFUSED, What.ANNOUNCED), _event
    ),
    **dict.fromkeys((What.CLOSED, What.FINISHED), _standings),
    **dict.fromkeys((What.CASUAL_WAITS, What.CASUAL_COUNTS), _casual),
    **dict.fromkeys((what for what in What if KIND_OF[what] == Kind.CHALLENGE), _ladder),
    What.RATED: _list,
    What.DISPUTED_STAFF: _disputes,
    What.OVERDUE_STAFF: _late,
}
