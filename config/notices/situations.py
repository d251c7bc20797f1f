"""What must be known of a change to say who is notified: read as it is now."""

from collections.abc import Callable
from datetime import date

from config.models import Notice
from config.notices import making
from config.notices.choices import What
from config.notices.making import Situation
from games import selectors as games
from games.models import GameState
from ratings import selectors as ratings
from tournaments import selectors
from tournaments.actor import SYSTEM
from tournaments.documents import Document
from tournaments.errors import NotFound

NOBODY = Situation()


def situation_of(change: Document) -> Situation:
    """Of a change that makes notices; empty if what it is about is gone."""
    action = change["action"]
    try:
        if action in making.OF_GAMES:
            return _of_game(change)
        if action in making.OF_ROUNDS:
            return Situation(
                seats=tuple(selectors.seats_of_round(change["event"], change["round"]))
            )
        if action in making.OF_ENTRIES:
            accounts = selectors.accounts_of_entries([change["entry_id"]])
            return Situation(recipients={user_id: {} for user_id in accounts.values()})
        return Situation(recipients=READ[action](change))
    except NotFound:
        return NOBODY


def _of_game(change: Document) -> Situation:
    if not change["event"]:
        return Situation(recipients=_players_of_casual(change))
    if change["pairing"] is None:
        return NOBODY
    seats = selectors.seats_of_pairing(change["pairing"], change["number"])
    staff: tuple[int, ...] = ()
    if change["action"] == "slot.disputed":
        event = selectors.get_event(change["event"], SYSTEM)
        staff = tuple(sorted(selectors.staff_of(event.pk)))
    return Situation(seats=tuple(seats), staff=staff)


def _players_of_casual(change: Document) -> dict[int, Document]:
    """The players of a game outside events, who answer it or see that it counts."""
    game = games.game_view(games.get_game(change["game"], SYSTEM))
    if game["event"] is not None:
        return {}
    waits = change["action"] == "game.submitted"
    if waits and game["state"] != GameState.SUBMITTED:
        return {}
    players = [seat["player"] for seat in game["players"] if seat["player"]]
    accounts = selectors.accounts_of_players(players)
    return {
        user_id: {"game": game["id"], "others": [each for each in players if each != player]}
        for player, user_id in accounts.items()
    }


def _recipients_of_round(change: Document) -> dict[int, Document]:
    """Those who were notified of the pairings of a round."""
    notices = Notice.objects.filter(event=change["event"], data__round=change["round"])
    notices = notices.filter(what__in=[What.PAIRED, What.BYE])
    return {user_id: {} for user_id in notices.values_list("user_id", flat=True)}


def _placed(change: Document) -> dict[int, Document]:
    """The players in the table that was published when a round closed, each with their place."""
    event = selectors.get_event(change["event"], SYSTEM)
    rows = selectors.published_table(event, change["round"])["rows"]
    by_player = {row["player"]: row for row in rows if "player" in row}
    return {
        user_id: {
            "round": change["round"],
            "rank": by_player[player]["rank"],
            "points": by_player[player]["points"],
            "players": len(rows),
        }
        for player, user_id in selectors.accounts_of_players(by_player).items()
    }


def _in_event(change: Document) -> dict[int, Document]:
    """The players who took part."""
    event = selectors.get_event(change["event"], SYSTEM)
    players = [player["player"] for player in selectors.players_by_number(event).values()]
    return {user_id: {} for user_id in selectors.accounts_of_players(players).values()}


def _rated(change: Document) -> dict[int, Document]:
    """Those whose rating differs from the list before, or who are new in a list."""
    on = date.fromisoformat(change["data"]["on"])
    pool = ratings.pool_by_slug(change["pool"])
    changes = ratings.list_changes(pool, on)
    return {
        user_id: {
            "pool": pool.slug,
            "on": on.isoformat(),
            "rating": changes[player].rating,
            "before": changes[player].before,
        }
        for player, user_id in selectors.accounts_of_players(changes).items()
    }


def _addressed(change: Document) -> dict[int, Document]:
    """The players that an announcement was for when it was made."""
    made = change["data"]["announcement"]
    accounts = selectors.accounts_of_entries(selectors.entries_addressed(made))
    return {user_id: {"announcement": made} for user_id in accounts.values()}


def _challenged(change: Document) -> dict[int, Document]:
    """Who has to answer, while the challenge is open."""
    challenge = selectors.challenge_for_notices(change["data"]["challenge"])
    return making.challenge_recipients(challenge, to_challenger=False) if challenge.is_open else {}


def _challenged_before(change: Document) -> dict[int, Document]:
    challenge = selectors.challenge_for_notices(change["data"]["challenge"])
    return making.challenge_recipients(challenge, to_challenger=False)


def _challenger(change: Document) -> dict[int, Document]:
    challenge = selectors.challenge_for_notices(change["data"]["challenge"])
    return making.challenge_recipients(challenge, to_challenger=True)


def _both_of_challenge(change: Document) -> dict[int, Document]:
    return _challenger(change) | _challenged_before(change)


READ: dict[str, Callable[[Document], dict[int, Document]]] = {
    "round.unpublished": _recipients_of_round,
    "round.withdrawn": _recipients_of_round,
    "round.closed": _placed,
    "event.finished": _in_event,
    "list.published": _rated,
    "announcement.made": _addressed,
    "challenge.made": _challenged,
    "challenge.accepted": _challenger,
    "challenge.declined": _challenger,
    "challenge.withdrawn": _challenged_before,
    "challenge.expired": _both_of_challenge,
}
