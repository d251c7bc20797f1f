"""When the server of playtak is asked again: less and less often."""

from datetime import timedelta

from games.services.playtak.schedule import message_delay, seek_delay


def test_a_message_is_tried_ever_later_and_given_up_after_a_day_and_a_half():
    delays = [delay for attempts in range(1, 20) if (delay := message_delay(attempts))]
    assert delays == sorted({*delays})
    assert sum(delays, timedelta()) == timedelta(hours=38, minutes=35, seconds=35)


def test_a_seek_is_looked_after_for_ever():
    delays = [seek_delay(attempts) for attempts in range(1, 6)]
    assert delays == sorted({*delays})
    assert delays[-1] == seek_delay(100) == timedelta(minutes=5)
