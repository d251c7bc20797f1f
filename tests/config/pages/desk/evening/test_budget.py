"""What the parts of an evening may take together."""

from tests.config.pages.desk.evening.organiser import CLICKS, MOST_CLICKS


def test_the_parts_of_an_evening_fit_into_its_clicks():
    assert sum(CLICKS.values()) <= MOST_CLICKS
