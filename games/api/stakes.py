"""Books of stakes and bids."""

from collections.abc import Callable

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import services
from games.api.bids_field import BidsField
from games.api.games import GameApiView, PairingApiView
from games.stakes import winnings
from tournaments import selectors as tournament_selectors
from tournaments.api.lists import ListApiView, Page
from tournaments.api.stored_answers import stored_by_event
from tournaments.api.view import ApiView
from tournaments.serializers.base import CodeField, NumberField, Out, Strict
from tournaments.services.people import people


class BidsBackIn(Strict):
    number = NumberField(min_value=1)


class BidsIn(BidsBackIn):
    bids = BidsField()
    lot = NumberField(
        required=False,
        min_value=1,
        source="first",
        help_text="The seat a lot chose after a third tie.",
    )


class BirthYearIn(Strict):
    birth_year = NumberField(allow_null=True, min_value=1)


class BirthYearOut(Out):
    id = serializers.CharField(source="public_id")
    birth_year = serializers.IntegerField(allow_null=True)


class TransferOut(Out):
    """`payer` and `payee`: a player's name, `escrow` or `carry`; `live`: not reversed."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    game = serializers.CharField(allow_null=True)
    step = serializers.CharField()
    payer = serializers.CharField()
    payee = serializers.CharField()
    amount = serializers.IntegerField()
    reverses = serializers.IntegerField(allow_null=True)
    live = serializers.BooleanField()


class AccountLineOut(TransferOut):
    change = serializers.IntegerField()
    balance = serializers.IntegerField()


class WinningsOut(Out):
    """`won` in finished games, `held` in running ones, `free` to stake."""

    rank = serializers.IntegerField()
    entry = serializers.IntegerField(
        allow_null=True, help_text="Its number; null before the start."
    )
    entry_id = serializers.IntegerField()
    player = serializers.CharField()
    name = serializers.CharField()
    won = serializers.IntegerField()
    held = serializers.IntegerField()
    balance = serializers.IntegerField()
    free = serializers.IntegerField()
    overdrawn = serializers.BooleanField()


class AccountOut(WinningsOut):
    transfers = AccountLineOut(many=True)


class BookSeatOut(Out):
    order = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    name = serializers.CharField()
    net = serializers.IntegerField()


class BookOut(Out):
    """`bids` by seat, several pairs after ties; empty: at stake without bids (the tavern's
    scheme); null: not at stake. `agreed`: the seats that agree to the bids."""

    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    state = CodeField(winnings.BookStatus)
    bids = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), allow_null=True
    )
    agreed = serializers.ListField(child=serializers.IntegerField())
    first_seat = serializers.IntegerField()
    seats = BookSeatOut(many=True)
    transfers = TransferOut(many=True)


class EventStakes(ListApiView):
    """The table of winnings."""

    serializer_class = WinningsOut

    @stored_by_event
    @extend_schema(responses=WinningsOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page_by_place(winnings.winnings_table(self.event), WinningsOut)


class StakesAccount(ApiView):
    @stored_by_event
    @extend_schema(responses=AccountOut)
    def get(self, request: Request, slug: str, entry: int) -> Response:
        return Response(AccountOut(winnings.player_account(self.event, entry)).data)


class EventTransfers(ListApiView):
    """Every transfer of an event, the oldest first."""

    serializer_class = TransferOut
    ordering = "pk"

    @extend_schema(responses=TransferOut(many=True))
    def get(self, request: Request, slug: str) -> Page:
        return self.page(
            winnings.transfers(self.event),
            lambda rows: [winnings.transfer_row(row) for row in rows],
        )


class GameStakes(GameApiView):
    @extend_schema(responses=BookOut)
    def get(self, request: Request, public_id: str) -> Response:
        return Response(BookOut(winnings.book_of_game(self.game, self.actor)).data)


class PairingStakes(ListApiView):
    """The book of each game of a pairing."""

    serializer_class = BookOut

    @extend_schema(responses=BookOut(many=True))
    def get(self, request: Request, pairing_id: int) -> Page:
        books = winnings.books_of_pairing(pairing_id, self.actor)
        return self.page_by_place(books, BookOut)


class _BidsApiView(PairingApiView):
    shape: type[Strict] = BidsBackIn
    service: Callable[..., object]

    @extend_schema(responses=BookOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(self.shape)
        self.require_visible()
        self.service(actor=self.actor, pairing_id=pairing_id, **asked)
        books = winnings.books_of_pairing(pairing_id, self.actor)
        book = next(book for book in books if book["number"] == asked["number"])
        return Response(BookOut(book).data)


@extend_schema_view(post=extend_schema(request=BidsIn))
class PairingBids(_BidsApiView):
    """Put a game at stake by the bids made at the table."""

    shape = BidsIn
    service = staticmethod(services.place_bids)


@extend_schema_view(post=extend_schema(request=BidsBackIn))
class PairingBidsAgree(_BidsApiView):
    """Agree to the bids that the other player entered."""

    service = staticmethod(services.agree_to_bids)


@extend_schema_view(post=extend_schema(request=BidsBackIn))
class PairingBidsBack(_BidsApiView):
    """Withdraw the bids of a game before it is submitted."""

    service = staticmethod(services.withdraw_bids)


class PlayerBirthYear(ApiView):
    """The year of birth for the age limit of stakes; only staff set and see it."""

    @extend_schema(request=BirthYearIn, responses=BirthYearOut)
    def post(self, request: Request, public_id: str) -> Response:
        asked = self.body(BirthYearIn)
        player = tournament_selectors.get_player(public_id)
        changed = people.set_birth_year(actor=self.actor, player_id=player.pk, **asked)
        return Response(BirthYearOut(changed).data)
