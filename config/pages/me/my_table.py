"""The open games of one player.

Not here: who the player is (me.py, personal.py), and sending a result (sending.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from config.pages import names
from config.pages.annotations import Context, Document
from config.pages.event.parts.outlook_page import outlook_url
from config.pages.game.games import make_verdict_card
from config.pages.game.sending import (
    ChoiceRow,
    SendOutcome,
    needs_reserves,
    outcome_sentence,
    result_choices,
    score_sentences,
)
from config.pages.game.verdict_card import VerdictCard
from config.pages.me.agreed_times import GameTime, game_time
from config.pages.me.my_rulings import my_rulings
from config.pages.me.my_stakes import MyStakes, my_stakes, opponent_claims
from config.pages.me.report_form import ReportForm, is_card_slot, opponent_names
from config.pages.names import isolate
from config.pages.player.forecasts import slot_forecast
from config.pages.site.rule_texts.house import own_colour
from games import selectors as games
from games.models import Game
from games.scores import score_of_game, scoring_of_game
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.choices import RoundStatus, SlotStatus
from tournaments.selectors import SlotContext
from tournaments.selectors.ladder.arenas import BerserkChoice, berserk_choice
from tournaments.state import ARENA


class GameToAnswer(NamedTuple):
    """A game sent by another seat that I have to answer. slot_id: 0 for a casual game."""

    public_id: str
    slot_id: int
    heading: str
    where: str
    words: list[str]
    verdict: VerdictCard
    answer_url: str


@dataclass(frozen=True, slots=True)
class OpenSlot:
    """A game of mine without a result. moves: 1 if I move first.

    sent: the state of an earlier sending. mine_waits: a game of it waits for my answer. is_next:
    the one game of the page to report. sheets_url: of the photos of its score sheet. checked:
    its form is a preview.
    """

    id: int
    number: int
    opponent: str
    moves: int
    words: str
    sent: str
    mine_waits: bool
    needs_reserves: bool
    choices: list[ChoiceRow]
    submit_url: str
    form: ReportForm
    checked: bool = False
    verdict: VerdictCard | None = None
    when: GameTime | None = None
    stakes: MyStakes | None = None
    is_next: bool = False
    sheets_url: str = ""
    black_first: bool = False

    @property
    def key(self) -> str:
        """The id as text, for ids of fields."""
        return str(self.id)

    @property
    def is_returned(self) -> bool:
        """Whether the form came back with an error or a preview."""
        return self.form.is_bound

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to send now."""
        return (bool(self.sent) or self.mine_waits) and not self.is_returned

    @property
    def is_folded(self) -> bool:
        """Whether the form starts closed."""
        return not (self.is_next or self.is_returned)


class MyTable(NamedTuple):
    """A table where I sit: my opponents, and its games without a result.

    outlook_url: what I still need in the event; empty if that is not said. berserk: of an arena.
    """

    pairing_id: int
    table: int | None
    where: str
    opponents: list[SafeString]
    expected: str
    slots: list[OpenSlot]
    outlook_url: str = ""
    berserk: BerserkChoice | None = None

    @property
    def needs_report(self) -> bool:
        return any(not slot.is_idle for slot in self.slots)

    @property
    def is_returned(self) -> bool:
        return any(slot.is_returned for slot in self.slots)


class FormUrls(NamedTuple):
    """The addresses of forms, in an account or under the code of a personal link."""

    code: str = ""

    def url(self, page: str, key: int | str) -> str:
        if self.code:
            return reverse(f"pages:personal-{page}", args=[self.code, key])
        return reverse(f"pages:{page}", args=[key])

    def sheets_url(self, pairing_id: int, number: int) -> str:
        """Photos are for accounts; under a personal link there is no such page."""
        return "" if self.code else reverse("pages:slot-sheets", args=[pairing_id, number])


def my_table_context(
    actor: Actor,
    *,
    slots: Iterable[SlotContext],
    waiting: Iterable[Game],
    ruled: Iterable[SlotContext],
    sent: SendOutcome,
    code: str = "",
    time_zone: str = "",
    has_links: bool = True,
) -> Context:
    """The open tables of a player.

    code: of a personal link. time_zone: of the reader, empty for that of the event. has_links:
    whether the reader may open the pages of the event.

    The table with a returned form comes first, then those that need a report.
    """
    asked, urls = list(waiting), FormUrls(code)
    to_answer = {game.slot_id for game in asked}
    groups = [list(group) for _id, group in groupby(slots, key=lambda slot: slot.pairing_id)]
    tables = []
    for group in groups:
        seat = permissions.seat_of(actor, group[0])
        mine = [
            replace(
                _open_slot(slot, seat, urls, sent, answers=slot.slot_id in to_answer),
                when=game_time(slot, seat, time_zone=time_zone, url=urls.url("time", slot.slot_id)),
            )
            for slot in group
        ]
        table = _make_table(group[0], seat, mine)
        if has_links:
            tables.append(table._replace(berserk=_berserk(group[0], seat)))
        else:
            tables.append(table._replace(outlook_url=""))
    tables.sort(key=lambda table: (not table.is_returned, not table.needs_report))
    if tables:
        first = next(group[0] for group in groups if group[0].pairing_id == tables[0].pairing_id)
        tables[0] = _open_next(tables[0], first, permissions.seat_of(actor, first))
    return {
        "waiting": [_game_to_answer(game, urls) for game in asked],
        "tables": tables,
        "rulings": my_rulings(actor, ruled, answer_url=partial(urls.url, "answer")),
    }


def _berserk(slot: SlotContext, seat: int | None) -> BerserkChoice | None:
    entry_id = next((each.entry_id for each in slot.seats if each.order == seat), None)
    if slot.stage_system != ARENA or entry_id is None:
        return None
    return berserk_choice(entry_id)


def _open_next(table: MyTable, slot: SlotContext, seat: int | None) -> MyTable:
    """The first table, with its forecast and the form of its next game open."""
    is_next = next((one.id for one in table.slots if not one.is_idle), 0)
    slots = [replace(one, is_next=one.id == is_next) for one in table.slots]
    return table._replace(expected=_forecast_sentence(slot, seat), slots=slots)


def _make_table(slot: SlotContext, seat: int | None, mine: list[OpenSlot]) -> MyTable:
    where = _("%(event)s, round %(round)d") % {
        "event": isolate(slot.event_name),
        "round": slot.round_number,
    }
    opponents = [
        names.name_with_reading(each.name, each.reading)
        for each in slot.seats
        if each.order != seat
    ]
    number = next((each.number for each in slot.seats if each.order == seat), None)
    is_of_two = len(slot.seats) == 2 and slot.round_state != RoundStatus.DRAFT
    url = outlook_url(slot.event_slug, number) if is_of_two else ""
    return MyTable(slot.pairing_id, slot.table, where, opponents, "", mine, url)


def _game_to_answer(game: Game, urls: FormUrls) -> GameToAnswer:
    view = games.game_view(game)
    seat, slot = game.submitted_seat, game.slot
    players = [player["name"] for player in view["players"]]  # in the order of moving
    name = ""
    if seat is not None:
        name = players[(seat - (slot.first_seat if slot else 1)) % len(players)]
    heading = (
        _("%(name)s sent this game") % {"name": isolate(name)} if name else _("A game was sent")
    )
    return GameToAnswer(
        public_id=game.public_id,
        slot_id=game.slot_id or 0,
        heading=heading,
        where=_where(game),
        words=[
            *_outcome_for_me(game, view, players, name),
            *opponent_claims(game, opponent=name),
        ],
        verdict=make_verdict_card(game, key=f"w{game.pk}"),
        answer_url=urls.url("answer", game.public_id),
    )


def _where(game: Game) -> str:
    slot = game.slot
    if slot is None:
        return _("Casual game")
    return _("%(event)s, round %(round)d, game %(number)d") % {
        "event": isolate(slot.pairing.round.event.name),
        "round": slot.pairing.round.number,
        "number": slot.number,
    }


def _outcome_for_me(game: Game, view: Document, players: list[str], sender: str) -> list[str]:
    """How a game of two ended, for the player who did not send it."""
    if view["result"] is None or len(players) != 2 or sender not in players:
        return []
    mine = 2 - players.index(sender)
    made, scoring = score_of_game(game), scoring_of_game(game)
    return [
        outcome_sentence(view["result"], mine=mine, opponent=sender),
        *score_sentences(made, scoring, mine=mine, opponent=sender),
    ]


def _open_slot(
    slot: SlotContext, mine: int | None, urls: FormUrls, sent: SendOutcome, *, answers: bool
) -> OpenSlot:
    first = mine == slot.first_seat
    opponent = opponent_names(slot, mine)
    returned = sent if slot.slot_id == sent.slot_id else SendOutcome()
    return OpenSlot(
        id=slot.slot_id,
        number=slot.number,
        opponent=opponent,
        moves=1 if first else 2,
        words=_who_moves(slot, first=first) % {"number": slot.number},
        sent="" if answers else _sent_text(slot, opponent),
        mine_waits=answers,
        needs_reserves=needs_reserves(slot),
        choices=[] if is_card_slot(slot) else result_choices(first, opponent),
        black_first=slot.ruleset.get("first_colour") == "black",
        submit_url=urls.url("submit", slot.slot_id),
        form=returned.form or ReportForm(slot=slot, seat=mine),
        checked=returned.checked,
        verdict=returned.verdict,
        stakes=my_stakes(slot, mine, opponent, url=urls.url("bids", slot.slot_id)),
        sheets_url=urls.sheets_url(slot.pairing_id, slot.number),
    )


def _sent_text(slot: SlotContext, opponent: str) -> str:
    """The state of what was sent for a game before."""
    if slot.slot_state == SlotStatus.REPORTED:
        return _("The result is sent. %(name)s has not confirmed it yet.") % {
            "name": isolate(opponent)
        }
    if slot.slot_state == SlotStatus.DISPUTED:
        return _("The players do not agree. An arbiter decides.")
    if slot.slot_state == SlotStatus.POSTPONED:
        return _("This game is postponed. Send the result when it is played.")
    return ""


def _who_moves(slot: SlotContext, *, first: bool) -> str:
    if not is_card_slot(slot):
        words = (
            _("Game %(number)d: you move first") if first else _("Game %(number)d: you move second")
        )
        colour = own_colour(slot.ruleset, first=first)
        return f"{words} · {colour}" if colour else words
    return _("Game %(number)d: you begin") if first else _("Game %(number)d")


def _forecast_sentence(slot: SlotContext, seat: int | None) -> str:
    """The forecast of a game of two rated players; else empty."""
    forecast = slot_forecast(slot) if seat is not None else None
    if forecast is None:
        return ""
    mine = forecast.share if seat == slot.first_seat else 1 - forecast.share
    return _("By the ratings you are expected to score %(percent)d %% of game %(number)d.") % {
        "percent": round(100 * mine),
        "number": slot.number,
    }
