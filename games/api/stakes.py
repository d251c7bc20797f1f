"""Books of stakes and bids."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import selectors, services
from games.api.bids_field import BidsField
from games.stakes import winnings
from tournaments import selectors as tournament_selectors
from tournaments.api.view import ApiView, ListApiView, actor_of
from tournaments.serializers.base import NumberField, Out, Strict
from tournaments.services.people import people


class BidsIn(Strict):
    number = NumberField(min_value=1)
    bids = BidsField()
    lot = NumberField(
        required=False, min_value=1, help_text="The seat a lot chose after a third tie."
    )


class BidsBackIn(Strict):
    number = NumberField(min_value=1)


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
    number = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField()
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
    entry = serializers.IntegerField()
    name = serializers.CharField()
    net = serializers.IntegerField()


class BookOut(Out):
    """`bids` by seat, several pairs after ties; empty: at stake without bids (the tavern's
    scheme); null: not at stake. `agreed`: the seats that agree to the bids."""

    pairing = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.CharField(help_text="none, running, settled, called_off.")
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

    @extend_schema(responses=WinningsOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = tournament_selectors.get_event(slug, actor_of(request))
        return self.whole(winnings.winnings_table(event), WinningsOut)


class StakesAccount(ApiView):
    conditional = True

    @extend_schema(responses=AccountOut)
    def get(self, request: Request, slug: str, entry: int) -> Response:
        event = tournament_selectors.get_event(slug, actor_of(request))
        return Response(AccountOut(winnings.player_account(event, entry)).data)


class EventTransfers(ListApiView):
    """Every transfer of an event, the oldest first."""

    serializer_class = TransferOut
    ordering = "pk"

    @extend_schema(responses=TransferOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        event = tournament_selectors.get_event(slug, actor_of(request))
        page = self.paginate_queryset(winnings.transfers(event)) or []
        rows = [winnings.transfer_row(row) for row in page]
        return self.get_paginated_response(TransferOut(rows, many=True).data)


class GameStakes(ApiView):
    conditional = True

    @extend_schema(responses=BookOut)
    def get(self, request: Request, public_id: str) -> Response:
        actor = actor_of(request)
        game = selectors.get_game(public_id, actor)
        return Response(BookOut(winnings.book_of_game(game, actor)).data)


class PairingStakes(ListApiView):
    """The book of each game of a pairing."""

    serializer_class = BookOut

    @extend_schema(responses=BookOut(many=True))
    def get(self, request: Request, pairing_id: int) -> Response:
        books = winnings.books_of_pairing(pairing_id, actor_of(request))
        return self.whole(books, BookOut)


class PairingBids(ApiView):
    """Put a game at stake by the bids made at the table."""

    @extend_schema(request=BidsIn, responses=BookOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(BidsIn)
        actor = actor_of(request)
        tournament_selectors.pairing_view(pairing_id, actor)  # 404 before 403 for what is hidden
        services.place_bids(
            actor=actor,
            pairing_id=pairing_id,
            number=asked["number"],
            bids=asked["bids"],
            first=asked.get("lot"),
        )
        return Response(_book(pairing_id, asked["number"], actor))


class PairingBidsAgree(ApiView):
    """Agree to the bids that the other player entered."""

    @extend_schema(request=BidsBackIn, responses=BookOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(BidsBackIn)
        actor = actor_of(request)
        tournament_selectors.pairing_view(pairing_id, actor)
        services.agree_to_bids(actor=actor, pairing_id=pairing_id, **asked)
        return Response(_book(pairing_id, asked["number"], actor))


class PairingBidsBack(ApiView):
    """Withdraw the bids of a game before it is submitted."""

    @extend_schema(request=BidsBackIn, responses=BookOut)
    def post(self, request: Request, pairing_id: int) -> Response:
        asked = self.body(BidsBackIn)
        actor = actor_of(request)
        tournament_selectors.pairing_view(pairing_id, actor)
        services.withdraw_bids(actor=actor, pairing_id=pairing_id, **asked)
        return Response(_book(pairing_id, asked["number"], actor))


class PlayerBirthYear(ApiView):
    """The year of birth for the age limit of stakes; only staff set and see it."""

    @extend_schema(request=BirthYearIn, responses=BirthYearOut)
    def post(self, request: Request, public_id: str) -> Response:
        asked = self.body(BirthYearIn)
        player = tournament_selectors.get_player(public_id)
        changed = people.set_birth_year(actor=actor_of(request), player_id=player.pk, **asked)
        return Response(BirthYearOut(changed).data)


def _book(pairing_id: int, number: int, actor: Any) -> Any:
    books = winnings.books_of_pairing(pairing_id, actor)
    return BookOut(next(book for book in books if book["number"] == number)).data
