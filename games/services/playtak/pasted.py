"""What people send in place of a record: the address of a game at playtak, or its export."""

from django.core.cache import cache

from games.playtak.records import game_number, record_of, record_of_export
from games.services.playtak import server

# A record is checked, then sent: the server is asked once.
KEPT_SECONDS = 120


def read_pasted(text: str) -> str:
    """The record that a text stands for; a text that is none of these is returned as it is.

    Outside of transactions: it may ask the server.

    :raises RecordError: the game is not over, or cannot be read.
    :raises PlaytakOff, PlaytakUnreachable, NoSuchGame: the server does not give it.
    """
    number = game_number(text)
    if number is None:
        return record_of_export(text) or text
    key = f"playtak-record:{number}"
    record: str | None = cache.get(key)
    if record is None:
        record = record_of(server.read_game(number))
        cache.set(key, record, KEPT_SECONDS)
    return record
