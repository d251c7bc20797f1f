"""What people send in place of a record: the address of a game at playtak, or its export."""

from collections.abc import Sequence
from typing import NamedTuple

from django.core.cache import cache

from engine.errors import RecordError
from engine.proving import Proof
from games.playtak.errors import AddressNotRead, NotAnAddress
from games.playtak.files import is_address_list
from games.playtak.played import PlayedGame
from games.playtak.records import LONGEST_ADDRESS, game_number, record_of, record_of_export
from games.services.playtak import server
from tournaments.errors import DomainError

# A record is checked, then sent: the server is asked once.
KEPT_SECONDS = 120
AWAY, AWAY_SECONDS = "playtak-away", 15  # a server that was silent is left alone for so long


class ReadRecords(NamedTuple):
    """Records of a list, and why some cannot be had, by their place; those stay as they were."""

    records: list[str]
    refused: dict[int, RecordError]

    def proofs(self, found: Sequence[Proof]) -> list[Proof]:
        """What was proved, with the refusals in their places."""
        return [self.refused.get(at, proof) for at, proof in enumerate(found)]


def read_all_pasted(texts: Sequence[str]) -> ReadRecords:
    """As `read_pasted` each of these texts; a refusal names the address or the game.

    Outside of transactions: it may ask the server once for each text.
    """
    read = ReadRecords(list(texts), {})
    for at, text in enumerate(texts):
        try:
            read.records[at] = read_pasted(text)
        except DomainError as refused:
            read.refused[at] = AddressNotRead(address=text.strip(), problem=str(refused))
        except RecordError as refused:
            read.refused[at] = refused
    return read


def read_pasted(text: str) -> str:
    """The record that a text stands for; a text that is none of these is returned as it is.

    Outside of transactions: it may ask the server.

    :raises RecordError: the game is not over, or cannot be read, or the address is another one.
    :raises PlaytakOff, PlaytakUnreachable, NoSuchGame: the server does not give it.
    """
    number = game_number(text)
    if number is None:
        if is_address_list(text) and len(text.split()) == 1:
            raise NotAnAddress(address=text.strip()[:LONGEST_ADDRESS])
        return record_of_export(text) or text
    key = f"playtak-record:{number}"
    record: str | None = cache.get(key)
    if record is None:
        record = record_of(_read_game(number))
        cache.set(key, record, KEPT_SECONDS)
    return record


def _read_game(number: int) -> PlayedGame:
    """As `server.read_game`; a server that was silent some seconds ago is not asked.

    So neither a long list nor many readers wait for each time-out.
    """
    problem = cache.get(AWAY)
    if problem is not None and server.has_games():
        raise server.PlaytakUnreachable(problem=problem)
    try:
        return server.read_game(number)
    except server.PlaytakAway as away:
        cache.set(AWAY, away.details["problem"], AWAY_SECONDS)
        raise
