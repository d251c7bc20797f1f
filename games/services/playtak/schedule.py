"""When the server is asked again. Pure."""

from datetime import timedelta

# After the first, second … attempt at a message: the list of games may lag, the server be away.
MESSAGE_DELAYS = (
    timedelta(seconds=5),
    timedelta(seconds=30),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=12),
    timedelta(hours=24),
)
# How long until a seek is looked after again: soon while its players may come, later less often.
SEEK_DELAYS = (
    timedelta(seconds=20),
    timedelta(seconds=40),
    timedelta(minutes=1),
    timedelta(minutes=2),
    timedelta(minutes=5),
)


def message_delay(attempts: int) -> timedelta | None:
    """How long to wait after so many attempts; None: give up."""
    return MESSAGE_DELAYS[attempts - 1] if attempts <= len(MESSAGE_DELAYS) else None


def seek_delay(attempts: int) -> timedelta:
    return SEEK_DELAYS[min(attempts, len(SEEK_DELAYS)) - 1]
