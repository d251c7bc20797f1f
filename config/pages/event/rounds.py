"""A round as a list of tables."""

from collections.abc import Mapping
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Document, Event
from config.pages.event.parts.team_table import match_titles
from config.pages.labels import SLOT_STATES
from games import selectors as games
from games.places import SeatScore, slot_scores, sum_scores
from tournaments import selectors
from tournaments.actor import ANONYMOUS, Actor
from tournaments.choices import FINISHED_SLOTS, RoundStatus, SlotStatus
from tournaments.standings.points import Points
from tournaments.wording import join_with_commas

_FORFEIT_LABELS = {
    "forfeit": gettext_lazy("by forfeit"),
    "double_forfeit": gettext_lazy("both forfeited"),
    "cancelled": gettext_lazy("cancelled"),
    "adjudicated": gettext_lazy("decided by the arbiter"),
}
_BYE_LABELS = {
    "bye_allocated": gettext_lazy("bye"),
    "bye_asked": gettext_lazy("bye, as requested"),
}
_FINAL_TITLES = {
    "GF": gettext_lazy("Grand final"),
    "GF2": gettext_lazy("Grand final, second match"),
    "P3": gettext_lazy("Match for third place"),
}


class SeatRow(NamedTuple):
    """moves: 1 or 2, the order of moving in the next game; 0 for neither. place: at a table of
    several.

    entry: the number of the entry. reading: how the name is read.
    """

    name: str
    moves: int
    points_x2: Points | None
    won: bool
    place: str = ""
    entry: int = 0
    reading: str = ""


class PairingRow(NamedTuple):
    """url: the newest game, or empty. why: the page with the reasons. over: no game is missing.

    board: of a match of teams.
    """

    table: int | None
    seats: list[SeatRow]
    state: str
    url: str
    why: str
    over: bool
    pairing: int = 0
    board: int | None = None


class RoundSection(NamedTuple):
    """Pairings under one title: a leg, a group, a part of a bracket, or a match of teams."""

    title: str
    pairings: list[PairingRow]
    is_match: bool = False


class RoundPage(NamedTuple):
    number: int
    sections: list[RoundSection]
    stamp: str
    late: bool

    @property
    def tables(self) -> int:
        return sum(len(section.pairings) for section in self.sections)

    def part(self, shown: slice) -> "RoundPage":
        """Only these of its tables, counted through all sections."""
        begin, sections = 0, []
        for section in self.sections:
            first, last = max(0, shown.start - begin), max(0, shown.stop - begin)
            if rows := section.pairings[first:last]:
                sections.append(section._replace(pairings=rows))
            begin += len(section.pairings)
        return self._replace(sections=sections)


def round_page(event: Event, number: int, actor: Actor = ANONYMOUS) -> RoundPage:
    """A round as the actor sees it. Public pages use ANONYMOUS, so staff see no drafts there.

    :raises NotFound: no such round, or a draft that is hidden from the actor.
    """
    view = selectors.round_view(event, number, actor)
    played = games.games_of_pairings([pairing["id"] for pairing in view["pairings"]])
    total = sum(view["slots"].values()) - view["slots"].get(SlotStatus.UNNEEDED, 0)
    decided = view["slots"].get(SlotStatus.DECIDED, 0)
    closed = view["state"] == RoundStatus.CLOSED
    matches = match_titles(event, number)
    boards = {table: of.board for table, of in selectors.boards_by_table(event, number).items()}
    order = {pairing_id: at for at, pairing_id in enumerate(matches)}
    listed = sorted(view["pairings"], key=lambda pairing: order.get(pairing["id"], 0))
    titled = groupby(
        listed,
        key=lambda pairing: (
            matches.get(pairing["id"]) or section_title(pairing, view["legs"]),
            pairing["id"] in matches,
        ),
    )
    return RoundPage(
        number=number,
        sections=[
            RoundSection(
                title,
                [
                    pairing_row(pairing, played)._replace(board=boards.get(pairing["table"]))
                    for pairing in pairings
                ],
                is_match=is_match,
            )
            for (title, is_match), pairings in titled
        ],
        stamp=_("closed") if closed else _progress(decided, total),
        late=not closed and decided < total,
    )


def section_title(pairing: Document, legs: int) -> str:
    """Leg, group and bracket of a pairing; empty if the round has no parts."""
    parts = []
    if legs > 1:
        parts.append(_("Match %(leg)d of %(legs)d") % {"leg": pairing["leg"], "legs": legs})
    if pairing["group"]:
        parts.append(_("Group %(group)s") % {"group": pairing["group"]})
    if pairing["bracket"]:
        parts.append(bracket_title(pairing["bracket"]))
    return " · ".join(parts)


def bracket_title(label: str) -> str:
    """The part of the bracket that a match label belongs to."""
    if label in _FINAL_TITLES:
        return str(_FINAL_TITLES[label])
    return _("Losers' bracket") if label.startswith("L") else _("Bracket")


def _progress(decided: int, total: int) -> str:
    return ngettext(
        "%(decided)d of %(total)d game in", "%(decided)d of %(total)d games in", total
    ) % {"decided": decided, "total": total}


def pairing_row(pairing: Document, played: Mapping[tuple[int, int], list[str]]) -> PairingRow:
    """pairing: from `selectors.pairing_view`. played: ids of games."""
    slots = pairing["slots"]
    current = next((slot for slot in slots if slot["state"] not in FINISHED_SLOTS), None)
    mover = (current or slots[0])["first_seat"] if slots else 0
    totals = _totals(slots, len(pairing["seats"]))
    points = [total.points_x2 for total in totals]
    best = max((each for each in points if each is not None), default=None)
    sole = points.count(best) == 1 and current is None
    return PairingRow(
        table=pairing["table"],
        seats=[
            SeatRow(
                name=seat["name"],
                moves=_mover_mark(seat["order"], mover, len(pairing["seats"])),
                points_x2=total.points_x2,
                won=sole and total.points_x2 == best,
                place=total.place,
                entry=seat["entry"],
                reading=seat["sort_name"],
            )
            for seat, total in zip(pairing["seats"], totals, strict=True)
        ],
        state=_pairing_label(pairing, current),
        url=_game_url(pairing, played),
        why=reverse("pages:why", args=[pairing["event"], pairing["round"], pairing["id"]]),
        over=current is None,
        pairing=pairing["id"],
    )


def _mover_mark(order: int, mover: int, seats: int) -> int:
    """With more than two seats only the first mover is marked."""
    if order == mover:
        return 1
    return 2 if mover and seats == 2 else 0


def _totals(slots: list[Document], seats: int) -> list[SeatScore]:
    """By seat, of the games that have a result."""
    made = [scores for slot in slots if (scores := slot_scores(slot))]
    if not made:
        return [SeatScore("", None)] * seats
    return [sum_scores(of_seat) for of_seat in zip(*made, strict=True)]


def _pairing_label(pairing: Document, current: Document | None) -> str:
    if pairing["kind"] in _BYE_LABELS:
        return str(_BYE_LABELS[pairing["kind"]])
    if current is not None:
        return str(SLOT_STATES.get(current["state"], "")) % {"number": current["number"]}
    kinds = {slot["kind"] for slot in pairing["slots"]}
    special = [str(words) for kind, words in _FORFEIT_LABELS.items() if kind in kinds]
    return join_with_commas([_("finished"), *special])


def _game_url(pairing: Document, played: Mapping[tuple[int, int], list[str]]) -> str:
    """The newest game of the pairing, or empty."""
    for slot in reversed(pairing["slots"]):
        found = played.get((pairing["id"], slot["number"]))
        if found:
            return reverse("pages:game", args=[found[-1]])
    return ""
