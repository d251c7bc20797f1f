"""What is new is told, and a person's notices are read."""

import pytest

from config.models import Notice
from config.notices.inbox import own_notices, shown
from config.notices.reading import READER, make_notices
from tests.builders import acting
from tournaments.services.feed.numbering import number_changes
from tournaments.services.feed.reading import begin_reading


def tell():
    """Number what happened and make its notices."""
    number_changes()
    make_notices()


def notified_of(user):
    """What a person was told: what it was about, the first at the front."""
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("what", flat=True))


def said(user):
    """The sentences on the page of a person, without the marks around names, the latest first."""
    found = shown(own_notices(acting(user)))
    return [each.text.translate({0x2068: None, 0x2069: None}) for each in found]


@pytest.fixture(autouse=True)
def _reads_from_the_start(request):
    if request.node.get_closest_marker("django_db"):
        begin_reading(READER)
