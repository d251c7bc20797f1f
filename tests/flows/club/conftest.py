"""What a club has around it: a mail server, a push service, a chat, and the stand-in of playtak."""

import pytest

from tests.config.notices.conftest import _reads_from_the_start
from tests.config.notices.test_mailing import clock, server
from tests.config.notices.test_push import service
from tests.config.webhooks.conftest import _no_names, receiver
from tests.flows.club.week import Week
from tests.games.playtak.conftest import playtak, post

__all__ = [
    "_no_names", "_reads_from_the_start", "clock", "playtak", "post", "receiver", "server",
    "service",
]  # fmt: skip


@pytest.fixture
def week(boss, clock, playtak, server, service, receiver):
    return Week(boss, clock, playtak, server, service, receiver)
