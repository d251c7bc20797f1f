"""The stakes of a player's own game, and the bids for its first move.

One player enters the bids made at the table, the other agrees.
"""

from dataclasses import dataclass

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.pages.annotations import Context
from config.pages.me.report_form import MyBidsForm
from config.pages.names import isolate
from engine.tak import wagers
from engine.tak.players import SIDES
from games import services
from games.models import Game
from games.stakes import winnings
from games.stakes.bidding import BEFORE_PLAY
from games.stakes.dues import is_tavern
from tournaments import permissions
from tournaments.actor import Actor
from tournaments.selectors import SlotContext

# Whether the reader moves first by the bids that were entered.
BIDS_ENTERED = {
    True: gettext_lazy("The bids are entered. You move first."),
    False: gettext_lazy("The bids are entered. The other player moves first."),
}


@dataclass(frozen=True, slots=True)
class MyStakes:
    """may_bid: bids can be entered or changed. may_agree: the other player entered them.

    has_bid_fields: the form that sends the game asks for bids, as none are entered yet.
    calls: that form asks for Tak calls.
    """

    words: list[str]
    form: MyBidsForm | None = None
    url: str = ""
    may_bid: bool = False
    may_agree: bool = False
    entered: bool = False
    calls: bool = False

    @property
    def has_bid_fields(self) -> bool:
        return self.may_bid and not self.entered


def my_stakes(slot: SlotContext, seat: int | None, opponent: str, *, url: str) -> MyStakes | None:
    """The stakes of an open game for one of its players; None if it has none."""
    if slot.match.get("stakes") is None or seat is None:
        return None
    found = winnings.stakes_of_slot(slot)
    if is_tavern(found.rules):
        return MyStakes(_tavern_words(found))
    bids = found.bids
    before = slot.slot_state in BEFORE_PLAY and slot.current is None and not found.has_submission
    both = bids is not None and len(bids.agreed) == len(slot.seats)
    return MyStakes(
        words=_words(slot, found, seat, opponent),
        form=MyBidsForm(slot=slot, seat=seat, auto_id=f"bid-{slot.slot_id}-%s"),
        url=url,
        may_bid=before and not both,
        may_agree=before and bids is not None and seat not in bids.agreed,
        entered=bids is not None,
        calls=bids is not None or before,
    )


def change_bids(actor: Actor, slot: SlotContext, form: QueryDict) -> str:
    """Enter the bids, agree to them or undo them, and return the message.

    :raises DomainError: refused.
    """
    if form.get("do") == "agree":
        services.agree_to_bids(actor=actor, pairing_id=slot.pairing_id, number=slot.number)
        return _("You agreed to the bids.")
    if form.get("do") == "undo":
        services.withdraw_bids(actor=actor, pairing_id=slot.pairing_id, number=slot.number)
        return _("The bids are withdrawn: this game is for nothing.")
    seat = permissions.seat_of(actor, slot)
    bids = MyBidsForm(form, slot=slot, seat=seat, auto_id="%s").bids_by_seat()
    row = services.place_bids(
        actor=actor, pairing_id=slot.pairing_id, number=slot.number, bids=bids
    )
    return str(BIDS_ENTERED[row.first_seat == seat])


def opponent_claims(game: Game, *, opponent: str) -> list[str]:
    """Bids and Tak calls of a game that the opponent sent, for the player who answers."""
    if game.slot_id is None:
        return []
    bids = winnings.bids_of_slot(game.slot_id)
    if bids is None or not bids.pairs or game.submitted_seat is None:
        return []
    theirs, mine = bids.pairs[-1] if game.submitted_seat == 1 else bids.pairs[-1][::-1]
    values: Context = {"name": isolate(opponent), "mine": mine, "theirs": theirs}
    words = [_("%(name)s bid %(theirs)d and you bid %(mine)d.") % values]
    if game.claim and game.claim.get("calls"):
        first = game.submitted_seat == bids.first_seat
        counts = [sum(side == each for side in game.claim["calls"]) for each in SIDES]
        values["theirs"], values["mine"] = counts if first else counts[::-1]
        words.append(_("Tak calls that cost coins: %(name)s %(theirs)d, you %(mine)d.") % values)
    return words


def _words(slot: SlotContext, found: winnings.SlotStakes, seat: int, opponent: str) -> list[str]:
    bids, name = found.bids, isolate(opponent)
    if bids is None:
        if found.has_submission:
            return [_("This game is for nothing: no bids were entered.")]
        ante = found.rules.ante
        return [
            ngettext(
                "This game can be played for coins. Each puts an ante of %(ante)d coin into the "
                "pot. Bid at the table for the first move; the higher bid pays and moves first.",
                "This game can be played for coins. Each puts an ante of %(ante)d coins into the "
                "pot. Bid at the table for the first move; the higher bid pays and moves first.",
                ante,
            )
            % {"ante": ante}
        ]
    mine, theirs = bids.pairs[-1] if seat == 1 else bids.pairs[-1][::-1]
    pot = 2 * found.rules.ante + wagers.winning_bid(bids.pairs)
    values = {"mine": mine, "theirs": theirs, "name": name, "pot": pot}
    words = [
        _("You bid %(mine)d and %(name)s bid %(theirs)d.") % values,
        ngettext("The pot holds %(pot)d coin.", "The pot holds %(pot)d coins.", pot) % values,
    ]
    if len(bids.agreed) == len(slot.seats):
        return [*words, _("Both players agreed.")]
    if seat in bids.agreed:
        return [*words, _("%(name)s has not agreed yet.") % values]
    return [*words, _("%(name)s entered this. Agree, or enter the right bids.") % values]


def _tavern_words(found: winnings.SlotStakes) -> list[str]:
    if found.refused is not None:
        return [_("This game is for nothing."), str(found.refused)]
    if found.bids is None and found.has_submission:
        return [_("This game is for nothing.")]
    coins = found.rules.point_coins
    words = [
        ngettext(
            "The loser pays the winner's score by board and reserve, %(coins)d coin a point.",
            "The loser pays the winner's score by board and reserve, %(coins)d coins a point.",
            coins,
        )
        % {"coins": coins}
    ]
    if found.rules.capless_stake_factor > 1:
        words.append(
            _("A win without the capstone costs %(factor)d times as much.")
            % {"factor": found.rules.capless_stake_factor}
        )
    return words
