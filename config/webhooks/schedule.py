"""When a delivery is tried again, and when its webhook is given up. Pure.

Source: Standard Webhooks 1.0.0, the example schedule of "Deliverability and reliability".
"""

from datetime import timedelta

# After the first, second … attempt. Ten attempts in 75 hours.
DELAYS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=5),
    timedelta(hours=10),
    timedelta(hours=14),
    timedelta(hours=20),
    timedelta(hours=24),
)
WHOLE = sum(DELAYS, timedelta())
JITTER = 0.1  # the longest share of a delay that is added by chance
LONGEST_RETRY_AFTER = timedelta(hours=24)
LONGEST_DELAY = DELAYS[-1] * (1 + JITTER)


def delay_after(
    attempts: int, *, chance: float, retry_after: int | None = None
) -> timedelta | None:
    """How long to wait after so many failed attempts; None: give up.

    chance: from 0 to 1. retry_after: the seconds that the receiver asked for.
    """
    if attempts > len(DELAYS):
        return None
    delay = DELAYS[attempts - 1] * (1 + JITTER * chance)
    if retry_after is None:
        return delay
    return max(delay, min(timedelta(seconds=retry_after), LONGEST_RETRY_AFTER))
