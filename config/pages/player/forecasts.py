"""Expected scores of games that are not played yet."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from config.pages.names import isolate
from ratings import selectors as ratings
from ratings.selectors import Forecast
from tournaments.choices import FINISHED_SLOTS
from tournaments.selectors import SeatInfo, SlotContext


def slot_forecast(slot: SlotContext) -> Forecast | None:
    """By current ratings; None if the game has not two rated players."""
    if len(slot.seats) != 2:
        return None
    first, second = _by_move(slot)
    return ratings.forecast(
        game=slot.event_game,
        size=slot.ruleset.get("size"),
        half_komi=slot.ruleset.get("half_komi"),
        first_id=first.player_id,
        second_id=second.player_id,
    )


def forecast_sentence(slots: Iterable[SlotContext]) -> str:
    """The forecast of the next game of a pairing; empty if there is none."""
    games = list(slots)
    slot = next((one for one in games if one.slot_state not in FINISHED_SLOTS), None)
    forecast = slot_forecast(slot) if slot else None
    if slot is None or forecast is None:
        return ""
    words = (
        _("By the ratings of %(pool)s %(name)s is expected to score %(percent)d %%.")
        if len(games) == 1
        else _(
            "By the ratings of %(pool)s %(name)s is expected to score %(percent)d %% "
            "of game %(number)d."
        )
    )
    return words % {
        "pool": isolate(forecast.pool.name or forecast.pool.slug),
        "name": isolate(_by_move(slot)[0].name),
        "percent": round(100 * forecast.share),
        "number": slot.number,
    }


def _by_move(slot: SlotContext) -> list[SeatInfo]:
    """The seats in the order of moving."""
    return sorted(slot.seats, key=lambda seat: seat.order != slot.first_seat)
