"""What players reported of a game, as choices for staff: each differing report once."""

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from config.pages.desk.results.slip_parser import Claim, GameEnd
from config.pages.desk.results.slips import card_texts, ending_text
from config.pages.names import isolate
from engine.games import CARD_GAMES
from engine.tak.players import SIDES
from engine.tak.results import way_of
from games import outcomes
from games import selectors as games
from games.models import COUNTED_STATES, PENDING_STATES, Game, GameState
from games.scores import end_of_game
from tournaments.errors import DomainError
from tournaments.selectors import SlotContext
from tournaments.wording import join_with_and, join_with_commas


class Report(NamedTuple):
    """game: one of those that say the same. by: who sent them. claim: as services take it."""

    game: Game
    by: list[str]
    end: outcomes.GameEnd
    claim: Claim
    text: str

    @property
    def label(self) -> str:
        """The report as a sentence."""
        text = _("As reported by %(names)s: %(result)s")
        return text % {"names": join_with_and(self.by), "result": self.text}


def find_reports(slot: SlotContext) -> list[Report]:
    """Reports that wait for a decision, the oldest first; in a dispute also the counted one."""
    states: tuple[GameState, ...] = PENDING_STATES
    if games.has_open_dispute(slot.slot_id):
        states += COUNTED_STATES
    return make_reports(slot, (g for g in games.games_of_slot(slot.slot_id) if g.state in states))


def make_reports(slot: SlotContext, submitted: Iterable[Game]) -> list[Report]:
    """Games with the same end are one report. A game without an end is none."""
    names = {seat.order: isolate(seat.name) for seat in slot.seats}
    found: list[Report] = []
    for game in submitted:
        try:
            end = end_of_game(game)
        except DomainError:
            continue
        by = names.get(game.submitted_seat or 0, _("staff"))
        same = next((each for each in found if each.end.agrees_with(end)), None)
        if same is None:
            claim, text = _describe(slot, end, names)
            found.append(Report(game, [by], end, claim, text))
        elif by not in same.by:
            same.by.append(by)
    return found


def _describe(slot: SlotContext, end: outcomes.GameEnd, names: dict[int, str]) -> tuple[Claim, str]:
    """The end as a claim, and in words."""
    if slot.event_game in CARD_GAMES:
        claim = _card_claim(end)
        return claim, join_with_commas(card_texts(slot, end))
    first = slot.first_seat
    seat = None if end.winner is None else first if end.winner == 1 else 3 - first
    reserves = end.facts.get("reserves") or {}
    left = reserves.get(SIDES[end.winner - 1], {}) if end.winner else {}
    told = GameEnd(seat, way_of(end.result), left)
    claim = told.claim(first)
    if "calls" in end.facts:
        claim["calls"] = end.facts["calls"]
    return claim, ending_text(told, names)


def _card_claim(end: outcomes.GameEnd) -> Claim:
    cards: list[int] | None = end.facts.get("cards_left")
    if cards:
        return {"cards_left": cards}
    halves = [place_x2 / 2 for place_x2 in end.places_x2 or []]
    return {"places": [int(place) if place.is_integer() else place for place in halves]}
