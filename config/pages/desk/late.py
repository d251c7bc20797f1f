"""Late games: who is late, since when, and what has happened so far."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from config.pages import zones
from config.pages.desk.base import open_desk, staff_page
from config.pages.desk.rounds.published import join_names
from config.pages.names import isolate
from games.services.rulings.lateness import LateGame, late_games
from tournaments.choices import SlotStatus
from tournaments.services.events.settings import LATE
from tournaments.wording import join_with_commas

STATUS_TEXTS = {
    "nothing": gettext_lazy("Nothing was reported."),
    "proposed": gettext_lazy("A time was proposed and not answered."),
    "agreed": gettext_lazy("They agreed on a time and did not play."),
    "reported": gettext_lazy("A result was sent and waits for an answer."),
    "disputed": gettext_lazy("The players do not agree; you decide."),
    "postponed": gettext_lazy("It was postponed, and that time is over too."),
}


@staff_page
def late(request: HttpRequest, slug: str) -> HttpResponse:
    """Longest overdue first. The buttons send the forms of the page of the game."""
    desk = open_desk(request, slug, "rounds")
    now = timezone.now()
    found = late_games(actor=desk.actor, event=desk.event, now=now)
    zone = desk.event.time_zone
    by_itself = desk.event.match.get("late") == LATE[1]
    games = [_game_row(game, zone) for game in found]
    return desk.render("late.html", {"games": games, "by_itself": by_itself})


def _game_row(game: LateGame, zone: str) -> dict[str, object]:
    slot = game.slot

    def at(moment: datetime | None) -> str:
        return zones.local_time_text(moment, zone, there=True)

    return {
        "slot": slot,
        "versus": join_names([seat.name for seat in slot.seats]),
        "late": join_with_commas(isolate(seat.name) for seat in game.late),
        "since": at(slot.since),
        "done": STATUS_TEXTS.get(slot.done, slot.done),
        "play_at": at(slot.play_at),
        "proven": game.proven,
        "may_forfeit": slot.state == SlotStatus.OPEN and len(slot.seats) == 2,
    }
