"""What is refused of texts from playtak. Each is a RecordError, so that a sender sees why."""

from engine.errors import RecordError, gettext_noop


class NotAGame(RecordError):
    code = "not_a_playtak_game"
    message = gettext_noop("this is not a game as playtak sends it; look at {field}.")


class GameNotOver(RecordError):
    code = "playtak_game_not_over"
    message = gettext_noop("game {number} at playtak has no result.")


class NotAnAddress(RecordError):
    code = "not_a_playtak_address"
    message = gettext_noop("this is no address of a game at playtak: {address}")


class AddressNotRead(RecordError):
    """The game of an address in a list cannot be had; the other lines may be."""

    code = "playtak_address_not_read"
    message = gettext_noop("the game at {address} was not read: {problem}")
