"""The forms of an own game: its bids, and how it ended."""

import re

from django import forms
from django.forms import BoundField
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.pages.annotations import Context
from config.pages.forms import NumberField, TextField
from config.pages.game.sent_records import file_text
from config.pages.me.coin_fields import TURNS, BidsForm, CountField, order_calls
from config.pages.names import isolate
from engine.games import CARD_GAMES
from engine.tak.players import SIDES
from engine.tak.results import RESULTS, winner_of
from tournaments.errors import DomainError
from tournaments.selectors import SlotContext
from tournaments.wording import join_with_commas

_PLACE = re.compile(r"[0-9]{1,2}(\.5)?$")


def is_card_slot(slot: SlotContext) -> bool:
    return slot.event_game in CARD_GAMES


def opponent_names(slot: SlotContext, seat: int | None) -> str:
    return join_with_commas(each.name for each in slot.seats if each.order != seat)


class MyBidsForm(BidsForm):
    """Bids by the player at a seat: the own ones first."""

    names = ("mine", "theirs")

    def __init__(self, *data: object, slot: SlotContext, seat: int | None, auto_id: str) -> None:
        super().__init__(*data, auto_id=auto_id)
        self.slot, self.seat = slot, seat
        stakes = slot.match.get("stakes") or {}
        name = isolate(opponent_names(slot, seat))
        self.add_row(
            1, CountField(_("Your bid")), CountField(_("Bid of %(name)s") % {"name": name})
        )
        for turn in TURNS[1:] if stakes.get("bid_mode") != "ascending" else ():
            theirs = CountField(_("Bid %(turn)s of %(name)s") % {"turn": turn, "name": name})
            self.add_row(turn, CountField(_("Your bid %(turn)s") % {"turn": turn}), theirs)

    def bids_by_seat(self) -> list[list[int]]:
        """:raises InvalidInput: as `bids`."""
        return [pair if self.seat == 1 else pair[::-1] for pair in self.bids()]


# The winner's pieces, as the services name them.
RESERVE_NAMES = {
    f"reserves.{side}.{kind}": kind for side in SIDES for kind in ("stones", "capstones")
}


class ReportForm(MyBidsForm):
    """The record of a game, or how it ended."""

    names_in_services = RESERVE_NAMES
    record = TextField(
        gettext_lazy("Game record"),
        required=False,
        strip=False,
        widget=forms.Textarea(
            attrs={"rows": 6, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
    )
    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label=gettext_lazy("Or a file"),
        widget=forms.FileInput(attrs={"accept": ".ptn,.txt,text/plain"}),
    )
    result = forms.ChoiceField(required=False, choices=[(code, code) for code in RESULTS])
    stones = NumberField(
        gettext_lazy("Winner’s stones left"),
        required=False,
        min_value=0,
        max_value=60,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    capstones = NumberField(
        gettext_lazy("Winner’s capstones left"),
        required=False,
        min_value=0,
        max_value=3,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *data: object, slot: SlotContext, seat: int | None) -> None:
        super().__init__(*data, slot=slot, seat=seat, auto_id=f"%s-{slot.slot_id}")
        name = isolate(opponent_names(slot, seat))
        self.fields["calls-mine"] = CountField(_("Your calls"))
        self.fields["calls-theirs"] = CountField(_("Calls of %(name)s") % {"name": name})
        self.fields["record"].help_text = (
            _("action by action; it proves the places")
            if is_card_slot(slot)
            else _("PTN, from an app or typed from the score sheet; it proves the result")
        )
        for each in slot.seats if is_card_slot(slot) else ():
            widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
            self.fields[f"place-{each.order}"] = TextField(
                each.name, required=False, max_length=4, widget=widget
            )

    @cached_property
    def places(self) -> list[BoundField]:
        return [field for field in self if field.name.startswith("place-")]

    @property
    def call_fields(self) -> list[BoundField]:
        return [self["calls-mine"], self["calls-theirs"]]

    def clean(self) -> None:
        """The record of the file takes the place of the pasted one."""
        record, file = self.cleaned_data.get("record", ""), self.cleaned_data.get("file")
        try:
            record = file_text(file) if file else record
        except DomainError as error:
            self.add_error(None, str(error))
        record = record.replace("\r\n", "\n").replace("\r", "\n")
        self.cleaned_data["record"] = record
        self.data = {**{name: self.data[name] for name in self.data}, "record": record}

    def claim(self) -> Context | None:
        """How it ended, as the sender says; None if nothing was filled in.

        :raises InvalidInput: the numbers of calls are inconsistent.
        """
        given = self.cleaned_data
        if self.places:
            places = [given[field.name] for field in self.places]
            read = [float(place) if _PLACE.match(place) else place for place in places]
            return {"places": read} if any(places) else None
        claim: Context = {"result": given["result"]} if given["result"] else {}
        winner = winner_of(given["result"]) if claim else None
        if winner is not None and given["stones"] is not None:
            left = {"stones": given["stones"], "capstones": given["capstones"] or 0}
            claim["reserves"] = {SIDES[winner - 1]: left}
        numbers = given["calls-mine"], given["calls-theirs"]
        is_first = self.seat == self.slot.first_seat
        if calls := order_calls(*(numbers if is_first else numbers[::-1])):
            claim["calls"] = calls
        return claim or None
