"""What the tests of pairs do with an event, and what they read of it afterwards."""

from games import services
from games.check import check_event_games
from ratings import check, recompute
from ratings.models import PlayerRating, RatedGame
from tests.builders import entry_of
from tests.slots import enter_result
from tests.slots import rule as rule_slot
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.choices import FINISHED_SLOTS
from tournaments.integrity import check_event, check_people
from tournaments.models import GameSlot
from tournaments.recompute import refresh_standings
from tournaments.services.entries import absences
from tournaments.services.events import adjustments
from tournaments.services.rounds import rounds
from tournaments.services.rounds.results import WAITING_STATES

SWISS = [{"system": "swiss", "options": {"rounds": 4}}]


def seated(slot):
    """The entries of a game by seat."""
    seats = slot.pairing.seats.order_by("order")
    return list(seats.values_list("entry__number", flat=True))


def games_of(round_, *numbers):
    """The games of a round in which all of these entries sit, in order."""
    slots = GameSlot.objects.filter(pairing__round=round_).order_by("pairing__leg", "pk")
    return [slot for slot in slots if set(numbers) <= set(seated(slot))]


def game_of(round_, *numbers):
    return games_of(round_, *numbers)[0]


def opponent(slot, number):
    (other,) = (each for each in seated(slot) if each != number)
    return other


def win(slot, number, **more):
    """The desk enters that an entry won by a road."""
    moves_first = seated(slot)[slot.first_seat - 1]
    enter_result(slot, {"result": "R-0" if moves_first == number else "0-R"}, **more)


def rule(slot, kind, winner=None, **more):
    """Rule a game; winner: the entry that wins a forfeit."""
    outcome = {"kind": kind, **more}
    if winner is not None:
        outcome["winner"] = seated(slot).index(winner) + 1
    rule_slot(slot, outcome)


def play_rest(round_):
    """Every game that waits for a result is won by the lower number."""
    while slot := next(iter(_waiting(round_)), None):
        win(slot, min(seated(slot)))


def close(round_):
    """Play what waits for a result, and close the round."""
    play_rest(round_)
    rounds.close_round(actor=SYSTEM, event_id=round_.event_id, number=round_.number)


def _waiting(round_):
    slots = GameSlot.objects.filter(pairing__round=round_).exclude(state="postponed")
    return slots.exclude(state__in=FINISHED_SLOTS).order_by("pk")


def withdraw(event, number, from_round):
    return services.withdraw_player(
        actor=SYSTEM, entry_id=entry_of(event, number).pk, from_round=from_round
    )


def absent(event, number, from_round, to_round=None):
    entry = entry_of(event, number)
    absences.add_absence(
        actor=SYSTEM, entry_id=entry.pk, from_round=from_round, to_round=to_round or from_round
    )


def ask_bye(event, number, round_number, points_x2=1):
    entry = entry_of(event, number)
    absences.ask_bye(
        actor=SYSTEM, entry_id=entry.pk, round_number=round_number, points_x2=points_x2
    )


def give(event, number, points_x2, after_round=1):
    """A bonus, or below 0 a penalty card."""
    return adjustments.adjust_points(
        actor=SYSTEM,
        entry_id=entry_of(event, number).pk,
        after_round=after_round,
        points_x2=points_x2,
        reason="a card",
    )


def rows(event):
    """The rows of the standings by entry number."""
    refresh_standings(event.pk)
    return {row["entry"]: row for row in selectors.standings_document(event)["rows"]}


def points(event):
    """The score that ranks by entry number, in half points."""
    return {number: row["primary_x2"] for number, row in rows(event).items()}


def is_rated(slot):
    return RatedGame.objects.filter(source=f"slot:{slot.pk}", voided_at=None).exists()


def rating_of(player, pool="tak"):
    recompute.replay_stale_pools()
    row = PlayerRating.objects.filter(pool__slug=pool, player=player).first()
    return row.rating if row else None


def state_of(slot):
    return GameSlot.objects.get(pk=slot.pk).state


def waits(slot):
    return state_of(slot) in WAITING_STATES


def is_consistent(event):
    """Everything stored follows from the facts: tables, games, people and ratings."""
    refresh_standings(event.pk)
    recompute.replay_stale_pools()
    found = [*check_event(event.pk), *check_event_games(event.pk)]
    return [*found, *check_people(), *check.check_pools()] == []
